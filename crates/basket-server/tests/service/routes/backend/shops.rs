//! Many shops on one service: everybody is at work in one of theirs, and in no other.

use super::{
    API_KEY, PEOPLE, below,
    forms::{CUPS, DESIGN, WEBHOOKS, fingerprint, hex, message, place_order},
    operator::Operator,
    site::Site,
};
use basket_core::product::Product;
use basket_model::{
    catalogue::Mentioned,
    key::NewKey,
    operator::{LinkPurpose, Role},
};
use basket_server::demo;
use basket_store::CheckoutChoice;
use std::time::Duration;

fn enter(by: &Operator, shop: i64) -> super::page::Page {
    by.post("/admin/shops/enter", &[("shop", &shop.to_string())])
}

/// Another shop, with its number.
fn another_shop(site: &Site) -> i64 {
    site.open_shop("pk_other", &[]);
    site.wait(site.store.shops().of_key("pk_other")).unwrap().unwrap().id
}

on_both_engines!(a_shop_is_opened_and_its_owner_is_at_work_in_it);

fn a_shop_is_opened_and_its_owner_is_at_work_in_it() {
    let site = Site::open();
    let owner = Operator::known(&site, demo::EMAIL);
    let page = owner.post("/admin/shops", &[("name", ""), ("currency", "E")]);
    assert_eq!(page.status, 422);
    assert!(page.problem("name").is_some() && page.problem("currency").is_some());
    assert_eq!(
        owner.submit("/admin/shops", &[("name", "Second"), ("currency", "jpy")]),
        "/admin/start"
    );
    let page = owner.open(API_KEY);
    assert_eq!(page.texts("nav", Some(("aria-label", "Breadcrumb")))[0], "Second");
    assert_ne!(page.value("api-key").as_deref(), Some(demo::KEY));
    assert_eq!(owner.open("/admin/shops").text("ul"), "Demo shop owner Second owner");
    assert_eq!(enter(&owner, site.demo_shop()).location(), "/admin/overview");
    owner.get("/admin/account");
    assert_eq!(owner.open(API_KEY).value("api-key").as_deref(), Some(demo::KEY));
}

on_both_engines!(nobody_enters_a_shop_of_others);

fn nobody_enters_a_shop_of_others() {
    let site = Site::open();
    let other = another_shop(&site);
    let owner = Operator::known(&site, demo::EMAIL);
    let bodies: Vec<String> = [other.to_string(), "99".to_owned(), "x".to_owned(), String::new()]
        .iter()
        .map(|shop| {
            let page = owner.post("/admin/shops/enter", &[("shop", shop)]);
            assert_eq!(page.status, 404, "{shop}");
            page.text
        })
        .collect();
    assert!(bodies.windows(2).all(|two| two[0] == two[1]), "nobody learns which shops there are");
    assert_eq!(owner.open(API_KEY).value("api-key").as_deref(), Some(demo::KEY));
    assert_eq!(owner.open("/admin/shops").text("ul"), "Demo shop owner");
}

on_both_engines!(what_another_shop_has_cannot_be_named);

fn what_another_shop_has_cannot_be_named() {
    let site = Site::open();
    let other = another_shop(&site);
    site.wait(site.store.keys().create(other, NewKey::publishable("pk_more"))).unwrap();
    Operator::member(&site, "ann@shop.example", other, Role::Owner);
    let place = Some((other, Role::Staff));
    let day = Duration::from_hours(24);
    site.wait(site.store.links().create(LinkPurpose::Join, place, None, day)).unwrap();
    let invitation = site.wait(site.store.links().invitations(other)).unwrap().remove(0);
    let invitation = hex(&invitation.digest);
    let theirs = Product { sku: "THEIRS".to_owned(), ..site.product("MUG") };
    site.wait(site.store.products().put(other, vec![theirs], Mentioned::ALL)).unwrap();
    let cart = site.caller(Some("pk_other")).cart(r#"{"sku":"THEIRS"}"#);
    let ann = Operator::known(&site, "ann@shop.example");
    let import = ann.upload("/admin/products/import", CUPS, None).location().to_owned();
    site.wait(site.store.shops().set_checkout(other, &CheckoutChoice::default())).unwrap();
    site.wait(site.store.shops().set_webhook(other, Some("https://127.0.0.1:9/hook"))).unwrap();
    place_order(&site, "pk_other", "THEIRS", "Bob");
    assert!(site.wait(site.store.designs().create(other, "THEIRS", "{}")).unwrap());
    let owner = Operator::known(&site, demo::EMAIL);
    let heard = format!("{WEBHOOKS}/{}", message(&site, other));
    let nothing = owner.get("/admin/carts/nobody").text;
    for path in [
        &*cart.replace("/v1/", "/admin/"),
        "/admin/products/edit?sku=THEIRS",
        &import,
        "/admin/orders/1001",
        &heard,
        &format!("{DESIGN}?open=THEIRS"),
    ] {
        let page = owner.get(path);
        assert_eq!((page.status, &page.text), (404, &nothing), "{path}");
    }
    for path in [
        "/admin/products",
        "/admin/products.csv",
        "/admin/carts",
        "/admin/overview",
        "/admin/settings/activity",
    ] {
        let page = owner.open(path);
        assert!(
            !page.says("THEIRS") && !page.says(cart.trim_start_matches("/v1/carts/")),
            "{path}"
        );
    }
    let before = fingerprint(&site, other);
    for (path, fields) in [
        (below(API_KEY, "rotate"), [("key", "pk_other"), ("days", "0")]),
        (below(API_KEY, "revoke"), [("key", "pk_other"), ("", "")]),
        (below(PEOPLE, "withdraw"), [("invitation", &*invitation), ("", "")]),
        (below(PEOPLE, "role"), [("email", "ann@shop.example"), ("role", "staff")]),
        (below(PEOPLE, "remove"), [("email", "ann@shop.example"), ("", "")]),
        (below(&heard, "again"), [("", ""), ("", "")]),
        ("/admin/orders/1001".to_owned(), [("state", "paid"), ("", "")]),
        (format!("{DESIGN}/rename"), [("old", "THEIRS"), ("name", "MINE")]),
        ("/admin/products/edit?sku=THEIRS".to_owned(), [("name", "Mine"), ("price", "1")]),
    ] {
        assert_eq!(owner.post(&path, &fields).status, 404, "{path}");
    }
    // What is not there need not be removed.
    owner.submit("/admin/products/remove", &[("sku", "THEIRS")]);
    owner.post(&format!("{DESIGN}/remove"), &[("old", "THEIRS")]);
    assert_eq!(fingerprint(&site, other), before);
}

on_both_engines!(a_page_from_before_somebody_went_to_another_shop_changes_nothing_there);

fn a_page_from_before_somebody_went_to_another_shop_changes_nothing_there() {
    let site = Site::open();
    let other = another_shop(&site);
    let ann = Operator::member(&site, "ann@shop.example", other, Role::Owner);
    let operator =
        site.wait(site.store.operators().find("ann@shop.example")).unwrap().unwrap().operator;
    site.wait(site.store.operators().set_member(site.demo_shop(), operator.id, Role::Owner))
        .unwrap();
    ann.open("/admin/account");
    enter(&ann, other).location();
    let old = ann.open(API_KEY).attribute(("name", "csrf_token"), "value").unwrap();
    enter(&ann, site.demo_shop()).location();
    let before = fingerprint(&site, site.demo_shop());
    *ann.csrf_token.borrow_mut() = old;
    assert_eq!(ann.post(&below(API_KEY, "create"), &[("kind", "publishable")]).status, 403);
    assert_eq!(fingerprint(&site, site.demo_shop()), before);
    // The same if it was not they who went: a colleague has taken their place away meanwhile.
    ann.open(API_KEY);
    site.wait(site.store.operators().set_member(site.demo_shop(), operator.id, Role::Staff))
        .unwrap();
    site.wait(site.store.operators().remove_member(site.demo_shop(), "ann@shop.example")).unwrap();
    let elsewhere = fingerprint(&site, other);
    assert_eq!(ann.post(&below(API_KEY, "create"), &[("kind", "publishable")]).status, 403);
    assert_eq!(fingerprint(&site, other), elsewhere);
}

on_both_engines!(who_has_not_chosen_a_shop_does_not_slip_into_another);

fn who_has_not_chosen_a_shop_does_not_slip_into_another() {
    let site = Site::open();
    let other = another_shop(&site);
    let ann = Operator::member(&site, "ann@shop.example", site.demo_shop(), Role::Staff);
    let operator =
        site.wait(site.store.operators().find("ann@shop.example")).unwrap().unwrap().operator;
    site.wait(site.store.operators().set_member(other, operator.id, Role::Owner)).unwrap();
    assert_eq!(ann.get("/admin").location(), "/admin/shops");
    ann.open("/admin/start");
    ann.open("/admin/account");
    site.wait(site.store.operators().remove_member(site.demo_shop(), "ann@shop.example")).unwrap();
    let before = fingerprint(&site, other);
    assert_eq!(ann.post(&below(API_KEY, "create"), &[("kind", "publishable")]).status, 403);
    assert_eq!(fingerprint(&site, other), before);
}
