//! One line of the cart as a card.

use super::{Page, icon};
use crate::{
    app::Shop,
    cart::{Line, MAX_QUANTITY},
    config::table::Flag,
    json::push_number,
    locale::{Intl, Key},
    money::Currency,
    product::ProductType,
    protocol::Action,
};
use alloc::string::String;

impl<I: Intl> Page<'_, I> {
    pub(super) fn card(&mut self, shop: &Shop, currency: Currency, line: &Line, at: usize) {
        self.tree.open("li|part=card").key(&line.id);
        self.picture(line);
        match &line.url {
            // No other kind of address leads to a page.
            Some(url) if url.starts_with("http") => self.tree.open("a|part=name").with("href", url),
            _ => self.tree.open("span|part=name"),
        };
        self.tree.text(&line.name).close();
        self.cost(line, currency);
        self.chips(line, shop.repriced.contains(&line.id));
        if line.quantity > 1 {
            let mut price = String::new();
            self.model.locale.money(&mut price, line.unit_price, currency);
            self.filled("span|class=each", Key::UnitPrice, &price, 1);
        }
        self.tree.open("div|class=tools");
        self.stepper(line, at);
        let remove = Action::Remove.number(at);
        self.button("button|type=button|part=remove", remove, Key::RemoveProduct, &line.name);
        self.tree.text(self.model.locale.text(Key::Remove)).close().close().close();
    }

    /// What the line costs, and how often.
    fn cost(&mut self, line: &Line, currency: Currency) {
        self.tree.open("span|class=cost");
        self.money("span|part=price", line.price(), currency);
        if let Some(period) = line.period {
            self.tree.text(" ");
            self.model.locale.period(self.tree.open("span|part=period").compose(), period);
            self.tree.parts().close();
        }
        self.tree.close();
    }

    /// The picture in a box of its own size, so that nothing moves when it arrives; the first letter
    /// stands behind it, and alone where there is none.
    fn picture(&mut self, line: &Line) {
        self.tree.open("span|class=picture|aria-hidden=true");
        // A character has one to four bytes, and inside of it there is no end.
        let letter = (1..=4).find_map(|end| line.name.get(0..end));
        self.tree.text(letter.unwrap_or_default());
        if let Some(image) = &line.image {
            self.tree.open("img|part=image|alt=|width=76|height=76|loading=lazy|decoding=async|referrerpolicy=no-referrer");
            self.tree.with("src", image).close();
        }
        self.tree.close();
    }

    fn chips(&mut self, line: &Line, is_repriced: bool) {
        self.tree.open("span|class=chips");
        if let Some(period) = line.period.filter(|_| self.is_on(Flag::ShowBillingFrequency)) {
            self.model.locale.period(self.tree.open("span|part=chip").compose(), period);
            self.tree.parts().close();
        }
        if line.product_type == ProductType::Consumable {
            self.leaf("span|part=chip", Key::ConsumableProduct);
        }
        if is_repriced {
            self.leaf("span|part=chip|class=warning", Key::Repriced);
        }
        // The whole stock is in the cart: the shopper should know before pressing +.
        let last = line.stock.filter(|&stock| line.quantity >= stock);
        if !line.available || last.is_some() {
            let key = if line.available { Key::Left } else { Key::OutOfStock };
            self.filled("span|part=chip|class=warning", key, "", last.unwrap_or_default());
        }
        self.tree.close();
    }

    fn stepper(&mut self, line: &Line, at: usize) {
        let most = line.stock.unwrap_or(MAX_QUANTITY).min(MAX_QUANTITY);
        self.tree.open("span|class=stepper");
        self.button(
            "button|type=button|part=decrease",
            Action::Decrease.number(at),
            Key::Decrease,
            &line.name,
        );
        // `disabled` would drop the focus from a button that was just pressed.
        self.flag("aria-disabled", line.quantity <= 1);
        icon::minus(&mut self.tree);
        self.tree.close();
        let field = "input|part=quantity|inputmode=numeric|maxlength=3|autocomplete=off";
        self.button(field, Action::Quantity.number(at), Key::Quantity, &line.name);
        let (draft, typed) = &self.model.basket.draft;
        if *draft == line.id {
            self.tree.compose().push_str(typed);
        } else {
            // Plain digits in every language, since the field takes them back.
            push_number(self.tree.compose(), line.quantity.into());
        }
        self.tree.with_parts(":value").close();
        self.button(
            "button|type=button|part=increase",
            Action::Increase.number(at),
            Key::Increase,
            &line.name,
        );
        self.flag("aria-disabled", line.quantity >= most);
        icon::plus(&mut self.tree);
        self.tree.close().close();
    }
}
