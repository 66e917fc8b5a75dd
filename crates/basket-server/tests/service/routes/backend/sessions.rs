//! Signing in and out, and how long it lasts.

use super::{
    operator::{Operator, PASSWORD},
    site::Site,
};
use basket_model::operator::Role;
use basket_server::demo;
use ureq::http::Method;

const COOKIE: &str = "basket-operator";

fn session(browser: &Operator) -> Option<String> {
    browser.cookies.borrow().get(COOKIE).cloned()
}

fn carrying(site: &Site, session: &str) -> Operator {
    let browser = Operator::stranger(site);
    browser.cookies.borrow_mut().insert(COOKIE.to_owned(), session.to_owned());
    browser
}

on_both_engines!(only_the_right_password_opens_the_door);

fn only_the_right_password_opens_the_door() {
    let site = Site::open();
    Operator::member(&site, "ann@shop.example", site.demo_shop(), Role::Owner);
    let browser = Operator::stranger(&site);
    assert_eq!(browser.get("/admin").location(), "/admin/sign-in");
    let wrong = browser.sign_in("ann@shop.example", "correct horse");
    let unknown = browser.sign_in("bob@shop.example", "correct horse");
    assert_eq!((wrong.status, unknown.status), (422, 422));
    // Nobody learns who has an account.
    assert_eq!(wrong.text, unknown.text.replace("bob@", "ann@"));
    assert!(wrong.text("form").contains("E-mail") && !browser.is_signed_in());
    assert_eq!(browser.sign_in(" Ann@Shop.EXAMPLE", PASSWORD).location(), "/admin");
    assert!(browser.is_signed_in());
    assert_eq!(browser.get("/admin").location(), "/admin/overview");
    assert_eq!(browser.get("/admin/sign-in").location(), "/admin");
}

on_both_engines!(signing_in_leads_to_the_page_that_was_wanted_and_never_elsewhere);

fn signing_in_leads_to_the_page_that_was_wanted_and_never_elsewhere() {
    let site = Site::open();
    let browser = Operator::stranger(&site);
    let wanted = "/admin/settings/activity?before=7";
    let address = browser.get(wanted).location().to_owned();
    let page = browser.open(&address);
    let action = page.attribute(("method", "post"), "action").unwrap();
    let right = [("email", demo::EMAIL), ("password", demo::PASSWORD)];
    assert_eq!(browser.submit(&action, &right), wanted);
    for next in [
        "https://evil.example/admin/",
        "//evil.example/admin",
        "/\\evil.example",
        "/admin/..//evil.example\\@a",
        "/admin\r\nset-cookie: a=b",
        "javascript:alert(1)",
        "/v1/shop",
    ] {
        let next: String = form_urlencoded::byte_serialize(next.as_bytes()).collect();
        let address = format!("/admin/sign-in?next={next}");
        site.let_hours_pass(1);
        let browser = Operator::stranger(&site);
        let action = browser.open(&address).attribute(("method", "post"), "action").unwrap();
        assert_eq!(action, "/admin/sign-in", "{next}");
        let answer = browser.post(&address, &right);
        assert_eq!(
            (answer.location(), answer.header("set-cookie").contains("a=b")),
            ("/admin", false)
        );
    }
}

on_both_engines!(what_a_browser_carried_before_is_worth_nothing_after_signing_in);

fn what_a_browser_carried_before_is_worth_nothing_after_signing_in() {
    let site = Site::open();
    // Somebody else has put a cookie of theirs, or one they made up, into the browser.
    let mallory = Operator::member(&site, "mallory@shop.example", site.demo_shop(), Role::Staff);
    for planted in [session(&mallory).unwrap(), "made-up".to_owned()] {
        let browser = carrying(&site, &planted);
        browser.sign_in(demo::EMAIL, demo::PASSWORD).location();
        assert_ne!(session(&browser).unwrap(), planted);
        assert!(!carrying(&site, &planted).is_signed_in());
        assert!(browser.open("/admin/account").text.contains(demo::EMAIL));
    }
}

on_both_engines!(who_signs_out_leaves_nothing_that_could_be_stolen);

fn who_signs_out_leaves_nothing_that_could_be_stolen() {
    let site = Site::open();
    let browser = Operator::known(&site, demo::EMAIL);
    let (stolen, other) = (session(&browser).unwrap(), Operator::known(&site, demo::EMAIL));
    assert_eq!(browser.submit("/admin/sign-out", &[]), "/admin/sign-in");
    assert_eq!(session(&browser), None, "the browser forgets it");
    assert!(!carrying(&site, &stolen).is_signed_in(), "and so does the service");
    assert!(other.is_signed_in(), "another browser stays");
    // Only what cannot be used is kept of a session.
    let kept =
        format!("SELECT count(*) FROM sessions WHERE CAST(digest AS TEXT) LIKE '%{stolen}%'");
    assert_eq!(site.database.ask(&kept), Some(0));
    let third = Operator::known(&site, demo::EMAIL);
    assert_eq!(other.submit("/admin/account/sign-out", &[]), "/admin/sign-in");
    assert!(!other.is_signed_in() && !third.is_signed_in(), "everywhere is everywhere");
}

on_both_engines!(who_does_nothing_for_half_a_day_signs_in_again);

fn who_does_nothing_for_half_a_day_signs_in_again() {
    let site = Site::open();
    let browser = Operator::known(&site, demo::EMAIL);
    for _ in 0..4 {
        site.let_hours_pass(11);
        assert!(browser.is_signed_in());
    }
    site.let_hours_pass(12);
    assert!(!browser.is_signed_in());
    site.let_seconds_pass(1);
    site.tidy().unwrap();
    assert_eq!(site.database.ask("SELECT count(*) FROM sessions"), Some(0));
}

on_both_engines!(nobody_stays_for_more_than_thirty_days);

fn nobody_stays_for_more_than_thirty_days() {
    let site = Site::open();
    let browser = Operator::known(&site, demo::EMAIL);
    for _ in 0..30 * 3 - 1 {
        site.let_hours_pass(8);
        assert!(browser.is_signed_in());
    }
    site.let_hours_pass(8);
    assert!(!browser.is_signed_in());
    let late = browser.post("/admin/shops", &[("name", "Late"), ("currency", "EUR")]);
    assert_eq!((late.status, late.header("location")), (303, "/admin/sign-in"));
    assert_eq!(site.database.ask("SELECT count(*) FROM shops"), Some(1));
}

on_both_engines!(the_demos_password_is_good_in_the_demo_alone);

fn the_demos_password_is_good_in_the_demo_alone() {
    let site = Site::with(|settings, _| settings.demo = false);
    let browser = Operator::stranger(&site);
    assert!(!browser.open("/admin/sign-in").text.contains(demo::PASSWORD));
    assert_eq!(browser.sign_in(demo::EMAIL, demo::PASSWORD).status, 422);
    assert!(!browser.is_signed_in());
    let demo = Site::open();
    assert!(Operator::stranger(&demo).open("/admin/sign-in").text.contains(demo::PASSWORD));
}

on_both_engines!(cookies_of_others_are_passed_over);

fn cookies_of_others_are_passed_over() {
    let site = Site::open();
    let browser = Operator::known(&site, demo::EMAIL);
    let cookie = format!("a=b; {COOKIE}x=1; c; {COOKIE}={}; =", session(&browser).unwrap());
    let ask = |cookie: &str| {
        Operator::stranger(&site)
            .send(Method::GET, "/admin/account", &[("cookie", cookie)], None)
            .status
    };
    assert_eq!(ask(&cookie), 200);
    assert_eq!(ask(&format!("{COOKIE}=")), 303);
}
