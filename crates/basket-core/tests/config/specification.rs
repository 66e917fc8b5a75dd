//! Every row of the specification's tables 2.1 to 2.5: the name, the type, the default, set by JSON, set
//! by attribute where allowed, the wrong type, an unknown neighbour.

use super::{check, found};
use basket_core::{
    config::{
        self, Flags,
        table::{Group, Kind, OPTIONS, OnAdd},
    },
    json,
};
use serde_json::{Value, json};
use std::fs;

const OPTION_ROWS: &[(&str, bool, bool)] = &[
    // Name, default, whether it may be an attribute.
    ("detached", false, true),
    ("persistent", false, true),
    ("right", false, true),
    ("tinted", false, true),
    ("show_billing_frequency", false, false),
    ("show_sum_purchases", false, false),
    ("show_sum_subscriptions", false, false),
    ("show_sum_total", true, false),
    ("button", true, false),
];

const STYLE_ROWS: &[&str] = &[
    "border",
    "border_radius",
    "box_shadow",
    "button_cart_primary",
    "button_cart_text_primary",
    "button_checkout_primary",
    "button_checkout_text_primary",
    "button_primary",
    "chip_primary",
    "font_family",
    "font_weight",
    "primary",
    "product_card_primary",
    "secondary",
    "text_primary",
    "text_secondary",
];

const LOCALE_ROWS: &[(&str, bool)] = &[
    // Name, whether it is a plural pattern.
    ("checkout", false),
    ("consumableProduct", false),
    ("empty_cart", false),
    ("items", true),
    ("outOfStock", false),
    ("purchases", true),
    ("subscriptions", true),
    ("total", false),
    ("your_cart", false),
];

const NATIVE: &[&str] = &["de", "dk", "el", "en", "es", "fi", "fr", "it", "nl", "no", "sl", "sv"];

fn with(path: &[&str], value: Value) -> Value {
    let mut configuration = value;
    for name in path.iter().rev() {
        configuration = json!({ *name: configuration });
    }
    if path != ["api_key"] {
        configuration["api_key"] = json!("pk_demo");
    }
    configuration
}

fn is_on(flags: Flags, name: &str) -> bool {
    match OPTIONS.iter().find(|row| row.name == name).unwrap().kind {
        Kind::Flag(flag) => flags.is_on(flag),
        Kind::Locale | Kind::OnAdd => panic!("{name} is no flag"),
    }
}

fn key(configuration: &Value) -> String {
    config::read_key(json::parse(&configuration.to_string()).unwrap().root()).to_owned()
}

fn flags(configuration: &Value, attributes: &Value) -> Flags {
    let configuration = json::parse(&configuration.to_string()).unwrap();
    let attributes = json::parse(&attributes.to_string()).unwrap();
    config::read_flags(configuration.root(), attributes.root())
}

/// Each value in turn has the wrong type, says so, and the configuration can still be used.
fn refuses(path: &[&str], values: &[Value]) {
    for value in values {
        let configuration = with(path, value.clone());
        assert_eq!(found(&configuration), [("wrong-type", path.join("."))], "{configuration}");
        assert_eq!(key(&configuration), "pk_demo");
        assert_eq!(flags(&configuration, &json!({})), Flags::default());
        let message = check(&configuration)[0].message();
        assert!(message.contains("Expected"), "{message}");
    }
}

/// A name that is one letter off is reported where it stands, and the right one is offered.
fn offers(path: &[&str], value: &Value) {
    let (name, group) = path.split_last().unwrap();
    let neighbour = format!("{name}z");
    let path: Vec<&str> = group.iter().copied().chain([neighbour.as_str()]).collect();
    let mut configuration = with(&path, value.clone());
    configuration["api_key"] = json!("pk_demo");
    assert_eq!(found(&configuration), [("unknown-member", path.join("."))]);
    assert_eq!(check(&configuration)[0].hint(), format!("Did you mean `{name}`?"));
}

#[test]
fn the_element_is_read_as_table_2_1_says() {
    let good = r#"{"api_key": "pk_demo"}"#;
    for (scripts, code) in [
        (json!([[true, "application/json", good]]), None),
        (json!([[true, " Application/JSON ", good]]), None),
        (json!([]), Some("script-missing")),
        (json!([[false, "application/json", good]]), Some("script-not-child")),
        (json!([[true, "", good]]), Some("script-type")),
        (json!([[true, "text/javascript", good]]), Some("script-type")),
        (json!([[true, "application/json", "[]"]]), Some("json-not-object")),
        (json!([[true, "application/json", ""]]), Some("json-invalid")),
    ] {
        let element = json!({"scripts": scripts}).to_string();
        let element = json::parse(&element).unwrap();
        let found = config::check_element(element.root());
        assert_eq!(found.first().map(|found| found.code.name()), code, "{scripts}");
    }
    let attributes = Group::Element.entries();
    assert_eq!(attributes[0].name, "data-embed");
}

#[test]
fn top_level_members_are_those_of_table_2_2() {
    let names: Vec<_> = Group::Top.entries().iter().map(|entry| entry.name).collect();
    assert_eq!(names, ["api_key", "options", "style", "locales"]);
    assert_eq!(Group::Top.find("locales").unwrap().since, Some("1.8"));
    assert_eq!(key(&json!({"api_key": "pk_demo"})), "pk_demo");
    assert_eq!(found(&json!({"api_key": 7})), [("api-key-type", "api_key".to_owned())]);
    assert_eq!(found(&json!({})), [("api-key-missing", "api_key".to_owned())]);
    for name in ["options", "style", "locales"] {
        assert!(found(&with(&[name], json!({}))).is_empty());
        refuses(&[name], &[json!(null), json!(true), json!(1), json!("{}"), json!([])]);
        offers(&[name], &json!({}));
    }
    offers(&["api_key"], &json!("pk_demo"));
}

#[test]
fn options_are_those_of_table_2_3() {
    let mut names: Vec<_> = OPTION_ROWS.iter().map(|(name, ..)| *name).collect();
    names.insert(0, "default_locale");
    names.push("on_add");
    let known = Group::Options.entries();
    assert_eq!(known.iter().map(|entry| entry.name).collect::<Vec<_>>(), names);
    for &(name, default, is_attribute) in OPTION_ROWS {
        assert_eq!(is_on(Flags::default(), name), default, "{name}");
        assert_eq!(Group::Options.find(name).unwrap().default, default.to_string());
        for on in [true, false] {
            let configuration = with(&["options", name], json!(on));
            assert!(found(&configuration).is_empty(), "{name}");
            assert_eq!(is_on(flags(&configuration, &json!({})), name), on, "{name}");
            // The attribute wins over JSON, where there is one.
            let opposite = json!({ name: if on { "false" } else { "" } });
            let expected = if is_attribute { !on } else { on };
            assert_eq!(is_on(flags(&configuration, &opposite), name), expected, "{name}");
        }
        assert_eq!(Group::Element.find(name).is_some(), is_attribute, "{name}");
        refuses(&["options", name], &[json!(null), json!(1), json!("true"), json!([]), json!({})]);
        offers(&["options", name], &json!(true));
    }
}

#[test]
fn the_default_locale_is_a_code_or_null() {
    for code in NATIVE {
        let configuration = with(&["options", "default_locale"], json!(code));
        assert!(found(&configuration).is_empty(), "{code}");
    }
    let path = ["options", "default_locale"];
    assert!(found(&with(&path, json!(null))).is_empty());
    refuses(&path, &[json!(true), json!(1), json!([]), json!({})]);
    offers(&path, &json!("de"));
}

#[test]
fn what_an_addition_does_is_one_of_three_names() {
    let path = ["options", "on_add"];
    for (name, means) in [("none", OnAdd::Nothing), ("toast", OnAdd::Toast), ("open", OnAdd::Open)]
    {
        let configuration = with(&path, json!(name));
        assert!(found(&configuration).is_empty(), "{name}");
        let text = configuration.to_string();
        assert_eq!(config::read_on_add(json::parse(&text).unwrap().root()), means, "{name}");
        offers(&path, &json!(name));
    }
    refuses(&path, &[json!(null), json!(true), json!(1), json!([]), json!({})]);
    for unknown in ["", "Toast", "popup"] {
        let configuration = with(&path, json!(unknown));
        assert_eq!(found(&configuration), [("choice-unknown", path.join("."))], "{unknown}");
    }
}

#[test]
fn style_members_are_those_of_table_2_4() {
    let known = Group::Style.entries();
    assert_eq!(known.iter().map(|entry| entry.name).collect::<Vec<_>>(), STYLE_ROWS);
    for name in STYLE_ROWS {
        let path = ["style", *name];
        assert!(found(&with(&path, json!("inherit"))).is_empty(), "{name}");
        refuses(&path, &[json!(null), json!(true), json!(1), json!([]), json!({})]);
        offers(&path, &json!("inherit"));
        let broken = with(&path, json!("red; color: blue"));
        assert_eq!(found(&broken), [("style-value", path.join("."))]);
    }
}

#[test]
fn native_codes_are_those_of_table_2_5() {
    let codes: Vec<_> = config::table::NATIVE.iter().map(|(code, _)| *code).collect();
    assert_eq!(codes, NATIVE);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../locales");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
    let mut files: Vec<_> = files.map(|name| name.into_string().unwrap()).collect();
    // The folders beside them have the words of other pages.
    files.retain(|name| name.contains('.'));
    files.sort();
    assert_eq!(files, codes.iter().map(|code| format!("{code}.json")).collect::<Vec<_>>());
    for code in NATIVE.iter().chain(&["pt-BR", "tlh"]) {
        assert!(found(&with(&["locales", code], json!({"checkout": "x"}))).is_empty(), "{code}");
        refuses(&["locales", code], &[json!(null), json!(true), json!("x"), json!([])]);
    }
}

#[test]
fn keys_of_a_locale_are_those_of_table_2_5() {
    for &(name, is_plural) in LOCALE_ROWS {
        let path = ["locales", "en", name];
        assert!(found(&with(&path, json!("none | one | {count} many"))).is_empty(), "{name}");
        refuses(&path, &[json!(null), json!(true), json!(1), json!([]), json!({})]);
        offers(&path, &json!("x"));
        let too_many = found(&with(&path, json!("a | b | c | d")));
        let expected = is_plural.then(|| ("plural-forms", path.join(".")));
        assert_eq!(too_many, Vec::from_iter(expected), "{name}");
    }
    let path = ["locales", "en", "subscription_frequencies"];
    assert!(found(&with(&path, json!({}))).is_empty());
    refuses(&path, &[json!(null), json!(true), json!("x"), json!([])]);
    offers(&path, &json!({}));
    let known = Group::Texts("subscription_frequencies").entries();
    let known: Vec<_> = known.iter().map(|entry| entry.name).collect();
    assert_eq!(known, ["daily", "weekly", "monthly", "yearly"]);
    for name in known {
        let path = [path.as_slice(), &[name]].concat();
        assert!(found(&with(&path, json!("x"))).is_empty(), "{name}");
        refuses(&path, &[json!(null), json!(true), json!(1), json!([]), json!({})]);
        offers(&path, &json!("x"));
    }
}

#[test]
fn what_is_plural_in_the_table_is_plural_in_english() {
    let english = include_str!("../../../../locales/en.json");
    let english: Value = serde_json::from_str(english).unwrap();
    for (name, value) in english.as_object().unwrap() {
        let entry = Group::Locale.find(name).unwrap();
        match (value, entry.value) {
            (Value::Object(texts), config::table::Value::Object(group)) => {
                for (name, text) in texts {
                    let is_plural = text.as_str().unwrap().contains('|');
                    let entry = group.find(name).unwrap();
                    assert_eq!(entry.value == config::table::Value::Plural, is_plural, "{name}");
                }
            }
            (text, value) => {
                let is_plural = text.as_str().unwrap().contains('|');
                assert_eq!(value == config::table::Value::Plural, is_plural, "{name}");
            }
        }
    }
}
