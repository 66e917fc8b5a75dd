//! A built page as the site shows it: what the template leaves open is filled in, and what the generator writes that the
//! service's Content-Security-Policy forbids becomes classes. It must never change what a page says.

use std::fmt::Write as _;

use mdbook_driver::book::Book;

use crate::highlight;
use crate::navigation::{self, Page};
use crate::tags::{escape, strip, unescape};

/// The page that the service shows where it has none; it does not know how deep in the site it will be shown.
pub const NOT_FOUND: &str = "404.html";

/// What all pages share.
pub struct Site<'a> {
    /// The book with every page.
    pub book: &'a Book,
    /// The site's name.
    pub title: &'a str,
    /// Where the site is served.
    pub base: &'a str,
    /// Names of codes that have a page.
    pub codes: &'a [&'a str],
}

/// A page of the book, finished.
pub fn finish(html: &str, page: &Page, site: &Site<'_>) -> String {
    let root = "../".repeat(page.address.matches('/').count());
    let title = title(page, site.title);
    let twin = format!("{root}{}", page.twin);
    let html = html
        .replacen("<!--title-->", &escape(&title), 1)
        .replacen("<!--description-->", &escape(&page.description), 1)
        .replacen(
            "<!--twin-->",
            &format!("<link rel=\"alternate\" type=\"text/markdown\" href=\"{twin}\">"),
            1,
        )
        .replacen("<!--navigation-->", &navigation::html(site.book, &page.address, &root), 1)
        .replacen("<!--trail-->", &navigation::trail(page, &root), 1)
        .replacen("<!--twin-link-->", &format!("<a href=\"{twin}\">This page as Markdown</a>"), 1);
    let html = html.replacen("<!--contents-->", &contents(&html), 1);
    let html = code_blocks(&align(&html));
    link_codes(&html, site.codes, &page.address, &root)
}

/// The page for addresses that have none, with every address from the host's root.
pub fn finish_not_found(html: &str, site: &Site<'_>) -> String {
    let html = html
        .replacen("<!--title-->", &escape(&format!("Page not found · {}", site.title)), 1)
        .replacen("<!--description-->", "There is no page at this address.", 1)
        .replacen("<!--twin-->", "<meta name=\"robots\" content=\"noindex\">", 1)
        .replacen("<!--navigation-->", &navigation::html(site.book, NOT_FOUND, ""), 1)
        .replacen("<!--trail-->", "", 1)
        .replacen("<!--twin-link-->", "", 1)
        .replacen("<!--contents-->", "", 1);
    // The generator does not know that a folder's page has another name where it makes this one.
    from_root(&html.replace("\"README.html\"", "\"index.html\""), site.base)
}

/// Pages in different places may have one name: those below another page have its name in their title.
fn title(page: &Page, site: &str) -> String {
    let above = page.above.iter().rev().map(|(name, _)| name.as_str());
    let parts: Vec<_> = std::iter::once(page.name.as_str()).chain(above).chain([site]).collect();
    parts.join(" · ")
}

/// Links to the page's second-level headings, if it has several.
fn contents(html: &str) -> String {
    let mut items = String::new();
    let headings = html.split("<h2 id=\"").skip(1);
    for heading in headings.clone() {
        let Some((id, rest)) = heading.split_once('"') else { continue };
        let Some((_, text)) =
            rest.split_once("</h2>").and_then(|(inside, _)| inside.split_once('>'))
        else {
            continue;
        };
        let _ = write!(items, "\n<li><a href=\"#{id}\">{}</a></li>", strip(text));
    }
    if headings.count() < 2 {
        return String::new();
    }
    format!(
        "<nav class=\"contents\" aria-labelledby=\"on-this-page\">\n<p id=\"on-this-page\">On this page</p>\n<ul>{items}</ul>\n</nav>"
    )
}

/// Cells say how they are aligned by class. One above a column that has no words is no heading.
fn align(html: &str) -> String {
    let html = html.replace("<th></th>", "<td></td>");
    ["left", "center", "right"].iter().fold(html, |html, side| {
        html.replace(&format!(" style=\"text-align: {side}\""), &format!(" class=\"{side}\""))
    })
}

/// Every piece of code gets a box of its own, which a button can stand in, and colours.
fn code_blocks(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once("<pre><code") {
        out.push_str(before);
        let Some((attributes, inside)) = after.split_once('>') else { break };
        let Some((code, behind)) = inside.split_once("</code></pre>") else { break };
        let language = attributes.split_once("language-").map_or("", |(_, name)| name);
        let language = language.split(['"', ' ', ',']).next().unwrap_or_default();
        let code = highlight::html(language, unescape(code).trim_end());
        let _ = write!(out, "<div class=\"code\"><pre><code>{code}</code></pre></div>");
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// A code that is named leads to its page, except from there, and from inside another link or a piece of code. One
/// without a hyphen may as well be a word.
fn link_codes(html: &str, codes: &[&str], current: &str, root: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    let mut depth = 0_usize;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        out.push_str(before);
        let name = tag[1..].split([' ', '>', '\n']).next().unwrap_or_default();
        match name {
            "a" | "pre" => depth += 1,
            "/a" | "/pre" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let code = tag.strip_prefix("<code>").and_then(|rest| rest.split_once("</code>"));
        match code {
            Some((code, behind)) if depth == 0 && leads(code, codes, current) => {
                let _ = write!(out, "<a href=\"{root}codes/{code}.html\"><code>{code}</code></a>");
                rest = behind;
            }
            _ => {
                out.push('<');
                rest = &tag[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn leads(code: &str, codes: &[&str], current: &str) -> bool {
    code.contains('-') && codes.contains(&code) && current != format!("codes/{code}.html")
}

/// Every relative address in a page as one from the host's root.
fn from_root(html: &str, base: &str) -> String {
    ["href", "src", "data-root", "data-index", "data-engine", "data-codes", "data-search"]
        .iter()
        .fold(html.to_owned(), |html, attribute| {
            let start = format!(" {attribute}=\"");
            let mut pieces = html.split(&start);
            let first = pieces.next().unwrap_or_default().to_owned();
            pieces.fold(first, |out, piece| {
                let address = piece.split('"').next().unwrap_or_default();
                let is_relative = !address.starts_with(['#', '/']) && !address.contains(':');
                out + &start + if is_relative { base } else { "" } + piece
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contents_are_the_second_level_headings() {
        let heading = |id: &str| {
            format!(
                "<h2 id=\"{id}\"><a class=\"header\" href=\"#{id}\">The <code>{id}</code></a></h2>"
            )
        };
        let html = contents(&(heading("a") + &heading("b")));
        assert!(
            html.contains("<li><a href=\"#a\">The a</a></li>\n<li><a href=\"#b\">The b</a></li>")
        );
        assert_eq!(contents(&heading("a")), "");
    }

    #[test]
    fn cells_are_aligned_by_class_and_empty_ones_are_no_headings() {
        assert_eq!(align("<td style=\"text-align: right\">"), "<td class=\"right\">");
        assert_eq!(align("<th></th><th>a</th>"), "<td></td><th>a</th>");
    }

    #[test]
    fn a_code_leads_to_its_page() {
        let link = |html: &str| link_codes(html, &["a-b", "internal"], "codes/c-d.html", "../");
        assert_eq!(
            link("x <code>a-b</code> y"),
            "x <a href=\"../codes/a-b.html\"><code>a-b</code></a> y"
        );
        for same in [
            "<a href=\"x\"><code>a-b</code></a>",
            "<pre><code>a-b</code></pre>",
            "<code>internal</code>",
        ] {
            assert_eq!(link(same), same);
        }
        let own = "<code>a-b</code>";
        assert_eq!(link_codes(own, &["a-b"], "codes/a-b.html", "../"), own);
    }

    #[test]
    fn a_page_that_is_shown_anywhere_has_addresses_from_the_root() {
        let html = from_root(
            "<a href=\"a.html\"><a href=\"#b\"><a href=\"https://c.example\"><i data-root=\"\">",
            "/docs/",
        );
        assert_eq!(
            html,
            "<a href=\"/docs/a.html\"><a href=\"#b\"><a href=\"https://c.example\"><i data-root=\"/docs/\">"
        );
    }

    #[test]
    fn a_piece_of_code_has_a_box() {
        let html = code_blocks("<p><pre><code class=\"language-text\">a &lt; b</code></pre></p>");
        assert_eq!(html, "<p><div class=\"code\"><pre><code>a &lt; b</code></pre></div></p>");
    }
}
