//! The checkout's own pages, as a browser without a script meets them.

use super::{shopper::Answer, site::Site};
use basket_model::order::OrderState;
use basket_store::{Channel, CheckoutChoice};
use std::thread;

pub const ANN: &str = "email=ann%40example.com&name=Ann+Example&address-line1=Elm+Street+1\
                   &postal-code=12345&address-level2=Oakham&country=DE";

/// Hands a cart with those lines over; the path of its checkout.
pub fn hand_over(site: &Site, lines: &str, locale: &str) -> String {
    let cart = site.shopper().cart(lines);
    let body = format!(r#"{{"locale":"{locale}"}}"#);
    let call = site.shopper().post(&format!("{cart}/checkout")).json(&body);
    let answer = call.header("origin", "https://shop.example").send().json();
    let address = answer["url"].as_str().unwrap();
    address.split_once(&site.address.to_string()).unwrap().1.to_owned()
}

pub fn send(site: &Site, path: &str, form: &str) -> Answer {
    let call = site.caller(None).post(path).header("origin", &format!("http://{}", site.address));
    call.header("content-type", "application/x-www-form-urlencoded").body(form).send()
}

pub fn read(site: &Site, path: &str) -> String {
    let answer = site.caller(None).get(path).send();
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.text()
}

on_both_engines!(an_order_is_reviewed_placed_and_confirmed);

fn an_order_is_reviewed_placed_and_confirmed() {
    let site = Site::open();
    let lines = r#"{"sku":"CHAIR"},{"sku":"COFFEE","quantity":2,"frequency":"monthly"}"#;
    let path = hand_over(&site, lines, "de");
    let page = read(&site, &path);
    for text in ["Oak chair", "149,00\u{a0}€", "191,00\u{a0}€", "42,00\u{a0}€ monatlich"] {
        assert!(page.contains(text), "{text}");
    }
    for name in ["email", "name", "address-line1", "postal-code", "address-level2", "country"] {
        assert!(page.contains(&format!("autocomplete=\"{name}\"")), "{name}");
    }
    assert!(page.contains(r#"<html lang="de" dir="ltr">"#));
    assert!(page.contains(r#"href="https://shop.example""#), "the way back");
    let placed = send(&site, &path, ANN);
    assert_eq!((placed.status, placed.header("location")), (303, Some(&*path)));
    let page = read(&site, &path);
    for text in ["1001", "Ann Example", "Elm Street 1", "Deutschland", "191,00\u{a0}€"] {
        assert!(page.contains(text), "{text}");
    }
    assert_eq!(send(&site, &path, ANN).status, 303, "sent again, it is the same order");
    let orders = site.wait(site.store.orders().page(site.demo_shop(), None, None, 10)).unwrap();
    assert_eq!(orders.orders.len(), 1);
    assert_eq!(orders.orders[0].state, OrderState::Placed);
}

on_both_engines!(what_is_wrong_is_said_at_its_field_and_nothing_typed_is_lost);

fn what_is_wrong_is_said_at_its_field_and_nothing_typed_is_lost() {
    let site = Site::open();
    let path = hand_over(&site, r#"{"sku":"MUG"}"#, "en");
    let form = "email=ann&name=%3Cb%3EAnn&country=XX&postal-code=%20";
    let nowhere = send(&site, &path, form);
    assert!(nowhere.status == 422 && nowhere.text().contains(r#"id="country-problem""#));
    let answer = send(&site, &path, &form.replace("XX", "DE"));
    assert_eq!(answer.status, 422);
    let page = answer.text();
    assert!(page.contains(r#"value="&lt;b&gt;Ann""#) && page.contains(r#"value="ann""#));
    assert!(page.contains(r#"id="email-problem""#) && !page.contains(r#"id="country-problem""#));
    assert!(page.contains(r#"id="postal-code-problem""#) && !page.contains(r#"id="name-problem""#));
    assert_eq!(page.matches(r#"aria-invalid="true""#).count(), 4);
}

on_both_engines!(an_e_book_needs_no_address);

fn an_e_book_needs_no_address() {
    let site = Site::open();
    let path = hand_over(&site, r#"{"sku":"EBOOK"}"#, "en");
    assert!(!read(&site, &path).contains("postal-code"));
    assert_eq!(send(&site, &path, "email=ann%40example.com&name=Ann").status, 303);
}

on_both_engines!(terms_are_agreed_to_where_there_are_any);

fn terms_are_agreed_to_where_there_are_any() {
    let site = Site::open();
    let terms = Some("https://shop.example/terms");
    let choice = CheckoutChoice { terms, ..CheckoutChoice::default() };
    site.wait(site.store.shops().set_checkout(site.demo_shop(), &choice)).unwrap();
    let path = hand_over(&site, r#"{"sku":"MUG"}"#, "en");
    let answer = send(&site, &path, ANN);
    assert_eq!(answer.status, 422);
    assert!(answer.text().contains("terms-problem"));
    assert_eq!(send(&site, &path, &format!("{ANN}&terms=yes")).status, 303);
}

on_both_engines!(quantities_can_still_be_changed);

fn quantities_can_still_be_changed() {
    let site = Site::open();
    let path = hand_over(&site, r#"{"sku":"CHAIR"},{"sku":"MUG","quantity":5}"#, "en");
    let review = format!("{path}/review");
    assert_eq!(send(&site, &review, "line-1=2&line-2=0").status, 303);
    let page = read(&site, &path);
    assert!(page.contains("€298.00") && !page.contains("Stoneware mug"));
    let answer = send(&site, &review, "line-1=4");
    assert_eq!(answer.status, 409);
    assert!(answer.text().contains("Oak chair: only 3 left"), "{}", answer.text());
    assert_eq!(send(&site, &review, "line-1=0").status, 303);
    assert!(read(&site, &path).contains("Your cart is empty."));
    assert_eq!(send(&site, &path, ANN).status, 409);
}

/// Goes to the checkout with a cart, in a language; the path of the page.
fn go_to_checkout(site: &Site, cart: &str, locale: &str) -> String {
    let body = format!(r#"{{"locale":"{locale}"}}"#);
    let answer = site.shopper().post(&format!("{cart}/checkout")).json(&body).send();
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["url"].as_str().unwrap().rsplit_once("/checkout/").unwrap().1.to_owned()
}

on_both_engines!(a_cart_has_one_open_checkout_in_each_language);

fn a_cart_has_one_open_checkout_in_each_language() {
    let site = Site::open();
    let cart = site.shopper().cart(r#"{"sku":"MUG"}"#);
    let english = go_to_checkout(&site, &cart, "en");
    for locale in ["en-GB", "EN_us", "xx", "x1-odd-tag", "zz-abcdefgh-12345678"] {
        assert_eq!(go_to_checkout(&site, &cart, locale), english, "{locale}");
    }
    let german = go_to_checkout(&site, &cart, "de");
    assert_ne!(german, english);
    assert_eq!(go_to_checkout(&site, &cart, "de-AT-1996"), german);
    assert!(read(&site, &format!("/checkout/{german}")).contains(r#"<html lang="de""#));
    let added = site.shopper().post(&format!("{cart}/lines")).json(r#"{"sku":"CHAIR"}"#).send();
    assert_eq!(added.status, 200);
    assert_eq!(go_to_checkout(&site, &cart, "en"), english, "with another cart, too");
    assert!(read(&site, &format!("/checkout/{english}")).contains("Oak chair"));
}

on_both_engines!(a_double_click_begins_one_checkout);

fn a_double_click_begins_one_checkout() {
    let site = Site::open();
    for _ in 0..10 {
        let cart = site.shopper().cart(r#"{"sku":"MUG"}"#);
        let begun = thread::scope(|scope| {
            let clicks = [(); 4].map(|()| scope.spawn(|| go_to_checkout(&site, &cart, "en")));
            clicks.map(|click| click.join().unwrap())
        });
        assert!(begun.iter().all(|token| *token == begun[0]), "{begun:?}");
        let found = site.wait(site.store.checkouts().find(&begun[0])).unwrap().unwrap();
        assert_eq!(found.revision, 0, "nothing was changed by the second click");
    }
}

on_both_engines!(what_is_ordered_is_what_was_on_the_page);

fn what_is_ordered_is_what_was_on_the_page() {
    let site = Site::open();
    let cart = site.shopper().cart(r#"{"sku":"MUG"}"#);
    let path = format!("/checkout/{}", go_to_checkout(&site, &cart, "en"));
    assert!(read(&site, &path).contains(r#"name="revision" value="0""#));
    site.shopper().post(&format!("{cart}/lines")).json(r#"{"sku":"CHAIR"}"#).send();
    go_to_checkout(&site, &cart, "en");
    let answer = send(&site, &path, &format!("{ANN}&revision=0"));
    assert_eq!(answer.status, 409);
    let page = answer.text();
    assert!(page.contains("Oak chair") && page.contains(r#"value="Ann Example""#));
    assert!(page.contains(r#"name="revision" value="1""#));
    assert_eq!(send(&site, &path, &format!("{ANN}&revision=1")).status, 303);
    assert_eq!(send(&site, &path, &format!("{ANN}&revision=0")).status, 303, "ordered is ordered");
}

on_both_engines!(an_order_keeps_nothing_that_a_caller_made_up);

fn an_order_keeps_nothing_that_a_caller_made_up() {
    let public = "https://basket.example";
    let site = Site::with(|settings, _| settings.public = Some(public.to_owned()));
    let cart = site.shopper().cart(r#"{"sku":"MUG"}"#);
    for origin in ["javascript:alert(1)", "null", "https://shop.example/page", "x"] {
        let call = site.shopper().post(&format!("{cart}/checkout")).json("{}");
        let answer = call.header("origin", origin).header("host", "evil.example").send().json();
        let token =
            answer["url"].as_str().unwrap().strip_prefix("https://basket.example/checkout/");
        let kept = site.wait(site.store.checkouts().find(token.unwrap())).unwrap().unwrap();
        assert_eq!(kept.origin, None, "{origin}");
        let image = kept.cart.lines[0].image.as_deref().unwrap();
        assert!(image.starts_with("https://basket.example/"), "{image}");
    }
    let (path, body) = (go_to_checkout(&site, &cart, "en"), ANN);
    let form = |origin: &str| {
        let call = site.caller(None).post(&format!("/checkout/{path}"));
        let call = call.header("origin", origin).header("host", "evil.example");
        call.header("content-type", "application/x-www-form-urlencoded").body(body).send().status
    };
    assert_eq!(form("https://evil.example"), 403, "its own host says nothing");
    assert_eq!(form(public), 303);
}

/// Places an order for an e-book by the page; the status of the answer.
fn order_by_page(site: &Site, email: &str) -> u16 {
    let path = hand_over(site, r#"{"sku":"EBOOK"}"#, "en");
    send(site, &path, &format!("email={email}&name=Ann")).status
}

on_both_engines!(orders_have_an_allowance_by_address_e_mail_and_shop);

fn orders_have_an_allowance_by_address_e_mail_and_shop() {
    let site = Site::with(|settings, _| settings.orders_per_address = 60);
    for number in 0..10 {
        assert_eq!(order_by_page(&site, &format!("{number}%40example.com")), 303);
    }
    let path = hand_over(&site, r#"{"sku":"EBOOK"}"#, "en");
    let form = "email=ann%40example.com&name=Ann+Example";
    let refused = send(&site, &path, form);
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("61")));
    assert!(refused.text().contains(r#"value="Ann Example""#), "nothing that was typed is lost");
    site.let_seconds_pass(60);
    assert_eq!(send(&site, &path, form).status, 303);
    assert_eq!(send(&site, &path, form).status, 303, "the same order costs nothing");
    let site = Site::with(|settings, _| settings.orders_per_email = 30);
    for _ in 0..5 {
        assert_eq!(order_by_page(&site, "ann%40example.com"), 303);
    }
    assert_eq!(order_by_page(&site, "Ann%40Example.com"), 429);
    assert_eq!(order_by_page(&site, "bob%40example.com"), 303);
    let site = Site::with(|settings, _| settings.orders_per_shop = 30);
    let answers = [(); 6].map(|()| order_by_page(&site, "ann%40example.com"));
    assert_eq!(answers, [303, 303, 303, 303, 303, 429]);
}

on_both_engines!(an_address_cannot_hold_all_of_the_stock);

fn an_address_cannot_hold_all_of_the_stock() {
    let site = Site::with(|settings, _| settings.pieces_per_address = 1200);
    let order = |quantity: u32| {
        let line = format!(r#"{{"sku":"EBOOK","quantity":{quantity}}}"#);
        send(&site, &hand_over(&site, &line, "en"), "email=ann%40example.com&name=Ann").status
    };
    assert_eq!(order(999), 303, "a large order is taken");
    assert_eq!(order(1), 429, "and the next one waits for it");
    site.let_seconds_pass(999 * 3 - 200 * 3);
    assert_eq!(order(1), 429);
    site.let_seconds_pass(3);
    assert_eq!([order(1), order(1)], [303, 429]);
}

on_both_engines!(pages_count_as_requests_do);

fn pages_count_as_requests_do() {
    let site = Site::with(|settings, _| settings.requests_per_address = 2);
    let path = hand_over(&site, r#"{"sku":"EBOOK"}"#, "en");
    let statuses: Vec<u16> = (0..8).map(|_| site.caller(None).get(&path).send().status).collect();
    assert_eq!((statuses[0], statuses[7]), (200, 429), "{statuses:?}");
    let backend = site.caller(None).get("/admin/sign-in").send();
    assert_eq!(backend.status, 429);
    assert_eq!(backend.header("retry-after"), Some("1"));
    assert_eq!(site.caller(None).get("/admin/files/admin.css").send().status, 200);
    assert_eq!(site.caller(None).get("/checkout/files/checkout.css").send().status, 200);
}

on_both_engines!(a_cart_goes_to_the_checkout_only_so_often);

fn a_cart_goes_to_the_checkout_only_so_often() {
    let site = Site::with(|settings, _| settings.checkouts_per_cart = 30);
    let cart = site.shopper().cart(r#"{"sku":"MUG"}"#);
    let go = || site.shopper().post(&format!("{cart}/checkout")).json("{}").send();
    let statuses = [(); 6].map(|()| go().status);
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429]);
    assert_eq!(go().refusal(), (429, "rate-limited".to_owned()));
}

on_both_engines!(mails_to_one_address_are_held_back);

fn mails_to_one_address_are_held_back() {
    let site = Site::with(|_, options| options.mails = true);
    for _ in 0..12 {
        assert_eq!(order_by_page(&site, "victim%40example.com"), 303);
    }
    assert_eq!(order_by_page(&site, "ann%40example.com"), 303);
    let due = |hours: i64| {
        site.let_hours_pass(hours);
        let due = site.store.outbox().due(Channel::Mail, 100, 100);
        site.wait(due).unwrap().len()
    };
    assert_eq!(due(0), 6, "five, and one to somebody else");
    assert_eq!(due(1), 11);
    assert_eq!(due(1), 13, "none is lost");
}

on_both_engines!(an_address_that_says_more_than_an_address_is_none);

fn an_address_that_says_more_than_an_address_is_none() {
    let site = Site::open();
    let path = hand_over(&site, r#"{"sku":"EBOOK"}"#, "en");
    for email in ["x@y.z?bcc=evil@evil.example", "x@y.z&a", "a,b@y.z", "x@.z", "x@y..z", "<x@y.z>"]
    {
        let email = email.replace('@', "%40").replace('&', "%26");
        let answer = send(&site, &path, &format!("email={email}&name=Ann"));
        assert_eq!(answer.status, 422, "{email}");
    }
    assert_eq!(send(&site, &path, "email=ann%2Bshop%40b%C3%BCcher.example&name=Ann").status, 303);
}

on_both_engines!(a_form_of_another_site_orders_nothing);

fn a_form_of_another_site_orders_nothing() {
    let site = Site::open();
    let path = hand_over(&site, r#"{"sku":"MUG"}"#, "en");
    for origin in ["https://evil.example", "null"] {
        let call = site.caller(None).post(&path).header("origin", origin);
        let call = call.header("content-type", "application/x-www-form-urlencoded");
        assert_eq!(call.body(ANN).send().status, 403, "{origin}");
    }
    let call = site.caller(None).post(&path).body(ANN).send();
    assert_eq!(call.status, 403);
    assert!(read(&site, &path).contains("Checkout"));
}

on_both_engines!(pages_that_are_over_say_so);

fn pages_that_are_over_say_so() {
    let site = Site::open();
    let unknown = site.caller(None).get("/checkout/0123").header("accept-language", "de-AT").send();
    assert_eq!(unknown.status, 404);
    assert!(unknown.text().contains(r#"lang="de"#), "{}", unknown.text());
    let path = hand_over(&site, r#"{"sku":"MUG"}"#, "fr");
    site.let_hours_pass(25);
    assert_eq!(site.caller(None).get(&path).send().status, 410);
    assert_eq!(send(&site, &path, ANN).status, 410);
}

on_both_engines!(the_page_is_in_the_shops_design);

fn the_page_is_in_the_shops_design() {
    let site = Site::open();
    let shop = site.demo_shop();
    let config = r##"{"api_key": "pk_demo", "style": {"primary": "#123456"}, "locales":
        {"ar": {"total": "المجموع", "checkout_page": {"title": "الدفع"}}}}"##;
    assert!(site.wait(site.store.designs().create(shop, "Ours", config)).unwrap());
    let choice = CheckoutChoice { design: Some("Ours"), ..CheckoutChoice::default() };
    site.wait(site.store.shops().set_checkout(shop, &choice)).unwrap();
    let path = hand_over(&site, r#"{"sku":"MUG"}"#, "ar");
    let page = read(&site, &path);
    assert!(page.contains(r#"<html lang="ar" dir="rtl">"#) && page.contains("الدفع"));
    let sheet = read(&site, &format!("{path}/design.css"));
    assert!(sheet.contains("--service-basket-primary: #123456;"), "{sheet}");
}

on_both_engines!(the_page_may_load_nothing_else_and_nobody_keeps_it);

fn the_page_may_load_nothing_else_and_nobody_keeps_it() {
    let site = Site::open();
    let path = hand_over(&site, r#"{"sku":"MUG"}"#, "en");
    let answer = site.caller(None).get(&path).send();
    insta::assert_snapshot!(answer.header("content-security-policy").unwrap(), @"default-src 'none'; script-src 'self'; style-src 'self'; img-src * data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("referrer-policy"), Some("same-origin"));
    assert_eq!(answer.header("access-control-allow-origin"), None);
}

on_both_engines!(the_page_is_light_even_before_it_is_compressed);

fn the_page_is_light_even_before_it_is_compressed() {
    let site = Site::open();
    let lines = r#"{"sku":"CHAIR"},{"sku":"COFFEE","frequency":"monthly"},{"sku":"PAPER","frequency":"daily"}"#;
    let path = hand_over(&site, lines, "el");
    let design = format!("{path}/design.css");
    let files = [&*path, &design, "/checkout/files/checkout.css", "/checkout/files/checkout.js"];
    let bytes: usize = files.iter().map(|path| read(&site, path).len()).sum();
    assert!(bytes < 30_000, "{bytes}");
}

on_both_engines!(a_crowd_that_wants_the_last_pieces_gets_them_and_no_more);

fn a_crowd_that_wants_the_last_pieces_gets_them_and_no_more() {
    const CROWD: usize = 200;
    const PIECES: u32 = 20;
    let site = Site::open();
    let mut chair = site.product("CHAIR");
    chair.stock = Some(PIECES);
    site.put_product(chair);
    let paths: Vec<String> =
        (0..CROWD).map(|_| hand_over(&site, r#"{"sku":"CHAIR"}"#, "en")).collect();
    let answers: Vec<Answer> = thread::scope(|scope| {
        let parts = paths.chunks(CROWD / 20);
        let site = &site;
        let waiting: Vec<_> = parts
            .map(|part| {
                scope.spawn(move || {
                    part.iter().map(|path| send(site, path, ANN)).collect::<Vec<_>>()
                })
            })
            .collect();
        waiting.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let placed = answers.iter().filter(|answer| answer.status == 303).count();
    let refused = answers.iter().filter(|answer| {
        answer.status == 409 && answer.text().contains("Oak chair is out of stock")
    });
    assert_eq!((placed, refused.count()), (20, CROWD - 20));
    assert_eq!(site.product("CHAIR").stock, Some(0));
    let orders = site.wait(site.store.orders().page(site.demo_shop(), None, None, 500)).unwrap();
    let mut numbers: Vec<i64> = orders.orders.iter().map(|order| order.number).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1001..=1020).collect::<Vec<_>>());
}
