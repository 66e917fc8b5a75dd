//! Links of pages as the site needs them. In the repository they also lead to files that the site does not have, and a
//! folder's page has another name.

/// A page with its links changed: those that lead out of `docs` become plain text, and a folder's page is its index. The
/// page is so many folders deep.
pub fn links(page: &str, depth: usize) -> String {
    let mut result = String::with_capacity(page.len());
    let mut rest = page;
    while let Some(at) = rest.find("](") {
        let (before, after) = rest.split_at(at);
        let Some((target, behind)) = after[2..].split_once(')') else { break };
        rest = behind;
        if target.starts_with(&"../".repeat(depth + 1)) {
            drop_link(&mut result, before);
        } else {
            let target = target.replace("README.md", "index.md");
            result.extend([before, "](", &target, ")"]);
        }
    }
    result.push_str(rest);
    result
}

/// The text of a link without the link.
fn drop_link(result: &mut String, before: &str) {
    match before.rsplit_once('[') {
        Some((earlier, text)) => result.extend([earlier, text]),
        None => result.push_str(before),
    }
}

#[cfg(test)]
mod tests {
    use super::links;

    #[test]
    fn links_out_of_the_folder_become_text() {
        let page = "See [the `code`](../src/a.rs), [b](b.md#c) and [up](../README.md).";
        assert_eq!(links(page, 0), "See the `code`, [b](b.md#c) and up.");
        assert_eq!(links("[up](../a.md) [out](../../a.md)", 1), "[up](../a.md) out");
    }

    #[test]
    fn the_page_of_a_folder_is_its_index() {
        assert_eq!(
            links("[all](recipes/README.md#x) (no link)", 0),
            "[all](recipes/index.md#x) (no link)"
        );
        assert_eq!(links("open ](", 0), "open ](");
    }
}
