//! One basket element: what is particular to it, beside the cart it shares.

use crate::{
    config::{Options, table::Flag},
    tree::Tree,
};
use alloc::string::String;

/// What a control does. Lines are told by their place, which holds until the next patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Opens or closes the panel.
    Toggle,
    /// Closes the panel.
    Close,
    /// One less of a line.
    Decrease(usize),
    /// One more of a line.
    Increase(usize),
    /// The field with a line's quantity.
    Quantity(usize),
    /// Removes a line.
    Remove(usize),
    /// Tries again after a failure.
    Retry,
    /// Goes to the checkout.
    Checkout,
}

/// A basket element.
#[derive(Debug)]
pub struct Basket {
    /// The shell's number for it; 0 for a place that is free.
    pub id: u32,
    pub(super) options: Options,
    /// Whether its panel is open.
    pub open: bool,
    /// What is being typed, and into the quantity of which line, by its id.
    pub draft: Option<(String, String)>,
    pub(super) language: String,
    pub(super) shop: Option<usize>,
    pub(super) state: &'static str,
    pub(super) tree: Tree<Action>,
    /// Whose control is to get the focus after the next patch.
    pub(super) focus_next: Option<Action>,
}

impl Basket {
    pub(super) fn new(id: u32) -> Self {
        Self {
            id,
            options: Options::default(),
            open: false,
            draft: None,
            language: String::new(),
            shop: None,
            state: "",
            tree: Tree::default(),
            focus_next: None,
        }
    }

    /// Whether an option is on.
    pub fn is_on(&self, flag: Flag) -> bool {
        self.options.is_on(flag)
    }

    /// The language to show: the chosen one, or the page's.
    pub fn locale_code(&self) -> &str {
        self.options.default_locale.as_deref().unwrap_or(&self.language)
    }
}
