use super::*;
use alloc::string::ToString;
use proptest::prelude::*;
use std::format;

/// Two values are the same if they read the same, wherever they stand.
impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.kind() == other.kind()
            && self.source() == other.source()
            && self.items().eq(other.items())
            && self.members().eq(other.members())
    }
}

fn problem(text: &str) -> (usize, Problem) {
    let error = parse(text).expect_err(text);
    (error.at, error.likely_problem(text))
}

#[test]
fn values_remember_where_they_start() {
    let text = "{\n  \"a\": [1, true],\n  \"ü\": \"x\"\n}";
    let document = parse(text).unwrap();
    let flag = document.root().get("a").at(1);
    assert_eq!(line_column(text, flag.offset()), (2, 12));
    assert_eq!(line_column(text, document.root().get("ü").offset()), (3, 8));
}

#[test]
fn mistakes_are_named_for_what_a_person_did() {
    assert_eq!(problem("{\"a\": 1,}"), (7, Problem::TrailingComma));
    assert_eq!(problem("[1, ]"), (2, Problem::TrailingComma));
    assert_eq!(problem("{ // key\n}"), (2, Problem::Comment));
    assert_eq!(problem("{\"a\": /* x */ 1}"), (6, Problem::Comment));
    assert_eq!(problem("{'a': 1}"), (1, Problem::SingleQuote));
    assert_eq!(problem("{\"a\": 'b'}"), (6, Problem::SingleQuote));
    assert_eq!(problem("{\u{201C}a\u{201D}: 1}"), (1, Problem::SmartQuote));
    assert_eq!(problem("\u{FEFF}{}"), (0, Problem::ByteOrderMark));
    assert_eq!(problem("{a: 1}"), (1, Problem::UnquotedName));
    assert_eq!(problem("{\"a\": 1 \"b\": 2}"), (8, Problem::MissingComma));
    assert_eq!(problem("{\"a\" 1}"), (5, Problem::MissingColon));
    assert_eq!(problem("{\"a\": \"b\nc\"}"), (8, Problem::ControlCharacter));
    assert_eq!(problem("\"\\x\""), (1, Problem::Escape));
    assert_eq!(problem("{\"a\": {\"b\": 1}"), (14, Problem::End));
    assert_eq!(problem("\"abc"), (4, Problem::End));
    assert_eq!(problem(""), (0, Problem::End));
    assert_eq!(problem(".5"), (0, Problem::Number));
    assert_eq!(problem("01"), (0, Problem::Number));
    assert_eq!(problem("{} x"), (3, Problem::Trailing));
    assert_eq!(problem("nul"), (0, Problem::Unexpected));
}

#[test]
fn nesting_is_bounded() {
    let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    assert!(parse(&deep(MAX_DEPTH as usize)).is_ok());
    assert_eq!(problem(&deep(MAX_DEPTH as usize + 1)).1, Problem::Depth);
}

#[test]
fn of_duplicate_members_the_last_counts() {
    assert_eq!(parse("{\"a\":1,\"a\":2}").unwrap().root().get("a").integer(), Some(2));
}

#[test]
fn the_writer_places_commas() {
    let mut writer = Writer::new();
    writer.open('{').name("a").open('[').number(1).number(-20).close(']');
    writer.name("b").boolean(true).name("c").string_or_null(None).close('}');
    assert_eq!(writer.finish(), r#"{"a":[1,-20],"b":true,"c":null}"#);
}

/// Our reading of a text as the oracle's type; whole numbers only, as the reader promises.
fn as_oracle(node: Node<'_>) -> serde_json::Value {
    match node.kind() {
        Kind::Null => serde_json::Value::Null,
        Kind::True | Kind::False => node.flag().unwrap().into(),
        Kind::Number => node.integer().map_or_else(|| "fraction".into(), Into::into),
        Kind::String => node.text().into(),
        Kind::Array => node.items().map(as_oracle).collect(),
        Kind::Object => {
            let pairs = node.members().map(|(name, value)| (name.text().into(), as_oracle(value)));
            serde_json::Value::Object(pairs.collect())
        }
    }
}

fn any_json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        (-999_999_999_999_999_999_i64..=999_999_999_999_999_999).prop_map(Into::into),
        any::<std::string::String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
            prop::collection::vec((any::<std::string::String>(), inner), 0..5)
                .prop_map(|pairs| serde_json::Value::Object(pairs.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn good_documents_read_as_the_oracle_reads_them(value in any_json(), pretty in any::<bool>()) {
        let text = if pretty { format!("{value:#}") } else { value.to_string() };
        prop_assert_eq!(as_oracle(parse(&text).unwrap().root()), value);
    }

    #[test]
    fn any_text_is_accepted_or_refused_as_the_oracle_does(text in "[\\[\\]{},:\"\\\\untrfalse0-9.eE+ -]{0,24}") {
        let oracle = serde_json::from_str::<serde_json::Value>(&text);
        // Numbers beyond the range of a double are JSON by the grammar; the oracle refuses them.
        let out_of_range = oracle.as_ref().is_err_and(|error| error.to_string().contains("out of range"));
        prop_assert!(out_of_range || parse(&text).is_ok() == oracle.is_ok(), "{:?}", text);
    }

    #[test]
    fn written_strings_read_back(text in any::<std::string::String>()) {
        let mut writer = Writer::new();
        writer.string(&text);
        let parsed = parse(&writer.finish()).unwrap();
        prop_assert_eq!(parsed.root().string(), Some(text.as_str()));
    }

    #[test]
    fn written_numbers_read_back(number in any::<i64>()) {
        let mut writer = Writer::new();
        writer.number(number);
        prop_assert_eq!(writer.finish(), number.to_string());
    }
}

#[test]
fn numbers_that_are_not_whole_or_too_long_have_no_value() {
    let read = |text| parse(text).unwrap().root().integer();
    assert_eq!(read("-12"), Some(-12));
    assert_eq!(read("999999999999999999"), Some(999_999_999_999_999_999));
    assert_eq!([read("1.0"), read("1e3"), read("1000000000000000000")], [None; 3]);
}

#[test]
fn escapes_are_undone() {
    let document = parse(r#""\u0041\n\"\ud83d\ude00\ud83d\\""#).unwrap();
    assert_eq!(document.root().string(), Some("A\n\"\u{1F600}\u{FFFD}\\"));
}
