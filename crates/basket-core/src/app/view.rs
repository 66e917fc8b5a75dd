//! The basket as a tree of nodes: `view(model)`, pure. It must never decide anything that changes
//! state, nor hold a text of its own; texts come from the locale.

mod card;
pub(crate) mod icon;
mod sums;

use crate::{
    app::{Basket, Phase, Say, Shop},
    config::table::{Flag, OnAdd},
    json::push_number,
    locale::{Intl, Key, Locale},
    money::{Currency, Minor},
    protocol::Action,
    tree::Tree,
};
use alloc::string::String;

/// The style sheet of every basket's shadow root, all that comes after [`BUTTON_STYLE`].
pub const STYLE: &str = include_str!(concat!(env!("OUT_DIR"), "/panel.css"));

/// The style sheet's part for the button, which the loader has.
pub const BUTTON_STYLE: &str = include_str!(concat!(env!("OUT_DIR"), "/button.css"));

/// Elements of the panel that what a cart costs comes before, see [`crate::costs`].
pub const BEFORE_LIST: &str = "slot|name=before-list";
/// Likewise, below the sums.
pub const BEFORE_CHECKOUT: &str = "slot|name=before-checkout";
/// Likewise, the last of the sums.
pub const SUM_TOTAL: &str = "div|part=sum-total";

/// What is shown.
#[derive(Clone, Copy)]
pub struct Model<'a, I> {
    /// The basket element.
    pub basket: &'a Basket,
    /// Its shop; without one there is nothing to show.
    pub shop: Option<&'a Shop>,
    /// The language.
    pub locale: Locale<'a, I>,
}

/// What a basket element shows. Without a working shop that is whatever the page put inside it.
pub fn view<I: Intl>(model: &Model<'_, I>) -> String {
    let mut page = Page { model, tree: Tree::default() };
    match model.shop {
        Some(shop) if shop.phase != Phase::Refused => page.root(shop),
        _ => _ = page.tree.open("slot").close(),
    }
    page.tree.finish()
}

/// A tree in the making, and what it shows.
struct Page<'a, I> {
    model: &'a Model<'a, I>,
    tree: Tree,
}

impl<I: Intl> Page<'_, I> {
    fn is_on(&self, flag: Flag) -> bool {
        self.model.basket.is_on(flag)
    }

    /// A place for something of the page.
    fn slot(&mut self, element: &'static str) {
        self.tree.open(element).close();
    }

    /// An element with a text of the locale.
    fn leaf(&mut self, element: &'static str, key: Key) {
        self.tree.leaf(element, self.model.locale.text(key));
    }

    /// An element with a text of the locale that has placeholders.
    fn filled(&mut self, element: &'static str, key: Key, value: &str, count: u32) {
        self.model.locale.fill(self.tree.open(element).compose(), key, value, count);
        self.tree.parts().close();
    }

    /// An element with an amount of money.
    fn money(&mut self, element: &'static str, amount: Minor, currency: Currency) {
        self.model.locale.money(self.tree.open(element).compose(), amount, currency);
        self.tree.parts().close();
    }

    /// Opens a button with an accessible name; its action is a number of [`Action`].
    fn button(&mut self, element: &'static str, action: u32, name: Key, value: &str) {
        let text = self.tree.open(element).on(action).compose();
        self.model.locale.fill(text, name, value, 1);
        self.tree.with_parts("aria-label");
    }

    fn flag(&mut self, name: &'static str, is_on: bool) {
        self.tree.with(name, if is_on { "true" } else { "false" });
    }

    fn root(&mut self, shop: &Shop) {
        let class = self.tree.open("div").compose();
        class.push_str("root");
        // Those that tell how it stands are those that may be attributes.
        for &flag in &Flag::ALL {
            if flag.is_attribute() && self.model.basket.is_on(flag) {
                class.push(' ');
                class.push_str(flag.name());
            }
        }
        let locale = &self.model.locale;
        // The direction is the language's own; a page written the other way must not turn it.
        self.tree.with_parts("class").with("lang", locale.language).with("dir", locale.direction());
        self.cart_button(shop);
        self.live_region(shop, !self.model.basket.open);
        self.panel(shop);
        self.toast(shop);
        self.tree.close();
    }

    /// Read out by screen readers when its text changes. There is one beside the panel and one in it,
    /// since a modal panel makes everything else inert.
    fn live_region(&mut self, shop: &Shop, speaks: bool) {
        self.tree.open("p|class=said|role=status");
        if speaks && shop.said.number > self.model.basket.heard {
            self.open_news("span", &shop.said);
            self.describe(&shop.said);
            self.tree.parts().close();
        }
        self.tree.close();
    }

    fn cart_button(&mut self, shop: &Shop) {
        let count = shop.count();
        let locale = &self.model.locale;
        let name = self.tree.open("button|type=button|part=button|aria-haspopup=dialog").compose();
        name.push_str(locale.text(Key::YourCart));
        if let Some(count) = count {
            // The visible number is part of the name even where a language has a word for none.
            name.push_str(if count == 0 { ", 0, " } else { ", " });
            locale.fill(name, Key::Items, "", count);
        }
        self.tree.with_parts("aria-label").on(Action::Toggle.number(0));
        self.flag("aria-expanded", self.model.basket.open);
        if !self.is_on(Flag::Button) {
            // It stays in the tree for its number, which the page's markers show.
            self.tree.with("hidden", "");
        } else if self.is_on(Flag::Detached) {
            // Nothing of the page covers what floats in the top layer.
            self.tree.with("popover", "manual").with(":open", "beside");
        }
        icon::basket(&mut self.tree);
        self.leaf("span|class=label", Key::YourCart);
        // Invisible, but separates two words for screen readers and voice control.
        self.tree.text(" ");
        let mut number = String::new();
        if let Some(count) = count {
            locale.number(&mut number, count);
        }
        let class = match count.unwrap_or_default() {
            0 => "none",
            _ if shop.is_adding() => "added",
            _ => "",
        };
        // Another number is another element, so that it can make an entrance.
        self.tree.open("span|part=count").key(&number).with("class", class);
        self.tree.text(&number).close().close();
    }

    fn panel(&mut self, shop: &Shop) {
        let is_waiting = shop.phase == Phase::Loading || shop.coming() > 0;
        let is_known = shop.is_known();
        self.tree.open("dialog|part=panel|aria-labelledby=title|popover=manual");
        if self.model.basket.open {
            let open = if self.is_on(Flag::Tinted) { "modal" } else { "beside" };
            self.tree.compose().push_str(open);
            // It opens anew when the button begins to float, since what comes later is above.
            if self.is_on(Flag::Detached) {
                self.tree.compose().push_str(" above");
            }
            self.tree.with_parts(":open");
        }
        // Not `header`: outside of an article or a section that would be a landmark of the page.
        self.tree.open("div|class=head");
        self.leaf("h2|part=title|id=title|tabindex=-1", Key::YourCart);
        if is_known {
            self.filled("span|class=items", Key::Items, "", shop.items());
        }
        self.button("button|type=button|part=close", Action::Close.number(0), Key::Close, "");
        icon::cross(&mut self.tree);
        self.tree.close().close();
        self.live_region(shop, self.model.basket.open);
        self.tree.open("div|class=main");
        self.flag("aria-busy", shop.is_busy());
        self.message(shop);
        self.slot(BEFORE_LIST);
        let cart = shop.cart.as_ref().filter(|cart| !cart.lines.is_empty());
        if let Some(cart) = cart {
            self.tree.open("ul|part=list|role=list");
            for (at, line) in cart.lines.iter().enumerate() {
                self.card(shop, cart.currency, line, at);
            }
            self.tree.close();
        } else if is_known && !is_waiting {
            // What the page has for an empty cart takes the place of ours.
            self.tree.open("slot|name=empty").open("div|part=empty");
            icon::empty(&mut self.tree);
            self.leaf("p", Key::EmptyCart);
            self.tree.close().close();
        }
        if is_waiting {
            self.tree.open("div|class=skeleton").close();
        }
        self.tree.close();
        if let Some(cart) = cart {
            self.foot(cart);
        }
        self.slot("slot|name=foot");
        self.tree.close();
    }

    /// What went wrong, where the shopper looks, with a way on.
    fn message(&mut self, shop: &Shop) {
        let key = shop.failure();
        if key.is_none() && !shop.is_notice && shop.removed.is_none() {
            return;
        }
        let mut answer = key.map(|_| Key::Retry);
        self.tree.open("div|part=message");
        // What the shopper wanted is no warning.
        let is_wanted = key.is_none() && shop.removed.is_some();
        self.tree.with("class", if is_wanted { "done" } else { "" }).open("p");
        match (key, &shop.removed) {
            (Some(key), _) => self.tree.compose().push_str(self.model.locale.text(key)),
            (_, Some((_, name))) => {
                answer = Some(Key::Undo);
                self.model.locale.fill(self.tree.compose(), Key::Removed, name, 0);
            }
            _ => self.describe(&shop.said),
        }
        self.tree.parts().close();
        if let Some(key) = answer {
            self.text_button(Action::Answer, key);
        }
        self.tree.close();
    }

    /// What an addition came to, for a while: what the live region beside the panel says, for those who see. The style
    /// sheet makes it go.
    fn toast(&mut self, shop: &Shop) {
        let basket = self.model.basket;
        let is_due = basket.on_add == OnAdd::Toast && (shop.added.is_some() || shop.is_notice);
        if !is_due || basket.open || shop.said.number <= basket.heard {
            return;
        }
        self.open_news("div|part=toast|popover=manual", &shop.said);
        self.tree.with(":open", "beside");
        self.describe(&shop.said);
        self.tree.parts();
        if shop.added.is_some() {
            self.text_button(Action::Answer, Key::Undo);
        }
        self.text_button(Action::Toggle, Key::YourCart);
        self.tree.close();
    }

    /// A button that is a text.
    fn text_button(&mut self, action: Action, key: Key) {
        self.tree.open("button|type=button").on(action.number(0));
        self.tree.text(self.model.locale.text(key)).close();
    }

    /// Opens an element that says what happened. The same a second time is another element, or it would not be heard.
    fn open_news(&mut self, element: &'static str, say: &Say) {
        let mut number = String::new();
        push_number(&mut number, say.number.into());
        self.tree.open(element).key(&number);
    }

    /// Appends what happened.
    fn describe(&mut self, say: &Say) {
        if let Some(key) = say.key {
            self.model.locale.fill(self.tree.compose(), key, &say.name, say.count);
        }
    }
}
