//! Somebody's own account, and a password that was forgotten.

use super::{
    operator::{Operator, PASSWORD},
    site::Site,
};
use basket_model::operator::{LinkPurpose, Role};
use basket_server::demo;
use std::time::Duration;

const DAY: Duration = Duration::from_hours(24);
const NEW: &str = "a new password";

on_both_engines!(a_new_password_ends_every_other_session);

fn a_new_password_ends_every_other_session() {
    let site = Site::open();
    let ann = Operator::member(&site, "ann@shop.example", site.demo_shop(), Role::Staff);
    let elsewhere = Operator::known(&site, "ann@shop.example");
    let before = ann.cookies.borrow().clone();
    let change = |current, password| {
        ann.post("/admin/account/password", &[("current", current), ("password", password)])
    };
    let page = change("not this one", NEW);
    assert_eq!((page.status, page.problem("current").is_some()), (422, true));
    let long = "long".repeat(60);
    for password in ["short", demo::PASSWORD, &long] {
        let page = change(PASSWORD, password);
        assert_eq!((page.status, page.problem("password").is_some()), (422, true), "{password}");
    }
    assert!(elsewhere.is_signed_in());
    assert_eq!(change(PASSWORD, NEW).location(), "/admin/account");
    assert!(ann.is_signed_in() && !elsewhere.is_signed_in());
    assert_ne!(*ann.cookies.borrow(), before, "this browser has a new session, too");
    let later = Operator::stranger(&site);
    assert_eq!(later.sign_in("ann@shop.example", PASSWORD).status, 422);
    later.sign_in("ann@shop.example", NEW).location();
}

on_both_engines!(a_forgotten_password_is_set_by_a_link_that_works_once);

fn a_forgotten_password_is_set_by_a_link_that_works_once() {
    let site = Site::open();
    let ann = Operator::member(&site, "ann@shop.example", site.demo_shop(), Role::Staff);
    let operator =
        site.wait(site.store.operators().find("ann@shop.example")).unwrap().unwrap().operator;
    let link = || {
        let id = Some(operator.id);
        let token =
            site.wait(site.store.links().create(LinkPurpose::Password, None, id, DAY)).unwrap();
        format!("/admin/password/{token}")
    };
    let (first, second) = (link(), link());
    let browser = Operator::stranger(&site);
    let page = browser.open(&first);
    assert_eq!(
        page.attribute(("autocomplete", "username"), "value").as_deref(),
        Some("ann@shop.example")
    );
    let page = browser.post(&first, &[("password", "short")]);
    assert_eq!((page.status, page.problem("password").is_some()), (422, true));
    assert_eq!(browser.submit(&first, &[("password", NEW)]), "/admin");
    assert!(browser.is_signed_in() && !ann.is_signed_in());
    let eve = Operator::stranger(&site);
    for used in [&first, &second] {
        assert_eq!(eve.get(used).status, 410, "the password is new, so no other link is good");
        assert_eq!(eve.post(used, &[("password", "the password of eve")]).status, 410);
    }
    let late = link();
    site.let_hours_pass(24);
    assert_eq!((eve.get(&late).status, eve.post(&late, &[("password", NEW)]).status), (410, 410));
    // A link is good for one thing only.
    let token = link().replace("/password/", "/join/");
    assert_eq!(eve.get(&token).status, 410);
    assert_eq!(eve.get(&token.replace("/join/", "/setup/")).status, 410);
}
