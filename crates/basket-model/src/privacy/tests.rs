use super::*;
use crate::{
    order::tests::{cart, order},
    payment::PaymentSession,
};

#[test]
fn retention_is_one_of_a_few_choices() {
    for choice in Retention::CHOICES {
        assert_eq!(Retention::from_months(choice.months()), Some(choice));
    }
    assert_eq!((Retention::from_months(7), Retention::from_months(-6)), (None, None));
    let names = [0, 6, 12, 36].map(|months| Retention(months).to_string());
    assert_eq!(names, ["no limit", "6 months", "12 months", "3 years"]);
}

#[test]
fn without_a_limit_nothing_is_too_old() {
    let over = |months, age| Retention(months).is_over(1, age * Retention::MONTH + 2);
    assert_eq!((over(12, 11), over(12, 12), over(0, 900)), (false, true, false));
    let kept = 12 * Retention::MONTH;
    assert!(!Retention(12).is_over(1, 1 + kept), "the last moment");
    assert_eq!(kept, 365 * 86_400_000);
}

#[test]
fn an_order_that_is_kept_says_why() {
    let sentence = |state| KeptOrder { number: 7, state }.to_string();
    assert!(sentence(OrderState::Paid).contains("it is paid and not final"));
    assert!(sentence(OrderState::Cancelled).contains("a webhook"));
}

#[test]
fn an_export_is_json() {
    let data = PersonalData {
        shop: 1,
        shop_name: "A \"shop\"".to_owned(),
        orders: Vec::new(),
        checkouts: Vec::new(),
        carts: vec![OrderedCart { id: "cart".to_owned(), created_at: 0 }],
        messages: vec![KeptMessage {
            kind: "order.placed".to_owned(),
            created_at: 0,
            delivered_at: None,
            body: r#"{"type":"order.placed"}"#.to_owned(),
        }],
    };
    let expected = concat!(
        r#"{"email":"ann@example.com","exported_at":"1970-01-01T00:00:00Z","shops":["#,
        r#"{"shop":1,"name":"A \"shop\"","orders":[],"payments":[],"checkouts":[],"#,
        r#""carts":[{"id":"cart","created_at":"1970-01-01T00:00:00Z"}],"#,
        r#""messages":[{"type":"order.placed","created_at":"1970-01-01T00:00:00Z","#,
        r#""delivered_at":null,"body":{"type":"order.placed"}}]}]}"#,
        "\n"
    );
    assert_eq!(write_personal_data("ann@example.com", &[data], 0), expected);
}

#[test]
fn an_export_has_orders_payments_and_checkouts() {
    let session = PaymentSession { reference: "cs_1".to_owned(), address: String::new() };
    let checkout = OpenCheckout {
        token: "secret".to_owned(),
        shop: 1,
        cart: cart(Vec::new()),
        rules: None,
        locale: "de".to_owned(),
        origin: Some("https://shop.example".to_owned()),
        created_at: 0,
        is_ordered: true,
        revision: 0,
    };
    let data = PersonalData {
        shop: 1,
        shop_name: "Mugs".to_owned(),
        orders: vec![order(0), Order { number: 8, payment_session: Some(session), ..order(0) }],
        checkouts: vec![checkout],
        carts: Vec::new(),
        messages: Vec::new(),
    };
    let text = write_personal_data("ann@example.com", &[data], 0);
    assert_eq!(text.matches(r#""email":"ann@example.com","name":"Ann""#).count(), 2, "{text}");
    for part in [
        r#""payments":[{"order":8,"provider":"stripe","reference":"cs_1"}],"#,
        concat!(
            r#""checkouts":[{"created_at":"1970-01-01T00:00:00Z","locale":"de","#,
            r#""origin":"https://shop.example","cart":{"id":"cart","#
        ),
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    // It would open the checkout.
    assert!(!text.contains("secret"), "{text}");
}
