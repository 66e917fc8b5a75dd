//! `basket restore`, and programs that meet a database of a later version.

use crate::{
    copies::{fill, read},
    databases::{Database, both, create_earlier},
    program::{Demo, fail, succeed},
};
use rusqlite::{Connection, types::Value};
use std::{collections::BTreeMap, fs, path::Path};
use temporary_postgres::Server;

/// Every row of every table of a file, in an order that both engines' copies share.
fn rows(file: &Path) -> BTreeMap<String, Vec<String>> {
    let connection = Connection::open(file).unwrap();
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'backup'";
    let mut tables = connection.prepare(sql).unwrap();
    let tables: Vec<String> =
        tables.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let rows = |table: &String| {
        let mut statement = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns = statement.column_count();
        let row = |row: &rusqlite::Row<'_>| {
            let values: Vec<Value> = (0..columns).map(|at| row.get(at).unwrap()).collect();
            Ok(format!("{values:?}"))
        };
        let mut rows: Vec<_> = statement.query_map([], row).unwrap().map(Result::unwrap).collect();
        rows.sort();
        rows
    };
    tables.iter().map(|table| (table.clone(), rows(table))).collect()
}

/// A file with a backup of a demo shop.
fn backup(database: &str, file: &Path) {
    succeed(&["backup", file.to_str().unwrap(), "--database", database]);
}

fn restore(file: &Path, to: &Database) -> String {
    succeed(&["restore", file.to_str().unwrap(), "--database", &to.address])
}

/// Tries to restore what must not be; what is said. The target is not even created.
#[track_caller]
fn refused(file: &Path) -> String {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("target.db");
    let (file, to) = (file.to_str().unwrap(), target.to_str().unwrap());
    let said = fail(&["restore", file, "--database", to]);
    assert!(said.contains(file), "{said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing was written");
    said
}

#[test]
fn after_a_disaster_everything_is_as_in_the_backup() {
    for (database, targets) in both().into_iter().map(|database| (database, both())) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("copy.db");
        let service = Demo::start(&["--database", &database.address]);
        let carts = fill(&service, 20);
        let expected: Vec<_> = carts.iter().map(|cart| read(&service, cart)).collect();
        backup(&database.address, &file);
        let before = fs::read(&file).unwrap();
        for change in 0..1000 {
            let line = format!(r#"{{"sku":"MUG","quantity":{}}}"#, change % 5 + 1);
            service.post(&format!("/v1/carts/{}/lines", carts[change % 20]), &line);
        }
        drop(service);
        let after = folder.path().join("after.db");
        backup(&database.address, &after);
        assert_ne!(rows(&after)["carts"], rows(&file)["carts"], "something has changed");

        for target in targets {
            let said = restore(&file, &target);
            assert!(said.starts_with("Restored "), "{said}");
            assert!(!said.contains("Note"), "{said}");
            let again = folder.path().join("again.db");
            backup(&target.address, &again);
            assert_eq!(rows(&again), rows(&file));
            fs::remove_file(again).unwrap();
            let service = Demo::start(&["--database", &target.address]);
            let found: Vec<_> = carts.iter().map(|cart| read(&service, cart)).collect();
            assert_eq!(found, expected);
            assert_eq!(read(&service, &fill(&service, 1)[0])["items"], 3, "it goes on");
            drop(service);
            let said = fail(&["restore", file.to_str().unwrap(), "--database", &target.address]);
            assert!(said.contains("has data already, and nothing was written"), "{said}");
        }
        assert!(fs::read(&file).unwrap() == before, "the backup is as it was");
    }
}

#[test]
fn a_backup_that_was_changed_or_cut_off_is_refused() {
    for database in both() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("copy.db");
        let service = Demo::start(&["--database", &database.address]);
        fill(&service, 20);
        drop(service);
        backup(&database.address, &file);
        let bytes = fs::read(&file).unwrap();
        let in_rows = [&b"COFFEE"[..], b"MUG", b"pk_demo", b"EUR"]
            .map(|text| bytes.windows(text.len()).position(|it| it == text).unwrap());
        let everywhere = (1..20).map(|part| part * bytes.len() / 20);
        for position in in_rows.into_iter().chain(everywhere) {
            let mut bytes = bytes.clone();
            bytes[position] ^= 1;
            fs::write(&file, bytes).unwrap();
            let said = refused(&file);
            let is_told =
                said.contains("was changed after it was made") || said.contains("is corrupt");
            assert!(is_told, "byte {position}: {said}");
        }
        fs::write(&file, &bytes[..bytes.len() - 4096]).unwrap();
        let found = format!("it has {} of {} bytes", bytes.len() - 4096, bytes.len());
        let said = refused(&file);
        assert!(said.contains("is truncated") && said.contains(&found), "{said}");
        fs::write(&file, [&bytes[..], b"more"].concat()).unwrap();
        assert!(refused(&file).contains("was changed after it was made"));
        fs::write(&file, &bytes).unwrap();
        restore(&file, &both()[1]);
    }
}

#[test]
fn a_file_that_is_no_backup_or_of_a_later_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.db");
    assert!(refused(&file).contains("cannot be read"));
    for text in ["", "a text", &"a longer text that could be a file of SQLite".repeat(100)] {
        fs::write(&file, text).unwrap();
        assert!(refused(&file).contains("is not a backup of basket"));
    }
    fs::remove_file(&file).unwrap();
    let other = Connection::open(&file).unwrap();
    other.execute_batch("CREATE TABLE other (id)").unwrap();
    assert!(refused(&file).contains("is not a backup of basket"));
    let [database, _] = both();
    succeed(&["shop", "create", "Tea", "--currency", "EUR", "--database", &database.address]);
    let path = database.address.strip_prefix("sqlite:").unwrap();
    let connection = Connection::open(path).unwrap();
    connection.execute_batch("PRAGMA journal_mode = delete; PRAGMA user_version = 99").unwrap();
    let said = refused(Path::new(path));
    assert!(said.contains("has tables of version 99, newer than this program knows"), "{said}");
}

#[test]
fn a_backup_of_an_earlier_version_is_updated_in_its_copy() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("old.db");
    create_earlier(&file);
    let before = fs::read(&file).unwrap();
    for target in both() {
        let said = restore(&file, &target);
        assert!(said.contains("without a digest"), "{said}");
        assert!(said.contains("updated from version 4"), "{said}");
        assert!(succeed(&["shop", "list", "--database", &target.address]).contains("Tea"));
    }
    assert!(fs::read(&file).unwrap() == before, "the backup is as it was");
    let old = Connection::open(&file).unwrap();
    old.execute_batch("DROP TABLE keys").unwrap();
    let said = refused(&file);
    assert!(said.contains("is corrupt") && said.contains("keys"), "{said}");
}

#[test]
fn a_service_leaves_a_database_of_a_later_version_as_it_is() {
    let [file, server] = both();
    for database in [&file, &server] {
        drop(Demo::start(&["--database", &database.address]));
    }
    let path = file.address.strip_prefix("sqlite:").unwrap();
    let connection = Connection::open(path).unwrap();
    connection.execute_batch("PRAGMA journal_mode = delete; PRAGMA user_version = 99").unwrap();
    drop(connection);
    let name = server.address.rsplit('/').next().unwrap();
    let run = |program: &str, arguments: &[&str]| {
        let server = Server::shared().unwrap();
        let output = server.program(program).arg(name).args(arguments).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    run("psql", &["--command", "INSERT INTO basket_schema (version, oldest) VALUES (99, 99)"]);
    let dump = || {
        let text = run("pg_dump", &[]);
        // Each dump has other keys against commands in its data.
        let is_data =
            |line: &&str| !line.starts_with("\\restrict") && !line.starts_with("\\unrestrict");
        text.lines().filter(is_data).collect::<Vec<_>>().join("\n")
    };
    let (bytes, dumped) = (fs::read(path).unwrap(), dump());
    for database in [&file, &server] {
        let said = fail(&["serve", "--listen", "127.0.0.1:0", "--database", &database.address]);
        assert!(said.contains("was written by a newer version of basket"), "{said}");
    }
    assert!(fs::read(path).unwrap() == bytes, "the file is as it was");
    assert_eq!(fs::read_dir(Path::new(path).parent().unwrap()).unwrap().count(), 1);
    assert!(dump() == dumped, "the tables are as they were");
}
