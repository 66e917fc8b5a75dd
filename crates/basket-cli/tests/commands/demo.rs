//! `basket demo` as a person starts it, stops it, and gets it wrong.

use crate::program::{Demo, fail, run};
use serde_json::Value;
use std::{fs, net::TcpListener};

#[test]
fn it_says_where_the_shop_is_and_ends_well_when_asked() {
    for signal in ["TERM", "INT"] {
        let mut demo = Demo::start(&[]);
        assert!(demo.first_line.starts_with("Demo shop: http://127.0.0.1:"), "{}", demo.first_line);
        assert_eq!(demo.get("/healthz"), "ok");
        demo.signal(signal);
        assert_eq!(demo.wait().code(), Some(0), "after {signal}");
    }
}

#[test]
fn a_temporary_shop_is_gone_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let mut demo = Demo::start_in(folder.path(), &[]);
    let count = || fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(count(), 1, "the database lies in the temporary folder");
    demo.signal("TERM");
    assert_eq!(demo.wait().code(), Some(0));
    assert_eq!(count(), 0);
}

#[test]
fn it_sells_what_the_documentation_says() {
    let demo = Demo::start(&[]);
    let answer: Value = serde_json::from_str(&demo.get("/v1/products?key=pk_demo")).unwrap();
    let rows: Vec<String> = answer["products"].as_array().unwrap().iter().map(row).collect();
    let expected = [
        "MUG | Stoneware mug | normal | 1800 |  | null",
        "COFFEE | Coffee beans, 1 kg | consumable | 2400 | weekly/1 2200, monthly/1 2100, monthly/3 6000 | null",
        "PAPER | Morning paper | normal | null | daily/1 250, yearly/1 60000 | null",
        "STROLLER | City stroller, rented | normal | null | monthly/1 4900 | 5",
        "EBOOK | The slow kitchen, e-book | digital | 999 |  | null",
        "CHAIR | Oak chair | normal | 14900 |  | 3",
        "LAMP | Desk lamp | normal | 8900 |  | 0",
    ];
    assert_eq!(rows, expected);
    assert_eq!(answer["currency"], "EUR");
}

/// A product as a row of the documentation's table.
fn row(product: &Value) -> String {
    let text = |name: &str| product[name].as_str().unwrap().to_owned();
    let offers = product["subscriptions"].as_array().unwrap().iter().map(|offer| {
        let frequency = offer["frequency"].as_str().unwrap();
        format!("{frequency}/{} {}", offer["interval"], offer["price"])
    });
    let offers = offers.collect::<Vec<_>>().join(", ");
    let (price, stock) = (&product["price"], &product["stock"]);
    let (sku, name, kind) = (text("sku"), text("name"), text("type"));
    format!("{sku} | {name} | {kind} | {price} | {offers} | {stock}")
}

#[test]
fn a_kept_shop_survives_the_hardest_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shop.db");
    let arguments = ["--database", file.to_str().unwrap()];
    let mut demo = Demo::start(&arguments);
    let cart: Value =
        serde_json::from_str(&demo.post("/v1/carts", r#"{"lines":[{"sku":"MUG"}]}"#)).unwrap();
    demo.signal("KILL");
    assert_eq!(demo.wait().code(), None);
    let demo = Demo::start(&arguments);
    let again = demo.get(&format!("/v1/carts/{}?key=pk_demo", cart["id"].as_str().unwrap()));
    let again: Value = serde_json::from_str(&again).unwrap();
    assert_eq!((&again["items"], &again["version"]), (&1.into(), &1.into()));
    let products: Value = serde_json::from_str(&demo.get("/v1/products?key=pk_demo")).unwrap();
    assert_eq!(products["products"].as_array().unwrap().len(), 7, "it is not seeded twice");
}

#[test]
fn a_taken_port_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let message = fail(&["demo", "--listen", &address]);
    assert!(message.starts_with(&format!("basket: {address} is already in use.")), "{message}");
    assert!(message.contains("--listen"), "{message}");
}

#[test]
fn an_address_that_is_none_is_named() {
    let message = fail(&["demo", "--listen", "here"]);
    assert!(message.starts_with("basket: here is not a valid address."), "{message}");
}

#[test]
fn a_database_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    for path in [file.join("shop.db"), folder.path().to_owned(), folder.path().join("no/shop.db")] {
        let path = path.to_str().unwrap();
        let message = fail(&["demo", "--listen", "127.0.0.1:0", "--database", path]);
        assert!(
            message.starts_with(&format!("basket: Cannot open {path} for writing")),
            "{message}"
        );
        assert!(message.contains("--database"), "{message}");
    }
}

#[test]
fn a_file_that_is_no_database_is_named_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("letter.txt");
    let letter = "Dear reader, this is a letter and no database. ".repeat(50);
    fs::write(&file, &letter).unwrap();
    let path = file.to_str().unwrap();
    let message = fail(&["demo", "--listen", "127.0.0.1:0", "--database", path]);
    assert!(message.starts_with(&format!("basket: {path} is not a basket database.")), "{message}");
    assert_eq!(fs::read_to_string(&file).unwrap(), letter);
}

#[test]
fn a_database_of_a_newer_version_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shop.db");
    let path = file.to_str().unwrap();
    let mut demo = Demo::start(&["--database", path]);
    demo.signal("TERM");
    demo.wait();
    // The version of a database's content stands at byte 60 of its file.
    let mut bytes = fs::read(&file).unwrap();
    bytes[60..64].copy_from_slice(&999_u32.to_be_bytes());
    fs::write(&file, bytes).unwrap();
    let message = fail(&["demo", "--listen", "127.0.0.1:0", "--database", path]);
    let expected = format!("basket: {path} was written by a newer version of basket than 1.8.0.");
    assert!(message.starts_with(&expected), "{message}");
}

#[test]
fn it_knows_its_version() {
    let output = run(&["--version"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "basket 1.8.0\n");
}
