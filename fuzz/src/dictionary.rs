//! The words that a fuzzer puts into what it tries, which by chance alone it would hardly find. Those of the
//! configuration come from the table; it must never list them a second time.

use basket_core::config::table::{GROUPS, Group, NATIVE};
use std::collections::BTreeSet;

/// What means something in JSON, in a style value, in a text or in a page.
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
];

/// The dictionary as the fuzzer reads it, one word a line.
pub fn text() -> String {
    let groups = GROUPS.iter().chain(&[Group::Element]);
    let names = groups.flat_map(|group| group.entries()).map(|entry| entry.name);
    let codes = NATIVE.iter().map(|(code, _)| *code);
    let words: BTreeSet<&str> = names.chain(codes).collect();
    let lines = words.iter().chain(OTHERS).map(|word| format!("\"{}\"\n", escaped(word)));
    format!("# @generated from the configuration's table and fuzz/src/dictionary.rs\n{}", {
        lines.collect::<String>()
    })
}

fn escaped(word: &str) -> String {
    let escape = |byte: u8| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02X}"),
    };
    word.bytes().map(escape).collect()
}
