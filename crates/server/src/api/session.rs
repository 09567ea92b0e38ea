//! `/api/session`

use axum::Json;
use axum::http::HeaderMap;
use axum::http::header::{ORIGIN, SET_COOKIE};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::Body;
use crate::app_state::internal;
use crate::refusal::{ErrorBody, Refusal};
use crate::visitor::Secret;

/// Nothing is asked.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSession {}

/// That there is a session.
#[derive(Serialize, ToSchema)]
pub struct Session {
    /// Always true.
    pub visitor: bool,
}

/// Makes a session, if there is none, and sets it as a cookie.
#[utoipa::path(post, path = "/api/session", tag = "session", request_body = NewSession,
    responses((status = 200, body = Session), (status = "4XX", body = ErrorBody)))]
pub async fn begin(headers: HeaderMap, Body(_): Body<NewSession>) -> Result<Response, Refusal> {
    let secret = match Secret::of(&headers) {
        Some(secret) => secret,
        None => Secret::new().map_err(|error| internal(&error))?,
    };
    // Behind a proxy only the browser knows that the way is encrypted.
    let is_secure =
        headers.get(ORIGIN).is_some_and(|origin| origin.as_bytes().starts_with(b"https:"));
    let cookie = AppendHeaders([(SET_COOKIE, secret.cookie(is_secure))]);
    Ok((cookie, Json(Session { visitor: true })).into_response())
}
