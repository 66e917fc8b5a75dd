//! Text files: nothing of one machine, and no white space that nobody sees.

use super::Violation;
use super::tree::{File, Tree};

const SEEDS: &str = "fuzz/corpus/";

/// No path of this machine stands in the repository.
pub fn private_paths(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in &tree.files {
        for (number, line) in (1..).zip(file.text.lines()) {
            if tree.private.iter().any(|folder| has_path(line, folder)) {
                let sentence = "a path of this machine means nothing on another";
                violations.push(Violation::new(&file.path, number, sentence));
            }
        }
    }
    violations
}

/// Whether something inside the folder is named, and not just a longer path that looks alike.
fn has_path(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(index, _)| {
        let before = line[..index].chars().next_back();
        let joined =
            before.is_some_and(|before| before.is_alphanumeric() || "/._-~}".contains(before));
        !joined && line[index + folder.len()..].starts_with('/')
    })
}

/// No line ends in white space, and Rust is indented with spaces. Snapshots and a fuzzer's seeds are as they are.
pub fn white_space(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    let is_ours = |file: &&File| file.extension() != "snap" && !file.path.starts_with(SEEDS);
    for file in tree.files.iter().filter(is_ours) {
        for (number, line) in (1..).zip(file.text.lines()) {
            if line.ends_with(char::is_whitespace) {
                violations.push(Violation::new(&file.path, number, "white space at the end"));
            }
            if file.extension() == "rs" && line.contains('\t') {
                violations.push(Violation::new(&file.path, number, "a tab; write spaces or `\\t`"));
            }
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::super::said;
    use super::*;

    #[test]
    fn paths_of_this_machine_are_found() {
        let mut tree = Tree::from_files(&[(
            "README.md",
            "see /home/ann/shop\nsee target/home/ann/shop\nsee /home/anna/shop\nat /home/ann.\n",
        )]);
        tree.private = vec!["/home/ann".to_owned()];
        let said: Vec<_> = private_paths(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(said, ["README.md:1: a path of this machine means nothing on another"]);
    }

    #[test]
    fn white_space_that_nobody_sees_is_found() {
        assert_eq!(
            said(white_space, &[("a.md", "fine\nnot fine \n\tfine\n")]),
            ["a.md:2: white space at the end"]
        );
        assert_eq!(
            said(white_space, &[("a.rs", "\tlet a;\n")]),
            ["a.rs:1: a tab; write spaces or `\\t`"]
        );
        for name in ["a.snap", "fuzz/corpus/page/a.html"] {
            assert!(said(white_space, &[(name, "as it is \n")]).is_empty());
        }
    }
}
