//! Mails to shoppers about what they ordered, over SMTP. It must never know where orders are kept, nor when to
//! try again.

use basket_core::json::Document;
use basket_model::{order::Order, shop::Shop};
use basket_store::{DeliveryAttempt, OutboxMessage};
use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor,
    message::{
        Mailbox, MultiPart,
        header::{ContentType, HeaderName, HeaderValue},
    },
    transport::smtp::{Error, extension::ClientId},
};
use std::{
    fmt,
    net::IpAddr,
    time::{Duration, SystemTime},
};
use thiserror::Error;
use url::{Host, Url};

/// How long the server may take for each step.
const STEP: Duration = Duration::from_secs(15);
/// What a server answers who does not know or want the recipient, or the mail itself. Another time it would say the
/// same; unlike for a wrong password, which the host will correct.
const REFUSED: [u16; 4] = [550, 551, 552, 553];

/// A mail server.
#[derive(Clone)]
pub struct Mail {
    server: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// What a mail about an order is made from.
#[derive(Debug)]
pub struct OrderMail<'a> {
    /// The shop.
    pub shop: &'a Shop,
    /// The shop's design, for its own texts.
    pub design: &'a Document,
    /// The order.
    pub order: &'a Order,
    /// Scheme and host by which people reach the service, if the host has set them.
    pub public: Option<&'a str>,
}

/// A mail without its envelope.
#[derive(Debug)]
pub struct Letter {
    /// The subject.
    pub subject: String,
    /// The body as plain text.
    pub text: String,
    /// The body as HTML.
    pub html: String,
}

/// Writes the letter that confirms an order.
pub type ComposeOrderMail = fn(&OrderMail<'_>) -> Letter;

/// Why no mail can be sent.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum BadMail {
    /// The server's address.
    #[error("write the mail server as smtp://USER:PASSWORD@HOST:PORT or smtps://…")]
    Server,
    /// The sender.
    #[error("write the sender as shop@example.com or Shop <shop@example.com>")]
    Sender,
}

impl fmt::Debug for Mail {
    // The server's address has a password in it.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Mail").field("from", &self.from).finish_non_exhaustive()
    }
}

impl Mail {
    /// With a server as `smtp://USER:PASSWORD@HOST:PORT`, or `smtps://…` where it speaks nothing else than TLS.
    pub fn new(server: &str, from: &str) -> Result<Self, BadMail> {
        let from: Mailbox = from.parse().map_err(|_| BadMail::Sender)?;
        let url =
            secured(Url::parse(server).map_err(|_| BadMail::Server)?).ok_or(BadMail::Server)?;
        let server = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.as_str());
        let server = server.map_err(|_| BadMail::Server)?.timeout(Some(STEP));
        let server = server.hello_name(ClientId::Domain(from.email.domain().to_owned())).build();
        Ok(Self { server, from })
    }

    /// Connects and signs in as for a mail, and sends none; why that failed.
    pub async fn check(&self) -> Result<(), String> {
        match self.server.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err("the server answered NOOP with an error".to_owned()),
            Err(error) => Err(with_source(&error)),
        }
    }

    /// Tries once to tell the shopper what they ordered. `now` is in milliseconds since 1970.
    pub(crate) async fn send_order(
        &self,
        about: &OrderMail<'_>,
        letter: Letter,
        notification: &OutboxMessage,
        now: i64,
    ) -> DeliveryAttempt {
        let message = match self.message(about, letter, notification, now) {
            Ok(message) => message,
            Err(remark) => return DeliveryAttempt { status: None, remark, is_hopeless: true },
        };
        match self.server.send(message).await {
            Ok(response) => {
                let status = u16::from(response.code());
                DeliveryAttempt { status: Some(status), remark: String::new(), is_hopeless: false }
            }
            Err(error) => failed(&error),
        }
    }

    /// Sends a mail in plain text; why it could not be sent.
    pub async fn send_text(&self, to: &str, subject: String, text: String) -> Result<(), String> {
        let to = to.parse::<Address>().map_err(|error| error.to_string())?;
        let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
        let message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .raw_header(HeaderValue::new(automatic, "auto-generated".to_owned()))
            .subject(subject)
            .header(ContentType::TEXT_PLAIN)
            .body(text)
            .map_err(|error| error.to_string())?;
        self.server.send(message).await.map(drop).map_err(|error| error.to_string())
    }

    fn message(
        &self,
        about: &OrderMail<'_>,
        letter: Letter,
        notification: &OutboxMessage,
        now: i64,
    ) -> Result<Message, String> {
        let OrderMail { shop, order, .. } = about;
        let to = order.contact.email.parse::<Address>();
        let to = to.map_err(|_| "the e-mail address of the shopper is invalid".to_owned())?;
        let to = Mailbox::new(Some(order.contact.name.clone()).filter(|name| !name.is_empty()), to);
        let name = self.from.name.clone().unwrap_or_else(|| shop.name.clone());
        let domain = self.from.email.domain();
        let since = Duration::from_millis(u64::try_from(now).unwrap_or_default());
        let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
        Message::builder()
            .from(Mailbox::new(Some(name), self.from.email.clone()))
            .to(to)
            .date(SystemTime::UNIX_EPOCH + since)
            // The same for every try, by which mail programs know a repetition.
            .message_id(Some(format!("<{}@{domain}>", notification.name)))
            .raw_header(HeaderValue::new(automatic, "auto-generated".to_owned()))
            .subject(letter.subject)
            .multipart(MultiPart::alternative_plain_html(letter.text, letter.html))
            .map_err(|error| error.to_string())
    }
}

fn failed(error: &Error) -> DeliveryAttempt {
    let status = error.status().map(u16::from);
    let is_hopeless = status.is_some_and(|status| REFUSED.contains(&status));
    DeliveryAttempt { status, remark: error.to_string(), is_hopeless }
}

/// An error with what is behind it.
fn with_source(error: &Error) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        let said = error.to_string();
        if !text.contains(&said) {
            text = format!("{text}: {said}");
        }
        source = error.source();
    }
    text
}

/// The address with how to keep the connection secret, where it does not say so itself. A password is never
/// sent in the clear, except to this machine.
fn secured(mut url: Url) -> Option<Url> {
    // An address of IPv4 is read as a name where it is not of the web.
    let is_local = match url.host()? {
        Host::Domain(name) => {
            name == "localhost" || name.parse().is_ok_and(|name: IpAddr| name.is_loopback())
        }
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    };
    let said = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, how)| how.into_owned());
    let how = match (url.scheme(), said.as_deref()) {
        ("smtps", None) | ("smtp", Some("none")) => None,
        ("smtp", None) if is_local => None,
        ("smtp", Some("required")) => Some("required"),
        ("smtp", None) if url.password().is_some() => Some("required"),
        ("smtp", None | Some("opportunistic")) => Some("opportunistic"),
        _ => return None,
    };
    url.set_query(how.map(|how| format!("tls={how}")).as_deref());
    Some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_sent_in_the_clear() {
        for (written, meant) in [
            ("smtp://mail.example", Some("smtp://mail.example?tls=opportunistic")),
            ("smtp://u:p@mail.example:587", Some("smtp://u:p@mail.example:587?tls=required")),
            ("smtp://u:p@127.0.0.1:2525", Some("smtp://u:p@127.0.0.1:2525")),
            ("smtp://u:p@mail.example?tls=none", Some("smtp://u:p@mail.example")),
            ("smtps://u:p@mail.example", Some("smtps://u:p@mail.example")),
            ("smtps://mail.example?tls=none", None),
            ("smtp://mail.example?tls=perhaps", None),
            ("https://mail.example", None),
            ("smtp:mail.example", None),
        ] {
            let url = secured(Url::parse(written).unwrap());
            assert_eq!(url.as_ref().map(Url::as_str), meant, "{written}");
        }
    }

    #[test]
    fn what_is_wrong_with_the_settings_is_said_and_no_password_is() {
        let sender = "shop@example.com";
        assert_eq!(Mail::new("mail.example", sender).err(), Some(BadMail::Server));
        assert_eq!(Mail::new("smtp://mail.example", "shop").err(), Some(BadMail::Sender));
        let mail = Mail::new("smtps://ann:secret@mail.example", sender).unwrap();
        assert!(!format!("{mail:?}").contains("secret"));
    }
}
