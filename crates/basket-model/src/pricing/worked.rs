//! Holds prices against worked carts. `worked/figures.py` computes them apart from this code, by the words of
//! `docs/costs.md` alone, and writes them to `worked/carts.json`.

use super::{storage::read, *};
use crate::vat_number;
use basket_core::{
    json::{self, Node},
    wire::read_cart,
};

const CARTS: &str = include_str!("worked/carts.json");

/// A cart with the costs that it must have.
struct Worked<'a> {
    name: &'a str,
    rules: Rules,
    situation: Node<'a>,
    cart: Cart,
    sums: Node<'a>,
}

fn worked<'a>(table: Node<'a>, node: Node<'a>) -> Worked<'a> {
    let name = node.get("name").text();
    let cart = node.get("cart");
    Worked {
        name,
        rules: read(table.get("shops").get(node.get("shop").text())).expect(name),
        situation: node.get("situation"),
        cart: read_cart(cart).expect(name),
        sums: cart.get("sums"),
    }
}

fn read_discount(node: Node<'_>) -> Option<Discount> {
    let skus = node.get("skus").items();
    Some(Discount {
        code: node.get("code").string()?.to_owned(),
        kind: DiscountKind::parse(node.get("kind").text(), node.get("value").integer()?)?,
        scope: Scope::parse(node.get("scope").text())?,
        minimum: node.get("minimum").integer(),
        skus: skus.map(|sku| sku.text().to_owned()).collect(),
        ..tests::discount(DiscountKind::Shipping)
    })
}

impl Worked<'_> {
    /// The cart as [`price`] sees it.
    fn priced(&self) -> Cart {
        let Self { name, situation, .. } = self;
        let discount = read_discount(situation.get("code"));
        let code = discount.as_ref().map(|one| Code { code: &one.code, discount: Ok(one) });
        let situation = Situation {
            country: situation.get("country").string(),
            region: situation.get("region").text(),
            method: situation.get("method").string(),
            code,
            vat_country: situation.get("vat_country").string(),
            day: situation.get("day").text().parse().expect(name),
        };
        let mut cart = Cart { costs: Costs::default(), ..self.cart.clone() };
        cart.costs = price(&cart, &self.rules, &situation).expect(name);
        cart
    }

    /// What is different, one text for each.
    fn differences(&self) -> Vec<String> {
        let (expected, found) = (&self.cart, &self.priced());
        let mut differences = Vec::new();
        let mut compare = |what: &str, expected: String, found: String| {
            if expected != found {
                let name = self.name;
                differences
                    .push(format!("{name}: {what}\n  expected {expected}\n  found    {found}"));
            }
        };
        let at = |cart: &Cart, index: usize| {
            let one = cart.costs.adjustments.get(index);
            one.map_or("nothing".to_owned(), |one| format!("{one:?}"))
        };
        for index in 0..expected.costs.adjustments.len().max(found.costs.adjustments.len()) {
            compare(&format!("adjustment {index}"), at(expected, index), at(found, index));
        }
        let rest =
            |cart: &Cart| format!("{:?}", Costs { adjustments: Vec::new(), ..cart.costs.clone() });
        compare("delivery, code or minimum", rest(expected), rest(found));
        compare("total", self.sums.get("total").digits().to_owned(), found.total().to_string());
        let mut period = found.next_period(None);
        for renewal in self.sums.get("renewals").items() {
            let found = period.map(|period| found.renewal(period));
            let amount = renewal.get("amount").digits();
            compare(
                "renewal",
                amount.to_owned(),
                found.map_or_else(String::new, |one| one.to_string()),
            );
            period = period.and_then(|period| expected.next_period(Some(period)));
        }
        compare("renewals without a figure", "None".to_owned(), format!("{period:?}"));
        differences
    }
}

#[test]
fn prices_are_those_of_the_worked_carts() {
    let table = json::parse(CARTS).unwrap();
    let carts: Vec<Worked<'_>> =
        table.root().get("carts").items().map(|node| worked(table.root(), node)).collect();
    assert!(carts.len() > 40);
    let differences: Vec<String> = carts.iter().flat_map(Worked::differences).collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn worked_carts_have_rules_codes_and_vat_numbers_that_are_taken() {
    let table = json::parse(CARTS).unwrap();
    for node in table.root().get("carts").items() {
        let Worked { name, rules, situation, .. } = worked(table.root(), node);
        assert_eq!(check(&rules), Ok(()), "{name}");
        let code = read_discount(situation.get("code"));
        assert!(code.is_none_or(|code| code.check() == Ok(())), "{name}");
        let country = situation.get("vat_country").text();
        let number = situation.get("vat_number").string();
        assert!(number.is_none_or(|number| vat_number::parse(country, number).is_ok()), "{name}");
    }
}
