//! Discount codes: for what they are, and what they take off.

use super::{Overflow, share, sum};
use basket_core::{
    cart::{Cart, CodeProblem, Line},
    money::{MAX_PRICE, Minor},
    product::Period,
};

/// How many characters a code may have.
pub const MAX_CODE: usize = 64;
/// How many products a code may be for.
const MAX_SKUS: usize = 500;

/// A discount code of a shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discount {
    /// The code, in capital letters.
    pub code: String,
    /// What it gives.
    pub kind: DiscountKind,
    /// On what it is given.
    pub scope: Scope,
    /// What the cart's lines must be worth.
    pub minimum: Option<Minor>,
    /// The products it is for; none is all.
    pub skus: Vec<String>,
    /// From when it counts, in milliseconds since 1970.
    pub starts_at: Option<i64>,
    /// Until when.
    pub ends_at: Option<i64>,
    /// How many orders may use it.
    pub max_uses: Option<u32>,
    /// How many orders of one e-mail address may use it.
    pub max_per_person: Option<u32>,
    /// How many orders have used it.
    pub uses: u32,
}

/// What a code gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiscountKind {
    /// A part of the price, in thousandths of a percent.
    Percent(u32),
    /// An amount.
    Amount(Minor),
    /// Free delivery.
    Shipping,
}

impl DiscountKind {
    /// Its name in data and forms.
    pub fn name(self) -> &'static str {
        match self {
            Self::Percent(_) => "percent",
            Self::Amount(_) => "amount",
            Self::Shipping => "shipping",
        }
    }

    /// Its number: thousandths of a percent, or minor units.
    pub fn value(self) -> i64 {
        match self {
            Self::Percent(thousandths) => thousandths.into(),
            Self::Amount(amount) => amount,
            Self::Shipping => 0,
        }
    }

    /// The kind of that name and number.
    pub fn parse(name: &str, value: i64) -> Option<Self> {
        match name {
            "percent" => u32::try_from(value).ok().map(Self::Percent),
            "amount" => Some(Self::Amount(value)),
            "shipping" => Some(Self::Shipping),
            _ => None,
        }
    }
}

/// On what a discount is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// On one-off purchases only.
    Purchases,
    /// On all that is due now: purchases, and the first period of subscriptions.
    FirstPeriod,
    /// On all that is due now, and on each renewal.
    EveryPeriod,
}

impl Scope {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Purchases, Self::FirstPeriod, Self::EveryPeriod];

    /// Its name in data and forms.
    pub fn name(self) -> &'static str {
        match self {
            Self::Purchases => "purchases",
            Self::FirstPeriod => "first_period",
            Self::EveryPeriod => "every_period",
        }
    }

    /// The scope of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.name() == name)
    }
}

/// Why a discount cannot be kept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} {reason}")]
pub struct BadDiscount {
    /// What is wrong.
    pub field: &'static str,
    /// Why.
    pub reason: String,
}

/// A code as it is kept: trimmed, in capital letters. `None` if it is empty, too long, or has spaces or control characters.
pub fn read_code(text: &str) -> Option<String> {
    let code = text.trim().to_uppercase();
    let is_printable = |letter: char| !letter.is_whitespace() && !letter.is_control();
    let is_code = !code.is_empty() && code.chars().count() <= MAX_CODE;
    (is_code && code.chars().all(is_printable)).then_some(code)
}

/// What a discount takes off.
pub(super) struct Off {
    /// Off each line, in their order.
    pub(super) lines: Vec<Minor>,
    /// Off the delivery.
    pub(super) shipping: Minor,
    /// Together.
    pub(super) total: Minor,
}

impl Off {
    pub(super) fn none(lines: &[&Line]) -> Self {
        Self { lines: vec![0; lines.len()], shipping: 0, total: 0 }
    }
}

impl Discount {
    /// Refuses what cannot be kept.
    pub fn check(&self) -> Result<(), BadDiscount> {
        let bad = |field, reason: &str| Err(BadDiscount { field, reason: reason.to_owned() });
        if read_code(&self.code).as_ref() != Some(&self.code) {
            let reason = format!("must have 1 to {MAX_CODE} characters and no spaces");
            return Err(BadDiscount { field: "code", reason });
        }
        match self.kind {
            DiscountKind::Percent(1..=100_000) | DiscountKind::Shipping => {}
            DiscountKind::Percent(_) => {
                return bad("value", "must be more than 0 and at most 100 percent");
            }
            DiscountKind::Amount(amount) if !(1..=MAX_PRICE).contains(&amount) => {
                return bad("value", "must be an amount above 0");
            }
            DiscountKind::Amount(_) => {}
        }
        if self.minimum.is_some_and(|minimum| !(0..=MAX_PRICE).contains(&minimum)) {
            return bad("minimum", "must be an amount of 0 or more");
        }
        if self.skus.len() > MAX_SKUS {
            return Err(BadDiscount {
                field: "skus",
                reason: format!("may name at most {MAX_SKUS} products"),
            });
        }
        if Option::zip(self.starts_at, self.ends_at).is_some_and(|(start, end)| start >= end) {
            return bad("ends_at", "must be after the start");
        }
        for (field, most) in [("max_uses", self.max_uses), ("max_per_person", self.max_per_person)]
        {
            if most == Some(0) {
                return bad(field, "must be 1 or more");
            }
        }
        Ok(())
    }

    /// Why nobody can use it now; what depends on a cart or a person is not looked at.
    pub fn problem_at(&self, now: i64) -> Option<CodeProblem> {
        let is_early = self.starts_at.is_some_and(|start| now < start);
        let is_late = self.ends_at.is_some_and(|end| now >= end);
        if is_early || is_late {
            return Some(CodeProblem::Expired);
        }
        let is_used_up = self.max_uses.is_some_and(|most| self.uses >= most);
        is_used_up.then_some(CodeProblem::UsedUp)
    }

    /// Refuses a cart that it is not for, or that is worth too little.
    pub(super) fn judge(&self, cart: &Cart, goods: Minor) -> Result<(), CodeProblem> {
        if !cart.lines.iter().any(|line| self.is_for(line, None)) {
            return Err(CodeProblem::NotForCart);
        }
        let missing = self.minimum.unwrap_or_default().saturating_sub(goods);
        if missing > 0 { Err(CodeProblem::Minimum { missing }) } else { Ok(()) }
    }

    /// Whether something is off a line that is paid now, or with each renewal of a period.
    fn is_for(&self, line: &Line, period: Option<Period>) -> bool {
        let is_in_scope = match self.scope {
            Scope::Purchases => line.period.is_none(),
            Scope::FirstPeriod => period.is_none(),
            Scope::EveryPeriod => true,
        };
        is_in_scope && (self.skus.is_empty() || self.skus.contains(&line.sku))
    }

    /// What is off lines that are paid together, and off their delivery.
    pub(super) fn apply(
        &self,
        lines: &[&Line],
        period: Option<Period>,
        shipping: Minor,
    ) -> Result<Off, Overflow> {
        let prices =
            lines.iter().map(|line| if self.is_for(line, period) { line.price() } else { 0 });
        let prices: Vec<Minor> = prices.collect();
        let sum = sum(prices.iter().copied())?;
        let is_for_any = lines.iter().any(|line| self.is_for(line, period));
        let total = match self.kind {
            DiscountKind::Percent(thousandths) => share(sum, thousandths)?.min(sum),
            DiscountKind::Amount(amount) => amount.min(sum),
            DiscountKind::Shipping => {
                let shipping = if is_for_any { shipping } else { 0 };
                return Ok(Off { shipping, total: shipping, ..Off::none(lines) });
            }
        };
        Ok(Off { lines: split(total, &prices, sum), shipping: 0, total })
    }
}

/// A total in parts that are as large as the prices are to each other. What is left by rounding down goes, one unit each, to
/// the parts that lost most by it; of equals, to the first.
fn split(total: Minor, prices: &[Minor], sum: Minor) -> Vec<Minor> {
    if sum == 0 {
        return vec![0; prices.len()];
    }
    let exact = |price: Minor| i128::from(total) * i128::from(price);
    let whole =
        |price: &Minor| Minor::try_from(exact(*price) / i128::from(sum)).unwrap_or_default();
    let mut parts: Vec<Minor> = prices.iter().map(whole).collect();
    let mut by_loss: Vec<usize> = (0..prices.len()).collect();
    by_loss.sort_by_key(|at| std::cmp::Reverse(exact(prices[*at]) % i128::from(sum)));
    let left = total - parts.iter().sum::<Minor>();
    for at in by_loss.into_iter().take(usize::try_from(left).unwrap_or_default()) {
        parts[at] += 1;
    }
    parts
}
