//! The documentation at `/docs`: the site's files and a designer for everybody. It must never know a shop.

mod designer;
mod site;

pub(crate) use designer::{change, check, preview, read};
pub(crate) use site::{read_file, to_api, to_start};

/// Where the designer is, which the site starts with.
pub(crate) const DESIGNER: &str = "/docs/design";
