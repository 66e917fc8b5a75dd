//! The document for people: every call with what it takes and answers, in one page without scripts.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;
use utoipa::openapi::OpenApi;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
    code,pre{font:14px/1.4 ui-monospace,monospace}pre{overflow:auto;background:#8882;padding:1rem}\
    h2{margin-top:2.5rem;border-top:1px solid #8885;padding-top:1rem}td{vertical-align:top;padding:.1rem 1rem .1rem 0}\
    :root{color-scheme:light dark}";

pub(super) fn page(document: &OpenApi) -> Markup {
    let document = serde_json::to_value(document).unwrap_or_default();
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { "API" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (text(&document["info"]["title"])) " " (text(&document["info"]["version"])) }
                p { (text(&document["info"]["description"])) " "
                    a href="/v1/openapi.json" { "OpenAPI 3.1 document" } "." }
                @for (path, calls) in members(&document["paths"]) {
                    @for (method, call) in members(calls) {
                        (described(path, method, call))
                    }
                }
                h2 { "Bodies" }
                @for (name, schema) in members(&document["components"]["schemas"]) {
                    h3 id=(name) { (name) }
                    p { (text(&schema["description"])) }
                    pre { (serde_json::to_string_pretty(&schema["properties"]).unwrap_or_default()) }
                }
            }
        }
    }
}

fn described(path: &str, method: &str, call: &Value) -> Markup {
    html! {
        h2 { code { (method.to_ascii_uppercase()) " " (path) } }
        p { (text(&call["summary"])) }
        table {
            @for parameter in call["parameters"].as_array().into_iter().flatten() {
                tr {
                    td { (text(&parameter["in"])) }
                    td { code { (text(&parameter["name"])) } }
                    td { (text(&parameter["description"])) }
                }
            }
            @for (_, content) in members(&call["requestBody"]["content"]) {
                tr { td { "body" } td { (body(&content["schema"])) } td {} }
            }
            @for (status, response) in members(&call["responses"]) {
                tr {
                    td { (status) }
                    td {
                        @for (_, content) in members(&response["content"]) {
                            (body(&content["schema"]))
                        }
                    }
                    td { (text(&response["description"])) }
                }
            }
        }
    }
}

/// A link to the body's description.
fn body(schema: &Value) -> Markup {
    let place = text(&schema["$ref"]);
    let name = place.rsplit('/').next().unwrap_or_default();
    html! { a href=(format!("#{name}")) { (name) } }
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
