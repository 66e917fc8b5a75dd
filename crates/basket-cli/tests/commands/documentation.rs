//! Every command, snippet and JSON of the pages: `README.md` and what is below `docs/`. Each fenced block is run, or
//! checked as far as this machine can; a block that no check knows fails.
//!
//! Each module below checks some languages and reports what is wrong with its blocks all at once.

mod answers;
mod catalogue;
mod commands;
mod data;
mod inline;
mod markup;
mod metrics;
mod node;
mod output;
mod pages;
mod pasted;
mod schedules;
mod scripts;
mod service;
mod settings;
mod shell;
mod sql;
mod style;
mod tags;
mod templates;

use pages::{Block, pages};

/// The languages that have a check, each with the module that has it.
const LANGUAGES: &[(&str, &[&str])] = &[
    ("catalogue", catalogue::LANGUAGES),
    ("data", data::LANGUAGES),
    ("markup", markup::LANGUAGES),
    ("metrics", metrics::LANGUAGES),
    ("output", output::LANGUAGES),
    ("schedules", schedules::LANGUAGES),
    ("scripts", scripts::LANGUAGES),
    ("shell", shell::LANGUAGES),
    ("sql", sql::LANGUAGES),
    ("style", style::LANGUAGES),
    ("templates", templates::LANGUAGES),
];

/// The blocks in these languages, from all pages.
fn blocks(languages: &[&str]) -> Vec<Block> {
    let blocks = pages().into_iter().flat_map(|page| page.blocks);
    blocks.filter(|block| languages.contains(&block.language.as_str())).collect()
}

/// What is wrong with the pages.
#[derive(Debug, Default)]
struct Findings(Vec<String>);

impl Findings {
    fn add(&mut self, block: &Block, what: impl std::fmt::Display) {
        self.0.push(format!("{}: {what}", block.place()));
    }

    /// Adds what is wrong, if something is.
    fn expect(&mut self, block: &Block, result: Result<(), String>) {
        if let Err(what) = result {
            self.add(block, what);
        }
    }

    /// Ends the test.
    fn judge(self) {
        assert!(self.0.is_empty(), "\n{}\n", self.0.join("\n"));
    }
}

#[test]
fn every_block_has_a_language_that_is_checked() {
    let mut findings = Findings::default();
    let mut count = 0;
    for block in pages().into_iter().flat_map(|page| page.blocks) {
        count += 1;
        let language = block.language.as_str();
        let modules = LANGUAGES.iter().filter(|(_, languages)| languages.contains(&language));
        match modules.count() {
            0 => findings.add(&block, format!("nothing checks the language `{language}`")),
            1 => {}
            _ => findings.add(&block, format!("two modules check the language `{language}`")),
        }
    }
    // A parser that finds nothing would find nothing wrong.
    assert!(count > 150, "only {count} blocks were found");
    findings.judge();
}
