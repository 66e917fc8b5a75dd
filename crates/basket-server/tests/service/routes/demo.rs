//! The demo shop.

use super::site::Site;

on_both_engines!(the_home_page_holds_the_basket_and_a_strict_policy);

fn the_home_page_holds_the_basket_and_a_strict_policy() {
    let site = Site::open();
    let answer = site.caller(None).get("/").send();
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    insta::assert_snapshot!(answer.header("content-security-policy").unwrap(), @"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'");
    assert!(answer.text().contains(r#"data-embed="service-basket""#));
    assert!(answer.text().contains("Stoneware mug"));
}

on_both_engines!(every_picture_of_the_catalogue_is_there);

fn every_picture_of_the_catalogue_is_there() {
    let site = Site::open();
    let products = site.shopper().get("/v1/products").send().json();
    for product in products["products"].as_array().unwrap() {
        let path = product["image"].as_str().unwrap().split_once("/demo/").unwrap().1;
        let answer = site.caller(None).get(&format!("/demo/{path}")).send();
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), Some("image/svg+xml"), "{path}");
    }
}

on_both_engines!(the_page_finds_its_style_and_script);

fn the_page_finds_its_style_and_script() {
    let site = Site::open();
    for (path, kind) in [
        ("/demo/shop.css", "text/css; charset=utf-8"),
        ("/demo/shop.js", "text/javascript; charset=utf-8"),
    ] {
        let answer = site.caller(None).get(path).send();
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)), "{path}");
    }
}

on_both_engines!(a_service_that_is_no_demo_has_none_of_it);

fn a_service_that_is_no_demo_has_none_of_it() {
    let site = Site::with(|settings, _| settings.demo = false);
    for path in ["/", "/demo/shop.css", "/demo/pictures/mug.svg"] {
        assert_eq!(site.caller(None).get(path).send().status, 404, "{path}");
    }
}
