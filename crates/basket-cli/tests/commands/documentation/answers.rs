//! Answers and messages that the pages show, compared with those that the service gives.

use super::{
    node,
    pages::pages,
    service::{Answer, Service, ask},
    tags::tags,
};
use crate::{
    program::{Demo, succeed},
    webhooks,
};
use serde_json::{Value, json};
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpListener,
    process::Command,
};

/// What the pages write for something that they leave out.
const LEFT_OUT: &str = "…";

/// Where the pages say the service is.
const SHOWN: &str = "https://basket.example";

/// Compares what a page shows with what is real.
pub(super) fn check(shown: &Value) -> Result<(), String> {
    let has = |name: &str| shown.get(name).is_some();
    let service = Service::shared();
    let real = if has("code") {
        refusal(&service, shown["code"].as_str().unwrap_or_default())?.json()
    } else if has("lines") && has("sums") {
        cart(&service, shown)
    } else if has("checkout") {
        service.call("GET", "/v1/shop", "").json()
    } else if has("ecommerce") {
        pushed()?
    } else if has("data") {
        message(shown["type"].as_str().unwrap_or_default())?
    } else {
        return Err("no check knows what this is".to_owned());
    };
    let real = real.to_string().replace(&service.url(""), SHOWN);
    same(shown, &serde_json::from_str(&real).unwrap(), "")
}

/// Has the service refuse something.
pub(super) fn refusal(service: &Service, code: &str) -> Result<Answer, String> {
    match code {
        "out-of-stock" => {
            let body = r#"{ "lines": [{ "sku": "CHAIR", "quantity": 10 }] }"#;
            Ok(service.call("POST", "/v1/carts", body))
        }
        "rate-limited" => {
            let folder = tempfile::tempdir().unwrap();
            let database = format!("sqlite:{}", folder.path().join("shop.db").display());
            let demo = Demo::serve(&["--database", &database, "--requests-per-address", "1"]);
            let mut answers = (0..100).map(|_| ask("GET", &demo.url("/v1/shop"), "", ""));
            answers.find(|answer| answer.status == 429).ok_or("there is no limit".to_owned())
        }
        _ => Err(format!("no check makes the service refuse something with `{code}`")),
    }
}

/// A cart with the same lines, made in as many steps as the page's.
fn cart(service: &Service, shown: &Value) -> Value {
    let mut path = "/v1/carts".to_owned();
    let mut cart = service.call("POST", &path, "{}").json();
    path = format!("{path}/{}/lines", cart["id"].as_str().unwrap());
    for line in shown["lines"].as_array().unwrap() {
        let mut body = json!({ "sku": line["sku"], "quantity": line["quantity"] });
        if !line["frequency"].is_null() {
            body["frequency"] = line["frequency"].clone();
            body["interval"] = line["interval"].clone();
        }
        cart = service.call("POST", &path, &body.to_string()).json();
    }
    cart
}

/// Whether a page shows what is real: the same members, with the same values. What a page leaves out may be anything,
/// and some values cannot be the same twice.
pub(super) fn same(shown: &Value, real: &Value, path: &str) -> Result<(), String> {
    let name = path.rsplit('.').next().unwrap_or_default();
    let is_time = |text: &str| text.ends_with('Z') && text.parse::<jiff::Timestamp>().is_ok();
    match (shown, real) {
        (Value::Object(shown), Value::Object(real)) => {
            let is_part = shown.contains_key(LEFT_OUT);
            let extra = real.keys().find(|name| !shown.contains_key(*name) && !is_part);
            if let Some(name) = extra {
                return Err(format!("`{path}` also has `{name}`"));
            }
            for (name, value) in shown.iter().filter(|(name, _)| *name != LEFT_OUT) {
                let Some(real) = real.get(name) else {
                    return Err(format!("`{path}` has no `{name}`"));
                };
                same(value, real, &format!("{path}.{name}"))?;
            }
            Ok(())
        }
        (Value::Array(shown), Value::Array(real)) if shown.len() == real.len() => {
            shown.iter().zip(real).try_for_each(|(shown, real)| same(shown, real, path))
        }
        (Value::String(text), Value::String(_)) if text == LEFT_OUT => Ok(()),
        (Value::String(shown), Value::String(real))
            if name == "id" && shown.len() == real.len() =>
        {
            Ok(())
        }
        (Value::String(shown), Value::String(real)) if is_time(shown) && is_time(real) => Ok(()),
        (Value::Number(_), Value::Number(_)) if name == "version" => Ok(()),
        // A shop's products need have neither.
        (Value::Null, Value::String(_)) if matches!(name, "image" | "url") => Ok(()),
        _ if shown == real => Ok(()),
        _ => Err(format!("`{path}` is {shown}, and really {real}")),
    }
}

/// Scripts that push events into a data layer: of this page, and of the recipe for Tag Manager, which does the same.
const LAYERS: [&str; 2] = ["docs/analytics.md", "docs/recipes/google-tag-manager.md"];

/// What the scripts push into the data layer for two mugs.
fn pushed() -> Result<Value, String> {
    let [pushed, other] = LAYERS.map(|name| {
        let page = pages().into_iter().find(|page| page.name == name).unwrap();
        let markup = &page.blocks.iter().find(|block| block.language == "html").unwrap().text;
        push(&markup[tags(markup)[0].body.clone()])
    });
    let pushed = pushed?;
    same(&pushed, &other?, LAYERS[1])?;
    Ok(pushed)
}

/// What a script pushes.
fn push(script: &str) -> Result<Value, String> {
    let folder = tempfile::tempdir().unwrap();
    let program = format!(
        "const heard = {{}};
         globalThis.window = globalThis;
         globalThis.document = {{ addEventListener: (type, listener) => (heard[type] = listener) }};
         {script}
         const items = [{{ item_id: 'MUG', item_name: 'Stoneware mug', price: 18, quantity: 2 }}];
         const detail = {{ currency: 'EUR', value: 36, items, difference: 2 }};
         heard['service-basket:add']({{ detail }});
         heard['service-basket:update']({{ detail: {{ ...detail, difference: -2 }} }});
         console.log(JSON.stringify(dataLayer));"
    );
    fs::write(folder.path().join("page.mjs"), program).unwrap();
    let said = node::run(Command::new("node").arg("page.mjs").current_dir(folder.path()))?;
    let layer: Vec<Value> = serde_json::from_str(&said).unwrap();
    let [clear, added, _, removed] = &layer[..] else {
        return Err(format!("pushed is {layer:?}"));
    };
    if *clear != json!({ "ecommerce": null }) || removed["event"] != "remove_from_cart" {
        return Err(format!("pushed is {layer:?}"));
    }
    Ok(added.clone())
}

/// A message of this type that the service sends to a shop's server.
fn message(kind: &str) -> Result<Value, String> {
    // What an order alone makes the service send.
    if !["checkout.started", "order.placed"].contains(&kind) {
        return Err(format!("no check makes the service send `{kind}`"));
    }
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite:{}", folder.path().join("shop.db").display());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (_runtime, _store) = webhooks::shop(&address, listener.local_addr().unwrap());
    let service = webhooks::serve(&address);
    webhooks::order(&service);
    loop {
        let (stream, _) = listener.accept().unwrap();
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            match line.trim_end().split_once(": ") {
                Some(("content-length", value)) => length = value.parse().unwrap(),
                None if line.trim_end().is_empty() => break,
                _ => {}
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        reader.get_mut().write_all(b"HTTP/1.1 204 It\r\nconnection: close\r\n\r\n").unwrap();
        let message: Value = serde_json::from_slice(&body).unwrap();
        if message["type"] == kind {
            return Ok(message);
        }
    }
}

/// Every code that the API's page lists is one that `basket explain` knows.
#[test]
fn every_listed_code_can_be_explained() {
    let is_code = |code: &str| {
        code.contains('-') && code.chars().all(|next| next.is_ascii_lowercase() || next == '-')
    };
    let mut count = 0;
    for page in ["docs/api.md", "docs/script.md"] {
        let text = super::pages::file(page);
        let listed =
            text.split_once("rror codes\n").or_else(|| text.split_once("## Errors\n")).unwrap().1;
        for row in listed.lines().filter(|line| line.starts_with("| `")) {
            let cell = row.split('|').nth(1).unwrap();
            for code in cell.split('`').skip(1).step_by(2).filter(|code| is_code(code)) {
                // Only the script of the page knows it.
                if code != "basket-missing" {
                    assert!(succeed(&["explain", code]).contains(code), "{page}: {code}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 40, "only {count} codes were found");
}

#[test]
fn differences_are_found() {
    let real = json!({ "id": "abc", "items": 1, "lines": [{ "sku": "MUG" }] });
    let with = |change: fn(&mut Value)| {
        let mut shown = real.clone();
        change(&mut shown);
        same(&shown, &real, "")
    };
    assert_eq!(with(|_| ()), Ok(()));
    assert_eq!(with(|shown| shown["id"] = json!("xyz")), Ok(()));
    assert_eq!(with(|shown| *shown = json!({ "…": "…", "items": 1 })), Ok(()));
    assert!(with(|shown| shown["items"] = json!(2)).is_err());
    assert!(with(|shown| shown["sum"] = json!(2)).is_err());
    assert!(with(|shown| shown["lines"] = json!([])).is_err());
    assert!(with(|shown| shown["lines"] = json!([{ "sku": "CUP" }])).is_err());
    assert!(with(|shown| *shown = json!({ "items": 1 })).is_err());
}
