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
        "The basket is live and has had its first answer; once for each basket.",
    ),
    event("open", "ServiceBasketDetail", "The panel has opened."),
    event("close", "ServiceBasketDetail", "The panel has closed."),
    event(
        "change",
        "ServiceBasketDetail",
        "The cart is another, by a change here, in another tab, or because it was replaced.",
    ),
    event(
        "add",
        "ServiceBasketLineDetail",
        "A product was added on this page, and the service has confirmed it.",
    ),
    event(
        "update",
        "ServiceBasketLineDetail",
        "A quantity was changed on this page, and the service has confirmed it.",
    ),
    event(
        "remove",
        "ServiceBasketLineDetail",
        "A line was removed on this page, and the service has confirmed it.",
    ),
    event(
        "checkout",
        "ServiceBasketDetail",
        "The checkout was asked for. Cancelable: prevent it to take over.",
    ),
    event(
        "locale",
        "ServiceBasketDetail & { locale: string }",
        "The basket shows another language.",
    ),
    event(
        "error",
        "ServiceBasketProblem",
        "Something is wrong with the configuration, the service or a change.",
    ),
];

/// Values of `data-embed` and the attributes that go with them.
pub const MARKUP: &[Promise] = &[
    promise(
        "data-embed=\"service-basket\"",
        "A basket. Its configuration is a child script of type `application/json`; other children are the fallback.",
    ),
    promise(
        "data-config",
        "Of a basket: the configuration, for editors that let no script through. A script wins.",
    ),
    promise(
        "slot=\"before-list\", \"empty\", \"before-checkout\", \"foot\"",
        "Of a child of a basket: it stands in this place of the panel; `empty` instead of what an empty cart shows.",
    ),
    promise(
        "data-embed=\"service-basket-add\"",
        "A click adds: `data-sku`, `data-quantity`, `data-frequency`, `data-interval`, `data-open`, `data-key`. A form adds when it is sent; its fields `sku`, `quantity`, `frequency` and `interval` come before the attributes.",
    ),
    promise(
        "data-embed=\"service-basket-toggle\"",
        "A click opens or closes the basket; `data-key`. `aria-expanded` says which it is.",
    ),
    promise("data-embed=\"service-basket-count\"", "Its text is the number of items; `data-key`."),
    promise(
        "right, detached, tinted, persistent, debug",
        "Attributes of a basket. `false` switches off; any other value, or none, switches on.",
    ),
    promise(
        "data-state",
        "Of a basket: `loading`, `empty`, `filled`, `updating`, `checking-out`, `offline`, `error`. Of an add marker: `idle`, `busy`, `done`, `out-of-stock`, `error`.",
    ),
    promise(
        "<template shadowrootmode=\"open\">",
        "Of a basket: a button that the page paints, from `basket embed --static`. The basket takes its place.",
    ),
    promise(
        "ServiceBasket.early",
        "Carts that the page has asked for, from `basket embed --early`: by `KEY,CART` a promise of status and body.",
    ),
    promise(
        "data-service",
        "On the script: the service's address, where it is not the origin of the script.",
    ),
];

/// What stands in `localStorage`. The names stay; what is inside is the basket's own affair.
pub const STORAGE: &[Promise] = &[
    promise("service-basket:KEY:cart", "The id of the cart. Who knows it may change the cart."),
    promise(
        "service-basket:KEY:queue",
        "Changes that the service has not confirmed, in order. Gone when there are none.",
    ),
    promise(
        "service-basket:KEY:view",
        "How many items the button last showed, and which panels were open.",
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
    "sum-total",
    "checkout",
    "empty",
    "message",
    "toast",
];

/// Addresses of files.
pub const FILES: &[Promise] = &[
    promise(
        "/v1/basket.js",
        "The newest version of the basket, kept by browsers for a short while.",
    ),
    promise("/v1.8.0/basket.js", "That version for ever; likewise for every other."),
];
