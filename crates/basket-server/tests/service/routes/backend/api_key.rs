//! Settings > Setup & Design > Checkout Setup > API Key.

use super::{API_KEY, below, operator::Operator, page::Page, site::Site};
use basket_model::shop::Checkout;
use basket_server::demo;

fn publishable(page: &Page) -> String {
    page.value("api-key").unwrap()
}

fn status(site: &Site, key: &str) -> u16 {
    site.caller(Some(key)).get("/v1/shop").send().status
}

on_both_engines!(a_key_is_replaced_and_the_old_one_ends_when_it_was_said_to);

fn a_key_is_replaced_and_the_old_one_ends_when_it_was_said_to() {
    let site = Site::open();
    let owner = Operator::known(&site, demo::EMAIL);
    let page = owner.open(API_KEY);
    assert_eq!(publishable(&page), demo::KEY);
    site.let_seconds_pass(1);
    let rotate = |key: &str, days: &str| {
        assert_eq!(
            owner.submit(&below(API_KEY, "rotate"), &[("key", key), ("days", days)]),
            API_KEY
        );
        publishable(&owner.open(API_KEY))
    };
    let second = rotate(demo::KEY, "7");
    assert_eq!((status(&site, demo::KEY), status(&site, &second)), (200, 200));
    let source = owner.open(API_KEY).text;
    assert!(source.contains("expires ") && source.contains(demo::KEY), "{source}");
    site.let_days_pass(7);
    site.let_seconds_pass(1);
    assert_eq!((status(&site, demo::KEY), status(&site, &second)), (401, 200));
    assert!(owner.sign_in(demo::EMAIL, demo::PASSWORD).location() == "/admin");
    let page = owner.open(API_KEY);
    assert!(page.text.contains("1 expired or revoked."), "{}", page.text);
    let third = rotate(&second, "0");
    site.let_seconds_pass(1);
    assert_eq!((status(&site, &second), status(&site, &third)), (401, 200));
}

on_both_engines!(a_key_is_made_and_revoked);

fn a_key_is_made_and_revoked() {
    let site = Site::open();
    let owner = Operator::known(&site, demo::EMAIL);
    site.let_seconds_pass(1);
    assert_eq!(owner.submit(&below(API_KEY, "create"), &[("kind", "publishable")]), API_KEY);
    let page = owner.open(API_KEY);
    let key = publishable(&page);
    assert_ne!(key, demo::KEY);
    assert!(page.text("textarea").contains(&key), "the snippet has the newest");
    assert_eq!((status(&site, demo::KEY), status(&site, &key)), (200, 200));
    assert_eq!(owner.submit(&below(API_KEY, "revoke"), &[("key", demo::KEY)]), API_KEY);
    assert_eq!((status(&site, demo::KEY), status(&site, &key)), (401, 200));
    assert_eq!(owner.submit(&below(API_KEY, "revoke"), &[("key", &key)]), API_KEY);
    let page = owner.open(API_KEY);
    assert!(page.text.contains("There is no active publishable key."), "{}", page.text);
    for key in ["pk_other", ""] {
        assert_eq!(owner.post(&below(API_KEY, "revoke"), &[("key", key)]).status, 404);
        assert_eq!(owner.post(&below(API_KEY, "rotate"), &[("key", key)]).status, 404);
    }
}

on_both_engines!(a_secret_key_is_shown_once);

fn a_secret_key_is_shown_once() {
    let site = Site::open();
    let owner = Operator::known(&site, demo::EMAIL);
    let made = owner.post(&below(API_KEY, "create"), &[("kind", "secret")]);
    assert_eq!((made.status, made.header("cache-control")), (200, "no-store"));
    let secret = made.value("secret").unwrap();
    let works = |secret: &str| site.caller(Some(secret)).get("/v1/admin/carts").send().status;
    assert_eq!(works(&secret), 200);
    let (name, _) = secret.rsplit_once('_').unwrap();
    let page = owner.open(API_KEY);
    assert!(page.text.contains(name) && !page.text.contains(&secret), "{}", page.text);
    let rotated = owner.post(&below(API_KEY, "rotate"), &[("key", name), ("days", "1")]);
    let next = rotated.value("secret").unwrap();
    assert_eq!((works(&secret), works(&next)), (200, 200));
    site.let_days_pass(1);
    assert_eq!((works(&secret), works(&next)), (401, 200));
    let owner = Operator::known(&site, demo::EMAIL);
    let (name, _) = next.rsplit_once('_').unwrap();
    owner.submit(&below(API_KEY, "revoke"), &[("key", name)]);
    assert_eq!(works(&next), 401);
    for page in [owner.open(API_KEY), owner.open("/admin/settings/activity")] {
        assert!(![&secret, &next].iter().any(|secret| page.text.contains(*secret)));
    }
}

on_both_engines!(origins_are_read_as_browsers_write_them);

fn origins_are_read_as_browsers_write_them() {
    let site = Site::open();
    let owner = Operator::known(&site, demo::EMAIL);
    let address = below(API_KEY, "origins");
    let save = |typed: &str| owner.post(&address, &[("origins", typed)]);
    let ask = |origin: &str| site.shopper().get("/v1/shop").header("origin", origin).send().status;
    save("https://Shop.example/\r\n  http://localhost:3000").location();
    assert_eq!(
        owner.open(API_KEY).texts("textarea", Some(("name", "origins"))),
        ["http://localhost:3000\nhttps://shop.example"]
    );
    assert_eq!(
        ["https://shop.example", "http://localhost:3000", "https://evil.example"].map(ask),
        [200, 200, 403]
    );
    for wrong in [
        "shop.example",
        "https://shop.example/path",
        "javascript:alert(1)",
        "*",
        "ftp://a",
        "https://a:b@shop.example",
        "null",
    ] {
        let page = save(&format!("https://good.example\n{wrong}"));
        assert_eq!(page.status, 422, "{wrong}");
        assert!(page.problem("origins").unwrap().starts_with(wrong), "{wrong}");
        assert!(page.texts("textarea", Some(("name", "origins")))[0].contains(wrong), "it stays");
    }
    let many: Vec<_> = (0..101).map(|number| format!("https://{number}.example")).collect();
    assert_eq!(
        save(&many.join("\n")).problem("origins").as_deref(),
        Some("Enter at most 100 origins.")
    );
    assert_eq!(ask("https://good.example"), 403, "nothing was changed");
    save("").location();
    assert_eq!(ask("https://evil.example"), 200, "none is any");
}

on_both_engines!(the_checkout_is_here_or_at_an_address_that_is_one);

fn the_checkout_is_here_or_at_an_address_that_is_one() {
    let site = Site::open();
    let owner = Operator::known(&site, demo::EMAIL);
    let save = |checkout, address| {
        owner.post(&below(API_KEY, "checkout"), &[("checkout", checkout), ("address", address)])
    };
    let kept = || site.wait(site.store.shops().checkout_setup(site.demo_shop())).unwrap().unwrap();
    for wrong in ["", "shop.example", "javascript:alert(1)", "mailto:a@b"] {
        let page = save("external", wrong);
        assert_eq!(page.status, 422, "{wrong}");
        assert!(page.problem("address").is_some(), "{wrong}");
        assert_eq!(page.value("address").as_deref(), Some(wrong));
    }
    assert_eq!(kept().checkout, Checkout::Hosted);
    save("external", "https://shop.example/checkout").location();
    assert_eq!(
        (kept().checkout, kept().address.as_deref()),
        (Checkout::External, Some("https://shop.example/checkout"))
    );
    assert_eq!(site.shopper().get("/v1/shop").send().json()["checkout"], "external");
    save("hosted", "").location();
    assert_eq!(site.shopper().get("/v1/shop").send().json()["checkout"], "hosted");
}

on_both_engines!(a_webhook_has_a_secret_whose_successor_signs_beside_it_for_a_while);

fn a_webhook_has_a_secret_whose_successor_signs_beside_it_for_a_while() {
    let site = Site::open();
    let owner = Operator::known(&site, demo::EMAIL);
    let save = |address| owner.post(&below(API_KEY, "webhook"), &[("webhook", address)]);
    let rotate = || owner.post(&below(API_KEY, "webhook-secret"), &[("days", "7")]);
    assert_eq!(rotate().status, 404, "there is none yet");
    let page = save("shop.example/hooks");
    assert_eq!((page.status, page.value("webhook").as_deref()), (422, Some("shop.example/hooks")));
    assert!(page.problem("webhook").is_some());
    save("https://shop.example/hooks").location();
    let secret = || owner.open(API_KEY).value("webhook-secret").unwrap();
    let first = secret();
    assert!(first.starts_with("whsec_") && first.len() == 6 + 44, "{first}");
    save("https://shop.example/elsewhere").location();
    assert_eq!(secret(), first, "another address keeps the secret");
    rotate().location();
    assert_ne!(secret(), first);
    let webhook =
        || site.wait(site.store.shops().checkout_setup(site.demo_shop())).unwrap().unwrap().webhook;
    assert_eq!(webhook().unwrap().before.unwrap().0, first);
    assert!(owner.open(API_KEY).text.contains("The previous secret also signs until "));
    site.let_days_pass(7);
    assert_eq!(webhook().unwrap().before, None);
    let owner = Operator::known(&site, demo::EMAIL);
    owner.submit(&below(API_KEY, "webhook"), &[("webhook", "")]);
    assert_eq!((webhook(), owner.open(API_KEY).value("webhook-secret")), (None, None));
}
