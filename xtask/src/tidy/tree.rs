//! What the rules look at: the text files of the repository, its new commits, and what cargo knows of its crates.

use std::env;
use std::fs;
use std::path::Path;

use anyhow::Result;
use serde_json::Value;

use super::commits;
use crate::tool;

/// Folders that many share, so that their names say nothing about one machine.
const SHARED: &[&str] = &["/", "/home", "/mnt", "/opt", "/srv", "/tmp", "/usr/src", "/var/tmp"];

/// The repository.
#[derive(Default)]
pub struct Tree {
    /// Its text files, by path.
    pub files: Vec<File>,
    /// The paths of all its files, pictures too.
    pub names: Vec<String>,
    /// The answer of `cargo metadata`.
    pub metadata: Value,
    /// The commits since the rule about them, each with its abbreviated hash and its subject.
    pub commits: Vec<(String, String)>,
    /// Folders of this machine that mean nothing on another.
    pub private: Vec<String>,
}

/// A text file.
pub struct File {
    /// From the root of the repository, with `/`.
    pub path: String,
    /// All of it.
    pub text: String,
}

/// A line of Rust without its comment.
pub struct Line<'a> {
    /// From one.
    pub number: usize,
    /// Without the white space around it.
    pub code: &'a str,
    /// Whether only tests contain it.
    pub test: bool,
}

impl Tree {
    /// Reads what git tracks or would track.
    pub fn read() -> Result<Self> {
        let mut git = tool::command("git");
        let list = tool::output(git.args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
            "--deduplicate",
        ]))?;
        // A file may be gone from the disk before git hears of it.
        let there = |name: &&str| tool::root().join(name).is_file();
        let names: Vec<_> = list.split_terminator('\0').filter(there).map(str::to_owned).collect();
        let mut files = Vec::new();
        for path in &names {
            let bytes = fs::read(tool::root().join(path))?;
            if let Ok(text) = String::from_utf8(bytes) {
                files.push(File { path: path.clone(), text });
            }
        }
        let (metadata, commits, private) = (tool::metadata()?, new_commits(), private());
        Ok(Self { files, names, metadata, commits, private })
    }

    /// A tree of the given files.
    #[cfg(test)]
    pub fn from_files(files: &[(&str, &str)]) -> Self {
        let file =
            |(path, text): &(&str, &str)| File { path: (*path).into(), text: (*text).into() };
        let names = files.iter().map(|(path, _)| (*path).to_owned()).collect();
        Self { files: files.iter().map(file).collect(), names, ..Self::default() }
    }

    /// The Rust sources, but for these rules, which name what they forbid.
    pub fn sources(&self) -> impl Iterator<Item = &File> {
        self.files
            .iter()
            .filter(|file| file.extension() == "rs" && !file.path.starts_with("xtask/src/tidy"))
    }

    /// The members of the workspace, as cargo describes them.
    pub fn members(&self) -> impl Iterator<Item = &Value> {
        let members = self.metadata["workspace_members"].as_array();
        let is_member =
            move |package: &&Value| members.is_some_and(|members| members.contains(&package["id"]));
        self.packages().filter(is_member)
    }

    /// Every crate in the graph, as cargo describes it.
    pub fn packages(&self) -> impl Iterator<Item = &Value> {
        self.metadata["packages"].as_array().into_iter().flatten()
    }

    /// The path of a package's manifest, and the line in it that starts with a word.
    pub fn manifest(&self, package: &Value, word: &str) -> (&str, usize) {
        let absolute = package["manifest_path"].as_str().unwrap_or_default().replace('\\', "/");
        let inside = |file: &&File| {
            file.path.ends_with("Cargo.toml") && absolute.ends_with(&format!("/{}", file.path))
        };
        // The longest, because every manifest's path also ends like the root's.
        let Some(file) = self.files.iter().filter(inside).max_by_key(|file| file.path.len()) else {
            return ("Cargo.toml", 1);
        };
        (&file.path, file.line_of(|line| line.starts_with(word)))
    }
}

impl File {
    /// The last part of its name.
    pub fn extension(&self) -> &str {
        Path::new(&self.path).extension().and_then(|extension| extension.to_str()).unwrap_or("")
    }

    /// Its name without folder and extension.
    pub fn stem(&self) -> &str {
        Path::new(&self.path).file_stem().and_then(|stem| stem.to_str()).unwrap_or("")
    }

    /// Whether only tests use it.
    pub fn is_test(&self) -> bool {
        self.path.contains("/tests/") || self.path.starts_with("e2e/") || self.stem() == "tests"
    }

    /// The number of the first such line, or of the first line.
    pub fn line_of(&self, matches: impl Fn(&str) -> bool) -> usize {
        self.text.lines().position(matches).map_or(1, |index| index + 1)
    }

    /// Its lines as code. Relies on rustfmt: an item behind `#[cfg(test)]` ends at a line with a
    /// closing brace as far to the right as the item's first line.
    pub fn code(&self) -> impl Iterator<Item = Line<'_>> {
        let all = self.is_test();
        let mut gated = false;
        let mut inside = None;
        (1..).zip(self.text.lines()).filter_map(move |(number, line)| {
            let start = line.trim_start();
            if start.starts_with("//") {
                return None;
            }
            let code = start.split(" // ").next().unwrap_or(start).trim_end();
            let indent = line.len() - start.len();
            let test = all || gated || inside.is_some();
            if gated && code.ends_with('{') {
                inside = Some(indent);
            } else if code == "}" && inside == Some(indent) {
                inside = None;
            }
            gated = code == "#[cfg(test)]" || gated && code.starts_with("#[");
            Some(Line { number, code, test })
        })
    }
}

/// The commits after the base of the rule. There are none where git does not have the base: in a shallow clone, or in
/// sources without a repository.
fn new_commits() -> Vec<(String, String)> {
    let mut git = tool::command("git");
    git.args(["log", "--format=%h %s", &format!("{}..HEAD", commits::BASE)]);
    let log = tool::output(&mut git).unwrap_or_default();
    let lines = log.lines().filter_map(|line| line.split_once(' '));
    lines.map(|(commit, subject)| (commit.to_owned(), subject.to_owned())).collect()
}

/// The home folder, the repository's, and the one that it stands in.
fn private() -> Vec<String> {
    let home = env::var("HOME").ok();
    let root = tool::root();
    let folders = [Some(root), root.parent(), home.as_deref().map(Path::new)];
    let folders = folders.into_iter().flatten().filter_map(Path::to_str);
    folders.filter(|folder| !SHARED.contains(folder)).map(str::to_owned).collect()
}

/// Whether a text has a word, not just as a part of a longer one.
pub fn has_word(text: &str, word: &str) -> bool {
    behind_word(text, word).next().is_some()
}

/// What follows each place where a text has a word.
pub fn behind_word<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = &'a str> {
    let joins = |character: Option<char>| {
        character.is_some_and(|character| character.is_alphanumeric() || character == '_')
    };
    text.match_indices(word).filter_map(move |(index, _)| {
        let behind = &text[index + word.len()..];
        let whole = !joins(text[..index].chars().next_back()) && !joins(behind.chars().next());
        whole.then_some(behind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_told_from_comments_and_tests() {
        let source = "//! Doc\nuse a; // why\n#[cfg(test)]\nextern crate std;\nfn b() {\n}\n\
                      #[cfg(test)]\nmod tests {\n    fn c() {\n    }\n}\nfn d() {}\n";
        let tree = Tree::from_files(&[("src/a.rs", source)]);
        let lines: Vec<_> =
            tree.files[0].code().map(|line| (line.number, line.code, line.test)).collect();
        assert_eq!(lines[0], (2, "use a;", false));
        assert_eq!(lines[2], (4, "extern crate std;", true));
        let tests: Vec<_> = lines.iter().filter(|line| line.2).map(|line| line.0).collect();
        assert_eq!(tests, [4, 8, 9, 10, 11]);
    }

    #[test]
    fn words_are_whole() {
        assert!(has_word("use std::fmt", "std"));
        assert!(!has_word("use my_std::fmt", "std"));
        assert!(!has_word("unsafe_code", "unsafe"));
    }
}
