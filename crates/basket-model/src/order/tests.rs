use super::*;
use basket_core::{cart::Line, money::Currency, product::ProductType};

pub(crate) fn line(id: &str, sku: &str, quantity: u32) -> Line {
    Line {
        id: id.to_owned(),
        sku: sku.to_owned(),
        name: sku.to_owned(),
        image: None,
        url: None,
        product_type: ProductType::Normal,
        quantity,
        unit_price: 1800,
        period: None,
        available: true,
        stock: None,
        tax_class: None,
        weight: None,
    }
}

pub(crate) fn cart(lines: Vec<Line>) -> Cart {
    Cart {
        id: "cart".to_owned(),
        version: 1,
        currency: Currency::EUR,
        lines,
        costs: basket_core::cart::Costs::default(),
    }
}

/// An order of an empty cart that Ann placed at that time.
pub(crate) fn order(created_at: i64) -> Order {
    Order {
        id: 70,
        number: 7,
        state: OrderState::Paid,
        contact: Contact {
            email: "ann@example.com".to_owned(),
            name: "Ann".to_owned(),
            address: "Street 1".to_owned(),
            postal_code: "12345".to_owned(),
            city: "Town".to_owned(),
            country: "DE".to_owned(),
            ..Contact::default()
        },
        locale: "de".to_owned(),
        cart: cart(Vec::new()),
        created_at,
        changed_at: created_at + 1000,
        checkout: "token".to_owned(),
        payment: PaymentMethod::Stripe,
        payment_session: None,
        invoice: None,
    }
}

#[test]
fn nothing_comes_after_the_end() {
    for state in OrderState::ALL {
        assert_eq!(OrderState::parse(state.name()), Some(state));
        assert!(!state.next().contains(&state) && !state.next().contains(&OrderState::Placed));
    }
    assert!(OrderState::Cancelled.is_final() && OrderState::Fulfilled.is_final());
    assert!(!OrderState::Placed.is_final() && !OrderState::Paid.is_final());
}

#[test]
fn the_link_to_a_confirmation_expires_after_90_days() {
    let (placed, days) = (20_000 * 86_400_000, 90 * 86_400_000);
    let expired = |age| order(placed).is_link_expired(placed + age);
    assert_eq!([0, days, days + 1].map(expired), [false, false, true]);
}

#[test]
fn the_link_of_an_erased_order_has_expired() {
    let erased = Order { contact: Contact::default(), ..order(5) };
    assert!(erased.contact.is_erased() && erased.is_link_expired(5));
}

#[test]
fn only_digital_products_need_no_address() {
    let digital = Line { product_type: ProductType::Digital, ..line("1", "BOOK", 1) };
    assert!(!is_shipped(&cart(vec![])));
    assert!(!is_shipped(&cart(vec![digital.clone()])));
    assert!(is_shipped(&cart(vec![digital, line("2", "MUG", 1)])));
}

#[test]
fn lines_of_one_product_are_counted_together() {
    let cart = cart(vec![line("1", "MUG", 2), line("2", "LAMP", 1), line("3", "MUG", 3)]);
    assert_eq!(quantities(&cart), BTreeMap::from([("LAMP", 1), ("MUG", 5)]));
}
