//! Texts that are markup: whatever operators and shoppers can fill in is shown as it is, and never
//! becomes part of a page.

use super::{
    API_KEY, PEOPLE, below,
    deeds::PAGES,
    operator::{Operator, PASSWORD},
    page::Page,
    site::Site,
};
use basket_server::{LinkPurpose, Role, hash_password};
use std::time::Duration;

/// Ends whatever it could stand in, and begins an element of its own.
const EVIL: &str = "\"'`</title></textarea></script></style></option>--><x-evil/x-evil=1/onx-evil=1>&lt;x-evil&gt;";

fn is_clean(page: &Page, what: &str) {
    for (tag, attributes) in page.tags() {
        assert!(!tag.contains("evil"), "<{tag}> in {what}");
        for (name, value) in attributes {
            assert!(!name.contains("evil"), "{name} of <{tag}> in {what}");
            let is_address = ["href", "src", "action", "formaction"].contains(&&**name);
            let scheme = value.trim().split(':').next().unwrap_or_default().to_ascii_lowercase();
            assert!(
                !is_address || !["javascript", "data", "vbscript"].contains(&&*scheme),
                "{name}={value} of <{tag}> in {what}"
            );
        }
    }
}

/// All pages of somebody whose every text is evil.
fn pages(owner: &Operator) -> Vec<(String, Page)> {
    let paths = PAGES.iter().map(|(_, path)| (*path).to_owned());
    paths.map(|path| (path.clone(), owner.get(&path))).collect()
}

#[test]
fn texts_that_are_markup_are_shown_and_nothing_more() {
    let site = Site::empty();
    let email = format!("{EVIL}@evil.example");
    let link = site.store.create_link(LinkPurpose::Setup, None, None, Duration::from_hours(1));
    let path = format!("/admin/setup/{}", site.wait(link).unwrap());
    let owner = Operator::stranger(&site);
    let wrong =
        owner.post(&path, &[("name", EVIL), ("currency", EVIL), ("email", EVIL), ("password", "")]);
    assert_eq!(wrong.status, 422);
    is_clean(&wrong, "the set-up again");
    assert_eq!(wrong.value("name").as_deref(), Some(EVIL));
    owner.submit(
        &path,
        &[("name", EVIL), ("currency", "EUR"), ("email", &email), ("password", PASSWORD)],
    );
    let page = owner.open("/admin/start");
    assert!(page.text("title").ends_with(EVIL), "{}", page.text("title"));
    is_clean(&page, "the start");

    // What is refused is shown again.
    owner.open(API_KEY);
    for (name, field) in [("origins", "origins"), ("checkout", "address"), ("webhook", "webhook")] {
        let page = owner.post(&below(API_KEY, name), &[(field, EVIL), ("checkout", "external")]);
        assert_eq!(page.status, 422, "{name}");
        is_clean(&page, name);
    }
    for page in [
        owner.post("/admin/shops", &[("name", EVIL), ("currency", EVIL)]),
        owner.post("/admin/account/password", &[("current", EVIL), ("password", EVIL)]),
        Operator::stranger(&site).sign_in(&email, EVIL),
        Operator::stranger(&site)
            .get(&format!("/admin/sign-in?next=/admin/{}", "%22%3E%3Cx-evil%3E")),
        owner.get(&format!("/admin/{}", "%22%3E%3Cx-evil%3E")),
        owner.get(&format!("/admin/join/{}", "%22%3E%3Cx-evil%3E")),
    ] {
        is_clean(&page, "an answer");
    }
    // What is taken is shown on other pages.
    let web = "https://shop.example/?'\"><x-evil>";
    owner.submit(&below(API_KEY, "checkout"), &[("checkout", "external"), ("address", web)]);
    owner.submit(&below(API_KEY, "webhook"), &[("webhook", web)]);
    let link = owner.post(&below(PEOPLE, "invite"), &[("role", EVIL)]);
    is_clean(&link, "an invitation");
    let joined = link.value("invitation").unwrap().replace(&owner.base, "");
    is_clean(&Operator::stranger(&site).open(&joined), "joining");
    let kept = site.wait(hash_password(PASSWORD.to_owned())).unwrap();
    let colleague = format!("2{email}");
    site.wait(site.store.create_operator(&colleague, &kept)).unwrap();
    let (operator, _) = site.wait(site.store.operator(&colleague)).unwrap().unwrap();
    let shop = site.wait(site.store.shops()).unwrap()[0].id;
    site.wait(site.store.set_member(shop, operator.id, Role::Staff)).unwrap();
    site.wait(site.store.note(shop, &email, EVIL, EVIL)).unwrap();
    let reset = site.store.create_link(
        LinkPurpose::Password,
        None,
        Some(operator.id),
        Duration::from_hours(1),
    );
    let reset = format!("/admin/password/{}", site.wait(reset).unwrap());
    is_clean(&Operator::stranger(&site).open(&reset), "a new password");
    let mut shown = 0;
    for (path, page) in pages(&owner) {
        is_clean(&page, &path);
        shown += usize::from(page.text_of_all().contains("<x-evil/x-evil=1/onx-evil=1>"));
    }
    assert!(shown > 4, "the texts are there to be seen");
}
