//! The examples of `docs/webhooks.md`, as they stand there.

use super::{
    Site, newest, order,
    process::{Process, python, target},
    tries,
};
use basket_model::order::Contact;
use basket_store::MessageState;
use std::{
    fs,
    process::{Command, Stdio},
    time::Duration,
};

const GUIDE: &str = include_str!("../../../../../docs/webhooks.md");

/// The example in a language.
fn example(language: &str) -> &'static str {
    let (_, rest) = GUIDE.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("```").unwrap().0
}

/// Sends to the example, with a secret that it knows and with others.
fn try_example(mut command: Command) {
    let site = Site::with(|settings, options| {
        settings.allow_private_webhooks = true;
        settings.look = Duration::from_millis(5);
        // The libraries turn away what is not of now.
        options.clock = None;
    });
    let shop = site.demo_shop();
    site.wait(site.store.shops().set_webhook(shop, Some("http://127.0.0.1:1/"))).unwrap();
    let secret = || {
        let setup = site.wait(site.store.shops().checkout_setup(shop)).unwrap().unwrap();
        setup.webhook.unwrap().secret
    };
    let mut receiver = Process::start(command.env("WEBHOOK_SECRET", secret()).env("PORT", "0"));
    let address = receiver.line();
    site.wait(site.store.shops().set_webhook(shop, Some(&address))).unwrap();
    let contact = Contact { name: "Zoë ✓ \u{1f9fa}".to_owned(), ..Contact::default() };
    let buy = || order(&site, "en", &contact, r#"{"sku":"EBOOK"}"#);
    let mut hears_an_order = || {
        buy();
        let mut lines = [receiver.line(), receiver.line()];
        lines.sort_by_key(|line| line.ends_with("order.placed"));
        let event = newest(&site, |event| matches!(event.state(), MessageState::Delivered(_)));
        assert_eq!(lines[1], format!("{} order.placed", event.name));
        assert!(lines[0].ends_with(" checkout.started"), "{lines:?}");
    };
    hears_an_order();
    let rotate = |hours| {
        let rotated = site.store.shops().rotate_webhook_secret(shop, Duration::from_hours(hours));
        assert!(site.wait(rotated).unwrap());
    };
    // The receiver knows only the old secret, which signs, too.
    rotate(1);
    hears_an_order();
    rotate(1);
    buy();
    let event = newest(&site, |event| event.attempts > 0);
    let tries = tries(&site, &event);
    assert_eq!(tries[0].status, Some(400), "a secret that it has never seen");
}

#[test]
fn the_reference_library_for_node_takes_our_signatures() {
    let folder = target("standardwebhooks");
    let script = folder.join("receiver.mjs");
    fs::write(&script, example("js")).expect("`cargo xtask receivers` installs what is missing");
    let mut node = Command::new("node");
    node.arg(script);
    try_example(node);
}

#[test]
fn the_reference_library_for_python_takes_our_signatures() {
    let mut python = python();
    python.args(["-c", example("python")]).stderr(Stdio::null());
    try_example(python);
}
