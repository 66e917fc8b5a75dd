use super::*;
use basket_core::product::{Frequency, Offer, ProductType};

const DAY: i64 = 24 * 60 * 60 * 1000;
const NOW: i64 = 1000 * DAY;

/// A history of purchases, of days and prices, as it is read on a day.
fn on(day: i64, history: &[(i64, Option<Minor>)]) -> OfferPrices {
    let change =
        |(day, price): &(i64, _)| PriceChange { period: None, price: *price, since: day * DAY };
    let history: Vec<_> = history.iter().map(change).collect();
    let [read] = &read_history(&history, day * DAY)[..] else { panic!("one offer") };
    read.clone()
}

/// The day of the last reduction, its price, and the lowest one of the 30 days before.
fn reduced(read: &OfferPrices) -> Option<(i64, Minor, Option<Minor>)> {
    read.reduction.as_ref().map(|it| (it.at / DAY, it.price, it.lowest))
}

fn product(price: Option<Minor>, subscriptions: &[(Frequency, Minor)]) -> Product {
    let offer = |(frequency, price): &(Frequency, Minor)| Offer {
        period: Period::new(*frequency, 1).unwrap(),
        price: *price,
    };
    Product {
        sku: "MUG".to_owned(),
        name: "Mug".to_owned(),
        image: None,
        url: None,
        product_type: ProductType::Normal,
        price,
        subscriptions: subscriptions.iter().map(offer).collect(),
        stock: None,
        weight: None,
        tax_class: None,
    }
}

#[test]
fn the_price_now_and_the_one_before_are_told_with_their_time() {
    let read = on(50, &[(10, Some(20)), (20, Some(25)), (45, Some(18))]);
    assert_eq!((read.price, read.since, read.before), (Some(18), 45 * DAY, Some(25)));
    assert_eq!((read.lowest, read.known_since), (Some(18), 10 * DAY));
    let alone = on(50, &[(10, Some(20))]);
    assert_eq!((alone.price, alone.before, alone.lowest), (Some(20), None, Some(20)));
    assert_eq!(alone.reduction, None);
    assert_eq!(read_history(&[], NOW), []);
}

#[test]
fn a_price_that_held_since_before_the_window_counts() {
    // It was 15 until day 70, which is within the 30 days before day 99.
    let read = on(99, &[(1, Some(15)), (70, Some(25)), (99, Some(20))]);
    assert_eq!(reduced(&read), Some((99, 20, Some(15))));
    // Until day 69 is until before the window.
    let read = on(99, &[(1, Some(15)), (69, Some(25)), (99, Some(20))]);
    assert_eq!(reduced(&read), Some((99, 20, Some(25))));
}

#[test]
fn a_reduction_that_is_over_is_told_with_the_prices_before_it() {
    let read = on(50, &[(1, Some(20)), (30, Some(15)), (40, Some(22))]);
    assert_eq!(reduced(&read), Some((30, 15, Some(20))));
    assert_eq!(read.lowest, Some(15));
    let read = on(90, &[(1, Some(20)), (30, Some(15)), (40, Some(22))]);
    assert_eq!(read.lowest, Some(22));
}

#[test]
fn each_step_of_a_reduction_counts_as_one() {
    let read = on(50, &[(1, Some(20)), (30, Some(15)), (40, Some(12))]);
    assert_eq!(reduced(&read), Some((40, 12, Some(15))));
}

#[test]
fn a_time_without_a_price_is_no_low_price() {
    let read = on(50, &[(1, Some(20)), (30, None), (40, Some(18))]);
    assert_eq!(reduced(&read), Some((40, 18, Some(20))));
    assert_eq!((read.before, read.lowest), (Some(20), Some(18)));
    // It was not sold at all in the 30 days before.
    let read = on(90, &[(1, Some(20)), (30, None), (80, Some(18))]);
    assert_eq!(reduced(&read), Some((80, 18, None)));
    let gone = on(90, &[(1, Some(20)), (30, None)]);
    assert_eq!(
        (gone.price, gone.since, gone.before, gone.lowest),
        (None, 30 * DAY, Some(20), None)
    );
    let just_gone = on(40, &[(1, Some(20)), (30, None)]);
    assert_eq!(just_gone.lowest, Some(20));
    // Back at the price of before is no change of it.
    let back = on(50, &[(1, Some(20)), (30, None), (40, Some(20))]);
    assert_eq!((back.since, back.before, reduced(&back)), (40 * DAY, None, None));
}

#[test]
fn the_same_price_again_is_no_change() {
    let read = on(50, &[(1, Some(20)), (30, Some(18)), (40, Some(18))]);
    assert_eq!((read.since, reduced(&read)), (30 * DAY, Some((30, 18, Some(20)))));
}

#[test]
fn what_came_later_is_believed_where_the_clock_went_back() {
    // On day 20 the clock was at 500 for a while.
    let read = on(30, &[(1, Some(20)), (500, Some(15)), (25, Some(25)), (30, Some(22))]);
    assert_eq!((read.since, read.before), (30 * DAY, Some(25)));
    assert_eq!(reduced(&read), Some((30, 22, Some(15))));
    // The last price was written by such a clock: it holds since now at the latest.
    let read = on(30, &[(1, Some(20)), (500, Some(15))]);
    assert_eq!((read.since, reduced(&read)), (30 * DAY, Some((30, 15, Some(20)))));
    // The clock was years behind for a moment: nothing is claimed to be in the future.
    let read = on(30, &[(20, Some(20)), (0, Some(15)), (25, Some(18))]);
    assert_eq!((read.known_since, read.since, read.lowest), (0, 25 * DAY, Some(15)));
}

#[test]
fn a_price_that_is_only_known_from_the_moment_of_the_change_counts() {
    let read = on(30, &[(30, Some(20)), (30, Some(15))]);
    assert_eq!(reduced(&read), Some((30, 15, Some(20))));
    assert!(!read.is_complete(30 * DAY));
    assert!(on(31, &[(1, Some(20))]).is_complete(31 * DAY));
}

#[test]
fn offers_are_read_each_for_itself() {
    let monthly = Period::new(Frequency::Monthly, 1);
    let change = |period, price, since| PriceChange { period, price, since };
    let history =
        [change(monthly, Some(9), 1), change(None, Some(20), 2), change(monthly, Some(8), 3)];
    let read = read_history(&history, NOW);
    let prices: Vec<_> = read.iter().map(|it| (it.period, it.price, it.before)).collect();
    assert_eq!(prices, [(None, Some(20), None), (monthly, Some(8), Some(9))]);
}

#[test]
fn only_offers_with_another_price_are_changed() {
    use Frequency::{Monthly, Yearly};
    let before = product(Some(20), &[(Monthly, 9), (Yearly, 90)]);
    let after = product(Some(18), &[(Frequency::Daily, 1), (Monthly, 9)]);
    let period = |frequency| Period::new(frequency, 1);
    let changed = |period, before, after| ChangedOffer { period, before, after };
    assert_eq!(
        changed_offers(Some(&before), Some(&after)),
        [
            changed(None, Some(20), Some(18)),
            changed(period(Frequency::Daily), None, Some(1)),
            changed(period(Yearly), Some(90), None),
        ]
    );
    assert_eq!(changed_offers(Some(&before), Some(&before)), []);
    assert_eq!(changed_offers(None, Some(&product(None, &[]))), []);
    assert_eq!(changed_offers(Some(&before), None).len(), 3);
    assert_eq!(changed_offers(None, None), []);
}

#[test]
fn a_price_that_the_history_has_missed_is_added_first() {
    let offer = ChangedOffer { period: None, before: Some(20), after: Some(18) };
    assert_eq!(offer.prices(Some(Some(20))), [Some(18)]);
    assert_eq!(offer.prices(Some(Some(25))), [Some(20), Some(18)]);
    assert_eq!(offer.prices(None), [Some(20), Some(18)]);
    let new = ChangedOffer { period: None, before: None, after: Some(18) };
    assert_eq!(new.prices(None), [Some(18)]);
    assert_eq!(new.prices(Some(None)), [Some(18)]);
    assert_eq!(new.prices(Some(Some(25))), [None, Some(18)]);
}

#[test]
fn a_history_ends_with_what_the_product_costs() {
    let monthly = Period::new(Frequency::Monthly, 1);
    let change = |period, price, since| PriceChange { period, price, since };
    let history = vec![change(None, Some(20), 1), change(monthly, Some(9), 1)];
    let same = product(Some(20), &[(Frequency::Monthly, 9)]);
    assert_eq!(with_current(history.clone(), Some(&same), NOW), history);
    let other = product(Some(18), &[]);
    let added = [change(None, Some(18), NOW), change(monthly, None, NOW)];
    assert_eq!(with_current(history.clone(), Some(&other), NOW)[2..], added);
    assert_eq!(with_current(Vec::new(), Some(&other), NOW), added[..1]);
    assert_eq!(with_current(history, None, NOW).len(), 4);
}
