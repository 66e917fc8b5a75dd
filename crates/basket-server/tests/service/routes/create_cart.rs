//! `POST /v1/carts`.

use super::site::Site;

on_both_engines!(more_lines_than_a_cart_holds_are_refused_unread);

fn more_lines_than_a_cart_holds_are_refused_unread() {
    let site = Site::open();
    let lines: Vec<String> = (0..101).map(|at| format!(r#"{{"sku":"NONE-{at}"}}"#)).collect();
    let body = format!(r#"{{"lines":[{}]}}"#, lines.join(","));
    let answer = site.shopper().post("/v1/carts").json(&body).send();
    assert_eq!(answer.refusal(), (409, "limit-reached".to_owned()), "no product was looked for");
}

on_both_engines!(a_new_cart_needs_no_body);

fn a_new_cart_needs_no_body() {
    let site = Site::open();
    let answer = site.shopper().post("/v1/carts").send();
    assert_eq!(answer.status, 201);
    assert_eq!(answer.header("etag"), Some("\"1\""));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let id = answer.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(answer.header("location"), Some(format!("/v1/carts/{id}").as_str()));
    insta::assert_snapshot!(answer.snapshot(), @r#"
    {
      "id": "[cart]",
      "version": 1,
      "currency": "EUR",
      "items": 0,
      "lines": [],
      "sums": {
        "purchases": {
          "count": 0,
          "amount": 0
        },
        "subscriptions": [],
        "total": 0
      }
    }
    "#);
}

on_both_engines!(a_new_cart_may_have_first_lines_and_the_same_offer_is_one_line);

fn a_new_cart_may_have_first_lines_and_the_same_offer_is_one_line() {
    let site = Site::open();
    let body = r#"{"lines":[
        {"sku":"MUG","quantity":1},
        {"sku":"COFFEE","quantity":2,"frequency":"monthly","interval":1},
        {"sku":"MUG","quantity":1}
    ]}"#;
    let answer = site.shopper().post("/v1/carts").json(body).send();
    assert_eq!(answer.status, 201);
    insta::assert_snapshot!(answer.snapshot(), @r#"
    {
      "id": "[cart]",
      "version": 1,
      "currency": "EUR",
      "items": 4,
      "lines": [
        {
          "id": "1",
          "sku": "MUG",
          "name": "Stoneware mug",
          "image": "[service]/demo/pictures/mug.svg",
          "url": "[service]/#mug",
          "type": "normal",
          "quantity": 2,
          "unit_price": 1800,
          "price": 3600,
          "frequency": null,
          "interval": null,
          "available": true,
          "stock": null
        },
        {
          "id": "2",
          "sku": "COFFEE",
          "name": "Coffee beans, 1 kg",
          "image": "[service]/demo/pictures/coffee.svg",
          "url": "[service]/#coffee",
          "type": "consumable",
          "quantity": 2,
          "unit_price": 2100,
          "price": 4200,
          "frequency": "monthly",
          "interval": 1,
          "available": true,
          "stock": null
        }
      ],
      "sums": {
        "purchases": {
          "count": 2,
          "amount": 3600
        },
        "subscriptions": [
          {
            "frequency": "monthly",
            "interval": 1,
            "count": 2,
            "amount": 4200
          }
        ],
        "total": 7800
      }
    }
    "#);
    let cart = format!("/v1/carts/{}", answer.json()["id"].as_str().unwrap());
    assert_eq!(site.shopper().read(&cart), answer.json());
}

on_both_engines!(a_line_that_cannot_be_had_leaves_no_cart_behind);

fn a_line_that_cannot_be_had_leaves_no_cart_behind() {
    let site = Site::open();
    let body = r#"{"lines":[{"sku":"MUG"},{"sku":"LAMP"}]}"#;
    let answer = site.shopper().post("/v1/carts").json(body).send();
    assert_eq!(answer.refusal(), (409, "out-of-stock".to_owned()));
    assert_eq!(site.database.ask("SELECT count(*) FROM carts"), Some(0));
}

on_both_engines!(ids_differ);

fn ids_differ() {
    let site = Site::open();
    assert_ne!(site.shopper().cart(""), site.shopper().cart(""));
}

on_both_engines!(bodies_that_are_not_understood_are_refused);

fn bodies_that_are_not_understood_are_refused() {
    let site = Site::open();
    let send = |body: &str| site.shopper().post("/v1/carts").json(body).send();
    let answer = send("{\n  \"lines\": [,]}");
    assert_eq!(answer.refusal(), (400, "body-invalid".to_owned()));
    assert_eq!(answer.json()["detail"], "The body is not JSON at line 2, column 13.");
    let answer = send(r#"{"lines":7}"#);
    assert_eq!(answer.refusal(), (422, "value-invalid".to_owned()));
    assert_eq!(answer.json()["field"], "lines");
    let answer = send(r#"{"lines":[{"sku":"MUG","quantity":0}]}"#);
    assert_eq!(answer.json()["field"], "quantity");
    let lines: Vec<String> =
        (0..101).map(|_| r#"{"sku":"MUG","quantity":10}"#.to_owned()).collect();
    let answer = send(&format!(r#"{{"lines":[{}]}}"#, lines.join(",")));
    assert_eq!(answer.refusal(), (409, "limit-reached".to_owned()));
}
