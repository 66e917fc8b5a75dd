//! From an empty database to a shop, by the link that the service prints.

use super::{
    API_KEY,
    operator::{Operator, PASSWORD},
    site::Site,
};
use basket_model::operator::{LinkPurpose, hash_password};
use std::time::Duration;

const DAY: Duration = Duration::from_hours(24);
const ANSWERS: [(&str, &str); 4] = [
    ("name", "Ann & Sons"),
    ("currency", "sek"),
    ("email", " Ann@Shop.Example "),
    ("password", PASSWORD),
];

/// The link that a service prints, without its origin.
fn link(site: &Site) -> String {
    let token = site.wait(site.store.links().create(LinkPurpose::Setup, None, None, DAY)).unwrap();
    format!("/admin/setup/{token}")
}

on_both_engines!(the_link_leads_to_a_shop_its_snippet_and_its_key);

fn the_link_leads_to_a_shop_its_snippet_and_its_key() {
    let site = Site::empty();
    let (ann, link) = (Operator::stranger(&site), link(&site));
    assert_eq!(ann.open(&link).text("h1"), "Welcome");
    assert_eq!(ann.submit(&link, &ANSWERS), "/admin/start");
    let start = ann.open("/admin/start");
    let snippet = start.text("textarea");
    assert!(snippet.contains(&format!("{}/v1/basket.js", ann.base)), "{snippet}");

    let page = ann.open(API_KEY);
    assert_eq!(
        page.text("title"),
        "API Key · Checkout Setup · Setup & Design · Settings – Ann & Sons"
    );
    assert_eq!(page.text("h1"), "API Key");
    let trail = page.texts("nav", Some(("aria-label", "Breadcrumb")));
    assert_eq!(trail, ["Ann & Sons", "Settings", "Setup & Design", "Checkout Setup", "API Key"]);
    let names = page.texts("nav", Some(("id", "menu")));
    let way = ["Settings", "Setup & Design", "Checkout Setup", "API Key"];
    assert!(names.windows(4).any(|names| names == way), "{names:?}");
    assert_eq!(page.attribute(("aria-current", "page"), "href").as_deref(), Some(API_KEY));
    for short in [
        "/admin/settings",
        "/admin/settings/setup-design",
        "/admin/settings/setup-design/checkout-setup",
    ] {
        assert_eq!(ann.get(short).location(), API_KEY);
    }
    // The key works at once, and it is the one in the snippet.
    let key = page.value("api-key").unwrap();
    assert!(snippet.contains(&key), "{snippet}");
    let shop = site.caller(Some(&key)).get("/v1/shop").send().json();
    assert_eq!((&shop["name"], &shop["currency"]), (&"Ann & Sons".into(), &"SEK".into()));
    let ann_again = Operator::stranger(&site);
    assert_eq!(ann_again.sign_in("ann@shop.example", PASSWORD).location(), "/admin");
}

on_both_engines!(the_link_works_once_and_for_a_day);

fn the_link_works_once_and_for_a_day() {
    let site = Site::empty();
    let (first, second) = (link(&site), link(&site));
    let ann = Operator::stranger(&site);
    site.let_hours_pass(24);
    for link in [&first, &second] {
        assert_eq!(ann.get(link).status, 410);
        assert_eq!(ann.post(link, &ANSWERS).status, 410);
    }
    let (first, second) = (self::link(&site), self::link(&site));
    ann.submit(&first, &ANSWERS);
    for link in [&first, &second, "/admin/setup/never"] {
        let eve = Operator::stranger(&site);
        assert_eq!(eve.get(link).status, 410);
        assert_eq!(
            eve.post(link, &[("email", "eve@evil.example"), ("password", PASSWORD)]).status,
            410
        );
        assert!(!eve.is_signed_in());
    }
    assert_eq!(site.database.ask("SELECT count(*) FROM operators"), Some(1));
    assert_eq!(site.database.ask("SELECT count(*) FROM links WHERE purpose = 'setup'"), Some(0));
}

on_both_engines!(wrong_answers_come_back_with_what_is_wrong_beside_them);

fn wrong_answers_come_back_with_what_is_wrong_beside_them() {
    let site = Site::empty();
    let (ann, link) = (Operator::stranger(&site), link(&site));
    let page = ann.post(
        &link,
        &[("name", ""), ("currency", "EURO"), ("email", "ann"), ("password", "short")],
    );
    assert_eq!(page.status, 422);
    for field in ["name", "currency", "email", "password"] {
        assert!(page.problem(field).is_some(), "{field}");
    }
    assert_eq!(
        (page.value("currency"), page.value("email")),
        (Some("EURO".into()), Some("ann".into()))
    );
    assert_eq!(page.value("password").as_deref(), Some(""), "a password is never sent back");
    assert_eq!(site.database.ask("SELECT count(*) FROM operators"), Some(0));
    ann.submit(&link, &ANSWERS);
}

on_both_engines!(shops_that_were_there_before_get_the_first_operator);

fn shops_that_were_there_before_get_the_first_operator() {
    let site = Site::empty();
    site.open_shop("pk_before", &[]);
    let (ann, link) = (Operator::stranger(&site), link(&site));
    assert!(ann.open(&link).value("name").is_none(), "it is not asked for a shop");
    assert_eq!(ann.submit(&link, &ANSWERS[2..]), "/admin");
    assert_eq!(ann.open(API_KEY).value("api-key").as_deref(), Some("pk_before"));
    assert_eq!(site.database.ask("SELECT count(*) FROM shops"), Some(1));
}

on_both_engines!(an_unattended_setup_needs_no_link);

/// What `basket serve` does with a password from the environment.
fn an_unattended_setup_needs_no_link() {
    let site = Site::empty();
    site.open_shop("pk_before", &[]);
    let early = link(&site);
    let kept = hash_password(PASSWORD).unwrap();
    assert!(site.wait(site.store.operators().create("admin@localhost", &kept)).unwrap());
    let admin =
        site.wait(site.store.operators().find("admin@localhost")).unwrap().unwrap().operator;
    site.wait(site.store.operators().adopt_shops(admin.id)).unwrap();
    let browser = Operator::stranger(&site);
    assert_eq!(
        browser.get(&early).status,
        410,
        "somebody is there, so no link lets anybody else in"
    );
    assert_eq!(browser.post(&early, &ANSWERS).status, 410);
    browser.sign_in("admin@localhost", PASSWORD).location();
    assert_eq!(browser.open(API_KEY).value("api-key").as_deref(), Some("pk_before"));
}
