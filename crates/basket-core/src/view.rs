//! The basket as a tree of nodes: `view(model)`, pure. It must never decide anything that changes
//! state, nor hold a text of its own; texts come from the locale.

mod card;
mod icon;
mod sums;

use crate::{
    app::{Action, Basket, Phase, Say, Shop},
    config::table::Flag,
    locale::{Key, Locale},
    money::{Currency, Minor},
    tree,
};

type Tree = tree::Tree<Action>;

/// The style sheet of every basket's shadow root.
pub const STYLE: &str = include_str!(concat!(env!("OUT_DIR"), "/style.css"));

/// What is shown.
#[derive(Clone, Copy)]
pub struct Model<'a> {
    /// The basket element.
    pub basket: &'a Basket,
    /// Its shop; without one there is nothing to show.
    pub shop: Option<&'a Shop>,
    /// The language.
    pub locale: Locale<'a>,
}

/// What a basket element shows. Without a working shop that is whatever the page put inside it.
pub fn view(model: &Model<'_>) -> Tree {
    let mut page = Page { model, tree: Tree::default() };
    match model.shop {
        Some(shop) if shop.phase != Phase::Refused => page.root(shop),
        _ => _ = page.tree.open("slot").close(),
    }
    page.tree
}

/// A tree in the making, and what it shows.
struct Page<'a> {
    model: &'a Model<'a>,
    tree: Tree,
}

impl Page<'_> {
    fn is_on(&self, flag: Flag) -> bool {
        self.model.basket.is_on(flag)
    }

    /// An element with a text of the locale.
    fn leaf(&mut self, element: &'static str, key: Key) {
        self.tree.leaf(element, self.model.locale.text(key));
    }

    /// An element with a text of the locale that has placeholders.
    fn filled(&mut self, element: &'static str, key: Key, value: &str, count: u32) {
        let mark = self.tree.open(element).mark();
        self.model.locale.fill(self.tree.texts(), key, value, count);
        self.tree.text_since(mark).close();
    }

    /// An element with an amount of money.
    fn money(&mut self, element: &'static str, amount: Minor, currency: Currency) {
        let mark = self.tree.open(element).mark();
        self.model.locale.money(self.tree.texts(), amount, currency);
        self.tree.text_since(mark).close();
    }

    /// Opens a button with an accessible name.
    fn button(&mut self, element: &'static str, action: Action, name: Key, value: &str) {
        let mark = self.tree.open(element).on(action).mark();
        self.model.locale.fill(self.tree.texts(), name, value, 1);
        self.tree.with_since("aria-label", mark);
    }

    fn flag(&mut self, name: &'static str, is_on: bool) {
        self.tree.with(name, if is_on { "true" } else { "false" });
    }

    fn root(&mut self, shop: &Shop) {
        // The direction is the basket's own; a page written from right to left must not turn it.
        let mark = self.tree.open("div|dir=ltr").mark();
        self.tree.texts().push_str("root");
        for (flag, name) in
            [(Flag::Right, " right"), (Flag::Detached, " detached"), (Flag::Tinted, " tinted")]
        {
            if self.is_on(flag) {
                self.tree.texts().push_str(name);
            }
        }
        let is_open = self.model.basket.open;
        self.tree.with_since("class", mark).with("lang", self.model.locale.language);
        self.cart_button(shop);
        self.live_region(shop, !is_open);
        self.panel(shop);
        self.tree.close();
    }

    /// Read out by screen readers when its text changes. There is one beside the panel and one in it,
    /// since a modal panel makes everything else inert.
    fn live_region(&mut self, shop: &Shop, speaks: bool) {
        let mark = self.tree.open("p|class=said|role=status").mark();
        if speaks {
            self.describe(&shop.said);
        }
        self.tree.text_since(mark).close();
    }

    fn cart_button(&mut self, shop: &Shop) {
        let count = shop.items();
        let locale = &self.model.locale;
        let mark = self.tree.open("button|type=button|part=button|aria-haspopup=dialog").mark();
        let name = self.tree.texts();
        name.push_str(locale.text(Key::YourCart));
        // The visible number is part of the name even where a language has a word for none.
        name.push_str(if count == 0 { ", 0, " } else { ", " });
        locale.fill(name, Key::Items, "", count);
        self.tree.with_since("aria-label", mark).on(Action::Toggle);
        self.flag("aria-expanded", self.model.basket.open);
        icon::basket(&mut self.tree);
        self.leaf("span|class=label", Key::YourCart);
        self.tree.open("span|part=count").with("class", if count == 0 { "none" } else { "" });
        let mark = self.tree.mark();
        self.model.locale.number(self.tree.texts(), count);
        self.tree.text_since(mark).close().close();
    }

    fn panel(&mut self, shop: &Shop) {
        let is_loading = shop.phase == Phase::Loading;
        let is_waiting = is_loading || shop.coming() > 0;
        let open = match (self.model.basket.open, self.is_on(Flag::Tinted)) {
            (false, _) => "",
            (true, true) => "modal",
            (true, false) => "beside",
        };
        self.tree.open("dialog|part=panel|aria-labelledby=title|popover=manual");
        self.tree.with(":open", open).open("header");
        self.leaf("h2|part=title|id=title|tabindex=-1", Key::YourCart);
        self.filled("span|class=items", Key::Items, "", shop.items());
        self.button("button|type=button|part=close", Action::Close, Key::Close, "");
        icon::cross(&mut self.tree);
        self.tree.close().close();
        self.live_region(shop, self.model.basket.open);
        self.tree.open("div|class=main");
        self.flag("aria-busy", is_loading);
        self.message(shop);
        let cart = shop.cart.as_ref().filter(|cart| !cart.lines.is_empty());
        if let Some(cart) = cart {
            self.tree.open("ul|part=list|role=list");
            for (at, line) in cart.lines.iter().enumerate() {
                self.card(cart.currency, line, at);
            }
            self.tree.close();
        } else if !is_waiting {
            self.tree.open("div|part=empty").key("empty");
            icon::empty(&mut self.tree);
            self.leaf("p", Key::EmptyCart);
            self.tree.close();
        }
        if is_waiting {
            self.tree.open("div|class=skeleton").key("skeleton").close();
        }
        self.tree.close();
        if let Some(cart) = cart {
            self.foot(cart);
        }
        self.tree.close();
    }

    /// What went wrong, where the shopper looks, with a way on.
    fn message(&mut self, shop: &Shop) {
        let key = match shop.phase {
            Phase::Failed => Some(Key::CartError),
            Phase::Offline => Some(Key::Offline),
            _ => None,
        };
        if key.is_none() && !shop.is_notice {
            return;
        }
        let mark = self.tree.open("div|part=message").key("message").open("p").mark();
        match key {
            Some(key) => self.tree.texts().push_str(self.model.locale.text(key)),
            None => self.describe(&shop.said),
        }
        self.tree.text_since(mark).close();
        if key.is_some() {
            self.tree.open("button|type=button").on(Action::Retry);
            self.tree.text(self.model.locale.text(Key::Retry)).close();
        }
        self.tree.close();
    }

    /// Appends what happened.
    fn describe(&mut self, say: &Say) {
        if let Some(key) = say.key {
            self.model.locale.fill(self.tree.texts(), key, &say.name, say.count);
        }
    }
}
