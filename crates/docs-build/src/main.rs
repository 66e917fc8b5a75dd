//! Makes the documentation's site from the pages in `docs/`: HTML with navigation and search, each page's Markdown beside
//! it, and `llms.txt` with a line for each page. It runs in the root of the repository, and fails if a link leads nowhere.

mod links;
mod rewrite;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use mdbook_driver::MDBook;
use mdbook_driver::book::{BookItem, Chapter};

/// Where the pages and the site's settings are.
const PAGES: &str = "docs";

fn main() -> Result<()> {
    let mut book = MDBook::load(PAGES)?;
    book.book.for_each_mut(|item| {
        if let BookItem::Chapter(chapter) = item
            && let Some(path) = &chapter.path
        {
            let depth = path.components().count() - 1;
            chapter.content = rewrite::links(&chapter.content, depth);
        }
    });
    book.build()?;
    let site = book.build_dir_for("html");
    let mut index = format!("# {}\n", book.config.book.title.as_deref().unwrap_or_default());
    for item in book.iter() {
        match item {
            BookItem::PartTitle(title) => write!(index, "\n## {title}\n\n")?,
            BookItem::Chapter(chapter) => {
                let path = chapter.path.as_deref().with_context(|| chapter.name.clone())?;
                fs::copy(Path::new(PAGES).join(path), site.join(path))?;
                writeln!(index, "- {}", describe(chapter, path)?)?;
            }
            BookItem::Separator => {}
        }
    }
    fs::write(site.join("llms.txt"), index)?;
    let broken = links::broken(&site)?;
    ensure!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
    Ok(())
}

/// A page in a list: its name, its address, and what its first paragraph says.
fn describe(chapter: &Chapter, path: &Path) -> Result<String> {
    let paragraph = first_paragraph(&chapter.content);
    ensure!(!paragraph.is_empty(), "{} has no paragraph below its title", path.display());
    Ok(format!("[{}]({}): {paragraph}", chapter.name, path.display()))
}

/// The first paragraph below the title, in one line; a table or code does not count.
fn first_paragraph(page: &str) -> String {
    let blocks = page.split("\n\n").map(str::trim);
    let is_prose = |block: &&str| {
        block.chars().next().is_some_and(|first| first.is_alphanumeric() || "`*[".contains(first))
            && !block.starts_with("```")
    };
    blocks.into_iter().find(is_prose).unwrap_or_default().replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_described_by_its_first_paragraph() {
        let page = "# Title\n\n| a | b |\n|---|---|\n\n```sh\nls\n```\n\nThe first\nparagraph.\n\nThe second.";
        assert_eq!(first_paragraph(page), "The first paragraph.");
        assert_eq!(first_paragraph("`code` opens it."), "`code` opens it.");
        assert_eq!(first_paragraph("# Title"), "");
    }
}
