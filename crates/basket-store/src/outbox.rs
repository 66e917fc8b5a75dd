//! Messages to shops and shoppers, kept until they are delivered. Each is written in the transaction that it tells
//! of. It must never know how a message is sent.

use crate::{
    Store, StoreError,
    lifetime::SWEEP,
    query::Query,
    row::{Row, values},
    transaction::Tx,
};
use basket_core::json;
use basket_model::{notification::NotificationKind, token};
use sha2::{Digest as _, Sha256};

/// How long after each failure the next try is, in seconds: over three days, and ever more seldom. Nothing is left to
/// chance, since only a few messages of a shop are under way at once, however many wait.
const WAITS: [i64; 9] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/// For how long a message that is being sent is nobody else's, in milliseconds: longer than a try may take, and
/// than the clocks of two processes differ.
const LEASE: i64 = 30 * 1000;
const MAIL_LEASE: i64 = 60 * 1000;
/// How many mails an hour go to one address.
const MAILS_AN_HOUR: i64 = 5;
const HOUR: i64 = 60 * 60 * 1000;
/// How long messages are kept, in milliseconds.
const KEPT: i64 = 90 * 24 * 60 * 60 * 1000;

/// Messages to shops and shoppers.
#[derive(Debug, Clone, Copy)]
pub struct Outbox<'a>(pub(crate) &'a Store);

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

    /// Whether it is about no more than a cart, and waits behind what is about orders.
    pub fn is_minor(&self) -> bool {
        self.kind == NotificationKind::CheckoutStarted.name()
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

impl Outbox<'_> {
    /// Messages whose time has come, those about orders before those about carts, and then the oldest first: at most
    /// `each` of a shop, so that none waits behind another shop's thousands, and at most one about each thing: of those
    /// about one order, a later one waits until the earlier has arrived or was given up.
    pub async fn due(
        self,
        channel: Channel,
        each: i64,
        limit: i64,
    ) -> Result<Vec<DueMessage>, StoreError> {
        let sql = messages!(
            "id IN (SELECT due FROM (
                 SELECT id AS due, next_at AS at, kind = 'checkout.started' AS is_minor,
                     row_number() OVER (PARTITION BY shop_id
                         ORDER BY kind = 'checkout.started', next_at, id) AS turn
                 FROM events w
                 WHERE next_at <= $1
                     AND CASE WHEN kind LIKE 'mail.%' THEN CAST(1 AS bigint) ELSE 0 END = $2
                     AND NOT EXISTS (SELECT 1 FROM events b WHERE b.subject = w.subject
                         AND b.id < w.id AND b.next_at IS NOT NULL)) turns
                 WHERE turn <= $3 ORDER BY is_minor, at, due LIMIT $4)
             ORDER BY kind = 'checkout.started', next_at, id"
        );
        let mail = i64::from(channel == Channel::Mail);
        let rows = self.0.rows(sql, values![self.0.now(), mail, each, limit]).await?;
        rows.iter()
            .map(|row| Ok(DueMessage { message: read(row)?, shop: row.get("shop_id")? }))
            .collect()
    }

    /// Takes a message, so that no other process sends it too; whether nobody has. Who takes it and dies
    /// leaves it to be tried again.
    pub async fn lease(self, message: &OutboxMessage) -> Result<bool, StoreError> {
        let sql = "UPDATE events SET next_at = $2, attempts = attempts + 1
                   WHERE id = $1 AND next_at = $3 AND attempts = $4";
        let lease = if message.channel() == Channel::Mail { MAIL_LEASE } else { LEASE };
        let until = self.0.now() + lease;
        let values = values![message.id, until, message.next_at, message.attempts];
        Ok(self.0.execute(sql, values).await? > 0)
    }

    /// Notes how a try went. A message that did not arrive is tried again later, until there is no hope; unless the
    /// try took so long that another process has taken it since, whose word counts then.
    pub async fn record_attempt(
        self,
        message: &OutboxMessage,
        tried: &DeliveryAttempt,
    ) -> Result<(), StoreError> {
        let (id, attempts, now) = (message.id, message.attempts, self.0.now());
        let tried = tried.clone();
        let record = async move |tx: &Tx<'_>| {
            let sql =
                "INSERT INTO deliveries (event_id, at, status, remark) VALUES ($1, $2, $3, $4)";
            tx.execute(sql, values![id, now, tried.status, &tried.remark]).await?;
            if tried.has_arrived() {
                let sql = "UPDATE events SET next_at = NULL, delivered_at = $2 WHERE id = $1";
                return tx.execute(sql, values![id, now]).await;
            }
            // This try was counted when the message was taken.
            let wait = usize::try_from(attempts).ok().and_then(|at| WAITS.get(at));
            let next = wait.filter(|_| !tried.is_hopeless).map(|seconds| now + seconds * 1000);
            let sql = "UPDATE events SET next_at = $2 WHERE id = $1 AND attempts = $3";
            tx.execute(sql, values![id, next, attempts + 1]).await
        };
        self.0.transaction(record).await.map(drop)
    }

    /// A shop's messages behind the place `after`, newest first.
    pub async fn page(
        self,
        shop: i64,
        after: Option<i64>,
        limit: i64,
    ) -> Result<Vec<OutboxMessage>, StoreError> {
        let sql = messages!("shop_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3");
        let values = values![shop, after.unwrap_or(i64::MAX), limit];
        self.0.rows(sql, values).await?.iter().map(read).collect()
    }

    /// A message of a shop by its name, with every try.
    pub async fn find(
        self,
        shop: i64,
        name: &str,
    ) -> Result<Option<(OutboxMessage, Vec<Delivery>)>, StoreError> {
        // The tries first: what is said of the message then counts them all.
        let sql =
            "SELECT d.at, d.status, d.remark FROM deliveries d JOIN events e ON e.id = d.event_id
                   WHERE e.shop_id = $1 AND e.name = $2 ORDER BY d.id";
        let tries = self.0.rows(sql, values![shop, name]).await?;
        let tries = tries.iter().map(|row| {
            let (at, status) = (row.get("at")?, row.get("status")?);
            Ok(Delivery { at, status, remark: row.get("remark")? })
        });
        let tries = tries.collect::<Result<_, StoreError>>()?;
        let row = self.0.row(messages!("shop_id = $1 AND name = $2"), values![shop, name]).await?;
        row.map(|row| Ok((read(&row)?, tries))).transpose()
    }

    /// Sends a message again, as soon as may be; whether the shop has it. One that is being sent just now, or will
    /// be within a minute, is left alone, so that it never goes twice at the same moment.
    pub async fn replay(self, shop: i64, name: &str) -> Result<bool, StoreError> {
        let (name, now) = (name.to_owned(), self.0.now());
        let replay = async move |tx: &Tx<'_>| {
            let sql = "SELECT id FROM events WHERE shop_id = $1 AND name = $2";
            let Some(row) = tx.row(sql, values![shop, name]).await? else { return Ok(false) };
            let sql = "UPDATE events SET next_at = $2, attempts = 0
                       WHERE id = $1 AND (next_at IS NULL OR next_at > $3)";
            tx.execute(sql, values![row.get::<i64>("id")?, now, now + MAIL_LEASE]).await?;
            tx.wake_dispatcher();
            Ok(true)
        };
        self.0.transaction(replay).await
    }

    /// How many messages wait to be sent, and for how long the oldest has waited beyond its time, in milliseconds.
    pub async fn backlog(self) -> Result<(i64, i64), StoreError> {
        let sql = "SELECT count(*) AS messages, min(next_at) AS oldest FROM events
                   WHERE next_at IS NOT NULL";
        let Some(row) = self.0.row(sql, values![]).await? else { return Ok((0, 0)) };
        let oldest: Option<i64> = row.get("oldest")?;
        let late = oldest.map_or(0, |oldest| self.0.now() - oldest);
        Ok((row.get("messages")?, late.max(0)))
    }

    /// Waits until this process has written a message.
    pub async fn woken(self) {
        self.0.wake.notified().await;
    }

    /// Deletes some messages of long ago; whether there are more.
    pub(super) async fn sweep(self, now: i64) -> Result<bool, StoreError> {
        // Ids grow with time, so that only what is old is looked at.
        let sql = "DELETE FROM events WHERE id IN (
                       SELECT id FROM events WHERE next_at IS NULL AND id < coalesce(
                           (SELECT id FROM events WHERE created_at >= $1 ORDER BY id LIMIT 1),
                           9223372036854775807)
                       ORDER BY id LIMIT $2)";
        let deleted = self.0.execute(sql, values![now - KEPT, SWEEP]).await?;
        Ok(deleted == u64::from(SWEEP))
    }
}

/// A message that is about to be written.
#[derive(Debug)]
pub(super) struct NewMessage {
    pub(super) shop: i64,
    pub(super) kind: NotificationKind,
    /// What it is about: messages about the same arrive in their order.
    pub(super) subject: String,
    pub(super) body: String,
    pub(super) now: i64,
}

/// Writes a message to a shop, if it wants any, in the transaction that the message tells of.
pub(super) async fn tell_shop(tx: &Tx<'_>, message: NewMessage) -> Result<(), StoreError> {
    let sql =
        "INSERT INTO events (shop_id, name, subject, kind, body, created_at, attempts, next_at)
               SELECT id, $2, $3, $4, $5, $6, 0, $6 FROM shops
               WHERE id = $1 AND webhook_address IS NOT NULL";
    insert(tx, sql, message).await
}

/// Likewise, where only the latest word about a thing counts: a message about it that was never tried says this instead.
pub(super) async fn tell_shop_latest(tx: &Tx<'_>, message: NewMessage) -> Result<(), StoreError> {
    let sql = "UPDATE events SET body = $4, created_at = $5
               WHERE shop_id = $1 AND subject = $2 AND kind = $3 AND attempts = 0
                   AND next_at IS NOT NULL";
    let NewMessage { shop, kind, subject, body, now } = &message;
    if tx.execute(sql, values![*shop, subject, kind.name(), body, *now]).await? > 0 {
        return Ok(());
    }
    tell_shop(tx, message).await
}

/// Likewise, for a mail to a shopper. It has a subject of its own: a shop that cannot be reached holds up no mail. Beyond
/// a few an hour to one address it waits for a later hour, since a shopper may have entered the address of someone else.
pub(super) async fn mail_shopper(
    tx: &Tx<'_>,
    message: NewMessage,
    email: &str,
) -> Result<(), StoreError> {
    let recipient = hex::encode(Sha256::digest(email.to_lowercase()));
    let NewMessage { shop, kind, subject, body, now } = message;
    let sql = "SELECT count(*) AS mails FROM events
               WHERE recipient = $1 AND (next_at IS NOT NULL OR delivered_at > $2)";
    let row = tx.row(sql, values![&recipient, now - HOUR]).await?;
    let mails = row.map_or(Ok(0), |row| row.get::<i64>("mails"))?;
    let next_at = now + mails / MAILS_AN_HOUR * HOUR;
    let sql = "INSERT INTO events
                   (shop_id, name, subject, kind, body, created_at, attempts, next_at, recipient)
               VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8)";
    let subject = format!("mail:{subject}");
    let values = values![shop, name()?, subject, kind.name(), body, now, next_at, recipient];
    tx.execute(sql, values).await?;
    tx.wake_dispatcher();
    Ok(())
}

async fn insert(tx: &Tx<'_>, sql: &'static str, message: NewMessage) -> Result<(), StoreError> {
    let NewMessage { shop, kind, subject, body, now } = message;
    tx.execute(sql, values![shop, name()?, subject, kind.name(), body, now]).await?;
    tx.wake_dispatcher();
    Ok(())
}

fn name() -> Result<String, StoreError> {
    Ok(format!("msg_{}", &token::random()?[..24]))
}

fn read(row: &Row) -> Result<OutboxMessage, StoreError> {
    Ok(OutboxMessage {
        id: row.get("id")?,
        name: row.get("name")?,
        kind: row.get("kind")?,
        body: row.get("body")?,
        created_at: row.get("created_at")?,
        attempts: row.get("attempts")?,
        next_at: row.get("next_at")?,
        delivered_at: row.get("delivered_at")?,
    })
}
