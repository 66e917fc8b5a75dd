//! The schema agrees with the checks, as an independent validator reads it.

use super::{anything::any_configuration, found};
use basket_core::config::reference;
use jsonschema::Validator;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::LazyLock;

static SCHEMA: LazyLock<Validator> = LazyLock::new(|| {
    let schema: Value = serde_json::from_str(&reference::schema()).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
});

/// Needs to know languages or to compare two members, which no schema does.
const BEYOND: &[&str] = &["locale-unknown", "plural-forms", "style-contrast"];

#[test]
fn it_is_a_schema_of_2020_12() {
    let schema: Value = serde_json::from_str(&reference::schema()).unwrap();
    assert!(jsonschema::draft202012::meta::is_valid(&schema));
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert_eq!(schema["required"], json!(["api_key"]));
}

#[test]
fn good_files_are_accepted_by_both() {
    for configuration in [
        json!({"api_key": "pk_demo"}),
        json!({"api_key": " pk_demo "}),
        json!({"api_key": "k", "options": {}, "style": {}, "locales": {}}),
        json!({"api_key": "k", "options": {"default_locale": null, "right": true}}),
        json!({"api_key": "k", "options": {"default_locale": "de_AT", "show_sum_total": false}}),
        json!({"api_key": "k", "style": {"primary": "linear-gradient(red, blue)", "font_weight": "600"}}),
        json!({"api_key": "k", "style": {"font_family": "\"Noto Sans\", 'A' , serif"}}),
        json!({"api_key": "k", "locales": {"de": {}, "pt-BR": {"items": "x | y | z"}}}),
        json!({"api_key": "k", "locales": {"en": {"subscription_frequencies": {"daily": "each day"}}}}),
        json!({"api_key": "k", "locales": {"en": {"subscription_intervals": {"days": "a | b"}, "close": "Shut"}}}),
    ] {
        assert_eq!(found(&configuration), [], "{configuration}");
        assert!(SCHEMA.is_valid(&configuration), "{configuration}");
    }
}

#[test]
fn bad_files_are_refused_by_both() {
    for (configuration, code) in [
        (json!([]), "json-not-object"),
        (json!({}), "api-key-missing"),
        (json!({"api_key": null}), "api-key-missing"),
        (json!({"api_key": "\t "}), "api-key-missing"),
        (json!({"api_key": 1}), "api-key-type"),
        (json!({"api_key": " <API_KEY>"}), "api-key-placeholder"),
        (json!({"api_key": "k", "apikey": "k"}), "unknown-member"),
        (json!({"api_key": "k", "options": {"show_sum": true}}), "unknown-member"),
        (json!({"api_key": "k", "options": {"right": "yes"}}), "wrong-type"),
        (json!({"api_key": "k", "options": []}), "wrong-type"),
        (json!({"api_key": "k", "options": {"default_locale": "english"}}), "locale-code"),
        (json!({"api_key": "k", "style": {"primary": 7}}), "wrong-type"),
        (json!({"api_key": "k", "style": {"primary": " "}}), "style-value"),
        (json!({"api_key": "k", "style": {"primary": "red;"}}), "style-value"),
        (json!({"api_key": "k", "style": {"primary": "URL(x)"}}), "style-value"),
        (json!({"api_key": "k", "style": {"primary": "image-set('x' 1x)"}}), "style-value"),
        (json!({"api_key": "k", "locales": {"x": {}}}), "locale-code"),
        (json!({"api_key": "k", "locales": {"de": "Kasse"}}), "wrong-type"),
        (json!({"api_key": "k", "locales": {"de": {"check_out": "x"}}}), "unknown-member"),
        (
            json!({"api_key": "k", "locales": {"de": {"subscription_frequencies": {"daily": 1}}}}),
            "wrong-type",
        ),
    ] {
        let codes: Vec<_> = found(&configuration).into_iter().map(|(code, _)| code).collect();
        assert_eq!(codes, [code], "{configuration}");
        assert!(!SCHEMA.is_valid(&configuration), "{configuration}");
    }
}

proptest! {
    #[test]
    fn the_schema_and_the_checks_agree(configuration in any_configuration()) {
        let found = found(&configuration);
        let mut codes = found.iter().map(|(code, _)| *code).filter(|code| !BEYOND.contains(code)).peekable();
        let is_good = codes.peek().is_none();
        let is_valid = SCHEMA.is_valid(&configuration);
        // A schema does not see into escapes and brackets, so of styles it may refuse fewer.
        let is_style = !is_good && codes.all(|code| code == "style-value");
        prop_assert!(is_valid == is_good || is_style && is_valid, "{} {:?}", configuration, found);
    }
}
