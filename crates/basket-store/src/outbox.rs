//! Messages to shops and shoppers, kept until they are delivered. Each is written in the transaction that it tells
//! of. It must never know how a message is sent.

mod write;

pub use write::write_order;
pub(super) use write::{checkout_body, mail_step, order_body, placed_step, step};

use super::{
    Store, StoreError,
    sql::{Row, Step},
};
use basket_core::json;

/// How long after each failure the next try is, in seconds: over three days, and ever more seldom. Nothing is left to
/// chance, since only a few messages of a shop are under way at once, however many wait.
const WAITS: [i64; 9] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/// For how long a message that is being sent is nobody else's, in milliseconds: longer than a try may take, and
/// than the clocks of two processes differ.
const LEASE: i64 = 30 * 1000;
const MAIL_LEASE: i64 = 60 * 1000;
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
    /// A shopper is to be told what they ordered.
    OrderMail,
}

impl Kind {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::CheckoutStarted => "checkout.started",
            Self::OrderPlaced => "order.placed",
            Self::OrderCancelled => "order.cancelled",
            Self::OrderMail => "mail.order_placed",
        }
    }
}

/// How a message goes. The names of the kinds that go by mail begin with `mail.`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Channel {
    /// To the shop's server.
    Webhook,
    /// To the shopper.
    Mail,
}

/// What has become of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageState {
    /// It arrived then, in milliseconds since 1970.
    Delivered(i64),
    /// It is sent then, or about to be.
    Waiting(i64),
    /// It did not arrive, and is not tried any more.
    GivenUp,
}

/// How a try went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryAttempt {
    /// What the other side answered; `None` is nothing. From 200 to 299 is good, of a web server as of a mail server.
    pub status: Option<u16>,
    /// What else there is to say.
    pub remark: String,
    /// Whether there is no hope that another try goes better.
    pub is_hopeless: bool,
}

impl DeliveryAttempt {
    /// Whether the message arrived.
    pub fn has_arrived(&self) -> bool {
        self.status.is_some_and(|status| (200..300).contains(&status))
    }
}

/// A message with what has become of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxMessage {
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

impl OutboxMessage {
    /// What has become of it. One that arrived and is sent again waits.
    pub fn state(&self) -> MessageState {
        match (self.next_at, self.delivered_at) {
            (Some(next), _) => MessageState::Waiting(next),
            (None, Some(at)) => MessageState::Delivered(at),
            (None, None) => MessageState::GivenUp,
        }
    }

    /// The order that the message names.
    pub fn order(&self) -> Option<i64> {
        let document = json::parse(&self.body).ok()?;
        let data = document.root().get("data");
        data.get("order").get("number").integer().or_else(|| data.get("number").integer())
    }

    /// How it goes.
    pub fn channel(&self) -> Channel {
        if self.kind.starts_with("mail.") { Channel::Mail } else { Channel::Webhook }
    }
}

/// A message whose time has come, with where it goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueMessage {
    /// The message.
    pub message: OutboxMessage,
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
macro_rules! messages {
    ($which:literal) => {
        concat!(
            "SELECT id, name, kind, body, created_at, attempts, next_at, delivered_at, shop_id
             FROM events e WHERE ",
            $which
        )
    };
}

impl Store {
    /// Messages whose time has come, oldest first: at most `each` of a shop, so that none waits behind another
    /// shop's thousands, and at most one about each thing: of those about one order, a later one waits until the
    /// earlier has arrived or was given up.
    pub async fn due_messages(
        &self,
        channel: Channel,
        each: i64,
        limit: i64,
    ) -> Result<Vec<DueMessage>, StoreError> {
        let sql = messages!(
            "id IN (SELECT due FROM (
                 SELECT id AS due, next_at AS at,
                     row_number() OVER (PARTITION BY shop_id ORDER BY next_at, id) AS turn
                 FROM events w
                 WHERE next_at <= $1
                     AND CASE WHEN kind LIKE 'mail.%' THEN CAST(1 AS bigint) ELSE 0 END = $2
                     AND NOT EXISTS (SELECT 1 FROM events b WHERE b.subject = w.subject
                         AND b.id < w.id AND b.next_at IS NOT NULL)) turns
                 WHERE turn <= $3 ORDER BY at, due LIMIT $4)
             ORDER BY next_at, id"
        );
        let mail = i64::from(channel == Channel::Mail);
        let values = [self.now().into(), mail.into(), each.into(), limit.into()];
        let rows = self.ask(sql, values).await?;
        rows.iter()
            .map(|row| Ok(DueMessage { message: message(row)?, shop: row.number(8)? }))
            .collect()
    }

    /// Takes a message, so that no other process sends it too; whether nobody has. Who takes it and dies
    /// leaves it to be tried again.
    pub async fn lease_message(&self, message: &OutboxMessage) -> Result<bool, StoreError> {
        let sql = "UPDATE events SET next_at = $2, attempts = attempts + 1
                   WHERE id = $1 AND next_at = $3 AND attempts = $4";
        let lease = if message.channel() == Channel::Mail { MAIL_LEASE } else { LEASE };
        let values = [
            message.id.into(),
            (self.now() + lease).into(),
            message.next_at.into(),
            message.attempts.into(),
        ];
        self.write(vec![Step::must(sql, values)]).await
    }

    /// Notes how a try went. A message that did not arrive is tried again later, until there is no hope; unless the
    /// try took so long that another process has taken it since, whose word counts then.
    pub async fn record_delivery(
        &self,
        message: &OutboxMessage,
        tried: &DeliveryAttempt,
    ) -> Result<(), StoreError> {
        let now = self.now();
        let note = "INSERT INTO deliveries (event_id, at, status, remark) VALUES ($1, $2, $3, $4)";
        let status = tried.status.map(i64::from);
        let values = [message.id.into(), now.into(), status.into(), (&*tried.remark).into()];
        let note = Step::new(note, values);
        let settle = if tried.has_arrived() {
            let sql = "UPDATE events SET next_at = NULL, delivered_at = $2 WHERE id = $1";
            Step::new(sql, [message.id.into(), now.into()])
        } else {
            // This try was counted when the message was taken.
            let wait = usize::try_from(message.attempts).ok().and_then(|at| WAITS.get(at));
            let next = wait.filter(|_| !tried.is_hopeless).map(|seconds| now + seconds * 1000);
            let sql = "UPDATE events SET next_at = $2 WHERE id = $1 AND attempts = $3";
            Step::new(sql, [message.id.into(), next.into(), (message.attempts + 1).into()])
        };
        self.write(vec![note, settle]).await.map(drop)
    }

    /// A shop's messages behind the place `after`, newest first.
    pub async fn messages(
        &self,
        shop: i64,
        after: Option<i64>,
        limit: i64,
    ) -> Result<Vec<OutboxMessage>, StoreError> {
        let sql = messages!("shop_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3");
        let values = [shop.into(), after.unwrap_or(i64::MAX).into(), limit.into()];
        self.ask(sql, values).await?.iter().map(message).collect()
    }

    /// A message of a shop by its name, with every try.
    pub async fn message(
        &self,
        shop: i64,
        name: &str,
    ) -> Result<Option<(OutboxMessage, Vec<Delivery>)>, StoreError> {
        // The tries first: what is said of the message then counts them all.
        let sql =
            "SELECT d.at, d.status, d.remark FROM deliveries d JOIN events e ON e.id = d.event_id
                   WHERE e.shop_id = $1 AND e.name = $2 ORDER BY d.id";
        let tries = self.ask(sql, [shop.into(), name.into()]).await?;
        let tries = tries.iter().map(|row| {
            let (at, status, remark) = (row.number(0)?, row.maybe_number(1)?, row.text(2)?);
            Ok(Delivery { at, status, remark })
        });
        let tries = tries.collect::<Result<_, StoreError>>()?;
        let rows = self.ask(messages!("shop_id = $1 AND name = $2"), [shop.into(), name.into()]);
        let found = rows.await?.first().map(message).transpose()?;
        Ok(found.map(|found| (found, tries)))
    }

    /// Sends a message again, as soon as may be; whether the shop has it. One that is being sent just now, or will
    /// be within a minute, is left alone, so that it never goes twice at the same moment.
    pub async fn replay_message(&self, shop: i64, name: &str) -> Result<bool, StoreError> {
        if self.message(shop, name).await?.is_none() {
            return Ok(false);
        }
        let now = self.now();
        let sql = "UPDATE events SET next_at = $3, attempts = 0 WHERE shop_id = $1 AND name = $2
                   AND (next_at IS NULL OR next_at > $4)";
        let values = [shop.into(), name.into(), now.into(), (now + MAIL_LEASE).into()];
        self.write(vec![Step::new(sql, values).telling()]).await.map(|_| true)
    }

    /// Waits until this process has written a message.
    pub async fn woken(&self) {
        self.wake.notified().await;
    }

    /// Deletes messages of long ago.
    pub(super) async fn tidy_outbox(&self) -> Result<(), StoreError> {
        // Ids grow with time, so that only what is old is looked at.
        let sql = "DELETE FROM events WHERE next_at IS NULL AND id < coalesce(
                       (SELECT id FROM events WHERE created_at >= $1 ORDER BY id LIMIT 1),
                       9223372036854775807)";
        self.write(vec![Step::new(sql, [(self.now() - KEPT).into()])]).await.map(drop)
    }
}

fn message(row: &Row) -> Result<OutboxMessage, StoreError> {
    Ok(OutboxMessage {
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
