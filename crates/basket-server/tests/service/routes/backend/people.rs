//! Who runs a shop: inviting, joining, roles, leaving; and what they did.

use super::{
    ACTIVITY, API_KEY, PEOPLE, below,
    operator::{Operator, PASSWORD},
    site::Site,
};
use basket_model::operator::Role;
use basket_server::demo;

/// The path of a new invitation.
fn invite(owner: &Operator, role: &str) -> String {
    let page = owner.post(&below(PEOPLE, "invite"), &[("role", role)]);
    assert_eq!((page.status, page.header("cache-control")), (200, "no-store"));
    let link = page.value("invitation").unwrap();
    link.strip_prefix(&owner.base).unwrap().to_owned()
}

on_both_engines!(somebody_new_joins_by_an_invitation_that_works_once);

fn somebody_new_joins_by_an_invitation_that_works_once() {
    let site = Site::open();
    let owner = Operator::known(&site, demo::EMAIL);
    let link = invite(&owner, "staff");
    assert!(!owner.open(PEOPLE).text.contains(&link), "it is not shown again");
    let ann = Operator::stranger(&site);
    let page = ann.open(&link);
    assert!(page.text("main").contains("You are invited to join the shop Demo shop , as staff"));
    let page = ann.post(&link, &[("email", "ann"), ("password", PASSWORD)]);
    assert_eq!((page.status, page.problem("email").is_some()), (422, true));
    let page = ann.post(&link, &[("email", "ann@shop.example"), ("password", "short")]);
    assert_eq!((page.status, page.problem("password").is_some()), (422, true));
    assert_eq!(
        ann.submit(&link, &[("email", "Ann@shop.example"), ("password", PASSWORD)]),
        "/admin"
    );
    assert_eq!(ann.get("/admin").location(), "/admin/overview");
    let people = owner.open(PEOPLE).text("ul");
    assert!(owner.open(PEOPLE).text.contains("ann@shop.example"), "{people}");
    let eve = Operator::stranger(&site);
    assert_eq!(eve.get(&link).status, 410);
    assert_eq!(
        eve.post(&link, &[("email", "eve@shop.example"), ("password", PASSWORD)]).status,
        410
    );
    assert_eq!(site.database.ask("SELECT count(*) FROM operators"), Some(2));
}

on_both_engines!(somebody_with_an_account_joins_with_their_own_password);

fn somebody_with_an_account_joins_with_their_own_password() {
    let site = Site::open();
    site.open_shop("pk_other", &[]);
    let other = site.wait(site.store.shops().of_key("pk_other")).unwrap().unwrap().id;
    Operator::member(&site, "ann@shop.example", other, Role::Owner);
    let owner = Operator::known(&site, demo::EMAIL);
    let link = invite(&owner, "owner");
    let ann = Operator::stranger(&site);
    let page = ann.post(&link, &[("email", "ann@shop.example"), ("password", "another password")]);
    assert_eq!((page.status, page.problem("password").is_some()), (422, true));
    ann.submit(&link, &[("email", "ann@shop.example"), ("password", PASSWORD)]);
    assert_eq!(ann.get("/admin").location(), "/admin/shops", "there is a choice now");
    assert_eq!(ann.open("/admin/shops").text("ul"), "Demo shop owner Another shop owner");
    // Nobody loses rights by an invitation to less.
    let link = invite(&owner, "staff");
    ann.submit(&link, &[("email", "ann@shop.example"), ("password", PASSWORD)]);
    assert_eq!(ann.open("/admin/shops").text("ul"), "Demo shop owner Another shop owner");
}

on_both_engines!(an_invitation_is_withdrawn_or_ends_by_itself);

fn an_invitation_is_withdrawn_or_ends_by_itself() {
    let site = Site::open();
    let owner = Operator::known(&site, demo::EMAIL);
    let link = invite(&owner, "owner");
    let shown = owner.open(PEOPLE).attribute(("name", "invitation"), "value").unwrap();
    assert!(!link.contains(&shown), "what is shown opens nothing");
    assert_eq!(owner.submit(&below(PEOPLE, "withdraw"), &[("invitation", &shown)]), PEOPLE);
    let ann = Operator::stranger(&site);
    assert_eq!(ann.get(&link).status, 410);
    assert_eq!(
        ann.post(&link, &[("email", "ann@shop.example"), ("password", PASSWORD)]).status,
        410
    );
    assert_eq!(owner.post(&below(PEOPLE, "withdraw"), &[("invitation", &shown)]).status, 404);
    let link = invite(&owner, "owner");
    site.let_days_pass(7);
    assert_eq!(ann.get(&link).status, 410);
    assert_eq!(
        ann.post(&link, &[("email", "ann@shop.example"), ("password", PASSWORD)]).status,
        410
    );
}

on_both_engines!(roles_change_at_once_and_the_last_owner_stays);

fn roles_change_at_once_and_the_last_owner_stays() {
    let site = Site::open();
    let shop = site.demo_shop();
    let owner = Operator::known(&site, demo::EMAIL);
    let ann = Operator::member(&site, "ann@shop.example", shop, Role::Staff);
    let role = |by: &Operator, email, role| {
        by.post(&below(PEOPLE, "role"), &[("email", email), ("role", role)])
    };
    let remove = |by: &Operator, email| by.post(&below(PEOPLE, "remove"), &[("email", email)]);
    assert_eq!(role(&owner, demo::EMAIL, "staff").status, 409);
    assert_eq!(remove(&owner, demo::EMAIL).status, 409);
    assert_eq!(role(&owner, "ann@shop.example", "king").status, 404);
    assert_eq!(role(&owner, "nobody@shop.example", "owner").status, 404);
    let webhook = |by: &Operator| by.post(&below(API_KEY, "webhook"), &[("webhook", "")]).status;
    assert_eq!(webhook(&ann), 403);
    role(&owner, "ann@shop.example", "owner").location();
    assert_eq!(webhook(&ann), 303);
    role(&ann, demo::EMAIL, "staff").location();
    assert_eq!(webhook(&owner), 403);
    assert_eq!(role(&ann, "ann@shop.example", "staff").status, 409);
    remove(&ann, demo::EMAIL).location();
    assert_eq!(owner.get(API_KEY).location(), "/admin/shops", "access ends with the next request");
    assert_eq!(owner.get(PEOPLE).location(), "/admin/shops");
    assert!(owner.is_signed_in(), "the account is still theirs");
}

on_both_engines!(of_two_owners_who_remove_each_other_one_stays);

fn of_two_owners_who_remove_each_other_one_stays() {
    let site = Site::open();
    let shop = site.demo_shop();
    for round in 0..8 {
        let email = format!("ann{round}@shop.example");
        Operator::member(&site, &email, shop, Role::Owner);
        let (a, b) = site.wait(async {
            tokio::join!(
                site.store.operators().remove_member(shop, demo::EMAIL),
                site.store.operators().remove_member(shop, &email),
            )
        });
        assert!(a.unwrap() != b.unwrap(), "exactly one goes");
        let owners = site.wait(site.store.operators().members(shop)).unwrap();
        assert_eq!(owners.len(), 1, "{owners:?}");
        let demo = site.wait(site.store.operators().find(demo::EMAIL)).unwrap().unwrap().operator;
        site.wait(site.store.operators().set_member(shop, demo.id, Role::Owner)).unwrap();
        site.wait(site.store.operators().remove_member(shop, &email)).unwrap();
    }
}

on_both_engines!(staff_see_who_runs_the_shop_and_can_do_nothing_about_it);

fn staff_see_who_runs_the_shop_and_can_do_nothing_about_it() {
    let site = Site::open();
    let ann = Operator::member(&site, "ann@shop.example", site.demo_shop(), Role::Staff);
    let page = ann.open(PEOPLE);
    assert!(page.text("ul").len() > 10 && page.text.contains(demo::EMAIL));
    assert!(!page.tags().any(|(name, _)| name == "form"), "{}", page.text);
    let page = ann.open(API_KEY);
    assert_eq!(page.value("api-key").as_deref(), Some(demo::KEY));
    assert!(!page.tags().any(|(name, _)| name == "form"), "{}", page.text);
}

on_both_engines!(the_activity_says_who_did_what_newest_first);

fn the_activity_says_who_did_what_newest_first() {
    let site = Site::open();
    let owner = Operator::known(&site, demo::EMAIL);
    let link = invite(&owner, "staff");
    let ann = Operator::stranger(&site);
    ann.submit(&link, &[("email", "ann@shop.example"), ("password", PASSWORD)]);
    owner.submit(&below(API_KEY, "origins"), &[("origins", "https://shop.example")]);
    owner.submit(
        &below(API_KEY, "checkout"),
        &[("checkout", "external"), ("address", "https://shop.example/pay")],
    );
    owner.submit(&below(API_KEY, "webhook"), &[("webhook", "https://shop.example/hook")]);
    owner.submit(&below(API_KEY, "webhook-secret"), &[]);
    owner.submit(&below(API_KEY, "create"), &[("kind", "publishable")]);
    owner.submit(&below(API_KEY, "rotate"), &[("key", demo::KEY)]);
    owner.submit(&below(API_KEY, "revoke"), &[("key", demo::KEY)]);
    owner.submit(&below(PEOPLE, "role"), &[("email", "ann@shop.example"), ("role", "owner")]);
    owner.submit(&below(PEOPLE, "remove"), &[("email", "ann@shop.example")]);
    invite(&owner, "owner");
    let shown = owner.open(PEOPLE).attribute(("name", "invitation"), "value").unwrap();
    owner.submit(&below(PEOPLE, "withdraw"), &[("invitation", &shown)]);
    let list = owner.open(ACTIVITY).texts("ol", Some(("class", "timeline"))).join(" ");
    let mut rest = &*list;
    for words in [
        "withdrew an invitation",
        "invited a member as owner",
        "removed ann@shop.example",
        "changed the role of ann@shop.example owner",
        "revoked the key pk_demo",
        "replaced the key pk_demo",
        "created the key pk_",
        "replaced the webhook secret",
        "set the webhook to https://shop.example/hook",
        "set the checkout to external",
        "set the allowed origins to https://shop.example",
        "ann@shop.example joined as staff",
        "demo@example.com invited a member as staff",
    ] {
        let at = rest.find(words).unwrap_or_else(|| panic!("{words} in {rest}"));
        rest = &rest[at + words.len()..];
    }
}

on_both_engines!(the_activity_has_pages);

fn the_activity_has_pages() {
    let site = Site::open();
    let owner = Operator::known(&site, demo::EMAIL);
    for number in 0..120 {
        site.wait(site.store.activity().record(
            site.demo_shop(),
            "ann@shop.example",
            "test",
            &format!("n{number};"),
        ))
        .unwrap();
    }
    let (mut address, mut seen) = (ACTIVITY.to_owned(), Vec::new());
    loop {
        let page = owner.open(&address);
        let list = page.texts("ol", Some(("class", "timeline")));
        seen.extend(list.into_iter().filter(|text| text.ends_with(';')));
        let earlier = page.tags().find_map(|(_, all)| {
            all.iter()
                .find(|(name, value)| name == "href" && value.starts_with("?before="))
                .cloned()
        });
        let Some((_, earlier)) = earlier else { break };
        address = format!("{ACTIVITY}{earlier}");
    }
    let expected: Vec<String> = (0..120).rev().map(|number| format!("n{number};")).collect();
    assert_eq!(seen, expected);
    assert_eq!(owner.open(&format!("{ACTIVITY}?before=x")).status, 200);
}
