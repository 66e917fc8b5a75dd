//! One basket element: what is particular to it, beside the cart it shares.

use crate::{
    config::{Flags, table::Flag},
    locale::Texts,
};
use alloc::string::String;

/// What a control does. Lines are told by their index, which holds until something else is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Opens or closes the panel.
    Toggle,
    /// Closes the panel.
    Close,
    /// The button beside a message: tries again after a failure, or takes a removal back.
    Answer,
    /// Goes to the checkout.
    Checkout,
    /// One less of a line.
    Decrease,
    /// One more of a line.
    Increase,
    /// The field with a line's quantity.
    Quantity,
    /// Removes a line.
    Remove,
}

impl Action {
    const ALL: [Self; 8] = [
        Self::Toggle,
        Self::Close,
        Self::Answer,
        Self::Checkout,
        Self::Decrease,
        Self::Increase,
        Self::Quantity,
        Self::Remove,
    ];

    /// The number by which the shell knows it, together with the index of a line; never 0.
    pub fn number(self, line: usize) -> u32 {
        // A cart has at most a hundred lines.
        u32::try_from(line * Self::ALL.len() + self as usize + 1).unwrap_or_default()
    }

    /// What a number stands for, and the index of the line.
    pub fn from_number(number: u32) -> (Self, usize) {
        let number = (number as usize).wrapping_sub(1);
        (Self::ALL[number % Self::ALL.len()], number / Self::ALL.len())
    }
}

/// A basket element.
#[derive(Debug, Default)]
pub struct Basket {
    /// The shell's number for it; 0 for a free entry.
    pub id: u32,
    pub(super) flags: Flags,
    /// Whether its panel is open.
    pub open: bool,
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
