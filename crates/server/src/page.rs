//! The page: the files of `web/` inside the binary.

#![allow(clippy::unused_async, reason = "handlers are async by their form")]

use std::borrow::Cow;
use std::path::Path;
use std::sync::OnceLock;

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use crate::refusal::{Code, Refusal};
use crate::visitor::hex;

/// In a debug build the files are read from the directory, so that a change needs no build.
#[derive(RustEmbed)]
#[folder = "../../web"]
#[exclude = "tests/*"]
#[exclude = "node_modules/*"]
#[exclude = "*.md"]
#[exclude = "*.d.ts"]
struct Files;

const INDEX: &str = "index.html";
/// What the page writes before the names of its files, and what is put between the two.
const FILES: &str = "/files/";

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
    if let Some((edition, name)) =
        uri.path().strip_prefix(FILES).and_then(|path| path.split_once('/'))
    {
        return Files::get(name).map_or_else(unknown, |file| {
            let keep = if edition == self::edition() { Keep::Forever } else { Keep::Ask };
            respond(file.metadata.mimetype(), file.data.clone(), keep, &headers)
        });
    }
    // An address such as /room/abc is the page's own affair; a missing picture is not.
    if Path::new(path).extension().is_some() {
        return unknown();
    }
    Files::get(INDEX).map_or_else(unknown, |file| {
        let text = String::from_utf8_lossy(&file.data);
        let text = text.replace(FILES, &format!("{FILES}{}/", edition()));
        respond("text/html", text.into_bytes().into(), Keep::Ask, &headers)
    })
}

/// Tells these files from all others there ever were, so that a browser that has them need not ask again.
fn edition() -> String {
    static KNOWN: OnceLock<String> = OnceLock::new();
    let count = || {
        let mut all = Sha256::new();
        for name in Files::iter() {
            all.update(name.as_bytes());
            all.update(
                Files::get(&name).map(|file| file.metadata.sha256_hash()).unwrap_or_default(),
            );
        }
        hex(&all.finalize()[..8])
    };
    // The files of a debug build may change.
    if cfg!(debug_assertions) { count() } else { KNOWN.get_or_init(count).clone() }
}

/// Whether browsers keep a file, or ask each time whether it is still the same.
#[derive(Clone, Copy)]
enum Keep {
    Ask,
    Forever,
}

fn respond(kind: &str, content: Cow<'static, [u8]>, keep: Keep, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", hex(&Sha256::digest(&content)[..12]));
    let is_text = kind.starts_with("text/") || kind.ends_with("javascript");
    let kind = format!("{kind}{}", if is_text { "; charset=utf-8" } else { "" });
    let keep = match keep {
        Keep::Ask => "no-cache",
        Keep::Forever => "public, max-age=31536000, immutable",
    };
    let told = [(ETAG, tag.clone()), (CACHE_CONTROL, keep.to_owned()), (CONTENT_TYPE, kind)];
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag)) {
        return (StatusCode::NOT_MODIFIED, told).into_response();
    }
    (told, content.into_owned()).into_response()
}
