//! Forms that another site sends in an operator's name.

use super::{
    forms::{ANN, FORMS, Who, busy_site, fingerprint},
    operator::{Operator, form},
    page::Page,
    site::Site,
};
use basket_model::operator::LinkPurpose;
use basket_server::demo;
use std::time::Duration;
use ureq::http::Method;

fn is_refused(page: &Page, what: &str) {
    assert_eq!(page.status, 403, "{what}: {}", page.text);
    assert_eq!(page.text("h1"), "Form expired", "{what}");
    assert_eq!(page.header("set-cookie"), "", "{what}");
}

/// Origins that are not ours, as browsers and others write them.
fn foreign(owner: &Operator) -> Vec<String> {
    let host = owner.base.trim_start_matches("http://");
    vec![
        "https://evil.example".to_owned(),
        "null".to_owned(),
        String::new(),
        host.to_owned(),
        format!("http://{host}.evil.example"),
        format!("http://evil.example/http://{host}"),
        format!("http://user@{host}"),
        format!("{}0", owner.base),
    ]
}

/// An import goes on after its answer.
fn wait_for_import(owner: &Operator, address: &str) {
    while owner.open(address).says("data-again") {
        std::thread::yield_now();
    }
}

on_both_engines!(a_form_of_another_site_changes_nothing_anywhere);

fn a_form_of_another_site_changes_nothing_anywhere() {
    let (site, mut owner) = busy_site();
    let ann = Operator::known(&site, ANN);
    let shop = site.demo_shop();
    for case in FORMS {
        // Each sign-in is a guess, of which there are only so many.
        site.let_seconds_pass(60);
        owner.open("/admin/account");
        owner.prove(&site);
        let case = case(&site);
        let (csrf_token, others) =
            (owner.csrf_token.borrow().clone(), ann.csrf_token.borrow().clone());
        let post = |origin: Option<&str>, csrf_token: Option<&str>| {
            let origin: Vec<_> = origin.map(|it| ("origin", it)).into_iter().collect();
            owner.send(Method::POST, &case.path, &origin, Some(&case.body(csrf_token)))
        };
        let before = fingerprint(&site, shop);
        is_refused(&post(None, Some(&csrf_token)), case.handler);
        for origin in foreign(&owner) {
            is_refused(
                &post(Some(&origin), Some(&csrf_token)),
                &format!("{} from {origin}", case.handler),
            );
        }
        if case.who != Who::Anybody {
            for csrf_token in [None, Some(""), Some("0"), Some(&*others)] {
                is_refused(
                    &post(Some(&owner.base), csrf_token),
                    &format!("{} with {csrf_token:?}", case.handler),
                );
            }
        }
        assert_eq!(fingerprint(&site, shop), before, "{}", case.handler);
        // The same form from a page of ours is taken: it was refused for where it came from.
        let taken = post(Some(&owner.base), Some(&csrf_token));
        if case.file.is_some() {
            wait_for_import(&owner, taken.location());
        }
        assert!([200, 303].contains(&taken.status), "{}: {}", case.handler, taken.text);
        let is_changed = fingerprint(&site, shop) != before;
        let only_looks = ["check_design", "find_person"].contains(&case.handler);
        assert_eq!(is_changed, !only_looks, "{}", case.handler);
        if case.who == Who::Anybody || case.handler.starts_with("sign_out") {
            // The browser is somebody else's now, or nobody's.
            owner = Operator::known(&site, demo::EMAIL);
        }
    }
}

on_both_engines!(a_form_of_another_site_does_not_set_a_service_up);

fn a_form_of_another_site_does_not_set_a_service_up() {
    let site = Site::empty();
    let link = site.store.links().create(LinkPurpose::Setup, None, None, Duration::from_hours(1));
    let path = format!("/admin/setup/{}", site.wait(link).unwrap());
    let browser = Operator::stranger(&site);
    let fields =
        [("name", "A"), ("currency", "EUR"), ("email", "a@b"), ("password", "long enough it is")];
    for origin in foreign(&browser) {
        let page = browser.send(Method::POST, &path, &[("origin", &origin)], Some(&form(&fields)));
        is_refused(&page, &origin);
    }
    assert_eq!(site.database.ask("SELECT count(*) FROM operators"), Some(0));
    browser.submit(&path, &fields);
}

on_both_engines!(a_form_of_another_site_asks_for_no_passkey_and_no_mail);

fn a_form_of_another_site_asks_for_no_passkey_and_no_mail() {
    let site = Site::open();
    let owner = Operator::known(&site, demo::EMAIL);
    let body = form(&[("email", demo::EMAIL), ("credential", "{}"), ("name", "key")]);
    for path in [
        "/admin/password",
        "/admin/account/passkeys",
        "/admin/account/passkeys/new",
        "/admin/sign-in/passkey",
        "/admin/sign-in/passkey/challenge",
    ] {
        for origin in foreign(&owner) {
            let page = owner.send(Method::POST, path, &[("origin", &origin)], Some(&body));
            is_refused(&page, &format!("{path} from {origin}"));
        }
    }
    assert_eq!(site.database.ask("SELECT count(*) FROM challenges"), Some(0));
}

on_both_engines!(who_is_not_signed_in_does_nothing);

fn who_is_not_signed_in_does_nothing() {
    let (site, _) = busy_site();
    let (stranger, shop) = (Operator::stranger(&site), site.demo_shop());
    let owner = Operator::known(&site, demo::EMAIL);
    owner.post(&super::below(super::PEOPLE, "invite"), &[]);
    for case in FORMS {
        let case = case(&site);
        if case.who == Who::Anybody {
            continue;
        }
        let before = fingerprint(&site, shop);
        let page = case.send(&stranger);
        let is_sent_away = page.status == 303 && page.header("location") == "/admin/sign-in";
        assert!(is_sent_away || page.status == 403, "{}: {}", case.handler, page.text);
        assert_eq!(fingerprint(&site, shop), before, "{}", case.handler);
    }
}

on_both_engines!(what_is_for_owners_is_refused_to_staff);

fn what_is_for_owners_is_refused_to_staff() {
    let (site, owner) = busy_site();
    owner.post(&super::below(super::PEOPLE, "invite"), &[]);
    let (ann, shop) = (Operator::known(&site, ANN), site.demo_shop());
    for case in FORMS {
        let case = case(&site);
        if case.who == Who::Owner {
            let before = fingerprint(&site, shop);
            let page = case.send(&ann);
            assert_eq!((page.status, &*page.text("h1")), (403, "Owners only"), "{}", case.handler);
            assert_eq!(fingerprint(&site, shop), before, "{}", case.handler);
        }
    }
}

on_both_engines!(a_service_with_a_public_address_takes_forms_from_there);

fn a_service_with_a_public_address_takes_forms_from_there() {
    let site =
        Site::with(|settings, _| settings.public = Some("https://basket.example".to_owned()));
    let browser = Operator::stranger(&site);
    let fields = [("email", demo::EMAIL), ("password", demo::PASSWORD)];
    let from = |origin: &str| {
        browser.send(Method::POST, "/admin/sign-in", &[("origin", origin)], Some(&form(&fields)))
    };
    is_refused(&from("https://basket.example.evil.example"), "another");
    is_refused(&from("http://basket.example"), "without TLS");
    assert_eq!(from("https://basket.example").status, 303);
}
