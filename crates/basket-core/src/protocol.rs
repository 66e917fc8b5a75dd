//! What page and core say to each other: messages from the page, effects for the page, and what its controls do. A
//! message and an effect are JSON arrays: a number, then the fields in this order. Both sides have the numbers from
//! these tables; the host scripts' `protocol.js` is written from them. It must never know what a message does.

mod effects;

#[cfg(not(target_family = "wasm"))]
pub use effects::Effect;
pub use effects::{EFFECTS, Effects, Raw, Write};

use crate::json::{Kind, Node};

/// A message or an effect, as `protocol.js` describes it.
#[derive(Debug)]
pub struct Entry {
    /// Its name; its number is its position in the table.
    pub name: &'static str,
    /// What it says.
    pub about: &'static str,
    /// What it carries.
    pub fields: &'static [Field],
}

/// Something that a message or an effect carries.
#[derive(Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its Rust type.
    pub kind: &'static str,
    /// What it is.
    pub about: &'static str,
}

/// A type that a field of a message can be read as. What the page left out, or got wrong, is an empty value.
trait Read<'a> {
    fn read(node: Node<'a>) -> Self;
}

impl Read<'_> for u32 {
    fn read(node: Node<'_>) -> Self {
        node.count().unwrap_or_default()
    }
}

impl Read<'_> for Option<u32> {
    fn read(node: Node<'_>) -> Self {
        node.count()
    }
}

impl Read<'_> for bool {
    fn read(node: Node<'_>) -> Self {
        node.kind() == Kind::True
    }
}

impl<'a> Read<'a> for &'a str {
    fn read(node: Node<'a>) -> Self {
        node.text()
    }
}

impl<'a> Read<'a> for Node<'a> {
    fn read(node: Node<'a>) -> Self {
        node
    }
}

/// Makes of each row a view of the message with an accessor for each field, and of the table the enum [`Message`].
macro_rules! messages {
    ($(
        #[doc = $about:literal]
        $name:ident { $(#[doc = $field_about:literal] $field:ident: $kind:ty,)+ }
    )+) => {
        /// What the page tells the core.
        #[derive(Debug, Clone, Copy)]
        pub enum Message<'a> {
            $(#[doc = $about] $name($name<'a>),)+
        }

        enum Number {
            $($name,)+
        }

        impl<'a> Message<'a> {
            /// Reads a message; `None` if it is invalid.
            pub fn read(message: Node<'a>) -> Option<Self> {
                let number = message.at(0).count()?;
                $(
                    if number == Number::$name as u32 {
                        return Some(Self::$name($name(message)));
                    }
                )+
                None
            }
        }

        $(
            #[doc = $about]
            #[derive(Debug, Clone, Copy)]
            pub struct $name<'a>(Node<'a>);

            const _: () = {
                #[expect(non_camel_case_types, reason = "they are called what the fields are")]
                enum Index {
                    $($field,)+
                }

                impl<'a> $name<'a> {
                    $(
                        #[doc = $field_about]
                        #[inline]
                        pub fn $field(self) -> $kind {
                            <$kind>::read(self.0.at(Index::$field as usize + 1))
                        }
                    )+
                }
            };
        )+

        /// Every message, in the order of their numbers.
        pub const MESSAGES: &[Entry] = &[$(Entry {
            name: stringify!($name),
            about: $about,
            fields: &[$(Field {
                name: stringify!($field),
                kind: stringify!($kind),
                about: $field_about,
            },)+],
        },)+];
    };
}

messages! {
    /// A basket element appeared or was changed.
    Mount {
        /// The page's number for the element.
        basket: u32,
        /// Its configuration, as it was read.
        config: Node<'a>,
        /// The attributes that are options.
        attributes: Node<'a>,
        /// The language, as platforms know it.
        language: &'a str,
        /// The language's code, as the shop's own pages know it.
        code: &'a str,
        /// The code of the language that texts are taken from where the page has none of its own.
        native: &'a str,
        /// The texts of that language, one a line; none for English.
        texts: &'a str,
        /// The names of all texts, one a line, if the page has texts of its own.
        names: &'a str,
        /// The id of the cart that storage holds for its key.
        cart: &'a str,
        /// How many items that cart had when it was last shown, if that is stored.
        items: Option<u32>,
        /// Whether its panel was open when the last page was left.
        is_open: bool,
    }
    /// A basket element is gone.
    Forget {
        /// The page's number for the element.
        basket: u32,
    }
    /// The shopper used a control.
    Use {
        /// The page's number for the element.
        basket: u32,
        /// What the control does, as `:on` said.
        action: u32,
        /// Whether the shopper is still typing.
        is_typing: bool,
        /// What stands in the field.
        value: &'a str,
    }
    /// Escape was pressed, or a click went beside an open panel.
    Dismiss {
        /// The page's number for the element.
        basket: u32,
        /// Whether it was a click.
        is_outside: bool,
    }
    /// An add marker was clicked, or a script adds.
    Add {
        /// The page's number for the call that waits for it; 0 for none.
        marker: u32,
        /// The product.
        sku: &'a str,
        /// How many.
        quantity: Option<u32>,
        /// How often it comes again; empty for once.
        frequency: &'a str,
        /// Every how many of those.
        interval: u32,
        /// Whether the panel opens.
        opens: bool,
        /// The key of the shop; if it is empty, the first basket's.
        key: &'a str,
        /// The number of a change that another page has left behind; 0 for a new one.
        number: u32,
    }
    /// A script sets a quantity, or removes with 0.
    Set {
        /// The page's number for the call that waits for it; 0 for none.
        marker: u32,
        /// The line's id; `*` is all lines.
        line: &'a str,
        /// How many.
        quantity: Option<u32>,
        /// The key of the shop; if it is empty, the first basket's.
        key: &'a str,
        /// The number of a change that another page has left behind; 0 for a new one.
        number: u32,
    }
    /// A discount code is entered or taken off.
    Code {
        /// The page's number for the call that waits for it; 0 for none.
        marker: u32,
        /// The code; empty to take off the one that there is.
        code: &'a str,
        /// The key of the shop; if it is empty, the first basket's.
        key: &'a str,
        /// The number of a change that another page has left behind; 0 for a new one.
        number: u32,
    }
    /// Another tab has a newer cart, or another one.
    Heard {
        /// The key of the shop.
        key: &'a str,
        /// The cart's id; empty if there is none any more.
        id: &'a str,
        /// The cart, if the other tab told.
        cart: Node<'a>,
    }
    /// The page had its say about the checkout.
    Checkout {
        /// The page's number for the element.
        basket: u32,
        /// Whether the shopper may go on.
        goes_on: bool,
    }
    /// A request was answered.
    Response {
        /// The request.
        request: u32,
        /// The status; 0 is no answer.
        status: u32,
        /// The body.
        body: Node<'a>,
    }
    /// A wait is over, or the network is back.
    Try {
        /// Whether what is shown may be out of date.
        has_doubt: bool,
    }
}

/// What a control does. Lines are told by their index, which holds until something else is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Opens or closes the panel.
    Toggle,
    /// Closes the panel.
    Close,
    /// The button beside a message: tries again after a failure, or takes back what was done.
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
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 8] = [
        Self::Toggle,
        Self::Close,
        Self::Answer,
        Self::Checkout,
        Self::Decrease,
        Self::Increase,
        Self::Quantity,
        Self::Remove,
    ];

    /// The number by which the page knows it, together with the index of a line; never 0.
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
