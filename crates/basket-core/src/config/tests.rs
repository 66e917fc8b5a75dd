use super::*;
use crate::json::Problem;
use serde_json::{Value, json};
use std::string::ToString;

fn read_element(element: &Value) -> (Option<Config>, Vec<Diagnostic>) {
    let mut findings = Findings::default();
    let config =
        super::read_element(json::parse(&element.to_string()).unwrap().root(), &mut findings);
    (config, findings.found)
}

fn script(text: &str) -> Value {
    json!([true, "application/json", text])
}

fn read_json(text: &str) -> (Option<Config>, Vec<Diagnostic>) {
    read_element(&json!({"scripts": [script(text)]}))
}

fn codes(element: &Value) -> Vec<&'static str> {
    read_element(element).1.iter().map(|diagnostic| diagnostic.code.name()).collect()
}

#[test]
fn defaults_are_those_of_the_specification() {
    let (config, found) = read_json(r#"{"api_key": "pk_demo"}"#);
    let config = config.unwrap();
    assert_eq!((config.api_key.as_str(), found.len()), ("pk_demo", 0));
    assert_eq!(config.options.default_locale, None);
    for flag in Flag::ALL {
        assert_eq!(config.options.is_on(flag), flag == Flag::ShowSumTotal, "{flag:?}");
    }
}

#[test]
fn the_attribute_wins_over_json() {
    let (config, _) = read_element(&json!({
        "scripts": [script(r#"{"api_key": "k", "options": {"right": true, "tinted": false}}"#)],
        "attributes": {"right": " False ", "tinted": "", "persistent": "no", "detached": null},
    }));
    let options = config.unwrap().options;
    assert!(!options.is_on(Flag::Right));
    assert!(options.is_on(Flag::Tinted));
    assert!(options.is_on(Flag::Persistent));
    assert!(!options.is_on(Flag::Detached));
}

#[test]
fn sums_cannot_be_set_by_attribute() {
    let (config, _) = read_element(&json!({
        "scripts": [script(r#"{"api_key": "k"}"#)],
        "attributes": {"show_sum_purchases": ""},
    }));
    assert!(!config.unwrap().options.is_on(Flag::ShowSumPurchases));
}

#[test]
fn a_script_that_cannot_count_says_why() {
    let nested = json!([false, "application/json", "{}"]);
    let module = json!([true, "module", "{}"]);
    assert_eq!(codes(&json!({"scripts": []})), ["script-missing"]);
    assert_eq!(codes(&json!({})), ["script-missing"]);
    assert_eq!(codes(&json!({"scripts": [nested]})), ["script-not-child"]);
    assert_eq!(codes(&json!({"scripts": [module, nested]})), ["script-type"]);
    let twice = json!({"scripts": [script("{}"), script("{}")]});
    assert_eq!(codes(&twice), ["script-duplicate", "api-key-missing"]);
}

#[test]
fn a_missing_or_impossible_key_leaves_no_configuration() {
    for (text, code) in [
        ("{}", "api-key-missing"),
        (r#"{"api_key": null}"#, "api-key-missing"),
        (r#"{"api_key": "  "}"#, "api-key-missing"),
        (r#"{"api_key": 7}"#, "api-key-type"),
        (r#"{"api_key": {}}"#, "api-key-type"),
        (r#"{"api_key": "<API_KEY>"}"#, "api-key-placeholder"),
        ("[]", "json-not-object"),
        ("{", "json-invalid"),
    ] {
        assert_eq!(codes(&json!({"scripts": [script(text)]})), [code], "{text}");
        assert!(read_json(text).0.is_none());
    }
}

#[test]
fn a_mistake_in_the_json_has_its_place_and_its_reason() {
    let (_, found) = read_json("{\n  \"api_key\": \"k\",\n}");
    assert_eq!((found[0].line, found[0].column), (2, 17));
    assert_eq!(found[0].problem, Some(Problem::TrailingComma));
    assert!(found[0].message().contains("comma after the last entry"));
}

#[test]
fn the_widget_learns_that_something_is_wrong_and_no_more() {
    for (text, expected) in
        [(r#"{"api_key": "k"}"#, false), (r#"{"api_key": 1}"#, true), ("7", true)]
    {
        let mut is_wrong = false;
        read(json::parse(text).unwrap().root(), None, &mut is_wrong);
        assert_eq!(is_wrong, expected, "{text}");
    }
}

#[test]
fn wrong_options_are_reported_and_the_rest_counts() {
    let (config, found) = read_json(
        r#"{"api_key": "k", "options": {"right": "yes", "tint": true, "detached": true, "default_locale": null}}"#,
    );
    let options = config.unwrap().options;
    assert!(options.is_on(Flag::Detached) && !options.is_on(Flag::Right));
    let found: Vec<_> =
        found.iter().map(|found| (found.code.name(), found.path.as_str())).collect();
    assert_eq!(found, [("wrong-type", "options.right"), ("unknown-member", "options.tint")]);
}
