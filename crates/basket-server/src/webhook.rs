//! Messages to shops by the Standard Webhooks specification: what is signed, and with what. When to send, and what
//! becomes of a message that did not arrive, is the courier's. It must never know where messages are kept.

mod client;
mod reach;
mod signature;

use crate::store::{Event, Tried, Webhook};
use client::{Call, Client};
use url::Url;

/// The answer of a receiver that wants to hear nothing any more.
pub(crate) const GONE: u16 = 410;

/// Sends messages to shops.
#[derive(Debug)]
pub(crate) struct Webhooks {
    client: Client,
}

impl Webhooks {
    /// With `allow_private`, also to addresses that only this machine or its network knows.
    pub(crate) fn new(allow_private: bool) -> Self {
        Self { client: Client::new(allow_private) }
    }

    /// Tries once. `now` is in milliseconds since 1970.
    pub(crate) async fn send(&self, webhook: &Webhook, event: &Event, now: i64) -> Tried {
        let Ok(url) = Url::parse(&webhook.address) else {
            let remark = "the address is none".to_owned();
            return Tried { status: None, remark, is_hopeless: false };
        };
        // Of this try, so that a receiver can turn away what somebody recorded and sends again.
        let timestamp = (now / 1000).to_string();
        let signature = signature::of(webhook, &event.name, &timestamp, &event.body);
        let headers = [
            ("webhook-id", &*event.name),
            ("webhook-timestamp", &*timestamp),
            ("webhook-signature", &*signature),
        ];
        let call = Call { url: &url, headers: &headers, body: &event.body };
        match self.client.post(&call).await {
            Ok(answer) => {
                let (status, remark) = (Some(answer.status), answer.excerpt);
                Tried { status, remark, is_hopeless: answer.status == GONE }
            }
            Err(failure) => Tried { status: None, remark: failure.to_string(), is_hopeless: false },
        }
    }
}
