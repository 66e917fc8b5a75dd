use super::*;
use crate::order::tests::{cart, line};
use basket_core::{
    cart::MAX_QUANTITY,
    product::{Frequency, Offer, Period, ProductType},
};

fn monthly() -> Option<Period> {
    Period::new(Frequency::Monthly, 1)
}

/// A product that is bought once or every month.
fn product(sku: &str, stock: Option<u32>) -> Product {
    Product {
        sku: sku.to_owned(),
        name: format!("The {sku}"),
        image: Some("/picture.svg".to_owned()),
        url: Some("/page".to_owned()),
        product_type: ProductType::Consumable,
        price: Some(1900),
        subscriptions: vec![Offer { period: monthly().unwrap(), price: 1500 }],
        stock,
        tax_class: None,
        weight: None,
    }
}

fn wanted(sku: &str, quantity: u32) -> NewLine {
    NewLine { sku: sku.to_owned(), quantity, period: None }
}

fn available(cart: &Cart) -> Vec<bool> {
    cart.lines.iter().map(|line| line.available).collect()
}

#[test]
fn an_action_names_its_cart_and_its_products() {
    let cart = "cart".to_owned();
    let lines = ["B", "A", "B"].map(|sku| wanted(sku, 1)).to_vec();
    let create = Action::Create { lines, code: None };
    assert_eq!((create.cart(), create.skus()), (None, vec!["A".to_owned(), "B".to_owned()]));
    let add = Action::AddLine { cart: cart.clone(), line: wanted("A", 1) };
    assert_eq!((add.cart(), add.skus()), (Some("cart"), vec!["A".to_owned()]));
    let set = Action::SetQuantity { cart, line: "1".to_owned(), quantity: 1 };
    assert_eq!((set.cart(), set.skus()), (Some("cart"), vec![]));
}

#[test]
fn a_refusal_keeps_64_characters_of_a_sku() {
    let long = "ä".repeat(64);
    assert_eq!(Refused::sku_unknown(&long), Refused::SkuUnknown(long.clone()));
    let longer = format!("{long}b");
    assert_eq!(Refused::offer_unknown(&longer), Refused::OfferUnknown(format!("{long}…")));
    assert_eq!(Refused::sku_unknown("a\0b"), Refused::SkuUnknown("a\u{fffd}b".to_owned()));
}

#[test]
fn an_addition_grows_the_line_of_its_period() {
    let mut lines = vec![line("1", "MUG", 2)];
    let mug = product("MUG", Some(9));
    assert_eq!(add(&mut lines, &wanted("MUG", 3), &mug, "2".to_owned()), Ok(0));
    let subscribed = NewLine { period: monthly(), ..wanted("MUG", 1) };
    assert_eq!(add(&mut lines, &subscribed, &mug, "3".to_owned()), Ok(1));
    assert_eq!(add(&mut lines, &subscribed, &mug, "4".to_owned()), Ok(1));
    let brief = |line: &Line| (line.id.clone(), line.quantity, line.unit_price);
    let found: Vec<_> = lines.iter().map(brief).collect();
    assert_eq!(found, [("1".to_owned(), 5, 1900), ("3".to_owned(), 2, 1500)]);
    let grown = &lines[0];
    assert_eq!((&*grown.name, grown.stock, grown.available), ("The MUG", Some(9), true));
    assert_eq!(grown.product_type, ProductType::Consumable);
    assert_eq!((&grown.image, &grown.url), (&mug.image, &mug.url));
}

#[test]
fn an_addition_that_is_refused_changes_nothing() {
    let mut lines = vec![line("1", "MUG", 2)];
    let mug = product("MUG", Some(3));
    let yearly = NewLine { period: Period::new(Frequency::Yearly, 1), ..wanted("MUG", 1) };
    let unknown = add(&mut lines, &yearly, &mug, "2".to_owned());
    assert_eq!(unknown, Err(Refused::offer_unknown("MUG")));
    let too_many = add(&mut lines, &wanted("MUG", 2), &mug, "2".to_owned());
    assert_eq!(too_many, Err(Refused::OutOfStock { available: 3 }));
    assert_eq!(lines, [line("1", "MUG", 2)]);
}

#[test]
fn a_quantity_is_set_if_there_is_enough() {
    let mut lines = [line("1", "LAMP", 1), Line { stock: Some(3), ..line("2", "MUG", 2) }];
    assert_eq!(set_quantity(&mut lines, 1, 3), Ok(()));
    assert_eq!(set_quantity(&mut lines, 1, 4), Err(Refused::OutOfStock { available: 3 }));
    assert_eq!((lines[0].quantity, lines[1].quantity), (1, 3));
}

#[test]
fn lines_that_were_there_first_are_served_first() {
    let mug = |id, quantity| Line { stock: Some(5), ..line(id, "MUG", quantity) };
    let lamp = Line { stock: Some(1), available: false, ..line("4", "LAMP", 1) };
    let mut cart = cart(vec![mug("1", 3), mug("2", 2), mug("3", 1), lamp, line("5", "POT", 999)]);
    settle(&mut cart);
    assert_eq!(available(&cart), [true, true, false, true, true]);
}

#[test]
fn a_review_has_the_quantities_asked_for_at_the_prices_of_before() {
    let frozen = cart(vec![line("1", "MUG", 2), line("2", "LAMP", 1), line("3", "POT", 1)]);
    let products = [product("POT", Some(1)), product("LAMP", None), product("MUG", None)];
    let asked = |line: &Line| match &*line.id {
        "1" => Some(MAX_QUANTITY + 1),
        "2" => Some(0),
        _ => None,
    };
    let (cart, shortage) = review(&frozen, asked, &products);
    let brief = |line: &Line| (line.id.clone(), line.quantity, line.unit_price, line.stock);
    let found: Vec<_> = cart.lines.iter().map(brief).collect();
    let mug = ("1".to_owned(), MAX_QUANTITY, 1800, None);
    assert_eq!(found, [mug, ("3".to_owned(), 1, 1800, Some(1))]);
    assert_eq!(shortage, None);
}

#[test]
fn a_review_names_the_first_product_that_is_short() {
    let frozen = cart(vec![line("1", "MUG", 2), line("2", "LAMP", 4), line("3", "GONE", 1)]);
    let products = [product("MUG", Some(2)), product("LAMP", Some(3))];
    let (cart, shortage) = review(&frozen, |_| None, &products);
    assert_eq!(available(&cart), [true, false, false]);
    assert_eq!(shortage, Some(Shortage { sku: "LAMP".to_owned(), available: 3 }));
    let (_, shortage) = review(&frozen, |line| (line.id == "2").then_some(3), &products);
    assert_eq!(shortage, Some(Shortage { sku: "GONE".to_owned(), available: 0 }));
}
