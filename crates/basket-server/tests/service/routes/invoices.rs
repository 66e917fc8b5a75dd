//! Invoices: numbered without gaps, written once, and shown to their shopper and their shop.

use super::{
    checkout_costs::seen,
    costs::{rules, set_rules},
    hosted_checkout::{ANN, hand_over, read, send},
    operator::Operator,
    orders::server,
    site::Site,
};
use basket_model::{
    invoice::Seller,
    order::{LINK_DAYS, Order, OrderState},
    payment::{PaymentMethod, PaymentSetup},
    pricing::Rules,
};
use basket_server::demo;
use std::thread;

const SETTINGS: &str = "/admin/settings/invoices";

pub fn seller() -> Seller {
    Seller {
        address: "Mugs Ltd.\nHigh Street 1\n12345 Oakham\nGermany".to_owned(),
        vat_number: "DE136695976".to_owned(),
        tax_number: "12/345/67890".to_owned(),
        account: "IBAN DE02 1203 0000 0000 2020 51".to_owned(),
        due_days: 14,
        prefix: "R-".to_owned(),
    }
}

pub fn set_seller(site: &Site, seller: Option<&Seller>) {
    site.wait(site.store.sellers().set(site.demo_shop(), seller)).unwrap();
}

/// Orders a mug; the path of its page.
fn buy(site: &Site, locale: &str) -> String {
    let path = hand_over(site, r#"{"sku":"MUG","quantity":2}"#, locale);
    let page = read(site, &path);
    assert_eq!(send(site, &path, &seen(&page, ANN)).status, 303);
    path
}

fn orders(site: &Site) -> Vec<Order> {
    site.wait(site.store.orders().page(site.demo_shop(), None, None, 500)).unwrap().orders
}

/// The invoice itself, without what the page says around it.
fn document(page: &str) -> &str {
    let (_, behind) = page.split_once("<article").expect("there is no invoice");
    behind.split_once("</article>").unwrap().0
}

on_both_engines!(an_order_by_invoice_has_one_with_all_that_it_needs);

fn an_order_by_invoice_has_one_with_all_that_it_needs() {
    let site = Site::open();
    set_rules(&site, &rules());
    set_seller(&site, Some(&seller()));
    let path = buy(&site, "de");
    assert!(read(&site, &path).contains(&format!(r#"href="{path}/invoice""#)));
    let page = read(&site, &format!("{path}/invoice"));
    for text in [
        "Rechnung R-1",
        "Mugs Ltd.<br>High Street 1",
        "USt-IdNr. DE136695976",
        "Steuernummer 12/345/67890",
        "Ann Example<br>Elm Street 1<br>12345 Oakham",
        "15. Januar 2027",
        "29. Januar 2027",
        "1001",
        "Stoneware mug",
        "18,00\u{a0}€",
        "36,00\u{a0}€",
        "4,90\u{a0}€",
        // What is taxed, the tax, and both.
        "34,37\u{a0}€",
        "6,53\u{a0}€",
        "Bitte überweisen Sie 40,90\u{a0}€ bis zum 29. Januar 2027.",
        "IBAN DE02 1203 0000 0000 2020 51",
    ] {
        assert!(document(&page).contains(text), "{text}: {page}");
    }
    assert!(page.contains(r#"<html lang="de""#) && page.contains("noindex"));
    let api = server(&site).get("/v1/admin/orders/1001").send().json();
    let expected = serde_json::json!({ "number": "R-1", "due_on": "2027-01-29" });
    assert_eq!(api["invoice"], expected);
}

on_both_engines!(nothing_changes_an_invoice);

fn nothing_changes_an_invoice() {
    let site = Site::open();
    set_rules(&site, &rules());
    set_seller(&site, Some(&seller()));
    let path = format!("{}/invoice", buy(&site, "en"));
    let page = read(&site, &path);
    let before = document(&page).to_owned();
    let other = Seller { address: "Cups Inc.".to_owned(), prefix: "X".to_owned(), ..seller() };
    set_seller(&site, Some(&other));
    let mut changed = rules();
    changed.tax.as_mut().unwrap().rates[0].rate = 7_000;
    changed.zones.clear();
    set_rules(&site, &changed);
    site.put_product(basket_core::product::Product {
        name: "Another mug".to_owned(),
        price: Some(1),
        ..site.product("MUG")
    });
    let design = r#"{"locales":{"en":{"total":"Sum","checkout_page":{"invoice_due":"Never"}}}}"#;
    assert!(site.wait(site.store.designs().create(site.demo_shop(), "Odd", design)).unwrap());
    let choice = basket_store::CheckoutChoice { design: Some("Odd"), ..Default::default() };
    site.wait(site.store.shops().set_checkout(site.demo_shop(), &choice)).unwrap();
    for state in [OrderState::Paid, OrderState::Cancelled] {
        site.wait(site.store.orders().set_state(site.demo_shop(), 1001, state)).unwrap();
        let page = read(&site, &path);
        assert_eq!(document(&page), before, "{state:?}");
        let said = if state == OrderState::Paid { "Paid" } else { "Cancelled" };
        assert!(page.contains(&format!(r#"<strong class="status">{said}"#)), "{page}");
    }
    set_seller(&site, None);
    assert_eq!(document(&read(&site, &path)), before);
    set_rules(&site, &Rules::default());
    let next = read(&site, &buy(&site, "en"));
    assert!(!next.contains("/invoice\""), "there are none any more");
}

on_both_engines!(numbers_have_no_gap_and_only_orders_by_invoice_have_one);

fn numbers_have_no_gap_and_only_orders_by_invoice_have_one() {
    const CROWD: usize = 12;
    let site = Site::open();
    buy(&site, "en");
    set_seller(&site, Some(&seller()));
    let setup = PaymentSetup {
        method: PaymentMethod::Stripe,
        stripe_key: Some("sk_test_0123456789abcdef".to_owned()),
        hold_minutes: 60,
        ..PaymentSetup::default()
    };
    let pay_by = |method| {
        let setup = PaymentSetup { method, ..setup.clone() };
        site.wait(site.store.shops().set_payment(site.demo_shop(), &setup)).unwrap();
    };
    pay_by(PaymentMethod::Stripe);
    buy(&site, "en");
    pay_by(PaymentMethod::Invoice);
    // Half of them order what only one can have: who gets nothing takes no number.
    let chair = basket_core::product::Product { stock: Some(1), ..site.product("CHAIR") };
    site.put_product(chair);
    let paths: Vec<String> = (0..CROWD)
        .map(|at| if at % 2 == 0 { r#"{"sku":"CHAIR"}"# } else { r#"{"sku":"MUG"}"# })
        .map(|lines| hand_over(&site, lines, "en"))
        .collect();
    thread::scope(|scope| {
        for path in &paths {
            scope.spawn(|| send(&site, path, ANN));
        }
    });
    let issued = orders(&site).into_iter().filter_map(|order| order.invoice);
    let mut numbers: Vec<i64> = issued.map(|invoice| invoice.sequence).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=7).collect::<Vec<_>>());
    assert_eq!(orders(&site).iter().filter(|order| order.invoice.is_none()).count(), 2);
    let found = site.store.orders().search(site.demo_shop(), "r-7", None, None, 10);
    assert_eq!(site.wait(found).unwrap().orders.len(), 1, "a transfer names the invoice");
}

on_both_engines!(strangers_and_old_links_see_no_invoice);

fn strangers_and_old_links_see_no_invoice() {
    let site = Site::open();
    let without = buy(&site, "en");
    set_seller(&site, Some(&seller()));
    let open = hand_over(&site, r#"{"sku":"MUG"}"#, "en");
    let path = buy(&site, "en");
    let status = |path: &str| site.caller(None).get(&format!("{path}/invoice")).send().status;
    assert_eq!(status(&path), 200);
    for nothing in [&*without, &open, "/checkout/unknown"] {
        assert_eq!(status(nothing), 404, "{nothing}");
    }
    let owner = Operator::known(&site, demo::EMAIL);
    let order = owner.open("/admin/orders/1002");
    assert!(order.text.contains(r#"href="/admin/orders/1002/invoice""#), "{}", order.text);
    site.let_days_pass(LINK_DAYS + 1);
    assert_eq!(status(&path), 410);
    let owner = Operator::known(&site, demo::EMAIL);
    let page = owner.get("/admin/orders/1002/invoice");
    assert!(page.status == 200 && document(&page.text).contains("Invoice R-1"));
    assert_eq!(owner.get("/admin/orders/1001/invoice").status, 404);
    assert_eq!(owner.get("/admin/orders/9/invoice").status, 404);
    assert_ne!(Operator::stranger(&site).get("/admin/orders/1002/invoice").status, 200);
}

on_both_engines!(an_erased_shopper_is_on_no_invoice);

fn an_erased_shopper_is_on_no_invoice() {
    let site = Site::open();
    set_seller(&site, Some(&seller()));
    buy(&site, "en");
    let shop = site.demo_shop();
    site.wait(site.store.orders().set_state(shop, 1001, OrderState::Fulfilled)).unwrap();
    site.wait(site.store.persons().erase(shop, "ann@example.com")).unwrap();
    let order = orders(&site).remove(0);
    assert!(order.contact.is_erased() && order.invoice.is_some());
    let owner = Operator::known(&site, demo::EMAIL);
    let page = owner.get("/admin/orders/1001/invoice").text;
    assert!(page.contains("Mugs Ltd.") && !page.contains("Ann Example"));
}

on_both_engines!(what_is_wrong_with_the_seller_is_said_at_its_field);

fn what_is_wrong_with_the_seller_is_said_at_its_field() {
    let site = Site::open();
    let owner = Operator::known(&site, demo::EMAIL);
    owner.open(SETTINGS);
    let long = "x".repeat(501);
    let wrong = [
        ("on", "on"),
        ("address", " "),
        ("vat-number", "DE136695977"),
        ("tax-number", &long),
        ("account", &long),
        ("due-days", "366"),
        ("prefix", "much too long for a prefix"),
    ];
    let refused = owner.post(SETTINGS, &wrong);
    assert_eq!(refused.status, 422);
    for (name, sentence) in [
        ("address", "Enter the name and address of the seller."),
        ("vat-number", "Enter a valid VAT number with its country prefix"),
        ("tax-number", "Enter at most 50 characters."),
        ("account", "Enter at most 500 characters."),
        ("due-days", "Enter a whole number of days from 0 to 365."),
        ("prefix", "Enter at most 20 characters."),
    ] {
        assert!(refused.text.contains(&format!(r#"id="{name}-problem""#)), "{name}");
        assert!(refused.text.contains(sentence), "{sentence}");
    }
    assert_eq!(refused.value("due-days").as_deref(), Some("366"));
    assert_eq!(site.wait(site.store.sellers().find(site.demo_shop())).unwrap(), None);
    let right = [
        ("on", "on"),
        ("address", "Mugs Ltd.\r\nHigh Street 1"),
        ("vat-number", "de 136695976"),
        ("due-days", "0"),
    ];
    owner.submit(SETTINGS, &right);
    let kept = site.wait(site.store.sellers().find(site.demo_shop())).unwrap().unwrap();
    assert_eq!((&*kept.address, &*kept.vat_number), ("Mugs Ltd.\nHigh Street 1", "DE136695976"));
    assert_eq!(owner.open(SETTINGS).value("due-days").as_deref(), Some("0"));
    owner.submit(SETTINGS, &[("due-days", "14")]);
    assert_eq!(site.wait(site.store.sellers().find(site.demo_shop())).unwrap(), None);
}
