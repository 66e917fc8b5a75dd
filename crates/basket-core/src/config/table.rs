//! The table: one row per option, with everything that is known about it. Parser and reference are
//! functions of it. It must never hold what only one of them needs.

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
}

impl Flag {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Detached,
        Self::Persistent,
        Self::Right,
        Self::Tinted,
        Self::ShowBillingFrequency,
        Self::ShowSumPurchases,
        Self::ShowSumSubscriptions,
        Self::ShowSumTotal,
    ];
}

/// What kind of value an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A boolean.
    Flag(Flag),
    /// A locale code, or null.
    Locale,
}

/// One option.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The name in the `options` object and, where allowed, as an attribute.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// Whether it may stand as a bare attribute on the basket element.
    pub is_attribute: bool,
}

const fn row(name: &'static str, kind: Kind, is_attribute: bool) -> Row {
    Row { name, kind, is_attribute }
}

/// Every option.
pub const OPTIONS: &[Row] = &[
    row("default_locale", Kind::Locale, false),
    row("detached", Kind::Flag(Flag::Detached), true),
    row("persistent", Kind::Flag(Flag::Persistent), true),
    row("right", Kind::Flag(Flag::Right), true),
    row("tinted", Kind::Flag(Flag::Tinted), true),
    row("show_billing_frequency", Kind::Flag(Flag::ShowBillingFrequency), false),
    row("show_sum_purchases", Kind::Flag(Flag::ShowSumPurchases), false),
    row("show_sum_subscriptions", Kind::Flag(Flag::ShowSumSubscriptions), false),
    row("show_sum_total", Kind::Flag(Flag::ShowSumTotal), false),
];
