//! Messages to shops: what arrives, how often, in which order, and what becomes of what does not.

use super::{
    operator::Operator,
    receiver::{Heard, Receiver},
    site::Site,
};
use basket_core::cart::Cart;
use basket_model::{
    order::{Contact, Order, OrderState},
    payment::PaymentMethod,
};
use basket_server::{Settings, demo};
use basket_store::{Channel, Delivery, MessageState, OutboxMessage};
use std::{
    thread,
    time::{Duration, Instant},
};

const LOG: &str = "/admin/settings/setup-design/checkout-setup/webhooks";

/// How long after each failure the next try is, in seconds.
const WAITS: [i64; 9] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

fn impatient(settings: &mut Settings) {
    settings.allow_private_webhooks = true;
    settings.look = Duration::from_millis(5);
}

/// A service whose demo shop wants to hear what happens.
fn site_for(receiver: &Receiver) -> Site {
    let site = Site::with(|settings, _| impatient(settings));
    listen(&site, Some(&receiver.url()));
    site
}

fn listen(site: &Site, address: Option<&str>) {
    site.wait(site.store.shops().set_webhook(site.demo_shop(), address)).unwrap();
}

fn contact(name: &str) -> Contact {
    Contact { email: "ann@example.com".to_owned(), name: name.to_owned(), ..Contact::default() }
}

/// Places an order as the demo shop's pages would.
pub fn order_by(site: &Site, name: &str) -> Order {
    let cart = site.shopper().cart(r#"{"sku":"EBOOK"}"#);
    let id = cart.rsplit('/').next().unwrap();
    site.wait(async {
        let shop = site.store.shops().of_key(demo::KEY).await.unwrap().unwrap();
        let cart = site.store.carts().find(&shop, id).await.unwrap().cart;
        let checkout = site.store.checkouts().start(&shop, &cart, "en", None).await.unwrap();
        site.store.orders().place(PaymentMethod::Invoice, &checkout, &contact(name)).await.unwrap()
    })
}

/// Places an order; the message that tells of it. That of the checkout is answered well.
fn order(site: &Site, receiver: &Receiver) -> Heard {
    order_by(site, "Ann");
    let two = [receiver.next(), receiver.next()];
    let (mut placed, started): (Vec<_>, Vec<_>) =
        two.into_iter().partition(|heard| heard.kind() == "order.placed");
    for heard in started {
        heard.answer(200);
    }
    placed.remove(0)
}

fn cancel(site: &Site, number: i64) {
    let cancel = site.store.orders().set_state(site.demo_shop(), number, OrderState::Cancelled);
    assert!(site.wait(cancel).unwrap());
}

fn event(site: &Site, id: &str) -> (OutboxMessage, Vec<Delivery>) {
    site.wait(site.store.outbox().find(site.demo_shop(), id)).unwrap().unwrap()
}

/// Waits until the message is as it should be.
fn until(
    site: &Site,
    id: &str,
    is_so: impl Fn(&OutboxMessage, &[Delivery]) -> bool,
) -> (OutboxMessage, Vec<Delivery>) {
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        let (event, tries) = event(site, id);
        if is_so(&event, &tries) {
            return (event, tries);
        }
        assert!(Instant::now() < end, "{event:?} {tries:?}");
        thread::yield_now();
    }
}

fn is_delivered(event: &OutboxMessage, tries: &[Delivery]) -> bool {
    matches!(event.state(), MessageState::Delivered(_)) && !tries.is_empty()
}

on_both_engines!(an_order_is_told_once_it_is_placed);

fn an_order_is_told_once_it_is_placed() {
    let receiver = Receiver::open();
    let site = site_for(&receiver);
    let heard = order(&site, &receiver);
    let (id, message) = (heard.id(), heard.json());
    assert!(id.starts_with("msg_") && id.len() == 28, "{id}");
    assert_eq!(heard.target, "/hook?from=basket");
    assert_eq!(heard.header("content-type"), "application/json");
    assert_eq!(heard.header("webhook-timestamp"), "1800000000");
    assert!(heard.header("webhook-signature").starts_with("v1,"));
    assert!(heard.header("user-agent").starts_with("service-basket/"));
    assert_eq!(message["timestamp"], "2027-01-15T08:00:00Z");
    assert_eq!(message["data"]["order"]["number"], 1001);
    assert_eq!(message["data"]["order"]["cart"]["lines"][0]["sku"], "EBOOK");
    heard.answer(204);
    let (event, tries) = until(&site, &id, is_delivered);
    assert_eq!((event.attempts, tries.len(), tries[0].status), (1, 1, Some(204)));
    assert!(!receiver.has_more());
    let counted = site.caller(None).get("/metrics").send().text();
    let arrived = r#"basket_messages_total{channel="webhook",outcome="arrived"}"#;
    assert!(counted.contains(arrived), "{counted}");
}

on_both_engines!(who_wants_to_hear_nothing_hears_nothing);

fn who_wants_to_hear_nothing_hears_nothing() {
    let receiver = Receiver::open();
    let site = site_for(&receiver);
    listen(&site, None);
    order_by(&site, "Ann");
    assert_eq!(site.wait(site.store.outbox().page(site.demo_shop(), None, 9)).unwrap(), []);
    listen(&site, Some(&receiver.url()));
    assert_eq!(order(&site, &receiver).json()["data"]["order"]["number"], 1002);
}

on_both_engines!(a_message_is_tried_again_for_days_and_then_given_up);

fn a_message_is_tried_again_for_days_and_then_given_up() {
    let receiver = Receiver::open();
    let site = site_for(&receiver);
    let mut heard = order(&site, &receiver);
    let id = heard.id();
    let mut past = 0;
    for (tries, wait) in (1..).zip(WAITS) {
        let (body, stamp) = (heard.body.clone(), heard.header("webhook-timestamp").to_owned());
        assert_eq!(stamp, (1_800_000_000 + past).to_string(), "of the try");
        if tries % 2 == 0 {
            heard.answer(500);
        } else {
            drop(heard);
        }
        let (event, _) = until(&site, &id, |_, all| all.len() == tries);
        assert_eq!(event.state(), MessageState::Waiting((1_800_000_000 + past + wait) * 1000));
        site.let_seconds_pass(wait);
        past += wait;
        heard = receiver.next();
        assert_eq!((heard.id(), &heard.body), (id.clone(), &body));
    }
    assert_eq!(past, 272_105, "over three days");
    heard.answer(302);
    let (event, tries) = until(&site, &id, |_, all| all.len() == 10);
    assert_eq!((event.state(), event.attempts), (MessageState::GivenUp, 10));
    assert_eq!((tries[0].status, tries[1].status, tries[9].status), (None, Some(500), Some(302)));
    assert!(tries[0].remark.starts_with("connection lost"), "{}", tries[0].remark);
    let counted = site.caller(None).get("/metrics").send().text();
    let failed = r#"basket_messages_total{channel="webhook",outcome="failed"} 10"#;
    assert!(counted.lines().any(|line| line == failed), "{counted}");
}

on_both_engines!(messages_about_an_order_arrive_in_their_order);

fn messages_about_an_order_arrive_in_their_order() {
    let receiver = Receiver::open();
    let site = site_for(&receiver);
    let placed = order(&site, &receiver);
    let id = placed.id();
    cancel(&site, 1001);
    placed.answer(503);
    until(&site, &id, |_, tries| tries.len() == 1);
    // Another order is not held up.
    let other = order(&site, &receiver);
    assert_eq!(other.json()["data"]["order"]["number"], 1002);
    other.answer(200);
    site.let_seconds_pass(5);
    let again = receiver.next();
    assert_eq!((again.id(), again.kind()), (id, "order.placed".to_owned()));
    again.answer(200);
    let cancelled = receiver.next();
    assert_eq!(cancelled.kind(), "order.cancelled");
    assert_eq!(cancelled.json()["data"]["order"]["state"], "cancelled");
}

on_both_engines!(a_slow_shop_holds_up_no_other);

fn a_slow_shop_holds_up_no_other() {
    let [slow, quick] = [Receiver::open(), Receiver::open()];
    let site = site_for(&slow);
    for _ in 0..4 {
        order_by(&site, "Ann");
    }
    // As many as are sent to one shop at once; none is answered.
    let held = [slow.next(), slow.next(), slow.next(), slow.next()];
    site.open_shop("pk_other", &[]);
    site.wait(async {
        let other = site.store.shops().of_key("pk_other").await.unwrap().unwrap();
        site.store.shops().set_webhook(other.id, Some(&quick.url())).await.unwrap();
        let empty = Cart {
            id: "another".to_owned(),
            version: 1,
            currency: other.currency,
            lines: Vec::new(),
            costs: basket_core::cart::Costs::default(),
        };
        site.store.checkouts().start(&other, &empty, "en", None).await.unwrap();
    });
    let heard = quick.next();
    assert_eq!(heard.kind(), "checkout.started");
    heard.answer(200);
    assert!(!slow.has_more());
    for heard in held {
        heard.answer(200);
    }
    for _ in 0..4 {
        slow.next().answer(200);
    }
}

on_both_engines!(a_flood_of_checkouts_holds_up_no_order);

fn a_flood_of_checkouts_holds_up_no_order() {
    let receiver = Receiver::open();
    let site = site_for(&receiver);
    let shop = site.wait(site.store.shops().of_key("pk_demo")).unwrap().unwrap();
    let flood = |cart: &str, version: i64| {
        let (id, currency) = (cart.to_owned(), shop.currency);
        let cart = Cart {
            id,
            version,
            currency,
            lines: Vec::new(),
            costs: basket_core::cart::Costs::default(),
        };
        site.wait(site.store.checkouts().start(&shop, &cart, "en", None)).unwrap();
    };
    for cart in 0..20 {
        flood(&format!("cart {cart}"), 1);
    }
    // None of them is answered: three are under way, and one place is free.
    let held = [receiver.next(), receiver.next(), receiver.next()];
    assert!(held.iter().all(|heard| heard.kind() == "checkout.started"));
    order_by(&site, "Ann");
    let placed = receiver.next();
    assert_eq!(placed.kind(), "order.placed");
    placed.answer(200);
    // A cart that waits is told of once, as it is at last.
    for version in 2..6 {
        flood("cart 19", version);
    }
    let waiting = site.wait(site.store.outbox().page(shop.id, None, 100)).unwrap();
    let last: Vec<_> = waiting.iter().filter(|event| event.body.contains("cart 19")).collect();
    assert_eq!(last.len(), 1);
    assert!(last[0].body.contains(r#""version":5"#), "{}", last[0].body);
    for heard in held {
        heard.answer(200);
    }
}

on_both_engines!(both_secrets_sign_while_one_replaces_the_other);

fn both_secrets_sign_while_one_replaces_the_other() {
    let receiver = Receiver::open();
    let site = site_for(&receiver);
    let secrets = || order(&site, &receiver).header("webhook-signature").split(' ').count();
    assert_eq!(secrets(), 1);
    let overlap = Duration::from_hours(24);
    let rotated = site.store.shops().rotate_webhook_secret(site.demo_shop(), overlap);
    assert!(site.wait(rotated).unwrap());
    assert_eq!(secrets(), 2);
    site.let_hours_pass(25);
    // Those that were let go are sent again now.
    let signed = receiver.next().header("webhook-signature").to_owned();
    assert_eq!(signed.split(' ').count(), 1);
}

on_both_engines!(who_is_gone_is_left_alone);

fn who_is_gone_is_left_alone() {
    let receiver = Receiver::open();
    let site = site_for(&receiver);
    let [first, second] = [order(&site, &receiver), order(&site, &receiver)];
    let (id, other) = (first.id(), second.id());
    first.answer(410);
    let (event, tries) = until(&site, &id, |_, tries| !tries.is_empty());
    assert_eq!((event.state(), tries[0].status), (MessageState::GivenUp, Some(410)));
    let setup = site.wait(site.store.shops().checkout_setup(site.demo_shop())).unwrap().unwrap();
    assert_eq!(setup.webhook, None);
    second.answer(500);
    until(&site, &other, |_, tries| tries.len() == 1);
    site.let_seconds_pass(5);
    let (event, tries) = until(&site, &other, |_, tries| tries.len() == 2);
    assert_eq!((event.state(), tries[1].status), (MessageState::GivenUp, None));
    let page = Operator::of_the_demo(&site).get("/admin/settings/activity");
    assert!(page.says("answered 410 Gone"), "{}", page.text);
}

on_both_engines!(no_message_goes_to_a_private_address_unless_the_host_says_so);

fn no_message_goes_to_a_private_address_unless_the_host_says_so() {
    let receiver = Receiver::open();
    let site = Site::with(|settings, _| settings.look = Duration::from_millis(5));
    for (address, remark) in [
        (receiver.url(), "the address is in a private network"),
        (receiver.named_url(), "the address is in a private network"),
        ("http://[::ffff:127.0.0.1]:8080/".to_owned(), "private network"),
        ("http://169.254.169.254/latest/meta-data".to_owned(), "private network"),
        ("http://0x7f.1:8080/".to_owned(), "private network"),
        ("http://1.1.1.1:25/".to_owned(), "port 25 is not allowed"),
    ] {
        listen(&site, Some(&address));
        order_by(&site, "Ann");
        let events = site.wait(site.store.outbox().page(site.demo_shop(), None, 1)).unwrap();
        let (event, tries) = until(&site, &events[0].name, |_, tries| tries.len() == 1);
        assert!(tries[0].remark.contains(remark), "{address}: {}", tries[0].remark);
        assert!(matches!(event.state(), MessageState::Waiting(_)), "somebody may set it right");
    }
    assert!(!receiver.has_more());
}

on_both_engines!(no_redirect_is_followed);

fn no_redirect_is_followed() {
    let [receiver, elsewhere] = [Receiver::open(), Receiver::open()];
    let site = site_for(&receiver);
    let heard = order(&site, &receiver);
    let id = heard.id();
    heard.answer_with(307, &format!("location: {}\r\n", elsewhere.url()), "");
    let (event, tries) = until(&site, &id, |_, tries| !tries.is_empty());
    assert_eq!(tries[0].status, Some(307));
    assert!(matches!(event.state(), MessageState::Waiting(_)));
    assert!(!elsewhere.has_more());
}

on_both_engines!(what_somebody_took_and_dropped_is_sent_by_another);

fn what_somebody_took_and_dropped_is_sent_by_another() {
    let receiver = Receiver::open();
    let site = site_for(&receiver);
    listen(&site, Some("http://127.0.0.1:1/"));
    order_by(&site, "Ann");
    let events = site.wait(site.store.outbox().page(site.demo_shop(), None, 1)).unwrap();
    let (event, _) = until(&site, &events[0].name, |_, tries| tries.len() == 1);
    // Somebody takes it a moment before it is due, and never comes back.
    assert!(site.wait(site.store.outbox().lease(&event)).unwrap());
    assert!(!site.wait(site.store.outbox().lease(&event)).unwrap(), "it is taken");
    listen(&site, Some(&receiver.url()));
    site.let_seconds_pass(6);
    let due = site.wait(site.store.outbox().due(Channel::Webhook, 9, 9)).unwrap();
    assert!(due.iter().all(|due| due.message.id != event.id));
    site.let_seconds_pass(30);
    let ids = [receiver.next(), receiver.next()].map(|heard| heard.id());
    assert!(ids.contains(&event.name));
}

on_both_engines!(a_message_can_be_sent_again);

fn a_message_can_be_sent_again() {
    let receiver = Receiver::open();
    let site = site_for(&receiver);
    let heard = order(&site, &receiver);
    let (id, body) = (heard.id(), heard.body.clone());
    let operator = Operator::of_the_demo(&site);
    let again = format!("{LOG}/{id}/again");
    // It is under way, and never goes twice at the same moment.
    assert_eq!(operator.post(&again, &[]).status, 303);
    heard.answer(200);
    until(&site, &id, is_delivered);
    assert!(!receiver.has_more());
    let answer = operator.post(&again, &[]);
    assert_eq!((answer.status, answer.location), (303, format!("{LOG}/{id}")));
    let repeated = receiver.next();
    assert_eq!((repeated.id(), &repeated.body), (id.clone(), &body));
    repeated.answer(200);
    let (_, tries) =
        until(&site, &id, |event, tries| is_delivered(event, tries) && tries.len() == 2);
    assert!(tries.iter().all(|delivery| delivery.status == Some(200)));
    assert_eq!(operator.post(&format!("{LOG}/msg_unknown/again"), &[]).status, 404);
    site.database.ask("UPDATE members SET role = 'staff'");
    assert_eq!(operator.post(&again, &[]).status, 403);
    assert!(!operator.get(&format!("{LOG}/{id}")).says("Resend"));
}

on_both_engines!(the_log_shows_each_message_and_every_try);

fn the_log_shows_each_message_and_every_try() {
    let receiver = Receiver::open();
    let site = site_for(&receiver);
    let operator = Operator::of_the_demo(&site);
    assert!(operator.get(LOG).says("No messages yet."));
    let [first, second] = [order(&site, &receiver), order(&site, &receiver)];
    let (arrived, failed) = (first.id(), second.id());
    first.answer(200);
    second.answer(500);
    until(&site, &arrived, is_delivered);
    until(&site, &failed, |_, tries| tries.len() == 1);
    let log = operator.get(LOG);
    assert!(log.says(&receiver.url().replace('&', "&amp;")), "{}", log.text);
    let ids = log.all_between(&format!("<a href=\"{LOG}/"), "\"");
    assert_eq!((ids.len(), ids[0], ids[2]), (4, &*failed, &*arrived), "newest first");
    assert!(log.says("Delivered") && log.says("Pending") && log.says("Order 1002"));
    let detail = operator.get(&format!("{LOG}/{failed}"));
    for text in ["order.placed", "<span class=\"chip bad\">500</span>", "Refused", "EBOOK"] {
        assert!(detail.says(text), "{text}: {}", detail.text);
    }
    assert_eq!(operator.get(&format!("{LOG}/msg_unknown")).status, 404);
    assert!(operator.get("/admin/settings/setup-design/checkout-setup/api-key").says(LOG));
}

on_both_engines!(messages_of_long_ago_are_forgotten_unless_they_wait);

fn messages_of_long_ago_are_forgotten_unless_they_wait() {
    let receiver = Receiver::open();
    let site = site_for(&receiver);
    let heard = order(&site, &receiver);
    let arrived = heard.id();
    heard.answer(200);
    for event in site.wait(site.store.outbox().page(site.demo_shop(), None, 9)).unwrap() {
        until(&site, &event.name, is_delivered);
    }
    let kinds = || {
        site.tidy().unwrap();
        let events = site.wait(site.store.outbox().page(site.demo_shop(), None, 9)).unwrap();
        events.into_iter().map(|event| event.kind).collect::<Vec<_>>()
    };
    site.let_days_pass(89);
    assert_eq!(kinds(), ["order.placed", "checkout.started"]);
    let again = site.store.outbox().replay(site.demo_shop(), &arrived);
    assert!(site.wait(again).unwrap());
    let held = receiver.next();
    site.let_days_pass(2);
    assert_eq!(kinds(), ["order.placed"]);
    drop(held);
}

on_both_engines!(nothing_in_the_log_becomes_markup);

fn nothing_in_the_log_becomes_markup() {
    let site = Site::with(|settings, _| settings.look = Duration::from_millis(5));
    let evil = "<script>alert(1)</script>";
    listen(&site, Some("http://127.0.0.1:1/?<script>alert(1)</script>"));
    order_by(&site, evil);
    let events = site.wait(site.store.outbox().page(site.demo_shop(), None, 1)).unwrap();
    let (event, _) = until(&site, &events[0].name, |_, tries| tries.len() == 1);
    let tried = basket_store::DeliveryAttempt {
        status: Some(500),
        remark: evil.to_owned(),
        is_hopeless: false,
    };
    site.wait(site.store.outbox().record_attempt(&event, &tried)).unwrap();
    let operator = Operator::of_the_demo(&site);
    for path in [LOG.to_owned(), format!("{LOG}/{}", event.name)] {
        let page = operator.get(&path);
        assert_eq!(page.status, 200);
        assert!(!page.says("<script>alert"), "{}", page.text);
    }
    let page = operator.get(&format!("{LOG}/{}", event.name));
    assert_eq!(page.text.matches("&lt;script&gt;alert(1)&lt;/script&gt;").count(), 2);
}

on_both_engines!(the_service_ends_without_losing_what_is_under_way);

fn the_service_ends_without_losing_what_is_under_way() {
    let receiver = Receiver::open();
    let mut site = site_for(&receiver);
    let heard = order(&site, &receiver);
    let id = heard.id();
    site.ask_to_stop();
    heard.answer(200);
    site.join();
    let (event, tries) = event(&site, &id);
    assert!(is_delivered(&event, &tries));
}
