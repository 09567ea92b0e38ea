//! Bodies of requests.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use serde::de::DeserializeOwned;

use super::ApiState;
use crate::refusal::{Code, Refusal};

/// A body in JSON, of a type that says what is allowed.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<ApiState> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, api: &ApiState) -> Result<Body<T>, Refusal> {
        // Other sites can send forms, but not JSON without asking first.
        let kind =
            request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
        let kind = kind.split(';').next().unwrap_or("").trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(Refusal::new(Code::Malformed, "the body must be application/json"));
        }
        let most = api.app.limits.message;
        let reading = axum::body::to_bytes(request.into_body(), most);
        let read = tokio::time::timeout(api.app.limits.request, reading).await;
        let read = read.map_err(|_| Refusal::new(Code::TooSlow, "the body took too long"))?;
        let bytes: Bytes = read.map_err(|_| {
            Refusal::new(Code::TooLarge, format!("the body has more than {most} bytes"))
        })?;
        serde_json::from_slice(&bytes)
            .map(Body)
            .map_err(|error| Refusal::new(Code::Malformed, error.to_string()))
    }
}
