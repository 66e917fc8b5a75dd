//! `/v1/admin`: what a shop's own servers may do.

use super::{shopper::Shopper, site::Site};
use basket_model::key::{KeyKind, NewKey, Rights, Scope};
use serde_json::json;
use ureq::http::Method;

const TEA: &str = r#"{"name":"Tea","type":"consumable","price":900,"stock":4,
    "subscriptions":[{"frequency":"monthly","price":800},{"frequency":"weekly","interval":2,"price":450}]}"#;

/// One of the shop's own servers.
fn owner(site: &Site, shop: i64) -> Shopper {
    let key = NewKey::random(KeyKind::Secret).unwrap();
    let text = key.text().to_owned();
    site.wait(site.store.keys().create(shop, key)).unwrap();
    site.caller(Some(&text))
}

fn refusal(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

on_both_engines!(a_key_does_what_its_scopes_allow);

fn a_key_does_what_its_scopes_allow() {
    let site = Site::open();
    site.shopper().cart(r#"{"sku":"MUG"}"#);
    let with = |scopes: &[Scope]| {
        let key = NewKey::random(KeyKind::Secret).unwrap();
        let key = key.with_rights(Rights::new(scopes.to_vec()));
        let text = key.text().to_owned();
        site.wait(site.store.keys().create(site.demo_shop(), key)).unwrap();
        site.caller(Some(&text))
    };
    let put = |server: &Shopper| {
        server.call(Method::PUT, "/v1/admin/products/TEA").json(TEA).send().status
    };
    let change = |server: &Shopper| {
        server.call(Method::PATCH, "/v1/admin/orders/1").json(r#"{"state":"paid"}"#).send().status
    };
    for (scopes, products, orders) in [
        (&[][..], [200, 200], [200, 404]),
        (&[Scope::Read], [200, 403], [200, 403]),
        (&[Scope::Products], [200, 200], [403, 403]),
        (&[Scope::Orders], [403, 403], [200, 404]),
        (&[Scope::Read, Scope::Orders], [200, 403], [200, 404]),
    ] {
        let server = with(scopes);
        let read = |path| server.get(path).send().status;
        assert_eq!([read("/v1/admin/products"), put(&server)], products, "{scopes:?}");
        assert_eq!([read("/v1/admin/orders"), change(&server)], orders, "{scopes:?}");
        assert_eq!(read("/v1/admin/carts"), orders[0], "{scopes:?}");
    }
    let refused = with(&[Scope::Read]).delete("/v1/admin/products/MUG").send();
    assert_eq!(refused.refusal(), refusal(403, "scope-missing"));
    assert!(refused.json()["detail"].as_str().unwrap().contains("`products`"));
}

on_both_engines!(a_product_is_put_sold_and_removed);

fn a_product_is_put_sold_and_removed() {
    let site = Site::open();
    let owner = owner(&site, site.demo_shop());
    let put = || owner.call(Method::PUT, "/v1/admin/products/TEA").json(TEA).send();
    let answer = put();
    assert_eq!(answer.status, 200);
    insta::assert_snapshot!(answer.text(), @r#"{"sku":"TEA","name":"Tea","image":null,"url":null,"type":"consumable","price":900,"subscriptions":[{"frequency":"monthly","interval":1,"price":800},{"frequency":"weekly","interval":2,"price":450}],"stock":4}"#);
    assert_eq!(put().status, 200, "it may be put again");
    let cart = site.shopper().cart(r#"{"sku":"TEA","frequency":"weekly","interval":2}"#);
    assert_eq!(
        owner.get(&cart.replace("/v1/", "/v1/admin/")).send().json(),
        site.shopper().read(&cart)
    );
    let remove = || owner.delete("/v1/admin/products/TEA").send();
    assert_eq!(remove().status, 204);
    assert_eq!(remove().refusal(), refusal(422, "sku-unknown"));
    assert_eq!(site.shopper().read(&cart)["lines"][0]["available"], false);
}

on_both_engines!(what_is_not_named_stays_and_no_sale_is_undone);

fn what_is_not_named_stays_and_no_sale_is_undone() {
    let site = Site::open();
    let owner = owner(&site, site.demo_shop());
    let path = "/v1/admin/products/TEA";
    let send = |method, body: &str| owner.call(method, path).json(body).send();
    let first = send(Method::PUT, TEA);
    let version = first.header("etag").unwrap().to_owned();
    let priced = send(Method::PUT, r#"{"name":"Tea","price":950}"#).json();
    assert_eq!((&priced["price"], &priced["stock"]), (&950.into(), &4.into()));
    assert_eq!(priced["subscriptions"].as_array().unwrap().len(), 2);
    assert_eq!(send(Method::PUT, r#"{"name":"Tea","stock":null}"#).json()["stock"], json!(null));
    let uncounted = send(Method::PATCH, r#"{"stock_change":1}"#);
    assert_eq!(uncounted.refusal(), refusal(422, "value-invalid"));
    assert_eq!(send(Method::PATCH, r#"{"stock":4}"#).json()["stock"], 4);
    let fewer = send(Method::PATCH, r#"{"stock_change":-3,"name":"Green tea"}"#).json();
    assert_eq!((&fewer["stock"], &fewer["name"]), (&1.into(), &"Green tea".into()));
    let refused = send(Method::PATCH, r#"{"stock_change":-2}"#);
    assert_eq!(refused.refusal(), refusal(409, "out-of-stock"));
    assert_eq!(refused.json()["available"], 1);
    for (body, code) in [
        (r#"{"stock_change":1,"stock":2}"#, "value-invalid"),
        (r#"{"stock_change":9999999999}"#, "value-invalid"),
        (r#"{"name":null}"#, "value-invalid"),
        (r#"{"price":null,"subscriptions":null}"#, "value-invalid"),
    ] {
        assert_eq!(send(Method::PATCH, body).refusal(), refusal(422, code), "{body}");
    }
    let unknown = owner.call(Method::PATCH, "/v1/admin/products/NONE").json("{}").send();
    assert_eq!(unknown.refusal(), refusal(422, "sku-unknown"));
    let late = owner.call(Method::PUT, path).json(TEA).header("if-match", &version).send();
    assert_eq!(late.refusal(), refusal(412, "version-mismatch"));
    let now = owner.get(path).send();
    let version = now.header("etag").unwrap().to_owned();
    let good = owner.call(Method::PATCH, path).json(r#"{"stock_change":5}"#);
    assert_eq!(good.header("if-match", &version).send().json()["stock"], 6);
}

on_both_engines!(carts_are_listed_newest_first_page_by_page);

fn carts_are_listed_newest_first_page_by_page() {
    let site = Site::open();
    site.open_shop("pk_other", &[]);
    let other = owner(&site, site.wait(site.store.shops().of_key("pk_other")).unwrap().unwrap().id);
    let owner = owner(&site, site.demo_shop());
    let carts: Vec<String> = (0..101).map(|_| site.shopper().cart("")).collect();
    let full = site.shopper().cart(r#"{"sku":"MUG","quantity":2},{"sku":"EBOOK"}"#);
    let id = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let first = owner.get("/v1/admin/carts").send().json();
    assert_eq!(first["carts"].as_array().unwrap().len(), 100);
    let newest = &first["carts"][0];
    assert_eq!((&newest["id"], &newest["items"]), (&id(&full).into(), &3.into()));
    assert_eq!(newest["created_at"], "2027-01-15T08:00:00Z");
    let next = first["next"].as_str().unwrap();
    let second = owner.get(&format!("/v1/admin/carts?after={next}")).send().json();
    let oldest: Vec<&str> = second["carts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cart| cart["id"].as_str().unwrap())
        .collect();
    assert_eq!(oldest, [id(&carts[1]), id(&carts[0])]);
    assert!(second["next"].is_null());
    assert_eq!(other.get("/v1/admin/carts").send().json()["carts"].as_array().unwrap().len(), 0);
    let odd = owner.get("/v1/admin/carts?after=x").send();
    assert_eq!(odd.refusal(), refusal(422, "value-invalid"));
}

on_both_engines!(the_catalogue_is_read_with_a_secret_key_too);

fn the_catalogue_is_read_with_a_secret_key_too() {
    let site = Site::open();
    let owner = owner(&site, site.demo_shop());
    for query in ["", "?sku=MUG&sku=CHAIR"] {
        let public = site.shopper().get(&format!("/v1/products{query}")).send();
        let own = owner.get(&format!("/v1/admin/products{query}")).send();
        assert_eq!((own.status, own.json()), (200, public.json()));
    }
}

on_both_engines!(only_a_secret_key_in_the_header_opens_it);

fn only_a_secret_key_in_the_header_opens_it() {
    let site = Site::open();
    let owner = owner(&site, site.demo_shop());
    let cart = site.shopper().cart("").replace("/v1/", "/v1/admin/");
    assert_eq!(owner.get(&cart).send().status, 200);
    assert_eq!(site.shopper().get(&cart).send().refusal(), refusal(401, "key-unknown"));
    let anonymous = site.caller(None);
    assert_eq!(anonymous.get(&cart).send().refusal(), refusal(401, "key-missing"));
    let query = format!("{cart}?key=sk_012345678901_0");
    assert_eq!(anonymous.get(&query).send().refusal(), refusal(401, "key-missing"));
}

on_both_engines!(pages_cannot_read_it);

fn pages_cannot_read_it() {
    let site = Site::open();
    let path = "/v1/admin/products/TEA";
    let preflight = site.caller(None).call(Method::OPTIONS, path).send();
    assert_eq!(preflight.refusal(), refusal(405, "method-not-allowed"));
    let answer = site.caller(None).delete(path).header("origin", "https://shop.example").send();
    assert_eq!(answer.header("access-control-allow-origin"), None);
}

on_both_engines!(another_shops_cart_and_products_are_out_of_reach);

fn another_shops_cart_and_products_are_out_of_reach() {
    let site = Site::open();
    site.open_shop("pk_other", &[]);
    let other = site.wait(site.store.shops().of_key("pk_other")).unwrap().unwrap().id;
    let owner = owner(&site, other);
    let cart = site.shopper().cart("").replace("/v1/", "/v1/admin/");
    assert_eq!(owner.get(&cart).send().refusal(), refusal(404, "cart-unknown"));
    let remove = owner.delete("/v1/admin/products/MUG").send();
    assert_eq!(remove.refusal(), refusal(422, "sku-unknown"));
    let put = owner.call(Method::PUT, "/v1/admin/products/MUG");
    assert_eq!(put.json(TEA).send().status, 200);
    assert_eq!(site.product("MUG").name, "Stoneware mug");
}

on_both_engines!(a_product_that_cannot_be_is_refused);

fn a_product_that_cannot_be_is_refused() {
    let site = Site::open();
    let owner = owner(&site, site.demo_shop());
    let put = |body: &str| owner.call(Method::PUT, "/v1/admin/products/TEA").json(body).send();
    assert_eq!(put("{").refusal(), refusal(400, "body-invalid"));
    for (field, body) in [
        ("name", "{}"),
        ("name", "[]"),
        ("name", r#"{"name":7,"price":1}"#),
        ("price", r#"{"name":"Tea"}"#),
        ("price", r#"{"name":"Tea","price":-1}"#),
        ("price", r#"{"name":"Tea","price":"1"}"#),
        ("type", r#"{"name":"Tea","price":1,"type":"liquid"}"#),
        ("url", r#"{"name":"Tea","price":1,"url":"javascript:x"}"#),
        ("stock", r#"{"name":"Tea","price":1,"stock":-1}"#),
        ("subscriptions", r#"{"name":"Tea","subscriptions":{}}"#),
        ("subscriptions", r#"{"name":"Tea","subscriptions":[{"frequency":"hourly","price":1}]}"#),
        (
            "subscriptions",
            r#"{"name":"Tea","subscriptions":[{"frequency":"daily","interval":0,"price":1}]}"#,
        ),
    ] {
        let answer = put(body);
        assert_eq!(answer.refusal(), refusal(422, "value-invalid"), "{body}");
        assert_eq!(answer.json()["field"], field, "{body}");
    }
    assert_eq!(
        site.shopper().get("/v1/products?sku=TEA").send().json()["products"]
            .as_array()
            .unwrap()
            .len(),
        0
    );
}
