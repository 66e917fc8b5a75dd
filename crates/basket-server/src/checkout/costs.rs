//! The rows of what an order costs, for the checkout's pages and mails: the same everywhere. It must never compute.

use basket_core::{
    cart::{Adjustment, AdjustmentKind, Cart, CodeProblem, Delivery, TaxBasis},
    money::Minor,
    product::Period,
};
use basket_texts::localizer::{Key, Localizer};

/// A row with an amount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) name: String,
    /// The amount as it is written.
    pub(super) amount: String,
    /// Whether it is told and changes no sum.
    pub(super) is_note: bool,
}

/// What stands between the lines and the total: nothing where an order costs what its lines do.
pub(super) fn rows(localizer: &Localizer, cart: &Cart) -> Vec<Row> {
    let adjustments = || cart.costs.adjustments.iter().filter(|one| one.period.is_none());
    let mut rows: Vec<Row> =
        adjustments().filter(|one| !one.included).map(|one| row(localizer, cart, one)).collect();
    if cart.costs.delivery == Delivery::Later {
        let (name, later) = (Key::Shipping, Key::ShippingLater);
        rows.push(note(localizer.text(name), localizer.text(later).to_owned()));
    }
    if !rows.is_empty() {
        let goods = localizer.money(cart.goods(), cart.currency);
        rows.insert(
            0,
            Row { name: localizer.text(Key::Subtotal).to_owned(), amount: goods, is_note: false },
        );
    }
    rows
}

/// Whether the recipient pays the tax.
pub(super) fn is_reverse_charge(cart: &Cart) -> bool {
    cart.costs.adjustments.iter().any(|one| one.tax.is_some_and(|tax| tax.rate.is_none()))
}

/// A tax that is due now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TaxRow {
    pub(super) name: String,
    /// What is taxed, as it is written.
    pub(super) net: String,
    pub(super) amount: String,
}

/// All taxes that are due now, whether prices contain them or not.
pub(super) fn taxes(localizer: &Localizer, cart: &Cart) -> Vec<TaxRow> {
    let adjustments = cart.costs.adjustments.iter().filter(|one| one.period.is_none());
    let row = |one: &Adjustment| {
        let TaxBasis { rate, net } = one.tax?;
        Some(TaxRow {
            name: tax_name(localizer, &one.label, rate, one.included),
            net: localizer.money(net, cart.currency),
            // Under reverse charge, the adjustment takes off what the prices contain; the tax itself is nothing.
            amount: localizer.money(if rate.is_some() { one.amount } else { 0 }, cart.currency),
        })
    };
    adjustments.filter_map(row).collect()
}

/// The taxes that prices contain, which stand below the total.
pub(super) fn notes(localizer: &Localizer, cart: &Cart) -> Vec<Row> {
    let adjustments = cart.costs.adjustments.iter();
    let included = adjustments.filter(|one| one.period.is_none() && one.included);
    included.map(|one| row(localizer, cart, one)).collect()
}

/// What each renewal of a period costs.
pub(super) fn renewals(localizer: &Localizer, cart: &Cart) -> Vec<String> {
    let periods = cart.sums().subscriptions.into_iter().map(|(period, _)| period);
    let then = |period: Period| localizer.then(cart.renewal(period), cart.currency, period);
    periods.map(then).collect()
}

fn note(name: &str, amount: String) -> Row {
    Row { name: name.to_owned(), amount, is_note: true }
}

fn row(localizer: &Localizer, cart: &Cart, adjustment: &Adjustment) -> Row {
    let Adjustment { kind, label, amount, included, tax, .. } = adjustment;
    let money = localizer.money(*amount, cart.currency);
    match kind {
        AdjustmentKind::Discount => {
            let name = localizer.fill(Key::Discount, &[("code", label)]);
            Row { name, amount: money, is_note: false }
        }
        AdjustmentKind::Shipping => {
            let name = format!("{} · {label}", localizer.text(Key::Shipping));
            let amount =
                if *amount == 0 { localizer.text(Key::ShippingFree).to_owned() } else { money };
            Row { name, amount, is_note: false }
        }
        AdjustmentKind::Tax => {
            let name = tax_name(localizer, label, tax.and_then(|tax| tax.rate), *included);
            Row { name, amount: money, is_note: *included }
        }
    }
}

/// "VAT 19 %", "Includes 19 % VAT", "GST 10 %", or that the recipient pays it.
fn tax_name(localizer: &Localizer, label: &str, rate: Option<u32>, included: bool) -> String {
    let Some(rate) = rate else { return localizer.text(Key::ReverseCharge).to_owned() };
    let rate = localizer.percent(rate);
    if !label.is_empty() {
        return format!("{label} {rate}");
    }
    let key = if included { Key::TaxIncluded } else { Key::Tax };
    localizer.fill(key, &[("rate", &rate)])
}

/// Why a code gives nothing now.
pub(super) fn code_problem(
    localizer: &Localizer,
    cart: &Cart,
    code: &str,
    problem: CodeProblem,
) -> String {
    let money = |amount: Minor| localizer.money(amount, cart.currency);
    let (key, missing) = match problem {
        CodeProblem::Unknown => (Key::CodeUnknown, String::new()),
        CodeProblem::Expired => (Key::CodeExpired, String::new()),
        CodeProblem::UsedUp => (Key::CodeUsedUp, String::new()),
        CodeProblem::Minimum { missing } => (Key::CodeMinimum, money(missing)),
        CodeProblem::NotForCart => (Key::CodeNotForCart, String::new()),
    };
    localizer.fill(key, &[("code", code), ("missing", &missing)])
}
