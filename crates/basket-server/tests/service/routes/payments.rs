//! Orders that are paid at Stripe: what it is asked, what it tells, and what becomes of an order by it.

use super::{
    hosted_checkout::{ANN, hand_over, read, send},
    operator::Operator,
    receiver::{Heard, Receiver},
    shopper::Answer,
    site::Site,
};
use basket_core::product::Product;
use basket_model::{
    order::{Order, OrderState},
    payment::{PaymentMethod, PaymentSetup},
};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use std::{fmt::Write as _, thread};

const KEY: &str = "sk_test_0123456789abcdef";
const SECRET: &str = "whsec_0123456789abcdef";
/// What the site's clock says, in seconds.
const NOW: i64 = 1_800_000_000;
const PAY_AT: &str = "https://checkout.stripe.com/c/pay/cs_test_1#fid";

/// A service whose demo shop is paid at Stripe, for which the receiver stands.
fn site_for(stripe: &Receiver) -> Site {
    let site = Site::with(|settings, _| settings.stripe = Some(stripe.origin()));
    let setup = PaymentSetup {
        method: PaymentMethod::Stripe,
        stripe_key: Some(KEY.to_owned()),
        stripe_webhook_secret: Some(SECRET.to_owned()),
        hold_minutes: 60,
    };
    site.wait(site.store.shops().set_payment(site.demo_shop(), &setup)).unwrap();
    site
}

/// Orders; the path of its page.
fn order(site: &Site, lines: &str, locale: &str) -> String {
    let path = hand_over(site, lines, locale);
    let placed = send(site, &path, ANN);
    assert_eq!((placed.status, placed.header("location")), (303, Some(&*format!("{path}?pay"))));
    path
}

/// Goes to pay, with an answer of Stripe's; what was asked, and where the browser is sent.
fn pay(site: &Site, stripe: &Receiver, path: &str, status: u16, body: &str) -> (Asked, Answer) {
    thread::scope(|scope| {
        let browser = scope.spawn(|| site.caller(None).get(&format!("{path}/pay")).send());
        let heard = stripe.next();
        let asked = Asked::from_request(&heard);
        heard.answer_with(status, "content-type: application/json\r\n", body);
        (asked, browser.join().unwrap())
    })
}

/// As in Stripe's documentation of the session, shortened.
fn session() -> String {
    format!(
        r#"{{"id": "cs_test_1", "object": "checkout.session", "amount_total": 19100, "currency": "eur",
            "livemode": false, "metadata": {{}}, "mode": "subscription", "payment_status": "unpaid",
            "status": "open", "url": "{PAY_AT}"}}"#
    )
}

fn begin(site: &Site, stripe: &Receiver, path: &str) {
    let (_, sent) = pay(site, stripe, path, 200, &session());
    assert_eq!((sent.status, sent.header("location")), (303, Some(PAY_AT)));
}

/// A request to Stripe.
struct Asked {
    target: String,
    headers: Vec<String>,
    form: Vec<(String, String)>,
}

impl Asked {
    fn from_request(heard: &Heard) -> Self {
        let headers = ["authorization", "content-type", "stripe-version", "idempotency-key"];
        let pairs = form_urlencoded::parse(heard.body.as_bytes());
        Self {
            target: heard.target.clone(),
            headers: headers.map(|name| heard.header(name).to_owned()).into(),
            form: pairs.map(|(name, value)| (name.into_owned(), value.into_owned())).collect(),
        }
    }

    fn text(&self, site: &Site, path: &str) -> String {
        let mut text = String::new();
        for (name, value) in &self.form {
            writeln!(text, "{name}={value}").unwrap();
        }
        let token = path.rsplit('/').next().unwrap();
        text.replace(&format!("http://{}", site.address), "ORIGIN").replace(token, "TOKEN")
    }
}

fn sign(secret: &str, at: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("{at}.{body}").as_bytes());
    let bytes = mac.finalize().into_bytes();
    let digits = bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    format!("t={at},v1={digits}")
}

fn event(kind: &str, status: &str, path: &str) -> String {
    let token = path.rsplit('/').next().unwrap();
    format!(
        r#"{{"id": "evt_1", "object": "event", "type": "checkout.session.{kind}", "data": {{"object":
            {{"id": "cs_test_1", "object": "checkout.session", "payment_status": "{status}",
              "metadata": {{"shop": "1", "order": "1001", "checkout": "{token}"}}}}}}}}"#
    )
}

fn tell_signed(site: &Site, body: &str, signature: &str) -> u16 {
    let call = site.caller(None).post(&format!("/v1/stripe/{}", site.demo_shop()));
    call.header("stripe-signature", signature).json(body).send().status
}

/// Stripe tells something, now.
fn tell(site: &Site, body: &str) {
    assert_eq!(tell_signed(site, body, &sign(SECRET, NOW, body)), 200);
}

fn kept(site: &Site) -> Order {
    site.wait(site.store.orders().find(site.demo_shop(), 1001)).unwrap().unwrap()
}

fn activity(site: &Site) -> Vec<String> {
    let entries = site.wait(site.store.activity().page(site.demo_shop(), None, 20)).unwrap();
    entries.into_iter().map(|entry| format!("{} {}", entry.action, entry.subject)).collect()
}

on_both_engines!(a_subscription_with_a_purchase_is_begun_once_and_paid_once);

fn a_subscription_with_a_purchase_is_begun_once_and_paid_once() {
    let stripe = Receiver::open();
    let site = site_for(&stripe);
    let lines = r#"{"sku":"CHAIR"},{"sku":"COFFEE","quantity":2,"frequency":"monthly"}"#;
    let path = order(&site, lines, "de-AT");
    let page = site.caller(None).get(&format!("{path}?pay")).send();
    assert_eq!(page.header("refresh"), Some(&*format!("0; url={path}/pay")));
    let (asked, sent) = pay(&site, &stripe, &path, 200, &session());
    assert_eq!((sent.status, sent.header("location")), (303, Some(PAY_AT)));
    assert_eq!(asked.target, "/v1/checkout/sessions");
    let token = path.rsplit('/').next().unwrap();
    let kind = "application/x-www-form-urlencoded";
    assert_eq!(asked.headers, [&*format!("Bearer {KEY}"), kind, "2024-06-20", token]);
    insta::assert_snapshot!(asked.text(&site, &path), @"
    mode=subscription
    client_reference_id=1001
    customer_email=ann@example.com
    locale=de
    success_url=ORIGIN/checkout/TOKEN?paid
    cancel_url=ORIGIN/checkout/TOKEN
    expires_at=1800005460
    metadata[shop]=1
    metadata[order]=1001
    subscription_data[metadata][shop]=1
    subscription_data[metadata][order]=1001
    metadata[checkout]=TOKEN
    line_items[0][quantity]=1
    line_items[0][price_data][currency]=eur
    line_items[0][price_data][unit_amount]=14900
    line_items[0][price_data][product_data][name]=Oak chair
    line_items[0][price_data][product_data][metadata][sku]=CHAIR
    line_items[1][quantity]=2
    line_items[1][price_data][currency]=eur
    line_items[1][price_data][unit_amount]=2100
    line_items[1][price_data][product_data][name]=Coffee beans, 1 kg
    line_items[1][price_data][product_data][metadata][sku]=COFFEE
    line_items[1][price_data][recurring][interval]=month
    line_items[1][price_data][recurring][interval_count]=1
    ");
    let again = site.caller(None).get(&format!("{path}/pay")).send();
    assert_eq!((again.status, again.header("location")), (303, Some(PAY_AT)));
    assert!(!stripe.has_more(), "there is one session");
    assert_eq!(kept(&site).payment_session.unwrap().reference, "cs_test_1");
    let page = Operator::of_the_demo(&site).get("/admin/orders/1001");
    assert!(page.says("<dd>Stripe<br>") && page.says("cs_test_1"));
    let page = read(&site, &path);
    assert!(page.contains("Noch nicht bezahlt.") && page.contains(&format!("{path}/pay")));
    let page = read(&site, &format!("{path}?paid"));
    assert!(page.contains("Wir warten auf die Bestätigung") && !page.contains("/pay\""));
    tell(&site, &event("completed", "unpaid", &path));
    assert_eq!(kept(&site).state, OrderState::Placed, "some ways to pay take days");
    for _ in 0..2 {
        tell(&site, &event("async_payment_succeeded", "paid", &path));
        tell(&site, &event("completed", "paid", &path));
    }
    assert_eq!(kept(&site).state, OrderState::Paid);
    assert_eq!(activity(&site), ["payment.arrived 1001"]);
    let page = site.caller(None).get(&format!("{path}?pay")).send();
    assert_eq!(page.header("refresh"), None);
    assert!(page.text().contains("Bezahlt."));
    let over = site.caller(None).get(&format!("{path}/pay")).send();
    assert_eq!((over.status, over.header("location")), (303, Some(&*path)));
}

on_both_engines!(a_purchase_is_a_payment);

fn a_purchase_is_a_payment() {
    let stripe = Receiver::open();
    let site = site_for(&stripe);
    let path = order(&site, r#"{"sku":"MUG","quantity":3}"#, "no");
    let (asked, _) = pay(&site, &stripe, &path, 200, &session());
    insta::assert_snapshot!(asked.text(&site, &path), @"
    mode=payment
    client_reference_id=1001
    customer_email=ann@example.com
    locale=nb
    success_url=ORIGIN/checkout/TOKEN?paid
    cancel_url=ORIGIN/checkout/TOKEN
    expires_at=1800005460
    metadata[shop]=1
    metadata[order]=1001
    payment_intent_data[metadata][shop]=1
    payment_intent_data[metadata][order]=1001
    metadata[checkout]=TOKEN
    line_items[0][quantity]=3
    line_items[0][price_data][currency]=eur
    line_items[0][price_data][unit_amount]=1800
    line_items[0][price_data][product_data][name]=Stoneware mug
    line_items[0][price_data][product_data][metadata][sku]=MUG
    ");
}

on_both_engines!(only_stripe_says_that_an_order_is_paid);

fn only_stripe_says_that_an_order_is_paid() {
    let stripe = Receiver::open();
    let site = site_for(&stripe);
    let path = order(&site, r#"{"sku":"MUG"}"#, "en");
    begin(&site, &stripe, &path);
    let body = event("completed", "paid", &path);
    for signature in [
        String::new(),
        "t=,v1=".to_owned(),
        sign("whsec_another", NOW, &body),
        sign(SECRET, NOW, "{}"),
        sign(SECRET, NOW - 301, &body),
        sign(SECRET, NOW + 301, &body),
    ] {
        assert_eq!(tell_signed(&site, &body, &signature), 400, "{signature}");
    }
    for address in ["/v1/stripe/999", "/v1/stripe/x", "/v1/stripe/0"] {
        let call = site.caller(None).post(address);
        let call = call.header("stripe-signature", &sign(SECRET, NOW, &body)).json(&body);
        assert_eq!(call.send().status, 400, "{address}");
    }
    assert_eq!(kept(&site).state, OrderState::Placed);
}

on_both_engines!(what_is_not_about_this_order_changes_nothing);

fn what_is_not_about_this_order_changes_nothing() {
    let stripe = Receiver::open();
    let site = site_for(&stripe);
    let path = order(&site, r#"{"sku":"MUG"}"#, "en");
    begin(&site, &stripe, &path);
    let body = event("completed", "paid", &path);
    tell(&site, &body.replace("cs_test_1", "cs_test_2"));
    tell(&site, &body.replace(path.rsplit('/').next().unwrap(), "0123"));
    tell(&site, &body.replace("checkout.session.completed", "invoice.paid"));
    tell(&site, "{}");
    assert_eq!(kept(&site).state, OrderState::Placed);
}

on_both_engines!(a_payment_that_is_given_up_gives_the_stock_back);

fn a_payment_that_is_given_up_gives_the_stock_back() {
    let stripe = Receiver::open();
    let site = site_for(&stripe);
    let stock = site.product("CHAIR").stock.unwrap();
    let path = order(&site, r#"{"sku":"CHAIR","quantity":2}"#, "en");
    begin(&site, &stripe, &path);
    assert_eq!(site.product("CHAIR").stock, Some(stock - 2));
    for _ in 0..2 {
        tell(&site, &event("expired", "unpaid", &path));
        assert_eq!(site.product("CHAIR").stock, Some(stock));
    }
    assert_eq!(kept(&site).state, OrderState::Cancelled);
    assert!(read(&site, &path).contains("Cancelled"));
    assert_eq!(
        site.caller(None).get(&format!("{path}/pay")).send().header("location"),
        Some(&*path)
    );
    // The session was open elsewhere, and somebody paid all the same.
    tell(&site, &event("completed", "paid", &path));
    assert_eq!(kept(&site).state, OrderState::Cancelled);
    assert_eq!(activity(&site), ["payment.too_late 1001", "payment.failed 1001"]);
}

on_both_engines!(what_is_paid_stays_paid);

fn what_is_paid_stays_paid() {
    let stripe = Receiver::open();
    let site = site_for(&stripe);
    let path = order(&site, r#"{"sku":"MUG"}"#, "en");
    begin(&site, &stripe, &path);
    let paid = site.store.orders().set_state(site.demo_shop(), 1001, OrderState::Paid);
    assert!(site.wait(paid).unwrap());
    tell(&site, &event("expired", "unpaid", &path));
    assert_eq!(kept(&site).state, OrderState::Paid);
}

on_both_engines!(subscriptions_with_different_periods_are_paid_by_invoice_and_the_page_says_so);

fn subscriptions_with_different_periods_are_paid_by_invoice_and_the_page_says_so() {
    let stripe = Receiver::open();
    let site = site_for(&stripe);
    let lines = r#"{"sku":"COFFEE","frequency":"weekly"},{"sku":"COFFEE","frequency":"monthly"}"#;
    let path = hand_over(&site, lines, "en");
    assert!(
        read(&site, &path)
            .contains("cannot be paid online in a single payment, so you pay by invoice")
    );
    assert_eq!(send(&site, &path, ANN).header("location"), Some(&*path));
    assert_eq!(kept(&site).payment, PaymentMethod::Invoice);
    let over = site.caller(None).get(&format!("{path}/pay")).send();
    assert_eq!(over.header("location"), Some(&*path));
    tell(&site, &event("completed", "paid", &path));
    assert_eq!(kept(&site).state, OrderState::Placed);
    assert!(!stripe.has_more());
}

on_both_engines!(a_payment_that_cannot_be_begun_can_be_tried_again);

fn a_payment_that_cannot_be_begun_can_be_tried_again() {
    let stripe = Receiver::open();
    let site = site_for(&stripe);
    let path = order(&site, r#"{"sku":"MUG"}"#, "en");
    for (status, body) in [
        (401, r#"{"error": {"type": "invalid_request_error", "message": "Invalid API Key"}}"#),
        (500, "<html>"),
        (200, r#"{"id": "cs_test_1"}"#),
        (200, r#"{"id": "cs_test_1", "url": "javascript:alert(1)"}"#),
    ] {
        let (_, answer) = pay(&site, &stripe, &path, status, body);
        assert_eq!(answer.status, 503, "{body}");
        assert!(answer.text().contains("payment could not be started"), "{body}");
        assert!(answer.text().contains(&format!("{path}/pay")));
    }
    assert_eq!(kept(&site).payment_session, None);
    begin(&site, &stripe, &path);
    assert_eq!(kept(&site).state, OrderState::Placed);
}

on_both_engines!(an_order_whose_payment_was_never_begun_is_given_up_after_its_time);

fn an_order_whose_payment_was_never_begun_is_given_up_after_its_time() {
    let stripe = Receiver::open();
    let site = site_for(&stripe);
    let stock = site.product("CHAIR").stock;
    order(&site, r#"{"sku":"CHAIR"}"#, "en");
    site.let_seconds_pass(60 * 60 - 1);
    site.wait(site.store.release_stock()).unwrap();
    assert_eq!(kept(&site).state, OrderState::Placed);
    site.let_seconds_pass(2);
    site.wait(site.store.release_stock()).unwrap();
    assert_eq!(kept(&site).state, OrderState::Cancelled);
    assert_eq!(site.product("CHAIR").stock, stock);
}

on_both_engines!(a_payment_of_another_amount_pays_nothing);

fn a_payment_of_another_amount_pays_nothing() {
    let stripe = Receiver::open();
    let site = site_for(&stripe);
    let path = order(&site, r#"{"sku":"CHAIR"}"#, "en");
    begin(&site, &stripe, &path);
    let paid = event("completed", "paid", &path);
    let of = |amount: &str| {
        paid.replace(r#""payment_status""#, &format!(r#"{amount}, "payment_status""#))
    };
    for amount in [
        r#""amount_total": 14899, "currency": "eur""#,
        r#""amount_total": 14900, "currency": "usd""#,
    ] {
        tell(&site, &of(amount));
        assert_eq!(kept(&site).state, OrderState::Placed, "{amount}");
        assert_eq!(activity(&site)[0], "payment.mismatch 1001");
    }
    tell(&site, &of(r#""amount_total": 14900, "currency": "eur""#));
    assert_eq!(kept(&site).state, OrderState::Paid);
}

on_both_engines!(what_stripe_takes_too_little_for_is_paid_by_invoice);

fn what_stripe_takes_too_little_for_is_paid_by_invoice() {
    let stripe = Receiver::open();
    let site = site_for(&stripe);
    for (price, query) in [(49, ""), (50, "?pay")] {
        site.put_product(Product { price: Some(price), ..site.product("EBOOK") });
        let path = hand_over(&site, r#"{"sku":"EBOOK"}"#, "en");
        let placed = send(&site, &path, ANN);
        assert_eq!(placed.header("location"), Some(&*format!("{path}{query}")), "{price}");
    }
    assert!(!stripe.has_more());
}

on_both_engines!(stripe_is_not_asked_again_and_again);

fn stripe_is_not_asked_again_and_again() {
    let stripe = Receiver::open();
    let site = site_for(&stripe);
    let path = order(&site, r#"{"sku":"CHAIR"}"#, "en");
    for _ in 0..5 {
        pay(&site, &stripe, &path, 500, "{}");
    }
    let answer = site.caller(None).get(&format!("{path}/pay")).send();
    assert_eq!((answer.status, answer.header("retry-after")), (429, Some("21")));
    assert!(!stripe.has_more());
    site.let_seconds_pass(20);
    begin(&site, &stripe, &path);
}

on_both_engines!(keys_go_into_the_backend_and_never_come_out);

fn keys_go_into_the_backend_and_never_come_out() {
    const PAGE: &str = "/admin/settings/setup-design/checkout-setup/api-key";
    let site = Site::open();
    let owner = Operator::of_the_demo(&site);
    let save = format!("{PAGE}/payment");
    let wrong =
        owner.post(&save, &[("payment", "stripe"), ("stripe-key", "pk_live_0123456789abcdef")]);
    assert_eq!(wrong.status, 422);
    assert!(
        wrong.text.contains("stripe-key-problem") && wrong.text.contains("stripe-secret-problem")
    );
    let fields = [("payment", "stripe"), ("stripe-key", KEY), ("stripe-secret", SECRET)];
    assert_eq!(owner.post(&save, &fields).status, 303);
    let page = owner.get(PAGE);
    assert!(
        page.text.contains("Current: sk_test_…cdef.")
            && page.text.contains("Current: whsec_…cdef.")
    );
    assert!(page.text.contains(&format!("/v1/stripe/{}\"", site.demo_shop())));
    let log = owner.get("/admin/settings/activity");
    for text in [&page.text, &log.text] {
        assert!(!text.contains(KEY) && !text.contains(SECRET));
    }
    assert_eq!(owner.post(&save, &[("payment", "invoice")]).status, 303);
    let setup =
        site.wait(site.store.shops().checkout_setup(site.demo_shop())).unwrap().unwrap().payment;
    assert_eq!((setup.method, setup.stripe_key.as_deref()), (PaymentMethod::Invoice, Some(KEY)));
    let keys = |fields: &[(&str, &str)]| {
        assert_eq!(owner.post(&save, fields).status, 303);
        let setup = site.wait(site.store.shops().checkout_setup(site.demo_shop()));
        let setup = setup.unwrap().unwrap().payment;
        (setup.stripe_key.is_some(), setup.hold_minutes)
    };
    let noted = activity(&site);
    assert_eq!(keys(&[("payment", "invoice"), ("hold-minutes", "120")]), (true, 120));
    assert_eq!(
        keys(&[("payment", "stripe"), ("remove-keys", "yes")]),
        (true, 120),
        "it needs them"
    );
    assert_eq!(keys(&[("payment", "invoice"), ("remove-keys", "yes")]), (false, 120));
    for (typed, kept) in [("30", 30), (" 45 ", 45), ("1440", 1440)] {
        assert_eq!(keys(&[("payment", "invoice"), ("hold-minutes", typed)]), (false, kept));
    }
    for typed in ["29", "1441", "1.5", "an hour", ""] {
        let refused = owner.post(&save, &[("payment", "invoice"), ("hold-minutes", typed)]);
        assert_eq!(refused.status, 422, "{typed}");
        assert!(refused.text.contains("Enter a whole number of minutes from 30 to 1440."));
        assert_eq!(refused.value("hold-minutes").as_deref(), Some(typed));
    }
    assert_eq!(keys(&[("payment", "invoice")]), (false, 1440));
    assert_eq!(noted[0], "payment.changed invoice");
    assert_eq!(noted[1], "payment.keys_changed signing secret");
    assert_eq!(noted[2], "payment.keys_changed secret key");
    assert_eq!(noted[3], "payment.changed stripe");
}

on_both_engines!(an_order_that_is_held_for_a_day_has_a_session_that_stripe_takes);

fn an_order_that_is_held_for_a_day_has_a_session_that_stripe_takes() {
    let stripe = Receiver::open();
    let site = site_for(&stripe);
    let shop = site.demo_shop();
    let setup = site.wait(site.store.shops().checkout_setup(shop)).unwrap().unwrap().payment;
    let setup = PaymentSetup { hold_minutes: 1440, ..setup };
    site.wait(site.store.shops().set_payment(shop, &setup)).unwrap();
    let path = order(&site, r#"{"sku":"CHAIR"}"#, "en");
    let token = path.rsplit('/').next().unwrap().to_owned();
    let ask = || {
        let (asked, _) = pay(&site, &stripe, &path, 500, "{}");
        let find = |wanted: &str| asked.form.iter().find(|(name, _)| name == wanted);
        let expires_at: i64 = find("expires_at").unwrap().1.parse().unwrap();
        (expires_at - NOW, asked.headers[3].clone())
    };
    let first = (24 * 3600 - 300, format!("{token}-capped"));
    assert_eq!(ask(), first, "a little less than a day from now");
    site.let_seconds_pass(30 * 60);
    assert_eq!(ask(), first, "the same if it is asked for again");
    site.let_hours_pass(23);
    assert_eq!(ask(), (24 * 3600 + 31 * 60, token), "at the last moment");
}
