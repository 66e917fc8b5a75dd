//! `basket product`: a catalogue into a file and back.

use crate::{
    databases::both,
    program::{Demo, fail, run, succeed},
};
use std::fs;

#[test]
fn what_is_exported_is_imported_as_it_was() {
    for (database, other) in both().into_iter().zip(both()) {
        drop(Demo::start(&["--database", &database.address]));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("products.csv");
        let file = file.to_str().unwrap();
        succeed(&["product", "export", file, "--database", &database.address]);
        let text = fs::read_to_string(file).unwrap();
        let coffee = text.lines().find(|line| line.starts_with("COFFEE")).unwrap();
        assert_eq!(
            coffee,
            "COFFEE,\"Coffee beans, 1 kg\",/demo/pictures/coffee.svg,/#coffee,consumable,2400,\
             weekly 2200; monthly 2100; monthly/3 6000,,,"
        );
        succeed(&["shop", "create", "Other", "--currency", "EUR", "--database", &other.address]);
        let said = succeed(&["product", "import", file, "--database", &other.address]);
        assert_eq!(said, "Products imported: 7. Rows skipped: 0.\n");
        assert_eq!(succeed(&["product", "export", "--database", &other.address]), text);
        // Once more changes the same products and adds none.
        succeed(&["product", "import", file, "--database", &other.address]);
        assert_eq!(succeed(&["product", "export", "--database", &other.address]), text);
    }
}

#[test]
fn bad_rows_are_named_and_keep_the_others_out_unless_they_are_skipped() {
    for database in both() {
        let database = ["--database", &database.address];
        succeed(&[&["shop", "create", "Mine", "--currency", "EUR"], &database[..]].concat());
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("products.csv");
        let rows = "name,sku,price,subscriptions,url\nMug,MUG,1800,,\nCup,CUP,18.00,,\nMug,MUG,1,,\n\
                    Tea,TEA,,monthly,\nPan,PAN,,,\nJug,JUG,5,,javascript:x\nPot,POT,,yearly/2 90,\n";
        fs::write(&file, rows).unwrap();
        let file = file.to_str().unwrap();
        let output = run(&[&["product", "import", file], &database[..]].concat());
        let stderr = String::from_utf8(output.stderr).unwrap();
        let sentences = [
            "line 3: price must be a whole number",
            "line 4: sku also appears in an earlier row",
            "line 5: subscriptions has \"monthly\"; write it like `monthly/3 6000`",
            "line 6: price is missing; set a price or a subscription",
            "line 7: url must start with https://, http:// or /",
        ];
        let expected = sentences.map(|sentence| format!("{file}: {sentence}"));
        assert_eq!(stderr.lines().collect::<Vec<_>>(), expected);
        assert_eq!(output.status.code(), Some(1));
        let export = || succeed(&[&["product", "export"], &database[..]].concat());
        assert_eq!(export().lines().count(), 1, "nothing was imported");
        let output = run(&[&["product", "import", file, "--skip-bad"], &database[..]].concat());
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(said, "Products imported: 2. Rows skipped: 5.\n");
        let export = export();
        let skus: Vec<&str> = export.lines().filter_map(|line| line.split(',').next()).collect();
        assert_eq!(skus, ["sku", "MUG", "POT"]);
    }
}

#[test]
fn every_price_of_a_product_is_printed() {
    for database in both() {
        let ask =
            |arguments: &[&str]| succeed(&[arguments, &["--database", &database.address]].concat());
        ask(&["shop", "create", "Mine", "--currency", "EUR"]);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("products.csv");
        for row in ["2000,monthly/3 900", "1850,monthly/3 900"] {
            fs::write(&file, format!("sku,name,price,subscriptions\nMUG,Mug,{row}\n")).unwrap();
            ask(&["product", "import", file.to_str().unwrap()]);
        }
        let said = ask(&["product", "prices", "MUG"]);
        let words = |line: &str| -> Vec<String> {
            // Times are those of the clock.
            line.split_whitespace().filter(|word| !word.ends_with('Z')).map(str::to_owned).collect()
        };
        let lines: Vec<String> = said.lines().map(|line| words(line).join(" ")).collect();
        let expected = [
            "offer price since before lowest, 30 days reduced lowest, 30 days before",
            "one-off 1850 2000 1850* 2000*",
            "monthly/3 900 - 900* - -",
            "* The history is shorter than these 30 days.",
            "",
            "since offer price",
            "one-off 1850",
            "monthly/3 900",
            "one-off 2000",
        ];
        assert_eq!(lines, expected, "{said}");
        let refused = fail(&["product", "prices", "CUP", "--database", &database.address]);
        assert!(refused.contains("The shop has never had a product CUP."), "{refused}");
    }
}
