//! What a basket shows in each state, from left to right and from right to left, as snapshots below `snapshots/`. After a
//! change that is meant, `INSTA_UPDATE=always cargo test -p basket-core views` writes them anew.

use super::*;
use crate::{
    locale::{ENGLISH, NAMES},
    product::ProductType,
};
use std::fmt::Write as _;

/// A state: its name, the page's options, and what happens on the page.
type State = (&'static str, fn() -> Value, fn(&mut Page));

/// The page has no options.
fn plain() -> Value {
    json!({})
}

const STATES: &[State] = &[
    ("loading", plain, |page| page.open_panel()),
    ("empty", plain, |page| {
        page.open_panel();
        page.answer(200, &as_json(vec![]));
    }),
    ("closed", plain, |page| page.answer(200, &as_json(vec![mugs(2)]))),
    ("filled", plain, |page| page.show(vec![mugs(2), lamp()])),
    ("typing", plain, |page| {
        page.show(vec![mugs(2)]);
        page.use_control(Action::Quantity.number(0), true, "1x");
    }),
    (
        "subscriptions",
        || json!({"show_billing_frequency": true}),
        |page| {
            page.show(vec![mugs(1), coffee(1), coffee(3)]);
        },
    ),
    ("chips", plain, |page| {
        page.show(vec![mugs(1), lamp()]);
        page.use_control(Action::Increase.number(0), false, "");
        let left = Line { stock: Some(2), product_type: ProductType::Consumable, ..mugs(2) };
        let gone = Line { available: false, unit_price: 5900, ..lamp() };
        page.answer(200, &as_json(vec![left, gone]));
    }),
    ("sums_all", all_sums, |page| page.show(vec![mugs(2), coffee(1), coffee(3)])),
    ("sums_without_purchases", all_sums, |page| page.show(vec![coffee(1)])),
    ("sums_without_subscriptions", all_sums, |page| page.show(vec![mugs(1)])),
    ("no_button", || json!({"button": false}), |page| page.show(vec![mugs(1)])),
    ("sums_none", || json!({"show_sum_total": false}), |page| page.show(vec![mugs(1)])),
    (
        "layout",
        || json!({"detached": true, "persistent": true, "right": true, "tinted": true}),
        |page| {
            page.show(vec![mugs(1)]);
        },
    ),
    ("change_under_way", plain, |page| {
        page.show(vec![mugs(1)]);
        page.use_control(Action::Increase.number(0), false, "");
    }),
    ("addition_under_way", plain, |page| {
        page.show(vec![mugs(1)]);
        page.send(&json!(["add", 7, "LAMP", 2, "", 1, false]));
    }),
    ("added", plain, |page| {
        page.show(vec![mugs(1)]);
        page.send(&json!(["add", 7, "MUG", 1, "", 1, false]));
        page.answer(200, &as_json(vec![mugs(2)]));
    }),
    ("toast", toast, |page| {
        page.answer(200, &as_json(vec![mugs(1)]));
        page.send(&json!(["add", 7, "MUG", 1, "", 1, false]));
        page.answer(200, &as_json(vec![mugs(2)]));
    }),
    ("toast_refused", toast, |page| {
        page.answer(200, &as_json(vec![mugs(1)]));
        page.refuse("out-of-stock");
    }),
    ("removed", plain, |page| {
        page.show(vec![mugs(1), lamp()]);
        page.use_control(Action::Remove.number(0), false, "");
        page.answer(200, &as_json(vec![lamp()]));
    }),
    ("removed_last", plain, |page| {
        page.show(vec![mugs(1)]);
        page.use_control(Action::Remove.number(0), false, "");
        page.answer(200, &as_json(vec![]));
    }),
    ("out_of_stock", plain, |page| {
        page.show(vec![mugs(1)]);
        page.refuse("out-of-stock");
    }),
    ("limit_reached", plain, |page| {
        page.show(vec![mugs(1)]);
        page.refuse("limit-reached");
    }),
    ("change_refused", plain, |page| {
        page.show(vec![mugs(1)]);
        page.refuse("sku-unknown");
    }),
    ("offline", plain, |page| {
        page.show(vec![mugs(1)]);
        page.use_control(Action::Increase.number(0), false, "");
        page.answer(0, &Value::Null);
    }),
    ("offline_from_the_start", plain, |page| {
        page.open_panel();
        page.answer(0, &Value::Null);
    }),
    ("error", plain, |page| {
        page.open_panel();
        page.answer(503, &json!({"code": "unavailable"}));
    }),
    ("key_refused", plain, |page| page.answer(401, &json!({"code": "key-unknown"}))),
    ("checking_out", plain, |page| {
        page.show(vec![mugs(1)]);
        page.send(&json!(["checkout", 1, true]));
    }),
    ("checkout_error", plain, |page| {
        page.show(vec![mugs(1)]);
        page.send(&json!(["checkout", 1, true]));
        page.answer(500, &Value::Null);
    }),
];

fn all_sums() -> Value {
    json!({"show_sum_purchases": true, "show_sum_subscriptions": true})
}

fn toast() -> Value {
    json!({"on_add": "toast"})
}

fn lamp() -> Line {
    Line {
        name: "Lamp <3".into(),
        image: Some("https://shop.example/lamp.webp".into()),
        url: Some("https://shop.example/lamp".into()),
        ..line("2", "LAMP", 1, 4900)
    }
}

fn coffee(months: u16) -> Line {
    let every = period(Frequency::Monthly, months);
    subscription(&std::format!("every-{months}"), "COFFEE", 1, 2100, every)
}

impl Page {
    fn open_panel(&mut self) {
        self.use_control(Action::Toggle.number(0), false, "");
    }

    /// Opens the panel with these lines.
    fn show(&mut self, lines: Vec<Line>) {
        self.open_panel();
        self.answer(200, &as_json(lines));
    }

    /// Has the service refuse an addition.
    fn refuse(&mut self, code: &str) {
        self.send(&json!(["add", 7, "MUG", 1, "", 1, false]));
        self.answer(409, &json!({"code": code, "available": 3}));
        self.answer(200, &as_json(vec![mugs(1)]));
    }
}

/// The basket in a language, some of whose texts are the page's own.
fn shown(language: &str, (_, options, happens): &State) -> String {
    let hebrew = json!({
        "your_cart": "הסל שלך", "checkout": "לתשלום", "items": "אין פריטים | פריט אחד | {count} פריטים",
        "empty_cart": "הסל ריק", "total": "סך הכול", "remove": "הסרה", "undo": "ביטול",
        "removed": "{name} הוסר", "offline": "אין חיבור", "retry": "לנסות שוב",
    });
    let config = json!({"api_key": "pk", "options": options(), "locales": {"he": hebrew}});
    let mut page = Page::open(Some("cart"));
    page.send(&json!(["mount", 1, config, {}, language, language, "en", ENGLISH, NAMES, "cart"]));
    happens(&mut page);
    let mut out = std::format!("data-state: {}\n", page.state);
    write_node(&mut out, &serde_json::from_str(&page.shown).unwrap(), 0);
    out
}

/// Writes a node of the tree as a page would have it; the names that start with a colon are no attributes.
fn write_node(out: &mut String, node: &Value, depth: usize) {
    let indent = "  ".repeat(depth);
    // Beside elements a text is quoted, since it may be a blank.
    let Some(parts) = node.as_array() else { return writeln!(out, "{indent}{node}").unwrap() };
    let mut head = parts[0].as_str().unwrap().split('|');
    let tag = head.next().unwrap();
    write!(out, "{indent}<{tag}").unwrap();
    for (name, value) in head.filter_map(|attribute| attribute.split_once('=')) {
        write!(out, " {name}=\"{value}\"").unwrap();
    }
    // Their order is that of the tree or that of the alphabet, as the whole build has it.
    let sorted: std::collections::BTreeMap<_, _> = parts[1].as_object().unwrap().iter().collect();
    for (name, value) in sorted {
        if name == ":on" {
            let number = value.as_u64().and_then(|number| u32::try_from(number).ok()).unwrap();
            write!(out, " :on={:?}", Action::from_number(number)).unwrap();
        } else {
            write!(out, " {name}={value}").unwrap();
        }
    }
    match &parts[2..] {
        [Value::String(text)] => writeln!(out, ">{text}</{tag}>").unwrap(),
        // What is drawn says nothing to a reader.
        inside if inside.is_empty() || tag == "svg" => writeln!(out, "/>").unwrap(),
        inside => {
            writeln!(out, ">").unwrap();
            for child in inside {
                write_node(out, child, depth + 1);
            }
            writeln!(out, "{indent}</{tag}>").unwrap();
        }
    }
}

#[test]
fn every_state_shows_what_it_did() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for state in STATES {
            let text = ["en", "he"].map(|language| shown(language, state)).join("\n");
            insta::assert_snapshot!(state.0, text);
        }
    });
}

#[test]
fn without_a_key_the_page_keeps_its_own_content() {
    let mut page = Page::open(None);
    page.mount(1, &json!({}), &json!({}), None);
    assert_eq!((page.state, page.shown.as_str()), ("error", r#"["slot",{}]"#));
}
