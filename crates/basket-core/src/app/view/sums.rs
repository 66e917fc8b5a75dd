//! The foot of the panel: what the cart costs, and the way to the checkout.

use super::{BEFORE_CHECKOUT, Page, SUM_TOTAL};
use crate::{
    cart::{Cart, Due},
    config::table::Flag,
    locale::{Intl, Key},
    money::{Currency, Minor},
    product::Period,
    protocol::Action,
};

impl<I: Intl> Page<'_, I> {
    pub(super) fn foot(&mut self, cart: &Cart<Due>) {
        self.tree.open("div|class=foot");
        let has_sums = [Flag::ShowSumPurchases, Flag::ShowSumSubscriptions, Flag::ShowSumTotal];
        if has_sums.into_iter().any(|flag| self.is_on(flag)) {
            self.tree.open("dl|part=sums");
            self.sums(cart);
            self.tree.close();
        }
        self.slot(BEFORE_CHECKOUT);
        self.tree.open("button|type=button|part=checkout").on(Action::Checkout.number(0));
        self.tree.text(self.model.locale.text(Key::Checkout)).close().close();
    }

    /// Sums that are wanted; of those that are empty, the texts have a form for zero.
    fn sums(&mut self, cart: &Cart<Due>) {
        let purchases = cart.sum(None);
        if self.is_on(Flag::ShowSumPurchases) {
            self.tree.open("div|part=sum-purchases");
            self.filled("dt", Key::Purchases, "", purchases.count);
            self.amount(purchases.amount, None, cart.currency);
            self.tree.close();
        }
        if self.is_on(Flag::ShowSumSubscriptions) {
            self.tree.open("div|part=sum-subscriptions");
            self.filled("dt", Key::Subscriptions, "", cart.items() - purchases.count);
            // One line per period: unlike periods are never one number.
            let mut period = cart.next_period(None);
            if period.is_none() {
                self.amount(0, None, cart.currency);
            }
            while period.is_some() {
                self.amount(cart.sum(period).amount, period, cart.currency);
                period = cart.next_period(period);
            }
            self.tree.close();
        }
        if self.is_on(Flag::ShowSumTotal) {
            self.tree.open(SUM_TOTAL);
            self.leaf("dt", Key::Total);
            self.amount(cart.total(), None, cart.currency);
            self.tree.close();
        }
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
