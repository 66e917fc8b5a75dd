//! Drawings of ours: small line icons that take the colour of the text around them.

use crate::tree::Tree;

fn icon(tree: &mut Tree, svg: &'static str, path: &'static str) {
    tree.open(svg).open(path).close().close();
}

const SMALL: &str = "svg|viewBox=0 0 24 24|aria-hidden=true";

/// The cart button's basket.
pub fn basket(tree: &mut Tree) {
    icon(
        tree,
        SMALL,
        "path|d=M3.5 9.5h17l-1.6 8.9a2 2 0 0 1-2 1.6H7.1a2 2 0 0 1-2-1.6zM8 9.5l3-5.5M16 9.5 13 4M9.5 13v3.5M14.5 13v3.5",
    );
}

/// Close.
pub fn cross(tree: &mut Tree) {
    icon(tree, SMALL, "path|d=m6.5 6.5 11 11m0-11-11 11");
}

/// One less.
pub fn minus(tree: &mut Tree) {
    icon(tree, SMALL, "path|d=M7 12h10");
}

/// One more.
pub fn plus(tree: &mut Tree) {
    icon(tree, SMALL, "path|d=M7 12h10M12 7v10");
}

/// An empty basket at rest, for the empty state.
pub fn empty(tree: &mut Tree) {
    icon(
        tree,
        "svg|viewBox=0 0 120 96|aria-hidden=true",
        "path|d=M14 86h92M26 42h68l-6.5 34a6 6 0 0 1-6 5h-43a6 6 0 0 1-6-5zM42 42c0-14 8-24 18-24s18 10 18 24M46 54v16M60 54v16M74 54v16M93 17c5-7 11-8 15-7 0 6-5 11-15 7zm0 0c-3 2-5 5-6 9",
    );
}
