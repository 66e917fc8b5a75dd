//! What the page is to do. Effects are written at once, not kept as values first: the page reads JSON. Tests read it
//! into [`Effect`].

#[cfg(not(target_family = "wasm"))]
use super::Read;
use super::{Entry, Field};
#[cfg(not(target_family = "wasm"))]
use crate::json::Node;
use crate::json::Writer;
use alloc::string::String;

/// A type that a field of an effect can be written from.
pub trait Write {
    /// Writes the value.
    fn write(self, writer: &mut Writer);
}

impl Write for u32 {
    fn write(self, writer: &mut Writer) {
        writer.number(self);
    }
}

impl Write for Option<u32> {
    fn write(self, writer: &mut Writer) {
        match self {
            Some(number) => number.write(writer),
            None => Raw("null").write(writer),
        }
    }
}

impl Write for &str {
    fn write(self, writer: &mut Writer) {
        writer.string(self);
    }
}

/// A value that is JSON already.
#[derive(Debug, Clone, Copy)]
pub struct Raw<'a>(pub &'a str);

impl Write for Raw<'_> {
    fn write(self, writer: &mut Writer) {
        writer.raw(self.0);
    }
}

/// The effects of one message, in order.
#[derive(Debug)]
pub struct Effects(Writer);

impl Effects {
    /// None.
    #[expect(
        clippy::new_without_default,
        reason = "only one that the compiler can make spares code in the widget"
    )]
    pub const fn new() -> Self {
        Self(Writer::new())
    }

    /// All of them, separated by commas.
    pub fn take(&mut self) -> String {
        core::mem::take(&mut self.0).finish()
    }
}

/// The type that a field is read as: the one that it is written from, unless that can be anything.
#[cfg(not(target_family = "wasm"))]
macro_rules! read_as {
    ($kind:ty) => {
        $kind
    };
    ($kind:ty as $read:ty) => {
        $read
    };
}

/// Makes of each row a function that writes the effect, and of the table the enum [`Effect`].
macro_rules! effects {
    ($(
        #[doc = $about:literal]
        $variant:ident $name:ident {
            $(#[doc = $field_about:literal] $field:ident: $kind:ty $(as $read:ty)?,)+
        }
    )+) => {
        enum Number {
            $($variant,)+
        }

        impl<'a> Effects {
            $(
                #[doc = $about]
                pub fn $name(&mut self, $($field: $kind),+) {
                    self.0.open('[').number(Number::$variant as u32);
                    $($field.write(&mut self.0);)+
                    self.0.close(']');
                }
            )+
        }

        /// What the core tells the page, as one that stands in for a page reads it.
        #[cfg(not(target_family = "wasm"))]
        #[derive(Debug, Clone, Copy)]
        #[cfg_attr(test, derive(PartialEq))]
        pub enum Effect<'a> {
            $(
                #[doc = $about]
                $variant {
                    $(#[doc = $field_about] $field: read_as!($kind $(as $read)?),)+
                },
            )+
        }

        #[cfg(not(target_family = "wasm"))]
        impl<'a> Effect<'a> {
            /// Reads an effect; `None` if it is invalid.
            pub fn read(effect: Node<'a>) -> Option<Self> {
                let number = effect.at(0).count()?;
                let mut fields = effect.items().skip(1);
                $(
                    if number == Number::$variant as u32 {
                        return Some(Self::$variant { $($field: Read::read(fields.next()?),)+ });
                    }
                )+
                None
            }
        }

        /// Every effect, in the order of their numbers.
        pub const EFFECTS: &[Entry] = &[$(Entry {
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

effects! {
    /// Show this.
    Show show {
        /// The basket.
        basket: u32,
        /// An element of the core's module `tree`.
        element: impl Write as Node<'a>,
        /// How many items the button shows, if that is known.
        items: Option<u32>,
    }
    /// Put a basket's state on its element.
    SetState set_state {
        /// The basket.
        basket: u32,
        /// The value of `data-state`.
        state: &'a str,
    }
    /// Move the focus to the control that does this.
    Focus focus {
        /// The basket.
        basket: u32,
        /// What the control does.
        action: u32,
    }
    /// Open the panel of a basket that the page shows.
    Open open {
        /// The key of the shop.
        key: &'a str,
    }
    /// Ask the service for the cart, or, without one, for the shop; answer with `Response`.
    Read read {
        /// The request.
        request: u32,
        /// The key of the shop.
        key: &'a str,
        /// The cart's id; empty if there is none.
        cart: &'a str,
    }
    /// Send a change to the service, with an idempotency key that is the same for every attempt; answer with `Response`.
    Send send {
        /// The request.
        request: u32,
        /// The key of the shop.
        key: &'a str,
        /// The cart's id; without one, an addition makes one.
        cart: &'a str,
        /// The number that the change is kept under.
        number: u32,
    }
    /// Hand the cart over for checkout; answer with `Response`.
    HandOver hand_over {
        /// The request.
        request: u32,
        /// The key of the shop.
        key: &'a str,
        /// The cart's id.
        cart: &'a str,
        /// The language of the checkout.
        locale: &'a str,
    }
    /// Remember a shop's cart.
    Save save {
        /// The key of the shop.
        key: &'a str,
        /// The cart's id; an empty one is forgotten.
        cart: &'a str,
        /// The id before; an empty one takes the place of no other, which another tab has remembered.
        old: &'a str,
    }
    /// Keep a change until it is settled, also beyond this page.
    Keep keep {
        /// The key of the shop.
        key: &'a str,
        /// The change's number.
        number: u32,
        /// The number of the change that it takes the place of; 0 for none.
        old: u32,
        /// The line that it sets, `*` for all lines; empty if it adds or is about a code.
        line: &'a str,
        /// What the service is asked for.
        body: impl Write as Node<'a>,
    }
    /// A change is settled, and so is the call that waits for it.
    Settle settle {
        /// The key of the shop; empty for something that made no sense and never became a change.
        key: &'a str,
        /// The number that the change is kept under; 0 for none.
        number: u32,
        /// The page's number for the call that waits for it; 0 for none.
        marker: u32,
        /// What became of it, as a marker's `data-state` says it.
        state: &'a str,
        /// The code of a refusal; empty if there is none.
        code: &'a str,
    }
    /// Ask the page whether the basket may go on to the checkout; answer with `Checkout`.
    AskCheckout ask_checkout {
        /// The basket.
        basket: u32,
    }
    /// Go to the checkout.
    Go go {
        /// Where it is.
        address: &'a str,
    }
    /// Answer with `Try` after a while.
    Wait wait {
        /// How long.
        milliseconds: u32,
    }
    /// Say on the console and as an event what the service answered last.
    Report report {
        /// The key of the shop.
        key: &'a str,
        /// How bad it is.
        level: &'a str,
    }
}
