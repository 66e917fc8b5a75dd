//! A keyed tree of nodes and the patch that turns one into the next.
//!
//! The shell keeps the real nodes and knows them by number; this module keeps what they last were
//! and writes the few operations that bring them up to date. A node that stays is never taken out
//! and put back, so focus, caret, selection, scroll and the screen reader's place survive. It must
//! never know what the nodes mean.
//!
//! A tree is written from the front: open an element, give it attributes, put text and elements
//! inside, close it. Nodes, attributes and texts lie in flat lists, so that a view appends to three
//! buffers and nothing has to be allocated, moved or dropped node by node.

mod order;
mod patch;

use alloc::{string::String, vec::Vec};

/// A tree of nodes. `A` is what using an element does.
#[derive(Debug)]
pub struct Tree<A> {
    nodes: Vec<Node<A>>,
    attributes: Vec<(&'static str, Span)>,
    /// All texts, one behind the other.
    texts: String,
    /// The elements that are still being written.
    open: Vec<usize>,
    last_id: u32,
}

/// A piece of the tree's texts.
#[derive(Debug, Clone, Copy, Default)]
struct Span {
    start: usize,
    end: usize,
}

#[derive(Debug)]
struct Node<A> {
    /// The number by which the shell knows it; 0 until it has been shown.
    id: u32,
    /// The tag name; empty for text.
    tag: &'static str,
    /// What tells it from its siblings across patches; the content of a text.
    span: Span,
    action: Option<A>,
    /// Where its attributes start; they end where the next node's start.
    attributes: usize,
    /// The first node that is not inside it.
    end: usize,
}

impl<A> Default for Tree<A> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            attributes: Vec::new(),
            texts: String::new(),
            open: Vec::new(),
            last_id: 0,
        }
    }
}

impl<A> Tree<A> {
    fn span(&mut self, text: &str) -> Span {
        let start = self.mark();
        self.texts.push_str(text);
        self.since(start)
    }

    /// Where the next text starts. What is appended to [`Self::texts`] from here on becomes a text by
    /// [`Self::text_since`] or an attribute's value by [`Self::with_since`].
    pub fn mark(&self) -> usize {
        self.texts.len()
    }

    /// All texts written so far, to append to.
    pub fn texts(&mut self) -> &mut String {
        &mut self.texts
    }

    fn since(&self, start: usize) -> Span {
        Span { start, end: self.texts.len() }
    }

    fn push(&mut self, tag: &'static str, span: Span) {
        let (attributes, end) = (self.attributes.len(), self.nodes.len() + 1);
        self.nodes.push(Node { id: 0, tag, span, action: None, attributes, end });
    }

    /// Opens an element: its tag and, behind bars, attributes that never change, as in
    /// `button|type=button|part=close`.
    pub fn open(&mut self, element: &'static str) -> &mut Self {
        let mut rest = element;
        while !rest.is_empty() {
            let end = rest.bytes().position(|byte| byte == b'|').unwrap_or(rest.len());
            let part = rest.get(..end).unwrap_or_default();
            if let Some(at) = part.bytes().position(|byte| byte == b'=') {
                let name = part.get(..at).unwrap_or_default();
                self.with(name, part.get(at + 1..).unwrap_or_default());
            } else {
                self.open.push(self.nodes.len());
                self.push(part, Span::default());
            }
            rest = rest.get(end + 1..).unwrap_or_default();
        }
        self
    }

    /// An element with nothing inside but text.
    pub fn leaf(&mut self, element: &'static str, text: &str) -> &mut Self {
        self.open(element).text(text).close()
    }

    /// Closes the element that was opened last.
    pub fn close(&mut self) -> &mut Self {
        let end = self.nodes.len();
        if let Some(node) = self.open.pop().and_then(|at| self.nodes.get_mut(at)) {
            node.end = end;
        }
        self
    }

    /// Gives the element just opened a key, unique among its siblings.
    pub fn key(&mut self, key: &str) -> &mut Self {
        let span = self.span(key);
        if let Some(node) = self.nodes.last_mut() {
            node.span = span;
        }
        self
    }

    /// Gives the element just opened an attribute. A name that starts with `:` is not an attribute
    /// but a state the shell brings about: `:value` of a field, `:open` of a dialog.
    pub fn with(&mut self, name: &'static str, value: &str) -> &mut Self {
        let start = self.mark();
        self.texts.push_str(value);
        self.with_since(name, start)
    }

    /// Gives the element just opened an attribute whose value was appended since a mark.
    pub fn with_since(&mut self, name: &'static str, mark: usize) -> &mut Self {
        let span = self.since(mark);
        self.attributes.push((name, span));
        self
    }

    /// Says what a click, an input or a change on the element just opened, or on anything inside
    /// it, does.
    pub fn on(&mut self, action: A) -> &mut Self {
        if let Some(node) = self.nodes.last_mut() {
            node.action = Some(action);
        }
        self
    }

    /// Puts text into the open element.
    pub fn text(&mut self, text: &str) -> &mut Self {
        let start = self.mark();
        self.texts.push_str(text);
        self.text_since(start)
    }

    /// Puts text that was appended since a mark into the open element.
    pub fn text_since(&mut self, mark: usize) -> &mut Self {
        let span = self.since(mark);
        self.push("", span);
        self
    }

    fn read(&self, span: Span) -> &str {
        self.texts.get(span.start..span.end).unwrap_or_default()
    }

    fn attributes(&self, at: usize) -> &[(&'static str, Span)] {
        let start = self.nodes.get(at).map_or(0, |node| node.attributes);
        let end = self.nodes.get(at + 1).map_or(self.attributes.len(), |node| node.attributes);
        self.attributes.get(start..end).unwrap_or_default()
    }

    fn attribute(&self, at: usize, name: &str) -> Option<&str> {
        let found = self.attributes(at).iter().find(|(other, _)| *other == name);
        found.map(|(_, span)| self.read(*span))
    }

    /// The nodes directly inside the range `start..end`.
    fn children(&self, start: usize, end: usize) -> Vec<usize> {
        let mut children = Vec::new();
        let mut at = start;
        while let Some(node) = self.nodes.get(at).filter(|_| at < end) {
            children.push(at);
            at = node.end;
        }
        children
    }

    fn id(&self, at: usize) -> u32 {
        self.nodes.get(at).map_or(0, |node| node.id)
    }

    /// What using the node of that number does: the action of the innermost element around it.
    pub fn action(&self, id: u32) -> Option<&A> {
        let at = self.nodes.iter().position(|node| node.id == id)?;
        let mut around = self.nodes.iter().take(at + 1).rev().filter(|node| node.end > at);
        around.find_map(|node| node.action.as_ref())
    }
}

impl<A: PartialEq> Tree<A> {
    /// The number of the first element with that action.
    pub fn find(&self, action: &A) -> Option<u32> {
        let found = self.nodes.iter().find(|node| node.action.as_ref() == Some(action));
        found.map(|node| node.id)
    }
}

#[cfg(test)]
mod tests;
