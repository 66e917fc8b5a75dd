//! Messages to shops by the Standard Webhooks specification: what is signed, and with what. When to send, and what
//! becomes of a message that did not arrive, is decided by the dispatcher. It must never know where messages are kept.

mod signature;

use crate::client::{Body, Call, Client};
use basket_store::{DeliveryAttempt, OutboxMessage, Webhook};
use url::Url;

/// The answer of a receiver that wants to hear nothing any more.
pub(crate) const GONE: u16 = 410;
/// How many characters of an answer are kept, for people who look for what is wrong.
const EXCERPT: usize = 300;

/// Sends messages to shops.
#[derive(Debug)]
pub struct Webhooks {
    client: Client,
    /// What answers in a private network is not for a shop's people to read.
    keeps_answers: bool,
}

impl Webhooks {
    /// With `allow_private`, also to addresses that only this machine or its network knows.
    pub fn new(allow_private: bool) -> Self {
        Self { client: Client::new(allow_private), keeps_answers: !allow_private }
    }

    /// Tries once. `now` is in milliseconds since 1970.
    pub(crate) async fn send(
        &self,
        webhook: &Webhook,
        message: &OutboxMessage,
        now: i64,
    ) -> DeliveryAttempt {
        let Ok(url) = Url::parse(&webhook.address) else {
            let remark = "the address is invalid".to_owned();
            return DeliveryAttempt { status: None, remark, is_hopeless: false };
        };
        // Of this attempt, so that a receiver can refuse recorded messages that are replayed.
        let timestamp = (now / 1000).to_string();
        let signature = signature::header(webhook, &message.name, &timestamp, &message.body);
        let headers = [
            ("webhook-id", &*message.name),
            ("webhook-timestamp", &*timestamp),
            ("webhook-signature", &*signature),
        ];
        let kind = "application/json";
        let body = Some(Body { kind, text: &message.body });
        let call = Call { url: &url, headers: &headers, body };
        match self.client.send(&call).await {
            Ok(answer) => {
                let is_kept = !(200..300).contains(&answer.status) && self.keeps_answers;
                let most = if is_kept { EXCERPT } else { 0 };
                let remark = answer.text.trim().chars().take(most).collect();
                DeliveryAttempt {
                    status: Some(answer.status),
                    remark,
                    is_hopeless: answer.status == GONE,
                }
            }
            Err(failure) => {
                DeliveryAttempt { status: None, remark: failure.to_string(), is_hopeless: false }
            }
        }
    }
}
