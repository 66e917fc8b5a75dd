//! Figures of a row of days, drawn. The drawing has no words in it: it is stretched to whatever width there
//! is, and words would be stretched with it. It must never know what is counted.

use crate::dates;
use maud::{Markup, html};

/// How wide a day and its bar are drawn, and how high the highest may be.
const SLOT: i64 = 10;
const BAR: i64 = 7;
const HEIGHT: i64 = 1000;

/// What one figure was on each of some days that follow each other, the last of them today.
pub(super) struct Plot<'a> {
    /// What it is, in a word or two.
    pub(super) title: &'a str,
    /// What it comes to, all in all.
    pub(super) total: String,
    /// How that compares with the time before, if it can be compared.
    pub(super) change: Option<Change>,
    /// The first day, counted from 1970.
    pub(super) first: i64,
    /// One for each day.
    pub(super) values: Vec<i64>,
    /// Writes a value.
    pub(super) write: &'a dyn Fn(i64) -> String,
}

/// How much more or less something is than before, in per cent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Change(i64);

impl Change {
    /// From one amount to another; from nothing there is no per cent of it.
    pub(super) fn between(before: i64, now: i64) -> Option<Self> {
        let more = i128::from(now) - i128::from(before);
        (before > 0)
            .then(|| Self(i64::try_from(more * 100 / i128::from(before)).unwrap_or(i64::MAX)))
    }

    fn text(self, days: i64) -> String {
        match self.0 {
            0 => format!("same as in the previous {days} days"),
            more @ 1.. => format!("{more}% more than in the previous {days} days"),
            less => format!("{}% less than in the previous {days} days", -less),
        }
    }
}

/// The figure with its caption.
pub(super) fn draw(plot: &Plot<'_>) -> Markup {
    let Plot { title, total, change, first, values, write } = plot;
    let days = i64::try_from(values.len()).unwrap_or(i64::MAX);
    let highest = values.iter().copied().max().unwrap_or(0);
    let top = ceiling(highest);
    html! {
        figure.card.plot {
            figcaption {
                h2 { (title) }
                p.plot-total { (total) }
                @if let Some(change) = change {
                    p.muted { (change.text(days)) }
                } @else {
                    p.muted { (if highest > 0 { "no earlier data" } else { "no data" }) }
                }
            }
            div.plot-area {
                svg viewBox={ "0 0 " (days * SLOT) " " (HEIGHT) } preserveAspectRatio="none" role="img"
                    aria-label=(summary(plot)) {
                    @for line in [0, HEIGHT / 2, HEIGHT] {
                        line.plot-line x1="0" x2=(days * SLOT) y1=(line) y2=(line) {}
                    }
                    @for ((value, day), at) in values.iter().zip(*first..).zip(0..) {
                        g.plot-day.now[at == days - 1] {
                            // The whole column can be pointed at, however low its bar is.
                            rect.plot-column x=(at * SLOT) y="0" width=(SLOT) height=(HEIGHT) {}
                            @if *value > 0 {
                                @let height = height(*value, top);
                                rect.plot-bar x=(at * SLOT + (SLOT - BAR) / 2) y=(HEIGHT - height)
                                    width=(BAR) height=(height) {}
                            }
                            title { (dates::long(day)) ": " (write(*value)) }
                        }
                    }
                }
                div.plot-scale aria-hidden="true" {
                    @if highest > 0 {
                        span { (write(top)) }
                        span { (write(top / 2)) }
                    }
                }
                div.plot-days aria-hidden="true" {
                    span { (dates::short(*first)) }
                    span { "today" }
                }
            }
        }
    }
}

/// The chart as a text, for screen readers.
fn summary(Plot { title, total, first, values, write, .. }: &Plot<'_>) -> String {
    let most = values.iter().zip(*first..).max_by_key(|(value, _)| **value);
    let most = most.filter(|(value, _)| **value > 0);
    let most =
        most.map(|(value, day)| format!(", highest on {}: {}", dates::long(day), write(*value)));
    let days = values.len();
    format!("{title} per day for {days} days: {total} in total{}", most.unwrap_or_default())
}

/// Whatever is more than nothing can be seen.
fn height(value: i64, top: i64) -> i64 {
    let height = i128::from(value) * i128::from(HEIGHT) / i128::from(top);
    i64::try_from(height).unwrap_or(HEIGHT).clamp(HEIGHT / 100, HEIGHT)
}

/// The lowest round number that is not below; half of it is a whole one.
fn ceiling(value: i64) -> i64 {
    let mut unit = 1_i64;
    while value > unit.saturating_mul(10) {
        unit = unit.saturating_mul(10);
    }
    let round = [2, 4, 6, 8, 10].into_iter().map(|times| unit.saturating_mul(times));
    round.clone().find(|round| *round >= value).unwrap_or(i64::MAX - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(values: &[i64]) -> String {
        let write = |value: i64| format!("{value} carts");
        let plot = Plot {
            title: "Carts",
            total: values.iter().sum::<i64>().to_string(),
            change: Change::between(2, 3),
            first: 20_833,
            values: values.to_vec(),
            write: &write,
        };
        draw(&plot).into_string()
    }

    #[test]
    fn each_day_has_a_bar_as_high_as_its_value() {
        let svg = drawn(&[4, 0, 1]);
        assert_eq!(svg.matches("plot-column").count(), 3);
        assert_eq!(svg.matches("plot-bar").count(), 2, "nothing is drawn as nothing");
        assert!(svg.contains(r#"y="0" width="7" height="1000""#), "{svg}");
        assert!(svg.contains(r#"y="750" width="7" height="250""#), "{svg}");
        assert!(svg.contains("<title>15 January 2027: 4 carts</title>"), "{svg}");
    }

    #[test]
    fn who_does_not_see_it_is_told_what_it_shows() {
        let said = r#"aria-label="Carts per day for 3 days: 6 in total, highest on 16 January 2027: 3 carts""#;
        assert!(drawn(&[2, 3, 1]).contains(said), "{}", drawn(&[2, 3, 1]));
        assert!(drawn(&[0, 0]).contains(r#"days: 0 in total""#));
        assert!(drawn(&[2, 3, 1]).contains("50% more than in the previous 3 days"));
    }

    #[test]
    fn scales_end_at_round_numbers_that_can_be_halved() {
        for (value, top) in [(0, 2), (1, 2), (3, 4), (9, 10), (11, 20), (41, 60), (87_654, 100_000)]
        {
            assert_eq!(ceiling(value), top, "{value}");
        }
        assert!(ceiling(i64::MAX) > 0);
        assert_eq!((height(1, i64::MAX), height(i64::MAX, i64::MAX)), (10, HEIGHT));
    }

    #[test]
    fn a_change_is_said_in_per_cent_of_what_was() {
        assert_eq!(Change::between(0, 5), None);
        assert_eq!(
            Change::between(100, 75).unwrap().text(7),
            "25% less than in the previous 7 days"
        );
        assert_eq!(Change::between(3, 3).unwrap().text(7), "same as in the previous 7 days");
        assert_eq!(Change::between(1, i64::MAX).map(|change| change.0), Some(i64::MAX));
    }

    #[test]
    fn nothing_needs_an_inline_style() {
        assert!(!drawn(&[1, 2]).contains("style="));
    }
}
