use super::*;

fn product(sku: &str, name: &str) -> Product {
    Product {
        sku: sku.to_owned(),
        name: name.to_owned(),
        image: Some("/mug.svg".to_owned()),
        url: None,
        product_type: ProductType::Consumable,
        price: Some(1800),
        subscriptions: vec![Offer {
            period: Period::new(Frequency::Monthly, 3).unwrap(),
            price: 6000,
        }],
        stock: Some(4),
        weight: Some(350),
        tax_class: Some("reduced".to_owned()),
    }
}

#[test]
fn what_is_written_is_read_as_it_was() {
    let products =
        [product("A", "=cmd()"), product("-B", "Mug, \"large\""), product("C", "'+1\u{e4}")];
    let text = header() + &write(&products);
    assert_eq!(
        text.lines().nth(1).unwrap(),
        "A,'=cmd(),/mug.svg,,consumable,1800,monthly/3 6000,4,350,reduced"
    );
    let sheet = read(text.as_bytes()).unwrap();
    assert_eq!((sheet.products, sheet.bad), (products.to_vec(), Vec::new()));
}

#[test]
fn other_signs_between_the_cells_are_understood() {
    for file in [
        "sku;name;price;subscriptions\nA;Mug, large;5;\"weekly 3; yearly 9\"\n",
        "sku\tname\tprice\tsubscriptions\nA\tMug, large\t5\tweekly 3; yearly 9\n",
        "\u{feff}SKU, name ,price,subscriptions\r\nA,\"Mug, large\",5,weekly 3; yearly 9\r\n",
    ] {
        let sheet = read(file.as_bytes()).unwrap();
        assert_eq!(sheet.bad, []);
        assert_eq!(sheet.products[0].name, "Mug, large");
        assert_eq!(sheet.products[0].subscriptions.len(), 2);
    }
}

#[test]
fn bad_rows_are_named_by_their_lines() {
    let file = b"sku,name,price\nA,\"two\nlines\",1\nB,Mug,1.5\nC,\xff,1\nD,Pot,1\nD,Pot,1\n";
    let sheet = read(&file[..]).unwrap();
    let said: Vec<String> = sheet.bad.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "line 2: name contains control characters",
            "line 4: price must be a whole number",
            "line 5: the row is not UTF-8 text",
            "line 7: sku also appears in an earlier row",
        ]
    );
    assert_eq!(sheet.products.len(), 1);
}

#[test]
fn a_file_without_its_columns_is_refused() {
    let refused = |file: &str| read(file.as_bytes()).unwrap_err().to_string();
    assert_eq!(refused("sku,price\n"), "The column \"name\" is missing.");
    assert_eq!(refused("sku,name,sku\n"), "The column \"sku\" appears twice.");
    assert!(
        refused("sku,name,colour\n").starts_with("Unknown column \"colour\". The columns are:")
    );
    assert_eq!(refused(""), "The column \"sku\" is missing.");
}

#[test]
fn a_list_of_stocks_needs_no_prices() {
    let sheet = read(&b"sku,name,stock\nA,Mug,4\n,Pot,5\n"[..]).unwrap();
    let [mug] = &sheet.products[..] else { panic!("{:?}", sheet.products) };
    assert_eq!((&*mug.sku, mug.price, mug.stock), ("A", None, Some(4)));
    assert_eq!(sheet.bad[0].to_string(), "line 3: sku is missing");
    // A file with a price column needs a price in each row.
    for file in ["sku,name,price\nA,Mug,\n", "sku,name,subscriptions\nA,Mug,\n"] {
        let sheet = read(file.as_bytes()).unwrap();
        assert!(sheet.bad[0].reason.starts_with("price is missing"), "{:?}", sheet.bad);
    }
}

#[test]
fn a_file_that_breaks_off_is_unreadable() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
    }
    let failed = read(b"sku,name,price\nA,Mug,1\n".chain(Broken)).unwrap_err();
    assert!(
        matches!(&failed, BadSheet::Unreadable(error) if error.to_string() == "gone"),
        "{failed}"
    );
}
