use super::*;
use crate::cart::tests::{cart, line, period, subscription};
use crate::json;
use alloc::{borrow::ToOwned, string::ToString, vec};

fn sample() -> crate::cart::Cart {
    let mut coffee = subscription("l2", "COFFEE", 2, 2100, period(Frequency::Monthly, 1));
    coffee.name = "Coffee beans, 1 kg".to_owned();
    coffee.image = Some("https://shop.example/coffee.svg".to_owned());
    coffee.stock = Some(4);
    cart(vec![line("l1", "MUG", 2, 1800), coffee])
}

#[test]
fn a_cart_is_written_as_documented() {
    let mut writer = Writer::new();
    write_cart(&mut writer, &sample());
    let text = writer.finish();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["items"], 4);
    assert_eq!(value["lines"][1]["price"], 4200);
    assert_eq!(value["lines"][0]["frequency"], serde_json::Value::Null);
    assert_eq!(value["lines"][1]["interval"], 1);
    assert_eq!(value["sums"]["purchases"], serde_json::json!({"count": 2, "amount": 3600}));
    assert_eq!(
        value["sums"]["subscriptions"],
        serde_json::json!([{"frequency": "monthly", "interval": 1, "count": 2, "amount": 4200}])
    );
    assert_eq!(value["sums"]["total"], 7800);
}

#[test]
fn a_written_cart_reads_back() {
    let mut writer = Writer::new();
    write_cart(&mut writer, &sample());
    assert_eq!(read_cart(json::parse(&writer.finish()).unwrap().root()), Some(sample()));
}

#[test]
fn what_is_no_cart_is_not_read_as_one() {
    for text in ["null", "{}", "[]", r#"{"id":"x"}"#, r#"{"id":"x","currency":"euro","lines":[]}"#]
    {
        assert_eq!(read_cart(json::parse(text).unwrap().root()), None, "{text}");
    }
}

#[test]
fn written_requests_read_back() {
    let wanted = NewLine {
        sku: "COFFEE \"1\"".to_owned(),
        quantity: 3,
        period: Some(period(Frequency::Monthly, 3)),
    };
    let written = |write: &dyn Fn(&mut Writer)| {
        let mut writer = Writer::new();
        write(&mut writer);
        writer.finish()
    };
    let text = written(&|writer| write_new_line(writer, &wanted));
    assert_eq!(read_new_line(&text), Ok(wanted.clone()));
    // The host script puts the line into the body of a new cart.
    let text = std::format!(r#"{{"lines":[{text}]}}"#);
    assert_eq!(read_new_cart(&text), Ok(vec![wanted]));
    assert_eq!(read_quantity(&written(&|writer| write_quantity(writer, 7))), Ok(7));
}

#[test]
fn quantity_and_interval_default_to_one() {
    let wanted = read_new_line(r#"{"sku":"PAPER","frequency":"daily"}"#).unwrap();
    assert_eq!((wanted.quantity, wanted.period), (1, Some(period(Frequency::Daily, 1))));
    assert_eq!(read_new_cart(" ").unwrap(), vec![]);
    assert_eq!(read_new_cart("{}").unwrap(), vec![]);
}

#[test]
fn wrong_values_are_named() {
    let field = |text: &str| match read_new_line(text) {
        Err(BadBody::Value(field)) => field.to_string(),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(field("{}"), "sku");
    assert_eq!(field(r#"{"sku":""}"#), "sku");
    assert_eq!(field(r#"{"sku":"A","quantity":0}"#), "quantity");
    assert_eq!(field(r#"{"sku":"A","quantity":1.5}"#), "quantity");
    assert_eq!(field(r#"{"sku":"A","quantity":-1}"#), "quantity");
    assert_eq!(field(r#"{"sku":"A","frequency":"hourly"}"#), "frequency");
    assert_eq!(field(r#"{"sku":"A","frequency":"daily","interval":0}"#), "frequency");
    assert_eq!(field(r#"{"sku":"A","interval":2}"#), "frequency");
    assert!(matches!(read_new_line("{"), Err(BadBody::Json(_))));
    assert_eq!(read_quantity(r#"{"quantity":"2"}"#), Err(BadBody::Value("quantity")));
    assert_eq!(read_new_cart("[]"), Err(BadBody::Value("lines")));
    assert_eq!(
        read_new_cart(r#"{"lines":[{"sku":"A","quantity":0}]}"#),
        Err(BadBody::Value("quantity"))
    );
}

#[test]
fn an_answer_without_lines_is_no_cart() {
    let shop = json::parse(r#"{"name": "Elm & Oak", "currency": "EUR"}"#).unwrap();
    assert_eq!(read_cart(shop.root()), None);
}
