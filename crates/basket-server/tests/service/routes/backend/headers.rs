//! What every answer of the backend says beside its page.

use super::{
    API_KEY,
    forms::{ANN, PREVIEW, busy_site, pages},
    operator::{Operator, form},
    page::Page,
    site::Site,
};
use basket_server::demo;
use ureq::http::Method;

fn is_guarded(page: &Page, what: &str) {
    let expected = [
        ("content-type", "text/html; charset=utf-8"),
        ("cache-control", "no-store"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ];
    for (name, value) in expected {
        assert_eq!(page.header(name), value, "{name} of {what}");
    }
    let policy = page.header("content-security-policy");
    for words in
        ["default-src 'none'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"]
    {
        assert!(policy.contains(words), "{words} in {policy} of {what}");
    }
    assert!(!policy.contains("unsafe"), "{policy} of {what}");
    assert_eq!(page.header("access-control-allow-origin"), "", "{what}");
    // Nothing that the policy would have to forbid.
    for (tag, attributes) in page.tags() {
        let names: Vec<&str> = attributes.iter().map(|(name, _)| &**name).collect();
        assert!(
            !names.iter().any(|name| *name == "style" || name.starts_with("on")),
            "<{tag} {names:?}> in {what}"
        );
        assert!(tag != "style" && (tag != "script" || names.contains(&"src")), "<{tag}> in {what}");
    }
    assert_eq!(page.tags().filter(|(tag, _)| *tag == "h1").count(), 1, "{what}");
    assert!(!page.text("title").is_empty(), "{what}");
}

/// The preview runs the basket in a frame of ours, as if on another site.
fn is_caged(page: &Page) {
    let policy = page.header("content-security-policy");
    for words in [
        "default-src 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        "sandbox allow-scripts",
    ] {
        assert!(policy.contains(words), "{words} in {policy}");
    }
    assert!(!policy.contains("'unsafe") && !policy.contains("allow-same-origin"), "{policy}");
    assert_eq!(page.header("cache-control"), "no-store");
    assert_eq!(page.header("x-content-type-options"), "nosniff");
}

on_both_engines!(every_page_is_guarded_signed_in_and_out);

fn every_page_is_guarded_signed_in_and_out() {
    let (site, owner) = busy_site();
    let (stranger, ann) = (Operator::stranger(&site), Operator::known(&site, ANN));
    for (_, path) in pages(&site, &owner) {
        for browser in [&owner, &ann] {
            let page = browser.get(&path);
            match page.status {
                200 if path == PREVIEW => is_caged(&page),
                200 if page.kind.starts_with("text/html") => is_guarded(&page, &path),
                // Staff cannot export what everybody did.
                403 if path.ends_with("activity.csv") => is_guarded(&page, &path),
                200 => assert_eq!(page.header("cache-control"), "no-store", "{path}"),
                status => assert_eq!(status, 303, "{path}: {}", page.text),
            }
        }
        let answer = stranger.get(&path);
        assert_eq!((answer.status, answer.header("cache-control")), (303, "no-store"), "{path}");
        let head = owner.send(Method::HEAD, &path, &[], None);
        assert_eq!((head.status, head.text.len()), (owner.get(&path).status, 0), "{path}");
    }
    is_guarded(&stranger.get("/admin/sign-in"), "sign-in");
}

on_both_engines!(what_is_not_there_or_not_possible_is_said_with_a_page);

fn what_is_not_there_or_not_possible_is_said_with_a_page() {
    let (site, owner) = busy_site();
    let stranger = Operator::stranger(&site);
    for path in [
        "/admin/none",
        "/admin/settings/none",
        "/admin/shops/1",
        "/admin/files/none.css",
        "/admin/setup/",
    ] {
        for browser in [&owner, &stranger] {
            let page = browser.get(path);
            assert_eq!(page.status, 404, "{path}");
            is_guarded(&page, path);
        }
    }
    for (method, path, allowed) in [
        (Method::GET, "/admin/sign-out", "POST"),
        (Method::POST, "/admin/account", "GET,HEAD"),
        (Method::PUT, "/admin/sign-in", "GET,HEAD,POST"),
        (Method::DELETE, API_KEY, "GET,HEAD"),
    ] {
        let page = owner.send(method, path, &[("origin", &owner.base)], Some(""));
        assert_eq!((page.status, page.header("allow")), (405, allowed), "{path}");
        is_guarded(&page, path);
    }
    for path in ["/admin/setup/a", "/admin/join/a", "/admin/password/a"] {
        let page = stranger.get(path);
        assert_eq!(page.status, 410, "{path}");
        is_guarded(&page, path);
    }
    let page = owner.send(Method::POST, "/admin/sign-out", &[], Some(""));
    assert_eq!(page.status, 403);
    is_guarded(&page, "a form of another site");
    let page = stranger.sign_in(demo::EMAIL, "wrong");
    assert_eq!(page.status, 422);
    is_guarded(&page, "a wrong password");
    for _ in 0..10 {
        stranger.sign_in("a@b", "wrong");
    }
    let page = stranger.sign_in("a@b", "wrong");
    assert_eq!(page.status, 429);
    is_guarded(&page, "too many guesses");
    let large = form(&[("email", &"a".repeat(1024 * 1024))]);
    let page =
        stranger.send(Method::POST, "/admin/sign-in", &[("origin", &stranger.base)], Some(&large));
    assert_eq!(page.status, 413);
    is_guarded(&page, "a form that is too large");
}

on_both_engines!(other_addresses_are_still_answered_as_an_api_answers);

fn other_addresses_are_still_answered_as_an_api_answers() {
    let site = Site::open();
    for path in ["/none", "/administration", "/v1/admin/none"] {
        let answer = site.shopper().get(path).send();
        assert_eq!(answer.refusal(), (404, "address-unknown".to_owned()), "{path}");
    }
}

on_both_engines!(a_session_is_out_of_reach_for_scripts_and_other_sites);

fn a_session_is_out_of_reach_for_scripts_and_other_sites() {
    let cookie = |site: &Site, forwarded: Option<&str>, origin: Option<&str>| {
        let mut browser = Operator::stranger(site);
        browser.added.extend(forwarded.map(|it| ("x-forwarded-proto", it.to_owned())));
        let fields = form(&[("email", demo::EMAIL), ("password", demo::PASSWORD)]);
        let origin = origin.unwrap_or(&browser.base).to_owned();
        let page =
            browser.send(Method::POST, "/admin/sign-in", &[("origin", &origin)], Some(&fields));
        assert_eq!(page.header("cache-control"), "no-store");
        let cookie = page.header("set-cookie").to_owned();
        let page = browser.open("/admin/account");
        assert!(!page.text.contains(browser.cookies.borrow().values().next().unwrap()));
        let left = browser.post("/admin/account/sign-out", &[]);
        if forwarded.is_none() && origin == browser.base {
            assert!(left.header("set-cookie").contains("Max-Age=0"), "{}", left.text);
        }
        cookie
    };
    let plain = "; Path=/; HttpOnly; SameSite=Lax";
    let site = Site::open();
    let made = cookie(&site, None, None);
    assert!(made.starts_with("basket-operator=") && made.ends_with(plain), "{made}");
    let made = cookie(&site, Some("https"), None);
    let bound = format!("{plain}; Secure");
    assert!(made.starts_with("__Host-basket-operator=") && made.ends_with(&bound), "{made}");
    let public = "https://basket.example";
    let site = Site::with(|settings, _| settings.public = Some(public.to_owned()));
    let made = cookie(&site, None, Some(public));
    assert!(made.starts_with("__Host-basket-operator=") && made.ends_with(&bound), "{made}");
    // A session over TLS is not taken from a cookie that anybody on the network could have set.
    let token = made.split(['=', ';']).nth(1).unwrap();
    let stranger = Operator::stranger(&site);
    stranger.cookies.borrow_mut().insert("basket-operator".to_owned(), token.to_owned());
    assert!(!stranger.is_signed_in());
}

#[test]
fn browsers_come_back_over_tls_where_the_public_address_has_it() {
    for (public, expected) in [
        (Some("https://basket.example"), "max-age=31536000"),
        (Some("http://basket.example"), ""),
        (None, ""),
    ] {
        let site = Site::with(|settings, _| settings.public = public.map(str::to_owned));
        for path in ["/admin/sign-in", "/v1/basket.js", "/nowhere"] {
            let page = Operator::stranger(&site).get(path);
            assert_eq!(page.header("strict-transport-security"), expected, "{public:?}, {path}");
        }
    }
}
