use super::{contrast::Scheme, form::locales, *};
use crate::config;
use alloc::{borrow::ToOwned, format, string::ToString};
use proptest::prelude::*;

const FULL: &str = r##"{"api_key": "pk_1", "options": {"right": true, "show_sum_total": false, "tint": 1.50},
    "style": {"primary": "#123456", "border_radius": 4}, "locales": {"de": {"total": "Zusammen",
    "subscription_frequencies": {"daily": "jeden Tag"}}}, "more": [null, {}]}"##;

fn draft(text: &str) -> Draft {
    Draft::read(text).unwrap()
}

/// The value of a field as the form shows it.
fn shown(draft: &Draft, locale: &str, name: &str) -> String {
    let form = draft.form(locale);
    let field = form.iter().flat_map(|section| &section.fields).find(|field| field.name == name);
    field.unwrap_or_else(|| panic!("no field is called {name}")).value.clone()
}

/// The same draft after one field was filled in.
fn filled(draft: &Draft, locale: &str, name: &str, value: &str) -> Draft {
    let mut answers: Vec<(String, String)> = Vec::new();
    for field in draft.form(locale).into_iter().flat_map(|section| section.fields) {
        let is_off = field.entry.value == Holds::Flag && !field.is_on();
        let old = if is_off { String::new() } else { field.value };
        answers.push((field.name.clone(), if field.name == name { value.to_owned() } else { old }));
    }
    let mut filled = draft.clone();
    filled.fill(draft, locale, |name| {
        answers.iter().find(|(other, _)| other == name).map_or("", |(_, value)| value)
    });
    filled
}

#[test]
fn an_old_form_changes_only_what_was_changed_in_it() {
    let shown = draft(FULL);
    let mut newer = draft(&FULL.replace("#123456", "#abcdef").replace("Zusammen", "Summe"));
    let field = |name: &str| match name {
        "style.primary" => "#123456",
        "locales.*.total" => "Alles",
        "options.right" => "on",
        "locales.*.subscription_frequencies.daily" => "jeden Tag",
        _ => "",
    };
    newer.fill(&shown, "de", field);
    assert_eq!(newer.text(&["style", "primary"]), "#abcdef");
    assert_eq!(newer.text(&["locales", "de", "total"]), "Alles");
    assert_eq!(newer.text(&["api_key"]), "", "it was emptied");
}

#[test]
fn every_member_of_the_table_is_a_field_once() {
    let form = Draft::for_key("pk_1").form("en");
    let mut names: Vec<_> =
        form.iter().flat_map(|section| &section.fields).map(|field| &field.name).collect();
    let count = names.len();
    let expected: usize = config::table::GROUPS
        .iter()
        .map(|group| {
            let is_field = |entry: &&config::table::Entry| !entry.value.is_object();
            group.entries().iter().filter(is_field).count()
        })
        .sum();
    assert_eq!(count, expected);
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn a_form_that_is_sent_as_it_came_changes_nothing() {
    let odd = "{\"api_key\": \"a\\nb\", \"options\": 3, \"style\": {\"primary\": null}, \"locales\": {\"de\": []}}";
    for text in [FULL, odd, "{}"] {
        for locale in ["en", "de", "ar"] {
            assert_eq!(filled(&draft(text), locale, "", ""), draft(text), "{text}");
        }
    }
}

#[test]
fn a_field_changes_its_member_and_nothing_else() {
    let full = draft(FULL);
    let changed = filled(&full, "de", "style.primary", "#fff");
    assert_eq!(changed.write(), full.write().replace("#123456", "#fff"));
    let changed = filled(&full, "de", "locales.*.subscription_frequencies.daily", "täglich");
    assert_eq!(changed.text(&["locales", "de", "subscription_frequencies", "daily"]), "täglich");
    let changed = filled(&full, "en", "locales.*.total", "Sum");
    assert_eq!(changed.text(&["locales", "en", "total"]), "Sum");
    assert_eq!(changed.text(&["locales", "de", "total"]), "Zusammen");
    assert_eq!(shown(&changed, "en", "locales.*.total"), "Sum");
}

#[test]
fn what_is_the_default_is_left_out() {
    let full = draft(FULL);
    let changed = filled(&full, "en", "options.show_sum_total", "on");
    assert_eq!(changed.get(&["options", "show_sum_total"]), None);
    let changed = filled(&full, "en", "options.right", "");
    assert_eq!(changed.get(&["options", "right"]), None);
    let changed = filled(
        &filled(&full, "de", "locales.*.total", " "),
        "de",
        "locales.*.subscription_frequencies.daily",
        "",
    );
    assert_eq!(changed.get(&["locales"]), None, "nothing is left of it");
}

#[test]
fn options_that_may_be_attributes_are_written_as_such() {
    let Element { attributes, json } = draft(FULL).element();
    assert_eq!(attributes, ["right"]);
    assert_eq!(Draft::read(&json).unwrap().get(&["options", "right"]), None);
    assert_eq!(draft(r#"{"options": {"right": true}}"#).element().json, "{}\n");
    assert_eq!(draft(r#"{"a": "</script><!--"}"#).element().json.matches('<').count(), 0);
}

#[test]
fn what_is_no_object_is_no_draft() {
    for text in ["", "[]", "3", "{", "{\"a\": 1,}"] {
        assert_eq!(Draft::read(text), None, "{text}");
    }
}

#[test]
fn locales_can_be_chosen_that_are_native_or_written() {
    let draft = draft(
        r#"{"options": {"default_locale": "ar"}, "locales": {"de": {}, "de-AT": {}, "?": {}}}"#,
    );
    let codes: Vec<_> = locales(&draft).iter().map(|(code, _)| code.to_string()).collect();
    assert_eq!(codes[..2], ["de", "dk"]);
    assert_eq!(codes[12..], ["de-AT", "ar"]);
}

#[test]
fn native_texts_serve_where_a_locale_has_none() {
    let form = Draft::for_key("k").form("de-AT");
    let fields: Vec<_> = form.iter().flat_map(|section| &section.fields).collect();
    let fallback = |name: &str| &*fields.iter().find(|field| field.name == name).unwrap().fallback;
    assert_eq!(fallback("locales.*.subscription_frequencies.weekly"), "wöchentlich");
    assert_eq!(fallback("style.primary"), "#1f5f4a");
    assert_eq!(fallback("style.border_radius"), "20px");
    assert_eq!(fallback("style.chip_primary"), "a tint of `primary`");
}

#[test]
fn a_text_that_is_hard_to_read_is_found_with_what_would_do() {
    let pairs = |style: &str| {
        let draft = draft(&format!(r#"{{"style": {style}}}"#));
        let low = |pair: contrast::Pair<'_>| {
            let contrast::Pair { text, ground, scheme, tenths, ref better, .. } = pair;
            pair.is_low().then(|| (text, ground, scheme, tenths, better.clone()))
        };
        draft.pairs().into_iter().filter_map(low).collect::<Vec<_>>()
    };
    assert_eq!(pairs("{}"), []);
    assert_eq!(
        pairs(r##"{"text_primary": "#000", "secondary": "#fff", "text_secondary": "#555"}"##),
        []
    );
    let grey =
        ("text_primary", "secondary", None, Some(21), Some(("text_primary", "#747474".to_owned())));
    assert_eq!(
        pairs(r##"{"text_primary": "#b2b2b2", "secondary": "#fff", "text_secondary": "#555"}"##),
        [grey]
    );
    // A light surface with the built-in texts cannot be read on a dark page.
    let found = pairs(r##"{"secondary": "#ffffff"}"##);
    let dark = |text, tenths, better: &str| {
        (text, "secondary", Some(Scheme::Dark), Some(tenths), Some((text, better.to_owned())))
    };
    assert_eq!(found, [dark("text_primary", 11, "#1c1b19"), dark("text_secondary", 24, "#66625b")]);
    // A dark text on the built-in surface neither, unless that stays light.
    let found = pairs(r##"{"text_primary": "#000000"}"##);
    let better = Some(("secondary", "#fff".to_owned()));
    assert_eq!(found, [("text_primary", "secondary", Some(Scheme::Dark), Some(12), better)]);
    // What is no plain number is for the browser to judge.
    assert_eq!(
        pairs(r##"{"text_primary": "gold", "secondary": "#fff", "text_secondary": "#555"}"##),
        []
    );
}

#[test]
fn the_built_in_colours_are_easy_to_read() {
    let top = ["primary", "secondary", "text_primary", "text_secondary"];
    for scheme in [Scheme::Light, Scheme::Dark] {
        for member in top {
            let colour = contrast::built_in(member, scheme).unwrap();
            assert!(config::check::contrast::channels(colour).is_some(), "{member}: {colour}");
        }
        for text in &top[2..] {
            let [text, ground] =
                [*text, "secondary"].map(|member| contrast::built_in(member, scheme).unwrap());
            assert!(config::check::contrast::tenths(text, ground) >= Some(contrast::ENOUGH));
        }
    }
}

const NAMES: &[&str] =
    &["api_key", "options", "style", "locales", "right", "primary", "de", "total", "ü"];

/// Any JSON value, with names that mean something and names that do not.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Flag),
        any::<i32>().prop_map(|number| Value::Number(number.to_string())),
        any::<String>().prop_map(Value::Text),
        Just(Value::Text("#123".to_owned())),
    ];
    leaf.prop_recursive(4, 32, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::Array),
            prop::collection::vec((prop::sample::select(NAMES), inner), 0..6).prop_map(|members| {
                let mut object = Value::Object(Vec::new());
                for (name, value) in members {
                    object.put(&[name], value);
                }
                object
            }),
        ]
    })
}

proptest! {
    #[test]
    fn any_draft_is_read_as_it_was_written(root in value()) {
        let draft = Draft { root };
        let read = Draft::read(&draft.write());
        prop_assert_eq!(read, matches!(draft.root, Value::Object(_)).then_some(draft));
    }

    #[test]
    fn any_form_is_shown_as_it_was_filled_in(root in value(), text in "x[^\n\r\0]*") {
        let draft = filled(&Draft { root }, "de", "locales.*.total", &text);
        prop_assert_eq!(shown(&draft, "de", "locales.*.total"), text);
    }
}
