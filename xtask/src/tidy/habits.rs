//! Words that do not belong into Rust sources.

use super::Violation;
use super::tree::Tree;

/// The one loop that may wait: every wait in the browser tests goes through it and has an end.
const POLL: &str = "e2e/src/poll.rs";

const WORDS: &[(&str, &str)] = &[
    ("[allow(", "say `#[expect(…, reason = …)]`, which goes away with its cause"),
    ("#[ignore", "a test that is not run proves nothing"),
    ("todo!(", "what is not done does not ship"),
];

/// Nothing is silenced, skipped or left open.
pub fn words(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.sources() {
        for line in file.code() {
            for (_, sentence) in WORDS.iter().filter(|(word, _)| line.code.contains(word)) {
                violations.push(Violation::new(&file.path, line.number, *sentence));
            }
        }
    }
    violations
}

/// Tests wait for what they want to see, never for a time to pass.
pub fn sleeps(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.sources().filter(|file| file.path != POLL) {
        for line in file.code().filter(|line| line.test && line.code.contains("sleep(")) {
            let sentence = "tests never sleep; wait for what the test wants to see";
            violations.push(Violation::new(&file.path, line.number, sentence));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::super::said;
    use super::*;

    #[test]
    fn each_word_is_found() {
        let source = "#[allow(dead_code)]\n#[ignore = \"slow\"]\ntodo!()\n#![allow(unused)]\n";
        let lines: Vec<_> = said(words, &[("a.rs", source)]);
        assert_eq!(lines.len(), 4, "{lines:?}");
        assert_eq!(lines[1], "a.rs:2: a test that is not run proves nothing");
        assert!(said(words, &[("a.rs", "#[expect(dead_code, reason = \"soon\")]\n")]).is_empty());
    }

    #[test]
    fn tests_never_sleep_but_the_poll_loop_and_the_service_may() {
        let source = "thread::sleep(PAUSE);\n";
        assert!(said(sleeps, &[(POLL, source)]).is_empty());
        assert!(said(sleeps, &[("crates/basket-server/src/service.rs", source)]).is_empty());
        assert_eq!(said(sleeps, &[("e2e/tests/focus.rs", source)]).len(), 1);
        assert_eq!(said(sleeps, &[("crates/basket-server/src/store/tests.rs", source)]).len(), 1);
    }
}
