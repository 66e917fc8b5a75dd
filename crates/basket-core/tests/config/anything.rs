//! Whatever is written, reading it gives an answer. `PROPTEST_CASES` makes this a long run.

use basket_core::{
    config::{
        self,
        table::{GROUPS, Group},
    },
    diagnostic, explain,
    json::{self, line_column},
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A name that means something somewhere, or nothing anywhere.
pub fn any_name() -> impl Strategy<Value = String> {
    let known = GROUPS.iter().flat_map(|group| Group::entries(*group));
    let mut known: Vec<String> = known.map(|entry| entry.name.to_owned()).collect();
    known.extend(["en", "de", "xx", "pt_BR", "???", ""].map(str::to_owned));
    prop_oneof![8 => prop::sample::select(known), 1 => ".{0,12}"]
}

/// A text that means something somewhere, or nothing anywhere.
fn any_text() -> impl Strategy<Value = String> {
    let known =
        ["pk_demo", "<API_KEY>", "", " ", "de", "xx-YY", "???", "red", "url(x)", "a;b", "a|b"];
    prop_oneof![6 => prop::sample::select(known.map(str::to_owned).to_vec()), 1 => any::<String>()]
}

pub fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        any_text().prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 48, 8, |inner| {
        prop_oneof![
            1 => prop::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            6 => prop::collection::vec((any_name(), inner), 0..8)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// A configuration as people write them: the right places, and now and then the right values.
pub fn any_configuration() -> impl Strategy<Value = Value> {
    (any_json(), any_json(), any_json(), any_json(), any_json()).prop_map(
        |(mut root, key, options, style, locale)| {
            if let Value::Object(root) = &mut root {
                root.insert("api_key".into(), key);
                root.insert("options".into(), options);
                root.insert("style".into(), style);
                root.insert("locales".into(), json!({ "en": locale }));
            }
            root
        },
    )
}

/// Every diagnostic points into the text, at what it says was found.
fn holds_together(text: &str) -> Result<(), TestCaseError> {
    for diagnostic in config::check_json(text) {
        prop_assert_eq!(
            (diagnostic.line, diagnostic.column),
            line_column(text, diagnostic.start),
            "{}",
            text
        );
        let written = text.get(diagnostic.start..diagnostic.end);
        prop_assert!(written.is_some(), "{:?} {:?}", diagnostic, text);
        let found = diagnostic.found.trim_end_matches('…');
        prop_assert!(written.unwrap_or_default().starts_with(found), "{:?}", diagnostic);
        prop_assert!(!diagnostic.message().is_empty() && !diagnostic.hint().is_empty());
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_json_gives_a_configuration_or_says_why_not(value in prop_oneof![any_json(), any_configuration()]) {
        let text = value.to_string();
        let parsed = json::parse(&text).unwrap();
        let key = config::read_key(parsed.root());
        config::read_flags(parsed.root(), json::Node::NONE);
        let found = config::check_json(&text);
        let is_error = found.iter().any(|found| found.code.row().level == diagnostic::Level::Error);
        prop_assert_eq!(is_error, key.is_empty());
        holds_together(&text)?;
    }

    #[test]
    fn any_text_gives_an_answer(text in any::<String>()) {
        holds_together(&text)?;
    }

    #[test]
    fn any_text_like_json_gives_an_answer(text in "([\\[\\]{},:\"\\\\'“”/ \n\u{FEFF}]|api_key|options|style|locales|null|true|[0-9.e-]){0,40}") {
        holds_together(&text)?;
    }

    #[test]
    fn any_element_is_explained(scripts in any_json(), rejected in any_json(), text in any_configuration()) {
        let script = json!([true, "application/json", text.to_string()]);
        for scripts in [scripts, json!([script])] {
            let element = json!({"scripts": scripts, "rejected": rejected}).to_string();
            let element = json::parse(&element).unwrap();
            let explained = explain::explain(element.root());
            prop_assert!(serde_json::from_str::<Value>(&explained).is_ok_and(|list| list.is_array()));
        }
    }
}
