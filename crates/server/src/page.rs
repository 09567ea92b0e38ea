//! The page: the files of `web/` inside the binary.

#![allow(clippy::unused_async, reason = "handlers are async by their form")]

use std::path::Path;

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::refusal::{Code, Refusal};
use crate::visitor::hex;

/// In a debug build the files are read from the directory, so that a change needs no build.
#[derive(RustEmbed)]
#[folder = "../../web"]
#[exclude = "tests/*"]
#[exclude = "node_modules/*"]
#[exclude = "*.md"]
struct Files;

const INDEX: &str = "index.html";

/// Answers with a file of the page, or with the page itself for addresses that it knows what to do with.
pub async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let unknown = || Refusal::new(Code::NotFound, "there is nothing here").into_response();
    if path == "api" || path.starts_with("api/") {
        return unknown();
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        return super::api_wrong_method(method, uri).await;
    }
    let name = if path.is_empty() { INDEX } else { path };
    if let Some(file) = Files::get(name) {
        return respond(&file, &headers);
    }
    // An address such as /room/abc is the page's own affair; a missing picture is not.
    if Path::new(path).extension().is_some() {
        return unknown();
    }
    Files::get(INDEX).map_or_else(unknown, |file| respond(&file, &headers))
}

fn respond(file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", hex(&file.metadata.sha256_hash()[..12]));
    let kind = match file.metadata.mimetype() {
        kind if kind.starts_with("text/") || kind.ends_with("javascript") => {
            format!("{kind}; charset=utf-8")
        }
        kind => kind.to_owned(),
    };
    // Browsers keep the file and ask whether it is still the same.
    let told = [(ETAG, tag.clone()), (CACHE_CONTROL, "no-cache".to_owned()), (CONTENT_TYPE, kind)];
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag)) {
        return (StatusCode::NOT_MODIFIED, told).into_response();
    }
    (told, file.data.clone().into_owned()).into_response()
}
