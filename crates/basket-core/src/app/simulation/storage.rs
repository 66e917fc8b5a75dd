//! Pages that open on what storage holds, which any script of the page may have written. What the host scripts do with it
//! before the core hears of it is done here as well.

use super::{
    KEYS,
    browser::Browser,
    messages::{Draft, Log},
    settling,
};
use crate::{
    app::{change::ALL, shop::read_id},
    json::{self, Kind, Node, Writer},
    protocol::Raw,
};
use alloc::{
    string::{String, ToString as _},
    vec::Vec,
};

/// Opens two tabs on what is stored for the first shop: the cart's id, what was shown last and the queue of changes, each
/// as text. Whatever it is, no unsafe text becomes part of an address, and in the end everything is settled.
pub fn open(cart: &str, view: &str, queue: &str, log: &mut Log) {
    let mut browser = Browser::open_stored(cart, &items(view), log);
    check_addresses(&browser);
    let queue = json::parse(queue);
    let entries = queue.iter().flat_map(|queue| entries(queue.root()));
    let mut ids: Vec<&str> = Vec::new();
    for entry in entries {
        let (id, line, body) = (entry.at(0), entry.at(1), entry.at(2));
        // What a page has taken over once, it does not take over again.
        let is_known = id.string().is_none_or(|id| ids.contains(&id));
        let is_line = is_falsy(line) || line.string().is_some_and(is_line);
        if !is_known && is_line && !is_falsy(body) {
            ids.push(id.text());
            let number =
                browser.tabs[0].adopt_id((0, u32::try_from(ids.len()).unwrap_or_default()));
            browser.post(0, message(line, body).with("key", KEYS[0]).with("number", number));
        }
    }
    settling::settle(&mut browser);
}

/// What is asked goes to an address that nobody else chose.
fn check_addresses(browser: &Browser<'_>) {
    for request in browser.tabs.iter().flat_map(|tab| &tab.requests) {
        assert_eq!(request.cart, read_id(&request.cart), "it goes into an address");
    }
}

/// How many items were shown last, as a message says it.
fn items(view: &str) -> String {
    let view = json::parse(view);
    let root = view.as_ref().map_or(Node::NONE, |view| view.root());
    to_json(if root.kind() == Kind::Array { root.at(0) } else { root })
}

/// The entries of a queue that can be any.
fn entries(queue: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let is_array = |node: &Node<'_>| node.kind() == Kind::Array;
    Some(queue).filter(is_array).into_iter().flat_map(Node::items).filter(is_array)
}

/// Whether this can be a line: it goes into an address.
fn is_line(text: &str) -> bool {
    text == ALL || !text.is_empty() && read_id(text) == text
}

/// What a script takes for false.
fn is_falsy(node: Node<'_>) -> bool {
    match node.kind() {
        Kind::Null | Kind::False => true,
        Kind::String => node.text().is_empty(),
        Kind::Number => node.digits().bytes().all(|digit| matches!(digit, b'0' | b'-' | b'.')),
        Kind::True | Kind::Array | Kind::Object => false,
    }
}

fn message(line: Node<'_>, body: Node<'_>) -> Draft {
    let member = |name| to_json(body.get(name));
    let quantity = member("quantity");
    if !is_falsy(line) {
        return Draft::new("Set").with("line", line.text()).with("quantity", Raw(&quantity));
    }
    let interval = body.get("interval");
    let interval = if interval.is_null() { "1".to_string() } else { to_json(interval) };
    Draft::new("Add")
        .with("sku", Raw(&member("sku")))
        .with("quantity", Raw(&quantity))
        .with("frequency", Raw(&member("frequency")))
        .with("interval", Raw(&interval))
}

/// A value as JSON. Of an array or an object no message wants more than that it is one.
fn to_json(node: Node<'_>) -> String {
    let mut writer = Writer::new();
    match node.kind() {
        Kind::Null => return "null".to_string(),
        Kind::True => return "true".to_string(),
        Kind::False => return "false".to_string(),
        Kind::Number => return node.digits().to_string(),
        Kind::Array => return "[]".to_string(),
        Kind::Object => return "{}".to_string(),
        Kind::String => writer.string(node.text()),
    };
    writer.finish()
}
