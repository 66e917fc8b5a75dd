//! Whether every link of a built site leads somewhere: to a file of the site, and to a heading that is there. It must never
//! look at addresses of other sites.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::Result;

/// Every link that leads nowhere, with the page that it stands on.
pub fn broken(site: &Path) -> Result<Vec<String>> {
    let mut pages = BTreeMap::new();
    collect(site, &mut pages)?;
    let mut found = Vec::new();
    for (page, html) in &pages {
        for link in links(html).filter(|link| is_internal(link)) {
            if !leads_somewhere(&pages, page, link) {
                found.push(format!("{}: {link}", page.strip_prefix(site)?.display()));
            }
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// The files of a folder and all below it; pages with what is in them.
fn collect(folder: &Path, pages: &mut BTreeMap<PathBuf, String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, pages)?;
        } else {
            let is_page = path.extension().is_some_and(|extension| extension == "html");
            let text = if is_page { fs::read_to_string(&path)? } else { String::new() };
            pages.insert(path, text);
        }
    }
    Ok(())
}

/// The links in the tags of a page. In code that it shows, tags are written in another way.
fn links(html: &str) -> impl Iterator<Item = &str> {
    let tags = html.split('<').skip(1).filter_map(|rest| rest.split('>').next());
    tags.flat_map(|tag| {
        [" href=\"", " src=\""].into_iter().filter_map(move |attribute| {
            tag.split_once(attribute).and_then(|(_, rest)| rest.split('"').next())
        })
    })
}

fn is_internal(link: &str) -> bool {
    let has_scheme = link.split(['/', '#', '?']).next().is_some_and(|first| first.contains(':'));
    !has_scheme && !link.starts_with('/') && !link.is_empty()
}

fn leads_somewhere(pages: &BTreeMap<PathBuf, String>, page: &Path, link: &str) -> bool {
    let (path, fragment) = link.split_once('#').unwrap_or((link, ""));
    let path = path.split('?').next().unwrap_or_default();
    let target = if path.is_empty() { page.to_owned() } else { resolve(page, path) };
    let Some(html) = pages.get(&target) else { return false };
    fragment.is_empty() || html.contains(&format!("id=\"{fragment}\""))
}

fn resolve(page: &Path, link: &str) -> PathBuf {
    let mut target = page.parent().unwrap_or(page).to_owned();
    for part in Path::new(link).components() {
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

    fn site(pages: &[(&str, &str)]) -> BTreeMap<PathBuf, String> {
        pages.iter().map(|(path, html)| (PathBuf::from(path), (*html).to_owned())).collect()
    }

    #[test]
    fn a_link_leads_to_a_file_and_a_heading() {
        let pages = site(&[("s/a.html", "<h2 id=\"here\">"), ("s/b/c.html", ""), ("s/d.png", "")]);
        let from = |page: &str, link: &str| leads_somewhere(&pages, Path::new(page), link);
        assert!(from("s/a.html", "#here") && from("s/a.html", "b/c.html"));
        assert!(from("s/b/c.html", "../a.html#here") && from("s/b/c.html", "../d.png?x"));
        assert!(!from("s/a.html", "#gone") && !from("s/a.html", "gone.html"));
        assert!(!from("s/b/c.html", "../a.html#gone") && !from("s/b/c.html", "a.html"));
    }

    #[test]
    fn other_sites_are_not_looked_at() {
        let html = r#"<a href="https://a.example/"> <a href="mailto:a@b.c"> <a href="/admin"> <img alt="" src="d.png">
            &lt;script src="no-link.js"&gt;"#;
        assert_eq!(links(html).filter(|link| is_internal(link)).collect::<Vec<_>>(), ["d.png"]);
        assert!(is_internal("a/b.html#c:d") && is_internal("#top"));
    }
}
