//! The pages as text: their fenced blocks, and what stands in backticks between them.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A page of the documentation.
#[derive(Debug)]
pub(super) struct Page {
    /// Its path in the repository.
    pub(super) name: String,
    pub(super) blocks: Vec<Block>,
    /// The texts in backticks, each with its line.
    pub(super) codes: Vec<(usize, String)>,
}

/// A fenced block.
#[derive(Debug, Clone)]
pub(super) struct Block {
    /// The path of its page in the repository.
    pub(super) page: String,
    /// The line of its fence.
    pub(super) line: usize,
    pub(super) language: String,
    /// Without the indentation of its fence.
    pub(super) text: String,
    /// The file that the sentence before it names last, if it names one.
    pub(super) file: Option<String>,
}

impl Block {
    pub(super) fn place(&self) -> String {
        format!("{}:{}", self.page, self.line)
    }

    /// A name for a file with this text.
    pub(super) fn file_name(&self, end: &str) -> String {
        format!("{}-{}.{end}", self.page.replace('/', "-").replace(".md", ""), self.line)
    }

    /// A block of no page.
    pub(super) fn sample(language: &str, text: &str) -> Self {
        let (page, language) = ("page.md".to_owned(), language.to_owned());
        Self { page, line: 1, language, text: text.to_owned(), file: None }
    }

    /// Likewise a block, with another text of another language.
    pub(super) fn with(&self, language: &str, text: String) -> Self {
        Self { language: language.to_owned(), text, ..self.clone() }
    }
}

/// The folder of the workspace.
pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of the repository.
pub(super) fn file(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All pages. Decisions and benchmarks are records of their day, not instructions.
pub(super) fn pages() -> Vec<Page> {
    let mut names = vec!["README.md".to_owned()];
    for folder in ["docs", "docs/recipes"] {
        let entries = fs::read_dir(root().join(folder)).unwrap();
        let files = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let pages = files.filter(|file| Path::new(file).extension().is_some_and(|end| end == "md"));
        names.extend(pages.map(|file| format!("{folder}/{file}")));
    }
    names.sort();
    names.iter().map(|name| read(name, &file(name))).collect()
}

fn read(name: &str, text: &str) -> Page {
    let mut page = Page { name: name.to_owned(), blocks: Vec::new(), codes: Vec::new() };
    let mut paragraph: Vec<(usize, &str)> = Vec::new();
    let mut lines = (1..).zip(text.lines());
    while let Some((number, line)) = lines.next() {
        let inner = line.trim_start();
        let Some(language) = inner.strip_prefix("```") else {
            if inner.is_empty() || inner.starts_with('|') {
                end(&mut paragraph, &mut page.codes);
            }
            paragraph.push((number, line));
            continue;
        };
        end(&mut paragraph, &mut page.codes);
        let indentation = line.len() - inner.len();
        let mut text = String::new();
        let mut is_closed = false;
        for (_, line) in lines.by_ref() {
            is_closed = line.trim() == "```";
            if is_closed {
                break;
            }
            text.push_str(line.get(indentation..).unwrap_or_default());
            text.push('\n');
        }
        assert!(is_closed, "{name}:{number}: the block has no end");
        let is_path = |code: &str| code.contains('.') && !code.contains([' ', '"']);
        let mut near = page.codes.iter().rev().take_while(|(line, _)| number - line < 4);
        let file = near.find(|(_, code)| is_path(code)).map(|(_, code)| code.clone());
        let (name, language) = (name.to_owned(), language.trim().to_owned());
        page.blocks.push(Block { page: name, line: number, language, text, file });
    }
    end(&mut paragraph, &mut page.codes);
    page
}

/// Takes what stands in backticks from a paragraph, where it may go on in the next line.
fn end(paragraph: &mut Vec<(usize, &str)>, codes: &mut Vec<(usize, String)>) {
    let mut code: Option<(usize, String)> = None;
    for (number, line) in paragraph.drain(..) {
        for (index, part) in line.split('`').enumerate() {
            if index > 0 {
                match code.take() {
                    Some(whole) => codes.push(whole),
                    None => code = Some((number, String::new())),
                }
            }
            if let Some((_, text)) = &mut code {
                text.push_str(part);
            }
        }
        if let Some((_, text)) = &mut code {
            text.push(' ');
        }
    }
}

#[test]
fn a_page_is_read_with_its_blocks_and_codes() {
    let text = "Save `a.b` in `c\nd`:\n\n   ```sh\n   one\n     two\n   ```\n\n| `e` | `f` |\n";
    let page = read("p.md", text);
    let [block] = &page.blocks[..] else { panic!("{page:?}") };
    assert_eq!(
        (block.line, block.language.as_str(), block.text.as_str()),
        (4, "sh", "one\n  two\n")
    );
    assert_eq!(page.name, "p.md");
    let codes: Vec<_> = page.codes.iter().map(|(line, code)| (*line, code.as_str())).collect();
    assert_eq!(codes, [(1, "a.b"), (1, "c d"), (9, "e"), (9, "f")]);
}
