//! `/healthz` and `/readyz`.

use super::site::Site;
use crate::database::Database;

on_both_engines!(the_service_says_that_it_lives_and_can_work);

fn the_service_says_that_it_lives_and_can_work() {
    let site = Site::open();
    for path in ["/healthz", "/readyz"] {
        let answer = site.caller(None).get(path).send();
        assert_eq!((answer.status, answer.text().as_str()), (200, "ok"), "{path}");
    }
}

on_both_engines!(requests_are_counted_by_pattern_and_status);

fn requests_are_counted_by_pattern_and_status() {
    let site = Site::open();
    let cart = site.shopper().cart("");
    site.shopper().read(&cart);
    assert_eq!(site.shopper().get("/v1/carts/none").send().status, 404);
    let answer = site.caller(None).get("/metrics").send();
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    assert_eq!(answer.header("content-type"), Some(kind));
    let text = answer.text();
    for line in [
        r#"basket_http_requests_total{method="GET",route="/v1/carts/{cart}",status="200"} 1"#,
        r#"basket_http_requests_total{method="GET",route="/v1/carts/{cart}",status="404"} 1"#,
        r#"basket_http_requests_total{method="POST",route="/v1/carts",status="201"} 1"#,
        r#"basket_http_request_duration_seconds_count{method="POST",route="/v1/carts"} 1"#,
        "basket_store_waiting 0",
        "basket_outbox_waiting 0",
        "basket_outbox_late_seconds 0.0",
        "# EOF",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
    }
    assert!(!text.contains(cart.rsplit_once('/').unwrap().1), "no cart is named");
    let number = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name} in\n{text}")).parse::<f64>().unwrap()
    };
    let (batches, changes) =
        (number("basket_store_batches_total"), number("basket_store_changes_total"));
    assert!(batches >= 1.0 && changes >= batches, "{batches} {changes}");
    assert!(number("basket_store_batch_seconds_total") > 0.0);
    assert!(number("basket_store_slow_batches_total") <= batches);
    let waits = number("basket_pool_waits_total");
    assert_eq!(waits > 0.0, matches!(site.database, Database::Postgres(_)));
}

on_both_engines!(every_answer_has_an_id_and_a_plain_one_is_passed_on);

fn every_answer_has_an_id_and_a_plain_one_is_passed_on() {
    let site = Site::open();
    let id = |given: &str| {
        let answer = site.caller(None).get("/healthz").header("x-request-id", given).send();
        answer.header("x-request-id").unwrap().to_owned()
    };
    assert_eq!(id("a-b_c.1"), "a-b_c.1");
    for odd in ["a b", "", "ä", &"a".repeat(65)] {
        assert_eq!(id(odd).len(), 16, "{odd}");
    }
    assert_ne!(id(""), id(""));
}
