//! The API reference: a page made from the OpenAPI document, with a request and an answer for each endpoint. It must never
//! know an endpoint or a member that the document does not have.

mod sample;

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context as _, Result};
use serde_json::Value;

/// Where the document is, from the root of the repository.
const SOURCE: &str = "docs/openapi.json";
/// Who calls, as the document's tags have it, and how the page calls them.
const CALLERS: &[(&str, &str)] = &[
    ("shoppers", "Calls for pages and apps, with a publishable key (`pk_…`)"),
    ("servers of the shop", "Calls for your servers, with a secret key (`sk_…`)"),
];

/// An endpoint of the document.
pub struct Endpoint {
    /// Its method in capitals.
    pub method: String,
    /// Its path, with parameters in braces.
    pub path: String,
    /// What the document says of it.
    operation: Value,
}

impl Endpoint {
    /// What it is called, in words.
    pub fn name(&self) -> String {
        let words = self.id().replace('_', " ");
        let mut letters = words.chars();
        letters
            .next()
            .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }

    /// Its heading's place on the page.
    pub fn anchor(&self) -> String {
        self.id().replace('_', "-")
    }

    fn id(&self) -> &str {
        self.operation["operationId"].as_str().unwrap_or_default()
    }

    /// Whether a code is among its answers.
    pub fn answers(&self, code: &str) -> bool {
        let responses = self.operation["responses"].as_object();
        let mut said = responses
            .into_iter()
            .flatten()
            .filter_map(|(_, response)| response["description"].as_str());
        said.any(|description| description.contains(&format!("`{code}`")))
    }

    fn has_caller(&self, tag: &str) -> bool {
        self.operation["tags"][0] == tag
    }
}

/// The document.
pub struct Document {
    content: Value,
    text: String,
}

impl Document {
    /// Reads it.
    pub fn read() -> Result<Self> {
        Self::parse(&fs::read_to_string(SOURCE).context(SOURCE)?)
    }

    /// The document as a text.
    pub fn parse(text: &str) -> Result<Self> {
        let content = serde_json::from_str(text).context(SOURCE)?;
        Ok(Self { content, text: text.to_owned() })
    }

    /// Every endpoint, in the order of the document, which its text has and its content has not.
    pub fn endpoints(&self) -> Vec<Endpoint> {
        let paths = self.content["paths"].as_object().into_iter().flatten();
        let endpoints = paths.flat_map(|(path, methods)| {
            methods.as_object().into_iter().flatten().map(|(method, operation)| Endpoint {
                method: method.to_uppercase(),
                path: path.clone(),
                operation: operation.clone(),
            })
        });
        let mut endpoints: Vec<_> = endpoints.collect();
        endpoints.sort_by_key(|endpoint| {
            self.text.find(&format!("\"operationId\": \"{}\"", endpoint.id()))
        });
        endpoints
    }

    /// The page.
    pub fn page(&self) -> Result<String> {
        let endpoints = self.endpoints();
        let mut page = String::from(
            "# API reference\n\nEvery endpoint of the HTTP API, with its parameters, an example request, an example answer and \
             its error codes. [API quick start](api.md) explains keys, idempotency, rate limits and errors. \
             [openapi.json](openapi.json) is the same as an OpenAPI 3.1 document.\n\n\
             The examples need the address of the service in `BASKET` and a key in `KEY` or `SECRET`:\n\n\
             ```sh\nexport BASKET=http://127.0.0.1:8080\nexport KEY=pk_demo\nexport SECRET=sk_...\n```\n",
        );
        for (tag, title) in CALLERS {
            write!(page, "\n{title}:\n\n| endpoint | request |\n|---|---|\n")?;
            for endpoint in endpoints.iter().filter(|endpoint| endpoint.has_caller(tag)) {
                let Endpoint { method, path, .. } = endpoint;
                writeln!(
                    page,
                    "| [{}](#{}) | `{method} {path}` |",
                    endpoint.name(),
                    endpoint.anchor()
                )?;
            }
        }
        for (tag, _) in CALLERS {
            for endpoint in endpoints.iter().filter(|endpoint| endpoint.has_caller(tag)) {
                self.write_endpoint(&mut page, endpoint)?;
            }
        }
        self.write_objects(&mut page)?;
        Ok(page)
    }

    fn write_endpoint(&self, page: &mut String, endpoint: &Endpoint) -> Result<()> {
        let Endpoint { method, path, operation } = endpoint;
        let summary = operation["summary"].as_str().unwrap_or_default();
        write!(page, "\n## {}\n\n`{method} {path}`\n\n{summary}.\n", endpoint.name())?;
        write_parameters(page, operation)?;
        let body = schema_of(&operation["requestBody"]);
        if let Some(name) = self.reference(body) {
            writeln!(page, "\nThe body is a [{name}](#{}).", name.to_lowercase())?;
        }
        write!(page, "\n```sh\n{}\n```\n", sample::request(endpoint)?)?;
        let responses = operation["responses"].as_object().context("no responses")?;
        for (status, response) in responses.iter().filter(|(status, _)| status.as_str() < "400") {
            let description = response["description"].as_str().unwrap_or_default();
            match self.reference(schema_of(response)) {
                Some(name) => {
                    let answer = sample::answer(&self.content, name);
                    write!(
                        page,
                        "\n{status}: {description}, as a [{name}](#{}).\n\n```json\n{answer}\n```\n",
                        name.to_lowercase()
                    )?;
                }
                None => write!(page, "\n{status}: {description}.\n")?,
            }
        }
        page.push_str("\n| status | codes |\n|---|---|\n");
        for (status, response) in responses.iter().filter(|(status, _)| status.as_str() >= "400") {
            let codes = response["description"].as_str().unwrap_or_default().split(", ");
            let links: Vec<_> = codes
                .map(|code| format!("[{code}](codes/{}.md)", code.trim_matches('`')))
                .collect();
            writeln!(page, "| {status} | {} |", links.join(", "))?;
        }
        Ok(())
    }

    /// What bodies and answers are made of.
    fn write_objects(&self, page: &mut String) -> Result<()> {
        page.push_str("\n## Objects\n\nThe members of bodies and answers. Ignore members that you do not know.\n");
        let schemas = self.content["components"]["schemas"].as_object().into_iter().flatten();
        for (name, schema) in schemas {
            let description = schema["description"].as_str().unwrap_or_default();
            write!(page, "\n### {name}\n\n{description}\n")?;
            let values: Vec<_> =
                schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            if !values.is_empty() {
                write!(page, "\nOne of `{}`.\n", values.join("`, `"))?;
                continue;
            }
            page.push_str("\n| member | type | meaning |\n|---|---|---|\n");
            for (member, value) in sample::members(schema) {
                let is_required = sample::required(schema).any(|name| name == member);
                let meaning =
                    value["description"].as_str().or(value["oneOf"][0]["description"].as_str());
                let note = if is_required { "" } else { ", optional" };
                writeln!(
                    page,
                    "| `{member}` | {}{note} | {} |",
                    type_of(value),
                    meaning.unwrap_or_default()
                )?;
            }
        }
        Ok(())
    }

    /// The name of the object that a schema refers to, if it does.
    fn reference<'a>(&self, schema: &'a Value) -> Option<&'a str> {
        let named = schema["$ref"].as_str().or(schema["oneOf"][0]["$ref"].as_str())?;
        let name = named.rsplit('/').next()?;
        self.content["components"]["schemas"].get(name).map(|_| name)
    }
}

fn schema_of(value: &Value) -> &Value {
    &value["content"]["application/json"]["schema"]
}

fn write_parameters(page: &mut String, operation: &Value) -> Result<()> {
    let parameters = operation["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
    if parameters.is_empty() {
        return Ok(());
    }
    page.push_str("\n| parameter | in | type | meaning |\n|---|---|---|---|\n");
    for parameter in parameters {
        let text = |member: &str| parameter[member].as_str().unwrap_or_default();
        let note = if parameter["required"] == true { "" } else { ", optional" };
        let kind = type_of(&parameter["schema"]);
        let meaning = text("description").trim_end_matches('.');
        writeln!(page, "| `{}` | {} | {kind}{note} | {meaning}. |", text("name"), text("in"))?;
    }
    Ok(())
}

/// A schema's type in a few words, with a link if it is an object of ours.
fn type_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        return choices.iter().map(type_of).collect::<Vec<_>>().join(" or ");
    }
    let one = |kind: &str| match kind {
        "array" => format!("array of {}", type_of(&schema["items"])),
        other => other.to_owned(),
    };
    match &schema["type"] {
        Value::String(kind) => one(kind),
        Value::Array(kinds) => {
            kinds.iter().filter_map(Value::as_str).map(one).collect::<Vec<_>>().join(" or ")
        }
        _ => "any".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn types_are_said_in_words() {
        assert_eq!(type_of(&json!({ "type": ["integer", "null"] })), "integer or null");
        let list = json!({ "type": "array", "items": { "$ref": "#/components/schemas/Line" } });
        assert_eq!(type_of(&list), "array of [Line](#line)");
    }

    #[test]
    fn an_endpoint_is_named_by_what_it_does() {
        let operation = json!({ "operationId": "add_line", "responses": { "409": { "description": "`a-b`, `c-d`" } } });
        let endpoint = Endpoint { method: "POST".to_owned(), path: "/v1".to_owned(), operation };
        assert_eq!(
            (endpoint.name().as_str(), endpoint.anchor().as_str()),
            ("Add line", "add-line")
        );
        assert!(endpoint.answers("c-d") && !endpoint.answers("c"));
    }
}
