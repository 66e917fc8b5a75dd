//! One version for everything that ships together.

use serde_json::Value;

use super::Violation;
use super::tree::Tree;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Every crate and every npm package carries the workspace's version.
pub fn one(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    let sentence = |found: &str| format!("version {found}, but the workspace is {VERSION}");
    for package in tree.members() {
        let found = package["version"].as_str().unwrap_or("unknown");
        if found != VERSION {
            let (path, line) = tree.manifest(package, "version");
            violations.push(Violation::new(path, line, sentence(found)));
        }
    }
    for file in tree.files.iter().filter(|file| file.path.ends_with("package.json")) {
        let package: Value = serde_json::from_str(&file.text).unwrap_or_default();
        let found = package["version"].as_str().unwrap_or("unknown");
        if found != VERSION {
            let line = file.line_of(|line| line.contains("\"version\""));
            violations.push(Violation::new(&file.path, line, sentence(found)));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn another_version_is_found() {
        let mut tree = Tree::from_files(&[
            ("crates/a/Cargo.toml", "[package]\nversion = \"0.1.0\"\n"),
            ("npm/package.json", "{\n  \"name\": \"b\",\n  \"version\": \"0.2.0\"\n}"),
        ]);
        let path = "/here/crates/a/Cargo.toml";
        tree.metadata = json!({
            "workspace_members": ["a"],
            "packages": [{ "id": "a", "version": "0.1.0", "manifest_path": path }]
        });
        let said: Vec<_> = one(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(said.len(), 2);
        assert!(said[0].starts_with("crates/a/Cargo.toml:2: version 0.1.0, but"), "{said:?}");
        assert!(said[1].starts_with("npm/package.json:3: version 0.2.0, but"), "{said:?}");
    }

    #[test]
    fn the_same_version_is_fine() {
        let package = format!("{{ \"version\": \"{VERSION}\" }}");
        assert!(one(&Tree::from_files(&[("npm/package.json", &package)])).is_empty());
    }
}
