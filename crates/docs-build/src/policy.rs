//! What the service's Content-Security-Policy forbids, found before a browser does: scripts and styles in pages, event
//! handlers in attributes, and scripts, styles, pictures and fonts of other hosts.

use crate::tags::{Tag, tags};

/// Everything in a page that the policy forbids, in a few words each.
pub fn violations(html: &str) -> Vec<String> {
    tags(html).flat_map(|tag| of_tag(&tag)).collect()
}

fn of_tag(tag: &Tag<'_>) -> Vec<String> {
    let mut found = Vec::new();
    if tag.name == "style" {
        found.push("a style element".to_owned());
    }
    if tag.name == "script" && tag.attribute("src").is_none() && !is_data(tag) {
        found.push("a script in the page".to_owned());
    }
    for (name, value) in &tag.attributes {
        if *name == "style" || name.starts_with("on") {
            found.push(format!("the attribute {name}=\"{value}\""));
        }
        if loads(tag, name) && value.split(',').any(is_foreign) {
            found.push(format!("<{} {name}=\"{value}\"> of another host", tag.name));
        }
        if value.trim_start().starts_with("javascript:") {
            found.push(format!("a script in the attribute {name}"));
        }
    }
    found
}

/// Whether a script only holds data, and has any.
fn is_data(tag: &Tag<'_>) -> bool {
    tag.attribute("type").is_some_and(|kind| kind.ends_with("json"))
}

/// Whether a browser loads by itself what the attribute names.
fn loads(tag: &Tag<'_>, attribute: &str) -> bool {
    match attribute {
        "src" | "srcset" | "poster" | "data" => true,
        "href" => {
            let rel = tag.attribute("rel").unwrap_or_default();
            tag.name == "link"
                && rel.split(' ').any(|rel| ["stylesheet", "icon", "preload"].contains(&rel))
        }
        _ => false,
    }
}

fn is_foreign(address: &str) -> bool {
    let address = address.trim_start();
    let scheme = address.split(['/', '?', '#']).next().and_then(|first| first.split_once(':'));
    address.starts_with("//") || scheme.is_some_and(|(scheme, _)| scheme != "data")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_policy_forbids_is_found() {
        for html in [
            "<script>alert(1)</script>",
            "<script type=\"module\">alert(1)</script>",
            "<style>a {}</style>",
            "<td style=\"text-align: right\">",
            "<button onclick=\"go()\">",
            "<a href=\"javascript:go()\">",
            "<script src=\"https://cdn.example/a.js\"></script>",
            "<script src=\"//cdn.example/a.js\"></script>",
            "<link rel=\"stylesheet\" href=\"https://fonts.example/a.css\">",
            "<img alt=\"\" src=\"http://a.example/b.png\">",
            "<img alt=\"\" srcset=\"a.png 1x, https://a.example/b.png 2x\">",
        ] {
            assert_eq!(violations(html).len(), 1, "{html}");
        }
    }

    #[test]
    fn what_the_policy_allows_is_left_alone() {
        for html in [
            "<script src=\"../site.js\" defer></script>",
            "<script src=\"/v1/basket.js\" async></script>",
            "<script type=\"application/json\">{ \"onclick\": 1 }</script>",
            "<a href=\"https://other.example/\">",
            "<link rel=\"alternate\" href=\"a.md\">",
            "<img alt=\"\" src=\"data:image/png;base64,AA==\">",
            "<code>&lt;p style=\"x\"&gt; onclick=\"y\"</code>",
        ] {
            assert_eq!(violations(html), [""; 0], "{html}");
        }
    }
}
