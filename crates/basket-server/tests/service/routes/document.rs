//! The OpenAPI document, and whether it tells the truth.

use super::{orders, shopper::Answer, site::Site};
use basket_model::key::{KeyKind, NewKey};
use serde_json::{Value, json};
use std::{fs, path::Path};
use ureq::http::Method;

fn document(site: &Site) -> Value {
    site.caller(None).get("/v1/openapi.json").send().json()
}

on_both_engines!(it_is_the_one_in_the_documentation);

fn it_is_the_one_in_the_documentation() {
    let site = Site::open();
    let text = serde_json::to_string_pretty(&document(&site)).unwrap() + "\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    if fs::read_to_string(&file).ok().as_ref() != Some(&text) {
        fs::write(&file, text).unwrap();
        panic!("docs/openapi.json was out of date and is renewed; look at the change");
    }
}

/// Fails unless an answer is as the document says.
fn check(document: &Value, call: &str, answer: &Answer) {
    let (method, path) = call.split_once(' ').unwrap();
    let responses = &document["paths"][path][method]["responses"];
    let response = &responses[answer.status.to_string()];
    assert!(response.is_object(), "{call} does not say that it answers {}", answer.status);
    let Some(content) = response["content"].as_object() else {
        assert_eq!(answer.bytes, b"", "{call}");
        return;
    };
    let kind = answer.header("content-type").unwrap();
    let reference = &content[kind]["schema"]["$ref"];
    assert!(reference.is_string(), "{call} does not say that it answers {kind}");
    let schema = json!({ "$ref": reference, "components": document["components"] });
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<_> =
        validator.iter_errors(&answer.json()).map(|error| error.to_string()).collect();
    assert_eq!(errors, [""; 0], "{call}: {}", answer.text());
}

on_both_engines!(every_call_answers_as_it_says);

fn every_call_answers_as_it_says() {
    let site = Site::open();
    let document = document(&site);
    let shopper = site.shopper();
    let key = NewKey::random(KeyKind::Secret).unwrap();
    let owner = site.caller(Some(key.text()));
    site.wait(site.store.keys().create(site.demo_shop(), key)).unwrap();
    let lines = r#"{"sku":"MUG"},{"sku":"COFFEE","frequency":"weekly"},{"sku":"CHAIR"}"#;
    let cart = shopper.cart(lines);
    let admin = cart.replace("/v1/", "/v1/admin/");
    let handover = |body: &str| shopper.post(&format!("{cart}/checkout")).json(body).send();
    let handed_over = handover("{}");
    let order = orders::place(&site, &orders::checkout(&site, r#"{"sku":"MUG"}"#)).unwrap();
    let order = format!("/v1/admin/orders/{}", order.number);
    let set_state = |body: &str| owner.patch(&order).json(body).send();
    let put = |body: &str| owner.call(Method::PUT, "/v1/admin/products/TEA").json(body).send();
    let add = |body: &str| shopper.post(&format!("{cart}/lines")).json(body).send();
    let line = |number: u8| shopper.patch(&format!("{cart}/lines/{number}"));
    for (call, answer) in [
        ("get /v1/shop", shopper.get("/v1/shop").send()),
        ("get /v1/shop", site.caller(None).get("/v1/shop").send()),
        ("get /v1/products", shopper.get("/v1/products").send()),
        ("get /v1/products", shopper.get("/v1/products?after=x").send()),
        ("post /v1/carts", shopper.post("/v1/carts").send()),
        ("post /v1/carts", shopper.post("/v1/carts").json("{").send()),
        ("post /v1/carts", shopper.post("/v1/carts").body("{}").send()),
        ("get /v1/carts/{cart}", shopper.get(&cart).send()),
        ("get /v1/carts/{cart}", shopper.get(&cart).header("if-none-match", "\"1\"").send()),
        ("get /v1/carts/{cart}", shopper.get("/v1/carts/none").send()),
        ("post /v1/carts/{cart}/lines", add(r#"{"sku":"MUG"}"#)),
        ("post /v1/carts/{cart}/lines", add(r#"{"sku":"CHAIR","quantity":9}"#)),
        ("post /v1/carts/{cart}/lines", add(r#"{"sku":"BOAT"}"#)),
        ("post /v1/carts/{cart}/lines", add(r#"{"sku":7}"#)),
        ("patch /v1/carts/{cart}/lines/{line}", line(1).json(r#"{"quantity":7}"#).send()),
        ("patch /v1/carts/{cart}/lines/{line}", line(9).json(r#"{"quantity":7}"#).send()),
        (
            "patch /v1/carts/{cart}/lines/{line}",
            line(1).header("if-match", "\"1\"").json(r#"{"quantity":2}"#).send(),
        ),
        ("delete /v1/carts/{cart}/lines/{line}", shopper.delete(&format!("{cart}/lines/1")).send()),
        ("delete /v1/carts/{cart}/lines", shopper.delete(&format!("{cart}/lines")).send()),
        ("post /v1/carts/{cart}/checkout", handed_over),
        ("post /v1/carts/{cart}/checkout", handover("{}")),
        ("post /v1/carts/{cart}/checkout", handover(r#"{"locale":7}"#)),
        ("get /v1/admin/orders", owner.get("/v1/admin/orders").send()),
        ("get /v1/admin/orders/{order}", owner.get(&order).send()),
        ("get /v1/admin/orders/{order}", owner.get("/v1/admin/orders/0").send()),
        ("patch /v1/admin/orders/{order}", set_state(r#"{"state":"cancelled"}"#)),
        ("patch /v1/admin/orders/{order}", set_state(r#"{"state":"paid"}"#)),
        ("patch /v1/admin/orders/{order}", set_state(r#"{"state":"lost"}"#)),
        ("get /v1/admin/carts", owner.get("/v1/admin/carts").send()),
        ("get /v1/admin/carts", owner.get("/v1/admin/carts?after=x").send()),
        ("get /v1/admin/products", owner.get("/v1/admin/products").send()),
        ("get /v1/admin/carts/{cart}", owner.get(&admin).send()),
        ("put /v1/admin/products/{sku}", put(r#"{"name":"Tea","price":1}"#)),
        ("put /v1/admin/products/{sku}", put("{}")),
        ("delete /v1/admin/products/{sku}", owner.delete("/v1/admin/products/TEA").send()),
        ("delete /v1/admin/products/{sku}", owner.delete("/v1/admin/products/TEA").send()),
    ] {
        check(&document, call, &answer);
    }
}
