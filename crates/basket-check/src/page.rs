//! Baskets in a page, as a browser would see them, each with its place in the source.

use crate::tree::{self, Node};
use basket_core::{
    config::{self, Choice, Script},
    diagnostic::{Code, Diagnostic},
};

/// What a browser lets host a basket's shadow root, beside elements with a name of their own.
const HOSTS: &[&str] = &[
    "article",
    "aside",
    "blockquote",
    "body",
    "div",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "main",
    "nav",
    "p",
    "section",
    "span",
];

/// What is wrong in a file: byte offsets are into the file, lines and columns are not yet counted.
#[derive(Debug, Default)]
pub struct Checked {
    /// How many baskets there are.
    pub baskets: usize,
    /// Which basket each is about, from 1, and what is wrong with it.
    pub found: Vec<(usize, Diagnostic)>,
}

/// Where a configuration may stand if there is no script for it.
const CONFIG: &str = "data-config";

/// Checks a configuration that stands by itself.
pub(crate) fn check_configuration(source: &str) -> Checked {
    let found = config::check_json(source);
    Checked { baskets: 1, found: found.into_iter().map(|diagnostic| (1, diagnostic)).collect() }
}

/// A basket as it stands in a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Basket {
    /// The attributes of its element.
    pub attributes: Vec<(String, String)>,
    /// The text of the script that counts, or else of the attribute, if there is one.
    pub configuration: Option<String>,
}

/// Every basket of a page.
pub fn baskets(source: &str) -> Vec<Basket> {
    let nodes = tree::parse(source);
    let is_basket = |at: &usize| nodes[*at].attribute("data-embed") == Some("service-basket");
    let basket = |at: usize| {
        let (_, texts, choice) = scripts(&nodes, at);
        Basket {
            attributes: nodes[at].attributes.clone(),
            configuration: choice
                .chosen
                .and_then(|chosen| texts.into_iter().nth(chosen))
                .or_else(|| nodes[at].attribute(CONFIG).map(str::to_owned)),
        }
    };
    elements(&nodes, 0).into_iter().filter(is_basket).map(basket).collect()
}

/// Checks every basket of a page. Line ends in it must be `\n`, as the parser makes them.
pub(crate) fn check_page(source: &str) -> Checked {
    let nodes = tree::parse(source);
    let mut checked = Checked::default();
    for at in elements(&nodes, 0) {
        if nodes[at].attribute("data-embed") == Some("service-basket") {
            checked.baskets += 1;
            let found = check_basket(&nodes, at, source);
            checked.found.extend(found.into_iter().map(|found| (checked.baskets, found)));
        }
    }
    checked
}

/// The indexes and texts of all scripts inside a basket, and which of them counts.
fn scripts(nodes: &[Node], basket: usize) -> (Vec<usize>, Vec<String>, Choice) {
    let indexes: Vec<usize> =
        elements(nodes, basket).into_iter().filter(|at| nodes[*at].is_script()).collect();
    let texts: Vec<String> = indexes.iter().map(|at| text(nodes, *at)).collect();
    let scripts: Vec<Script<'_>> = indexes
        .iter()
        .zip(&texts)
        .map(|(at, text)| Script {
            is_child: nodes[basket].children.contains(at),
            media_type: nodes[*at].attribute("type").unwrap_or_default(),
            text,
        })
        .collect();
    let choice = Choice::from_scripts(&scripts);
    (indexes, texts, choice)
}

fn check_basket(nodes: &[Node], basket: usize, source: &str) -> Vec<Diagnostic> {
    let (indexes, texts, choice) = scripts(nodes, basket);
    let mut found = Vec::new();
    let mut report = |code: Code, node: &Node| {
        let start = tag_start(source, node);
        found.push(Diagnostic { start, end: node.tag_end, ..Diagnostic::new(code) });
    };
    let name = nodes[basket].name();
    if !HOSTS.contains(&name) && !name.contains('-') {
        report(Code::ElementUnsupported, &nodes[basket]);
    }
    let attribute = nodes[basket].attribute(CONFIG).filter(|_| choice.chosen.is_none());
    if let Some(text) = attribute {
        // What is written with entities has other places than the text that they make.
        let (start, end) = (tag_start(source, &nodes[basket]), nodes[basket].tag_end);
        let inside = config::check_json(text);
        found.extend(inside.into_iter().map(|diagnostic| Diagnostic { start, end, ..diagnostic }));
    } else if let Some((code, script)) = choice.wrong {
        report(code, &nodes[script.map_or(basket, |script| indexes[script])]);
    }
    if let Some(chosen) = choice.chosen {
        let offset = nodes[indexes[chosen]].tag_end;
        let inside = config::check_json(&texts[chosen]);
        found.extend(inside.into_iter().map(|diagnostic| Diagnostic {
            start: diagnostic.start + offset,
            end: diagnostic.end + offset,
            ..diagnostic
        }));
    }
    found.sort_by_key(|diagnostic| diagnostic.start);
    found
}

/// All elements inside a node, in the order of the document; what is in a `<template>` is not inside.
fn elements(nodes: &[Node], root: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut waiting: Vec<usize> = nodes[root].children.iter().rev().copied().collect();
    while let Some(at) = waiting.pop() {
        if !nodes[at].name().is_empty() {
            found.push(at);
        }
        waiting.extend(nodes[at].children.iter().rev());
    }
    found
}

fn text(nodes: &[Node], element: usize) -> String {
    nodes[element].children.iter().map(|child| nodes[*child].text.as_str()).collect()
}

/// Where the start tag begins that ends where the parser says.
fn tag_start(source: &str, node: &Node) -> usize {
    let before = source.get(..node.tag_end).unwrap_or_default();
    let ends_name = |next: char| next.is_ascii_whitespace() || matches!(next, '/' | '>');
    let is_tag = |at: &usize| {
        let parts = before[at + 1..].split_at_checked(node.name().len());
        parts.is_some_and(|(name, behind)| {
            name.eq_ignore_ascii_case(node.name()) && behind.starts_with(ends_name)
        })
    };
    let mut starts = before.rmatch_indices('<').map(|(at, _)| at);
    // The parser renames some: `<image>` makes an `img`.
    let nearest = before.rfind('<').unwrap_or(node.tag_end);
    starts.find(is_tag).unwrap_or(nearest)
}
