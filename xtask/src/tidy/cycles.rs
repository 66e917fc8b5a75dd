//! The top-level modules of a crate form no cycle. A module uses another if its code names it: by `crate::`, or by
//! `super::` where the module is one file. What the crate's root only passes on counts as a use of where it comes from.

use std::collections::{BTreeMap, BTreeSet};

use super::Violation;
use super::tree::{File, Tree};

type Graph<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// Finds one violation for each crate with a cycle.
pub fn modules(tree: &Tree) -> Vec<Violation> {
    let crates: BTreeSet<&str> = tree.sources().filter_map(crate_of).collect();
    let mut violations = Vec::new();
    for name in crates {
        let files: Vec<_> = tree.sources().filter(|file| crate_of(file) == Some(name)).collect();
        if let Some(cycle) = cycle(&graph(name, &files)) {
            let sentence = format!("its modules form a cycle: {}", cycle.join(" → "));
            violations.push(Violation::new(&format!("crates/{name}/Cargo.toml"), 1, sentence));
        }
    }
    violations
}

fn crate_of(file: &File) -> Option<&str> {
    let (name, rest) = file.path.strip_prefix("crates/")?.split_once('/')?;
    rest.starts_with("src/").then_some(name)
}

/// Where a file stands below `src/`.
fn inside<'a>(name: &str, file: &'a File) -> &'a str {
    file.path.get("crates//src/".len() + name.len()..).unwrap_or_default()
}

/// The top-level module that a file belongs to.
fn module<'a>(name: &str, file: &'a File) -> &'a str {
    let path = inside(name, file);
    path.split('/').next().unwrap_or(path).trim_end_matches(".rs")
}

fn graph<'a>(name: &str, files: &[&'a File]) -> Graph<'a> {
    let is_root = |file: &&&File| matches!(inside(name, file), "lib.rs" | "main.rs");
    let modules: BTreeSet<&str> =
        files.iter().filter(|file| !is_root(file)).map(|file| module(name, file)).collect();
    let root = files.iter().find(is_root);
    let passed_on = root.map(|root| uses(&code(root))).unwrap_or_default();
    let find = |path: &[String]| {
        let first = path.first()?;
        let from = passed_on.iter().find(|used| used.len() > 1 && used.last() == Some(first));
        let origin = from.and_then(|used| used.iter().find(|part| *part != "crate"));
        modules.get(&**first).or_else(|| modules.get(&**origin?)).copied()
    };
    let mut graph = Graph::new();
    for file in files.iter().filter(|file| !is_root(file) && !file.is_test()) {
        let (own, code) = (module(name, file), code(file));
        let is_top = !inside(name, file).contains('/');
        let mut named: Vec<Vec<String>> = Vec::new();
        for used in uses(&code) {
            match used.split_first() {
                Some((start, rest)) if start == "crate" || start == "super" && is_top => {
                    named.push(rest.to_vec());
                }
                _ => {}
            }
        }
        for behind in code.split("crate::").skip(1) {
            let word: String = behind.chars().take_while(|sign| is_name(*sign)).collect();
            named.push(vec![word]);
        }
        let edges = graph.entry(own).or_default();
        edges.extend(named.iter().filter_map(|path| find(path)).filter(|used| *used != own));
    }
    graph
}

fn is_name(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// The code outside of tests, without comments.
fn code(file: &File) -> String {
    let lines = file.code().filter(|line| !line.test).map(|line| line.code);
    lines.collect::<Vec<_>>().join("\n")
}

/// Every path that `use` names, in its parts.
fn uses(code: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for line in code.split_inclusive(';') {
        let Some(start) = line.rfind("use ").filter(|at| {
            let before = line[..*at].chars().next_back();
            before.is_none_or(char::is_whitespace)
        }) else {
            continue;
        };
        spread(&line[start + 4..line.len() - 1], &[], &mut paths);
    }
    paths
}

/// Takes the braces of a `use` apart.
fn spread(text: &str, before: &[String], paths: &mut Vec<Vec<String>>) {
    let mut depth = 0;
    let parts = text.split(|sign| {
        depth += i32::from(sign == '{') - i32::from(sign == '}');
        sign == ',' && depth == 0
    });
    for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
        let (path, inner) = match part.split_once('{') {
            Some((path, inner)) => (path, inner.rsplit_once('}').map(|(inner, _)| inner)),
            None => (part, None),
        };
        let path = path.split(" as ").next().unwrap_or(path);
        let names = path.split("::").map(str::trim).filter(|name| !name.is_empty());
        let whole: Vec<String> = before.iter().cloned().chain(names.map(str::to_owned)).collect();
        match inner {
            Some(inner) => spread(inner, &whole, paths),
            None => paths.push(whole),
        }
    }
}

/// A way from a module back to itself, if there is one.
fn cycle<'a>(graph: &Graph<'a>) -> Option<Vec<&'a str>> {
    let mut done = BTreeSet::new();
    graph.keys().find_map(|start| walk(graph, start, &mut Vec::new(), &mut done))
}

fn walk<'a>(
    graph: &Graph<'a>,
    at: &'a str,
    way: &mut Vec<&'a str>,
    done: &mut BTreeSet<&'a str>,
) -> Option<Vec<&'a str>> {
    if let Some(start) = way.iter().position(|before| *before == at) {
        return Some(way[start..].iter().copied().chain([at]).collect());
    }
    if done.contains(at) {
        return None;
    }
    way.push(at);
    let next = graph.get(at).into_iter().flatten();
    let found = next.copied().find_map(|next| walk(graph, next, way, done));
    way.pop();
    done.insert(at);
    found
}

#[cfg(test)]
mod tests {
    use super::super::said;
    use super::*;

    #[test]
    fn modules_that_use_each_other_are_found_however_they_name_it() {
        let root = "mod a;\nmod b;\nmod c;\npub use b::Thing;\n";
        let found = |a: &str, b: &str| {
            let files = [
                ("crates/x/src/lib.rs", root),
                ("crates/x/src/a.rs", a),
                ("crates/x/src/a/inner.rs", "use super::Deep;\n"),
                ("crates/x/src/b.rs", b),
                ("crates/x/src/c.rs", "use crate::{a::{self, Other}, b};\n"),
            ];
            said(modules, &files)
        };
        let cycle = ["crates/x/Cargo.toml:1: its modules form a cycle: a → b → a"];
        assert_eq!(found("use super::b;\n", "use crate::{\n    a::One,\n};\n"), cycle);
        assert_eq!(found("use crate::Thing;\n", "fn f() {\n    crate::a::g();\n}\n"), cycle);
        assert!(found("use super::b;\n", "// use crate::a;\nuse std::a;\n").is_empty());
        let test = "#[cfg(test)]\nmod tests {\n    use crate::a;\n}\n";
        assert!(found("use super::b;\n", test).is_empty());
    }
}
