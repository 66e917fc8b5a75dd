//! Addresses and methods that the service does not have.

use super::site::Site;
use ureq::http::Method;

on_both_engines!(an_address_that_is_not_there_is_refused_with_any_method);

fn an_address_that_is_not_there_is_refused_with_any_method() {
    let site = Site::open();
    for path in ["/v1/none", "/v1/carts/a/b", "/none", "/v1.7.0/basket.js", "/v1/carts/"] {
        for method in [Method::GET, Method::POST] {
            let answer = site.shopper().call(method, path).send();
            assert_eq!(answer.refusal(), (404, "address-unknown".to_owned()), "{path}");
        }
    }
}

on_both_engines!(a_method_that_is_not_there_is_refused_and_the_others_named);

fn a_method_that_is_not_there_is_refused_and_the_others_named() {
    let site = Site::open();
    for (method, path, allowed) in [
        (Method::POST, "/v1/shop", "GET,HEAD"),
        (Method::GET, "/v1/carts", "POST"),
        (Method::PUT, "/v1/carts/x/lines/1", "PATCH,DELETE"),
        (Method::POST, "/v1/basket.js", "GET,HEAD"),
    ] {
        let answer = site.shopper().call(method, path).send();
        assert_eq!(answer.refusal(), (405, "method-not-allowed".to_owned()), "{path}");
        assert_eq!(answer.header("allow"), Some(allowed), "{path}");
    }
}
