//! Examples for the API reference, with the demo shop's products. Answers are made from the document's schemas, so that
//! they have every member; only the values are written here.

use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use serde_json::Value;

use super::Endpoint;

/// Bodies by operation. A test holds them against the document.
const BODIES: &[(&str, &str)] = &[
    ("create_cart", r#"{ "lines": [{ "sku": "MUG", "quantity": 2 }] }"#),
    ("add_line", r#"{ "sku": "MUG", "quantity": 2 }"#),
    ("change_line", r#"{ "quantity": 2 }"#),
    ("apply_code", r#"{ "code": "SPRING" }"#),
    ("start_checkout", r#"{ "locale": "de" }"#),
    ("put_product", r#"{ "name": "Stoneware mug", "type": "normal", "price": 1800 }"#),
    ("change_product", r#"{ "price": 1800 }"#),
    ("change_order", r#"{ "state": "paid" }"#),
];

/// What follows the path in an example.
const QUERIES: &[(&str, &str)] = &[
    ("list_products", "?sku=MUG&sku=CHAIR"),
    ("list_products_of_shop", "?sku=MUG"),
    ("list_orders", "?state=paid"),
];

/// Values by member, as JSON; those for the member of one object come first.
const VALUES: &[(&str, &str)] = &[
    ("Line.id", "\"1\""),
    ("Line.price", "3600"),
    ("quantity", "2"),
    ("Line.stock", "null"),
    ("Offer.frequency", "\"monthly\""),
    ("Offer.interval", "1"),
    ("Offer.price", "1600"),
    ("Product.price", "1800"),
    ("Product.subscriptions", "[]"),
    ("Product.stock", "null"),
    ("Adjustment.amount", "490"),
    ("AdjustmentKind", "\"shipping\""),
    ("CodeProblem.code", "\"code-minimum\""),
    ("DiscountCode.code", "\"SPRING\""),
    ("Invoice.number", "\"R-17\""),
    ("Minimum.amount", "5000"),
    ("Renewal.frequency", "\"monthly\""),
    ("Renewal.interval", "1"),
    ("SubscriptionSum.frequency", "\"monthly\""),
    ("SubscriptionSum.interval", "1"),
    ("Sums.subscriptions", "[]"),
    ("Shop.name", "\"Demo shop\""),
    ("Contact.name", "\"Ann Example\""),
    ("Order.state", "\"paid\""),
    ("Payment", "\"invoice\""),
    ("Checkout", "\"hosted\""),
    ("ProductType", "\"normal\""),
    ("OrderState", "\"paid\""),
    ("address", "\"1 Example Street\""),
    ("amount", "3600"),
    ("available", "true"),
    ("changed_at", "\"2026-11-18T09:30:00Z\""),
    ("city", "\"Vienna\""),
    ("count", "2"),
    ("country", "\"AT\""),
    ("created_at", "\"2026-11-18T09:30:00Z\""),
    ("currency", "\"EUR\""),
    ("due_on", "\"2026-12-02\""),
    ("email", "\"ann@example.com\""),
    ("frequency", "null"),
    ("id", "\"3204d390a3dab435060c3778706baa69beb1e54b\""),
    ("image", "\"https://basket.example/demo/pictures/mug.svg\""),
    ("interval", "null"),
    ("included", "false"),
    ("items", "2"),
    ("label", "\"Parcel\""),
    ("locale", "\"de\""),
    ("missing", "1400"),
    ("name", "\"Stoneware mug\""),
    ("next", "null"),
    ("number", "1001"),
    ("postal_code", "\"1010\""),
    ("sku", "\"MUG\""),
    ("total", "3600"),
    ("touched_at", "\"2026-11-18T09:30:00Z\""),
    ("unit_price", "1800"),
    ("url", "\"https://basket.example/#mug\""),
    ("Handover.url", "\"https://basket.example/checkout/6f1c2a\""),
    ("version", "1"),
];

fn find<'a>(list: &[(&str, &'a str)], name: &str) -> Option<&'a str> {
    list.iter().find(|(other, _)| *other == name).map(|(_, value)| *value)
}

/// The command that calls an endpoint.
pub fn request(endpoint: &Endpoint) -> Result<String> {
    let id = endpoint.id();
    let is_secret = endpoint.operation["security"][0].get("secret").is_some();
    let key = if is_secret { "SECRET" } else { "KEY" };
    let path = endpoint.path.replace("{cart}", "$CART").replace("{line}", "1");
    let path = path.replace("{sku}", "MUG").replace("{order}", "1001");
    let query = find(QUERIES, id).unwrap_or_default();
    let has_body = endpoint.operation.get("requestBody").is_some();
    let mut command = String::from("curl ");
    match (endpoint.method.as_str(), has_body) {
        ("GET", _) | ("POST", true) => {}
        (method, _) => write!(command, "-X {method} ")?,
    }
    write!(command, "\"$BASKET{path}{query}\" \\\n  -H \"Authorization: Bearer ${key}\"")?;
    if has_body {
        let body = find(BODIES, id).with_context(|| format!("no example body for {id}"))?;
        write!(command, " \\\n  -H \"Content-Type: application/json\" \\\n  -d '{body}'")?;
    }
    Ok(command)
}

/// An object that the service answers with.
pub fn answer(document: &Value, name: &str) -> String {
    let mut out = String::new();
    write_object(&mut out, document, name, 0);
    out
}

/// The members of an object, those it always has first, in their order.
pub fn members(schema: &Value) -> Vec<(&str, &Value)> {
    let properties = &schema["properties"];
    let others = properties.as_object().into_iter().flatten().map(|(name, _)| name.as_str());
    let others = others.filter(|name| required(schema).all(|other| other != *name));
    required(schema).chain(others).map(|name| (name, &properties[name])).collect()
}

/// The names of the members that an object always has.
pub fn required(schema: &Value) -> impl Iterator<Item = &str> {
    schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str)
}

fn write_object(out: &mut String, document: &Value, name: &str, depth: usize) {
    let schema = &document["components"]["schemas"][name];
    let indent = "  ".repeat(depth + 1);
    out.push('{');
    let members = members(schema)
        .into_iter()
        .filter(|(member, _)| required(schema).any(|name| name == *member));
    for (at, (member, value)) in members.enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(out, "{comma}\n{indent}\"{member}\": ");
        write_value(out, document, (name, member), value, depth + 1);
    }
    let _ = write!(out, "\n{}}}", "  ".repeat(depth));
}

fn write_value(
    out: &mut String,
    document: &Value,
    place: (&str, &str),
    schema: &Value,
    depth: usize,
) {
    let (object, member) = place;
    let refers = schema["$ref"].as_str().or(schema["oneOf"][0]["$ref"].as_str());
    let refers = refers.and_then(|path| path.rsplit('/').next());
    let written = find(VALUES, &format!("{object}.{member}"));
    let written = written.or_else(|| refers.and_then(|name| find(VALUES, name)));
    let items = schema["items"]["$ref"].as_str().and_then(|path| path.rsplit('/').next());
    match (written, refers, items) {
        (Some(value), ..) => out.push_str(value),
        (None, Some(name), _) if document["components"]["schemas"][name]["type"] == "object" => {
            write_object(out, document, name, depth);
        }
        (None, _, Some(name)) => {
            out.push('[');
            write_object(out, document, name, depth);
            out.push(']');
        }
        _ => out.push_str(find(VALUES, member).unwrap_or("null")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Document, schema_of};
    use super::*;
    use std::fs;

    fn document() -> Document {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
        Document::parse(&fs::read_to_string(path).unwrap()).unwrap()
    }

    /// The object that a schema refers to.
    fn resolve<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
        let path = schema["$ref"].as_str().or(schema["oneOf"][0]["$ref"].as_str());
        path.and_then(|path| document.pointer(path.trim_start_matches('#'))).unwrap_or(schema)
    }

    /// Whether a value has the members and the types of its schema.
    fn hold(document: &Value, schema: &Value, value: &Value, place: &str) {
        let is_nullable = |kind: &Value| {
            kind == "null"
                || kind.as_array().is_some_and(|all| all.iter().any(|kind| kind == "null"))
        };
        if value.is_null() {
            let choices = schema["oneOf"]
                .as_array()
                .is_some_and(|all| all.iter().any(|one| one["type"] == "null"));
            assert!(is_nullable(&schema["type"]) || choices, "{place} is null");
            return;
        }
        let schema = resolve(document, schema);
        let kinds =
            schema["type"].as_array().cloned().unwrap_or_else(|| vec![schema["type"].clone()]);
        let kind = match value {
            Value::Bool(_) => "boolean",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
            Value::Null => "null",
        };
        assert!(kinds.iter().any(|other| other == kind), "{place} is of the type {kind}");
        if let Some(choices) = schema["enum"].as_array() {
            assert!(choices.contains(value), "{place} is {value}");
        }
        for item in value.as_array().into_iter().flatten() {
            hold(document, &schema["items"], item, place);
        }
        for (name, member) in value.as_object().into_iter().flatten() {
            let place = format!("{place}.{name}");
            hold(document, schema["properties"].get(name).expect(&place), member, &place);
        }
        if value.is_object() {
            assert!(
                required(schema).all(|name| value.get(name).is_some()),
                "{place} lacks a member"
            );
        }
    }

    #[test]
    fn every_example_fits_the_document() {
        let (endpoints, document) = (document().endpoints(), document().content);
        for endpoint in endpoints {
            let id = endpoint.id();
            assert!(request(&endpoint).unwrap().starts_with("curl "), "{id}");
            if let Some(body) = find(BODIES, id) {
                let schema = schema_of(&endpoint.operation["requestBody"]);
                hold(&document, schema, &serde_json::from_str(body).unwrap(), id);
            }
        }
        for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
            if schema["type"] == "object" && !name.starts_with("New") && name != "Problem" {
                let answer: Value = serde_json::from_str(&answer(&document, name)).expect(name);
                hold(&document, schema, &answer, name);
            }
        }
    }
}
