use super::*;
use crate::lifetime::{DAY, IDLE_DAYS};
use basket_core::product::{Product, ProductType};

const NOW: i64 = 1000 * DAY;
const HOUR: i64 = DAY / 24;
const REVISION: i64 = 100;

fn product(sku: &str, stock: Option<u32>) -> Product {
    Product {
        sku: sku.to_owned(),
        name: format!("The {sku}"),
        image: None,
        url: None,
        product_type: ProductType::Normal,
        price: Some(1800),
        subscriptions: Vec::new(),
        stock,
        tax_class: None,
        weight: None,
    }
}

fn known(sku: &str, stock: Option<u32>) -> StoredProduct {
    StoredProduct { product: product(sku, stock), version: REVISION }
}

fn wanted(sku: &str, quantity: u32) -> NewLine {
    NewLine { sku: sku.to_owned(), quantity, period: None }
}

/// A cart of version 5 with two mugs in line 3 and a lamp in line 4, changed a moment ago.
fn stored() -> StoredCart {
    let mut lines = Vec::new();
    for (sku, quantity, id) in [("MUG", 2, "3"), ("LAMP", 1, "4")] {
        let line = wanted(sku, quantity);
        change::add(&mut lines, &line, &product(sku, None), id.to_owned()).unwrap();
    }
    StoredCart {
        row: 7,
        cart: Cart {
            id: "cart".to_owned(),
            version: 5,
            currency: Currency::EUR,
            lines,
            costs: basket_core::cart::Costs::default(),
        },
        next_line: 5,
        touched_at: NOW,
        is_ordered: false,
        revisions: ["MUG", "LAMP"].map(|sku| (sku.to_owned(), REVISION)).into(),
        settled: true,
    }
}

/// Decides a change of that cart, in a shop that has a lamp, a mug and a pot.
fn decide_on(stored: StoredCart, action: Action) -> Result<Decision, ChangeError> {
    decide_version(stored, action, None)
}

fn decide_version(
    stored: StoredCart,
    action: Action,
    versions: Option<Vec<i64>>,
) -> Result<Decision, ChangeError> {
    let products = vec![known("LAMP", None), known("MUG", None), known("POT", Some(3))];
    let known = Known { cart: Some(stored), products, currency: Currency::EUR, now: NOW };
    decide(&Change { action, versions, idempotency: None }, known)
}

fn add(sku: &str, quantity: u32) -> Action {
    Action::AddLine { cart: "cart".to_owned(), line: wanted(sku, quantity) }
}

fn set(line: &str, quantity: u32) -> Action {
    Action::SetQuantity { cart: "cart".to_owned(), line: line.to_owned(), quantity }
}

fn empty() -> Action {
    Action::Empty { cart: "cart".to_owned() }
}

/// The lines of a cart or a write: id, product and quantity.
fn brief(lines: &[Line]) -> Vec<(&str, &str, u32)> {
    lines.iter().map(|line| (&*line.id, &*line.sku, line.quantity)).collect()
}

fn refusal(decided: Result<Decision, ChangeError>) -> Refused {
    match decided {
        Err(ChangeError::Refused(refused)) => refused,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_new_cart_numbers_its_lines_from_one() {
    let products = vec![known("LAMP", None), known("MUG", None)];
    let create = |lines| {
        let change = Change {
            action: Action::Create { lines, code: None },
            versions: None,
            idempotency: None,
        };
        let (currency, products) = (Currency::EUR, products.clone());
        decide(&change, Known { cart: None, products, currency, now: NOW })
    };
    let lines = vec![wanted("MUG", 1), wanted("MUG", 1), wanted("LAMP", 1)];
    let Decision { cart, write } = create(lines).unwrap();
    let write = write.unwrap();
    assert_eq!((cart.version, cart.currency, cart.id.len()), (1, Currency::EUR, 40));
    assert_eq!(brief(&cart.lines), [("1", "MUG", 2), ("3", "LAMP", 1)]);
    assert_eq!(write.lines, cart.lines);
    assert_eq!((write.row, write.next_line, write.touch), (None, 4, true));
    assert_eq!(create(Vec::new()).unwrap().write.unwrap().next_line, 1);
    assert_eq!(refusal(create(vec![wanted("CUP", 1)])), Refused::sku_unknown("CUP"));
}

#[test]
fn an_addition_to_a_line_writes_that_line_alone() {
    let Decision { cart, write } = decide_on(stored(), add("MUG", 3)).unwrap();
    let write = write.unwrap();
    assert_eq!(cart.version, 6);
    assert_eq!(brief(&cart.lines), [("3", "MUG", 5), ("4", "LAMP", 1)]);
    assert_eq!(brief(&write.lines), [("3", "MUG", 5)]);
    assert_eq!((write.row, write.next_line, write.removed), (Some(7), 5, vec![]));
}

#[test]
fn a_new_line_uses_up_a_number() {
    let Decision { cart, write } = decide_on(stored(), add("POT", 3)).unwrap();
    let write = write.unwrap();
    assert_eq!(brief(&cart.lines), [("3", "MUG", 2), ("4", "LAMP", 1), ("5", "POT", 3)]);
    assert_eq!(cart.lines[2].name, "The POT");
    assert_eq!((brief(&write.lines), write.next_line), (vec![("5", "POT", 3)], 6));
}

#[test]
fn what_the_shop_does_not_have_is_refused() {
    assert_eq!(refusal(decide_on(stored(), add("CUP", 1))), Refused::sku_unknown("CUP"));
    let too_many = refusal(decide_on(stored(), add("POT", 4)));
    assert_eq!(too_many, Refused::OutOfStock { available: 3 });
}

#[test]
fn another_quantity_writes_its_line_and_none_removes_it() {
    let Decision { cart, write } = decide_on(stored(), set("4", 9)).unwrap();
    assert_eq!(brief(&cart.lines), [("3", "MUG", 2), ("4", "LAMP", 9)]);
    let write = write.unwrap();
    assert_eq!((brief(&write.lines), write.removed), (vec![("4", "LAMP", 9)], vec![]));
    let Decision { cart, write } = decide_on(stored(), set("4", 0)).unwrap();
    assert_eq!((cart.version, brief(&cart.lines)), (6, vec![("3", "MUG", 2)]));
    let write = write.unwrap();
    assert_eq!((write.lines, write.removed), (vec![], vec![4]));
    assert_eq!(refusal(decide_on(stored(), set("5", 1))), Refused::LineUnknown);
}

#[test]
fn a_cart_that_is_so_already_is_not_written() {
    let Decision { cart, write } = decide_on(stored(), set("3", 2)).unwrap();
    assert_eq!((cart.version, write.is_none()), (5, true));
    let mut bare = stored();
    bare.cart.lines.clear();
    let Decision { cart, write } = decide_on(bare, empty()).unwrap();
    assert_eq!((cart.version, write.is_none()), (5, true));
}

#[test]
fn emptying_removes_every_line_by_its_number() {
    let Decision { cart, write } = decide_on(stored(), empty()).unwrap();
    assert_eq!((cart.version, cart.lines), (6, vec![]));
    assert_eq!(write.unwrap().removed, [3, 4]);
    let mut corrupt = stored();
    corrupt.cart.lines[0].id = "first".to_owned();
    let error = decide_on(corrupt, empty()).unwrap_err();
    assert!(error.to_string().contains("corrupt line id \"first\""), "{error}");
}

#[test]
fn all_lines_are_written_after_the_catalogue_has_changed() {
    let unsettled = StoredCart { settled: false, ..stored() };
    let write = decide_on(unsettled, set("4", 9)).unwrap().write.unwrap();
    assert_eq!(brief(&write.lines), [("3", "MUG", 2), ("4", "LAMP", 9)]);
}

#[test]
fn a_cart_knows_by_one_number_whether_a_product_in_it_has_changed() {
    let add = |stored, sku| decide_on(stored, add(sku, 1)).unwrap().write.unwrap().revisions;
    assert_eq!(add(stored(), "MUG"), 2 * REVISION, "a mug and a lamp, as before");
    assert_eq!(add(stored(), "POT"), 3 * REVISION);
    assert_eq!(decide_on(stored(), set("4", 0)).unwrap().write.unwrap().revisions, REVISION);
    let compared = |seen, revisions: &[(&str, i64)]| {
        let revisions = revisions.iter().map(|(sku, revision)| ((*sku).to_owned(), *revision));
        let mut cart = StoredCart { revisions: revisions.collect(), ..stored() };
        cart.compare(seen);
        cart.settled
    };
    assert!(compared(Some(2 * REVISION), &[("MUG", REVISION), ("LAMP", REVISION)]));
    assert!(!compared(Some(2 * REVISION), &[("MUG", REVISION), ("LAMP", 7)]), "changed");
    assert!(!compared(Some(REVISION), &[("MUG", REVISION)]), "the lamp is gone");
    assert!(!compared(None, &[("MUG", REVISION), ("LAMP", REVISION)]), "never noted");
    // The mug changed between the two reads of one change: the next one looks again.
    let read_before = StoredCart {
        revisions: [("MUG", 99), ("LAMP", REVISION)].map(|(sku, it)| (sku.to_owned(), it)).into(),
        ..stored()
    };
    assert_eq!(add(read_before, "MUG"), REVISION);
}

#[test]
fn a_visit_is_noted_once_an_hour() {
    for (age, touch) in [(HOUR, false), (HOUR + 1, true)] {
        let stored = StoredCart { touched_at: NOW - age, ..stored() };
        assert_eq!(decide_on(stored, empty()).unwrap().write.unwrap().touch, touch, "{age}");
    }
}

#[test]
fn only_a_version_that_is_expected_is_changed() {
    let decide = |versions| decide_version(stored(), empty(), Some(versions));
    assert_eq!(decide(vec![4, 5]).unwrap().cart.version, 6);
    assert_eq!(refusal(decide(vec![4, 6])), Refused::VersionMismatch);
    assert_eq!(refusal(decide(vec![])), Refused::VersionMismatch);
}

#[test]
fn a_cart_that_is_gone_is_not_changed() {
    let age = IDLE_DAYS * DAY;
    let aged = |age| StoredCart { touched_at: NOW - age, ..stored() };
    assert!(decide_on(aged(age), empty()).is_ok());
    assert_eq!(refusal(decide_on(aged(age + 1), empty())), Refused::CartExpired);
    let ordered = StoredCart { is_ordered: true, ..stored() };
    assert_eq!(refusal(decide_on(ordered, empty())), Refused::CartExpired);
    assert_eq!(live(None, NOW).unwrap_err(), Refused::CartUnknown);
}
