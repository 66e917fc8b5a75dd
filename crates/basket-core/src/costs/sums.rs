//! The rows above the total: discounts, delivery and tax that count now. What counts with a renewal is no part of the total,
//! and not shown here.

use super::{CostKey, Part, is_now};
use crate::{
    cart::{Adjustment, AdjustmentKind, Delivery},
    locale::Intl,
    money::Minor,
};

impl<I: Intl> Part<'_, I> {
    pub(super) fn sums(&mut self) {
        let adjustments = &self.costs.adjustments;
        for discount in adjustments.iter().filter(|it| is_now(it, AdjustmentKind::Discount)) {
            self.discount(discount);
        }
        for shipping in adjustments.iter().filter(|it| is_now(it, AdjustmentKind::Shipping)) {
            self.shipping(shipping);
        }
        if self.costs.delivery == Delivery::Later {
            self.tree.open("div|part=sum-shipping");
            self.leaf("dt", CostKey::Shipping);
            self.leaf("dd|class=later", CostKey::ShippingLater);
            self.tree.close();
        }
        let mut included: Minor = 0;
        for tax in adjustments.iter().filter(|it| is_now(it, AdjustmentKind::Tax)) {
            if tax.included {
                included = included.saturating_add(tax.amount);
            } else {
                self.tax(tax);
            }
        }
        if included != 0 {
            let price = self.money(included);
            self.tree.open("div|part=sum-tax|class=note");
            self.leaf("dt|class=said", CostKey::Tax);
            self.filled("dd", CostKey::TaxIncluded, &[("price", &price)]);
            self.tree.close();
        }
    }

    fn discount(&mut self, discount: &Adjustment) {
        let amount = self.money(discount.amount);
        self.tree.open("div|part=sum-discount").key(&discount.label).open("dt");
        match &discount.code {
            Some(code) => {
                let text = self.tree.open("span").compose();
                self.texts.fill(text, CostKey::Discount, &[("code", code)]);
                self.tree.parts().close();
                self.remove(code);
            }
            None => _ = self.tree.text(&discount.label),
        }
        self.tree.close().leaf("dd", &amount).close();
    }

    fn shipping(&mut self, shipping: &Adjustment) {
        let amount = self.money(shipping.amount);
        self.tree.open("div|part=sum-shipping").open("dt").text(self.texts.get(CostKey::Shipping));
        if !shipping.label.is_empty() {
            self.tree.text(" ").leaf("small", &shipping.label);
        }
        let is_free = shipping.amount == 0;
        let amount = if is_free { self.texts.get(CostKey::ShippingFree) } else { &amount };
        self.tree.close().leaf("dd", amount).close();
    }

    fn tax(&mut self, tax: &Adjustment) {
        let amount = self.money(tax.amount);
        let name = if tax.label.is_empty() { self.texts.get(CostKey::Tax) } else { &tax.label };
        self.tree.open("div|part=sum-tax").leaf("dt", name).leaf("dd", &amount).close();
    }

    /// What a code has come to, for the screen reader; others see it in the rows.
    pub(super) fn success(&mut self) {
        let is_new = |it: &&Adjustment| is_now(it, AdjustmentKind::Discount) && it.code.is_some();
        let Some(discount) = self.costs.adjustments.iter().find(is_new) else { return };
        let amount = self.money(discount.amount);
        let code = discount.code.as_deref().unwrap_or_default();
        let text = self.tree.open("span|class=said").compose();
        self.texts.fill(text, CostKey::Discount, &[("code", code)]);
        text.push_str(": ");
        text.push_str(&amount);
        self.tree.parts().close();
    }
}
