//! Callers who ask too often.

use super::site::Site;

fn refusal() -> (u16, String) {
    (429, "rate-limited".to_owned())
}

on_both_engines!(an_address_that_asks_too_often_waits_as_long_as_it_is_told);

fn an_address_that_asks_too_often_waits_as_long_as_it_is_told() {
    let site = Site::with(|settings, _| settings.requests_per_address = 1);
    let ask = || site.shopper().get("/v1/shop").send();
    for _ in 0..4 {
        assert_eq!(ask().status, 200);
    }
    let answer = ask();
    assert_eq!(answer.refusal(), refusal());
    assert_eq!(answer.header("retry-after"), Some("1"));
    assert_eq!(answer.json()["detail"], "Too many requests. Retry in 1 s.");
    // Not even a wrong key is looked at, but whoever watches the service is not kept out.
    assert_eq!(site.caller(Some("pk_wrong")).get("/v1/shop").send().refusal(), refusal());
    assert_eq!(site.caller(None).get("/healthz").send().status, 200);
    assert_eq!(site.caller(None).get("/v1/basket.js").send().status, 200);
    site.let_seconds_pass(1);
    assert_eq!((ask().status, ask().status), (200, 429));
}

#[test]
fn a_flood_of_anything_is_refused_and_loses_its_connection() {
    let site = Site::with(|settings, _| settings.requests_per_address = 1);
    let ask = |path: &str| site.caller(None).get(path).send();
    for path in ["/v1/basket.js", "/nowhere", "/healthz", "/v1/shop"] {
        for _ in 0..10 {
            assert_eq!(ask(path).header("connection"), None, "{path}");
        }
    }
    for path in ["/v1/basket.js", "/nowhere", "/healthz", "/v1/shop"] {
        let answer = ask(path);
        assert_eq!(answer.refusal(), refusal(), "{path}");
        let headers = (answer.header("connection"), answer.header("retry-after"));
        assert_eq!(headers, (Some("close"), Some("1")), "{path}");
    }
    site.let_seconds_pass(1);
    assert_eq!(ask("/v1/basket.js").status, 200);
}

on_both_engines!(a_clock_that_is_set_back_refuses_nobody);

fn a_clock_that_is_set_back_refuses_nobody() {
    let site = Site::with(|settings, _| settings.requests_per_address = 1);
    let ask = || site.shopper().get("/v1/shop").send().status;
    for _ in 0..4 {
        assert_eq!(ask(), 200);
    }
    for seconds in [-3600, 3600, -200 * 24 * 3600] {
        site.set_clock_by(seconds);
        assert_eq!(ask(), 429, "the clock gives nothing either");
        site.let_seconds_pass(1);
        assert_eq!(ask(), 200, "one second was enough, whatever the clock says");
    }
}

on_both_engines!(behind_proxies_the_caller_counts_and_what_callers_say_themselves_does_not);

fn behind_proxies_the_caller_counts_and_what_callers_say_themselves_does_not() {
    let site = Site::with(|settings, _| {
        settings.requests_per_address = 1;
        settings.proxies = 2;
    });
    let ask = |forwarded: &str| {
        site.shopper().get("/v1/shop").header("x-forwarded-for", forwarded).send().status
    };
    for _ in 0..4 {
        assert_eq!(ask("192.0.2.1, 198.51.100.7"), 200);
    }
    assert_eq!(ask("192.0.2.1, 198.51.100.8"), 429);
    assert_eq!(ask("203.0.113.9, 192.0.2.1, 198.51.100.8"), 429, "the first was made up");
    assert_eq!(ask("192.0.2.2, 198.51.100.7"), 200);
}

on_both_engines!(a_shop_has_an_allowance_of_its_own);

fn a_shop_has_an_allowance_of_its_own() {
    let site = Site::with(|settings, _| settings.requests_per_shop = 1);
    site.open_shop("pk_other", &[]);
    let ask = |key| site.caller(Some(key)).get("/v1/shop").send();
    for _ in 0..4 {
        assert_eq!(ask("pk_demo").status, 200);
    }
    assert_eq!(ask("pk_demo").refusal(), refusal());
    assert_eq!(ask("pk_other").status, 200);
}
