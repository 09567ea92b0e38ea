//! Who is who: secrets that browsers keep, and what the server knows of them.

use std::fmt::{self, Write};

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The name of the cookie.
const COOKIE_NAME: &str = "cornerwise";
/// How long a browser keeps it: a year.
const SECONDS: u32 = 365 * 24 * 60 * 60;

/// What a browser has and nobody else. It is never stored, logged or answered but as a cookie.
pub struct Secret([u8; 32]);

impl Secret {
    /// A new one, from the system's source of randomness.
    ///
    /// # Errors
    /// When the system has none.
    pub fn new() -> Result<Secret, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Secret(bytes))
    }

    /// The one that a request brings along.
    pub fn of(headers: &HeaderMap) -> Option<Secret> {
        cookies(headers, COOKIE_NAME).next().and_then(read_hex).map(Secret)
    }

    /// The header that makes a browser keep it. Scripts cannot read it, other sites cannot send it.
    pub fn cookie(&self, is_secure: bool) -> String {
        let secure = if is_secure { "; Secure" } else { "" };
        format!(
            "{COOKIE_NAME}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age={SECONDS}{secure}",
            hex(&self.0)
        )
    }

    /// Who holds the secret.
    pub fn visitor(&self) -> Visitor {
        Visitor(Sha256::digest(self.0).into())
    }
}

/// Whoever holds a secret: its hash, which does not give the secret away.
#[derive(Clone, Copy)]
pub struct Visitor([u8; 32]);

impl Visitor {
    /// The bytes of the hash.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// A number that hardly any two visitors share.
    pub fn number(&self) -> u64 {
        u64::from_be_bytes(self.0[..8].try_into().expect("there are 32"))
    }
}

/// In constant time, so that nobody learns by trying.
impl PartialEq for Visitor {
    fn eq(&self, other: &Visitor) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for Visitor {}

impl fmt::Debug for Visitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Visitor(..)")
    }
}

impl Serialize for Visitor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex(&self.0))
    }
}

impl<'de> Deserialize<'de> for Visitor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Visitor, D::Error> {
        let text = String::deserialize(deserializer)?;
        read_hex(&text).map(Visitor).ok_or_else(|| D::Error::custom("not 64 hexadecimal digits"))
    }
}

/// The values of the cookies with this name.
pub(crate) fn cookies<'h>(headers: &'h HeaderMap, name: &str) -> impl Iterator<Item = &'h str> {
    let values = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs =
        values.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(other, _)| *other == name).map(|(_, value)| value)
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("strings take all text");
        text
    })
}

fn read_hex(text: &str) -> Option<[u8; 32]> {
    let digits = text.as_bytes();
    if digits.len() != 64 {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
        let digit = |at: usize| char::from(pair[at]).to_digit(16);
        *byte = (digit(0)? * 16 + digit(1)?) as u8;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_secret_comes_back_as_it_was_set() {
        let secret = Secret::new().unwrap();
        let cookie = secret.cookie(false);
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
        let pair = cookie.split(';').next().unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, HeaderValue::from_str(&format!("a=b; {pair}")).unwrap());
        let back = Secret::of(&headers).unwrap();
        assert_eq!(back.visitor(), secret.visitor());
        assert_ne!(Secret::new().unwrap().visitor(), secret.visitor());
        let text = serde_json::to_string(&secret.visitor()).unwrap();
        assert!(!text.contains(pair.split_once('=').unwrap().1));
        assert_eq!(serde_json::from_str::<Visitor>(&text).unwrap(), secret.visitor());
    }

    #[test]
    fn other_cookies_are_no_secrets() {
        for value in ["cornerwise=", "cornerwise=12", "other=1"] {
            let mut headers = HeaderMap::new();
            headers.insert(COOKIE, HeaderValue::from_str(value).unwrap());
            assert!(Secret::of(&headers).is_none());
        }
    }
}
