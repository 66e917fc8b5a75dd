//! More than a password: codes of an app, codes on paper, and shops that ask for them.

use super::{
    PEOPLE, below,
    operator::{Operator, PASSWORD},
    page::Page,
    site::Site,
};
use basket_model::operator::{AuthenticatorApp, LinkPurpose, Role};
use std::time::Duration;

const ANN: &str = "ann@shop.example";
const ACCOUNT: &str = "/admin/account";

/// Ann, with an app and her recovery codes.
fn with_app(site: &Site) -> (Operator, AuthenticatorApp, Vec<String>) {
    let ann = Operator::member(site, ANN, site.demo_shop(), Role::Owner);
    let page = ann.post(&below(ACCOUNT, "app/new"), &[]);
    assert_eq!(page.status, 200, "{}", page.text);
    let app = AuthenticatorApp::parse(&page.value("app-secret").unwrap()).unwrap();
    let challenge = challenge(&page);
    let add =
        |code: &str| ann.post(&below(ACCOUNT, "app"), &[("challenge", &challenge), ("code", code)]);
    assert_eq!(add("000000").status, 422, "an app that shows another code is not added");
    let page = add(&app.code(site.store.now()));
    assert_eq!(page.status, 200, "{}", page.text);
    let codes: Vec<String> = page
        .texts("textarea", Some(("id", "codes")))
        .join("\n")
        .lines()
        .map(str::to_owned)
        .collect();
    assert_eq!(codes.len(), 10);
    (ann, app, codes)
}

fn challenge(page: &Page) -> String {
    page.attribute(("name", "challenge"), "value").unwrap()
}

on_both_engines!(a_password_alone_is_not_enough_for_whoever_has_an_app);

fn a_password_alone_is_not_enough_for_whoever_has_an_app() {
    let site = Site::open();
    let (_ann, app, _) = with_app(&site);
    site.let_seconds_pass(300);
    let browser = Operator::stranger(&site);
    let page = browser.sign_in(ANN, PASSWORD);
    assert_eq!(page.status, 200, "{}", page.text);
    assert!(!browser.is_signed_in());
    let challenge = challenge(&page);
    let answer = |code: &str| {
        let next = ("next", "/admin/orders");
        browser.post("/admin/sign-in/code", &[("challenge", &challenge), ("code", code), next])
    };
    assert_eq!(answer("").status, 422);
    assert_eq!(answer("12345").status, 422);
    let right = app.code(site.store.now());
    assert_eq!(answer(&right).location(), "/admin/orders");
    assert!(browser.is_signed_in());
    // Whoever looked over her shoulder has the code, too.
    let eve = Operator::stranger(&site);
    let page = eve.sign_in(ANN, PASSWORD);
    let second = self::challenge(&page);
    let page = eve.post("/admin/sign-in/code", &[("challenge", &second), ("code", &right)]);
    assert_eq!((page.status, eve.is_signed_in()), (422, false), "a code is good once");
    assert_eq!(answer(&right).status, 410, "and so is the step");
    // A step that somebody left is over after a while.
    site.let_seconds_pass(660);
    let late = app.code(site.store.now());
    let page = eve.post("/admin/sign-in/code", &[("challenge", &second), ("code", &late)]);
    assert_eq!(page.status, 410);
}

on_both_engines!(a_recovery_code_signs_in_once);

fn a_recovery_code_signs_in_once() {
    let site = Site::open();
    let (_ann, _, codes) = with_app(&site);
    let sign_in = |code: &str| {
        let browser = Operator::stranger(&site);
        let challenge = challenge(&browser.sign_in(ANN, PASSWORD));
        let fields = [("challenge", &*challenge), ("code", code)];
        browser.post("/admin/sign-in/code", &fields);
        browser.is_signed_in()
    };
    assert!(sign_in(&codes[0].to_uppercase().replace('-', " ")));
    assert!(!sign_in(&codes[0]), "each is good once");
    assert!(sign_in(&codes[1]));
    let ann = Operator::known(&site, ANN);
    assert!(ann.open(ACCOUNT).says("Unused codes: 8."));
    let page = ann.post(&below(ACCOUNT, "recovery"), &[]);
    assert_eq!(page.status, 200);
    assert!(!sign_in(&codes[2]), "new codes take the place of the old");
}

on_both_engines!(codes_cannot_be_guessed);

fn codes_cannot_be_guessed() {
    let site = Site::open();
    let (_ann, _, _) = with_app(&site);
    let browser = Operator::stranger(&site);
    let challenge = challenge(&browser.sign_in(ANN, PASSWORD));
    let guess = |number: u32| {
        let code = format!("{number:06}");
        let fields = [("challenge", &*challenge), ("code", &*code)];
        browser.post("/admin/sign-in/code", &fields).status
    };
    let answers: Vec<u16> = (0..20).map(guess).collect();
    assert!(answers.contains(&429), "{answers:?}");
    let tries = answers.iter().filter(|status| **status == 422).count();
    assert!(tries <= 10, "{answers:?}");
}

on_both_engines!(a_new_password_does_not_take_the_second_step_away);

fn a_new_password_does_not_take_the_second_step_away() {
    let site = Site::open();
    let (_ann, app, _) = with_app(&site);
    site.let_seconds_pass(300);
    let id = site.wait(site.store.operators().find(ANN)).unwrap().unwrap().operator.id;
    let day = Duration::from_hours(24);
    let link = site.store.links().create(LinkPurpose::Password, None, Some(id), day);
    let link = format!("/admin/password/{}", site.wait(link).unwrap());
    // Somebody with the old password is about to type a code.
    let eve = Operator::stranger(&site);
    let begun = challenge(&eve.sign_in(ANN, PASSWORD));
    let browser = Operator::stranger(&site);
    let page = browser.post(&link, &[("password", "another horse battery")]);
    let late = [("challenge", &*begun), ("code", &*app.code(site.store.now()))];
    assert_eq!(eve.post("/admin/sign-in/code", &late).status, 410);
    assert_eq!((page.status, browser.is_signed_in()), (200, false));
    let fields = [("challenge", &*challenge(&page)), ("code", &*app.code(site.store.now()))];
    browser.post("/admin/sign-in/code", &fields).location();
    assert!(browser.is_signed_in());
}

on_both_engines!(a_shop_can_ask_everybody_for_a_second_factor);

fn a_shop_can_ask_everybody_for_a_second_factor() {
    let site = Site::open();
    let (ann, ..) = with_app(&site);
    let bob = Operator::member(&site, "bob@shop.example", site.demo_shop(), Role::Staff);
    assert_eq!(bob.get("/admin/orders").status, 200);
    assert_eq!(bob.post(&below(PEOPLE, "second-factor"), &[("needed", "1")]).status, 403);
    ann.submit(&below(PEOPLE, "second-factor"), &[("needed", "1")]);
    let page = bob.get("/admin/orders");
    assert_eq!(page.location(), "/admin/account?second_factor=needed");
    assert!(bob.open(page.location()).says("requires a second factor"));
    let product = [("sku", "NEW"), ("name", "New"), ("price", "1")];
    assert!(bob.post("/admin/products/new", &product).location().starts_with("/admin/account"));
    assert_eq!(ann.get("/admin/orders").status, 200);
    let page = bob.post(&below(ACCOUNT, "app/new"), &[]);
    let app = AuthenticatorApp::parse(&page.value("app-secret").unwrap()).unwrap();
    let fields = [("challenge", &*challenge(&page)), ("code", &*app.code(site.store.now()))];
    assert_eq!(bob.post(&below(ACCOUNT, "app"), &fields).status, 200);
    assert_eq!(bob.get("/admin/orders").status, 200);
    assert!(ann.open(PEOPLE).says("second factor"));
}

on_both_engines!(an_app_can_be_removed_and_belongs_to_one_person);

fn an_app_can_be_removed_and_belongs_to_one_person() {
    let site = Site::open();
    let (ann, ..) = with_app(&site);
    let bob = Operator::member(&site, "bob@shop.example", site.demo_shop(), Role::Staff);
    let begun = challenge(&ann.post(&below(ACCOUNT, "app/new"), &[]));
    let fields = [("challenge", &*begun), ("code", "000000")];
    assert_eq!(bob.post(&below(ACCOUNT, "app"), &fields).status, 403, "what she has begun is hers");
    ann.submit(&below(ACCOUNT, "app/remove"), &[]);
    let browser = Operator::stranger(&site);
    browser.sign_in(ANN, PASSWORD).location();
}
