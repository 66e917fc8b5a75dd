//! `GET /v1/shop`.

use super::site::Site;

on_both_engines!(a_shop_says_its_name_currency_and_checkout);

fn a_shop_says_its_name_currency_and_checkout() {
    let site = Site::open();
    let answer = site.shopper().get("/v1/shop").send();
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    insta::assert_snapshot!(answer.text(), @r#"{"name":"Demo shop","currency":"EUR","checkout":"hosted"}"#);
}

on_both_engines!(the_key_decides_which_shop);

fn the_key_decides_which_shop() {
    let site = Site::open();
    site.open_shop("pk_other", &[]);
    let answer = site.caller(Some("pk_other")).get("/v1/shop").send();
    insta::assert_snapshot!(answer.text(), @r#"{"name":"Another shop","currency":"EUR","checkout":"external"}"#);
}
