//! Files of the site that nothing leads to: the generator writes fonts, styles and scripts for its own theme, and copies
//! what lies beside the pages. They are removed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::links::{self, Files, resolve};
use crate::tags::tags;

/// What is asked for by its name, without a link that leads there.
const ASKED_FOR: &[&str] = &["404.html", "config.schema.json", "llms.txt", "openapi.json"];
/// Attributes that name a file.
const NAMING: &[&str] = &["href", "src", "data-index", "data-engine", "data-codes"];

/// Removes them, and then what only they named.
pub fn remove(site: &Path, base: &str) -> Result<()> {
    loop {
        let files = links::files(site)?;
        let used = used(site, &files, base);
        let unused: Vec<_> = files.keys().filter(|path| !used.contains(*path)).collect();
        if unused.is_empty() {
            return Ok(());
        }
        for path in unused {
            fs::remove_file(path)?;
            // A folder that is empty now goes too; one that is not stays, which is what the error says.
            let above = path.ancestors().skip(1).take_while(|folder| *folder != site);
            above.take_while(|folder| fs::remove_dir(folder).is_ok()).for_each(drop);
        }
    }
}

/// What a page names, and what is asked for by its name.
fn used(site: &Path, files: &Files, base: &str) -> BTreeSet<PathBuf> {
    let mut used: BTreeSet<_> = ASKED_FOR.iter().map(|name| site.join(name)).collect();
    for (page, html) in files {
        let named = tags(html).flat_map(|tag| tag.attributes.into_iter());
        for (_, address) in named.filter(|(name, _)| NAMING.contains(name)) {
            used.insert(resolve(site, page, address, base));
        }
    }
    used
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_page_names_is_used() {
        let html =
            "<a href=\"b/c.html#d\"><form data-index=\"/docs/e.js\"><img alt=\"\" src=\"f.png?g\">";
        let files = Files::from([(PathBuf::from("s/a.html"), html.to_owned())]);
        let used = used(Path::new("s"), &files, "/docs/");
        for path in ["s/b/c.html", "s/e.js", "s/f.png", "s/llms.txt"] {
            assert!(used.contains(Path::new(path)), "{path}");
        }
        assert!(!used.contains(Path::new("s/a.html")));
    }
}
