//! A service that keeps carts in memory, by the rules of the real one. It must never know of pages and tabs.

use super::tab::{Kept, Wish};
use crate::{
    cart::{
        self, Adjustment, AdjustmentKind, Cart, CodeProblem, Costs, EnteredCode, Line, Refusal,
    },
    json::Writer,
    money::{Currency, Minor},
    product::{Frequency, Period, ProductType},
    wire::{NewLine, write_cart},
};
use alloc::{format, string::String, vec::Vec};

/// Status and body.
pub type Answer = (u32, String);

/// Tells a change from all others, of whichever page: the page's number and the change's.
pub type ChangeId = (u32, u32);

/// What can be bought: sku, stock, how often, price of one.
const OFFERS: &[(&str, Option<u32>, Option<Frequency>, Minor)] = &[
    ("MUG", None, None, 1800),
    ("MUG", None, Some(Frequency::Monthly), 1500),
    ("LAMP", Some(3), None, 4900),
    ("CHAIR", Some(600), None, 12_900),
];

/// What pages ask for; the last is not for sale.
pub const SKUS: [&str; 4] = ["MUG", "LAMP", "CHAIR", "HAT"];

/// What pages enter as a discount code: a tenth off, one for larger carts, one that is over, one that there is not, and
/// none, which takes off what there is.
pub const CODES: [&str; 5] = ["TENTH", "LARGE", "WINTER", "NONE", ""];

/// What a cart must be worth for the second of the codes.
const LARGE: Minor = 20_000;

/// The carts of all shops.
#[derive(Debug, Default)]
pub struct Service {
    carts: Vec<Cart>,
    made: u32,
    last_line: u32,
    /// What was answered to changes, and the cart that each went to.
    records: Vec<(ChangeId, String, Answer)>,
}

fn refusal(status: u32, code: &str) -> Answer {
    (status, format!(r#"{{"code":"{code}","available":2}}"#))
}

impl Service {
    /// The cart of that id.
    pub fn cart(&self, id: &str) -> Option<&Cart> {
        self.carts.iter().find(|cart| cart.id == id)
    }

    /// The cart was ordered or has expired.
    pub fn forget(&mut self, id: &str) {
        self.carts.retain(|cart| cart.id != id);
    }

    /// Answers with a cart, or without one with the shop.
    pub fn read(&self, id: &str) -> Answer {
        if id.is_empty() {
            return (200, r#"{"currency":"EUR"}"#.into());
        }
        let Some(cart) = self.cart(id) else { return refusal(410, "cart-expired") };
        let mut writer = Writer::new();
        write_cart(&mut writer, cart);
        (200, writer.finish())
    }

    /// Answers with the address of the checkout.
    pub fn hand_over(&self, id: &str) -> Answer {
        match self.cart(id) {
            None => refusal(410, "cart-expired"),
            Some(cart) if cart.lines.is_empty() => refusal(409, "cart-empty"),
            Some(_) => (200, r#"{"url":"https://shop.example/pay"}"#.into()),
        }
    }

    /// Makes a change, once for each id; without a cart, an addition makes one.
    pub fn change(&mut self, cart: &str, change: &Kept) -> Answer {
        if let Some((_, went_to, answer)) = self.records.iter().find(|(id, ..)| *id == change.id) {
            let is_same = went_to == cart || cart.is_empty();
            return if is_same { answer.clone() } else { refusal(409, "idempotency-mismatch") };
        }
        let new = || Cart {
            id: format!("cart-{}", self.made + 1),
            version: 0,
            currency: Currency::EUR,
            lines: Vec::new(),
            costs: Costs::default(),
        };
        let found = if cart.is_empty() { Some(new()) } else { self.cart(cart).cloned() };
        let Some(mut next) = found else { return refusal(410, "cart-expired") };
        if let Err(answer) = self.apply(&mut next, change) {
            return answer;
        }
        price(&mut next);
        next.version += 1;
        let id = next.id.clone();
        self.made += u32::from(cart.is_empty());
        self.forget(&id);
        self.carts.push(next);
        let answer = self.read(&id);
        self.records.push((change.id, id, answer.clone()));
        answer
    }

    fn apply(&mut self, cart: &mut Cart, change: &Kept) -> Result<(), Answer> {
        match &change.wish {
            Wish::Add(wanted) => return self.add(cart, wanted),
            Wish::Code(code) => cart.costs.code = enter(code)?,
            Wish::Set(_) if change.line == "*" => cart.lines.clear(),
            Wish::Set(quantity) => {
                let at = cart.lines.iter().position(|line| line.id == change.line);
                let at = at.ok_or_else(|| refusal(404, "line-unknown"))?;
                let stock = cart.lines[at].stock;
                cart::set_quantity(&cart.lines, at, *quantity, stock).map_err(refused)?;
                cart.lines[at].quantity = *quantity;
                cart.lines.retain(|line| line.quantity > 0);
            }
        }
        Ok(())
    }

    fn add(&mut self, cart: &mut Cart, wanted: &NewLine) -> Result<(), Answer> {
        let period = |frequency: Option<Frequency>| frequency.and_then(|f| Period::new(f, 1));
        let is_wanted =
            |(sku, _, frequency, _): &&(&str, Option<u32>, Option<Frequency>, Minor)| {
                *sku == wanted.sku && period(*frequency) == wanted.period
            };
        let offer = OFFERS.iter().find(is_wanted).ok_or_else(|| refusal(422, "sku-unknown"))?;
        let (sku, stock, _, unit_price) = *offer;
        let is_same = |line: &Line| line.period == wanted.period;
        let (at, quantity) =
            cart::add(&cart.lines, is_same, sku, wanted.quantity, stock).map_err(refused)?;
        if let Some(at) = at {
            cart.lines[at].quantity = quantity;
            return Ok(());
        }
        self.last_line += 1;
        cart.lines.push(Line {
            id: format!("line-{}", self.last_line),
            sku: sku.into(),
            name: sku.into(),
            image: None,
            url: None,
            product_type: ProductType::Normal,
            quantity,
            unit_price,
            period: wanted.period,
            available: true,
            stock,
            weight: None,
            tax_class: None,
        });
        Ok(())
    }
}

/// The code that a cart has from now on.
fn enter(code: &str) -> Result<Option<EnteredCode>, Answer> {
    match code {
        "" => Ok(None),
        "TENTH" | "LARGE" => Ok(Some(EnteredCode { code: code.into(), problem: None })),
        "WINTER" => Err(refusal(409, "code-expired")),
        _ => Err(refusal(422, "code-unknown")),
    }
}

/// Computes what a cart costs beside its lines.
fn price(cart: &mut Cart) {
    let goods = cart.goods();
    let costs = &mut cart.costs;
    costs.takes_codes = true;
    costs.adjustments.clear();
    let Some(EnteredCode { code, problem }) = &mut costs.code else { return };
    let missing = LARGE - goods;
    let is_missed = code == "LARGE" && missing > 0;
    *problem = is_missed.then_some(CodeProblem::Minimum { missing });
    if !is_missed && goods > 0 {
        costs.adjustments.push(Adjustment {
            kind: AdjustmentKind::Discount,
            label: code.clone(),
            amount: -goods / 10,
            included: false,
            period: None,
            code: Some(code.clone()),
            tax: None,
            missing: None,
        });
    }
}

fn refused(why: Refusal) -> Answer {
    match why {
        Refusal::OutOfStock { .. } => refusal(409, "out-of-stock"),
        Refusal::TooManyLines | Refusal::TooManyItems => refusal(409, "limit-reached"),
    }
}
