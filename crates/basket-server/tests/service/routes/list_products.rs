//! `GET /v1/products`.

use super::site::Site;
use basket_core::product::{Product, ProductType};

on_both_engines!(products_are_answered_in_the_order_asked_for);

fn products_are_answered_in_the_order_asked_for() {
    let site = Site::open();
    let answer = site.shopper().get("/v1/products?sku=STROLLER&sku=MUG&sku=NONE&sku=MUG").send();
    assert_eq!(answer.status, 200);
    insta::assert_snapshot!(answer.snapshot(), @r#"
    {
      "currency": "EUR",
      "products": [
        {
          "sku": "STROLLER",
          "name": "City stroller, rented",
          "image": "[service]/demo/pictures/stroller.svg",
          "url": "[service]/#stroller",
          "type": "normal",
          "price": null,
          "subscriptions": [
            {
              "frequency": "monthly",
              "interval": 1,
              "price": 4900
            }
          ],
          "stock": 5
        },
        {
          "sku": "MUG",
          "name": "Stoneware mug",
          "image": "[service]/demo/pictures/mug.svg",
          "url": "[service]/#mug",
          "type": "normal",
          "price": 1800,
          "subscriptions": [],
          "stock": null
        }
      ],
      "next": null
    }
    "#);
}

on_both_engines!(addresses_are_whole_and_follow_the_caller);

fn addresses_are_whole_and_follow_the_caller() {
    let site = Site::open();
    let image = |call: super::shopper::Call| call.send().json()["products"][0]["image"].clone();
    let mug = || site.shopper().get("/v1/products?sku=MUG").header("host", "shop.example");
    assert_eq!(image(mug()), "http://shop.example/demo/pictures/mug.svg");
    let secure = mug().header("x-forwarded-proto", "https");
    assert_eq!(image(secure), "https://shop.example/demo/pictures/mug.svg");
    let elsewhere = "https://cdn.example/mug.svg".to_owned();
    site.put_product(Product { image: Some(elsewhere.clone()), ..site.product("MUG") });
    assert_eq!(image(mug()), elsewhere);
}

on_both_engines!(a_long_catalogue_comes_page_by_page);

fn a_long_catalogue_comes_page_by_page() {
    let site = Site::open();
    for number in 0..150 {
        site.put_product(Product {
            sku: format!("P{number}"),
            name: "Thing".to_owned(),
            image: None,
            url: None,
            product_type: ProductType::Normal,
            price: Some(1),
            subscriptions: Vec::new(),
            stock: None,
            tax_class: None,
            weight: None,
        });
    }
    let mut path = "/v1/products".to_owned();
    let mut skus = Vec::new();
    loop {
        let page = site.shopper().get(&path).send().json();
        let products = page["products"].as_array().unwrap();
        skus.extend(products.iter().map(|product| product["sku"].as_str().unwrap().to_owned()));
        let Some(next) = page["next"].as_str() else { break };
        path = format!("/v1/products?after={next}");
    }
    assert_eq!(skus.len(), 157);
    assert_eq!((skus[0].as_str(), skus[156].as_str()), ("MUG", "P149"));
    skus.sort();
    skus.dedup();
    assert_eq!(skus.len(), 157, "no product comes twice");
}

on_both_engines!(questions_that_make_no_sense_are_refused);

fn questions_that_make_no_sense_are_refused() {
    let site = Site::open();
    let answer = site.shopper().get("/v1/products?after=MUG").send();
    assert_eq!(answer.refusal(), (422, "value-invalid".to_owned()));
    assert_eq!(answer.json()["field"], "after");
    let many: Vec<String> = (0..101).map(|number| format!("sku=S{number}")).collect();
    let answer = site.shopper().get(&format!("/v1/products?{}", many.join("&"))).send();
    assert_eq!(answer.refusal(), (422, "value-invalid".to_owned()));
    assert_eq!(answer.json()["field"], "sku");
}
