//! The types of the page are those of the API's document.

mod common;

use std::fmt::Write;

use common::{Client, Host};
use serde_json::{Map, Value};

const HEAD: &str = "\
/**
 * The types of the API, made from its OpenAPI document by `crates/server/tests/api_types.rs`. CONTRIBUTING.md tells how
 * to make them anew.
 */
";

#[test]
fn the_types_of_the_page_are_those_of_the_document() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::start(directory.path());
    let (status, document) = Client::new(host.address).get("/api/openapi.json");
    assert_eq!(status, 200);
    let text = types(&document);
    assert!(text.contains("export type RoomState = {"), "{text}");
    // The same switch as that of the pages rewrites it.
    let kept = snapbox::file!["../../../web/shell/api-types.d.ts"].raw();
    snapbox::Assert::new().action_env("TRYCMD").eq(text, kept);
}

/// A declaration for each type of a document.
fn types(document: &Value) -> String {
    let mut text = HEAD.to_owned();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        let comment = comment(schema, "");
        write!(text, "\n{comment}export type {name} ={};\n", spaced(&written(schema, ""))).unwrap();
    }
    text
}

/// A type after a sign: a union begins its own line.
fn spaced(text: &str) -> String {
    if text.starts_with('\n') { text.to_owned() } else { format!(" {text}") }
}

/// What is said about a type or a field, as a comment before it. That of a field that may be null stands at its type.
fn comment(schema: &Value, indent: &str) -> String {
    let said = &schema["description"];
    let said = if said.is_null() { &schema["oneOf"][0]["description"] } else { said };
    match said.as_str() {
        None => String::new(),
        Some(text) => {
            format!("{indent}/** {} */\n", text.replace('\n', " ").replace("*/", "* /"))
        }
    }
}

/// A schema as TypeScript writes it.
fn written(schema: &Value, indent: &str) -> String {
    let joined = |schemas: &Value, by: &str| {
        let all = schemas.as_array().unwrap().iter().map(|schema| written(schema, indent));
        all.collect::<Vec<_>>().join(by)
    };
    if let Some(path) = schema["$ref"].as_str() {
        return path.rsplit('/').next().unwrap().to_owned();
    }
    if let Some(variants) = schema["oneOf"].as_array() {
        let is_tagged = variants.iter().all(|variant| variant["type"] == "object");
        return if is_tagged { union(variants, indent) } else { joined(&schema["oneOf"], " | ") };
    }
    if schema["allOf"].is_array() {
        return joined(&schema["allOf"], " & ");
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    match &schema["type"] {
        Value::Array(names) => {
            let one = |name: &Value| {
                let mut schema = schema.clone();
                schema["type"] = name.clone();
                written(&schema, indent)
            };
            names.iter().map(one).collect::<Vec<_>>().join(" | ")
        }
        Value::String(name) => match name.as_str() {
            "string" | "boolean" | "null" => name.clone(),
            "integer" | "number" => "number".to_owned(),
            "array" if schema["prefixItems"].is_array() => {
                format!("[{}]", joined(&schema["prefixItems"], ", "))
            }
            "array" => format!("Array<{}>", written(&schema["items"], indent)),
            "object" => match schema["properties"].as_object() {
                Some(fields) => object(fields, &schema["required"], indent),
                None if schema["additionalProperties"].is_object() => {
                    format!("Record<string, {}>", written(&schema["additionalProperties"], indent))
                }
                None => "Record<string, never>".to_owned(),
            },
            other => panic!("there is no rule for the type {other}: {schema}"),
        },
        _ => panic!("there is no rule for this schema: {schema}"),
    }
}

/// The variants of an enum with fields, each with what is said about it.
fn union(variants: &[Value], indent: &str) -> String {
    let deeper = format!("{indent}  ");
    let one = |variant: &Value| {
        format!("\n{}{deeper}| {}", comment(variant, &deeper), written(variant, &deeper))
    };
    variants.iter().map(one).collect()
}

fn object(fields: &Map<String, Value>, required: &Value, indent: &str) -> String {
    let deeper = format!("{indent}  ");
    let mut text = "{\n".to_owned();
    for (name, schema) in fields {
        let is_required =
            required.as_array().is_some_and(|names| names.iter().any(|other| other == name));
        let mark = if is_required { "" } else { "?" };
        text += &comment(schema, &deeper);
        writeln!(text, "{deeper}{name}{mark}: {};", written(schema, &deeper)).unwrap();
    }
    text + indent + "}"
}
