//! `tidy`: the rules of the house that a program can check. Each rule is a function from the tree
//! to what violates it; it reads no file and starts no program, so its tests are a few lines.

mod commits;
mod cycles;
mod dependencies;
mod figures;
mod habits;
mod layers;
mod licences;
mod links;
mod locales;
mod modules;
mod shares;
mod text;
mod tree;
mod versions;
mod words;

use std::fmt;

use anyhow::{Result, bail};

use crate::{terminal, tool};
use tree::Tree;

/// A place where a rule does not hold, and a sentence on it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Violation {
    path: String,
    line: usize,
    sentence: String,
}

impl Violation {
    fn new(path: &str, line: usize, sentence: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, sentence: sentence.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.path, self.line, self.sentence)
    }
}

const RULES: &[fn(&Tree) -> Vec<Violation>] = &[
    commits::short,
    cycles::modules,
    dependencies::one_way,
    dependencies::pure,
    dependencies::reserved,
    figures::measured,
    habits::words,
    habits::sleeps,
    layers::core,
    layers::routes,
    layers::sql,
    licences::allowed,
    links::relative,
    locales::same_keys,
    modules::introduced,
    modules::length,
    modules::named,
    shares::limited,
    text::private_paths,
    text::white_space,
    words::documents,
    words::texts,
    versions::one,
];

/// Checks the tree as it is on the disk, committed or not.
pub fn run() -> Result<()> {
    let tree = Tree::read()?;
    let mut violations: Vec<_> = RULES.iter().flat_map(|rule| rule(&tree)).collect();
    violations.sort();
    terminal::say(&shares::table(&tree));
    for violation in &violations {
        terminal::say(&violation.to_string());
    }
    match violations.len() {
        0 => terminal::say(&format!("tidy: {} files, nothing to say", tree.files.len())),
        1 => bail!(tool::Finding("tidy found one violation".to_owned())),
        count => bail!(tool::Finding(format!("tidy found {count} violations"))),
    }
    Ok(())
}

/// What a rule says of a tree of the given files, as printed.
#[cfg(test)]
fn said(rule: fn(&Tree) -> Vec<Violation>, files: &[(&str, &str)]) -> Vec<String> {
    rule(&Tree::from_files(files)).iter().map(ToString::to_string).collect()
}
