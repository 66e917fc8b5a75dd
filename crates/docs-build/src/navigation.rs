//! The navigation: every page of the book in its order, as plain HTML, and the way up from a page.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use mdbook_driver::book::{Book, BookItem, Chapter};

use crate::tags::escape;

/// Where the pages are that the navigation does not list one by one; they are many, and their index lists them.
const UNLISTED: &str = "codes";

/// A page of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its name in the navigation.
    pub name: String,
    /// Its address from the site's root.
    pub address: String,
    /// Its Markdown's address from the site's root.
    pub twin: String,
    /// The pages above it, from the top.
    pub above: Vec<(String, String)>,
    /// What its first paragraph says.
    pub description: String,
}

/// Every page of the book, in order.
pub fn pages(book: &Book, describe: impl Fn(&Chapter) -> String) -> Vec<Page> {
    let mut pages = Vec::new();
    collect(&book.items, &[], &describe, &mut pages);
    pages
}

fn collect(
    items: &[BookItem],
    above: &[(String, String)],
    describe: &impl Fn(&Chapter) -> String,
    pages: &mut Vec<Page>,
) {
    for chapter in items.iter().filter_map(chapter) {
        let Some(path) = &chapter.path else { continue };
        let (name, address) = (name(chapter), address(path));
        pages.push(Page {
            name: name.clone(),
            address: address.clone(),
            twin: path.display().to_string(),
            above: above.to_vec(),
            description: describe(chapter),
        });
        let above = [above, &[(name, address)]].concat();
        collect(&chapter.sub_items, &above, describe, pages);
    }
}

/// A chapter's name without Markdown.
fn name(chapter: &Chapter) -> String {
    chapter.name.replace('`', "")
}

/// Where the page of a Markdown file is.
pub fn address(path: &Path) -> String {
    let is_index = path.file_name().is_some_and(|name| name == "README.md");
    let page: PathBuf =
        if is_index { path.with_file_name("index.html") } else { path.with_extension("html") };
    page.display().to_string()
}

fn chapter(item: &BookItem) -> Option<&Chapter> {
    match item {
        BookItem::Chapter(chapter) => Some(chapter),
        _ => None,
    }
}

/// The navigation as it stands on the page at `current`; `root` leads from there to the site's root.
pub fn html(book: &Book, current: &str, root: &str) -> String {
    let mut html = String::from("<ul>");
    for item in &book.items {
        match item {
            BookItem::PartTitle(title) => {
                let _ = write!(html, "</ul>\n<p class=\"part\">{}</p>\n<ul>", escape(title));
            }
            BookItem::Chapter(chapter) => write_entry(&mut html, chapter, current, root),
            BookItem::Separator => {}
        }
    }
    html.push_str("</ul>");
    html
}

/// An entry, and those below it if the reader is there.
fn write_entry(html: &mut String, chapter: &Chapter, current: &str, root: &str) {
    let Some(path) = &chapter.path else { return };
    let address = address(path);
    let is_within = contains(chapter, current);
    let is_listed = !path.starts_with(UNLISTED);
    let mark = if address == current {
        " aria-current=\"page\""
    } else if is_within && !is_listed {
        " aria-current=\"true\""
    } else {
        ""
    };
    let _ = write!(html, "\n<li><a href=\"{root}{address}\"{mark}>{}</a>", escape(&name(chapter)));
    if is_within && is_listed && !chapter.sub_items.is_empty() {
        html.push_str("\n<ul>");
        for below in chapter.sub_items.iter().filter_map(self::chapter) {
            write_entry(html, below, current, root);
        }
        html.push_str("</ul>");
    }
    html.push_str("</li>");
}

fn contains(chapter: &Chapter, current: &str) -> bool {
    chapter.path.as_ref().is_some_and(|path| address(path) == current)
        || chapter.sub_items.iter().filter_map(self::chapter).any(|below| contains(below, current))
}

/// The way from the top to a page, for the pages that are not at the top themselves.
pub fn trail(page: &Page, root: &str) -> String {
    if page.above.is_empty() {
        return String::new();
    }
    let links = page.above.iter().fold(String::new(), |mut links, (name, address)| {
        let _ = write!(links, "<li><a href=\"{root}{address}\">{}</a></li>", escape(name));
        links
    });
    format!("<nav class=\"trail\" aria-label=\"Breadcrumb\"><ol>{links}</ol></nav>")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Book {
        let new = |name: &str, path: &str| Chapter::new(name, String::new(), path, Vec::new());
        let mut recipes = new("Recipes", "recipes/README.md");
        recipes.sub_items.push(BookItem::Chapter(new("A & B", "recipes/a.md")));
        let mut codes = new("Codes", "codes/README.md");
        codes.sub_items.push(BookItem::Chapter(new("x-y", "codes/x-y.md")));
        Book::new_with_items(vec![
            BookItem::Chapter(new("Start", "README.md")),
            BookItem::PartTitle("Use".to_owned()),
            BookItem::Chapter(recipes),
            BookItem::Chapter(codes),
        ])
    }

    #[test]
    fn the_current_page_is_marked_and_its_neighbours_are_listed() {
        let html = html(&book(), "recipes/a.html", "../");
        assert!(html.contains("<a href=\"../recipes/a.html\" aria-current=\"page\">A &amp; B</a>"));
        assert!(html.contains("<a href=\"../index.html\">Start</a>"));
        assert_eq!(html.matches("aria-current").count(), 1);
    }

    #[test]
    fn entries_below_another_page_are_left_out() {
        assert!(!html(&book(), "index.html", "").contains("recipes/a.html"));
    }

    #[test]
    fn a_code_is_found_by_way_of_its_index() {
        let html = html(&book(), "codes/x-y.html", "../");
        assert!(html.contains("<a href=\"../codes/index.html\" aria-current=\"true\">"));
        assert!(!html.contains("x-y"));
    }

    #[test]
    fn a_page_knows_what_is_above_it() {
        let pages = pages(&book(), |_| String::new());
        assert_eq!(pages.len(), 5);
        assert_eq!(pages[2].above, [("Recipes".to_owned(), "recipes/index.html".to_owned())]);
        assert!(trail(&pages[2], "../").contains("<a href=\"../recipes/index.html\">Recipes</a>"));
        assert_eq!(trail(&pages[0], ""), "");
    }
}
