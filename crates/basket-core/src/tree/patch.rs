//! The patch itself, written as JSON arrays that the shell's host script carries out in order:
//!
//! | operation | does |
//! |---|---|
//! | `["+", parent, before, node]` | builds a node and puts it before another (0: at the end) |
//! | `["-", id]` | removes a node |
//! | `["^", id, before]` | moves a node within its parent |
//! | `["=", id, name, value]` | sets an attribute (`null` removes it) |
//! | `["#", id, text]` | sets a text |
//!
//! A node is `[id, tag, [name, value, …], [child, …]]`, or `[id, text]`.

use super::{
    Tree,
    order::{NEW, Order},
};
use crate::json::Writer;
use alloc::vec::Vec;

impl<A> Tree<A> {
    /// Shows `next` instead of what was shown, and writes the operations that do so. `focused` is
    /// the number of the node that has the focus, 0 for none.
    pub fn patch(&mut self, next: Self, focused: u32, writer: &mut Writer) {
        let mut patch = Patch { old: self, new: next, focused, writer };
        patch.new.last_id = patch.old.last_id;
        patch.children(0, (0, patch.old.nodes.len()), (0, patch.new.nodes.len()));
        *self = patch.new;
    }
}

struct Patch<'a, A> {
    old: &'a Tree<A>,
    new: Tree<A>,
    focused: u32,
    writer: &'a mut Writer,
}

impl<A> Patch<'_, A> {
    /// Opens an operation; the caller closes it.
    fn operation(&mut self, name: &str, id: u32) {
        self.writer.open('[').string(name).number(id);
    }

    /// Turns the old children of a node, a range of nodes, into the new ones.
    fn children(&mut self, parent: u32, old: (usize, usize), new: (usize, usize)) {
        let old = self.old.children(old.0, old.1);
        let new = self.new.children(new.0, new.1);
        let mut places = Vec::with_capacity(new.len());
        for &child in &new {
            places.push(self.find(&old, &places, child));
        }
        for (place, &child) in old.iter().enumerate() {
            if !places.contains(&place) {
                self.operation("-", self.old.id(child));
                self.writer.close(']');
            }
        }
        let focus = places.iter().position(|&place| self.has_focus(old.get(place)));
        let mut order = Order::new(&places, focus);
        // From the end, so that what a node is put before is always in place already.
        let mut before = 0;
        for (at, (&child, &place)) in new.iter().zip(&places).enumerate().rev() {
            if let Some(&same) = old.get(place) {
                self.update(same, child);
                if !order.stays(at) {
                    self.operation("^", self.new.id(child));
                    self.writer.number(before).close(']');
                }
            } else {
                self.operation("+", parent);
                self.writer.number(before);
                self.build(child);
                self.writer.close(']');
            }
            before = self.new.id(child);
        }
    }

    /// The place of the old child that a new one continues: the one of its key and kind.
    fn find(&self, old: &[usize], claimed: &[usize], new: usize) -> usize {
        let same = |place: &usize| {
            let at = old.get(*place).copied().unwrap_or(NEW);
            let (Some(old), Some(new)) = (self.old.nodes.get(at), self.new.nodes.get(new)) else {
                return false;
            };
            let is_text = new.tag.is_empty();
            old.tag == new.tag
                && (is_text || self.old.read(old.span) == self.new.read(new.span))
                && !claimed.contains(place)
        };
        (0..old.len()).find(same).unwrap_or(NEW)
    }

    fn has_focus(&self, at: Option<&usize>) -> bool {
        let Some((at, node)) = at.and_then(|&at| Some((at, self.old.nodes.get(at)?))) else {
            return false;
        };
        self.focused != 0 && (at..node.end).any(|at| self.old.id(at) == self.focused)
    }

    fn build(&mut self, at: usize) {
        self.new.last_id += 1;
        let id = self.new.last_id;
        let Some(node) = self.new.nodes.get_mut(at) else { return };
        node.id = id;
        let (tag, span, end) = (node.tag, node.span, node.end);
        self.writer.open('[').number(id);
        if tag.is_empty() {
            self.writer.string(self.new.read(span));
        } else {
            self.writer.string(tag).open('[');
            for (name, span) in self.new.attributes(at) {
                self.writer.string(name).string(self.new.read(*span));
            }
            self.writer.close(']').open('[');
            for child in self.new.children(at + 1, end) {
                self.build(child);
            }
            self.writer.close(']');
        }
        self.writer.close(']');
    }

    fn update(&mut self, old: usize, new: usize) {
        let Some(was) = self.old.nodes.get(old) else { return };
        let Some(node) = self.new.nodes.get_mut(new) else { return };
        node.id = was.id;
        let (span, end) = (node.span, node.end);
        if was.tag.is_empty() {
            if self.old.read(was.span) != self.new.read(span) {
                self.operation("#", was.id);
                self.writer.string(self.new.read(span)).close(']');
            }
            return;
        }
        for (name, span) in self.new.attributes(new) {
            let value = self.new.read(*span);
            if self.old.attribute(old, name) != Some(value) {
                set_attribute(self.writer, was.id, name, Some(value));
            }
        }
        for (name, _) in self.old.attributes(old) {
            if self.new.attribute(new, name).is_none() {
                set_attribute(self.writer, was.id, name, None);
            }
        }
        self.children(was.id, (old + 1, was.end), (new + 1, end));
    }
}

fn set_attribute(writer: &mut Writer, id: u32, name: &str, value: Option<&str>) {
    writer.open('[').string("=").number(id).string(name).string_or_null(value).close(']');
}
