//! The app as a page drives it; what stands here is what all its tests use.

mod announcements;
mod answers;
mod any_messages;
mod baskets;
mod changes;
mod codes;
mod on_add;
mod queue;
mod views;

use super::*;
use crate::{
    cart::{
        Line,
        tests::{cart, line, period, subscription},
    },
    json::{Kind, Writer},
    locale::{Key, NATIVE, tests::PlainIntl},
    protocol::{Effect, MESSAGES},
    wire::write_cart,
};
use alloc::{boxed::Box, vec};
use serde_json::{Value, json};
use std::string::ToString;

/// A page with one basket, and the service's side of the talk.
struct Page {
    app: App,
    /// The request under way.
    asked: Option<Effect<'static>>,
    markers: Vec<&'static str>,
    /// What was said of changes that are done with.
    settled: Vec<Effect<'static>>,
    /// What stands in storage.
    kept: Vec<Kept>,
    /// Ids of carts to remember, each with the one before.
    saved: Vec<(&'static str, &'static str)>,
    other: Vec<Effect<'static>>,
    state: &'static str,
    shown: String,
}

/// A change in storage.
struct Kept {
    key: &'static str,
    number: u32,
    line: &'static str,
    body: Value,
}

impl Page {
    fn open(stored: Option<&str>) -> Self {
        let mut page = Self {
            app: App::new(),
            asked: None,
            markers: vec![],
            settled: vec![],
            kept: vec![],
            saved: vec![],
            other: vec![],
            state: "",
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
        // Effects are kept as they are read, for as long as the test takes.
        let effects = Box::leak(Box::new(json::parse(&std::format!("[{effects}]")).unwrap()));
        for effect in effects.root().items() {
            self.carry_out(Effect::read(effect).expect("an effect of the protocol"));
        }
    }

    fn carry_out(&mut self, effect: Effect<'static>) {
        match effect {
            Effect::Read { .. } | Effect::Send { .. } | Effect::HandOver { .. } => {
                assert_eq!(self.asked, None, "two requests at a time: {effect:?}");
                self.asked = Some(effect);
            }
            Effect::Settle { key, number, marker, state, .. } => {
                self.kept.retain(|kept| kept.number != number || kept.key != key);
                if marker != 0 {
                    self.markers.push(state);
                }
                self.settled.push(effect);
            }
            Effect::Keep { key, number, old, line, body } => {
                let change = Kept { key, number, line, body: to_value(body) };
                let of = |number| self.kept.iter().position(|kept| kept.number == number);
                match of(old).or_else(|| of(number)) {
                    Some(at) => self.kept[at] = change,
                    None => self.kept.push(change),
                }
            }
            Effect::Save { cart, old, .. } => self.saved.push((cart, old)),
            Effect::SetState { state, .. } => self.state = state,
            Effect::Show { element, .. } => self.shown = to_value(element).to_string(),
            _ => self.other.push(effect),
        }
    }

    /// Answers the request under way.
    fn answer(&mut self, status: u16, body: &Value) {
        let request = self.request();
        self.asked = None;
        self.send(&json!(["response", request, status, body]));
    }

    /// The number of the request under way.
    fn request(&self) -> u32 {
        match self.asked {
            Some(
                Effect::Read { request, .. }
                | Effect::Send { request, .. }
                | Effect::HandOver { request, .. },
            ) => request,
            _ => panic!("nothing is asked"),
        }
    }

    /// The cart that is being read; an empty id is the shop's.
    fn reads(&self) -> Option<&str> {
        if let Some(Effect::Read { cart, .. }) = self.asked { Some(cart) } else { None }
    }

    /// The cart that a change is being sent for, and the number of the change.
    fn sends(&self) -> Option<(&str, u32)> {
        if let Some(Effect::Send { cart, number, .. }) = self.asked {
            Some((cart, number))
        } else {
            None
        }
    }

    /// The change that is being sent, as it is stored: its line and what the service is asked for.
    fn sent(&self) -> (&str, Value) {
        let number = self.sends().expect("a change is sent").1;
        let kept = self.kept.iter().find(|kept| kept.number == number).expect("it is kept");
        (kept.line, kept.body.clone())
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

/// A value of an effect, to be compared.
fn to_value(node: Node<'_>) -> Value {
    match node.kind() {
        Kind::Null => Value::Null,
        Kind::True | Kind::False => json!(node.flag()),
        Kind::Number => json!(node.integer()),
        Kind::String => json!(node.text()),
        Kind::Array => node.items().map(to_value).collect(),
        Kind::Object => {
            let members = node.members().map(|(name, value)| (name.text(), to_value(value)));
            members.collect()
        }
    }
}

fn as_json(lines: Vec<Line>) -> Value {
    let mut writer = Writer::new();
    write_cart(&mut writer, &cart(lines));
    serde_json::from_str(&writer.finish()).unwrap()
}

fn mugs(quantity: u32) -> Line {
    line("1", "MUG", quantity, 1800)
}
