//! Dependencies point one way, and what a page loads depends on next to nothing.

use serde_json::Value;

use super::Violation;
use super::tree::Tree;

/// Which crates of ours each crate of ours may use: the drawing in ARCHITECTURE.md. Nothing uses the widget or xtask.
const MAY_USE: &[(&str, &[&str])] = &[
    ("basket-core", &[]),
    ("basket-model", &["basket-core"]),
    ("basket-texts", &["basket-core"]),
    ("basket-store", &["basket-core", "basket-model", "temporary-postgres"]),
    ("basket-delivery", &["basket-core", "basket-model", "basket-store"]),
    ("basket-web", &["basket-core", "embedded-files"]),
    ("basket-designer", &["basket-core", "basket-web", "embedded-files"]),
    (
        "basket-admin",
        &[
            "basket-core",
            "basket-designer",
            "basket-model",
            "basket-store",
            "basket-texts",
            "basket-web",
            "embedded-files",
        ],
    ),
    (
        "basket-server",
        &[
            "basket-admin",
            "basket-core",
            "basket-delivery",
            "basket-designer",
            "basket-model",
            "basket-store",
            "basket-texts",
            "basket-web",
            "embedded-files",
            "temporary-postgres",
        ],
    ),
    (
        "basket-cli",
        &[
            "basket-check",
            "basket-core",
            "basket-delivery",
            "basket-model",
            "basket-server",
            "basket-store",
            "basket-web",
            "temporary-postgres",
        ],
    ),
    ("basket-check", &["basket-core"]),
    (
        "basket-fuzz",
        &[
            "basket-check",
            "basket-core",
            "basket-delivery",
            "basket-model",
            "basket-server",
            "basket-store",
            "basket-web",
        ],
    ),
    ("basket-widget", &["basket-core"]),
    ("bench-failover", &["temporary-postgres"]),
    ("bench-report", &[]),
    ("bench-service", &["temporary-postgres"]),
    ("bench-widget", &["e2e"]),
    ("docs-build", &["basket-check", "basket-core", "basket-designer", "basket-web"]),
    ("embedded-files", &[]),
    ("temporary-postgres", &[]),
    ("widget-build", &["basket-core"]),
    ("xtask", &["bench-report"]),
    ("e2e", &["basket-core", "basket-designer"]),
];

/// Which crates of the product may name a database driver or a framework for pages. Tests may look behind the
/// service's back.
const RESERVED: &[(&str, &[&str])] = &[
    ("deadpool-postgres", &["basket-store"]),
    ("rusqlite", &["basket-store"]),
    ("tokio-postgres", &["basket-store"]),
    ("axum", &["basket-admin", "basket-server"]),
    ("maud", &["basket-admin", "basket-designer", "basket-server"]),
];

/// All that the crates in the widget may use at run time, from anywhere. An entry here is a promise
/// that the crate does no I/O, knows no clock and draws no random numbers.
const PURE: &[(&str, &[&str])] = &[("basket-core", &[]), ("basket-widget", &["basket-core"])];

/// Members use only the members that they may.
pub fn one_way(tree: &Tree) -> Vec<Violation> {
    let members: Vec<&str> = tree.members().map(name).collect();
    let mut violations = Vec::new();
    for package in tree.members() {
        let Some(allowed) = find(MAY_USE, name(package)) else {
            let (path, line) = tree.manifest(package, "name");
            let sentence = format!("{} has no place in the plan of dependencies", name(package));
            violations.push(Violation::new(path, line, sentence));
            continue;
        };
        let uses = dependencies(package).map(name);
        for used in uses.filter(|used| members.contains(used) && !allowed.contains(used)) {
            let (path, line) = tree.manifest(package, used);
            let sentence = format!("{} may not use {used}", name(package));
            violations.push(Violation::new(path, line, sentence));
        }
    }
    violations
}

/// Drivers and frameworks are named only where they belong.
pub fn reserved(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for package in tree.members().filter(|package| name(package).starts_with("basket-")) {
        for dependency in dependencies(package).filter(|dependency| dependency["kind"].is_null()) {
            let used = name(dependency);
            if find(RESERVED, used).is_some_and(|allowed| !allowed.contains(&name(package))) {
                let (path, line) = tree.manifest(package, used);
                let sentence = format!("{} may not name {used}", name(package));
                violations.push(Violation::new(path, line, sentence));
            }
        }
    }
    violations
}

/// The core and the widget use nothing else at run time.
pub fn pure(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for package in tree.members() {
        let Some(allowed) = find(PURE, name(package)) else { continue };
        for dependency in dependencies(package).filter(|dependency| dependency["kind"].is_null()) {
            let used = name(dependency);
            if !allowed.contains(&used) {
                let (path, line) = tree.manifest(package, used);
                let sentence = format!("{} must stay pure and may not use {used}", name(package));
                violations.push(Violation::new(path, line, sentence));
            }
        }
    }
    violations
}

fn find<'a>(list: &[(&str, &'a [&'a str])], name: &str) -> Option<&'a [&'a str]> {
    list.iter().find(|(other, _)| *other == name).map(|(_, uses)| *uses)
}

fn name(value: &Value) -> &str {
    value["name"].as_str().unwrap_or_default()
}

fn dependencies(package: &Value) -> impl Iterator<Item = &Value> {
    package["dependencies"].as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn said(rule: fn(&Tree) -> Vec<Violation>, packages: &[(&str, Value)]) -> Vec<String> {
        let mut tree = Tree::from_files(&[
            ("Cargo.toml", "[workspace]\n"),
            ("crates/basket-core/Cargo.toml", "[dependencies]\nserde = \"1\"\n"),
        ]);
        let ids: Vec<_> = packages.iter().map(|(name, _)| *name).collect();
        let packages: Vec<_> = packages
            .iter()
            .map(|(name, dependencies)| {
                let path = format!("/here/crates/{name}/Cargo.toml");
                json!({
                    "id": name, "name": name, "manifest_path": path, "dependencies": dependencies
                })
            })
            .collect();
        tree.metadata = json!({ "workspace_members": ids, "packages": packages });
        rule(&tree).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_server_may_use_the_core_but_not_the_other_way_round() {
        let server = json!([{ "name": "basket-core", "kind": null }]);
        let core = json!([{ "name": "basket-server", "kind": "dev" }]);
        assert_eq!(
            said(one_way, &[("basket-server", server), ("basket-core", core)]),
            ["crates/basket-core/Cargo.toml:1: basket-core may not use basket-server"]
        );
    }

    #[test]
    fn a_new_crate_needs_a_place_in_the_plan() {
        assert_eq!(
            said(one_way, &[("basket-shed", json!([]))]),
            ["Cargo.toml:1: basket-shed has no place in the plan of dependencies"]
        );
    }

    #[test]
    fn the_core_may_use_others_in_tests_only() {
        let core = json!([{ "name": "serde", "kind": null }, { "name": "insta", "kind": "dev" }]);
        assert_eq!(
            said(pure, &[("basket-core", core)]),
            ["crates/basket-core/Cargo.toml:2: basket-core must stay pure and may not use serde"]
        );
    }
}
