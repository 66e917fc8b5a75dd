//! Shipping, tax, codes and addresses on the checkout's pages, as a browser without a script meets them.

use super::{
    costs::{add_code, rules, set_rules, spring},
    hosted_checkout::{ANN, hand_over, read, send},
    shopper::Answer,
    site::Site,
};
use crate::database::Database;
use basket_core::product::Product;
use basket_model::{
    order::Order,
    pricing::{Discount, Method, Rules},
};
use basket_web::fields::encode;
use std::thread;

pub(super) fn order(site: &Site) -> Order {
    let orders = site.wait(site.store.orders().page(site.demo_shop(), None, None, 10)).unwrap();
    orders.orders.into_iter().next().unwrap()
}

/// The value of a hidden member of the form.
pub fn hidden<'a>(page: &'a str, name: &str) -> &'a str {
    let (_, behind) = page.split_once(&format!(r#"name="{name}" value=""#)).unwrap();
    behind.split_once('"').unwrap().0
}

/// The form with the total and the delivery method that the page shows.
pub fn seen(page: &str, form: &str) -> String {
    let (total, revision) = (hidden(page, "total"), hidden(page, "revision"));
    format!("{form}&total={total}&revision={revision}&method=parcel")
}

on_both_engines!(an_order_has_the_costs_that_the_page_shows);

fn an_order_has_the_costs_that_the_page_shows() {
    let site = Site::open();
    set_rules(&site, &rules());
    add_code(&site, spring());
    let path = hand_over(&site, r#"{"sku":"MUG","quantity":2}"#, "de");
    let review = format!("{path}/review");
    // The Enter key in the field sends no button.
    assert_eq!(send(&site, &review, "code=spring").status, 303);
    let page = read(&site, &path);
    for text in
        ["36,00\u{a0}€", "-3,60\u{a0}€", "4,90\u{a0}€", "37,30\u{a0}€", "19\u{a0}%", "Parcel"]
    {
        assert!(page.contains(text), "{text} {page}");
    }
    assert_eq!(send(&site, &path, ANN).status, 409, "nobody has seen this total");
    assert_eq!(send(&site, &path, &seen(&page, ANN)).status, 303);
    let order = order(&site);
    assert_eq!(order.cart.total(), 3730);
    assert!(read(&site, &path).contains("37,30\u{a0}€"));
    assert_eq!(site.wait(site.store.discounts().find(1, "SPRING")).unwrap().unwrap().uses, 1);
    let mail = read(&site, &path);
    assert!(mail.contains("SPRING"));
}

on_both_engines!(each_refused_code_has_its_sentence_and_typing_survives);

fn each_refused_code_has_its_sentence_and_typing_survives() {
    let site = Site::open();
    let now = site.store.now();
    for (code, discount) in [
        ("LATE", Discount { ends_at: Some(now), ..spring() }),
        ("GONE", Discount { max_uses: Some(1), ..spring() }),
        ("RICH", Discount { minimum: Some(5000), ..spring() }),
        ("LAMPS", Discount { skus: vec!["LAMP".to_owned()], ..spring() }),
    ] {
        add_code(&site, Discount { code: code.to_owned(), ..discount });
    }
    site.database.ask("UPDATE discounts SET uses = 1 WHERE code = 'GONE'");
    let path = hand_over(&site, r#"{"sku":"MUG"}"#, "en");
    for (code, status, sentence) in [
        ("NONE", 422, "The code NONE does not exist."),
        ("two words", 422, "does not exist."),
        ("LATE", 409, "The code LATE is not valid at this time."),
        ("GONE", 409, "The code GONE has already been used up."),
        ("RICH", 200, "Add €32.00 more to use the code RICH."),
        ("LAMPS", 200, "The code LAMPS is not valid for the items in your cart."),
    ] {
        let form =
            encode(&[("do", "apply"), ("code", code), ("name", "Ann <b>"), ("note", "Two\nlines")]);
        let answer = send(&site, &format!("{path}/review"), &form);
        assert_eq!(answer.status, status, "{code}");
        let page = answer.text();
        assert!(page.contains(sentence), "{code}: {page}");
        assert!(
            page.contains(r#"value="Ann &lt;b&gt;""#) && page.contains("Two\nlines</textarea>")
        );
    }
    let removed = send(&site, &format!("{path}/review"), "do=remove&name=Ann");
    assert!(removed.status == 200 && !removed.text().contains("LAMPS"));
}

on_both_engines!(a_code_that_is_used_up_meanwhile_is_not_charged_in_silence);

fn a_code_that_is_used_up_meanwhile_is_not_charged_in_silence() {
    let site = Site::open();
    add_code(&site, Discount { max_uses: Some(1), ..spring() });
    let path = hand_over(&site, r#"{"sku":"MUG"}"#, "en");
    send(&site, &format!("{path}/review"), "do=apply&code=SPRING");
    let page = read(&site, &path);
    let form = seen(&page, ANN);
    site.database.ask("UPDATE discounts SET uses = 1");
    let refused = send(&site, &path, &form);
    assert_eq!(refused.status, 409);
    let page = refused.text();
    assert!(page.contains("The total is now €18.00.") && page.contains("has already been used up"));
    assert_eq!(send(&site, &path, &seen(&page, ANN)).status, 303);
    assert_eq!(order(&site).cart.total(), 1800);
}

on_both_engines!(the_country_says_which_fields_there_are);

fn the_country_says_which_fields_there_are() {
    let site = Site::open();
    let path = hand_over(&site, r#"{"sku":"MUG"}"#, "en");
    let page = |country: &str| {
        let answer = send(&site, &format!("{path}/review"), &format!("country={country}"));
        assert_eq!(answer.status, 200);
        answer.text()
    };
    for (country, labels, absent) in [
        ("DE", &["Postal code", "City"][..], "State"),
        ("US", &["ZIP code", "State", "California"], "Prefecture"),
        ("JP", &["Prefecture", "Tokyo"], "State"),
        ("BR", &["State", "São Paulo"], "Prefecture"),
        ("HK", &["Area"], "Postal code"),
    ] {
        let page = page(country);
        for label in labels {
            assert!(page.contains(label), "{country} {label}");
        }
        assert!(!page.contains(&format!("{absent}<")), "{country} {absent}");
    }
}

on_both_engines!(an_address_is_checked_by_its_country);

fn an_address_is_checked_by_its_country() {
    let site = Site::open();
    let path = hand_over(&site, r#"{"sku":"MUG"}"#, "en");
    let american = [
        ("email", "ann@example.com"),
        ("name", "Ann"),
        ("address-line1", "1 Main St"),
        ("address-level2", "Cupertino"),
        ("address-level1", "California"),
        ("postal-code", "9501"),
        ("country", "US"),
        ("tel", "call me"),
    ];
    let answer = send(&site, &path, &encode(&american));
    assert_eq!(answer.status, 422);
    let page = answer.text();
    assert!(page.contains("Please enter a postal code like 95014."));
    assert!(page.contains("postal-code-problem") && page.contains("tel-problem"));
    let mut right = american;
    right[5].1 = "95014";
    right[7].1 = "+1 408 555 0100";
    assert_eq!(send(&site, &path, &encode(&right)).status, 303);
    let contact = order(&site).contact;
    assert_eq!((&*contact.region, &*contact.postal_code), ("CA", "95014"));
    assert!(read(&site, &path).contains("Cupertino, CA 95014"));
}

on_both_engines!(the_invoice_may_go_elsewhere);

fn the_invoice_may_go_elsewhere() {
    let site = Site::open();
    let path = hand_over(&site, r#"{"sku":"MUG"}"#, "en");
    let page = send(&site, &format!("{path}/review"), &format!("{ANN}&billing-asked=1")).text();
    assert!(page.contains("billing-address-line1"));
    let wrong = send(&site, &path, &format!("{ANN}&billing-asked=1"));
    assert!(wrong.status == 422 && wrong.text().contains("billing-name-problem"));
    let billing = encode(&[
        ("billing-asked", "1"),
        ("billing-name", "Mugs Ltd"),
        ("billing-address-line1", "High Street 2"),
        ("billing-address-level2", "Wien"),
        ("billing-postal-code", "1010"),
        ("billing-country", "AT"),
    ]);
    assert_eq!(send(&site, &path, &format!("{ANN}&{billing}")).status, 303);
    assert_eq!(order(&site).contact.billing.unwrap().line1, "High Street 2");
    assert!(read(&site, &path).contains("1010 Wien"));
}

/// The shop delivers to Austria, too.
pub(super) fn with_austria() -> Rules {
    let mut rules = rules();
    rules.zones[0].countries.push("AT".to_owned());
    let tax = rules.tax.as_mut().unwrap();
    tax.has_reverse_charge = true;
    tax.rates.push(basket_model::pricing::Rate {
        country: "AT".to_owned(),
        rate: 20_000,
        ..tax.rates[0].clone()
    });
    rules
}

on_both_engines!(a_company_of_another_member_state_pays_no_tax_here);

fn a_company_of_another_member_state_pays_no_tax_here() {
    let site = Site::open();
    set_rules(&site, &with_austria());
    let path = hand_over(&site, r#"{"sku":"MUG"}"#, "en");
    let vienna = ANN.replace("country=DE", "country=AT").replace("12345", "1010");
    let wrong = send(&site, &path, &format!("{vienna}&vat-number=ATU13585628"));
    assert!(wrong.status == 422 && wrong.text().contains("Please check the VAT number."));
    let company = format!("{vienna}&vat-number=atu+1358+5627");
    let page = send(&site, &format!("{path}/review"), &company).text();
    // 22.90 contain 3.82 at 20 %.
    assert!(page.contains("Reverse charge") && page.contains("€19.08"), "{page}");
    assert_eq!(send(&site, &path, &seen(&page, &company)).status, 303);
    let order = order(&site);
    assert_eq!((order.cart.total(), &*order.contact.vat_number), (1908, "ATU13585627"));
}

on_both_engines!(a_method_that_vanishes_is_said_at_the_methods);

fn a_method_that_vanishes_is_said_at_the_methods() {
    let site = Site::open();
    let mut rules = with_austria();
    let express =
        Method { id: "express".to_owned(), price: 990, ..rules.zones[0].methods[0].clone() };
    rules.zones[0].methods.push(express);
    set_rules(&site, &rules);
    let path = hand_over(&site, r#"{"sku":"MUG"}"#, "en");
    let page = send(&site, &format!("{path}/review"), &format!("{ANN}&method=express")).text();
    let form = seen(&page, ANN).replace("method=parcel", "method=express");
    rules.zones[0].methods.pop();
    set_rules(&site, &rules);
    let token = path.rsplit_once('/').unwrap().1;
    let begun = site.wait(site.store.checkouts().find(token)).unwrap().unwrap();
    let again = site.shopper().post(&format!("/v1/carts/{}/checkout", begun.cart.id));
    assert_eq!(again.json(r#"{"locale":"en"}"#).send().status, 200);
    // The form of before names another revision; with the one of now, the method is gone.
    let form = form.replace("revision=0", "revision=1");
    let answer = send(&site, &path, &form);
    assert_eq!(answer.status, 409);
    assert!(answer.text().contains("This delivery method is no longer available."));
}

on_both_engines!(nothing_is_sent_where_the_shop_does_not_deliver);

fn nothing_is_sent_where_the_shop_does_not_deliver() {
    let site = Site::open();
    set_rules(&site, &rules());
    let path = hand_over(&site, r#"{"sku":"MUG"}"#, "en");
    let french = ANN.replace("country=DE", "country=FR");
    let answer = send(&site, &path, &format!("{french}&total=1800"));
    assert_eq!(answer.status, 409);
    assert!(answer.text().contains("The shop does not deliver to France."));
}

on_both_engines!(an_order_that_became_too_small_says_what_is_missing);

fn an_order_that_became_too_small_says_what_is_missing() {
    let site = Site::open();
    set_rules(&site, &Rules { minimum: Some(2000), ..rules() });
    let path = hand_over(&site, r#"{"sku":"MUG","quantity":2}"#, "en");
    send(&site, &format!("{path}/review"), "line-1=1");
    let page = read(&site, &path);
    let answer = send(&site, &path, &seen(&page, ANN));
    assert_eq!(answer.status, 409);
    assert!(answer.text().contains("The minimum order value is €20.00. Please add €2.00 more."));
}

on_both_engines!(a_total_that_is_too_large_is_refused_with_a_sentence);

fn a_total_that_is_too_large_is_refused_with_a_sentence() {
    for has_rules in [false, true] {
        let site = Site::open();
        if has_rules {
            set_rules(&site, &rules());
        }
        let skus: Vec<String> = (0..10).map(|number| format!("JEWEL{number}")).collect();
        for sku in &skus {
            let price = Some(basket_core::money::MAX_PRICE);
            site.put_product(Product { sku: sku.clone(), price, ..site.product("MUG") });
        }
        let lines = |quantity: u32| {
            let line = |sku| format!(r#"{{"sku":"{sku}","quantity":{quantity}}}"#);
            skus.iter().map(line).collect::<Vec<_>>().join(",")
        };
        let shopper = site.shopper();
        let cart = shopper.cart(&lines(999));
        assert_eq!(shopper.read(&cart)["items"], 9990, "the lines are shown");
        let answer = shopper.post(&format!("{cart}/checkout")).json("{}").send();
        assert_eq!(answer.refusal(), (409, "limit-reached".to_owned()));

        let path = hand_over(&site, &lines(1), "en");
        let all = (1..=10).map(|line| format!("line-{line}=999")).collect::<Vec<_>>().join("&");
        assert_eq!(send(&site, &format!("{path}/review"), &all).status, 303);
        let answer = send(&site, &path, ANN);
        assert_eq!(answer.status, 409);
        let sentence = "The total is too large. Please reduce the quantities.";
        assert!(answer.text().contains(sentence), "{}", answer.text());
        let orders = site.wait(site.store.orders().page(site.demo_shop(), None, None, 10)).unwrap();
        assert!(orders.orders.is_empty());
    }
}

/// 200 shoppers order by pages of these services with a code that may be used 20 times. The database is one.
fn crowd_with_a_code(sites: &[&Site]) {
    const CROWD: usize = 200;
    const USES: u32 = 20;
    let [first, ..] = sites else { panic!("no service") };
    add_code(first, Discount { max_uses: Some(USES), ..spring() });
    let begin = |_| {
        let cart = first.shopper().cart(r#"{"sku":"MUG"}"#);
        let put = first.shopper().put(&format!("{cart}/code")).json(r#"{"code":"SPRING"}"#).send();
        assert_eq!(put.status, 200);
        format!("/checkout/{}", super::orders::hand_over(first, &cart).token)
    };
    let paths: Vec<String> = (0..CROWD).map(begin).collect();
    let form = format!("{ANN}&total=1620");
    let answers: Vec<Answer> = thread::scope(|scope| {
        let order = |(at, part): (usize, &'_ [String])| {
            let (site, part, form) = (sites[at % sites.len()], part.to_vec(), form.clone());
            scope.spawn(move || part.iter().map(|path| send(site, path, &form)).collect::<Vec<_>>())
        };
        let threads: Vec<_> = paths.chunks(CROWD / 20).enumerate().map(order).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let placed = answers.iter().filter(|answer| answer.status == 303).count();
    let refused = answers.iter().filter(|answer| {
        answer.status == 409 && answer.text().contains("Der Code SPRING wurde bereits eingelöst.")
    });
    assert_eq!((placed, refused.count()), (20, CROWD - 20));
    let orders = first.wait(first.store.orders().page(first.demo_shop(), None, None, 500)).unwrap();
    assert_eq!(orders.orders.len(), 20);
    assert!(orders.orders.iter().all(|order| order.cart.total() == 1620));
    let found = first.wait(first.store.discounts().find(first.demo_shop(), "SPRING"));
    assert_eq!(found.unwrap().unwrap().uses, USES);
}

on_both_engines!(a_code_with_20_uses_is_used_by_20_of_200_shoppers);

fn a_code_with_20_uses_is_used_by_20_of_200_shoppers() {
    crowd_with_a_code(&[&Site::open()]);
}

#[test]
fn two_services_on_one_postgres_give_out_no_use_twice() {
    let database = Database::postgres();
    let Database::Postgres(address) = &database else { panic!("not on PostgreSQL") };
    let open = || Site::build(Database::Postgres(address.clone()), |_, _| {});
    let (first, second) = (open(), open());
    crowd_with_a_code(&[&first, &second]);
}
