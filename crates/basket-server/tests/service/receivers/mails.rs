//! Mails about orders, as a mail server takes them.

use super::{
    Site, newest, order,
    process::{Process, python},
};
use basket_delivery::Mail;
use basket_model::order::Contact;
use basket_server::Settings;
use basket_store::{MessageState, OutboxMessage, StoreOptions};
use serde_json::Value;
use std::{process::Stdio, time::Duration};

pub(super) struct MailServer {
    process: Process,
    port: String,
}

impl MailServer {
    pub(super) fn start() -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/service/receivers/mail_server.py");
        let mut process = Process::start(python().arg(script).stderr(Stdio::null()));
        let port = process.line();
        Self { process, port }
    }

    /// A service that hands its mails to it.
    pub(super) fn site(&self, password: &str) -> Site {
        let server = format!("smtp://ann:{password}@127.0.0.1:{}", self.port);
        let mail = Mail::new(&server, "orders@shop.example").unwrap();
        Site::with(|settings: &mut Settings, options: &mut StoreOptions| {
            settings.mail = Some(mail);
            settings.look = Duration::from_millis(5);
            options.mails = true;
        })
    }

    pub(super) fn next(&mut self) -> Value {
        serde_json::from_str(&self.process.line()).unwrap()
    }
}

fn contact(email: &str) -> Contact {
    Contact {
        email: email.to_owned(),
        name: "Jürgen <b>Groß</b>".to_owned(),
        address: "Ulmenweg 1".to_owned(),
        postal_code: "12345".to_owned(),
        city: "Köln".to_owned(),
        country: "DE".to_owned(),
        ..Contact::default()
    }
}

fn is_delivered(event: &OutboxMessage) -> bool {
    matches!(event.state(), MessageState::Delivered(_))
}

#[test]
fn a_shopper_gets_a_mail_about_their_order_in_their_language() {
    let mut server = MailServer::start();
    let site = server.site("se%3Acret");
    let lines = r#"{"sku":"MUG","quantity":2},{"sku":"COFFEE","frequency":"monthly"}"#;
    let order = order(&site, "de-AT", &contact("juergen@example.com"), lines);
    let mail = server.next();
    assert_eq!(mail["sender"], "orders@shop.example");
    assert_eq!(mail["recipients"][0], "juergen@example.com");
    let headers = &mail["headers"];
    let subject = headers["subject"].as_str().unwrap();
    assert!(subject.starts_with("Ihre Bestellung 1001 bei "), "{subject}");
    assert!(headers["from"].as_str().unwrap().ends_with(" <orders@shop.example>"), "{headers}");
    assert_eq!(headers["auto-submitted"], "auto-generated");
    assert_eq!(headers["date"], "Fri, 15 Jan 2027 08:00:00 +0000");
    let event = newest(&site, is_delivered);
    assert_eq!(headers["message-id"], format!("<{}@shop.example>", event.name));
    assert_eq!((&*event.kind, event.order()), ("mail.order_placed", Some(order.number)));
    let text = mail["parts"]["text/plain"].as_str().unwrap();
    for part in
        ["Guten Tag Jürgen <b>Groß</b>,", "2 × Stoneware mug", "Köln", "Deutschland", "1001"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let html = mail["parts"]["text/html"].as_str().unwrap();
    assert!(html.contains("<html lang=\"de-AT\""), "{html}");
    assert!(html.contains("Jürgen &lt;b&gt;Groß&lt;/b&gt;") && !html.contains("<b>Groß"), "{html}");
}

#[test]
fn a_mail_that_is_not_taken_is_tried_again() {
    let mut server = MailServer::start();
    let site = server.site("se%3Acret");
    order(&site, "en", &contact("later@example.com"), r#"{"sku":"EBOOK"}"#);
    let waits = MessageState::Waiting(1_800_000_005_000);
    let event = newest(&site, |event| event.state() == waits);
    site.let_seconds_pass(5);
    let mail = server.next();
    assert_eq!(mail["headers"]["message-id"], format!("<{}@shop.example>", event.name));
    assert!(!mail["parts"]["text/plain"].as_str().unwrap().contains("Ulmenweg"), "nothing is sent");
    newest(&site, is_delivered);
    let (_, tries) =
        site.wait(site.store.outbox().find(site.demo_shop(), &event.name)).unwrap().unwrap();
    assert_eq!((tries[0].status, tries[1].status), (Some(451), Some(250)));
}

#[test]
fn a_mail_that_nobody_can_get_is_given_up() {
    for address in ["nobody@example.com", "no address"] {
        let server = MailServer::start();
        let site = server.site("se%3Acret");
        order(&site, "en", &contact(address), r#"{"sku":"EBOOK"}"#);
        newest(&site, |event| event.state() == MessageState::GivenUp);
    }
}

#[test]
fn a_server_that_refuses_us_gets_the_mail_later() {
    let mut server = MailServer::start();
    let site = server.site("wrong");
    order(&site, "en", &contact("ann@example.com"), r#"{"sku":"EBOOK"}"#);
    newest(&site, |event| event.state() == MessageState::Waiting(1_800_000_005_000));
    drop(site);
    // The order stands, whatever becomes of its mail; and without a server nothing is written down.
    let site = Site::open();
    order(&site, "en", &contact("ann@example.com"), r#"{"sku":"EBOOK"}"#);
    assert_eq!(site.wait(site.store.outbox().page(site.demo_shop(), None, 1)).unwrap(), []);
    let site = server.site("se%3Acret");
    order(&site, "en", &contact("ann@example.com"), r#"{"sku":"EBOOK"}"#);
    assert_eq!(server.next()["recipients"][0], "ann@example.com");
}

#[test]
fn a_forgotten_password_is_mended_by_mail() {
    let mut server = MailServer::start();
    let url = format!("smtp://ann:se%3Acret@127.0.0.1:{}", server.port);
    let mail = Mail::new(&url, "orders@shop.example").unwrap();
    let site = Site::with(|settings, _| {
        settings.mail = Some(mail);
        settings.public = Some("https://basket.example".to_owned());
    });
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let address = format!("http://{}/admin/password", site.address);
    let ask = |email: &str| {
        let post = agent.post(&address).header("origin", "https://basket.example");
        let mut answer = post.header("host", "evil.example").send_form([("email", email)]).unwrap();
        (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
    };
    let unknown = ask("nobody@example.com");
    let known = ask("demo@example.com");
    assert_eq!((known.0, &known), (200, &unknown), "nobody learns who has an account");
    let mail = server.next();
    assert_eq!(mail["recipients"][0], "demo@example.com");
    let text = mail["parts"]["text/plain"].as_str().unwrap();
    let link = text.lines().find(|line| line.starts_with("https://")).unwrap();
    assert!(link.starts_with("https://basket.example/admin/password/"), "{link}");
    // A flood of requests is no flood of mails.
    for _ in 0..5 {
        assert_eq!(ask("demo@example.com").0, 200);
    }
    ask("nobody@example.com");
    let page =
        agent.get(link.replace("https://basket.example", &format!("http://{}", site.address)));
    assert_eq!(page.call().unwrap().status(), 200);
}
