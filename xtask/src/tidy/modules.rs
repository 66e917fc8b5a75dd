//! Files: each module says what it is, has a name of the domain, and ends before one is lost in it.

use super::Violation;
use super::tree::{File, Tree};

/// Included into other files, where an introduction cannot stand.
const INCLUDED: &[&str] =
    &["crates/basket-core/src/costs/keys.rs", "crates/basket-core/src/locale/keys.rs"];

const EMPTY_NAMES: &[&str] = &["common", "helper", "helpers", "manager", "misc", "util", "utils"];

const LINES: usize = 400;
/// For tests, tables and style sheets, which are read by looking something up.
const LONG_LINES: usize = 800;

/// Every module opens with what it is.
pub fn introduced(tree: &Tree) -> Vec<Violation> {
    let silent = |file: &&File| {
        file.extension() == "rs"
            && file.stem() != "tests"
            && !is_generated(file)
            && !INCLUDED.contains(&file.path.as_str())
            && !file.text.starts_with("//!")
    };
    let sentence = "a module opens with `//!`: what it is, what it must never know";
    let files = tree.files.iter().filter(silent);
    files.map(|file| Violation::new(&file.path, 1, sentence)).collect()
}

/// Modules are nouns of the domain, and `a.rs` stands beside `a/`.
pub fn named(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.files.iter().filter(|file| file.extension() == "rs") {
        if file.stem() == "mod" {
            let sentence = "name the file after the module, beside its folder";
            violations.push(Violation::new(&file.path, 1, sentence));
        } else if let Some(part) =
            file.path.split(['/', '.']).find(|part| EMPTY_NAMES.contains(part))
        {
            let sentence = format!("`{part}` says nothing; name the module after what it is about");
            violations.push(Violation::new(&file.path, 1, sentence));
        }
    }
    violations
}

/// Sources are short enough to read in one sitting.
pub fn length(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.files.iter().filter(|file| !is_generated(file)) {
        let limit = match file.extension() {
            "css" => LONG_LINES,
            "rs" if file.is_test() || matches!(file.stem(), "table" | "keys") => LONG_LINES,
            "rs" | "js" | "sh" | "sql" | "html" => LINES,
            _ => continue,
        };
        let lines = file.text.lines().count();
        if lines > limit {
            let sentence = format!("{lines} lines, at most {limit}; look for a seam");
            violations.push(Violation::new(&file.path, limit + 1, sentence));
        }
    }
    violations
}

fn is_generated(file: &File) -> bool {
    file.text.lines().next().is_some_and(|line| line.contains("@generated"))
}

#[cfg(test)]
mod tests {
    use super::super::said;
    use super::*;

    #[test]
    fn a_module_without_introduction_is_found() {
        let files = [
            ("src/a.rs", "//! What is true.\n"),
            ("src/a/tests.rs", "use super::*;\n"),
            ("src/generated.rs", "// @generated from the table\n"),
            (INCLUDED[0], "keys! {}\n"),
            ("src/b.rs", "use a;\n"),
        ];
        let said = said(introduced, &files);
        assert_eq!(said.len(), 1);
        assert!(said[0].starts_with("src/b.rs:1: a module opens with"), "{said:?}");
    }

    #[test]
    fn empty_names_are_found() {
        let files = [("src/cart.rs", ""), ("src/utils.rs", ""), ("src/common/a.rs", "")];
        assert_eq!(said(named, &files).len(), 2);
        assert_eq!(
            said(named, &[("src/cart/mod.rs", "")]),
            ["src/cart/mod.rs:1: name the file after the module, beside its folder"]
        );
    }

    #[test]
    fn length_depends_on_the_kind_of_file() {
        let long = "\n".repeat(LINES + 1);
        let files = [("src/table.rs", &*long), ("src/style.css", &*long), ("src/tests.rs", &*long)];
        assert!(said(length, &files).is_empty());
        assert!(said(length, &[("README.md", &long)]).is_empty());
        assert_eq!(
            said(length, &[("src/cart.rs", &long)]),
            ["src/cart.rs:401: 401 lines, at most 400; look for a seam"]
        );
        assert_eq!(said(length, &[("src/tests.rs", &long.repeat(2))]).len(), 1);
    }
}
