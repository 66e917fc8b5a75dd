//! What a change does to a cart, decided before anything is written and the same for every engine.
//! It must never know SQL, nor read or write anything.

use super::{ChangeError, StoreError, StoredProduct, lifetime};
use basket_core::{
    cart::{Cart, Costs, Line},
    money::Currency,
    wire::NewLine,
};
use basket_model::{
    change::{self, Action, Change, Refused},
    token,
};
use std::collections::HashMap;

/// A cart with what only the database needs to know.
#[derive(Debug)]
pub(super) struct StoredCart {
    pub(super) row: i64,
    pub(super) cart: Cart,
    pub(super) next_line: i64,
    pub(super) touched_at: i64,
    pub(super) is_ordered: bool,
    /// The revisions of the products in it, by sku, of those that are still there.
    pub(super) revisions: HashMap<String, i64>,
    /// Whether the products in it are as they were at the cart's last change.
    pub(super) settled: bool,
}

impl StoredCart {
    /// Notes what was found of the products in it, and what its last change saw of them.
    pub(super) fn compare(&mut self, seen: Option<i64>) {
        let lines = &self.cart.lines;
        let is_there = lines.iter().all(|line| self.revisions.contains_key(&line.sku));
        let is_same = seen == Some(sum(lines, &self.revisions));
        self.settled = lines.is_empty() || is_there && is_same;
    }
}

/// The sum of the revisions of what is in a cart. Another revision of one product makes another sum.
fn sum(lines: &[Line], revisions: &HashMap<String, i64>) -> i64 {
    lines.iter().filter_map(|line| revisions.get(&line.sku)).sum()
}

/// What must be known to decide.
pub(super) struct Known {
    /// The cart that the change is about, if there is one.
    pub(super) cart: Option<StoredCart>,
    /// Those of the products named that the shop has.
    pub(super) products: Vec<StoredProduct>,
    pub(super) currency: Currency,
    pub(super) now: i64,
}

/// The cart as it is to be, and what has to be written for it.
#[derive(Debug)]
pub(super) struct Decision {
    pub(super) cart: Cart,
    /// `None` when the cart is so already.
    pub(super) write: Option<Write>,
}

/// What has to be written. Never more than that where others write meanwhile, so that two tabs cannot overwrite each
/// other.
#[derive(Debug)]
pub(super) struct Write {
    /// The cart's row; `None` is a new cart.
    pub(super) row: Option<i64>,
    pub(super) next_line: i64,
    /// Whether it is time to note that a shopper uses the cart. Each note moves it in an index.
    pub(super) touch: bool,
    /// Lines that are new or changed, or all if products have.
    pub(super) lines: Vec<Line>,
    /// Numbers of lines that go.
    pub(super) removed: Vec<i64>,
    /// The sum of the revisions of the products in the cart.
    pub(super) revisions: i64,
    /// The discount code.
    pub(super) code: Option<String>,
}

impl Write {
    /// Whether some lines go and others change.
    pub(super) fn is_twofold(&self) -> bool {
        !self.removed.is_empty() && !self.lines.is_empty()
    }
}

/// Decides what becomes of a change.
pub(super) fn decide(change: &Change, known: Known) -> Result<Decision, ChangeError> {
    match &change.action {
        Action::Create { lines, code } => create(lines, code.as_deref(), &known),
        Action::AddLine { line, .. } => {
            let stored = expect(change, known.cart, known.now)?;
            add_line(stored, line, find(&known.products, &line.sku)?, known.now)
        }
        Action::SetQuantity { line, quantity, .. } => {
            set_quantity(expect(change, known.cart, known.now)?, line, *quantity, known.now)
        }
        Action::Empty { .. } => {
            let mut stored = expect(change, known.cart, known.now)?;
            let lines = std::mem::take(&mut stored.cart.lines);
            let removed = lines.iter().map(number).collect::<Result<Vec<_>, _>>()?;
            Ok(stamp(stored, Vec::new(), removed, known.now))
        }
        Action::SetCode { code, .. } => {
            Ok(set_code(expect(change, known.cart, known.now)?, code.as_ref(), known.now))
        }
    }
}

/// The cart, if there is one and it was neither ordered nor has expired.
pub(super) fn live(found: Option<StoredCart>, now: i64) -> Result<StoredCart, Refused> {
    let stored = found.ok_or(Refused::CartUnknown)?;
    if stored.is_ordered || lifetime::is_expired(stored.touched_at, now) {
        return Err(Refused::CartExpired);
    }
    Ok(stored)
}

/// A line's id towards the page is its number in the cart.
pub(super) fn number(line: &Line) -> Result<i64, StoreError> {
    line.id.parse().map_err(|_| StoreError::Internal(format!("corrupt line id {:?}", line.id)))
}

/// The cart, if it has a version that the change expects.
fn expect(change: &Change, found: Option<StoredCart>, now: i64) -> Result<StoredCart, Refused> {
    let stored = live(found, now)?;
    match &change.versions {
        Some(versions) if !versions.contains(&stored.cart.version) => Err(Refused::VersionMismatch),
        _ => Ok(stored),
    }
}

fn find<'a>(products: &'a [StoredProduct], sku: &str) -> Result<&'a StoredProduct, Refused> {
    let found = products.iter().find(|stored| stored.product.sku == sku);
    found.ok_or_else(|| Refused::sku_unknown(sku))
}

fn create(wanted: &[NewLine], code: Option<&str>, known: &Known) -> Result<Decision, ChangeError> {
    let mut cart = Cart::new(token::random()?, known.currency);
    cart.costs = Costs::entered(code.map(str::to_owned));
    let mut revisions = HashMap::new();
    for (number, wanted) in (1_i64..).zip(wanted) {
        let StoredProduct { product, version } = find(&known.products, &wanted.sku)?;
        change::add(&mut cart.lines, wanted, product, number.to_string())?;
        revisions.insert(product.sku.clone(), *version);
    }
    change::settle(&mut cart);
    // Numbers that a repeated product left out are not used either.
    let next_line = i64::try_from(wanted.len()).unwrap_or(i64::MAX - 1) + 1;
    let (lines, removed) = (cart.lines.clone(), Vec::new());
    let revisions = sum(&lines, &revisions);
    let code = entered(&cart);
    let write = Write { row: None, next_line, touch: true, lines, removed, revisions, code };
    Ok(Decision { cart, write: Some(write) })
}

fn add_line(
    mut stored: StoredCart,
    wanted: &NewLine,
    found: &StoredProduct,
    now: i64,
) -> Result<Decision, ChangeError> {
    let id = stored.next_line.to_string();
    let StoredProduct { product, version } = found;
    let at = change::add(&mut stored.cart.lines, wanted, product, id.clone())?;
    // Of a product that changed between two reads, the cart has seen neither: it is to look again.
    let seen = stored.revisions.entry(product.sku.clone()).or_insert(*version);
    if *seen != *version {
        *seen = 0;
    }
    let line = stored.cart.lines[at].clone();
    stored.next_line += i64::from(line.id == id);
    Ok(stamp(stored, vec![line], Vec::new(), now))
}

fn set_quantity(
    mut stored: StoredCart,
    id: &str,
    quantity: u32,
    now: i64,
) -> Result<Decision, ChangeError> {
    let found = stored.cart.lines.iter().position(|line| line.id == id);
    let at = found.ok_or(Refused::LineUnknown)?;
    if quantity == stored.cart.lines[at].quantity {
        return Ok(stamp(stored, Vec::new(), Vec::new(), now));
    }
    if quantity == 0 {
        let removed = number(&stored.cart.lines.remove(at))?;
        return Ok(stamp(stored, Vec::new(), vec![removed], now));
    }
    change::set_quantity(&mut stored.cart.lines, at, quantity)?;
    let line = stored.cart.lines[at].clone();
    Ok(stamp(stored, vec![line], Vec::new(), now))
}

fn set_code(mut stored: StoredCart, code: Option<&String>, now: i64) -> Decision {
    if entered(&stored.cart).as_ref() == code {
        return Decision { cart: stored.cart, write: None };
    }
    stored.cart.costs = Costs::entered(code.cloned());
    write(stored, Vec::new(), Vec::new(), now)
}

/// The discount code of a cart.
fn entered(cart: &Cart) -> Option<String> {
    cart.costs.code.as_ref().map(|entered| entered.code.clone())
}

/// The cart with a new version, if lines change or go.
fn stamp(stored: StoredCart, lines: Vec<Line>, removed: Vec<i64>, now: i64) -> Decision {
    if lines.is_empty() && removed.is_empty() {
        return Decision { cart: stored.cart, write: None };
    }
    write(stored, lines, removed, now)
}

/// The cart with a new version.
fn write(mut stored: StoredCart, lines: Vec<Line>, removed: Vec<i64>, now: i64) -> Decision {
    // What a product was last is what it was when the cart last changed, for every line of it.
    let lines = if stored.settled { lines } else { stored.cart.lines.clone() };
    stored.cart.version += 1;
    change::settle(&mut stored.cart);
    let StoredCart { row, cart, next_line, touched_at, revisions, .. } = stored;
    let touch = lifetime::is_stale(touched_at, now);
    let revisions = sum(&cart.lines, &revisions);
    let code = entered(&cart);
    let write = Write { row: Some(row), next_line, touch, lines, removed, revisions, code };
    Decision { cart, write: Some(write) }
}

#[cfg(test)]
mod tests;
