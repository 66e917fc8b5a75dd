//! Changes to carts. One transaction recognises a repetition, reads the cart, lets the rules decide,
//! writes the lines that changed and notes the outcome. Nothing is written before all is decided, so
//! a refusal leaves no trace but its note.

use super::{
    Store, StoreError,
    carts::{self, CartRow},
    idempotency, lines, products, tidy,
};
use crate::{
    change::{self, Action, Change, Refused},
    shop::Shop,
    token,
};
use basket_core::{
    cart::{Cart, Line},
    money::Currency,
    wire::NewLine,
};
use rusqlite::Connection;

impl Store {
    /// Makes a change; the cart as it is then.
    pub async fn change(&self, shop: &Shop, change: Change) -> Result<Cart, Refused> {
        let (shop, currency, now) = (shop.id, shop.currency, self.clock.now());
        let work =
            move |connection: &Connection| Job { connection, shop, currency, now }.answer(&change);
        self.writer.run(work).await?
    }
}

struct Job<'a> {
    connection: &'a Connection,
    shop: i64,
    currency: Currency,
    now: i64,
}

impl Job<'_> {
    /// The inner result is the answer; the outer one fails only when the database does, because what
    /// was noted about a refusal must stay.
    fn answer(&self, change: &Change) -> Result<Result<Cart, Refused>, StoreError> {
        let Some(idempotency) = &change.idempotency else { return split(self.decide(change)) };
        if let Some(outcome) = idempotency::recall(self.connection, self.shop, idempotency)? {
            return split(outcome.and_then(|cart| Ok(self.find(&cart)?.cart)));
        }
        let answer = split(self.decide(change))?;
        let outcome = match &answer {
            Ok(cart) => Ok(cart.id.clone()),
            Err(refused) => Err(refused.clone()),
        };
        idempotency::note(self.connection, self.shop, idempotency, &outcome, self.now)?;
        Ok(answer)
    }

    fn decide(&self, change: &Change) -> Result<Cart, Refused> {
        match &change.action {
            Action::Create { lines } => self.create(lines),
            Action::AddLine { cart, line } => {
                let mut row = self.expect(cart, change)?;
                let id = row.next_line.to_string();
                let at = self.add(&mut row.cart.lines, line, id)?;
                row.next_line += i64::from(row.cart.lines[at].id == row.next_line.to_string());
                lines::write_line(self.connection, row.id, &row.cart.lines[at])?;
                self.stamp(row)
            }
            Action::SetQuantity { cart, line, quantity } => {
                self.set_quantity(self.expect(cart, change)?, line, *quantity)
            }
            Action::Empty { cart } => {
                let mut row = self.expect(cart, change)?;
                if row.cart.lines.is_empty() {
                    return Ok(row.cart);
                }
                row.cart.lines.clear();
                lines::delete_lines(self.connection, row.id)?;
                self.stamp(row)
            }
        }
    }

    fn create(&self, wanted: &[NewLine]) -> Result<Cart, Refused> {
        let mut cart =
            Cart { id: token::random()?, version: 1, currency: self.currency, lines: Vec::new() };
        for (number, wanted) in (1_i64..).zip(wanted) {
            self.add(&mut cart.lines, wanted, number.to_string())?;
        }
        change::settle(&mut cart);
        // Numbers that a repeated product left out are not used either.
        let next_line = i64::try_from(wanted.len()).unwrap_or(i64::MAX - 1) + 1;
        let row = lines::insert_cart(self.connection, self.shop, &cart, next_line, self.now)?;
        for line in &cart.lines {
            lines::write_line(self.connection, row, line)?;
        }
        Ok(cart)
    }

    fn add(&self, lines: &mut Vec<Line>, wanted: &NewLine, id: String) -> Result<usize, Refused> {
        let product = products::find(self.connection, self.shop, &wanted.sku)?;
        let product = product.ok_or_else(|| Refused::sku_unknown(&wanted.sku))?;
        change::add(lines, wanted, &product, id)
    }

    fn set_quantity(&self, mut row: CartRow, id: &str, quantity: u32) -> Result<Cart, Refused> {
        let found = row.cart.lines.iter().position(|line| line.id == id);
        let at = found.ok_or(Refused::LineUnknown)?;
        if quantity == row.cart.lines[at].quantity {
            return Ok(row.cart);
        }
        if quantity == 0 {
            let line = row.cart.lines.remove(at);
            lines::delete_line(self.connection, row.id, &line)?;
        } else {
            change::set_quantity(&mut row.cart.lines, at, quantity)?;
            lines::write_line(self.connection, row.id, &row.cart.lines[at])?;
        }
        self.stamp(row)
    }

    /// The cart, if it has a version that the change expects.
    fn expect(&self, id: &str, change: &Change) -> Result<CartRow, Refused> {
        let row = self.find(id)?;
        match &change.versions {
            Some(versions) if !versions.contains(&row.cart.version) => {
                Err(Refused::VersionMismatch)
            }
            _ => Ok(row),
        }
    }

    fn find(&self, id: &str) -> Result<CartRow, Refused> {
        let found = carts::find(self.connection, self.shop, self.currency, id)?;
        let row = found.ok_or(Refused::CartUnknown)?;
        if tidy::is_expired(row.touched_at, self.now) { Err(Refused::CartExpired) } else { Ok(row) }
    }

    fn stamp(&self, mut row: CartRow) -> Result<Cart, Refused> {
        row.cart.version += 1;
        change::settle(&mut row.cart);
        let CartRow { id, cart, next_line, .. } = row;
        lines::stamp_cart(self.connection, id, cart.version, next_line, self.now)?;
        Ok(cart)
    }
}

/// Tells a failure of the database, which undoes the job, from a refusal, which does not.
fn split(result: Result<Cart, Refused>) -> Result<Result<Cart, Refused>, StoreError> {
    match result {
        Err(Refused::Store(error)) => Err(error),
        answer => Ok(answer),
    }
}
