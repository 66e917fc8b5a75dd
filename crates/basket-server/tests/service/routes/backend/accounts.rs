//! Where people are signed in, accounts that are closed, and what is noted of it.

use super::{
    ACTIVITY, PEOPLE, below,
    operator::{Operator, PASSWORD},
    site::Site,
};
use basket_model::operator::Role;

const ANN: &str = "ann@shop.example";
const BOB: &str = "bob@shop.example";

on_both_engines!(somebody_sees_and_ends_their_own_sessions);

fn somebody_sees_and_ends_their_own_sessions() {
    let site = Site::open();
    let ann = Operator::member(&site, ANN, site.demo_shop(), Role::Staff);
    let bob = Operator::member(&site, BOB, site.demo_shop(), Role::Staff);
    let mut elsewhere = Operator::stranger(&site);
    let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    elsewhere.added = vec![("user-agent", agent.to_owned())];
    elsewhere.sign_in(ANN, PASSWORD).location();
    let page = ann.open("/admin/account");
    assert!(page.says("Firefox on Linux") && page.says("127.0.0.1"), "{}", page.text);
    let others = page.all_between("name=\"session\" value=\"", "\"");
    assert_eq!(others.len(), 1, "this browser cannot be ended in the list");
    let end = "/admin/account/sessions/end";
    assert_eq!(bob.post(end, &[("session", others[0])]).status, 404, "it is not his");
    assert!(elsewhere.is_signed_in());
    ann.submit(end, &[("session", others[0])]);
    assert!(!elsewhere.is_signed_in() && ann.is_signed_in() && bob.is_signed_in());
}

on_both_engines!(an_owner_closes_an_account_and_opens_it_again);

fn an_owner_closes_an_account_and_opens_it_again() {
    let site = Site::open();
    let ann = Operator::member(&site, ANN, site.demo_shop(), Role::Owner);
    let bob = Operator::member(&site, BOB, site.demo_shop(), Role::Staff);
    let disable =
        |word| ann.submit(&below(PEOPLE, "disabled"), &[("email", BOB), ("disabled", word)]);
    assert_eq!(
        bob.post(&below(PEOPLE, "disabled"), &[("email", ANN), ("disabled", "1")]).status,
        403
    );
    ann.submit(&below(PEOPLE, "sessions"), &[("email", BOB)]);
    assert!(!bob.is_signed_in(), "signed out by the owner");
    bob.sign_in(BOB, PASSWORD).location();
    disable("1");
    assert!(!bob.is_signed_in());
    let page = bob.sign_in(BOB, PASSWORD);
    assert_eq!(page.status, 403, "{}", page.text);
    assert_eq!(bob.sign_in(BOB, "a wrong password").status, 422, "strangers learn nothing by it");
    assert!(ann.open(PEOPLE).says("disabled"));
    disable("0");
    bob.sign_in(BOB, PASSWORD).location();
    assert!(bob.is_signed_in());
}

on_both_engines!(an_account_that_other_shops_need_is_not_one_owners_to_close);

fn an_account_that_other_shops_need_is_not_one_owners_to_close() {
    let site = Site::open();
    site.open_shop("pk_other", &[]);
    let other = site.wait(site.store.shops().of_key("pk_other")).unwrap().unwrap().id;
    let ann = Operator::member(&site, ANN, site.demo_shop(), Role::Owner);
    let bob = Operator::member(&site, BOB, site.demo_shop(), Role::Staff);
    let id = site.wait(site.store.operators().find(BOB)).unwrap().unwrap().operator.id;
    site.wait(site.store.operators().set_member(other, id, Role::Staff)).unwrap();
    for (path, email) in [("disabled", BOB), ("sessions", BOB), ("disabled", ANN)] {
        let page = ann.post(&below(PEOPLE, path), &[("email", email), ("disabled", "1")]);
        assert_eq!(page.status, 403, "{path} {email}");
    }
    assert!(bob.is_signed_in() && ann.is_signed_in());
}

on_both_engines!(sign_ins_are_noted_and_can_be_exported);

fn sign_ins_are_noted_and_can_be_exported() {
    let site = Site::open();
    let ann = Operator::member(&site, ANN, site.demo_shop(), Role::Owner);
    let bob = Operator::member(&site, BOB, site.demo_shop(), Role::Staff);
    let browser = Operator::stranger(&site);
    browser.sign_in(BOB, PASSWORD).location();
    for _ in 0..5 {
        assert_eq!(Operator::stranger(&site).sign_in(BOB, "a wrong password").status, 422);
    }
    Operator::stranger(&site).sign_in("nobody@shop.example", "a wrong password");
    let table = ann.open(&format!("{ACTIVITY}.csv")).text;
    assert!(table.starts_with("\u{feff}time,who,action,subject\n"), "{table}");
    let count = |action: &str| {
        table.lines().filter(|line| line.contains(BOB) && line.contains(action)).count()
    };
    assert_eq!((count("session.opened"), count("session.refused")), (1, 1), "{table}");
    assert!(table.contains("127.0.0.1") && !table.contains("nobody@"), "{table}");
    assert_eq!(bob.get(&format!("{ACTIVITY}.csv")).status, 403, "for owners");
    assert!(ann.open(ACTIVITY).says("exported the activity"));
}
