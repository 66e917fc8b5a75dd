//! The table: one row per member, option, style member, locale key and attribute, with everything that is
//! known about it. Parser, checks, schema, reference, types and "did you mean" are functions of it; there is no
//! second list anywhere.
//!
//! The live widget reads the names of [`Flag`]s and of [`OnAdd`], and nothing else here. Rows, and what explains in the [`Entry`] values that
//! the same rows make, it never touches.

mod flag;
mod on_add;

pub use flag::Flag;
pub use on_add::OnAdd;

use alloc::vec::Vec;

/// What kind of value an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A boolean.
    Flag(Flag),
    /// A locale code, or null.
    Locale,
    /// A name of [`OnAdd`].
    OnAdd,
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

/// What a member may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// The shop's key.
    Key,
    /// `true` or `false`.
    Flag,
    /// A locale code, or null.
    LocaleCode,
    /// One of these names.
    Choice(&'static [&'static str]),
    /// The value of a style property.
    Style,
    /// A text.
    Text,
    /// A text with forms for numbers.
    Plural,
    /// An object whose members stand in the group.
    Object(Group),
    /// An object of texts whose names only the service knows.
    Texts,
    /// What the element's marker says.
    Marker,
}

impl Value {
    /// What is expected, as the object of a sentence.
    pub fn expected(self) -> &'static str {
        match self {
            Self::Key | Self::Text | Self::Marker => "a string",
            Self::Flag => "`true` or `false`",
            Self::LocaleCode => "a locale code in quotes, or `null`",
            Self::Choice(_) => "a name in quotes",
            Self::Style => "a style value in quotes",
            Self::Plural => "a string with forms between vertical bars",
            Self::Object(_) | Self::Texts => "an object",
        }
    }

    /// Whether it has members of its own.
    pub fn is_object(self) -> bool {
        matches!(self, Self::Object(_) | Self::Texts)
    }
}

/// Where a member may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// In the configuration itself.
    Top,
    /// In `options`.
    Options,
    /// In `style`.
    Style,
    /// In `locales`, where each member is named by a locale code.
    Locales,
    /// In a locale.
    Locale,
    /// In this object of a locale.
    Texts(&'static str),
    /// On the basket element, as an attribute.
    Element,
}

/// All that is known about one member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it may hold.
    pub value: Value,
    /// What counts without it, in words or as JSON.
    pub default: &'static str,
    /// The version it came with, unless it was there from the start.
    pub since: Option<&'static str>,
    /// What it is for, in one sentence.
    pub meaning: &'static str,
    /// The CSS property that its values are for, if it is a member of `style`; else empty.
    pub property: &'static str,
}

impl Entry {
    /// Whether it holds the colour of a text or a background.
    pub fn is_colour(&self) -> bool {
        matches!(self.property, TEXT | BACKGROUND)
    }
}

/// The property of members that hold the colour of a text.
pub const TEXT: &str = "color";
/// The property of members that hold a background, which may be a gradient.
const BACKGROUND: &str = "background";

macro_rules! options {
    ($($name:literal $kind:expr, $attribute:literal $value:expr, $default:literal $meaning:literal)*) => {
        /// Every option.
        pub const OPTIONS: &[Row] =
            &[$(Row { name: $name, kind: $kind, is_attribute: $attribute },)*];

        /// The names of all options in their order, as [`words`](crate::words).
        const NAMES: &str = concat!($($name, " ",)*);

        const OPTION_ENTRIES: &[Entry] = &[$(entry($name, $value, $default, $meaning),)*];
    };
}

options! {
    "default_locale" Kind::Locale, false Value::LocaleCode, "null"
        "The language of the basket; `null` uses the language of the page, then of the browser, then `en`."
    "detached" Kind::Flag(Flag::Detached), true Value::Flag, "false"
        "The cart button floats in the corner of the window, and the panel is a card; otherwise the button is at the element's position, and the panel docks to the edge."
    "persistent" Kind::Flag(Flag::Persistent), true Value::Flag, "false"
        "A click outside does not close the panel, and an open panel stays open across page loads."
    "right" Kind::Flag(Flag::Right), true Value::Flag, "false"
        "The basket is at the right edge instead of the left."
    "tinted" Kind::Flag(Flag::Tinted), true Value::Flag, "false"
        "While the panel is open, the page behind is dimmed and cannot be used."
    "show_billing_frequency" Kind::Flag(Flag::ShowBillingFrequency), false Value::Flag, "false"
        "A chip shows each subscription's frequency. Sums are always split by frequency."
    "show_sum_purchases" Kind::Flag(Flag::ShowSumPurchases), false Value::Flag, "false"
        "A row shows the sum of one-off purchases."
    "show_sum_subscriptions" Kind::Flag(Flag::ShowSumSubscriptions), false Value::Flag, "false"
        "A row for each frequency shows the sum of subscriptions."
    "show_sum_total" Kind::Flag(Flag::ShowSumTotal), false Value::Flag, "true"
        "A row shows what is due at checkout: purchases and the first period of each subscription."
    "button" Kind::Flag(Flag::Button), false Value::Flag, "true"
        "The basket shows its own button; otherwise, toggles and scripts open the panel."
    "on_add" Kind::OnAdd, false Value::Choice(&OnAdd::NAMES), "none"
        "What happens when a product is added: `toast` shows a short message with Undo and a link to the panel, `open` opens the panel, `none` only updates the number."
}

const fn entry(
    name: &'static str,
    value: Value,
    default: &'static str,
    meaning: &'static str,
) -> Entry {
    Entry { name, value, default, since: None, meaning, property: "" }
}

const fn style(
    name: &'static str,
    property: &'static str,
    default: &'static str,
    meaning: &'static str,
) -> Entry {
    Entry { property, ..entry(name, Value::Style, default, meaning) }
}

const TOP: &[Entry] = &[
    entry(
        "api_key",
        Value::Key,
        "required",
        "The shop's key, from Settings > Setup & Design > Checkout Setup > API Key.",
    ),
    entry("options", Value::Object(Group::Options), "{}", "Layout and contents of the basket."),
    entry("style", Value::Object(Group::Style), "{}", "Colours, borders and fonts."),
    Entry {
        since: Some("1.8"),
        ..entry(
            "locales",
            Value::Object(Group::Locales),
            "{}",
            "Texts by locale code: they replace native texts, or add a language.",
        )
    },
];

const STYLE: &[Entry] = &[
    style("border", "border", "built in", "The border of panel and cards, as a shorthand."),
    style(
        "border_radius",
        "border-radius",
        "built in",
        "The corner radius of panel, cards and buttons.",
    ),
    style(
        "box_shadow",
        "box-shadow",
        "built in",
        "The shadow of the panel and of the floating cart button.",
    ),
    style("button_cart_primary", BACKGROUND, "`primary`", "The background of the cart button."),
    style(
        "button_cart_text_primary",
        TEXT,
        "readable on its background",
        "The text of the cart button.",
    ),
    style(
        "button_checkout_primary",
        BACKGROUND,
        "`primary`",
        "The background of the checkout button.",
    ),
    style(
        "button_checkout_text_primary",
        TEXT,
        "readable on its background",
        "The text of the checkout button.",
    ),
    style(
        "button_primary",
        BACKGROUND,
        "a tint of `primary`",
        "The background of the stepper, remove, close, Retry and Undo buttons.",
    ),
    style(
        "chip_primary",
        BACKGROUND,
        "a tint of `primary`",
        "The background of the count and of all chips.",
    ),
    style("font_family", "font-family", "the page's", "The font of all text."),
    style("font_weight", "font-weight", "400, and 600 for emphasis", "The weight of all text."),
    style(
        "primary",
        BACKGROUND,
        "built in",
        "The accent colour: focus ring, links, and all buttons and chips that have no colour of their own.",
    ),
    style(
        "product_card_primary",
        BACKGROUND,
        "a tint of `secondary`",
        "The background of a product card.",
    ),
    style(
        "secondary",
        BACKGROUND,
        "built in",
        "The surface colour: background and dividers of the panel.",
    ),
    style("text_primary", TEXT, "built in", "Main text on the surface."),
    style("text_secondary", TEXT, "built in", "Muted text on the surface."),
];

/// Text members of `style`, each with what it stands on: the first that is set counts.
pub const TEXT_ON: &[(&str, &[&str])] = &[
    ("button_cart_text_primary", &["button_cart_primary", "primary"]),
    ("button_checkout_text_primary", &["button_checkout_primary", "primary"]),
    ("text_primary", &["secondary"]),
    ("text_primary", &["product_card_primary"]),
    ("text_secondary", &["secondary"]),
    ("text_secondary", &["product_card_primary"]),
];

const ELEMENT: &[Entry] = &[
    entry(
        "data-embed",
        Value::Marker,
        "required",
        "Marks the element as a basket; the value is `service-basket`.",
    ),
    entry("debug", Value::Flag, "false", "Shows problems in place of the basket, on any page."),
];

/// Objects inside a locale.
const TEXTS: &[Entry] = &[
    entry(
        "subscription_frequencies",
        Value::Object(Group::Texts("subscription_frequencies")),
        "native",
        "Texts for the frequency of a subscription.",
    ),
    entry(
        "subscription_intervals",
        Value::Object(Group::Texts("subscription_intervals")),
        "native",
        "Texts for the frequency of a subscription whose interval is more than 1.",
    ),
    entry(
        "checkout_page",
        Value::Texts,
        "native",
        "Texts of the hosted checkout; the basket itself does not use them.",
    ),
];

macro_rules! keys {
    ($($variant:ident $name:literal $doc:literal)*) => {
        /// Names of texts with what they say; a dot stands for nesting.
        const KEYS: &[(&str, &str)] = &[$(($name, $doc),)*];
    };
}
include!("../locale/keys.rs");

macro_rules! cost_keys {
    ($($variant:ident $name:literal $doc:literal)*) => {
        /// Likewise, of texts about costs, which have no nesting.
        const COST_KEYS: &[(&str, &str)] = &[$(($name, $doc),)*];
    };
}
include!("../costs/keys.rs");

/// A key whose text has forms for numbers says so at the end of its line in the list of keys.
const PLURAL: &str = "; a plural pattern.";

/// The codes of the languages that are built in, with their names.
pub const NATIVE: &[(&str, &str)] = &[
    ("de", "German"),
    ("dk", "Danish"),
    ("el", "Greek"),
    ("en", "English"),
    ("es", "Spanish"),
    ("fi", "Finnish"),
    ("fr", "French"),
    ("it", "Italian"),
    ("nl", "Dutch"),
    ("no", "Norwegian"),
    ("sl", "Slovenian"),
    ("sv", "Swedish"),
];

/// Every group that has names of its own.
pub const GROUPS: &[Group] = &[
    Group::Top,
    Group::Options,
    Group::Style,
    Group::Locale,
    Group::Texts("subscription_frequencies"),
    Group::Texts("subscription_intervals"),
];

impl Group {
    /// Its members. In `locales` every name is a locale code, so there are none to list.
    pub fn entries(self) -> Vec<Entry> {
        match self {
            Self::Top => TOP.into(),
            Self::Options => OPTION_ENTRIES.into(),
            Self::Style => STYLE.into(),
            Self::Locales => Vec::new(),
            Self::Locale => {
                let plain = KEYS.iter().filter(|(name, _)| !name.contains('.'));
                let plain = plain.chain(COST_KEYS);
                let mut entries: Vec<Entry> = plain.map(|&(name, doc)| text(name, doc)).collect();
                entries.extend(TEXTS);
                entries
            }
            Self::Texts(object) => {
                let nested =
                    KEYS.iter().filter_map(|&(name, doc)| Some((name.split_once('.')?, doc)));
                let inside = nested.filter(|((outer, _), _)| *outer == object);
                inside.map(|((_, name), doc)| text(name, doc)).collect()
            }
            Self::Element => {
                let flags = OPTIONS.iter().zip(OPTION_ENTRIES).filter(|(row, _)| row.is_attribute);
                ELEMENT.iter().chain(flags.map(|(_, entry)| entry)).copied().collect()
            }
        }
    }

    /// The member of that name.
    pub fn find(self, name: &str) -> Option<Entry> {
        self.entries().into_iter().find(|entry| entry.name == name)
    }

    /// Where it is, as the end of a sentence that begins with "It belongs".
    pub fn location(self) -> &'static str {
        match self {
            Self::Top => "at the top of the configuration",
            Self::Options => "in `options`",
            Self::Style => "in `style`",
            Self::Locales => "in `locales`",
            Self::Locale => "in a locale",
            Self::Texts(object) => object,
            Self::Element => "on the element",
        }
    }
}

fn text(name: &'static str, doc: &'static str) -> Entry {
    let value = if doc.ends_with(PLURAL) { Value::Plural } else { Value::Text };
    entry(name, value, "native", doc)
}
