//! Prints the words that a fuzzer puts into what it tries, which by chance alone it would hardly find. Those of the
//! configuration come from the table; it must never list them a second time.

use basket_core::config::table::{GROUPS, Group, NATIVE};
use std::collections::BTreeSet;

/// What means something in JSON, in a style value, in a text, in a page, in a request, in a form or in a table.
const OTHERS: &[&str] = &[
    "true",
    "false",
    "null",
    "-1.5e3",
    "{\"",
    "\":{",
    "\":\"",
    "\",\"",
    "\\u00e9",
    "\\\"",
    "//",
    "“",
    "\u{FEFF}",
    "<API_KEY>",
    "#fff",
    "#767676",
    "url(",
    "pt_BR",
    " | ",
    "{count}",
    "\r\n",
    "data-embed=\"service-basket\"",
    "type=\"application/json\"",
    "<div ",
    "</div>",
    "<script ",
    "</script>",
    "<body ",
    "<b ",
    "<p>",
    "<table>",
    "<template>",
    "<select>",
    "<svg>",
    "<textarea>",
    "<!--",
    "-->",
    "&lt;",
    "{cart}",
    "{line}",
    "Bearer {secret}",
    "Bearer pk_demo",
    "application/json",
    "idempotency-key: ",
    "if-match: ",
    "if-none-match: ",
    "origin: ",
    "host: ",
    "\"sku\":\"MUG\"",
    "\"quantity\":",
    "\"frequency\":\"monthly\"",
    "\"interval\":",
    "\"stock_change\":",
    "%00",
    "%3Cfuzz",
    "&name=",
    "&sku=",
    "&price=",
    "&email=",
    "{t}",
    "v1={}",
    "sku,name,",
    "price",
    "subscriptions",
    "monthly/3 6000",
    "＝",
    "line-1",
];

/// One word a line, as the fuzzer reads them.
#[expect(clippy::print_stdout, reason = "the fuzzer's caller asks for this")]
fn main() {
    let groups = GROUPS.iter().chain(&[Group::Element]);
    let names = groups.flat_map(|group| group.entries()).map(|entry| entry.name);
    let codes = NATIVE.iter().map(|(code, _)| *code);
    let words: BTreeSet<&str> = names.chain(codes).chain(OTHERS.iter().copied()).collect();
    for word in words {
        println!("\"{}\"", escaped(word));
    }
}

fn escaped(word: &str) -> String {
    let escape = |byte: u8| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02X}"),
    };
    word.bytes().map(escape).collect()
}
