use super::*;
use crate::cart::tests::{cart, line, period, subscription};
use crate::{json, product::Frequency};
use alloc::{borrow::ToOwned, vec};

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
fn an_answer_without_lines_is_no_cart() {
    let shop = json::parse(r#"{"name": "Elm & Oak", "currency": "EUR"}"#).unwrap();
    assert_eq!(read_cart(shop.root()), None);
}
