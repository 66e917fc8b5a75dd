//! Words that people do not use when they write about software, and that send a reader in circles. Documents have none of
//! them, nor do the texts that people read in a program.

use super::Violation;
use super::tree::{File, Tree};

/// Each in lower case, with what to write instead.
const WORDS: &[(&str, &str)] = &[
    ("whoever", "name the person: the shopper, an operator, anyone who"),
    ("somebody", "name the person, or write someone"),
    ("mend", "fix"),
    ("is none", "say what it is"),
    ("will not do", "is not enough, or is not allowed"),
    ("mended", "fixed"),
    ("goes on with", "continues"),
    ("gone on with", "resumed"),
    ("is welcome in", "retry in"),
    ("cannot be had", "is not available"),
    ("can be had", "is available, or is in stock"),
    ("everybody", "everyone, or name them: all members, every user"),
    ("one's own", "your own"),
    ("broke off", "was interrupted, or failed"),
    ("broken off", "interrupted"),
    ("for ever", "forever"),
    ("not just now", "temporarily unavailable"),
    ("whence", "where from"),
    ("whither", "where to"),
];

/// Pages that are kept as they were written, or that quote others.
const KEPT: [&str; 3] = ["docs/decisions/", "docs/asvs.md", "e2e/frozen/"];

/// No document has one of the words, except in code.
pub fn documents(tree: &Tree) -> Vec<Violation> {
    let is_document = |file: &&File| {
        file.extension() == "md" && !KEPT.iter().any(|kept| file.path.starts_with(kept))
    };
    let mut violations = Vec::new();
    for file in tree.files.iter().filter(is_document) {
        let mut is_code = false;
        for (number, line) in (1..).zip(file.text.lines()) {
            is_code ^= line.trim_start().starts_with("```");
            let sentences = found(line).filter(|_| !is_code);
            violations
                .extend(sentences.map(|sentence| Violation::new(&file.path, number, sentence)));
        }
    }
    violations
}

/// No text in quotes has one of the words, in what the product is made of. Comments are for developers, and so are tests.
pub fn texts(tree: &Tree) -> Vec<Violation> {
    let is_product = |file: &&File| {
        let is_source = file.path.starts_with("crates/") && file.path.contains("/src/");
        file.extension() == "rs" && is_source && !file.path.contains("test")
    };
    let mut violations = Vec::new();
    for file in tree.files.iter().filter(is_product) {
        let product = file.text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in (1..).zip(product.lines()) {
            if !line.trim_start().starts_with("//") {
                let quoted = line.split('"').skip(1).step_by(2);
                let sentences = quoted.flat_map(found);
                violations
                    .extend(sentences.map(|sentence| Violation::new(&file.path, number, sentence)));
            }
        }
    }
    violations
}

/// What is to be said about a text.
fn found(text: &str) -> impl Iterator<Item = String> {
    let text = text.to_lowercase();
    WORDS
        .iter()
        .filter(move |(word, _)| has_word(&text, word))
        .map(|(word, instead)| format!("\"{word}\"; write: {instead}"))
}

/// Whether these words stand in a text as words of their own.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let is_edge = |next: Option<char>| !next.is_some_and(char::is_alphanumeric);
        is_edge(text[..at].chars().next_back()) && is_edge(text[at + word.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::super::said;
    use super::*;

    #[test]
    fn documents_have_none_of_the_words() {
        let page = "Mend it.\nRecommended: emendation.\nwhoever reads\n```\nmend\n```\n";
        assert_eq!(
            said(documents, &[("docs/a.md", page), ("docs/decisions/1.md", page), ("a.rs", page)]),
            [
                "docs/a.md:1: \"mend\"; write: fix",
                "docs/a.md:3: \"whoever\"; write: name the person: the shopper, an operator, anyone who"
            ]
        );
    }

    #[test]
    fn texts_have_none_of_the_words_and_comments_may() {
        let code =
            "// somebody\nlet a = (\"fine\", mend, \"somebody came\");\n#[cfg(test)]\n\"mend\"\n";
        assert_eq!(
            said(texts, &[("crates/a/src/a.rs", code), ("xtask/src/a.rs", code)]),
            ["crates/a/src/a.rs:2: \"somebody\"; write: name the person, or write someone"]
        );
    }
}
