//! What a shop is for, with nothing but the release: it sells, and what it sold is still sold after `kill -9`.

use crate::{
    files::{VERSION, file},
    program::Demo,
    root::{Root, unpack},
};
use serde_json::Value;
use std::process::Command;

const ANN: &str = "email=ann%40example.com&name=Ann&address-line1=Elm+Street+1&postal-code=12345\
                   &address-level2=Oakham&country=DE";

/// Makes a shop and sells a mug in it.
fn sell(root: &Root) -> Demo {
    let shop = root.run(
        &["shop", "create", "Mugs", "--currency", "EUR", "--origin", "https://shop.example"],
        "",
    );
    let key = shop.split_whitespace().find(|word| word.starts_with("pk_")).unwrap();
    let products = "sku,name,price,stock\nMUG,Mug,1250,3\n";
    root.run(&["product", "import", "--shop", "1", "-"], products);
    let service = root.serve();
    let post = |path: &str, body: &str| -> Value {
        let call = ureq::post(service.url(path)).header("authorization", format!("Bearer {key}"));
        let mut answer = call.header("content-type", "application/json").send(body).unwrap();
        serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap()
    };
    let cart = post("/v1/carts", r#"{"lines":[{"sku":"MUG"}]}"#);
    let checkout = post(&format!("/v1/carts/{}/checkout", cart["id"].as_str().unwrap()), "{}");
    let path = checkout["url"].as_str().unwrap().strip_prefix(&service.url("")).unwrap();
    assert_eq!(service.form(path, "", ANN).0, 303);
    service
}

fn sells_and_survives(root: &Root) {
    let mut service = sell(root);
    service.signal("KILL");
    service.wait();
    let service = root.serve();
    assert!(service.get("/readyz").contains("ok"), "{}", service.get("/readyz"));
    let person: Value =
        serde_json::from_str(&root.run(&["person", "export", "ann@example.com"], "")).unwrap();
    assert_eq!(person["shops"][0]["orders"].as_array().unwrap().len(), 1);
    assert!(service.get("/v1/basket.js").len() > 1000);
}

#[test]
fn the_image_sells_with_its_own_files_alone() {
    sells_and_survives(&Root::of_image());
}

#[test]
fn the_program_sells_with_no_other_file() {
    sells_and_survives(&Root::of_program());
}

#[test]
fn the_program_for_arm_is_ready() {
    let folder = tempfile::tempdir().unwrap();
    unpack(&file(&format!("basket-{VERSION}-linux-arm64.tar.gz")), folder.path());
    let mut qemu = Command::new("qemu-aarch64-static");
    qemu.arg(folder.path().join(format!("basket-{VERSION}-linux-arm64/basket")));
    qemu.args(["serve", "--listen", "127.0.0.1:0"]).current_dir(folder.path()).env_clear();
    let service = Demo::spawn(&mut qemu);
    assert!(service.get("/readyz").contains("ok"));
}
