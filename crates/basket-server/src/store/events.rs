//! Messages to shops, kept until they are delivered. Each is written in the transaction that it tells of.

use super::{
    Store, StoreError,
    sql::{Row, Step},
};
use crate::{
    order::{Contact, OpenCheckout, Order, OrderState},
    token,
};
use basket_core::{cart::Cart, json::Writer, wire};
use jiff::Timestamp;

/// How long after each failure the next try is, in seconds: over three days, and ever more seldom.
const WAITS: [i64; 9] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/// For how long a message that is being sent is nobody else's, in milliseconds: longer than a try may take.
const LEASE: i64 = 60 * 1000;
/// How long messages are kept, in milliseconds.
const KEPT: i64 = 90 * 24 * 60 * 60 * 1000;

/// What a message tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Somebody goes to the checkout.
    CheckoutStarted,
    /// Somebody has ordered.
    OrderPlaced,
    /// An order is not to be.
    OrderCancelled,
}

impl Kind {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::CheckoutStarted => "checkout.started",
            Self::OrderPlaced => "order.placed",
            Self::OrderCancelled => "order.cancelled",
        }
    }
}

/// A message with what has become of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its place in lists.
    pub id: i64,
    /// By what a receiver knows a repetition.
    pub name: String,
    /// What it tells of.
    pub kind: String,
    /// What is sent.
    pub body: String,
    /// When it happened, in milliseconds since 1970.
    pub created_at: i64,
    /// How often it was tried.
    pub attempts: i64,
    /// When it is tried next; `None` is never.
    pub next_at: Option<i64>,
    /// When it arrived.
    pub delivered_at: Option<i64>,
}

/// A message whose time has come, with where it goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueEvent {
    /// The message.
    pub event: Event,
    /// The shop's number.
    pub shop: i64,
}

/// One try to deliver a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What the other side answered; `None` is nothing.
    pub status: Option<i64>,
    /// What else there is to say.
    pub remark: String,
}

/// Reads messages.
macro_rules! events {
    ($which:literal) => {
        concat!(
            "SELECT id, name, kind, body, created_at, attempts, next_at, delivered_at, shop_id
             FROM events e WHERE ",
            $which
        )
    };
}

impl Store {
    /// Messages whose time has come, oldest first, at most one about each thing: of those about one order, a
    /// later one waits until the earlier has arrived or was given up.
    pub async fn due_events(&self, limit: i64) -> Result<Vec<DueEvent>, StoreError> {
        let sql = events!(
            "next_at <= $1 AND NOT EXISTS (SELECT 1 FROM events b WHERE b.subject = e.subject
                 AND b.id < e.id AND b.next_at IS NOT NULL)
             ORDER BY next_at LIMIT $2"
        );
        let rows = self.ask(sql, [self.now().into(), limit.into()]).await?;
        rows.iter().map(|row| Ok(DueEvent { event: event(row)?, shop: row.number(8)? })).collect()
    }

    /// Takes a message, so that no other process sends it too; whether nobody has. Who takes it and dies
    /// leaves it to be tried again.
    pub async fn lease_event(&self, event: &Event) -> Result<bool, StoreError> {
        let sql = "UPDATE events SET next_at = $2, attempts = attempts + 1
                   WHERE id = $1 AND next_at = $3 AND attempts = $4";
        let values = [
            event.id.into(),
            (self.now() + LEASE).into(),
            event.next_at.into(),
            event.attempts.into(),
        ];
        self.write(vec![Step::must(sql, values)]).await
    }

    /// Notes how a try went. A message that did not arrive is tried again later, until there is no hope.
    pub async fn note_delivery(
        &self,
        event: &Event,
        status: Option<i64>,
        remark: &str,
    ) -> Result<(), StoreError> {
        let now = self.now();
        let note = "INSERT INTO deliveries (event_id, at, status, remark) VALUES ($1, $2, $3, $4)";
        let note = Step::new(note, [event.id.into(), now.into(), status.into(), remark.into()]);
        let arrived = status.is_some_and(|status| (200..300).contains(&status));
        // The first try has been counted when the message was taken.
        let wait = usize::try_from(event.attempts).ok().and_then(|at| WAITS.get(at));
        let next = wait.filter(|_| !arrived).map(|seconds| now + seconds * 1000);
        let settle = "UPDATE events SET next_at = $2, delivered_at = coalesce($3, delivered_at)
                      WHERE id = $1";
        let values = [event.id.into(), next.into(), arrived.then_some(now).into()];
        self.write(vec![note, Step::new(settle, values)]).await.map(drop)
    }

    /// A shop's messages behind the place `after`, newest first.
    pub async fn events(
        &self,
        shop: i64,
        after: Option<i64>,
        limit: i64,
    ) -> Result<Vec<Event>, StoreError> {
        let sql = events!("shop_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3");
        let values = [shop.into(), after.unwrap_or(i64::MAX).into(), limit.into()];
        self.ask(sql, values).await?.iter().map(event).collect()
    }

    /// A message of a shop by its name, with every try.
    pub async fn event(
        &self,
        shop: i64,
        name: &str,
    ) -> Result<Option<(Event, Vec<Delivery>)>, StoreError> {
        let rows = self.ask(events!("shop_id = $1 AND name = $2"), [shop.into(), name.into()]);
        let Some(found) = rows.await?.first().map(event).transpose()? else { return Ok(None) };
        let sql = "SELECT at, status, remark FROM deliveries WHERE event_id = $1 ORDER BY id";
        let tries = self.ask(sql, [found.id.into()]).await?;
        let tries = tries.iter().map(|row| {
            let (at, status, remark) = (row.number(0)?, row.maybe_number(1)?, row.text(2)?);
            Ok(Delivery { at, status, remark })
        });
        Ok(Some((found, tries.collect::<Result<_, StoreError>>()?)))
    }

    /// Sends a message again, as soon as may be; whether the shop has it.
    pub async fn replay_event(&self, shop: i64, name: &str) -> Result<bool, StoreError> {
        let sql = "UPDATE events SET next_at = $3, attempts = 0 WHERE shop_id = $1 AND name = $2";
        let values = [shop.into(), name.into(), self.now().into()];
        self.write(vec![Step::must(sql, values)]).await
    }

    /// Deletes messages of long ago.
    pub(super) async fn tidy_events(&self) -> Result<(), StoreError> {
        let sql = "DELETE FROM events WHERE created_at < $1 AND next_at IS NULL";
        self.write(vec![Step::new(sql, [(self.now() - KEPT).into()])]).await.map(drop)
    }
}

/// Writes a message, if the shop wants any. `subject` is what it is about: messages about the same arrive in their
/// order.
pub(super) fn step(
    shop: i64,
    kind: Kind,
    subject: &str,
    body: String,
    now: i64,
) -> Result<Step, StoreError> {
    let sql =
        "INSERT INTO events (shop_id, name, subject, kind, body, created_at, attempts, next_at)
               SELECT id, $2, $3, $4, $5, $6, 0, $6 FROM shops
               WHERE id = $1 AND webhook_address IS NOT NULL";
    let values =
        [shop.into(), name()?.into(), subject.into(), kind.name().into(), body.into(), now.into()];
    Ok(Step::new(sql, values))
}

/// Writes the message of an order that is being placed. Its number is known to the database alone.
pub(super) fn placed_step(
    checkout: &OpenCheckout,
    contact: &Contact,
    now: i64,
) -> Result<Step, StoreError> {
    let order = Order {
        id: 0,
        number: 0,
        state: OrderState::Placed,
        contact: contact.clone(),
        locale: checkout.locale.clone(),
        cart: checkout.cart.clone(),
        created_at: now,
        changed_at: now,
    };
    // Inside of a text the quotes would have backslashes, so nothing that a shopper wrote is meant by it.
    let sql =
        "INSERT INTO events (shop_id, name, subject, kind, body, created_at, attempts, next_at)
               SELECT o.shop_id, $1, CAST(o.shop_id AS text) || ':' || CAST(o.number AS text), $2,
                   replace($3, '\"number\":0', '\"number\":' || CAST(o.number AS text)), $4, 0, $4
               FROM orders o JOIN shops s ON s.id = o.shop_id
               WHERE o.checkout = $5 AND s.webhook_address IS NOT NULL";
    let values = [
        name()?.into(),
        Kind::OrderPlaced.name().into(),
        order_body(Kind::OrderPlaced, &order, now).into(),
        now.into(),
        (&*checkout.token).into(),
    ];
    Ok(Step::new(sql, values))
}

fn name() -> Result<String, StoreError> {
    Ok(format!("msg_{}", &token::random()?[..24]))
}

/// What a message about a cart says.
pub(super) fn checkout_body(kind: Kind, cart: &Cart, now: i64) -> String {
    envelope(kind, now, |writer| {
        writer.open('{').name("cart");
        wire::write_cart(writer, cart);
        writer.close('}');
    })
}

/// What a message about an order says.
pub(super) fn order_body(kind: Kind, order: &Order, now: i64) -> String {
    envelope(kind, now, |writer| {
        writer.open('{').name("order");
        write_order(writer, order);
        writer.close('}');
    })
}

fn envelope(kind: Kind, now: i64, write: impl FnOnce(&mut Writer)) -> String {
    let mut writer = Writer::new();
    writer.open('{').name("type").string(kind.name());
    writer.name("timestamp").string(&time(now)).name("data");
    write(&mut writer);
    writer.close('}');
    writer.finish()
}

/// An order as it goes over the wire.
pub(crate) fn write_order(writer: &mut Writer, order: &Order) {
    let Contact { email, name, address, postal_code, city, country } = &order.contact;
    writer.open('{').name("number").number(order.number);
    writer.name("state").string(order.state.name());
    writer.name("created_at").string(&time(order.created_at));
    writer.name("changed_at").string(&time(order.changed_at));
    writer.name("locale").string(&order.locale).name("contact").open('{');
    for (member, value) in [
        ("email", email),
        ("name", name),
        ("address", address),
        ("postal_code", postal_code),
        ("city", city),
        ("country", country),
    ] {
        writer.name(member).string(value);
    }
    writer.close('}').name("cart");
    wire::write_cart(writer, &order.cart);
    writer.close('}');
}

fn time(milliseconds: i64) -> String {
    Timestamp::from_millisecond(milliseconds).unwrap_or_default().to_string()
}

fn event(row: &Row) -> Result<Event, StoreError> {
    Ok(Event {
        id: row.number(0)?,
        name: row.text(1)?,
        kind: row.text(2)?,
        body: row.text(3)?,
        created_at: row.number(4)?,
        attempts: row.number(5)?,
        next_at: row.maybe_number(6)?,
        delivered_at: row.maybe_number(7)?,
    })
}
