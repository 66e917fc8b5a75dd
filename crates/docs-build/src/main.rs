//! Makes the documentation's site from the pages in `docs/`: HTML with navigation and search, each page's Markdown beside
//! it, and `llms.txt` with a line for each page. Pages for codes, the API and the changelog are made from what the project
//! knows of them. It runs in the root of the repository, and fails if a link leads nowhere or a page needs what the
//! service's Content-Security-Policy forbids.

mod api;
mod changelog;
mod codes;
mod compress;
mod highlight;
mod links;
mod live;
mod navigation;
mod page;
mod pictures;
mod policy;
mod rewrite;
mod tags;
mod unused;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use mdbook_driver::MDBook;
use mdbook_driver::book::{Book, BookItem, Chapter};

use crate::page::Site;

/// Where the pages and the site's settings are.
const PAGES: &str = "docs";
/// Where the service serves the site, as `site-url` in the settings says.
const BASE: &str = "/docs/";

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
    let document = api::Document::read()?;
    insert_after(&mut book.book, "reference.md", codes::chapter(&document)?)?;
    insert_after(&mut book.book, "reference.md", live::chapter()?)?;
    insert_after(
        &mut book.book,
        "api.md",
        generated("API reference", document.page()?, "api-reference.md"),
    )?;
    insert_after(
        &mut book.book,
        "migrate.md",
        generated("Changelog", changelog::page()?, "changelog.md"),
    )?;
    book.build()?;
    let site = book.build_dir_for("html");
    let title = book.config.book.title.clone().unwrap_or_default();
    let shared = Site { book: &book.book, title: &title, base: BASE, codes: &codes::names() };
    finish(&site, &shared)?;
    write_twins(&site, &book.book, &title)?;
    let changelog = fs::read_to_string(site.join("changelog.html"))?;
    fs::write(site.join("changelog.xml"), changelog::feed(&changelog, &title)?)?;
    fs::write(site.join("codes/index.json"), serde_json::to_string(&codes::names())?)?;
    unused::remove(&site, BASE)?;
    live::write(&site)?;
    check(&site)?;
    compress::write(&site)
}

/// A page that is in no file of its own.
fn generated(name: &str, content: String, path: &str) -> Chapter {
    Chapter::new(name, content, path, Vec::new())
}

/// Puts a chapter behind the one that is made from a file.
fn insert_after(book: &mut Book, file: &str, chapter: Chapter) -> Result<()> {
    let is_there = |item: &BookItem| matches!(item, BookItem::Chapter(chapter) if chapter.path.as_deref() == Some(Path::new(file)));
    let at = book.items.iter().position(is_there);
    let at = at.with_context(|| format!("{file} is not in SUMMARY.md"))?;
    book.items.insert(at + 1, BookItem::Chapter(chapter));
    Ok(())
}

/// Fills in what the template leaves open, on every page.
fn finish(site: &Path, shared: &Site<'_>) -> Result<()> {
    for page in navigation::pages(shared.book, |chapter| plain(&first_paragraph(&chapter.content)))
    {
        let path = site.join(&page.address);
        let html = fs::read_to_string(&path).with_context(|| page.address.clone())?;
        let html = pictures::html(&html, path.parent().unwrap_or(site));
        fs::write(&path, page::finish(&html, &page, shared))?;
    }
    let path = site.join(page::NOT_FOUND);
    let html = fs::read_to_string(&path)?;
    fs::write(&path, page::finish_not_found(&html, shared))?;
    Ok(())
}

/// Puts each page's Markdown beside it, and a list of all into `llms.txt`.
fn write_twins(site: &Path, book: &Book, title: &str) -> Result<()> {
    let mut index = format!("# {title}\n\n");
    for item in book.iter() {
        match item {
            BookItem::PartTitle(title) => write!(index, "\n## {title}\n\n")?,
            BookItem::Chapter(chapter) => {
                let path = chapter.path.as_deref().with_context(|| chapter.name.clone())?;
                let source = Path::new(PAGES).join(path);
                let text = if source.exists() {
                    fs::read_to_string(source)?
                } else {
                    chapter.content.clone()
                };
                fs::write(site.join(path), text)?;
                let indent = "  ".repeat(chapter.parent_names.len());
                writeln!(index, "{indent}- {}", describe(chapter, path)?)?;
            }
            BookItem::Separator => {}
        }
    }
    fs::write(site.join("llms.txt"), index)?;
    Ok(())
}

/// Fails if a link leads nowhere, a page needs what the policy forbids, or two pages have one title.
fn check(site: &Path) -> Result<()> {
    let files = links::files(site)?;
    let broken = links::broken(site, &files, BASE)?;
    ensure!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
    let mut titles = BTreeMap::new();
    for (path, html) in files.iter().filter(|(_, html)| !html.is_empty()) {
        let violations = policy::violations(html);
        ensure!(violations.is_empty(), "{} has {}", path.display(), violations.join(", "));
        let title = html.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
        let (title, _) = title.with_context(|| format!("{} has no title", path.display()))?;
        if let Some(other) = titles.insert(title, path) {
            anyhow::bail!("{} and {} have the title {title}", path.display(), other.display());
        }
    }
    Ok(())
}

/// A page in a list: its name, its address, and what its first paragraph says.
fn describe(chapter: &Chapter, path: &Path) -> Result<String> {
    let paragraph = first_paragraph(&chapter.content);
    ensure!(!paragraph.is_empty(), "{} has no paragraph below its title", path.display());
    Ok(format!("[{}]({}): {paragraph}", chapter.name, path.display()))
}

/// The first paragraph below the title that does not only introduce what follows it, in one line; a table or code does not
/// count.
fn first_paragraph(page: &str) -> String {
    // Every other part between fences is code.
    let prose: String = page.split("```").step_by(2).collect();
    let is_paragraph = |block: &&str| {
        block.starts_with(|first: char| first.is_alphanumeric() || "`*[".contains(first))
    };
    let mut paragraphs = prose.split("\n\n").map(str::trim).filter(is_paragraph);
    let first = paragraphs.clone().next().unwrap_or_default();
    paragraphs.find(|block| !block.ends_with(':')).unwrap_or(first).replace('\n', " ")
}

/// Markdown in one line as plain text: names of links stay, their addresses go.
fn plain(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    let mut rest = markdown;
    while let Some((before, after)) = rest.split_once("](") {
        text.push_str(before);
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    text.push_str(rest);
    text.replace(['`', '*', '['], "")
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
        assert_eq!(first_paragraph("```js\na\n\nb\n```\n\nFirst.\n\nSecond."), "First.");
        assert_eq!(first_paragraph("Add this:\n\n```js\na\n```\n\nIt works."), "It works.");
        assert_eq!(first_paragraph("Add this:"), "Add this:");
    }

    #[test]
    fn a_description_is_plain_text() {
        assert_eq!(plain("See [the `code`](a.md#b) and **this**."), "See the code and this.");
    }
}
