//! What the page is to do. Effects are written at once, not kept as values first: the page reads JSON, and so do the
//! tests.

use super::{Entry, Field};
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

/// Makes of each row a function that writes the effect.
macro_rules! effects {
    ($(
        #[doc = $about:literal]
        $name:ident { $(#[doc = $field_about:literal] $field:ident: $kind:ty,)+ }
    )+) => {
        #[expect(non_camel_case_types, reason = "they are called what the functions are")]
        enum Number {
            $($name,)+
        }

        impl Effects {
            $(
                #[doc = $about]
                pub fn $name(&mut self, $($field: $kind),+) {
                    self.0.open('[').number(Number::$name as u32);
                    $($field.write(&mut self.0);)+
                    self.0.close(']');
                }
            )+
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
    show {
        /// The basket.
        basket: u32,
        /// An element of the core's module `tree`.
        element: impl Write,
    }
    /// Put a basket's state on its element.
    set_state {
        /// The basket.
        basket: u32,
        /// The value of `data-state`.
        state: &str,
    }
    /// Move the focus to the control that does this.
    focus {
        /// The basket.
        basket: u32,
        /// What the control does.
        action: u32,
    }
    /// Ask the service for the cart, or, without one, for the shop; answer with `Response`.
    read {
        /// The request.
        request: u32,
        /// The key of the shop.
        key: &str,
        /// The cart's id; empty if there is none.
        cart: &str,
    }
    /// Send a change to the service, with an idempotency key that is the same for every attempt; answer with `Response`.
    send {
        /// The request.
        request: u32,
        /// The key of the shop.
        key: &str,
        /// The cart's id; without one, an addition makes one.
        cart: &str,
        /// The number that the change is kept under.
        number: u32,
    }
    /// Hand the cart over for checkout; answer with `Response`.
    hand_over {
        /// The request.
        request: u32,
        /// The key of the shop.
        key: &str,
        /// The cart's id.
        cart: &str,
        /// The language of the checkout.
        locale: &str,
    }
    /// Remember a shop's cart.
    save {
        /// The key of the shop.
        key: &str,
        /// The cart's id; an empty one is forgotten.
        cart: &str,
    }
    /// Keep a change until it is settled, also beyond this page.
    keep {
        /// The key of the shop.
        key: &str,
        /// The change's number.
        number: u32,
        /// The number of the change that it takes the place of; 0 for none.
        old: u32,
        /// The line that it sets; empty if it adds, `*` for all lines.
        line: &str,
        /// What the service is asked for.
        body: impl Write,
    }
    /// A change is done with, and so is whoever waits for it.
    settle {
        /// The key of the shop; empty for something that made no sense and never became a change.
        key: &str,
        /// The number that the change is kept under; 0 for none.
        number: u32,
        /// The page's number for whoever waits for it; 0 for nobody.
        marker: u32,
        /// What became of it, as a marker's `data-state` says it.
        state: &str,
        /// The code of a refusal; empty if there is none.
        code: &str,
    }
    /// Ask the page whether the basket may go on to the checkout; answer with `Checkout`.
    ask_checkout {
        /// The basket.
        basket: u32,
    }
    /// Go to the checkout.
    go {
        /// Where it is.
        address: &str,
    }
    /// Answer with `Try` after a while.
    wait {
        /// How long.
        milliseconds: u32,
    }
    /// Say on the console and as an event what the service answered last.
    report {
        /// The key of the shop.
        key: &str,
        /// How bad it is.
        level: &str,
    }
}
