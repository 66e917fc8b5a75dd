//! Whether every link of a built site leads somewhere: to a file of the site, and to a heading that is there. It must never
//! look at addresses of other sites.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::Result;

use crate::tags::tags;

/// The files of a site; pages with what is in them, others empty.
pub type Files = BTreeMap<PathBuf, String>;

/// Addresses below the site's root that the service answers by itself.
const SERVED: &[&str] = &["design"];

/// Every link that leads nowhere, with the page that it stands on. The site is served at `base`.
pub fn broken(site: &Path, files: &Files, base: &str) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for (page, html) in files {
        for link in links(html).filter(|link| is_internal(link, base)) {
            if !leads_somewhere(site, files, page, link, base) {
                found.push(format!("{}: {link}", page.strip_prefix(site)?.display()));
            }
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// The files of a folder and all below it.
pub fn files(folder: &Path) -> Result<Files> {
    let mut files = Files::new();
    collect(folder, &mut files)?;
    Ok(files)
}

fn collect(folder: &Path, files: &mut Files) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            let is_page = path.extension().is_some_and(|extension| extension == "html");
            let text = if is_page { fs::read_to_string(&path)? } else { String::new() };
            files.insert(path, text);
        }
    }
    Ok(())
}

/// The links in the tags of a page. In code that it shows, tags are written in another way.
fn links(html: &str) -> impl Iterator<Item = &str> {
    let attributes = tags(html).flat_map(|tag| tag.attributes.into_iter());
    attributes.filter(|(name, _)| *name == "href" || *name == "src").map(|(_, link)| link)
}

fn is_internal(link: &str, base: &str) -> bool {
    let has_scheme = link.split(['/', '#', '?']).next().is_some_and(|first| first.contains(':'));
    !has_scheme && (!link.starts_with('/') || link.starts_with(base)) && !link.is_empty()
}

fn leads_somewhere(site: &Path, files: &Files, page: &Path, link: &str, base: &str) -> bool {
    let fragment = link.split_once('#').map_or("", |(_, fragment)| fragment);
    let target = resolve(site, page, link, base);
    if SERVED.iter().any(|served| target == site.join(served)) {
        return true;
    }
    let Some(html) = files.get(&target) else { return false };
    fragment.is_empty() || html.contains(&format!("id=\"{fragment}\""))
}

/// The file that a link of a page names.
pub fn resolve(site: &Path, page: &Path, link: &str, base: &str) -> PathBuf {
    let path = link.split(['#', '?']).next().unwrap_or_default();
    if path.is_empty() {
        return page.to_owned();
    }
    let (mut target, path) = match path.strip_prefix(base) {
        Some(path) => (site.to_owned(), path),
        None => (page.parent().unwrap_or(page).to_owned(), path),
    };
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir => drop(target.pop()),
            Component::Normal(name) => target.push(name),
            _ => {}
        }
    }
    target
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(files: &[(&str, &str)]) -> Files {
        files.iter().map(|(path, html)| (PathBuf::from(path), (*html).to_owned())).collect()
    }

    #[test]
    fn a_link_leads_to_a_file_and_a_heading() {
        let files = site(&[("s/a.html", "<h2 id=\"here\">"), ("s/b/c.html", ""), ("s/d.png", "")]);
        let from = |page: &str, link: &str| {
            leads_somewhere(Path::new("s"), &files, Path::new(page), link, "/docs/")
        };
        assert!(from("s/a.html", "#here") && from("s/a.html", "b/c.html"));
        assert!(from("s/b/c.html", "../a.html#here") && from("s/b/c.html", "../d.png?x"));
        assert!(from("s/b/c.html", "/docs/a.html#here") && from("s/b/c.html", "../design"));
        assert!(!from("s/a.html", "#gone") && !from("s/a.html", "gone.html"));
        assert!(!from("s/b/c.html", "../a.html#gone") && !from("s/b/c.html", "a.html"));
        assert!(!from("s/b/c.html", "/docs/gone.html") && !from("s/b/c.html", "design"));
    }

    #[test]
    fn other_sites_are_not_looked_at() {
        let html = r#"<a href="https://a.example/"> <a href="mailto:a@b.c"> <a href="/admin"> <img alt="" src="d.png">
            &lt;script src="no-link.js"&gt;"#;
        let internal: Vec<_> = links(html).filter(|link| is_internal(link, "/docs/")).collect();
        assert_eq!(internal, ["d.png"]);
        assert!(is_internal("a/b.html#c:d", "/docs/") && is_internal("#top", "/docs/"));
    }
}
