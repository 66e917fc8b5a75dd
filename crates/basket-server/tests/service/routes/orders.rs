//! Orders, as the database keeps them and the shop's own servers see them.

use super::{shopper::Shopper, site::Site};
use basket_core::product::Product;
use basket_model::{
    key::{KeyKind, NewKey},
    order::{Contact, NotPlaced, OpenCheckout, Order, OrderState},
    payment::PaymentMethod,
    shop::Checkout,
};
use basket_store::{CheckoutChoice, HandoverSecret, PlaceError};
use std::{
    io::{BufRead, BufReader},
    net::TcpListener,
    process::{Command, Stdio},
    time::Duration,
};

pub(super) fn ann() -> Contact {
    Contact {
        email: "ann@example.com".to_owned(),
        name: "Ann \"number\":0 Example".to_owned(),
        address: "Elm Street 1".to_owned(),
        postal_code: "12345".to_owned(),
        city: "Oakham".to_owned(),
        country: "DE".to_owned(),
        ..Contact::default()
    }
}

/// A cart with those lines, handed over.
pub fn checkout(site: &Site, lines: &str) -> OpenCheckout {
    hand_over(site, &site.shopper().cart(lines))
}

/// The checkout of a cart.
pub(super) fn hand_over(site: &Site, cart: &str) -> OpenCheckout {
    let answer = site.shopper().post(&format!("{cart}/checkout")).json(r#"{"locale":"de"}"#).send();
    assert_eq!(answer.status, 200, "{}", answer.text());
    let address = answer.json()["url"].as_str().unwrap().to_owned();
    let (_, token) = address.rsplit_once('/').unwrap();
    site.wait(site.store.checkouts().find(token)).unwrap().unwrap()
}

pub fn place(site: &Site, checkout: &OpenCheckout) -> Result<Order, NotPlaced> {
    let contact = ann();
    let placed = site.store.orders().place(PaymentMethod::Invoice, checkout, &contact);
    site.wait(placed).map_err(|error| match error {
        PlaceError::Refused(refused) => refused,
        PlaceError::Store(error) => panic!("{error}"),
    })
}

/// One of the shop's own servers.
pub(super) fn server(site: &Site) -> Shopper {
    site.caller(Some(&secret(site)))
}

/// A new secret key of the shop.
fn secret(site: &Site) -> String {
    let key = NewKey::random(KeyKind::Secret).unwrap();
    site.wait(site.store.keys().create(site.demo_shop(), key.clone())).unwrap();
    key.text().to_owned()
}

on_both_engines!(a_checkout_survives_a_release_that_writes_carts_in_another_way);

fn a_checkout_survives_a_release_that_writes_carts_in_another_way() {
    let site = Site::open();
    let checkout = checkout(&site, r#"{"sku":"MUG","quantity":2}"#);
    // The same cart in another notation, as an earlier or later release may have written it.
    site.database.ask("UPDATE checkouts SET cart = replace(cart, '\"items\":', ' \"items\" : ')");
    let answer = site.shopper().post(&format!("/v1/carts/{}/checkout", checkout.cart.id));
    let again = answer.json(r#"{"locale":"de"}"#).send().json()["url"].as_str().unwrap().to_owned();
    assert!(again.ends_with(&checkout.token), "{again}");
    let mut cart = checkout.cart.clone();
    cart.lines[0].quantity = 1;
    assert!(site.wait(site.store.checkouts().review(&checkout, &cart)).unwrap());
    assert_eq!(place(&site, &checkout), Err(NotPlaced::Changed), "what was read is out of date");
    let changed = site.wait(site.store.checkouts().find(&checkout.token)).unwrap().unwrap();
    site.database.ask("UPDATE checkouts SET cart = replace(cart, '\"items\":', ' \"items\" : ')");
    assert_eq!(place(&site, &changed).unwrap().cart.total(), 1_800);
}

on_both_engines!(a_checkout_that_is_started_again_keeps_its_age);

fn a_checkout_that_is_started_again_keeps_its_age() {
    let site = Site::open();
    let first = checkout(&site, r#"{"sku":"MUG"}"#);
    site.let_seconds_pass(3600);
    let again = site.wait(async {
        let shop = site.store.shops().of_key(basket_server::demo::KEY).await.unwrap().unwrap();
        site.store.checkouts().start(&shop, &first.cart, "de", None).await.unwrap()
    });
    assert_eq!((again.token, again.created_at), (first.token, first.created_at));
}

on_both_engines!(an_order_takes_the_stock_and_ends_the_cart);

fn an_order_takes_the_stock_and_ends_the_cart() {
    let site = Site::open();
    let checkout = checkout(&site, r#"{"sku":"CHAIR","quantity":2},{"sku":"MUG"}"#);
    let order = place(&site, &checkout).unwrap();
    assert_eq!((order.number, order.state), (1001, OrderState::Placed));
    assert_eq!((&order.contact, &*order.locale), (&ann(), "de"));
    assert_eq!(order.cart.total(), 2 * 14_900 + 1_800);
    assert_eq!(site.product("CHAIR").stock, Some(1));
    assert_eq!(site.product("MUG").stock, None);
    let path = format!("/v1/carts/{}", checkout.cart.id);
    assert_eq!(site.shopper().get(&path).send().refusal(), (410, "cart-expired".to_owned()));
    let add = site.shopper().post(&format!("{path}/lines")).json(r#"{"sku":"MUG"}"#).send();
    assert_eq!(add.refusal(), (410, "cart-expired".to_owned()));
    let again = site.shopper().post(&format!("{path}/checkout")).send();
    assert_eq!(again.refusal(), (410, "cart-expired".to_owned()));
}

on_both_engines!(an_order_takes_every_product_by_its_exact_sku);

fn an_order_takes_every_product_by_its_exact_sku() {
    let site = Site::open();
    let skus = [r#"a"b"#, r"a\b", r"a\u0062", "a'b", "ä/b", "$.a", "a.b", "{\"a\":1}", "🧺", "a b"];
    for sku in skus {
        let product = Product { sku: sku.to_owned(), stock: Some(5), ..site.product("CHAIR") };
        site.put_product(product);
    }
    let lines: Vec<_> = skus
        .iter()
        .map(|sku| serde_json::json!({ "sku": sku, "quantity": 2 }).to_string())
        .collect();
    let order = place(&site, &checkout(&site, &lines.join(","))).unwrap();
    let stock = || skus.map(|sku| site.product(sku).stock);
    assert_eq!(stock(), [Some(3); 10]);
    let cancelled = OrderState::Cancelled;
    let cancel = site.store.orders().set_state(site.demo_shop(), order.number, cancelled);
    assert!(site.wait(cancel).unwrap());
    assert_eq!(stock(), [Some(5); 10]);
}

on_both_engines!(an_ordered_cart_is_known_as_long_as_one_that_expired);

fn an_ordered_cart_is_known_as_long_as_one_that_expired() {
    let site = Site::open();
    let checkout = checkout(&site, r#"{"sku":"MUG"}"#);
    place(&site, &checkout).unwrap();
    let path = format!("/v1/carts/{}", checkout.cart.id);
    let over = (410, "cart-expired".to_owned());
    for days in [0, 90] {
        site.let_days_pass(days);
        assert_eq!(site.tidy(), Ok(false));
        assert_eq!(site.shopper().get(&path).send().refusal(), over);
    }
    let listed = server(&site).get("/v1/admin/carts").send().json();
    let [made, touched] = ["created_at", "touched_at"].map(|name| listed["carts"][0][name].clone());
    assert_eq!(made, touched);
    site.let_days_pass(1);
    assert_eq!(site.tidy(), Ok(false));
    let unknown = (404, "cart-unknown".to_owned());
    assert_eq!(site.shopper().get(&path).send().refusal(), unknown);
}

on_both_engines!(whoever_looks_at_an_ordered_cart_does_not_bring_it_back);

fn whoever_looks_at_an_ordered_cart_does_not_bring_it_back() {
    let site = Site::open();
    let checkout = checkout(&site, r#"{"sku":"MUG"}"#);
    place(&site, &checkout).unwrap();
    // A tab read the cart just before the order, and its visit is noted after it.
    site.wait(site.store.carts().touch(checkout.cart.id.clone())).unwrap();
    let read = site.shopper().get(&format!("/v1/carts/{}", checkout.cart.id)).send();
    assert_eq!(read.refusal(), (410, "cart-expired".to_owned()));
}

on_both_engines!(an_order_is_placed_once_whatever_is_asked);

fn an_order_is_placed_once_whatever_is_asked() {
    let site = Site::open();
    let first = checkout(&site, r#"{"sku":"CHAIR"}"#);
    let cart = format!("/v1/carts/{}", first.cart.id);
    let hand_over = |locale: &str| {
        let body = format!(r#"{{"locale":"{locale}"}}"#);
        site.shopper().post(&format!("{cart}/checkout")).json(&body).send().json()
    };
    assert_eq!(hand_over("de"), hand_over("de"), "nothing has changed");
    let other = hand_over("en")["url"].as_str().unwrap().rsplit_once('/').unwrap().1.to_owned();
    let other = site.wait(site.store.checkouts().find(&other)).unwrap().unwrap();
    let order = place(&site, &first).unwrap();
    assert_eq!(place(&site, &first).unwrap(), order);
    assert_eq!(place(&site, &other), Err(NotPlaced::Gone), "the same cart from another window");
    assert_eq!(site.product("CHAIR").stock, Some(2));
}

on_both_engines!(what_is_frozen_is_what_is_ordered);

fn what_is_frozen_is_what_is_ordered() {
    let site = Site::open();
    let frozen = checkout(&site, r#"{"sku":"MUG"}"#);
    let path = format!("/v1/carts/{}/lines", frozen.cart.id);
    site.shopper().post(&path).json(r#"{"sku":"EBOOK"}"#).send();
    let mut dearer = site.product("MUG");
    dearer.price = Some(9_999);
    site.put_product(dearer);
    let order = place(&site, &frozen).unwrap();
    assert_eq!((order.cart.lines.len(), order.cart.total()), (1, 1_800));
}

on_both_engines!(prices_are_not_frozen_for_ever);

fn prices_are_not_frozen_for_ever() {
    let site = Site::open();
    let frozen = checkout(&site, r#"{"sku":"MUG"}"#);
    site.let_hours_pass(25);
    assert_eq!(place(&site, &frozen), Err(NotPlaced::Old));
}

on_both_engines!(more_than_there_is_cannot_be_ordered);

fn more_than_there_is_cannot_be_ordered() {
    let site = Site::open();
    let [first, second] = [(); 2].map(|()| checkout(&site, r#"{"sku":"CHAIR","quantity":2}"#));
    place(&site, &first).unwrap();
    let short = NotPlaced::OutOfStock { sku: "CHAIR".to_owned(), available: 1 };
    assert_eq!(place(&site, &second), Err(short));
    let path = format!("/v1/carts/{}", second.cart.id);
    assert_eq!(site.shopper().get(&path).send().status, 200, "the cart is as it was");
    let answer = site.shopper().post(&format!("{path}/checkout")).send();
    assert_eq!(answer.refusal(), (409, "out-of-stock".to_owned()));
    assert_eq!(site.product("CHAIR").stock, Some(1));
}

on_both_engines!(an_empty_cart_goes_nowhere);

fn an_empty_cart_goes_nowhere() {
    let site = Site::open();
    let cart = site.shopper().cart("");
    let answer = site.shopper().post(&format!("{cart}/checkout")).send();
    assert_eq!(answer.refusal(), (409, "cart-empty".to_owned()));
}

on_both_engines!(a_cancelled_order_gives_back_what_it_took);

fn a_cancelled_order_gives_back_what_it_took() {
    let site = Site::open();
    let order = place(&site, &checkout(&site, r#"{"sku":"CHAIR","quantity":3}"#)).unwrap();
    assert_eq!(site.product("CHAIR").stock, Some(0));
    let server = server(&site);
    let path = format!("/v1/admin/orders/{}", order.number);
    let set = |state: &str| {
        let body = format!(r#"{{"state":"{state}"}}"#);
        server.call("PATCH".parse().unwrap(), &path).json(&body).send()
    };
    assert_eq!(set("paid").json()["state"], "paid");
    assert_eq!(set("placed").refusal(), (409, "order-state".to_owned()));
    assert_eq!(set("cancelled").json()["state"], "cancelled");
    assert_eq!(set("cancelled").status, 200, "said twice");
    assert_eq!(set("fulfilled").refusal(), (409, "order-state".to_owned()));
    assert_eq!(set("lost").refusal(), (422, "value-invalid".to_owned()));
    assert_eq!(site.product("CHAIR").stock, Some(3));
}

on_both_engines!(the_shops_servers_see_its_orders_and_no_others);

fn the_shops_servers_see_its_orders_and_no_others() {
    let site = Site::open();
    for _ in 0..3 {
        place(&site, &checkout(&site, r#"{"sku":"MUG"}"#)).unwrap();
    }
    let server = server(&site);
    let numbers = |path: &str| -> Vec<i64> {
        let page = server.get(path).send().json();
        let orders = page["orders"].as_array().unwrap();
        orders.iter().map(|order| order["number"].as_i64().unwrap()).collect()
    };
    assert_eq!(numbers("/v1/admin/orders"), [1003, 1002, 1001]);
    assert_eq!(numbers("/v1/admin/orders?state=paid"), [0; 0]);
    let answer = server.get("/v1/admin/orders?state=odd").send();
    assert_eq!(answer.refusal(), (422, "value-invalid".to_owned()));
    assert_eq!(server.get("/v1/admin/orders/1002").send().json()["contact"]["name"], ann().name);
    assert_eq!(
        server.get("/v1/admin/orders/77").send().refusal(),
        (404, "order-unknown".to_owned())
    );
    assert_eq!(site.shopper().get("/v1/admin/orders").send().status, 401);
    site.open_shop("pk_other", &[]);
    let other = site.wait(site.store.shops().of_key("pk_other")).unwrap().unwrap();
    let key = NewKey::random(KeyKind::Secret).unwrap();
    site.wait(site.store.keys().create(other.id, key.clone())).unwrap();
    let stranger = site.caller(Some(key.text()));
    assert_eq!(stranger.get("/v1/admin/orders/1002").send().status, 404);
}

on_both_engines!(a_cancelled_order_gives_back_what_it_took_and_no_more);

fn a_cancelled_order_gives_back_what_it_took_and_no_more() {
    let site = Site::open();
    let shop = site.demo_shop();
    let stock = |stock| site.put_product(Product { stock, ..site.product("MUG") });
    stock(None);
    let order = place(&site, &checkout(&site, r#"{"sku":"MUG","quantity":3}"#)).unwrap();
    // It is counted only since.
    stock(Some(10));
    let cancel = |number| site.store.orders().set_state(shop, number, OrderState::Cancelled);
    assert!(site.wait(cancel(order.number)).unwrap());
    assert_eq!(site.product("MUG").stock, Some(10));
    let order = place(&site, &checkout(&site, r#"{"sku":"MUG","quantity":3}"#)).unwrap();
    assert_eq!(site.product("MUG").stock, Some(7));
    assert!(site.wait(cancel(order.number)).unwrap());
    assert_eq!(site.product("MUG").stock, Some(10));
}

on_both_engines!(messages_tell_of_what_happened_in_its_order);

fn messages_tell_of_what_happened_in_its_order() {
    let site = Site::open();
    let shop = site.demo_shop();
    site.wait(site.store.shops().set_webhook(shop, Some("http://127.0.0.1:1/hook"))).unwrap();
    let order = place(&site, &checkout(&site, r#"{"sku":"CHAIR"}"#)).unwrap();
    site.wait(site.store.orders().set_state(shop, order.number, OrderState::Cancelled)).unwrap();
    let events = site.wait(site.store.outbox().page(shop, None, 10)).unwrap();
    let kinds: Vec<_> = events.iter().map(|event| &*event.kind).collect();
    assert_eq!(kinds, ["order.cancelled", "order.placed", "checkout.started"]);
    let other = place(&site, &checkout(&site, r#"{"sku":"MUG"}"#)).unwrap();
    for state in [OrderState::Paid, OrderState::Fulfilled] {
        site.wait(site.store.orders().set_state(shop, other.number, state)).unwrap();
    }
    let latest = site.wait(site.store.outbox().page(shop, None, 2)).unwrap();
    let told: Vec<_> = latest.iter().map(|event| (&*event.kind, event.order())).collect();
    assert_eq!(told, [("order.fulfilled", Some(1002)), ("order.paid", Some(1002))]);
    let body: serde_json::Value = serde_json::from_str(&events[1].body).unwrap();
    assert_eq!(body["data"]["order"]["number"], 1001);
    assert_eq!(body["data"]["order"]["contact"]["name"], ann().name);
}

on_both_engines!(a_shop_with_its_own_checkout_gets_a_signed_cart);

fn a_shop_with_its_own_checkout_gets_a_signed_cart() {
    let site = Site::open();
    let shop = site.demo_shop();
    own_checkout(&site, "https://shop.example/pay?from=basket#top");
    let cart = site.shopper().cart(r#"{"sku":"MUG"}"#);
    let path = format!("{cart}/checkout");
    server(&site);
    let answer = site.shopper().post(&path).send().json();
    let address = answer["url"].as_str().unwrap();
    let (before, end) = address.split_once("&cart=").unwrap();
    assert_eq!(before, "https://shop.example/pay?from=basket");
    let (id, rest) = end.split_once("&expires=").unwrap();
    assert_eq!(format!("/v1/carts/{id}"), cart);
    assert!(rest.contains("&key=sk_") && rest.ends_with("#top"), "{rest}");
    let signed_by = || {
        let answer = site.shopper().post(&path).send().json();
        let (_, behind) = answer["url"].as_str().unwrap().split_once("&key=").unwrap();
        behind.split('&').next().unwrap().to_owned()
    };
    // The server that checks signatures does not have a newer key yet.
    let first = signed_by();
    site.let_seconds_pass(1);
    server(&site);
    assert_eq!(signed_by(), first);
    let week = Duration::from_hours(7 * 24);
    let successor = NewKey::random(KeyKind::Secret).unwrap();
    assert!(site.wait(site.store.keys().rotate(shop, &first, successor, week)).unwrap());
    assert_eq!(signed_by(), first);
    site.let_days_pass(8);
    assert_ne!(signed_by(), first);
}

/// Sends the demo shop's shoppers to a checkout of its own.
fn own_checkout(site: &Site, address: &str) {
    let choice = CheckoutChoice {
        checkout: Checkout::External,
        address: Some(address),
        ..CheckoutChoice::default()
    };
    site.wait(site.store.shops().set_checkout(site.demo_shop(), &choice)).unwrap();
}

fn handover(site: &Site) -> HandoverSecret {
    let setup = site.wait(site.store.shops().checkout_setup(site.demo_shop())).unwrap().unwrap();
    setup.handover.unwrap()
}

on_both_engines!(an_own_checkout_needs_no_secret_key);

fn an_own_checkout_needs_no_secret_key() {
    let site = Site::open();
    own_checkout(&site, "https://shop.example/pay");
    let cart = site.shopper().cart(r#"{"sku":"MUG"}"#);
    let answer = site.shopper().post(&format!("{cart}/checkout")).send().json();
    let url = answer["url"].as_str().unwrap();
    assert!(url.contains("&signatures=") && !url.contains("&key="), "{url}");
    let secret = handover(&site).secret;
    own_checkout(&site, "https://shop.example/pay2");
    assert_eq!(handover(&site).secret, secret, "another address keeps the secret");
}

on_both_engines!(the_example_of_an_own_checkout_takes_carts_over);

fn the_example_of_an_own_checkout_takes_carts_over() {
    let site = Site::open();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let address = format!("http://127.0.0.1:{port}/");
    own_checkout(&site, &address);
    let signing = handover(&site).secret;
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/own-checkout/server.mjs");
    let mut example = Command::new("node")
        .arg(example)
        .env("BASKET_SERVICE", format!("http://{}", site.address))
        .env("BASKET_SECRET", secret(&site))
        .env("BASKET_SIGNING", signing)
        .env("PORT", &port)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut greeting = String::new();
    BufReader::new(example.stdout.take().unwrap()).read_line(&mut greeting).unwrap();
    let cart = site.shopper().cart(r#"{"sku":"MUG","quantity":2},{"sku":"COFFEE"}"#);
    let answer = site.shopper().post(&format!("{cart}/checkout")).send().json();
    // By its clock the service stands in the future, so its signature is good for long.
    let url = answer["url"].as_str().unwrap();
    let read = |url: &str| {
        let agent = ureq::Agent::config_builder().http_status_as_error(false).proxy(None).build();
        let mut answer = ureq::Agent::from(agent).get(url).call().unwrap();
        (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
    };
    let taken = read(url);
    // A secret that was replaced signs for a week more.
    let week = Duration::from_hours(7 * 24);
    site.wait(site.store.shops().rotate_handover_secret(site.demo_shop(), week)).unwrap();
    let start = || site.shopper().post(&format!("{cart}/checkout")).send().json();
    let after = start()["url"].as_str().map(read).unwrap();
    site.let_days_pass(8);
    let ended = start()["url"].as_str().map(read).unwrap();
    let forged = read(&url.replace("expires=1", "expires=2"));
    example.kill().unwrap();
    example.wait().unwrap();
    let lines = "2 x Stoneware mug\n1 x Coffee beans, 1 kg\nDue today: 60 EUR\n";
    assert_eq!(taken, (200, lines.to_owned()));
    assert_eq!(after, taken);
    assert_eq!((forged.0, ended.0), (403, 403));
}
