use super::*;
use crate::json::Problem;
use serde_json::{Value, json};
use std::string::{String, ToString};

fn check_element(element: &Value) -> Vec<Diagnostic> {
    super::check_element(json::parse(&element.to_string()).unwrap().root())
}

fn key(text: &str) -> String {
    json::parse(text).map_or_else(|_| String::new(), |parsed| read_key(parsed.root()).into())
}

fn flags(text: &str, attributes: &Value) -> Flags {
    let attributes = json::parse(&attributes.to_string()).unwrap();
    read_flags(json::parse(text).unwrap().root(), attributes.root())
}

fn script(text: &str) -> Value {
    json!([true, "application/json", text])
}

fn codes(element: &Value) -> Vec<&'static str> {
    check_element(element).iter().map(|diagnostic| diagnostic.code.name()).collect()
}

#[test]
fn defaults_are_those_of_the_specification() {
    let text = r#"{"api_key": "pk_demo"}"#;
    assert_eq!((key(text).as_str(), check_json(text).len()), ("pk_demo", 0));
    for flag in Flag::ALL {
        let is_default = matches!(flag, Flag::ShowSumTotal | Flag::Button);
        assert_eq!(flags(text, &json!({})).is_on(flag), is_default, "{flag:?}");
    }
}

#[test]
fn the_attribute_wins_over_json() {
    let flags = flags(
        r#"{"api_key": "k", "options": {"right": true, "tinted": false}}"#,
        &json!({"right": " False ", "tinted": "", "persistent": "no", "detached": null}),
    );
    assert!(!flags.is_on(Flag::Right));
    assert!(flags.is_on(Flag::Tinted));
    assert!(flags.is_on(Flag::Persistent));
    assert!(!flags.is_on(Flag::Detached));
}

#[test]
fn sums_cannot_be_set_by_attribute() {
    let flags = flags(r#"{"api_key": "k"}"#, &json!({"show_sum_purchases": ""}));
    assert!(!flags.is_on(Flag::ShowSumPurchases));
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
fn a_missing_or_impossible_key_is_read_as_none() {
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
        assert_eq!(key(text), "", "{text}");
    }
}

#[test]
fn a_mistake_in_the_json_has_its_place_and_its_reason() {
    let found = check_json("{\n  \"api_key\": \"k\",\n}");
    assert_eq!((found[0].line, found[0].column), (2, 17));
    assert_eq!(found[0].problem, Some(Problem::TrailingComma));
    assert!(found[0].message().contains("comma after the last entry"));
}

#[test]
fn wrong_options_are_reported_and_the_rest_counts() {
    let text = r#"{"api_key": "k", "options": {"right": "yes", "tint": true, "detached": true, "default_locale": null}}"#;
    let flags = flags(text, &json!({}));
    assert!(flags.is_on(Flag::Detached) && !flags.is_on(Flag::Right));
    let found = check_json(text);
    let found: Vec<_> =
        found.iter().map(|found| (found.code.name(), found.path.as_str())).collect();
    assert_eq!(found, [("wrong-type", "options.right"), ("unknown-member", "options.tint")]);
}

/// What a text is said to be: code, path, line and column, what was found, what to do.
type Said = (&'static str, &'static str, (u32, u32), &'static str, &'static str);

/// Says exactly this and no more.
fn says(text: &str, said: Said) {
    let all = check_json(text);
    assert_eq!(all.len(), 1, "{all:?}");
    let Diagnostic { code, path, line, column, found, .. } = &all[0];
    assert_eq!((code.name(), path.as_str(), (*line, *column), found.as_str(), all[0].hint()), said);
}

#[test]
fn a_configuration_that_cannot_be_used_says_why() {
    let key = Code::ApiKeyMissing.row().help;
    let kind = Code::ApiKeyType.row().help;
    let placeholder = Code::ApiKeyPlaceholder.row().help;
    for (text, said) in [
        ("[1]", ("json-not-object", "", (1, 1), "[", Code::JsonNotObject.row().help)),
        ("{}", ("api-key-missing", "api_key", (1, 1), "", key)),
        (r#"{"api_key": " "}"#, ("api-key-missing", "api_key", (1, 13), "\" \"", key)),
        (r#"{"api_key": 7.5}"#, ("api-key-type", "api_key", (1, 13), "7.5", kind)),
        (
            r#"{"api_key": "<API_KEY>"}"#,
            ("api-key-placeholder", "api_key", (1, 13), "\"<API_KEY>\"", placeholder),
        ),
        ("{\n'a': 1}", ("json-invalid", "", (2, 1), "'", Code::JsonInvalid.row().help)),
    ] {
        says(text, said);
    }
}

/// Says this of a member in the second line, and goes on with the default.
fn warns(member: &str, said: Said) {
    let text = std::format!("{{\"api_key\": \"k\",\n{member}}}");
    assert_ne!(key(&text), "", "{member}");
    says(&text, said);
}

#[test]
fn a_name_that_means_nothing_is_met_with_the_right_one() {
    let known = "Known here: `api_key`, `options`, `style`, `locales`.";
    let nested = "It belongs in `subscription_frequencies`.";
    for (member, name, help) in [
        (r#""Style": {}"#, "Style", "Did you mean `style`?"),
        (r#""right": true"#, "right", "It belongs in `options`."),
        (r#""daily": "x""#, "daily", nested),
        (r#""colour": "x""#, "colour", known),
    ] {
        let found = std::format!("\"{name}\"");
        warns(member, ("unknown-member", name, (2, 1), found.leak(), help));
    }
    let help = "The reference lists the keys of a locale.";
    let said = ("unknown-member", "locales.de.nonsense", (2, 20), "\"nonsense\"", help);
    warns(r#""locales": {"de": {"nonsense": 1}}"#, said);
}

#[test]
fn texts_of_the_checkout_may_have_any_name() {
    let path = "locales.de.checkout_page.title";
    let said = ("wrong-type", path, (2, 47), "1", "Put it into quotes.");
    warns(r#""locales": {"de": {"checkout_page": {"title": 1, "back": "Heim"}}}"#, said);
    let null = "Leave the member out to take the default.";
    let said = ("wrong-type", "locales.de.checkout_page", (2, 37), "null", null);
    warns(r#""locales": {"de": {"checkout_page": null}}"#, said);
}

#[test]
fn a_value_that_cannot_be_used_says_why() {
    let quotes = "Write `true` without quotes.";
    let default = "Leave the member out to take the default.";
    let weight = ("wrong-type", "style.font_weight", (2, 26), "600", "Put it into quotes.");
    let style = Code::StyleValue.row().help;
    let code = Code::LocaleCode.row().help;
    let forms = Code::PluralForms.row().help;
    for (member, said) in [
        (
            r#""api_key": "l""#,
            ("duplicate-member", "api_key", (2, 1), "\"api_key\"", "Remove all but one."),
        ),
        (
            r#""options": {"right": "TRUE"}"#,
            ("wrong-type", "options.right", (2, 22), "\"TRUE\"", quotes),
        ),
        (
            r#""options": {"right": null}"#,
            ("wrong-type", "options.right", (2, 22), "null", default),
        ),
        (r#""style": {"font_weight": 600}"#, weight),
        (
            r#""style": {"primary": "url(x)"}"#,
            ("style-value", "style.primary", (2, 22), "\"url(x)\"", style),
        ),
        (
            r#""options": {"default_locale": "???"}"#,
            ("locale-code", "options.default_locale", (2, 31), "\"???\"", code),
        ),
        (
            r#""locales": {"german": {}}"#,
            ("locale-code", "locales.german", (2, 13), "\"german\"", code),
        ),
        (
            r#""locales": {"de": {"items": "a|b|c|d"}}"#,
            ("plural-forms", "locales.de.items", (2, 29), "\"a|b|c|d\"", forms),
        ),
    ] {
        warns(member, said);
    }
}

#[test]
fn a_default_locale_is_native_or_added() {
    let codes = |code: &str, locales: &str| -> Vec<_> {
        let text = std::format!(
            r#"{{"api_key": "k", "options": {{"default_locale": "{code}"}}, "locales": {locales}}}"#
        );
        check_json(&text).iter().map(|diagnostic| diagnostic.code.name()).collect()
    };
    for code in ["de", "DE", "de-AT", "en_US", "da", "nb", "nn-NO", " sv "] {
        assert!(codes(code, "{}").is_empty(), "{code}");
    }
    assert_eq!(codes("pt", "{}"), ["locale-unknown"]);
    assert!(codes("pt", r#"{"pt": {}}"#).is_empty());
    assert!(codes("pt-BR", r#"{"PT": {}}"#).is_empty());
    assert!(codes("pt-BR", r#"{"pt_br": {}}"#).is_empty());
    assert_eq!(codes("pt", r#"{"pt-BR": {}}"#), ["locale-unknown"]);
}

#[test]
fn text_that_can_hardly_be_read_is_reported() {
    let found = |style: &str| -> Vec<_> {
        let found = check_json(&std::format!(r#"{{"api_key": "k", "style": {style}}}"#));
        found.iter().map(|found| (found.path.clone(), found.message())).collect()
    };
    let pale = found(r##"{"text_primary": "#aaa", "secondary": "#fff"}"##);
    assert_eq!(pale[0].0, "style.text_primary");
    assert!(pale[0].1.ends_with("under 4.5:1. On `secondary` it is 2.3:1."), "{pale:?}");
    let chain = r##"{"button_cart_text_primary": "#fff", "primary": "#ff0"}"##;
    assert_eq!(found(chain)[0].0, "style.button_cart_text_primary");
    for fine in [
        r##"{"text_primary": "#000", "secondary": "#fff"}"##,
        r##"{"text_primary": "#aaa"}"##,
        r##"{"text_primary": "#aaa", "secondary": "white"}"##,
        r##"{"button_cart_text_primary": "#fff", "button_cart_primary": "#000", "primary": "#ff0"}"##,
    ] {
        assert!(found(fine).is_empty(), "{fine}");
    }
}

#[test]
fn of_duplicate_members_the_last_counts() {
    let text = r#"{"api_key": "k", "options": {"right": true, "right": false}, "api_key": "l"}"#;
    assert!(key(text) == "l" && !flags(text, &json!({})).is_on(Flag::Right));
    let found = check_json(text);
    let paths: Vec<_> =
        found.iter().map(|found| (found.code.name(), found.path.as_str())).collect();
    assert_eq!(paths, [("duplicate-member", "options.right"), ("duplicate-member", "api_key")]);
}

#[test]
fn long_texts_are_shortened() {
    let found = check_json(&std::format!(r#"{{"api_key": "k", "style": "{}"}}"#, "ü".repeat(90)));
    assert_eq!(found[0].found.chars().count(), 41);
    assert!(found[0].found.ends_with('…'));
}
