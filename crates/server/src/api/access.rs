//! The key of a server that is for its owner alone.
//!
//! Every account of a machine can connect to its loopback address. Whoever starts a local server gets a key in the address that is
//! printed; the first request with it gets a cookie in exchange, and an address without the key.

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;

use super::ApiState;
use crate::refusal::{Code, Refusal};
use crate::visitor::{cookies, hex};

/// The name of the key in an address.
const QUERY: &str = "key=";
const TEXT: &str =
    "this board is for whoever has started it; open the address that was printed then";

/// What has to be known to be let in. It is made anew at every start.
pub struct AccessKey {
    key: String,
    /// Ports of one host share their cookies: each server has a name of its own.
    cookie: String,
}

impl AccessKey {
    /// A new key for the server at this port, from the system's source of randomness.
    ///
    /// # Errors
    /// When the system has none.
    pub fn new(port: u16) -> Result<AccessKey, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(AccessKey { key: hex(&bytes), cookie: format!("cornerwise-access-{port}") })
    }

    /// What is added to the server's address for whoever is to be let in.
    pub fn query(&self) -> String {
        format!("?{QUERY}{}", self.key)
    }

    fn is_key(&self, text: &str) -> bool {
        self.key.as_bytes().ct_eq(text.as_bytes()).into()
    }

    fn is_in_cookies(&self, headers: &HeaderMap) -> bool {
        cookies(headers, &self.cookie).any(|key| self.is_key(key))
    }

    fn is_in_address(&self, uri: &Uri) -> bool {
        let words = uri.query().unwrap_or_default().split('&');
        words.filter_map(|word| word.strip_prefix(QUERY)).any(|key| self.is_key(key))
    }

    /// Gives the cookie for the key, and an address without it.
    fn exchange(&self) -> Response {
        // `Lax`, since the address may be opened from another program's page; what changes anything is refused to other
        // sites anyway.
        let cookie = format!("{}={}; Path=/; HttpOnly; SameSite=Lax", self.cookie, self.key);
        let headers = [(SET_COOKIE, cookie), (LOCATION, "/".to_owned())];
        (StatusCode::SEE_OTHER, headers).into_response()
    }
}

/// Lets in whoever has the key, if the server has one.
pub async fn admit(State(api): State<ApiState>, request: Request, next: Next) -> Response {
    let Some(access) = &api.access else { return next.run(request).await };
    let uri = request.uri();
    // Also for whoever has the cookie: the key does not stay in the address.
    if request.method() == Method::GET && uri.path() == "/" && access.is_in_address(uri) {
        return access.exchange();
    }
    if access.is_in_cookies(request.headers()) {
        return next.run(request).await;
    }
    if uri.path().starts_with("/api") {
        return Refusal::new(Code::NoAccess, TEXT).into_response();
    }
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    (StatusCode::FORBIDDEN, headers, format!("{TEXT}\n")).into_response()
}
