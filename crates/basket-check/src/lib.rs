//! What is wrong with the baskets in pages and configurations, by the same code that the widget explains with.
//! It must never read a file or print, and never panic on input.

mod page;
pub mod report;
mod tree;

pub use page::{Basket, Checked, baskets};

/// A file that was checked.
#[derive(Debug)]
pub struct File {
    /// What it was called.
    pub name: String,
    /// What stands in it, as a browser reads it; places are counted in this.
    pub source: String,
    /// What was found.
    pub checked: Checked,
}

/// Checks what stands in a file: a configuration if its name ends in `.json`, else a page. `-` is the
/// standard input, which may be either.
pub fn check(name: &str, bytes: &[u8]) -> File {
    let text = String::from_utf8_lossy(bytes);
    // The standard input has no name to go by, but no page starts like this.
    let is_configuration = if name == "-" {
        text.trim_start().starts_with('{')
    } else {
        name.to_ascii_lowercase().ends_with(".json")
    };
    // As a browser reads a page, so that places in it and in the parser's text are the same.
    let source = text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{FFFD}");
    if is_configuration {
        let checked = page::check_configuration(&source);
        return File { name: name.to_owned(), source, checked };
    }
    let source = source.strip_prefix('\u{FEFF}').map(str::to_owned).unwrap_or(source);
    let checked = page::check_page(&source);
    File { name: name.to_owned(), source, checked }
}

#[cfg(test)]
mod tests;
