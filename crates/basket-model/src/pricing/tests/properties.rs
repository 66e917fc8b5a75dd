//! What holds for the costs of any cart.

use super::{any::*, *};
use basket_core::{
    cart::TaxBasis,
    json::{self, Writer},
    wire::{read_cart, write_cart},
};
use proptest::{prelude::*, test_runner::RngSeed};

/// At least so many cases, the same each time. `PROPTEST_CASES` and `PROPTEST_RNG_SEED` try more and others.
fn cases(count: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    let rng_seed = match default.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1),
        chosen @ RngSeed::Fixed(_) => chosen,
    };
    ProptestConfig { cases: count.max(default.cases), rng_seed, ..default }
}

/// What is paid at a time: now, and with each renewal.
fn portions(cart: &Cart) -> Vec<Option<Period>> {
    let mut portions = vec![None];
    while let Some(period) = cart.next_period(portions[portions.len() - 1]) {
        portions.push(Some(period));
    }
    portions
}

fn lines(cart: &Cart, period: Option<Period>) -> impl Iterator<Item = &Line> {
    cart.lines.iter().filter(move |line| period.is_none() || line.period == period)
}

fn goods(cart: &Cart, period: Option<Period>) -> Minor {
    lines(cart, period).map(Line::price).sum()
}

/// The adjustments of a kind.
fn of(cart: &Cart, period: Option<Period>, kind: AdjustmentKind) -> Vec<&Adjustment> {
    let all = cart.costs.adjustments.iter();
    all.filter(|one| one.period == period && one.kind == kind).collect()
}

fn amount(cart: &Cart, period: Option<Period>, kind: AdjustmentKind) -> Minor {
    of(cart, period, kind).iter().map(|one| one.amount).sum()
}

/// What is paid beside tax that is added.
fn paid(cart: &Cart, period: Option<Period>) -> Minor {
    goods(cart, period)
        + amount(cart, period, AdjustmentKind::Discount)
        + amount(cart, period, AdjustmentKind::Shipping)
}

/// Lines and counting adjustments, whatever comes out.
fn due(cart: &Cart, period: Option<Period>) -> Minor {
    let counting =
        cart.costs.adjustments.iter().filter(|one| one.period == period && !one.included);
    goods(cart, period) + counting.map(|one| one.amount).sum::<Minor>()
}

/// A quotient, the half rounded up.
fn rounded(amount: i128, by: i128) -> i128 {
    amount / by + i128::from(2 * (amount % by) >= by)
}

/// Each tax is that of its amount, and all of them are those of all that is paid.
fn taxes_fit(order: &Order, cart: &Cart, period: Option<Period>) -> Result<(), TestCaseError> {
    let paid = paid(cart, period);
    let taxes = of(cart, period, AdjustmentKind::Tax);
    let is_included = order.rules.tax.as_ref().is_some_and(|tax| tax.is_included);
    let mut covered = 0;
    for Adjustment { amount, included, tax, .. } in &taxes {
        let TaxBasis { rate, net } = tax.unwrap();
        let Some(rate) = rate else {
            prop_assert_eq!(taxes.len(), 1);
            prop_assert_eq!(net - amount, if is_included { paid } else { net });
            prop_assert!(*amount <= 0 && (is_included || *amount == 0) && !included);
            prop_assert_eq!(net, paid + amount);
            return Ok(());
        };
        prop_assert!(rate > 0 && *amount >= 0 && *included == is_included);
        let sum = if is_included { net + amount } else { net };
        prop_assert!(sum > 0);
        let by = if is_included { 100_000 + i128::from(rate) } else { 100_000 };
        let exact = rounded(i128::from(sum) * i128::from(rate), by);
        prop_assert_eq!(i128::from(*amount), exact);
        covered += sum;
    }
    prop_assert!(covered <= paid, "{} of {} are taxed", covered, paid);
    // In the order in which people read them, each once.
    let keys: Vec<_> = taxes.iter().map(|one| (one.tax.unwrap().rate, &one.label)).collect();
    let sorted = |pair: &[(Option<u32>, &String)]| {
        pair[0].0 > pair[1].0 || pair[0].0 == pair[1].0 && pair[0].1 < pair[1].1
    };
    prop_assert!(keys.windows(2).all(sorted), "{:?}", keys);
    Ok(())
}

/// What a line costs that a code is for, otherwise nothing.
fn price_for(discount: &Discount, line: &Line, period: Option<Period>) -> Option<Minor> {
    let is_in_scope = match discount.scope {
        Scope::Purchases => line.period.is_none(),
        Scope::FirstPeriod => period.is_none(),
        Scope::EveryPeriod => true,
    };
    let is_for = is_in_scope && (discount.skus.is_empty() || discount.skus.contains(&line.sku));
    is_for.then(|| line.price())
}

/// A discount takes no more than what it is for.
fn discount_fits(order: &Order, cart: &Cart, period: Option<Period>) -> Result<(), TestCaseError> {
    let shipping = amount(cart, period, AdjustmentKind::Shipping);
    let prices: Vec<Minor> =
        lines(cart, period).filter_map(|line| price_for(&order.discount, line, period)).collect();
    let most = match order.discount.kind {
        DiscountKind::Shipping => shipping,
        _ => prices.iter().sum(),
    };
    let off = -amount(cart, period, AdjustmentKind::Discount);
    prop_assert!((0..=most).contains(&off), "{} off {}", off, most);
    prop_assert!(!prices.is_empty() || off == 0);
    prop_assert!(of(cart, period, AdjustmentKind::Discount).len() <= 1);
    prop_assert!(shipping >= 0);
    Ok(())
}

fn taxes_are_those_of_all_that_is_paid(order: &Order) -> Result<(), TestCaseError> {
    for situation in [order.situation(), order.without_code()] {
        let Some(cart) = order.priced(&situation) else { continue };
        for period in portions(&cart) {
            taxes_fit(order, &cart, period)?;
        }
    }
    Ok(())
}

fn all_is_taxed_where_every_class_has_a_rate(order: &Order) -> Result<(), TestCaseError> {
    let Some(country) = order.without_code().country else { return Ok(()) };
    let mut order = order.clone();
    order.rules.country = Some(country.to_owned());
    order.cart.lines.retain(|line| line.tax_class.as_deref() != Some("unknown"));
    let Some(tax) = &mut order.rules.tax else { return Ok(()) };
    let rates =
        [(None, 19_000), (Some("reduced"), 5_500), (Some("zero"), 1), (Some("books"), 7_000)];
    tax.rates = rates.map(|(class, value)| rate(country, class, value)).to_vec();
    let Some(cart) = order.priced(&order.situation()) else { return Ok(()) };
    for period in portions(&cart) {
        let taxes = of(&cart, period, AdjustmentKind::Tax).into_iter();
        let contained = |one: &Adjustment| if one.included { one.amount } else { 0 };
        let covered = taxes.map(|one| one.tax.unwrap().net + contained(one));
        prop_assert_eq!(covered.sum::<Minor>(), paid(&cart, period));
    }
    Ok(())
}

fn no_code_takes_more_than_it_is_for(order: &Order) -> Result<(), TestCaseError> {
    let Some(cart) = order.priced(&order.situation()) else { return Ok(()) };
    let Some(plain) = order.priced(&order.without_code()) else { return Ok(()) };
    let gives = cart.costs.code.as_ref().unwrap().problem.is_none();
    prop_assert!(gives || cart.costs.adjustments == plain.costs.adjustments);
    for period in portions(&cart) {
        discount_fits(order, &cart, period)?;
        let (due, plain) = (due(&cart, period), due(&plain, period));
        prop_assert!((0..=plain).contains(&due), "{} instead of {}", due, plain);
    }
    Ok(())
}

fn totals_are_sums_of_what_is_listed(order: &Order) -> Result<(), TestCaseError> {
    let Some(cart) = order.priced(&order.situation()) else { return Ok(()) };
    for period in portions(&cart) {
        let total = period.map_or_else(|| cart.total(), |period| cart.renewal(period));
        prop_assert_eq!(total, due(&cart, period));
        prop_assert!((0..=MAX_TOTAL).contains(&total));
    }
    Ok(())
}

fn only_large_orders_are_refused(order: &Order) -> Result<(), TestCaseError> {
    // Tax doubles an amount at most.
    let most = goods(&order.cart, None) + basket_core::money::MAX_PRICE;
    let is_small = most <= MAX_TOTAL / 2;
    prop_assert!(!is_small || order.priced(&order.situation()).is_some());
    Ok(())
}

fn parts_of_a_discount_are_the_whole(order: &Order) -> Result<(), TestCaseError> {
    for period in portions(&order.cart) {
        let lines: Vec<&Line> = lines(&order.cart, period).collect();
        let Ok(off) = order.discount.apply(&lines, period, 490) else { return Ok(()) };
        prop_assert_eq!(off.lines.iter().sum::<Minor>() + off.shipping, off.total);
        let is_part = |(part, line): (&Minor, &&Line)| (0..=line.price()).contains(part);
        prop_assert!(off.lines.iter().zip(&lines).all(is_part));
        let prices = lines.iter().map(|line| price_for(&order.discount, line, period).unwrap_or(0));
        let prices: Vec<i128> = prices.map(i128::from).collect();
        let (sum, total) = (prices.iter().sum::<i128>(), i128::from(off.total - off.shipping));
        // How much more each part is than its exact share, times the whole price.
        let parts = off.lines.iter().zip(&prices);
        let more: Vec<i128> =
            parts.map(|(part, price)| i128::from(*part) * sum - total * price).collect();
        prop_assert!(more.iter().all(|more| more.abs() < sum || *more == 0), "{:?}", more);
        // Who got a minor unit had lost no less than those who did not.
        let gained = more.iter().filter(|more| **more > 0).max();
        let lost = more.iter().filter(|more| **more <= 0).min();
        prop_assert!(gained.is_none_or(|gained| lost.is_none_or(|lost| sum - gained >= -lost)));
    }
    Ok(())
}

fn carts_read_back_with_their_costs(order: &Order) -> Result<(), TestCaseError> {
    let Some(mut cart) = order.priced(&order.situation()) else { return Ok(()) };
    cart.costs.takes_codes = true;
    let mut writer = Writer::new();
    write_cart(&mut writer, &cart);
    let document = json::parse(&writer.finish()).unwrap();
    let sums = document.root().get("sums");
    prop_assert_eq!(sums.get("total").integer(), Some(cart.total()));
    let renewals = sums.get("renewals").items().map(|one| one.get("amount").integer());
    let periods = portions(&cart).into_iter().flatten();
    let expected: Vec<_> = periods.map(|period| Some(cart.renewal(period))).collect();
    prop_assert!(renewals.eq(expected) || cart.costs.adjustments.is_empty());
    let read = read_cart(document.root()).unwrap();
    prop_assert_eq!(read.total(), cart.total());
    prop_assert_eq!(read, cart);
    Ok(())
}

fn the_order_of_lines_changes_no_cost(order: &Order) -> Result<(), TestCaseError> {
    let mut other = order.clone();
    other.cart.lines.reverse();
    let plain = order.without_code();
    let costs = price(&order.cart, &order.rules, &plain);
    prop_assert_eq!(costs, price(&other.cart, &other.rules, &plain));
    let cart = order.priced(&order.situation());
    let (Some(cart), Some(other)) = (cart, other.priced(&order.situation())) else {
        return Ok(());
    };
    for period in portions(&cart) {
        for kind in [AdjustmentKind::Discount, AdjustmentKind::Shipping] {
            prop_assert_eq!(of(&cart, period, kind), of(&other, period, kind));
        }
        // Of equals, the first line gets a minor unit of the discount, so that another rate may have more to tax.
        let has_tax = of(&cart, period, AdjustmentKind::Tax).iter().any(|one| !one.included);
        let difference = (due(&cart, period) - due(&other, period)).abs();
        let most = if has_tax { cart.lines.len() } else { 0 };
        prop_assert!(difference <= Minor::try_from(most).unwrap(), "{} more", difference);
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(400))]

    // One test, because most of the time it takes to make orders.
    #[test]
    fn the_costs_of_any_order_are_right(order in any_order()) {
        taxes_are_those_of_all_that_is_paid(&order)?;
        all_is_taxed_where_every_class_has_a_rate(&order)?;
        no_code_takes_more_than_it_is_for(&order)?;
        totals_are_sums_of_what_is_listed(&order)?;
        only_large_orders_are_refused(&order)?;
        parts_of_a_discount_are_the_whole(&order)?;
        carts_read_back_with_their_costs(&order)?;
        the_order_of_lines_changes_no_cost(&order)?;
    }

    #[test]
    fn any_rules_are_read_as_they_were_written(rules in any_rules()) {
        prop_assert_eq!(check(&rules), Ok(()));
        prop_assert_eq!(read_rules(&write_rules(&rules)), Some(rules));
    }

    #[test]
    fn any_code_may_be_kept(discount in any_discount()) {
        prop_assert_eq!(discount.check(), Ok(()));
    }
}
