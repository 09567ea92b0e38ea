//! The description of the API, made from the types that are sent.

use std::fmt::Write;

use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::response::Html;
use axum::routing::get;
use serde_json::Value;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use super::ApiState;
use crate::analysis::{AnalysisReport, PlayerReview, ReviewEntry};
use crate::app_state::CrowdState;
use crate::socket::AnalysisRequest;

/// What is known of the API beside its routes. Messages over sockets belong to no request or answer, so that their types
/// are named here.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Cornerwise",
        description = "Rooms to play and analyse Blokus in. WebSockets are at /api/rooms/{id}/socket and \
                       /api/analysis/socket; docs/17-api.md tells what is said over them.",
        license(name = "MIT OR Apache-2.0")
    ),
    components(schemas(AnalysisRequest, AnalysisReport, CrowdState, ReviewEntry, PlayerReview))
)]
struct Document;

/// A router without routes that knows the rest of the document.
pub fn router() -> OpenApiRouter<ApiState> {
    OpenApiRouter::with_openapi(Document::openapi())
}

/// The document for programs, and the same as a page. It does not describe itself.
pub fn pages(document: &utoipa::openapi::OpenApi) -> Router<ApiState> {
    let value = serde_json::to_value(document).expect("the document is made of texts");
    let readable = Bytes::from(page(&value));
    let document = Bytes::from(value.to_string());
    Router::new().route("/api", get(|| async { Html(readable) })).route(
        "/api/openapi.json",
        get(|| async { ([(CONTENT_TYPE, "application/json")], document) }),
    )
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;\
color-scheme:light dark}code,pre{font-family:ui-monospace,monospace}h2{margin-top:2rem;font-size:1.1rem}\
pre{overflow:auto;padding:1rem;border:1px solid #8886;border-radius:.5rem}summary{cursor:pointer}";

fn page(document: &Value) -> String {
    let mut text = String::new();
    let mut put =
        |line: std::fmt::Arguments<'_>| text.write_fmt(line).expect("strings take all text");
    put(format_args!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Cornerwise API</title><style>{STYLE}</style><h1>Cornerwise API</h1><p>{}</p>\
         <p>For programs: <a href=\"/api/openapi.json\">/api/openapi.json</a></p>",
        escaped(document["info"]["description"].as_str().unwrap_or(""))
    ));
    for (path, methods) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            let summary = operation["summary"].as_str().unwrap_or("");
            put(format_args!(
                "<h2><code>{} {}</code></h2><p>{}</p>",
                method.to_uppercase(),
                escaped(path),
                escaped(summary)
            ));
            for part in ["requestBody", "responses"] {
                if let Some(told) = operation.get(part) {
                    let told = serde_json::to_string_pretty(told).unwrap_or_default();
                    put(format_args!(
                        "<details><summary>{part}</summary><pre>{}</pre></details>",
                        escaped(&told)
                    ));
                }
            }
        }
    }
    put(format_args!("<h1>Types</h1>"));
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        let told = serde_json::to_string_pretty(schema).unwrap_or_default();
        put(format_args!(
            "<details><summary><code>{name}</code></summary><pre>{}</pre></details>",
            escaped(&told)
        ));
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
