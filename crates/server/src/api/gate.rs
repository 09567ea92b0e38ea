//! Who is let in: the right host, the right site, not too often.

use std::any::Any;
use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderValue, ORIGIN, REFERRER_POLICY, UPGRADE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{Address, ApiState};
use crate::pool::Origin;
use crate::refusal::{Code, Refusal};

/// What the page may load, and from where: nothing but from this server.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
                      object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The names by which the server is known.
#[derive(Clone, Debug, Default)]
pub struct Hosts {
    /// Names beside addresses and `localhost`.
    pub names: Vec<String>,
    /// Whether only this machine's names for itself count.
    pub local: bool,
    /// Whether a proxy in front tells who asks.
    pub behind_proxy: bool,
}

impl Hosts {
    /// Whether the server goes by this name. A page of another site whose name was made to point here does not know a
    /// right one.
    fn knows(&self, host: &str) -> bool {
        let name = without_port(host);
        if name.eq_ignore_ascii_case("localhost")
            || self.names.iter().any(|own| own.eq_ignore_ascii_case(name))
        {
            return true;
        }
        let name = name.trim_start_matches('[').trim_end_matches(']');
        name.parse::<IpAddr>().is_ok_and(|address| !self.local || address.is_loopback())
    }

    /// Who asks, by the proxy's word if there is one.
    pub(super) fn address(&self, headers: &HeaderMap, peer: IpAddr) -> IpAddr {
        if !self.behind_proxy {
            return peer;
        }
        // The last entry of the last line is the proxy's own; those before it anybody can write.
        let told = headers.get_all("x-forwarded-for").iter().next_back();
        let told = told.and_then(|value| value.to_str().ok());
        let last = told.and_then(|list| list.rsplit(',').next()).map(str::trim);
        last.and_then(|address| address.parse().ok()).unwrap_or(peer)
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port))
            if !port.is_empty() && port.bytes().all(|digit| digit.is_ascii_digit()) =>
        {
            name
        }
        _ => host,
    }
}

fn text<'h>(headers: &'h HeaderMap, name: &axum::http::HeaderName) -> Option<&'h str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

/// Refuses what does not come from our own page, or comes too often.
pub async fn guard(
    State(api): State<ApiState>,
    address: Address,
    request: Request,
    next: Next,
) -> Response {
    match check(&api, address.origin(), &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

fn check(api: &ApiState, origin: Origin, request: &Request) -> Result<(), Refusal> {
    let headers = request.headers();
    let foreign = |text: String| Refusal::new(Code::Foreign, text);
    // A request of HTTP/2 would have the host in its address.
    let host =
        text(headers, &HOST).or(request.uri().authority().map(axum::http::uri::Authority::as_str));
    let host = host.ok_or_else(|| foreign("the request names no host".to_owned()))?;
    if !api.hosts.knows(host) {
        let name = cornerwise_core::excerpt(without_port(host));
        return Err(foreign(format!("this server does not go by the name {name}")));
    }
    let is_plain =
        matches!(*request.method(), Method::GET | Method::HEAD) && !headers.contains_key(UPGRADE);
    if !is_plain {
        let site = headers.get("sec-fetch-site").and_then(|value| value.to_str().ok());
        if matches!(site, Some("cross-site" | "same-site")) {
            return Err(foreign("the request comes from another site".to_owned()));
        }
        if let Some(origin) = text(headers, &ORIGIN)
            && origin.split_once("://").map(|(_, origin)| origin) != Some(host)
        {
            return Err(foreign("the request comes from another site".to_owned()));
        }
    }
    let is_api = request.uri().path().starts_with("/api");
    if is_api && !api.app.rates.take(origin, 1.0) {
        return Err(Refusal::new(Code::TooMany, "too many requests; slow down"));
    }
    Ok(())
}

/// Adds what keeps pages within bounds.
pub async fn headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// What is answered when an address knows other methods.
pub async fn wrong_method(method: Method, uri: Uri) -> Response {
    let path = cornerwise_core::excerpt(uri.path());
    let refusal = Refusal::new(Code::Malformed, format!("{method} is not for {path}"));
    (StatusCode::METHOD_NOT_ALLOWED, axum::Json(crate::refusal::ErrorBody { error: refusal }))
        .into_response()
}

/// What is answered when something broke that should not.
pub fn broken(_: Box<dyn Any + Send>) -> Response {
    Refusal::new(Code::Internal, "something went wrong on the server").into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_names_are_known() {
        let local = Hosts { local: true, ..Hosts::default() };
        for (host, is_known) in [
            ("localhost:80", true),
            ("127.0.0.1:8080", true),
            ("[::1]:8080", true),
            ("192.168.0.2:80", false),
            ("evil.example", false),
            ("localhost.evil.example:80", false),
            ("", false),
        ] {
            assert_eq!(local.knows(host), is_known, "{host}");
        }
        let hosted = Hosts { names: vec!["play.example".to_owned()], ..Hosts::default() };
        for (host, is_known) in [
            ("Play.Example", true),
            ("play.example:443", true),
            ("192.168.0.2:80", true),
            ("other.example", false),
        ] {
            assert_eq!(hosted.knows(host), is_known, "{host}");
        }
    }

    #[test]
    fn only_a_proxy_tells_who_asks() {
        let peer = IpAddr::from([127, 0, 0, 1]);
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", HeaderValue::from_static("6.6.6.6, 10.0.0.7"));
        assert_eq!(Hosts::default().address(&headers, peer), peer);
        let hosts = Hosts { behind_proxy: true, ..Hosts::default() };
        assert_eq!(hosts.address(&headers, peer), IpAddr::from([10, 0, 0, 7]));
        assert_eq!(hosts.address(&HeaderMap::new(), peer), peer);
        // A proxy that adds a line of its own instead of an entry.
        headers.append("x-forwarded-for", HeaderValue::from_static("7.7.7.7, 10.0.0.8"));
        assert_eq!(hosts.address(&headers, peer), IpAddr::from([10, 0, 0, 8]));
    }
}
