//! Every dependency has a licence that `deny.toml` allows. cargo-deny reads the same file, but is not on every machine and
//! takes minutes to install; this rule always runs.

use spdx::{Expression, ParseMode};
use toml::{Table, Value};

use super::Violation;
use super::tree::Tree;

const DENY: &str = "deny.toml";

/// Checks each crate in the graph.
pub fn allowed(tree: &Tree) -> Vec<Violation> {
    let Some(deny) = tree.files.iter().find(|file| file.path == DENY) else {
        return vec![Violation::new(DENY, 1, "the file is missing")];
    };
    let terms = match deny.text.parse::<Table>() {
        Ok(mut deny) => deny.remove("licenses").unwrap_or(Value::Table(Table::new())),
        Err(error) => return vec![Violation::new(DENY, 1, error.to_string())],
    };
    let lock = tree.files.iter().find(|file| file.path == "Cargo.lock");
    let mut violations = Vec::new();
    for package in tree.packages() {
        let name = package["name"].as_str().unwrap_or_default();
        let licence = package["license"].as_str().unwrap_or("unknown");
        if !is_allowed(licence, &licences_for(name, &terms)) {
            let entry = format!("name = \"{name}\"");
            let line = lock.map_or(1, |lock| lock.line_of(|line| line == entry));
            let sentence = format!("{name} has the licence {licence}, which {DENY} does not allow");
            violations.push(Violation::new("Cargo.lock", line, sentence));
        }
    }
    violations
}

/// The licences that every crate may have, and those that only this one may have.
fn licences_for<'a>(name: &str, terms: &'a Value) -> Vec<&'a str> {
    let list = |table: &'a Value, key: &str| {
        table.get(key).and_then(Value::as_array).into_iter().flatten()
    };
    let exceptions = list(terms, "exceptions")
        .filter(|exception| exception.get("crate").and_then(Value::as_str) == Some(name));
    let own = exceptions.flat_map(|exception| list(exception, "allow"));
    list(terms, "allow").chain(own).filter_map(Value::as_str).collect()
}

/// Whether an SPDX expression holds. Old crates write `/` for `OR`.
fn is_allowed(licence: &str, allowed: &[&str]) -> bool {
    let mode = ParseMode { allow_slash_as_or_operator: true, ..ParseMode::STRICT };
    Expression::parse_mode(licence, mode).is_ok_and(|expression| {
        expression.evaluate(|required| allowed.contains(&required.to_string().as_str()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn expressions_are_understood() {
        let allowed = ["MIT", "BSD-3-Clause", "Apache-2.0 WITH LLVM-exception"];
        let holds = |expression| is_allowed(expression, &allowed);
        assert!(holds("MIT"));
        assert!(holds("GPL-3.0-only OR MIT") && holds("GPL-3.0-only/MIT"));
        assert!(holds("MIT AND BSD-3-Clause") && !holds("MIT AND GPL-3.0-only"));
        assert!(holds("GPL-3.0-only AND MIT OR MIT"));
        assert!(!holds("(GPL-3.0-only OR MIT) AND GPL-3.0-only"));
        assert!(holds("Apache-2.0 WITH LLVM-exception") && !holds("Apache-2.0"));
        assert!(!holds("") && !holds("(MIT") && !holds("MIT)") && !holds("MIT MIT"));
    }

    #[test]
    fn a_licence_that_is_not_allowed_is_found() {
        let deny = "[licenses]\nallow = [\n  \"MIT\",\n]\nexceptions = [\n  \
                    { crate = \"driver\", allow = [\"MPL-2.0\"] },\n]\n[bans]\nallow = [\"GPL-3.0-only\"]\n";
        let mut tree =
            Tree::from_files(&[(DENY, deny), ("Cargo.lock", "[[package]]\nname = \"other\"\n")]);
        tree.metadata = json!({ "packages": [
            { "name": "free", "license": "MIT" },
            { "name": "driver", "license": "MPL-2.0" },
            { "name": "other", "license": "MPL-2.0" },
            { "name": "silent", "license": null },
            { "name": "strict", "license": "GPL-3.0-only" }
        ]});
        let said: Vec<_> = allowed(&tree).iter().map(ToString::to_string).collect();
        let expected =
            "Cargo.lock:2: other has the licence MPL-2.0, which deny.toml does not allow";
        assert_eq!(said.len(), 3, "{said:?}");
        assert_eq!(said[0], expected);
    }

    #[test]
    fn a_file_without_licences_allows_none() {
        let mut tree = Tree::from_files(&[(DENY, "[bans]\n")]);
        tree.metadata = json!({ "packages": [{ "name": "free", "license": "MIT" }] });
        assert_eq!(allowed(&tree).len(), 1);
        let said: Vec<_> = allowed(&Tree::from_files(&[(DENY, "[bans")]));
        assert_eq!(said[0].path, DENY);
    }
}
