//! What the prices of a product were: which rows a change adds to its history, and what a history says at a moment,
//! such as the lowest price of the 30 days before a reduction, which shops in the EU have to name. It must never know
//! where a history is kept.

use basket_core::{
    money::Minor,
    product::{Period, Product},
};
use std::collections::{BTreeMap, BTreeSet};

/// How many days before a reduction count.
pub const WINDOW_DAYS: i64 = 30;

const WINDOW: i64 = WINDOW_DAYS * 24 * 60 * 60 * 1000;

/// One price of one offer. A history has the oldest first, in the order in which they were written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceChange {
    /// The period of a subscription; `None` for a purchase.
    pub period: Option<Period>,
    /// The price of one item; `None` says that it was not sold so any more.
    pub price: Option<Minor>,
    /// Since when, in milliseconds since 1970.
    pub since: i64,
}

/// An offer whose price another version of a product changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedOffer {
    /// The period of a subscription; `None` for a purchase.
    pub period: Option<Period>,
    /// The price until now.
    pub before: Option<Minor>,
    /// The price from now on.
    pub after: Option<Minor>,
}

impl ChangedOffer {
    /// The prices to add to a history whose last one is `last`: the price until now, where the history does not have it,
    /// and the price from now on. A program of before there was a history, which may run beside this one for a while,
    /// has changed what is not there; since when is not known, so it is not claimed to be older than this moment.
    pub fn prices(&self, last: Option<Option<Minor>>) -> Vec<Option<Minor>> {
        let mut prices = Vec::new();
        if last.flatten() != self.before {
            prices.push(self.before);
        }
        prices.push(self.after);
        prices
    }
}

/// The offers that have another price afterwards, in the order of their periods.
pub fn changed_offers(before: Option<&Product>, after: Option<&Product>) -> Vec<ChangedOffer> {
    let products = [before, after];
    let periods: BTreeSet<_> = products.into_iter().flatten().flat_map(periods).collect();
    let price = |product: Option<&Product>, period| product.and_then(|it| it.price_for(period));
    let changed = periods.into_iter().map(|period| ChangedOffer {
        period,
        before: price(before, period),
        after: price(after, period),
    });
    changed.filter(|offer| offer.before != offer.after).collect()
}

fn periods(product: &Product) -> impl Iterator<Item = Option<Period>> {
    std::iter::once(None).chain(product.subscriptions.iter().map(|offer| Some(offer.period)))
}

/// What one offer costs and did cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferPrices {
    /// The period of a subscription; `None` for a purchase.
    pub period: Option<Period>,
    /// The price now; `None` if it is not sold so any more.
    pub price: Option<Minor>,
    /// Since when, in milliseconds since 1970.
    pub since: i64,
    /// The last other price.
    pub before: Option<Minor>,
    /// The lowest price of the last 30 days; `None` if it was not sold so then.
    pub lowest: Option<Minor>,
    /// The last time that the price fell.
    pub reduction: Option<Reduction>,
    /// What was before is not known.
    pub known_since: i64,
}

impl OfferPrices {
    /// Whether the history reaches as far back as the 30 days before a moment.
    pub fn is_complete(&self, moment: i64) -> bool {
        self.known_since <= moment - WINDOW
    }
}

/// A price that was lower than the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reduction {
    /// Since when, in milliseconds since 1970.
    pub at: i64,
    /// The price that it fell to.
    pub price: Minor,
    /// The lowest price of the 30 days before; `None` if it was not sold so then.
    pub lowest: Option<Minor>,
}

/// A price, from when until when it held.
#[derive(Debug, Clone, Copy)]
struct Span {
    price: Option<Minor>,
    since: i64,
    until: i64,
}

/// A product's history, with what it costs in fact as the last price of each offer.
pub fn with_current(
    mut history: Vec<PriceChange>,
    product: Option<&Product>,
    now: i64,
) -> Vec<PriceChange> {
    let mut last: BTreeMap<Option<Period>, Option<Minor>> =
        product.into_iter().flat_map(periods).map(|period| (period, None)).collect();
    last.extend(history.iter().map(|change| (change.period, change.price)));
    for (period, last) in last {
        let price = product.and_then(|product| product.price_for(period));
        if price != last {
            history.push(PriceChange { period, price, since: now });
        }
    }
    history
}

/// What a history says of each offer, in the order of their periods.
pub fn read_history(history: &[PriceChange], now: i64) -> Vec<OfferPrices> {
    let mut offers: BTreeMap<Option<Period>, Vec<&PriceChange>> = BTreeMap::new();
    for change in history {
        offers.entry(change.period).or_default().push(change);
    }
    offers.into_iter().filter_map(|(period, changes)| read_offer(period, &changes, now)).collect()
}

fn read_offer(period: Option<Period>, changes: &[&PriceChange], now: i64) -> Option<OfferPrices> {
    let spans = spans(changes, now);
    let (first, current) = (spans.first()?, spans.last()?);
    let earlier = spans.iter().rev().skip(1);
    Some(OfferPrices {
        period,
        price: current.price,
        since: current.since,
        before: earlier.filter_map(|span| span.price).find(|price| Some(*price) != current.price),
        lowest: lowest(&spans, now),
        reduction: reduction(&spans),
        known_since: first.since,
    })
}

/// When each price held. A clock that was ahead and was put right has written times that contradict the order: what came
/// later is believed, and what came before had ended by then. The same price twice is one.
fn spans(changes: &[&PriceChange], now: i64) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut until = now;
    for change in changes.iter().rev() {
        let since = change.since.min(until);
        match spans.last_mut().filter(|later| later.price == change.price) {
            Some(later) => later.since = since,
            None => spans.push(Span { price: change.price, since, until }),
        }
        until = since;
    }
    spans.reverse();
    spans
}

/// The last price that was lower than the one before. A time in which it was not sold does not hide that it was.
fn reduction(spans: &[Span]) -> Option<Reduction> {
    let mut sold = spans.iter().enumerate().filter_map(|(at, it)| Some((at, it, it.price?))).rev();
    let mut later = sold.next()?;
    for earlier in sold {
        if later.2 < earlier.2 {
            let (at, span, price) = later;
            return Some(Reduction {
                at: span.since,
                price,
                lowest: lowest(&spans[..at], span.since),
            });
        }
        later = earlier;
    }
    None
}

/// The lowest price that held at any time of the 30 days before a moment. The last of these prices held until that moment,
/// even if it began and ended in it.
fn lowest(spans: &[Span], moment: i64) -> Option<Minor> {
    let start = moment - WINDOW;
    let (last, earlier) = spans.split_last()?;
    let earlier = earlier.iter().filter(|span| span.until > start);
    earlier.chain([last]).filter_map(|span| span.price).min()
}

#[cfg(test)]
mod tests;
