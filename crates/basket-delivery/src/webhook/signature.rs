//! What proves that a message is ours, by the Standard Webhooks specification.

use base64::{Engine, engine::general_purpose::STANDARD};
use basket_store::Webhook;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// What a secret begins with, so that people know it when they see it.
const PREFIX: &str = "whsec_";

/// One signature for each secret that is good, the newest first.
pub(super) fn header(webhook: &Webhook, id: &str, timestamp: &str, body: &str) -> String {
    let before = webhook.before.iter().map(|(secret, _)| &**secret);
    let secrets = [&*webhook.secret].into_iter().chain(before);
    let signatures: Vec<String> =
        secrets.filter_map(|secret| sign(secret, id, timestamp, body)).collect();
    signatures.join(" ")
}

fn sign(secret: &str, id: &str, timestamp: &str, body: &str) -> Option<String> {
    let key = STANDARD.decode(secret.strip_prefix(PREFIX).unwrap_or(secret)).ok()?;
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).ok()?;
    for part in [id, ".", timestamp, ".", body] {
        mac.update(part.as_bytes());
    }
    Some(format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example that the specification's own libraries are tested with.
    #[test]
    fn a_signature_is_that_of_the_specification() {
        let webhook = Webhook {
            address: String::new(),
            secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".to_owned(),
            before: None,
        };
        let id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
        let signed = header(&webhook, id, "1614265330", r#"{"test": 2432232314}"#);
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn both_secrets_sign_while_one_takes_the_place_of_the_other() {
        let (new, old) = ("whsec_bmV3", "whsec_b2xk");
        let webhook = |secret: &str, before: Option<&str>| Webhook {
            address: String::new(),
            secret: secret.to_owned(),
            before: before.map(|secret| (secret.to_owned(), 1)),
        };
        let sign = |webhook: &Webhook| header(webhook, "msg_1", "1", "{}");
        let both = sign(&webhook(new, Some(old)));
        let each = [sign(&webhook(new, None)), sign(&webhook(old, None))];
        assert_eq!(both, each.join(" "));
        assert_ne!(each[0], each[1]);
    }
}
