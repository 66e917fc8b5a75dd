//! `basket product prices`: a history as two tables, with prices and periods as files of products have them. What it
//! says is decided in `price_history` of the model.

use crate::table::table;
use basket_core::{money::Minor, product::Period};
use basket_model::price_history::{OfferPrices, PriceChange, read_history};
use jiff::Timestamp;

const NOT_SOLD: &str = "not sold";

/// What each offer costs, then every price, the newest first.
pub(super) fn prices(history: &[PriceChange], now: i64) -> String {
    let offers = read_history(history, now);
    let head = [
        "offer",
        "price",
        "since",
        "before",
        "lowest, 30 days",
        "reduced",
        "lowest, 30 days before",
    ];
    let mut rows = vec![head.map(str::to_owned)];
    rows.extend(offers.iter().map(|offer| summary(offer, now)));
    let mut text = table(&rows);
    if rows.iter().flatten().any(|cell| cell.ends_with('*')) {
        text.push_str("* The history is shorter than these 30 days.\n");
    }
    let mut rows = vec![["since", "offer", "price"].map(str::to_owned)];
    rows.extend(
        history
            .iter()
            .rev()
            .map(|change| [time(change.since), name(change.period), amount(change.price)]),
    );
    text + "\n" + &table(&rows)
}

fn summary(offer: &OfferPrices, now: i64) -> [String; 7] {
    let lowest = |price, moment| {
        let mark = if offer.is_complete(moment) { "" } else { "*" };
        amount(price) + mark
    };
    let reduction = offer.reduction.as_ref();
    [
        name(offer.period),
        amount(offer.price),
        time(offer.since),
        offer.before.map_or_else(|| "-".to_owned(), |before| before.to_string()),
        lowest(offer.lowest, now),
        reduction.map_or_else(|| "-".to_owned(), |reduction| time(reduction.at)),
        reduction.map_or_else(|| "-".to_owned(), |it| lowest(it.lowest, it.at)),
    ]
}

fn name(period: Option<Period>) -> String {
    match period.map(|period| (period.frequency().name(), period.interval())) {
        None => "one-off".to_owned(),
        Some((frequency, 1)) => frequency.to_owned(),
        Some((frequency, interval)) => format!("{frequency}/{interval}"),
    }
}

fn amount(price: Option<Minor>) -> String {
    price.map_or_else(|| NOT_SOLD.to_owned(), |price| price.to_string())
}

fn time(milliseconds: i64) -> String {
    let time = Timestamp::from_millisecond(milliseconds);
    time.map_or_else(|_| "?".to_owned(), |time| format!("{time:.0}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use basket_core::product::Frequency;

    #[test]
    fn a_history_is_printed_as_two_tables() {
        const DAY: i64 = 24 * 60 * 60 * 1000;
        let change = |day, period, price| PriceChange { period, price, since: day * DAY };
        let quarterly = Period::new(Frequency::Monthly, 3);
        let history = [
            change(0, None, Some(2000)),
            change(40, None, Some(1850)),
            change(40, quarterly, Some(900)),
            change(50, quarterly, None),
        ];
        let expected = "\
offer      price     since                 before  lowest, 30 days  reduced               lowest, 30 days before
one-off    1850      1970-02-10T00:00:00Z  2000    1850             1970-02-10T00:00:00Z  2000
monthly/3  not sold  1970-02-20T00:00:00Z  900     900*             -                     -
* The history is shorter than these 30 days.

since                 offer      price
1970-02-20T00:00:00Z  monthly/3  not sold
1970-02-10T00:00:00Z  monthly/3  900
1970-02-10T00:00:00Z  one-off    1850
1970-01-01T00:00:00Z  one-off    2000
";
        assert_eq!(prices(&history, 50 * DAY), expected);
    }
}
