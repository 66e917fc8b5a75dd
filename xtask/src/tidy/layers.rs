//! Each thing has one place: the core knows no operating system, SQL stands under the store, and
//! every route in one file.

use super::Violation;
use super::tree::{File, Line, Tree, behind_word, has_word};

const CORE: &str = "crates/basket-core/src/";
const STORE: &str = "crates/basket-store/";
const BENCH: &str = "bench/";

/// The core is `no_std` outside of its tests, and safe.
pub fn core(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.sources().filter(|file| file.path.starts_with(CORE)) {
        for Line { number, code, test } in file.code() {
            if !test && code.contains("std::") && has_word(code, "std") {
                let sentence = "the core is no_std; take it from core or alloc";
                violations.push(Violation::new(&file.path, number, sentence));
            }
            if has_word(code, "unsafe") {
                let sentence = "the core contains no unsafe code";
                violations.push(Violation::new(&file.path, number, sentence));
            }
        }
        if file.path == format!("{CORE}lib.rs") && !file.text.contains("no_std") {
            violations.push(Violation::new(&file.path, 1, "the core must declare itself no_std"));
        }
    }
    violations
}

/// Routes are added in `router.rs` alone. The pages of the browser tests are no part of this.
pub fn routes(tree: &Tree) -> Vec<Violation> {
    let elsewhere = |file: &&File| file.path.starts_with("crates/") && file.stem() != "router";
    lines(tree.sources().filter(elsewhere), |code, _| code.contains(".route("))
        .map(|(path, line)| Violation::new(path, line, "every route stands in router.rs"))
        .collect()
}

/// Statements to a database stand under the store alone. What the service is measured against is none of it.
pub fn sql(tree: &Tree) -> Vec<Violation> {
    let elsewhere = |file: &&File| !file.path.starts_with(STORE) && !file.path.starts_with(BENCH);
    let sentence = "SQL stands only under the store";
    let mut violations: Vec<_> = lines(tree.sources().filter(elsewhere), is_sql)
        .map(|(path, line)| Violation::new(path, line, sentence))
        .collect();
    let scripts = tree.files.iter().filter(|file| file.extension() == "sql" && !file.is_test());
    violations
        .extend(scripts.filter(elsewhere).map(|file| Violation::new(&file.path, 1, sentence)));
    violations
}

fn is_sql(code: &str, next: &str) -> bool {
    let starts = |statement: &str| {
        behind_word(code, statement)
            .any(|behind| behind.is_empty() || behind.starts_with(char::is_whitespace))
    };
    ["SELECT", "INSERT INTO", "DELETE FROM"].into_iter().any(starts)
        || starts("UPDATE") && (has_word(code, "SET") || next.starts_with("SET "))
}

/// Where lines outside of tests match, given each with the line behind it.
fn lines<'a>(
    files: impl Iterator<Item = &'a File>,
    matches: fn(&str, &str) -> bool,
) -> impl Iterator<Item = (&'a str, usize)> {
    files.flat_map(move |file| {
        let mut code = file.code().peekable();
        let mut found = Vec::new();
        while let Some(line) = code.next() {
            let next = code.peek().map_or("", |next| next.code);
            if !line.test && matches(line.code, next) {
                found.push((file.path.as_str(), line.number));
            }
        }
        found
    })
}

#[cfg(test)]
mod tests {
    use super::super::said;
    use super::*;

    #[test]
    fn the_core_takes_nothing_from_std_outside_of_tests() {
        let source = "#![no_std]\n/// Not std::fmt.\nuse core::fmt;\nuse std::io;\n#[cfg(test)]\nmod tests {\n    use std::fs;\n}\n";
        assert_eq!(
            said(core, &[("crates/basket-core/src/lib.rs", source)]),
            ["crates/basket-core/src/lib.rs:4: the core is no_std; take it from core or alloc"]
        );
        assert!(said(core, &[("crates/basket-server/src/lib.rs", source)]).is_empty());
    }

    #[test]
    fn the_core_is_safe_and_says_that_it_is_no_std() {
        let source = "fn f() {\n    unsafe { g() }\n}\n";
        assert_eq!(
            said(core, &[("crates/basket-core/src/lib.rs", source)]),
            [
                "crates/basket-core/src/lib.rs:2: the core contains no unsafe code",
                "crates/basket-core/src/lib.rs:1: the core must declare itself no_std"
            ]
        );
    }

    #[test]
    fn routes_stand_in_the_router() {
        let source = "let router = Router::new()\n    .route(\"/\", get(home));\n";
        assert!(said(routes, &[("crates/basket-server/src/router.rs", source)]).is_empty());
        assert!(said(routes, &[("e2e/src/host_site.rs", source)]).is_empty());
        assert_eq!(
            said(routes, &[("crates/basket-server/src/admin.rs", source)]),
            ["crates/basket-server/src/admin.rs:2: every route stands in router.rs"]
        );
    }

    #[test]
    fn sql_stands_under_the_store() {
        let source = "\"SELECT 1\"\n\"UPDATE carts SET a = 1\"\n\"UPDATE carts\nSET a = 1\"\n\"SELECT\n\"DELETE FROM carts\"\n\"INSERT INTO carts\"\n";
        assert!(said(sql, &[("crates/basket-store/src/carts.rs", source)]).is_empty());
        assert!(
            said(sql, &[("crates/basket-server/tests/service/routes/carts.rs", source)]).is_empty()
        );
        let lines = said(sql, &[("crates/basket-server/src/shop.rs", source)]);
        assert_eq!(lines.len(), 6, "{lines:?}");
    }

    #[test]
    fn words_that_only_look_like_sql_are_fine() {
        let source =
            "// SELECT nothing\nif tag == \"SELECT\" {}\nconst UPDATE: u8 = 1;\nRESELECT \n";
        assert!(said(sql, &[("crates/basket-widget/src/lib.rs", source)]).is_empty());
    }

    #[test]
    fn a_migration_elsewhere_is_found() {
        assert!(said(sql, &[("crates/basket-store/src/migrations/1.sql", "")]).is_empty());
        assert_eq!(said(sql, &[("db/1.sql", "")]), ["db/1.sql:1: SQL stands only under the store"]);
    }
}
