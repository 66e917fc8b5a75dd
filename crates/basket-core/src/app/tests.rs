//! The app as a page drives it; what stands here is what all its tests use.

mod announcements;
mod answers;
mod baskets;
mod changes;
mod queue;

use super::*;
use crate::{
    cart::{
        Line,
        tests::{cart, line, period, subscription},
    },
    json::Writer,
    locale::{Key, NATIVE, tests::PlainIntl},
    protocol::{EFFECTS, MESSAGES},
    wire::write_cart,
};
use alloc::vec;
use serde_json::{Value, json};
use std::string::ToString;

/// A page with one basket, and the service's side of the talk.
struct Page {
    app: App,
    /// The last request: number, method, path, body, change.
    asked: Value,
    markers: Vec<Value>,
    /// What was said of changes that are done with.
    settled: Vec<Value>,
    /// What stands in storage.
    kept: Vec<Value>,
    saved: Vec<Value>,
    other: Vec<Value>,
    state: Value,
    shown: String,
}

impl Page {
    fn open(stored: Option<&str>) -> Self {
        let mut page = Self {
            app: App::new(),
            asked: Value::Null,
            markers: vec![],
            settled: vec![],
            kept: vec![],
            saved: vec![],
            other: vec![],
            state: Value::Null,
            shown: String::new(),
        };
        page.mount(1, &json!({"api_key": "pk"}), &json!({}), stored);
        page
    }

    fn mount(&mut self, basket: u32, config: &Value, attributes: &Value, stored: Option<&str>) {
        let english = NATIVE.iter().find(|(code, _)| *code == "en").unwrap().1;
        let message =
            json!(["mount", basket, config, attributes, "en", "en", "en", english, "", stored]);
        self.send(&message);
    }

    /// Opens a page whose cart has these lines.
    fn with(lines: Vec<Line>) -> Self {
        let mut page = Self::open(Some("cart"));
        page.answer(200, &as_json(lines));
        page
    }

    fn send(&mut self, message: &Value) {
        let message = numbered(message).to_string();
        let effects = self.app.receive(json::parse(&message).unwrap().root(), PlainIntl);
        for effect in serde_json::from_str::<Vec<Value>>(&std::format!("[{effects}]")).unwrap() {
            let effect = named(effect);
            match effect[0].as_str().unwrap() {
                "read" | "send" | "hand_over" => {
                    assert!(self.asked.is_null(), "two requests at a time: {effect}");
                    self.asked = effect;
                }
                "settle" => {
                    let key = effect[1].as_str();
                    self.kept.retain(|kept| kept[2] != effect[2] || kept[1].as_str() != key);
                    if effect[3] != 0 {
                        self.markers.push(effect[4].clone());
                    }
                    self.settled.push(effect);
                }
                "keep" => {
                    let of = |number: &Value| self.kept.iter().position(|kept| kept[2] == *number);
                    match of(&effect[3]).or_else(|| of(&effect[2])) {
                        Some(at) => self.kept[at] = effect,
                        None => self.kept.push(effect),
                    }
                }
                "save" => self.saved.push(effect[2].clone()),
                "set_state" => self.state = effect[2].clone(),
                "show" => self.shown = effect[2].to_string(),
                _ => self.other.push(effect),
            }
        }
    }

    /// Answers the request under way.
    fn answer(&mut self, status: u16, body: &Value) {
        let request = self.asked[1].clone();
        self.asked = Value::Null;
        self.send(&json!(["response", request, status, body]));
    }

    /// What the last request asks: method, path and body, as the shell makes them.
    fn request(&self) -> (&'static str, String, Value) {
        let cart = self.asked[3].as_str().unwrap_or_default();
        let path = |end: &str| match cart {
            "" => std::format!("/v1/carts{end}"),
            cart => std::format!("/v1/carts/{cart}{end}"),
        };
        match self.asked[0].as_str() {
            Some("read") if cart.is_empty() => ("GET", "/v1/shop".into(), Value::Null),
            Some("read") => ("GET", path(""), Value::Null),
            Some("send") => {
                let kept = self.kept.iter().find(|kept| kept[2] == self.asked[4]).unwrap();
                match (kept[4].as_str().unwrap(), cart) {
                    ("", "") => ("POST", path(""), json!({"lines": [kept[5]]})),
                    ("", _) => ("POST", path("/lines"), kept[5].clone()),
                    ("*", _) => ("DELETE", path("/lines"), Value::Null),
                    (line, _) => ("PATCH", path(&std::format!("/lines/{line}")), kept[5].clone()),
                }
            }
            Some("hand_over") => ("POST", path("/checkout"), json!({"locale": self.asked[4]})),
            _ => ("", String::new(), Value::Null),
        }
    }

    /// Uses the control that does this.
    fn use_control(&mut self, action: u32, typing: bool, value: &str) {
        assert!(self.shows(action), "no such control");
        self.send(&json!(["use", 1, action, typing, value]));
    }

    fn shows(&self, action: u32) -> bool {
        let on = std::format!("\":on\":{action}");
        self.shown.contains(&(on.clone() + ",")) || self.shown.contains(&(on + "}"))
    }

    fn quantities(&self) -> Vec<u32> {
        self.app.shops[0].lines().iter().map(|line| line.quantity).collect()
    }

    fn said(&self) -> (Option<Key>, &str, u32) {
        let Say { key, name, count, .. } = &self.app.shops[0].said;
        (*key, name, *count)
    }
}

/// A message whose number is written as its name, so that tests can be read.
fn numbered(message: &Value) -> Value {
    let mut message = message.clone();
    if let Some(name) = message.get(0).and_then(Value::as_str) {
        let known = MESSAGES.iter().position(|entry| entry.name.eq_ignore_ascii_case(name));
        message[0] = json!(known.expect("a message of that name"));
    }
    message
}

/// An effect with its name in the place of its number.
fn named(mut effect: Value) -> Value {
    let number = effect[0].as_u64().and_then(|number| usize::try_from(number).ok()).unwrap();
    effect[0] = json!(EFFECTS[number].name);
    effect
}

fn as_json(lines: Vec<Line>) -> Value {
    let mut writer = Writer::new();
    write_cart(&mut writer, &cart(lines));
    serde_json::from_str(&writer.finish()).unwrap()
}

fn mugs(quantity: u32) -> Line {
    line("1", "MUG", quantity, 1800)
}
