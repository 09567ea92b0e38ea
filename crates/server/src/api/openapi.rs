//! The description of the API, made from the types that are sent.

use std::fmt::Write;
use std::sync::LazyLock;

use axum::Json;
use axum::response::Html;
use serde_json::Value;
use utoipa::OpenApi;

use super::{catalogue, positions, rooms, session};
use crate::socket::AnalysisRequest;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Cornerwise",
        description = "Rooms to play and analyse Blokus in. WebSockets are at /api/rooms/{id}/socket and \
                       /api/analysis/socket; docs/17-api.md tells what is said over them.",
        license(name = "MIT OR Apache-2.0")
    ),
    paths(
        session::begin,
        catalogue::variants,
        catalogue::variant,
        catalogue::pieces,
        catalogue::agents,
        positions::position,
        positions::why,
        positions::picture,
        positions::read_games,
        positions::write_game,
        rooms::list,
        rooms::make,
        rooms::state,
        rooms::act,
        rooms::file
    ),
    components(schemas(
        AnalysisRequest,
        crate::analysis::Report,
        crate::analysis::Entry,
        crate::analysis::PlayerReview
    ))
)]
struct Document;

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    serde_json::to_value(Document::openapi()).expect("the document is made of texts")
});

/// The document for programs.
pub async fn document() -> Json<&'static Value> {
    Json(&DOCUMENT)
}

/// The same as a page.
pub async fn readable() -> Html<&'static str> {
    static PAGE: LazyLock<String> = LazyLock::new(|| page(&DOCUMENT));
    Html(&PAGE)
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
