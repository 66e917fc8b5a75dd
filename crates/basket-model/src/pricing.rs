//! What an order costs beside its lines: discounts, shipping and tax, by the rules of its shop. One function, [`price`],
//! computes it for the basket, the checkout, the order and the backend's examples; `docs/costs.md` has the rules in words.
//! It must never know where rules are kept, nor the time: the day is handed in.

mod check;
mod discount;
mod percent;
mod rules;
pub mod sheets;
mod shipping;
mod storage;
mod tax;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod worked;

pub use check::{BadRules, RuleProblem, check};
pub use discount::{BadDiscount, Discount, DiscountKind, MAX_CODE, Scope, read_code};
pub use percent::{read_percent, write_percent};
pub use rules::{Measure, Method, Rate, Rules, Step, Steps, Tax, Zone, is_country};
pub use shipping::{Offered, chosen, offered};
pub use storage::{read_rules, write_rules};
pub use tax::day_of;

use basket_core::{
    cart::{
        Adjustment, AdjustmentKind, Cart, CodeProblem, Costs, Delivery, EnteredCode, Line, Minimum,
    },
    money::Minor,
    product::{Period, ProductType},
};
use jiff::civil::Date;
use tax::Taxable;

/// The largest order, in minor units. Every program that reads JSON can represent it exactly.
pub const MAX_TOTAL: Minor = 9_007_199_254_740_991;

/// Where an order goes, how, with which code, and when.
#[derive(Debug, Clone, Copy)]
pub struct Situation<'a> {
    /// The country of delivery, by its ISO 3166 code; `None` if it is not known yet.
    pub country: Option<&'a str>,
    /// The region's code or name; empty if it is not known.
    pub region: &'a str,
    /// The delivery method that the shopper has chosen.
    pub method: Option<&'a str>,
    /// The discount code that the shopper has entered.
    pub code: Option<Code<'a>>,
    /// Whether the buyer has a valid VAT number, and of which country by its ISO 3166 code.
    pub vat_country: Option<&'a str>,
    /// The day whose tax rates count.
    pub day: Date,
}

/// A discount code that a shopper has entered, with what was found of it.
#[derive(Debug, Clone, Copy)]
pub struct Code<'a> {
    /// The code, in capital letters.
    pub code: &'a str,
    /// What the shop says of it, or why it is refused.
    pub discount: Result<&'a Discount, CodeProblem>,
}

/// Why there are no costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("The order's total is too large.")]
pub struct Overflow;

/// What a cart costs beside its lines.
pub fn price(cart: &Cart, rules: &Rules, situation: &Situation<'_>) -> Result<Costs, Overflow> {
    let goods = goods(cart)?;
    let (discount, code) = judge(cart, goods, situation.code);
    let mut pricing = Pricing { rules, situation, discount, adjustments: Vec::new() };
    let all: Vec<&Line> = cart.lines.iter().collect();
    let delivery = pricing.add_portion(&all, None)?;
    let mut period = cart.next_period(None);
    while period.is_some() {
        let lines = cart.lines.iter().filter(|line| line.period == period);
        pricing.add_portion(&lines.collect::<Vec<_>>(), period)?;
        period = cart.next_period(period);
    }
    let missing = rules.minimum.filter(|minimum| goods < *minimum && !cart.lines.is_empty());
    Ok(Costs {
        adjustments: pricing.adjustments,
        delivery,
        code,
        takes_codes: false,
        minimum: missing.map(|amount| Minimum { amount, missing: amount - goods }),
    })
}

/// What all lines cost.
pub fn goods(cart: &Cart) -> Result<Minor, Overflow> {
    sum(cart.lines.iter().map(Line::price))
}

/// Whether what a line is for is a thing that has to be sent.
pub fn is_delivered(line: &Line) -> bool {
    line.product_type != ProductType::Digital
}

/// The discount that counts, and what is to be said of the code.
fn judge<'a>(
    cart: &Cart,
    goods: Minor,
    code: Option<Code<'a>>,
) -> (Option<&'a Discount>, Option<EnteredCode>) {
    let Some(Code { code, discount }) = code else { return (None, None) };
    let judged = discount.and_then(|found| found.judge(cart, goods).map(|()| found));
    let entered = EnteredCode { code: code.to_owned(), problem: judged.err() };
    (judged.ok(), Some(entered))
}

/// The sum of amounts, if it is no larger than an order may be.
fn sum(amounts: impl IntoIterator<Item = Minor>) -> Result<Minor, Overflow> {
    let sum: i128 = amounts.into_iter().map(i128::from).sum();
    let sum = Minor::try_from(sum).map_err(|_| Overflow)?;
    if sum.abs() > MAX_TOTAL { Err(Overflow) } else { Ok(sum) }
}

/// A part of an amount, in thousandths of a percent, rounded half up.
fn share(amount: Minor, thousandths: u32) -> Result<Minor, Overflow> {
    divide(i128::from(amount) * i128::from(thousandths), 100_000)
}

/// A quotient of what is not negative, rounded half up.
fn divide(amount: i128, by: i128) -> Result<Minor, Overflow> {
    Minor::try_from((2 * amount + by) / (2 * by)).map_err(|_| Overflow)
}

struct Pricing<'a> {
    rules: &'a Rules,
    situation: &'a Situation<'a>,
    discount: Option<&'a Discount>,
    adjustments: Vec<Adjustment>,
}

impl Pricing<'_> {
    /// Adds what lines cost more or less that are paid at the same time: now, or with each renewal of a period.
    fn add_portion(
        &mut self,
        lines: &[&Line],
        period: Option<Period>,
    ) -> Result<Delivery, Overflow> {
        let (rules, situation) = (self.rules, self.situation);
        let sent: Vec<&Line> = lines.iter().copied().filter(|line| is_delivered(line)).collect();
        let shipping = shipping::choose(rules, &sent, situation)?;
        let price = shipping.as_ref().map_or(0, |chosen| chosen.price);
        let off = match self.discount {
            Some(discount) => discount.apply(lines, period, price)?,
            None => discount::Off::none(lines),
        };
        if let Some(Discount { code, .. }) = self.discount.filter(|_| off.total > 0) {
            let discount = adjustment(AdjustmentKind::Discount, code, -off.total, period);
            self.adjustments.push(Adjustment { code: Some(code.clone()), ..discount });
        }
        let place = tax::Place::new(rules, situation, shipping.as_ref());
        if let Some(Offered { name, price, missing, .. }) = &shipping {
            // A delivery that costs nothing for another reason has nothing to become free of.
            let is_paid = *price > off.shipping;
            let missing = missing.filter(|missing| period.is_none() && (is_paid || *missing == 0));
            let shipping = adjustment(AdjustmentKind::Shipping, name, *price, period);
            self.adjustments.push(Adjustment { missing, ..shipping });
        }
        if let Some(tax) = &rules.tax {
            let goods = lines.iter().zip(&off.lines).map(|(line, off)| Taxable {
                class: line.tax_class.as_deref(),
                amount: line.price() - off,
            });
            let class = tax.shipping_class.as_deref();
            let delivery = Taxable { class, amount: price - off.shipping };
            let taxed = goods.chain([delivery]);
            self.adjustments.extend(tax::adjustments(tax, &place, taxed, period)?);
        }
        let due = self.adjustments.iter().filter(|one| one.period == period && !one.included);
        sum(due.map(|one| one.amount).chain(lines.iter().map(|line| line.price())))?;
        Ok(shipping::state(rules, &sent, situation))
    }
}

/// An adjustment that is no more than an amount.
fn adjustment(
    kind: AdjustmentKind,
    label: &str,
    amount: Minor,
    period: Option<Period>,
) -> Adjustment {
    Adjustment {
        kind,
        label: label.to_owned(),
        amount,
        included: false,
        period,
        code: None,
        tax: None,
        missing: None,
    }
}
