//! `basket backup` and `basket migrate`.

use crate::{
    databases::{both, create_earlier},
    program::{Demo, fail, run, succeed},
};
use basket_web::files::WIDGET;
use serde_json::Value;
use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

/// A demo shop with carts in it; their ids.
pub(crate) fn fill(service: &Demo, carts: usize) -> Vec<String> {
    let body = r#"{"lines":[{"sku":"MUG","quantity":2},{"sku":"COFFEE","frequency":"weekly"}]}"#;
    let cart = |_| {
        let cart: Value = serde_json::from_str(&service.post("/v1/carts", body)).unwrap();
        cart["id"].as_str().unwrap().to_owned()
    };
    (0..carts).map(cart).collect()
}

/// How a copy is reported that has that many rows of the shop, and the build with its files.
fn report(rows: usize) -> String {
    format!("Copied {} rows to ", rows + 1 + WIDGET.len())
}

pub(crate) fn read(service: &Demo, cart: &str) -> Value {
    let text = service.get(&format!("/v1/carts/{cart}?key=pk_demo"));
    let text = text.replace(&service.url(""), "");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_shop_moves_there_and_back_and_goes_on() {
    let [file, server] = both();
    let [_, elsewhere] = both();
    let service = Demo::start(&["--database", &file.address]);
    let carts = fill(&service, 30);
    let expected: Vec<Value> = carts.iter().map(|cart| read(&service, cart)).collect();
    drop(service);
    let folder = tempfile::tempdir().unwrap();
    let back = format!("sqlite:{}", folder.path().join("back.db").display());
    let ways = [(&file.address, &server.address), (&server.address, &elsewhere.address)];
    for (from, to) in ways.into_iter().chain([(&elsewhere.address, &back)]) {
        let said = succeed(&["migrate", "--from", from, "--to", to]);
        assert!(said.starts_with(&report(118)), "{said}");
        // Once more finds everything there.
        assert_eq!(succeed(&["migrate", "--from", from, "--to", to]), said);
    }
    for address in [&server.address, &back] {
        let service = Demo::start(&["--database", address]);
        let found: Vec<Value> = carts.iter().map(|cart| read(&service, cart)).collect();
        assert_eq!(found, expected);
        let new = fill(&service, 1);
        assert_eq!(read(&service, &new[0])["items"], 3, "new rows find new numbers");
        let prices = format!("{}/prices.csv", folder.path().display());
        fs::write(&prices, "sku,name,price\nMUG,Mug,1700\n").unwrap();
        succeed(&["product", "import", &prices, "--database", address]);
        let said = succeed(&["product", "prices", "MUG", "--database", address]);
        assert!(said.contains(" 1700") && said.contains(" 1800"), "{said}");
    }
}

#[test]
fn a_copy_that_broke_off_is_gone_on_with() {
    let [file, server] = both();
    let service = Demo::start(&["--database", &file.address]);
    fill(&service, 3);
    // As if the copy had ended after the first carts.
    succeed(&["migrate", "--from", &file.address, "--to", &server.address]);
    fill(&service, 5);
    drop(service);
    let said = succeed(&["migrate", "--from", &file.address, "--to", &server.address]);
    assert!(said.starts_with(&report(52)), "{said}");
}

#[test]
fn a_target_that_has_something_else_is_told() {
    let [file, server] = both();
    drop(Demo::start(&["--database", &file.address]));
    let create = ["shop", "create", "Other", "--currency", "EUR", "--database", &server.address];
    succeed(&create);
    let message = fail(&["migrate", "--from", &file.address, "--to", &server.address]);
    assert!(message.contains("differs from"), "{message}");
    let message = fail(&["migrate", "--from", &file.address, "--to", &file.address]);
    assert!(message.contains("Source and target are both"), "{message}");
}

#[test]
fn a_backup_is_made_beside_a_service_that_goes_on() {
    for database in both() {
        let service = Demo::start(&["--database", &database.address]);
        let carts = fill(&service, 4);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("copy.db");
        let backup = ["backup", file.to_str().unwrap(), "--database", &database.address];
        assert!(succeed(&backup).contains("Backed up "));
        fill(&service, 1);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "one file, and whole");
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "for nobody else");
        assert!(fail(&backup).contains("already exists"));
        let copy = Demo::start(&["--database", file.to_str().unwrap()]);
        assert_eq!(read(&copy, &carts[3]), read(&service, &carts[3]));
    }
}

#[test]
fn an_earlier_database_is_copied_as_it_is_and_changed_by_nobody_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("old.db"), folder.path().join("copy.db"));
    create_earlier(&path);
    let version = |path: &Path| -> (i32, String) {
        let file = rusqlite::Connection::open(path).unwrap();
        let version = file.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        (version, file.query_row("SELECT name FROM shops", [], |row| row.get(0)).unwrap())
    };
    let database = path.to_str().unwrap();
    succeed(&["backup", copy.to_str().unwrap(), "--database", database]);
    assert_eq!(version(&copy), (4, "Tea".to_owned()));
    let refused = fail(&["shop", "list", "--database", database]);
    assert!(refused.contains("--migrate"), "{refused}");
    assert_eq!(version(&path), (4, "Tea".to_owned()));
    assert!(succeed(&["shop", "list", "--migrate", "--database", database]).contains("Tea"));
    assert!(version(&path).0 > 4);
    let kept = folder.path().join("old.db.version-4");
    assert_eq!(version(&kept), (4, "Tea".to_owned()), "a way back");
}

#[test]
fn tables_are_upgraded_by_a_command_of_their_own_and_the_service_can_leave_it_to_that() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.db");
    create_earlier(&path);
    let database = path.to_str().unwrap();
    let refused = fail(&["serve", "--no-migrate", "--database", database]);
    assert!(refused.contains("basket migrate-schema"), "{refused}");
    let check = ["migrate-schema", "--check", "--database", database];
    let upgrade = ["migrate-schema", "--database", database];
    let checked = run(&check);
    assert_eq!(checked.status.code(), Some(1));
    let said = String::from_utf8(checked.stdout).unwrap();
    assert!(said.starts_with("The tables have version 4; this program has "), "{said}");
    let said = succeed(&upgrade);
    assert!(said.ends_with("before, it was 4.\n"), "{said}");
    assert!(succeed(&upgrade).ends_with(" already.\n"));
    succeed(&check);
    assert!(succeed(&["shop", "list", "--database", database]).contains("Tea"));
    let new = folder.path().join("new.db");
    let said = succeed(&["migrate-schema", "--database", new.to_str().unwrap()]);
    assert!(said.ends_with("before, it was 0.\n"), "{said}");
}
