//! Subjects of new commits are short enough for every tool that lists commits. Older commits are left as they are.

use super::Violation;
use super::tree::Tree;

/// The last commit before this rule. In a shallow clone it may be missing; then no commit is checked.
pub const BASE: &str = "059220d0962e32aeb97e1998a6f152a7bf43fab0";

/// The most characters of a subject.
const LIMIT: usize = 72;

/// Subjects have at most 72 characters.
pub fn short(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (commit, subject) in &tree.commits {
        let length = subject.chars().count();
        // git wrote the subject of a merge, not a person.
        if length > LIMIT && !subject.starts_with("Merge ") {
            let sentence =
                format!("the subject has {length} characters, at most {LIMIT}: {subject}");
            violations.push(Violation::new(&format!("commit {commit}"), 1, sentence));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(subject: &str) -> Vec<String> {
        let commits = vec![("0a1b2c3".to_owned(), subject.to_owned())];
        let tree = Tree { commits, ..Tree::default() };
        short(&tree).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_long_subject_is_found() {
        let long = format!("widget: {}", "ü".repeat(65));
        assert!(said(&long[..long.len() - 2]).is_empty());
        let expected =
            format!("commit 0a1b2c3:1: the subject has 73 characters, at most 72: {long}");
        assert_eq!(said(&long), [expected]);
        assert!(said(&format!("Merge branch '{}'", "a".repeat(80))).is_empty());
    }
}
