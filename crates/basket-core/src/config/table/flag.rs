//! The options that are on or off, as a live basket knows them: by their names and no more.

use super::{NAMES, OPTIONS};
use crate::packed::name_at;

/// An option that is on or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flag {
    /// See its row in [`OPTIONS`], as for all of these.
    Detached,
    /// Not dismissed by a click outside.
    Persistent,
    /// At the right edge.
    Right,
    /// Dimmed page, modal panel.
    Tinted,
    /// Frequencies as chips.
    ShowBillingFrequency,
    /// Sum of purchases.
    ShowSumPurchases,
    /// Sums of subscriptions.
    ShowSumSubscriptions,
    /// What is due.
    ShowSumTotal,
    /// The cart button.
    Button,
}

impl Flag {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Detached,
        Self::Persistent,
        Self::Right,
        Self::Tinted,
        Self::ShowBillingFrequency,
        Self::ShowSumPurchases,
        Self::ShowSumSubscriptions,
        Self::ShowSumTotal,
        Self::Button,
    ];

    /// The name of its option.
    pub fn name(self) -> &'static str {
        name_at(NAMES, FIRST_FLAG + self as usize)
    }

    /// Whether it may stand as a bare attribute on the basket element.
    pub fn is_attribute(self) -> bool {
        (self as usize) < ATTRIBUTES
    }
}

/// The index of the first option that is on or off; the others follow it, in the order of [`Flag`].
const FIRST_FLAG: usize = 1;

/// How many of them may be attributes; they come first.
const ATTRIBUTES: usize = {
    let mut count = 0;
    while OPTIONS[FIRST_FLAG + count].is_attribute {
        count += 1;
    }
    count
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::table::Kind;

    #[test]
    fn flags_and_rows_have_the_same_order() {
        let flags: std::vec::Vec<_> = OPTIONS
            .iter()
            .filter_map(|row| match row.kind {
                Kind::Flag(flag) => Some((flag, row.name, row.is_attribute)),
                Kind::Locale | Kind::OnAdd => None,
            })
            .collect();
        let known = Flag::ALL.map(|flag| (flag, flag.name(), flag.is_attribute()));
        assert_eq!(flags, known);
    }
}
