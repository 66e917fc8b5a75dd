use super::*;
use crate::product::Frequency;
use alloc::{borrow::ToOwned, vec};

pub(crate) fn period(frequency: Frequency, interval: u16) -> Period {
    Period::new(frequency, interval).unwrap()
}

pub(crate) fn line(id: &str, sku: &str, quantity: u32, unit_price: Minor) -> Line {
    Line {
        id: id.to_owned(),
        sku: sku.to_owned(),
        name: sku.to_owned(),
        image: None,
        url: None,
        product_type: ProductType::Normal,
        quantity,
        unit_price,
        period: None,
        available: true,
        stock: None,
        weight: None,
        tax_class: None,
    }
}

pub(crate) fn subscription(
    id: &str,
    sku: &str,
    quantity: u32,
    price: Minor,
    every: Period,
) -> Line {
    Line { period: Some(every), ..line(id, sku, quantity, price) }
}

pub(crate) fn cart(lines: Vec<Line>) -> Cart {
    Cart {
        id: "cart".to_owned(),
        version: 1,
        currency: Currency::EUR,
        lines,
        costs: Costs::default(),
    }
}

#[test]
fn unlike_periods_are_never_one_number() {
    let monthly = period(Frequency::Monthly, 1);
    let quarterly = period(Frequency::Monthly, 3);
    let daily = period(Frequency::Daily, 1);
    let sums = cart(vec![
        line("1", "MUG", 2, 1800),
        subscription("2", "COFFEE", 1, 6000, quarterly),
        subscription("3", "STROLLER", 1, 4900, monthly),
        subscription("4", "COFFEE", 2, 2100, monthly),
        subscription("5", "PAPER", 1, 250, daily),
    ])
    .sums();
    assert_eq!(sums.purchases, Sum { count: 2, amount: 3600 });
    assert_eq!(
        sums.subscriptions,
        [
            (daily, Sum { count: 1, amount: 250 }),
            (monthly, Sum { count: 3, amount: 9100 }),
            (quarterly, Sum { count: 1, amount: 6000 }),
        ]
    );
    assert_eq!(sums.total, 3600 + 250 + 9100 + 6000);
}

#[test]
fn items_are_quantities_not_lines() {
    assert_eq!(cart(vec![line("1", "A", 2, 1), line("2", "B", 5, 1)]).items(), 7);
}

#[test]
fn the_same_offer_grows_its_line() {
    let lines = [line("1", "MUG", 2, 1800)];
    let same = |line: &Line| line.period.is_none();
    assert_eq!(add(&lines, same, "MUG", 3, None), Ok((Some(0), 5)));
    assert_eq!(add(&lines, |_| false, "MUG", 3, None), Ok((None, 3)));
}

#[test]
fn limits_and_stock_refuse() {
    let lines = [line("1", "CHAIR", 2, 1)];
    let same = |_: &Line| true;
    let none_left = Refusal::OutOfStock { available: 3 };
    assert_eq!(add(&lines, same, "CHAIR", 1, Some(3)), Ok((Some(0), 3)));
    assert_eq!(add(&lines, same, "CHAIR", 2, Some(3)), Err(none_left));
    // The two in the other line count against the stock.
    assert_eq!(add(&lines, |_| false, "CHAIR", 2, Some(3)), Err(none_left));
    assert_eq!(add(&lines, same, "CHAIR", 997, None), Ok((Some(0), MAX_QUANTITY)));
    assert_eq!(add(&lines, same, "CHAIR", 998, None), Err(Refusal::TooManyItems));
    assert_eq!(add(&lines, same, "CHAIR", u32::MAX, None), Err(Refusal::TooManyItems));
    let full: Vec<Line> = (0..MAX_LINES).map(|_| line("x", "MUG", 1, 1)).collect();
    assert_eq!(add(&full, same, "LAMP", 1, None), Err(Refusal::TooManyLines));
    assert_eq!(add(&full, same, "MUG", 1, None), Ok((Some(0), 2)));
}

#[test]
fn fewer_is_always_allowed() {
    let lines = [line("1", "CHAIR", 5, 1)];
    assert_eq!(set_quantity(&lines, 0, 4, Some(3)), Ok(()));
    assert_eq!(set_quantity(&lines, 0, 6, Some(3)), Err(Refusal::OutOfStock { available: 3 }));
    assert_eq!(set_quantity(&lines, 0, MAX_QUANTITY + 1, None), Err(Refusal::TooManyItems));
}

#[test]
fn the_dearest_full_cart_still_fits() {
    let lines = (0..MAX_LINES).map(|_| line("1", "A", MAX_QUANTITY, crate::money::MAX_PRICE));
    let total = cart(lines.collect()).sums().total;
    assert_eq!(total, 100 * 999 * crate::money::MAX_PRICE);
    assert!(total < Minor::MAX);
}
