//! `basket person`, and the end of shops and accounts.

use crate::{
    databases::both,
    program::{Demo, command, fail, run, succeed},
};
use serde_json::Value;

const ANN: &str = "email=Ann%40example.com&name=Ann&address-line1=Elm+Street+1&postal-code=12345\
                   &address-level2=Oakham&country=DE";

/// Places an order in a demo shop.
fn order(service: &Demo) {
    let cart: Value =
        serde_json::from_str(&service.post("/v1/carts", r#"{"lines":[{"sku":"MUG"}]}"#)).unwrap();
    let path = format!("/v1/carts/{}/checkout", cart["id"].as_str().unwrap());
    let checkout: Value = serde_json::from_str(&service.post(&path, "{}")).unwrap();
    let address = checkout["url"].as_str().unwrap();
    let path = address.strip_prefix(&service.url("")).unwrap();
    assert_eq!(service.form(path, "", ANN).0, 303);
}

/// Cancels an order of a demo shop.
fn cancel(service: &Demo, number: i64) {
    let sign_in = "email=demo%40example.com&password=demo-demo-demo";
    let (_, session, _) = service.form("/admin/sign-in", "", sign_in);
    let path = format!("/admin/orders/{number}");
    let (_, page) = service.page(&path, &session);
    let csrf_token = page.split("name=\"csrf_token\" value=\"").nth(1).unwrap();
    let csrf_token = csrf_token.split('"').next().unwrap();
    let fields = format!("csrf_token={csrf_token}&state=cancelled");
    assert_eq!(service.form(&path, &session, &fields).0, 303);
}

#[test]
fn what_is_kept_about_a_person_is_exported_and_erased() {
    for database in both() {
        let service = Demo::start(&["--database", &database.address]);
        order(&service);
        order(&service);
        cancel(&service, 1001);
        let with =
            |arguments: &[&'static str]| [arguments, &["--database", &database.address]].concat();
        let export = || -> Value {
            serde_json::from_str(&succeed(&with(&["person", "export", "ann@Example.com"]))).unwrap()
        };
        let data = export();
        assert_eq!(data["email"], "ann@example.com");
        assert_eq!(data["shops"][0]["name"], "Demo shop");
        assert_eq!(data["shops"][0]["orders"].as_array().unwrap().len(), 2);
        let output = run(&with(&["person", "erase", "ann@example.com"]));
        assert_eq!(output.status.code(), Some(1), "something is kept");
        assert_eq!(
            String::from_utf8(output.stdout).unwrap(),
            "Shop 1: erased from order 1001.\n\
             Shop 1: Order 1002 was not erased, because it is placed and not final. Erase again when it is fulfilled or cancelled.\n"
        );
        cancel(&service, 1002);
        let said = succeed(&with(&["person", "erase", "ann@example.com", "--shop", "1"]));
        assert_eq!(said, "Shop 1: erased from order 1002.\n");
        assert_eq!(export()["shops"], serde_json::json!([]));
        let said = succeed(&with(&["person", "erase", "ann@example.com"]));
        assert_eq!(said, "No data is stored for ann@example.com.\n");
        let said = succeed(&with(&["person", "erase", "demo@example.com"]));
        assert!(said.contains("also has an operator account"), "{said}");
        assert!(fail(&with(&["person", "export", "a@b.c", "--shop", "7"])).contains("no shop 7"));
        let wrong = command().args(with(&["person", "export", "ann"])).output().unwrap();
        assert_eq!(wrong.status.code(), Some(2));
    }
}

#[test]
fn a_shop_is_deleted_later_or_now() {
    for database in both() {
        let ask =
            |arguments: &[&str]| succeed(&[arguments, &["--database", &database.address]].concat());
        let said =
            |arguments: &[&str]| fail(&[arguments, &["--database", &database.address]].concat());
        let service = Demo::start(&["--database", &database.address]);
        order(&service);
        ask(&["shop", "create", "Two", "--currency", "EUR"]);
        let wrong = said(&["shop", "delete", "Demo", "--shop", "1"]);
        assert_eq!(wrong, "basket: Shop 1 is called Demo shop. Enter this name to delete it.\n");
        let later = ask(&["shop", "delete", "Demo shop", "--shop", "1"]);
        assert!(later.starts_with("Shop 1 will be deleted on 20"), "{later}");
        assert!(ask(&["shop", "list"]).contains("will be deleted on"));
        let kept = ask(&["shop", "delete", "Demo shop", "--shop", "1", "--cancel"]);
        assert_eq!(kept, "The deletion of shop 1 is cancelled.\n");
        assert!(!ask(&["shop", "list"]).contains("will be deleted on"));
        let twice = said(&["shop", "delete", "Demo shop", "--shop", "1", "--cancel"]);
        assert!(twice.contains("Deletion of shop 1 was not requested"), "{twice}");
        let now = ask(&["shop", "delete", "Demo shop", "--shop", "1", "--now"]);
        assert_eq!(now, "Shop 1 is deleted.\n");
        assert_eq!(ask(&["shop", "list"]), "2  Two  EUR  hosted  any origin\n");
        assert_eq!(ask(&["shop", "delete", "Two", "--now"]), "Shop 2 is deleted.\n");
        assert_eq!(ask(&["shop", "list"]), "");
    }
}

#[test]
fn an_account_is_deleted_later_or_now() {
    for database in both() {
        let ask =
            |arguments: &[&str]| succeed(&[arguments, &["--database", &database.address]].concat());
        let said =
            |arguments: &[&str]| fail(&[arguments, &["--database", &database.address]].concat());
        drop(Demo::start(&["--database", &database.address]));
        let demo = "demo@example.com";
        let last = said(&["operator", "delete", demo]);
        assert_eq!(
            last,
            "basket: demo@example.com is the only owner of Demo shop. Invite another owner, or delete the shop.\n"
        );
        assert!(said(&["operator", "delete", "ann@example.com"]).contains("There is no operator"));
        assert!(said(&["operator", "delete", demo, "--cancel"]).contains("was not requested"));
        ask(&["shop", "delete", "Demo shop"]);
        let waits = said(&["operator", "delete", demo, "--now"]);
        assert!(waits.contains("when that shop is deleted"), "{waits}");
        assert_eq!(
            ask(&["operator", "delete", demo, "--cancel"]),
            format!("The deletion of {demo} is cancelled.\n")
        );
        ask(&["shop", "delete", "Demo shop", "--now"]);
        let later = ask(&["operator", "delete", demo]);
        assert!(later.starts_with("demo@example.com will be deleted on 20"), "{later}");
        assert_eq!(ask(&["operator", "delete", demo, "--now"]), format!("{demo} is deleted.\n"));
        assert_eq!(ask(&["operator", "list"]), "");
    }
}

#[test]
fn the_retention_of_a_shop_is_changed() {
    for database in both() {
        let with =
            |arguments: &[&'static str]| [arguments, &["--database", &database.address]].concat();
        succeed(&with(&["shop", "create", "One", "--currency", "EUR"]));
        succeed(&with(&["shop", "change", "--retention", "24"]));
        let wrong = run(&with(&["shop", "change", "--retention", "7"]));
        assert_eq!(wrong.status.code(), Some(2));
        assert!(String::from_utf8(wrong.stderr).unwrap().contains("6, 12, 24, 36, 60, 120"));
    }
}
