//! Every dependency's licence is one that `deny.toml` allows, whether or not cargo-deny is there.

use super::Violation;
use super::tree::Tree;

const DENY: &str = "deny.toml";

/// What `deny.toml` says about licences.
struct Terms {
    allow: Vec<String>,
    /// A crate, and what it alone may have.
    exceptions: Vec<(String, Vec<String>)>,
}

/// Checks each crate in the graph against `deny.toml`.
pub fn allowed(tree: &Tree) -> Vec<Violation> {
    let Some(deny) = tree.files.iter().find(|file| file.path == DENY) else {
        return vec![Violation::new(DENY, 1, "the file is missing")];
    };
    let terms = read(&deny.text);
    let lock = tree.files.iter().find(|file| file.path == "Cargo.lock");
    let mut violations = Vec::new();
    for package in tree.packages() {
        let name = package["name"].as_str().unwrap_or_default();
        let own = terms.exceptions.iter().filter(|(exempt, _)| exempt == name);
        let own: Vec<_> = own.flat_map(|(_, licences)| licences).collect();
        let licence = package["license"].as_str().unwrap_or("unknown");
        let allows =
            |id: &str| terms.allow.iter().chain(own.iter().copied()).any(|allowed| allowed == id);
        if !satisfied(licence, &allows) {
            let entry = format!("name = \"{name}\"");
            let line = lock.map_or(1, |lock| lock.line_of(|line| line == entry));
            let sentence = format!("{name} has the licence {licence}, which {DENY} does not allow");
            violations.push(Violation::new("Cargo.lock", line, sentence));
        }
    }
    violations
}

/// Reads the lists of the section `[licenses]`, one entry a line.
fn read(text: &str) -> Terms {
    let mut terms = Terms { allow: Vec::new(), exceptions: Vec::new() };
    let section = text.split_once("[licenses]").map_or("", |(_, section)| section);
    let lines = section.lines().map(str::trim).take_while(|line| !line.starts_with('['));
    for line in lines {
        let mut quoted = line.split('"').skip(1).step_by(2).map(str::to_owned);
        if line.starts_with('"') {
            terms.allow.extend(quoted);
        } else if line.starts_with("{ crate") {
            let name = quoted.next().unwrap_or_default();
            terms.exceptions.push((name, quoted.collect()));
        }
    }
    terms
}

/// Whether an SPDX expression holds. `AND` binds closer than `OR`; `/` is an old way to write `OR`.
fn satisfied(expression: &str, allows: &dyn Fn(&str) -> bool) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words = spaced.split_whitespace().peekable();
    let holds = any(&mut words, allows);
    // What is left over was not understood, and so is not allowed.
    holds && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn any(words: &mut Words<'_>, allows: &dyn Fn(&str) -> bool) -> bool {
    let mut holds = all(words, allows);
    while words.next_if_eq(&"OR").is_some() {
        holds |= all(words, allows);
    }
    holds
}

fn all(words: &mut Words<'_>, allows: &dyn Fn(&str) -> bool) -> bool {
    let mut holds = one(words, allows);
    while words.next_if_eq(&"AND").is_some() {
        holds &= one(words, allows);
    }
    holds
}

fn one(words: &mut Words<'_>, allows: &dyn Fn(&str) -> bool) -> bool {
    let Some(id) = words.next() else { return false };
    if id == "(" {
        let holds = any(words, allows);
        return words.next_if_eq(&")").is_some() && holds;
    }
    match words.next_if_eq(&"WITH").and_then(|_| words.next()) {
        Some(exception) => allows(&format!("{id} WITH {exception}")),
        None => allows(id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn expressions_are_understood() {
        let allows =
            |id: &str| matches!(id, "MIT" | "BSD-3-Clause" | "Apache-2.0 WITH LLVM-exception");
        let holds = |expression| satisfied(expression, &allows);
        assert!(holds("MIT"));
        assert!(holds("GPL-3.0 OR MIT") && holds("GPL-3.0/MIT"));
        assert!(holds("MIT AND BSD-3-Clause") && !holds("MIT AND GPL-3.0"));
        assert!(holds("GPL-3.0 AND MIT OR MIT") && !holds("(GPL-3.0 OR MIT) AND GPL-3.0"));
        assert!(holds("Apache-2.0 WITH LLVM-exception") && !holds("Apache-2.0"));
        assert!(!holds("") && !holds("(MIT") && !holds("MIT)") && !holds("MIT MIT"));
    }

    #[test]
    fn a_licence_that_is_not_allowed_is_found() {
        let deny = "[licenses]\nallow = [\n  \"MIT\",\n]\nexceptions = [\n  \
                    { crate = \"driver\", allow = [\"MPL-2.0\"] },\n]\n[bans]\n\"GPL-3.0\"\n";
        let mut tree = Tree::of(&[(DENY, deny), ("Cargo.lock", "[[package]]\nname = \"other\"\n")]);
        tree.metadata = json!({ "packages": [
            { "name": "free", "license": "MIT" },
            { "name": "driver", "license": "MPL-2.0" },
            { "name": "other", "license": "MPL-2.0" },
            { "name": "silent", "license": null },
            { "name": "strict", "license": "GPL-3.0" }
        ]});
        let said: Vec<_> = allowed(&tree).iter().map(ToString::to_string).collect();
        let expected =
            "Cargo.lock:2: other has the licence MPL-2.0, which deny.toml does not allow";
        assert_eq!(said.len(), 3, "{said:?}");
        assert_eq!(said[0], expected);
    }
}
