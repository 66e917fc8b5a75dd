//! The public surface as data: what a page may rely on within v1. It must never hold anything that is not
//! promised. The widget carries none of it.

/// A method of `window.ServiceBasket`.
#[derive(Debug, Clone, Copy)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// Its parameters, in TypeScript.
    pub takes: &'static str,
    /// What its promise settles with, in TypeScript.
    pub gives: &'static str,
    /// What it does.
    pub does: &'static str,
}

const fn method(
    name: &'static str,
    takes: &'static str,
    gives: &'static str,
    does: &'static str,
) -> Method {
    Method { name, takes, gives, does }
}

/// Every method that changes or shows something.
pub const METHODS: &[Method] = &[
    method("add", "line: ServiceBasketNewLine", "ServiceBasketCart", "Adds a product."),
    method(
        "update",
        "line: ServiceBasketLine | string, change: { quantity: number; key?: string }",
        "ServiceBasketCart",
        "Sets the quantity of a line, which may be given by its id; 0 removes it.",
    ),
    method(
        "remove",
        "line: ServiceBasketLine | string, of?: ServiceBasketKey",
        "ServiceBasketCart",
        "Removes a line, which may be given by its id.",
    ),
    method("clear", "of?: ServiceBasketKey", "ServiceBasketCart | null", "Removes all lines."),
    method("open", "of?: ServiceBasketKey", "ServiceBasketCart | null", "Opens the basket."),
    method("close", "of?: ServiceBasketKey", "ServiceBasketCart | null", "Closes the basket."),
    method(
        "toggle",
        "of?: ServiceBasketKey",
        "ServiceBasketCart | null",
        "Opens the basket, or closes it if it is open.",
    ),
    method(
        "checkout",
        "of?: ServiceBasketKey",
        "ServiceBasketCart",
        "Goes to the checkout as the checkout button does.",
    ),
    method(
        "setLocale",
        "code: string",
        "ServiceBasketCart | null",
        "Shows all baskets in another language, whatever the page and the configuration say.",
    ),
    method(
        "mount",
        "element: HTMLElement",
        "ServiceBasketCart | null",
        "Makes an element a basket that has no `data-embed`, stands inside another shadow root, or was unmounted.",
    ),
    method(
        "unmount",
        "element: HTMLElement",
        "null",
        "Gives an element its own content back; it is no basket until it is mounted again.",
    ),
];
