//! The changelog as a page of the site, and as an Atom feed with an entry for each version.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::UNIX_EPOCH;
use std::{fs, iter};

use anyhow::{Context as _, Result};

use crate::tags::{escape, strip, unescape};

/// Where it is, from the root of the repository.
pub const SOURCE: &str = "CHANGELOG.md";

/// The page: links are from `docs/`, and those to files that the site does not have become text.
pub fn page() -> Result<String> {
    let text = fs::read_to_string(SOURCE).context(SOURCE)?;
    Ok(crate::rewrite::links(&text.replace("](docs/", "](").replace("](../", "](../../"), 0))
}

/// The feed, made from the finished page.
pub fn feed(page: &str, title: &str) -> Result<String> {
    let changed = last_change(Path::new(SOURCE))?;
    let entries = entries(page, &changed);
    let updated = entries.iter().map(|entry| entry.date.as_str()).max().unwrap_or(&changed);
    let mut feed = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"en\">\n\
         <id>urn:{title}:changelog</id>\n<title>{title} changelog</title>\n<updated>{updated}</updated>\n\
         <author><name>{title}</name></author>\n<link rel=\"self\" href=\"changelog.xml\"/>\n\
         <link rel=\"alternate\" type=\"text/html\" href=\"changelog.html\"/>\n"
    );
    for Entry { id, name, date, html } in &entries {
        let html = escape(html);
        write!(
            feed,
            "<entry>\n<id>urn:{title}:changelog:{id}</id>\n<title>{}</title>\n<updated>{date}</updated>\n\
             <link rel=\"alternate\" type=\"text/html\" href=\"changelog.html#{id}\"/>\n\
             <content type=\"html\">{html}</content>\n</entry>\n",
            escape(name)
        )?;
    }
    feed.push_str("</feed>\n");
    Ok(feed)
}

/// A version.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    id: String,
    name: String,
    date: String,
    html: String,
}

/// The page's second-level headings, each with what follows it. A date in a heading is the version's; one that has none
/// is not released, and as new as the file.
fn entries(page: &str, changed: &str) -> Vec<Entry> {
    let article = page.split_once("<article>").map_or(page, |(_, rest)| rest);
    let article = article.split_once("</article>").map_or(article, |(article, _)| article);
    let sections = article.split("<h2 id=\"").skip(1);
    let read = |section: &str| {
        let (id, rest) = section.split_once('"')?;
        let (heading, html) = rest.split_once("</h2>")?;
        let name = unescape(&strip(heading.split_once('>')?.1));
        let date =
            date(&name).map_or_else(|| changed.to_owned(), |date| format!("{date}T00:00:00Z"));
        Some(Entry { id: id.to_owned(), name, date, html: html.trim().to_owned() })
    };
    sections.filter_map(read).collect()
}

/// A date such as 2026-11-18 among the words of a heading.
fn date(heading: &str) -> Option<&str> {
    let is_date = |word: &&str| {
        let shape = word.bytes().map(|byte| if byte.is_ascii_digit() { b'0' } else { byte });
        shape.eq(*b"0000-00-00")
    };
    heading.split([' ', '(', ')']).find(is_date)
}

/// When a file was last changed: by its last commit, or else, in a copy without a history, by its own time.
fn last_change(path: &Path) -> Result<String> {
    let log = Command::new("git").args(["log", "-1", "--format=%ct", "--"]).arg(path).output();
    let committed =
        log.ok().and_then(|log| String::from_utf8(log.stdout).ok()?.trim().parse().ok());
    let seconds = match committed {
        Some(seconds) => seconds,
        None => fs::metadata(path)?.modified()?.duration_since(UNIX_EPOCH)?.as_secs(),
    };
    Ok(timestamp(seconds))
}

/// Seconds since 1970 as RFC 3339 has it, in UTC.
fn timestamp(seconds: u64) -> String {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let (mut day, second) = (seconds / 86_400, seconds % 86_400);
    let mut year = 1970;
    for length in iter::repeat_with(|| 365) {
        let length = length + u64::from(is_leap(year));
        if day < length {
            break;
        }
        day -= length;
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_version_is_an_entry() {
        let page = "<article><h1>Changelog</h1><h2 id=\"unreleased\"><a href=\"#unreleased\">Unreleased</a></h2>\n<p>New.</p>\
                    <h2 id=\"v\"><a href=\"#v\">1.8.0 (2026-11-20)</a></h2><p>First.</p></article><footer>";
        let entries = entries(page, "2026-12-01T10:00:00Z");
        let found: Vec<_> =
            entries.iter().map(|entry| (entry.name.as_str(), entry.date.as_str())).collect();
        assert_eq!(
            found,
            [
                ("Unreleased", "2026-12-01T10:00:00Z"),
                ("1.8.0 (2026-11-20)", "2026-11-20T00:00:00Z")
            ]
        );
        assert_eq!(entries[1].html, "<p>First.</p>");
    }

    #[test]
    fn times_are_written_in_utc() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(timestamp(1_798_761_599), "2026-12-31T23:59:59Z");
    }
}
