//! The outbox dispatcher: sends the messages in the outbox, webhooks to shops and mails to shoppers. Several processes
//! may run it on one database. It must never know how a message looks, nor what it says.

use crate::{
    mail::{ComposeOrderMail, Mail, OrderMail},
    metrics::DeliveryMetrics,
    webhook::{GONE, Webhooks},
};
use basket_core::json;
use basket_store::{Channel, DeliveryAttempt, DueMessage, OutboxMessage, Store, StoreError};
use std::{collections::HashMap, pin::pin, sync::Arc, time::Duration};
use tokio::{
    sync::oneshot,
    task::{Id, JoinError, JoinSet},
    time::{Instant, sleep, sleep_until, timeout},
};

/// How long a mail may take as a whole; less than a message is taken for.
const MAIL: Duration = Duration::from_secs(45);

/// Looking for messages takes at most one part in so many of the time: where tens of thousands wait, that is slow.
const SHARE: u32 = 10;

/// How many messages are under way at once.
#[derive(Debug)]
struct Bounds {
    all: usize,
    /// Of one shop, so that a receiver that is slow holds up no other.
    each: usize,
}

const fn bounds(channel: Channel) -> Bounds {
    match channel {
        Channel::Webhook => Bounds { all: 128, each: 4 },
        // They all go to one server.
        Channel::Mail => Bounds { all: 8, each: 4 },
    }
}

/// Sends messages from the outbox.
#[derive(Debug)]
pub struct Dispatcher {
    /// Has the outbox.
    pub store: Arc<Store>,
    /// Sends webhooks.
    pub webhooks: Webhooks,
    /// Sends mails; `None` sends none.
    pub mail: Option<Mail>,
    /// Writes what a mail says.
    pub compose_order_mail: ComposeOrderMail,
    /// Scheme and host by which people reach the service, if the host has set them: for links in mails.
    pub public: Option<String>,
    /// Counts the attempts.
    pub metrics: DeliveryMetrics,
    /// How often to look for messages that other processes wrote, or whose time has come.
    pub look: Duration,
}

/// What is being sent by which task.
#[derive(Debug, Default)]
struct UnderWay {
    tasks: JoinSet<()>,
    messages: HashMap<Id, (Channel, i64, i64)>,
}

impl UnderWay {
    fn has_room(&self, channel: Channel) -> bool {
        let all = self.messages.values().filter(|(other, ..)| *other == channel);
        all.count() < bounds(channel).all
    }

    fn takes(&self, channel: Channel, due: &DueMessage) -> bool {
        let is_own = self.messages.values().any(|(_, _, message)| *message == due.message.id);
        let of_shop =
            |(other, shop, _): &&(Channel, i64, i64)| *other == channel && *shop == due.shop;
        // One place is kept for what is about an order.
        let reserved = usize::from(due.message.is_minor());
        !is_own
            && self.has_room(channel)
            && self.messages.values().filter(of_shop).count() + reserved < bounds(channel).each
    }

    /// Waits until one has gone, well or not; for ever if there is none.
    async fn one_done(&mut self) {
        match self.tasks.join_next_with_id().await {
            Some(done) => self.forget(done),
            None => std::future::pending().await,
        }
    }

    /// Makes room for others where messages have gone.
    fn clear(&mut self) {
        while let Some(done) = self.tasks.try_join_next_with_id() {
            self.forget(done);
        }
    }

    fn forget(&mut self, done: Result<(Id, ()), JoinError>) {
        let id = done.map_or_else(|error| error.id(), |(id, ())| id);
        self.messages.remove(&id);
    }
}

impl Dispatcher {
    /// Sends messages until told to stop, then finishes those being sent. One that is cut off is sent again by the
    /// next process.
    pub async fn run(self, stop: oneshot::Receiver<()>) {
        let dispatcher = Arc::new(self);
        let mut stop = pin!(stop);
        let mut under_way = UnderWay::default();
        let mut was_fine = true;
        loop {
            let began = Instant::now();
            let taken = dispatcher.take(&mut under_way).await;
            let pause = (began.elapsed() * SHARE).min(dispatcher.look);
            if let (Err(error), true) = (&taken, was_fine) {
                tracing::warn!(%error, "cannot read the outbox");
            }
            was_fine = taken.is_ok();
            tokio::select! {
                _ = &mut stop => break,
                () = dispatcher.store.outbox().woken() => {}
                () = under_way.one_done() => {}
                () = sleep(dispatcher.look) => {}
            }
            sleep_until(began + pause).await;
            under_way.clear();
        }
        while !under_way.tasks.is_empty() {
            under_way.one_done().await;
        }
    }

    /// Begins to send whatever is due, as far as there is room.
    async fn take(self: &Arc<Self>, under_way: &mut UnderWay) -> Result<(), StoreError> {
        for channel in [Channel::Webhook, Channel::Mail] {
            if channel == Channel::Mail && self.mail.is_none() || !under_way.has_room(channel) {
                continue;
            }
            let Bounds { all, each } = bounds(channel);
            // Those under way are not due, so that no more than these can be begun.
            let (each, all) = (i64::try_from(each), i64::try_from(2 * all));
            let due = self.store.outbox().due(channel, each.unwrap_or(1), all.unwrap_or(1)).await?;
            for due in due {
                if under_way.takes(channel, &due) {
                    let (shop, message) = (due.shop, due.message.id);
                    let dispatcher = Arc::clone(self);
                    let task =
                        under_way.tasks.spawn(async move { dispatcher.send(channel, due).await });
                    under_way.messages.insert(task.id(), (channel, shop, message));
                }
            }
        }
        Ok(())
    }

    async fn send(&self, channel: Channel, due: DueMessage) {
        let DueMessage { message, shop } = due;
        if let Err(error) = self.deliver(channel, shop, &message).await {
            // It is not forgotten: its time comes again.
            tracing::warn!(%error, message = message.name, "cannot update outbox message");
        }
    }

    async fn deliver(
        &self,
        channel: Channel,
        shop: i64,
        message: &OutboxMessage,
    ) -> Result<(), StoreError> {
        if !self.store.outbox().lease(message).await? {
            return Ok(());
        }
        let tried = match channel {
            Channel::Webhook => self.call(shop, message).await?,
            Channel::Mail => self.write(shop, message).await?,
        };
        let status = tried.status.unwrap_or_default();
        tracing::info!(
            message = message.name,
            kind = message.kind,
            shop,
            status,
            attempt = message.attempts + 1,
            arrived = tried.has_arrived(),
            "delivery attempted"
        );
        self.metrics.count(channel, tried.has_arrived());
        self.store.outbox().record_attempt(message, &tried).await
    }

    /// Tells the shop.
    async fn call(
        &self,
        shop: i64,
        message: &OutboxMessage,
    ) -> Result<DeliveryAttempt, StoreError> {
        let setup = self.store.shops().checkout_setup(shop).await?;
        let Some(webhook) = setup.and_then(|setup| setup.webhook) else {
            return Ok(hopeless("the shop has no webhook address any more"));
        };
        let tried = self.webhooks.send(&webhook, message, self.store.now()).await;
        if tried.status == Some(GONE) {
            // Who says so asks for the end of all messages, by the specification.
            self.store.shops().end_webhook(shop, &webhook.address).await?;
        }
        Ok(tried)
    }

    /// Writes to the shopper.
    async fn write(
        &self,
        shop: i64,
        message: &OutboxMessage,
    ) -> Result<DeliveryAttempt, StoreError> {
        let (Some(mail), Some(number)) = (&self.mail, message.order()) else {
            return Ok(hopeless("the message has no order number"));
        };
        let order = self.store.orders().find(shop, number).await?;
        let (Some(order), Some(shop)) = (order, self.store.shops().find(shop).await?) else {
            return Ok(hopeless("the order no longer exists"));
        };
        let design = self.store.shops().checkout_design(shop.id).await?;
        let design = design.and_then(|text| json::parse(&text).ok()).unwrap_or_default();
        let about = OrderMail {
            shop: &shop,
            design: &design,
            order: &order,
            public: self.public.as_deref(),
        };
        let letter = (self.compose_order_mail)(&about);
        let sent = mail.send_order(&about, letter, message, self.store.now());
        let late = || DeliveryAttempt {
            status: None,
            remark: format!("the mail server did not answer within {} seconds", MAIL.as_secs()),
            is_hopeless: false,
        };
        Ok(timeout(MAIL, sent).await.unwrap_or_else(|_| late()))
    }
}

fn hopeless(remark: &str) -> DeliveryAttempt {
    DeliveryAttempt { status: None, remark: remark.to_owned(), is_hopeless: true }
}
