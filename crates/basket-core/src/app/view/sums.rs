//! The foot of the panel: what the cart costs, and the way to the checkout.

use super::Page;
use crate::{
    app::Action,
    cart::Cart,
    config::table::Flag,
    locale::{Intl, Key},
    money::{Currency, Minor},
    product::Period,
};

impl<I: Intl> Page<'_, I> {
    pub(super) fn foot(&mut self, cart: &Cart) {
        let purchases = cart.sum(None);
        self.tree.open("footer").open("dl|part=sums");
        if self.is_on(Flag::ShowSumPurchases) && purchases.count > 0 {
            self.tree.open("div|part=sum-purchases");
            self.filled("dt", Key::Purchases, "", purchases.count);
            self.amount(purchases.amount, None, cart.currency);
            self.tree.close();
        }
        let count = cart.items() - purchases.count;
        if self.is_on(Flag::ShowSumSubscriptions) && count > 0 {
            self.tree.open("div|part=sum-subscriptions");
            self.filled("dt", Key::Subscriptions, "", count);
            // One line per period: unlike periods are never one number.
            let mut period = None;
            while let Some(next) = cart.next_period(period) {
                period = Some(next);
                self.amount(cart.sum(period).amount, period, cart.currency);
            }
            self.tree.close();
        }
        if self.is_on(Flag::ShowSumTotal) {
            self.tree.open("div|part=sum-total");
            self.leaf("dt", Key::Total);
            self.amount(cart.total(), None, cart.currency);
            self.tree.close();
        }
        self.tree.close().open("button|type=button|part=checkout").on(Action::Checkout.number(0));
        self.tree.text(self.model.locale.text(Key::Checkout)).close().close();
    }

    fn amount(&mut self, amount: Minor, period: Option<Period>, currency: Currency) {
        self.model.locale.money(self.tree.open("dd").compose(), amount, currency);
        if let Some(period) = period {
            self.tree.compose().push(' ');
            self.model.locale.period(self.tree.compose(), period);
        }
        self.tree.parts().close();
    }
}
