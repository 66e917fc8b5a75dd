//! Orders paid at somebody else's Stripe: emulate, of npm. It makes sessions, has a page to pay at, and signs what it
//! tells by itself.

use super::{
    Site,
    process::{Process, target},
};
use basket_delivery::payment::{Asked, Payments};
use basket_model::{
    order::{Order, OrderState},
    payment::{PaymentMethod, PaymentSetup},
};
use std::{
    fs,
    process::Command,
    thread,
    time::{Duration, Instant},
};
use ureq::Agent;

const SCRIPT: &str = include_str!("stripe_server.mjs");
const KEY: &str = "sk_test_0123456789abcdef";
const SECRET: &str = "whsec_0123456789abcdef";
const ANN: &str = "email=ann%40example.com&name=Ann+Example&address-line1=Elm+Street+1\
                   &postal-code=12345&address-level2=Oakham&country=DE";

/// A shop that is paid there.
struct Shop {
    site: Site,
    _stripe: Process,
    agent: Agent,
    stripe_address: String,
}

impl Shop {
    fn open() -> Self {
        Self::told(|site| format!("http://{}/v1/stripe/1", site.address))
    }

    /// Stripe tells what happens to that address.
    fn told(hook: impl FnOnce(&Site) -> String) -> Self {
        let script = target("emulate").join("stripe_server.mjs");
        fs::write(&script, SCRIPT).expect("`cargo xtask receivers` installs what is missing");
        let mut node = Command::new("node");
        node.arg(script).env("SECRET", SECRET);
        let mut stripe = Process::start(&mut node);
        let address = stripe.line();
        let site = Site::with(|settings, options| {
            settings.stripe = Some(address.clone());
            // Messages have to be of now.
            options.clock = None;
        });
        let setup = PaymentSetup {
            method: PaymentMethod::Stripe,
            stripe_key: Some(KEY.to_owned()),
            stripe_webhook_secret: Some(SECRET.to_owned()),
            hold_minutes: 60,
        };
        assert_eq!(site.demo_shop(), 1);
        site.wait(site.store.shops().set_payment(1, &setup)).unwrap();
        let config = Agent::config_builder().max_redirects(0).max_redirects_will_error(false);
        let config = config.http_status_as_error(false).proxy(None);
        let agent = config.timeout_global(Some(Duration::from_secs(20))).build().into();
        let shop = Self { site, _stripe: stripe, agent, stripe_address: address.clone() };
        // Each has to listen before it can be told of the other.
        let hook = hook(&shop.site);
        assert_eq!(shop.agent.put(address).send(hook).unwrap().status(), 200);
        shop
    }

    /// Orders, and goes to pay; the checkout's path, and where Stripe's page is.
    fn order(&self, lines: &str) -> (String, String) {
        let cart = self.site.shopper().cart(lines);
        let handed = self.site.shopper().post(&format!("{cart}/checkout")).json("{}").send().json();
        let here = format!("http://{}", self.site.address);
        let path = handed["url"].as_str().unwrap().strip_prefix(&here).unwrap().to_owned();
        let form = "application/x-www-form-urlencoded";
        let call = self.site.caller(None).post(&path).header("origin", &here);
        assert_eq!(call.header("content-type", form).body(ANN).send().status, 303);
        let sent = self.site.caller(None).get(&format!("{path}/pay")).send();
        assert_eq!(sent.status, 303, "{}", sent.text());
        let page = sent.header("location").unwrap().to_owned();
        (path, page)
    }

    fn order_in(&self, number: i64, state: OrderState) -> Order {
        let end = Instant::now() + Duration::from_secs(20);
        loop {
            let order = self.site.wait(self.site.store.orders().find(1, number)).unwrap().unwrap();
            if order.state == state {
                return order;
            }
            assert!(Instant::now() < end, "{order:?}");
            thread::yield_now();
        }
    }
}

#[test]
fn what_is_paid_there_is_paid_here() {
    let shop = Shop::open();
    let lines = r#"{"sku":"CHAIR"},{"sku":"COFFEE","quantity":2,"frequency":"monthly"}"#;
    let (path, page) = shop.order(lines);
    let shown = shop.agent.get(&page).call().unwrap().body_mut().read_to_string().unwrap();
    assert!(shown.contains("Oak chair") && shown.contains("191.00"), "{shown}");
    let paid = shop.agent.post(format!("{page}/complete")).send_empty().unwrap();
    let back = paid.headers()["location"].to_str().unwrap();
    assert_eq!(back, format!("http://{}{path}?paid", shop.site.address));
    let order = shop.order_in(1001, OrderState::Paid);
    assert!(page.ends_with(&order.payment_session.unwrap().reference));
}

#[test]
fn what_is_given_up_there_is_given_up_here() {
    let shop = Shop::open();
    let stock = shop.site.product("CHAIR").stock;
    let (_, page) = shop.order(r#"{"sku":"CHAIR"}"#);
    assert_ne!(shop.site.product("CHAIR").stock, stock);
    let order = shop.order_in(1001, OrderState::Placed);
    let (address, _) = page.split_once("/checkout/").unwrap();
    let reference = order.payment_session.unwrap().reference;
    let expire = format!("{address}/v1/checkout/sessions/{reference}/expire");
    let expire = shop.agent.post(expire).header("authorization", format!("Bearer {KEY}"));
    assert_eq!(expire.send_empty().unwrap().status(), 200);
    shop.order_in(1001, OrderState::Cancelled);
    assert_eq!(shop.site.product("CHAIR").stock, stock);
}

#[test]
fn what_stripe_could_not_tell_is_asked() {
    // Its messages go where nobody takes them.
    let shop = Shop::told(|site| format!("http://{}/healthz", site.address));
    let stock = shop.site.product("CHAIR").stock;
    let (_, paid) = shop.order(r#"{"sku":"MUG"}"#);
    let (_, given_up) = shop.order(r#"{"sku":"CHAIR"}"#);
    shop.order(r#"{"sku":"COFFEE"}"#);
    shop.agent.post(format!("{paid}/complete")).send_empty().unwrap();
    let (address, _) = given_up.split_once("/checkout/").unwrap();
    let reference = shop.order_in(1002, OrderState::Placed).payment_session.unwrap().reference;
    let expire = format!("{address}/v1/checkout/sessions/{reference}/expire");
    let expire = shop.agent.post(expire).header("authorization", format!("Bearer {KEY}"));
    assert_eq!(expire.send_empty().unwrap().status(), 200);
    let payments = Payments::new(Some(shop.stripe_address.clone()));
    let store = &shop.site.store;
    let ask = |shop_number| shop.site.wait(payments.ask(store, shop_number)).unwrap();
    assert_eq!(ask(None), Asked::default(), "it has some minutes to tell by itself");
    shop.site.database.ask("UPDATE orders SET created_at = created_at - 660000 RETURNING id");
    assert_eq!(ask(Some(2)), Asked::default(), "another shop");
    assert_eq!(ask(None), Asked { asked: 3, settled: 2, failed: 0 });
    shop.order_in(1001, OrderState::Paid);
    shop.order_in(1002, OrderState::Cancelled);
    shop.order_in(1003, OrderState::Placed);
    assert_eq!(shop.site.product("CHAIR").stock, stock);
    assert_eq!(ask(None), Asked { asked: 1, settled: 0, failed: 0 }, "nothing is settled twice");
    let nowhere = Payments::new(Some("http://127.0.0.1:9".to_owned()));
    let asked = shop.site.wait(nowhere.ask(store, None)).unwrap();
    assert_eq!(asked, Asked { asked: 1, settled: 0, failed: 1 });
}
