//! A keyed tree of nodes, written as JSON from the front: open an element, give it attributes, put text
//! and elements inside, close it. The shell keeps the real nodes and brings them up to date with as few
//! touches as it can. It must never know what the nodes mean.
//!
//! An element is `[head, {name: value, …}, child, …]`, a text is a string. The head is the element's tag
//! and the attributes that never change, `tag|name=value|…`; it is written once in the program, and the
//! shell need not compare what is in it. Four names are not attributes:
//!
//! | name | is |
//! |---|---|
//! | `:key` | what tells an element from others with the same head |
//! | `:on` | what the shell says when the shopper uses the element |
//! | `:value` | what stands in a field |
//! | `:open` | how an element stands in the top layer: `modal…`, `beside…`, or not; another word opens it anew |

use crate::json::Writer;
use alloc::string::String;

/// A tree in the making.
#[derive(Debug, Default)]
pub struct Tree {
    writer: Writer,
    /// A text that is put together from parts.
    text: String,
    /// Whether attributes may still follow.
    is_in_head: bool,
}

impl Tree {
    /// The tree as JSON.
    pub fn finish(self) -> String {
        self.writer.finish()
    }

    fn end_head(&mut self) {
        if self.is_in_head {
            self.writer.close('}');
        }
        self.is_in_head = false;
    }

    /// Opens an element.
    pub fn open(&mut self, head: &'static str) -> &mut Self {
        self.end_head();
        self.writer.open('[').string(head).open('{');
        self.is_in_head = true;
        self
    }

    /// Closes the element that was opened last.
    pub fn close(&mut self) -> &mut Self {
        self.end_head();
        self.writer.close(']');
        self
    }

    /// Gives the element just opened an attribute.
    pub fn with(&mut self, name: &'static str, value: &str) -> &mut Self {
        self.writer.name(name).string(value);
        self
    }

    /// Gives the element just opened an attribute that is a number.
    pub fn number(&mut self, name: &'static str, value: i64) -> &mut Self {
        self.writer.name(name).number(value);
        self
    }

    /// Tells the element just opened from its like.
    pub fn key(&mut self, key: &str) -> &mut Self {
        self.with(":key", key)
    }

    /// Says what using the element just opened means.
    pub fn on(&mut self, action: u32) -> &mut Self {
        self.writer.name(":on").number(action);
        self
    }

    /// Puts in a text.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.end_head();
        self.writer.string(text);
        self
    }

    /// An element with a text and nothing else in it.
    pub fn leaf(&mut self, head: &'static str, text: &str) -> &mut Self {
        self.open(head).text(text).close()
    }

    /// Where a text is put together, for [`Self::with_parts`] or [`Self::parts`].
    pub fn compose(&mut self) -> &mut String {
        &mut self.text
    }

    /// Gives the element just opened an attribute that was put together.
    pub fn with_parts(&mut self, name: &'static str) -> &mut Self {
        self.writer.name(name).string(&self.text);
        self.text.clear();
        self
    }

    /// Puts in a text that was put together.
    pub fn parts(&mut self) -> &mut Self {
        self.end_head();
        self.writer.string(&self.text);
        self.text.clear();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_written_as_nested_arrays() {
        let mut tree = Tree::default();
        tree.open("ul|role=list").open("li").key("a\"b").on(9).text("One").close();
        tree.open("li").close();
        tree.compose().push_str("Tw");
        tree.compose().push('o');
        tree.parts().close();
        assert_eq!(
            tree.finish(),
            r#"["ul|role=list",{},["li",{":key":"a\"b",":on":9},"One"],["li",{}],"Two"]"#
        );
    }

    #[test]
    fn a_text_put_together_is_used_up() {
        let mut tree = Tree::default();
        tree.open("p").compose().push_str("Cart");
        tree.with_parts("aria-label").parts().close();
        assert_eq!(tree.finish(), r#"["p",{"aria-label":"Cart"},""]"#);
    }
}
