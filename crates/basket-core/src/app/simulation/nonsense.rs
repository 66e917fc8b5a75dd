//! What no page of ours says, but other scripts may have it say: fields that are left out or of another type, and carts
//! that there are not.

use super::{browser::Browser, choices::Choices, messages::Draft};
use crate::protocol::MESSAGES;

const VALUES: &[&str] = &[
    "null",
    "0",
    "1",
    "2",
    "3",
    "7",
    "-1",
    "1.5",
    "4294967295",
    "4294967296",
    "true",
    "false",
    r#""""#,
    r#""pk_one""#,
    r#""MUG""#,
    r#""cart-1""#,
    r#""../shop""#,
    r#""monthly""#,
    r#""*""#,
    "[]",
    "{}",
    "[[[]]]",
    r#"{"api_key":7,"options":[],"locales":{"en":{"items":"{"}}}"#,
    r#"{"api_key":" pk_two "}"#,
    r#"{"currency":"EUR"}"#,
    r#"{"code":"line-unknown"}"#,
    r#"{"id":"cart-1","version":8,"currency":"EUR","lines":[],"code":7,"adjustments":[{},{"amount":-9223372036854775808},
        {"kind":"tax","amount":-1}]}"#,
    r#"{"code":"idempotency-mismatch"}"#,
    r#"{"url":"https://shop.example"}"#,
    r#"{"id":"cart-1","version":9,"currency":"EUR","lines":[]}"#,
    r#"{"id":"cart-1","version":-1,"currency":"JPY","lines":[{},7,{"id":"line-1","quantity":999,
        "unit_price":9223372036854775807,"stock":0,"frequency":"daily","interval":70000}]}"#,
    r#"{"id":"../x","currency":"EUR","lines":[{"id":"line-1","sku":"MUG","quantity":2,"available":false}]}"#,
];

const STATUSES: &[u32] = &[200, 201, 204, 302, 400, 401, 404, 409, 410, 422, 428, 429, 500, 0];

/// Says something to one of the tabs.
pub fn step(browser: &mut Browser<'_>, choices: &mut Choices<'_>) {
    let tab = choices.below(2);
    // One number is of no message.
    let number = choices.below(MESSAGES.len() + 1);
    let mut message = Draft::numbered(number).fill(|| choices.pick(VALUES).into());
    let name = MESSAGES.get(number).map_or("", |entry| entry.name);
    if matches!(name, "Add" | "Set" | "Code") {
        // The page numbers changes that it takes over, and never two alike.
        message = message.with("number", 0);
    }
    if name == "Response" && choices.below(4) > 0 {
        let asked = browser.tabs[tab].requests.first().map_or(1, |asked| asked.number);
        message = message.with("request", asked).with("status", choices.pick(STATUSES));
    }
    browser.post(tab, message);
}
