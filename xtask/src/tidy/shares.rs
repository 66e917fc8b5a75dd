//! No crate of the product grows into most of it.

use super::Violation;
use super::tree::{File, Tree};

/// How much of the product's Rust lines one crate may hold, in percent.
const MOST: usize = 30;

/// The lines of each crate of the product, tests in files of their own left out.
fn lines(tree: &Tree) -> Vec<(String, usize)> {
    let mut crates: Vec<(String, usize)> = Vec::new();
    for file in tree.sources() {
        let Some(name) = product_crate(file) else { continue };
        let count = file.text.lines().count();
        match crates.iter_mut().find(|(known, _)| known == name) {
            Some((_, lines)) => *lines += count,
            None => crates.push((name.to_owned(), count)),
        }
    }
    crates.sort_by_key(|(_, lines)| std::cmp::Reverse(*lines));
    crates
}

fn product_crate(file: &File) -> Option<&str> {
    let (name, rest) = file.path.strip_prefix("crates/")?.split_once('/')?;
    (name.starts_with("basket-") && rest.starts_with("src/")).then_some(name)
}

/// One line for people: each crate's share.
pub fn table(tree: &Tree) -> String {
    let crates = lines(tree);
    let all: usize = crates.iter().map(|(_, lines)| lines).sum();
    let shares = crates.iter().map(|(name, lines)| {
        let tenths = lines * 1000 / all.max(1);
        format!("{name} {}.{} %", tenths / 10, tenths % 10)
    });
    format!("{all} Rust lines of the product: {}", shares.collect::<Vec<_>>().join(", "))
}

/// Every crate holds at most its share.
pub fn limited(tree: &Tree) -> Vec<Violation> {
    let crates = lines(tree);
    let all: usize = crates.iter().map(|(_, lines)| lines).sum();
    // A part of a tree, as in a test, has no shares.
    let whole = crates.len() > 100 / MOST;
    let large = crates.iter().filter(|(_, lines)| whole && lines * 100 > all * MOST);
    large
        .map(|(name, lines)| {
            let share = lines * 100 / all.max(1);
            let sentence =
                format!("{name} holds {share} % of the product's lines, at most {MOST} %");
            Violation::new(&format!("crates/{name}/Cargo.toml"), 1, sentence)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::said;
    use super::*;

    #[test]
    fn a_crate_with_too_many_lines_is_found() {
        let (long, short) = ("\n".repeat(40), "\n".repeat(20));
        let files = [
            ("crates/basket-a/src/lib.rs", &*long),
            ("crates/basket-b/src/lib.rs", &short),
            ("crates/basket-c/src/lib.rs", &short),
            ("crates/basket-d/src/lib.rs", &short),
            ("crates/temporary/src/lib.rs", &long),
            ("crates/basket-b/tests/b.rs", &long),
        ];
        assert_eq!(
            said(limited, &files),
            [
                "crates/basket-a/Cargo.toml:1: basket-a holds 40 % of the product's lines, at most 30 %"
            ]
        );
    }
}
