//! A page as the parser builds it: just enough of a document to find marked elements and their scripts in.
//! Of other elements hardly anything is kept. It must never know what a basket is.
//!
//! The nodes lie in one list, so that a page nested a million deep is dropped without recursion.

use html5ever::{
    Attribute, ExpandedName, ParseOpts, QualName,
    interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink},
    ns, parse_document,
    tendril::{StrTendril, TendrilSink},
    tokenizer::TokenizerOpts,
};
use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    rc::Rc,
};

/// A node's index in the list, with its name, which the parser asks for all the time.
#[derive(Debug, Clone)]
pub(crate) struct Handle {
    index: usize,
    name: Rc<QualName>,
}

/// An element, the text of a script, or something that is neither.
#[derive(Debug, Default)]
pub(crate) struct Node {
    name: Option<Rc<QualName>>,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) children: Vec<usize>,
    /// The text, unless it is an element.
    pub(crate) text: String,
    /// Where in the source its start tag ends; known for those with a kept attribute and for scripts.
    pub(crate) tag_end: usize,
    parent: Option<usize>,
    /// The index of what is inside a `<template>`, which is no part of the document.
    template: Option<usize>,
}

impl Node {
    /// Its name; empty when it is no element.
    pub(crate) fn name(&self) -> &str {
        self.name.as_ref().map_or("", |name| &name.local)
    }

    /// Whether it is a script whose text stands in the source as it is; those in drawings have entities.
    pub(crate) fn is_script(&self) -> bool {
        self.name.as_ref().is_some_and(|name| name.ns == ns!(html) && &*name.local == "script")
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

/// What is kept of any element: the type of a script. An element with the marker keeps all it has.
const KEPT: &str = "type";

/// The marker, whose elements are looked for.
const MARKER: &str = "data-embed";

/// All nodes; the first is the document.
#[derive(Debug)]
pub(crate) struct Tree {
    nodes: RefCell<Vec<Node>>,
    /// How much of the source the parser has been given.
    given: Cell<usize>,
    /// How many scripts and marked elements there have been.
    met: Cell<usize>,
    no_name: Rc<QualName>,
}

/// Parses a page whose lines end with `\n`, without a byte order mark in front.
pub(crate) fn parse(source: &str) -> Vec<Node> {
    let no_name = Rc::new(QualName::new(None, ns!(), "".into()));
    let nodes = RefCell::new(vec![Node::default()]);
    // Only the first character of a file can be a byte order mark; the parser would take it from every piece.
    let tokenizer = TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() };
    let options = ParseOpts { tokenizer, ..ParseOpts::default() };
    let mut parser =
        parse_document(Tree { nodes, given: Cell::new(0), met: Cell::new(0), no_name }, options);
    // The parser tells no offsets. A start tag ends with `>`, and an element is made when the parser sees
    // that; so, from where a tag of interest may begin until one has ended, it gets the page in pieces that
    // end with one.
    let mut given = 0;
    while given < source.len() {
        let near = interest(&source[given..]);
        parser.process(source[given..given + near].into());
        given += near;
        let met = parser.tokenizer.sink.sink.met.get();
        for piece in source[given..].split_inclusive('>') {
            given += piece.len();
            parser.tokenizer.sink.sink.given.set(given);
            parser.process(piece.into());
            if parser.tokenizer.sink.sink.met.get() > met {
                break;
            }
        }
    }
    parser.finish()
}

/// How far it is to the next tag of a script or attribute that marks an element, or what looks like one.
fn interest(source: &str) -> usize {
    let starts = |at: usize, word: &str| {
        let text = source.as_bytes().get(at..at + word.len());
        text.is_some_and(|text| text.eq_ignore_ascii_case(word.as_bytes()))
    };
    let mut candidates =
        source.bytes().enumerate().filter(|(_, byte)| matches!(byte, b'<' | b'd' | b'D'));
    let found = candidates.find(|&(at, _)| starts(at, "<script") || starts(at, "data-embed"));
    found.map_or(source.len(), |(at, _)| at)
}

impl Tree {
    fn add(&self, node: Node, name: Rc<QualName>) -> Handle {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(node);
        Handle { index: nodes.len() - 1, name }
    }

    /// Puts a child before another, or behind all.
    fn insert(&self, parent: usize, before: Option<usize>, child: NodeOrText<Handle>) {
        let mut nodes = self.nodes.borrow_mut();
        let siblings = &nodes[parent].children;
        let at = before.and_then(|before| siblings.iter().position(|other| *other == before));
        let at = at.unwrap_or(siblings.len());
        let index = match child {
            NodeOrText::AppendNode(child) => child.index,
            NodeOrText::AppendText(_) if !nodes[parent].is_script() => return,
            NodeOrText::AppendText(text) => {
                let neighbour = at.checked_sub(1).map(|at| siblings[at]);
                let neighbour = neighbour.filter(|other| !nodes[*other].text.is_empty());
                if let Some(neighbour) = neighbour {
                    nodes[neighbour].text.push_str(&text);
                    return;
                }
                nodes.push(Node { text: text.to_string(), ..Node::default() });
                nodes.len() - 1
            }
        };
        nodes[index].parent = Some(parent);
        nodes[parent].children.insert(at, index);
    }
}

impl TreeSink for Tree {
    type Handle = Handle;
    type Output = Vec<Node>;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Vec<Node> {
        self.nodes.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Handle { index: 0, name: Rc::clone(&self.no_name) }
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        target.name.expanded()
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        flags: ElementFlags,
    ) -> Handle {
        let name = Rc::new(name);
        let template = flags.template.then(|| {
            let contents = self.add(Node::default(), Rc::clone(&self.no_name));
            contents.index
        });
        let node = Node {
            name: Some(Rc::clone(&name)),
            attributes: kept(&attributes, false),
            tag_end: self.given.get(),
            template,
            ..Node::default()
        };
        if &*name.local == "script" || node.attribute(MARKER).is_some() {
            self.met.set(self.met.get() + 1);
        }
        self.add(node, name)
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        self.add(Node::default(), Rc::clone(&self.no_name))
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        self.add(Node::default(), Rc::clone(&self.no_name))
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.insert(parent.index, None, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        prev_element: &Handle,
        child: NodeOrText<Handle>,
    ) {
        let parent = self.nodes.borrow()[element.index].parent;
        match parent {
            Some(_) => self.append_before_sibling(element, child),
            None => self.append(prev_element, child),
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        // The parser asks for templates only, and those have contents.
        let index = self.nodes.borrow()[target.index].template.unwrap_or_default();
        Handle { index, name: Rc::clone(&self.no_name) }
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        x.index == y.index
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, new_node: NodeOrText<Handle>) {
        if let NodeOrText::AppendNode(node) = &new_node {
            self.remove_from_parent(node);
        }
        let parent = self.nodes.borrow()[sibling.index].parent;
        if let Some(parent) = parent {
            self.insert(parent, Some(sibling.index), new_node);
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, attrs: Vec<Attribute>) {
        let mut nodes = self.nodes.borrow_mut();
        let node = &mut nodes[target.index];
        let is_marked = node.attribute(MARKER).is_some();
        for (name, value) in kept(&attrs, is_marked) {
            if node.attribute(&name).is_some() {
                continue;
            }
            if name == MARKER {
                // A `<body>` behind the first text, say: the element was there, but this is the tag that marks it.
                node.tag_end = self.given.get();
                self.met.set(self.met.get() + 1);
            }
            node.attributes.push((name, value));
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        let mut nodes = self.nodes.borrow_mut();
        if let Some(parent) = nodes[target.index].parent.take() {
            nodes[parent].children.retain(|child| *child != target.index);
        }
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let mut nodes = self.nodes.borrow_mut();
        let children = std::mem::take(&mut nodes[node.index].children);
        for child in &children {
            nodes[*child].parent = Some(new_parent.index);
        }
        nodes[new_parent.index].children.extend(children);
    }
}

fn kept(attributes: &[Attribute], is_marked: bool) -> Vec<(String, String)> {
    let all = is_marked || attributes.iter().any(|attribute| &*attribute.name.local == MARKER);
    let attributes = attributes.iter().filter(|attribute| all || &*attribute.name.local == KEPT);
    let pair =
        |attribute: &Attribute| (attribute.name.local.to_string(), attribute.value.to_string());
    attributes.map(pair).collect()
}
