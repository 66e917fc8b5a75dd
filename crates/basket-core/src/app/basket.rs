//! One basket element: what is particular to it, beside the cart it shares.

use crate::{
    config::{
        Flags,
        table::{Flag, OnAdd},
    },
    locale::Texts,
    protocol::Action,
};
use alloc::string::String;

/// A basket element.
#[derive(Debug, Default)]
pub struct Basket {
    /// The shell's number for it; 0 for a free entry.
    pub id: u32,
    pub(super) flags: Flags,
    /// What it does when something was added.
    pub on_add: OnAdd,
    /// Whether its panel is open.
    pub open: bool,
    /// Whether it was open when it was last shown.
    pub(super) was_open: bool,
    /// How many things had been said when it was last shown.
    pub(super) said: u32,
    /// How many things had been said before its panel was last opened or closed: they are not said again in the other
    /// place.
    pub heard: u32,
    /// What is being typed, and into the quantity of which line, by its id; both are empty while nothing is.
    pub draft: (String, String),
    /// The code of its language, as the shop's own pages know it.
    pub(super) code: String,
    /// Its language's texts.
    pub texts: Texts,
    pub(super) shop: Option<usize>,
    pub(super) state: &'static str,
    /// What it showed last.
    pub(super) shown: String,
    /// Whose control is to get the focus after the next change of what is shown.
    pub(super) focus_next: u32,
}

impl Basket {
    /// Closes the panel and gives the focus back to the button that opened it.
    pub(super) fn close(&mut self) {
        if self.open {
            self.open = false;
            self.focus_next = Action::Toggle.number(0);
        }
    }

    /// Whether an option is on.
    pub fn is_on(&self, flag: Flag) -> bool {
        self.flags.is_on(flag)
    }
}
