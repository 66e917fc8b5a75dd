//! The public surface as data: what a page may rely on within v1. It must never hold anything that is not
//! promised. The widget carries none of it.

mod reference;

pub use reference::{markdown, types};

/// A name that stays what it is, and what it means.
#[derive(Debug, Clone, Copy)]
pub struct Promise {
    /// The name, as it is written.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

const fn promise(name: &'static str, meaning: &'static str) -> Promise {
    Promise { name, meaning }
}

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
        "Sets the quantity of a line, given as object or id; 0 removes it.",
    ),
    method(
        "remove",
        "line: ServiceBasketLine | string, of?: ServiceBasketKey",
        "ServiceBasketCart",
        "Removes a line, given as object or id.",
    ),
    method("clear", "of?: ServiceBasketKey", "ServiceBasketCart | null", "Removes all lines."),
    method(
        "applyCode",
        "code: string, of?: ServiceBasketKey",
        "ServiceBasketCart",
        "Enters a discount code in place of the one that there is. `cart.code_problem` says why it gives no discount now.",
    ),
    method(
        "removeCode",
        "of?: ServiceBasketKey",
        "ServiceBasketCart | null",
        "Removes the discount code.",
    ),
    method("open", "of?: ServiceBasketKey", "ServiceBasketCart | null", "Opens the panel."),
    method("close", "of?: ServiceBasketKey", "ServiceBasketCart | null", "Closes the panel."),
    method(
        "toggle",
        "of?: ServiceBasketKey",
        "ServiceBasketCart | null",
        "Opens the panel, or closes it if it is open.",
    ),
    method(
        "checkout",
        "of?: ServiceBasketKey",
        "ServiceBasketCart",
        "Goes to the checkout, as the checkout button does.",
    ),
    method(
        "setLocale",
        "code: string",
        "ServiceBasketCart | null",
        "Shows all baskets in another language. Overrides the page and the configuration.",
    ),
    method(
        "mount",
        "element: HTMLElement",
        "ServiceBasketCart | null",
        "Makes an element a basket. Needed without `data-embed`, inside another shadow root, and after `unmount`.",
    ),
    method(
        "unmount",
        "element: HTMLElement",
        "null",
        "Removes the basket and shows the content of the element again, until the next `mount`.",
    ),
];

/// An event on a basket element; its full name starts with `service-basket:`.
#[derive(Debug, Clone, Copy)]
pub struct Event {
    /// The end of its name.
    pub name: &'static str,
    /// The type of its detail, in TypeScript.
    pub detail: &'static str,
    /// When it is fired.
    pub when: &'static str,
}

const fn event(name: &'static str, detail: &'static str, when: &'static str) -> Event {
    Event { name, detail, when }
}

/// Every event.
pub const EVENTS: &[Event] = &[
    event(
        "ready",
        "ServiceBasketDetail",
        "The basket has its first answer from the service; once per basket.",
    ),
    event("open", "ServiceBasketDetail", "The panel has opened."),
    event("close", "ServiceBasketDetail", "The panel has closed."),
    event(
        "change",
        "ServiceBasketDetail",
        "The cart changed: on this page, in another tab, or because it was replaced.",
    ),
    event(
        "add",
        "ServiceBasketLineDetail",
        "A product was added on this page, and the service confirmed it.",
    ),
    event(
        "update",
        "ServiceBasketLineDetail",
        "A quantity was changed on this page, and the service confirmed it.",
    ),
    event(
        "remove",
        "ServiceBasketLineDetail",
        "A line was removed on this page, and the service confirmed it.",
    ),
    event(
        "checkout",
        "ServiceBasketDetail",
        "The shopper asked for the checkout. Cancelable: prevent it to take over.",
    ),
    event(
        "locale",
        "ServiceBasketDetail & { locale: string }",
        "The language of the basket changed.",
    ),
    event(
        "error",
        "ServiceBasketProblem",
        "There is a problem with the configuration, the service or a change.",
    ),
];

/// Values of `data-embed` and the attributes that go with them.
pub const MARKUP: &[Promise] = &[
    promise(
        "data-embed=\"service-basket\"",
        "A basket. A child script of type `application/json` is its configuration; the other children are the fallback.",
    ),
    promise(
        "data-config",
        "On a basket: the configuration, for editors that remove scripts. A configuration script wins.",
    ),
    promise(
        "slot=\"before-list\", \"empty\", \"before-checkout\", \"foot\"",
        "On a child of a basket: shows it at this position in the panel. `empty` replaces the message of an empty cart.",
    ),
    promise(
        "data-embed=\"service-basket-add\"",
        "A click adds a product: `data-sku`, `data-quantity`, `data-frequency`, `data-interval`, `data-open`, `data-key`. A form adds on submit; its fields `sku`, `quantity`, `frequency` and `interval` win over the attributes.",
    ),
    promise(
        "data-embed=\"service-basket-toggle\"",
        "A click opens or closes the panel; `data-key`. `aria-expanded` has the state.",
    ),
    promise(
        "data-embed=\"service-basket-count\"",
        "Its text becomes the number of items; `data-key`.",
    ),
    promise(
        "right, detached, tinted, persistent, debug",
        "Attributes of a basket. `false` means off; any other value, or no value, means on.",
    ),
    promise(
        "data-state",
        "On a basket: `loading`, `empty`, `filled`, `updating`, `checking-out`, `offline`, `error`. On an add marker: `idle`, `busy`, `done`, `out-of-stock`, `error`.",
    ),
    promise(
        "<template shadowrootmode=\"open\">",
        "In a basket: a cart button that the browser shows with the page, from `basket embed --static`. The basket replaces it.",
    ),
    promise(
        "ServiceBasket.early",
        "Carts that the page requested, from `basket embed --early`: for each `KEY,CART` a promise of status and body.",
    ),
    promise(
        "data-code",
        "On a basket: a discount code that is entered once on each page, unless the shopper has removed it. `?code=` in the page's address does the same.",
    ),
    promise(
        "data-country",
        "On a basket: the country for which delivery and tax are estimated, with two letters as in ISO 3166-1.",
    ),
    promise(
        "data-service",
        "On the script tag: the address of the service, if it is not the origin of the script.",
    ),
];

/// What stands in `localStorage`, unless it says otherwise. The names stay; what is inside is the basket's own affair.
pub const STORAGE: &[Promise] = &[
    promise(
        "service-basket:KEY:cart",
        "The ID of the cart. Anyone who has it can change the cart.",
    ),
    promise(
        "service-basket:KEY:queue",
        "Unconfirmed changes, in order. Removed when there are none.",
    ),
    promise(
        "service-basket:KEY:view",
        "The last number on the button, and which panels were open.",
    ),
    promise(
        "service-basket:KEY:removed-codes",
        "In `sessionStorage`: discount codes that the shopper has removed, which the page does not enter again.",
    ),
];

/// Parts of the shadow root that a page may style with `::part()`.
pub const PARTS: &[&str] = &[
    "button",
    "count",
    "panel",
    "title",
    "close",
    "list",
    "card",
    "image",
    "name",
    "price",
    "period",
    "chip",
    "quantity",
    "increase",
    "decrease",
    "remove",
    "sums",
    "sum-purchases",
    "sum-subscriptions",
    "sum-discount",
    "sum-shipping",
    "sum-tax",
    "sum-total",
    "goal",
    "minimum",
    "code",
    "code-remove",
    "checkout",
    "empty",
    "message",
    "toast",
];

/// Addresses of files.
pub const FILES: &[Promise] = &[
    promise("/v1/basket.js", "The newest version 1. Browsers cache it for a short time."),
    promise(
        "/v1.8.0/basket.js",
        "Exactly this version, forever; likewise for every other version.",
    ),
];
