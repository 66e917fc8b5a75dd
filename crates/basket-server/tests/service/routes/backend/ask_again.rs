//! Whoever left a browser open is asked again before keys, payments and people change.

use super::{
    API_KEY, PEOPLE, below,
    operator::{Operator, PASSWORD},
    site::Site,
};
use basket_model::{key::KeyKind, operator::Role};

on_both_engines!(a_browser_left_open_changes_no_key);

fn a_browser_left_open_changes_no_key() {
    let site = Site::open();
    let ann = Operator::member(&site, "ann@shop.example", site.demo_shop(), Role::Owner);
    let secrets = || {
        let keys = site.wait(site.store.keys().all(site.demo_shop())).unwrap();
        keys.iter().filter(|key| key.kind == KeyKind::Secret).count()
    };
    let create = below(API_KEY, "create");
    assert_eq!(ann.post(&create, &[("kind", "secret")]).status, 200);
    assert_eq!(secrets(), 1);
    site.let_seconds_pass(1860);
    let page = ann.post(&create, &[("kind", "secret"), ("scope", "read")]);
    assert_eq!((page.status, secrets()), (403, 1));
    // What was sent is in the page that asks, so nothing has to be typed again.
    assert_eq!(page.attribute(("name", "kind"), "value").as_deref(), Some("secret"));
    assert_eq!(page.attribute(("name", "scope"), "value").as_deref(), Some("read"));
    let again = |password| {
        let fields = [("kind", "secret"), ("scope", "read"), ("password_again", password)];
        ann.post(&create, &fields)
    };
    let page = again("not this one");
    assert_eq!((page.status, page.problem("password_again").is_some()), (403, true));
    assert!(!page.says("not this one"), "a wrong password is not kept in the page");
    assert_eq!((again(PASSWORD).status, secrets()), (200, 2));
    assert_eq!(ann.post(&create, &[("kind", "secret")]).status, 200, "not asked twice");
    // What is not as delicate needs no password.
    site.let_seconds_pass(1860);
    assert_eq!(ann.get("/admin/products.csv").status, 200);
}

on_both_engines!(payments_people_and_the_second_factor_ask_again);

fn payments_people_and_the_second_factor_ask_again() {
    let site = Site::open();
    let ann = Operator::member(&site, "ann@shop.example", site.demo_shop(), Role::Owner);
    site.let_seconds_pass(1860);
    for (path, field) in [
        (below(API_KEY, "payment"), ("payment", "invoice")),
        (below(API_KEY, "revoke"), ("key", "pk_demo")),
        (below(PEOPLE, "invite"), ("role", "owner")),
        (below(PEOPLE, "remove"), ("email", "demo@example.com")),
        (below(PEOPLE, "role"), ("email", "demo@example.com")),
        (below(PEOPLE, "disabled"), ("email", "demo@example.com")),
        (below(PEOPLE, "second-factor"), ("needed", "1")),
        ("/admin/account/app/new".to_owned(), ("", "")),
        ("/admin/account/recovery".to_owned(), ("", "")),
    ] {
        let page = ann.post(&path, &[field]);
        assert_eq!(page.status, 403, "{path}");
        assert!(page.says("Confirm it is you"), "{path}: {}", page.text);
    }
    assert_eq!(site.shopper().get("/v1/shop").send().status, 200, "the key is as it was");
}
