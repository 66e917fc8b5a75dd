//! `GET /admin/overview`: how the shop is doing, day by day. It must never know how days are counted.

mod plot;

use crate::{
    carts, dates, frame::page, member::Member, navigation::NavItem, query::Query, refusal::Refusal,
    state::AdminState,
};
use axum::{extract::State, response::Response};
use basket_core::money::Currency;
use basket_store::{CartFilter, CartRow, Day};
use basket_texts::money::{money, number};
use maud::{Markup, html};
use plot::{Change, Plot, draw};

/// How many days can be looked at; the one in the middle unless asked otherwise.
const SPANS: [i64; 3] = [7, 30, 90];
/// How many of the newest carts are shown.
const NEWEST: u32 = 5;

/// `GET /admin/overview`.
pub async fn read_overview(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
) -> Result<Response, Refusal> {
    let span = query.number("days").filter(|days| SPANS.contains(days)).unwrap_or(SPANS[1]);
    let first = state.store.days().today() - span + 1;
    // As many days before, to compare with.
    let all = state.store.days().since(member.shop.id, first - span).await?;
    let (before, days) = all.split_at(all.iter().take_while(|day| day.day < first).count());
    let any = CartFilter::default();
    let newest = state.store.carts().search(member.shop.id, &any, None, NEWEST).await?;
    let body = html! {
        (switch(span))
        (plots(member.shop.currency, before, days))
        (table(member.shop.currency, days))
        (newest_carts(&member, &newest.carts, state.store.now()))
    };
    Ok(page(&member, NavItem::Overview, "Overview", &body))
}

fn switch(span: i64) -> Markup {
    let here = NavItem::Overview.address();
    html! {
        nav.spans aria-label="Period" {
            @for days in SPANS {
                a href={ (here) "?days=" (days) } aria-current=[(days == span).then_some("true")]
                    { (days) " days" }
            }
        }
    }
}

fn plots(currency: Currency, before: &[Day], days: &[Day]) -> Markup {
    let first = days.first().map_or(0, |day| day.day);
    let amount = |value| round(money(currency, value));
    let counted = |title, one: fn(&Day) -> i64, write: &dyn Fn(i64) -> String| {
        let sum = |days: &[Day]| days.iter().map(one).fold(0, i64::saturating_add);
        draw(&Plot {
            title,
            total: write(sum(days)),
            change: Change::between(sum(before), sum(days)),
            first,
            values: days.iter().map(one).collect(),
            write,
        })
    };
    let (was, is) = (conversion(before), conversion(days));
    let converted = draw(&Plot {
        title: "Conversion",
        total: percent(is.unwrap_or(0)),
        change: was.zip(is).and_then(|(was, is)| Change::between(was, is)),
        first,
        values: days.iter().map(|day| conversion(&[*day]).unwrap_or(0)).collect(),
        write: &percent,
    });
    html! {
        div.plots {
            (counted("Carts", |day| day.carts, &number))
            (counted("Orders", |day| day.orders, &number))
            (counted("Revenue", |day| day.revenue, &amount))
            (converted)
        }
    }
}

/// How many of a thousand carts were ordered; none if there was no cart.
fn conversion(days: &[Day]) -> Option<i64> {
    let sum = |one: fn(&Day) -> i64| days.iter().map(one).fold(0, i64::saturating_add);
    let (carts, orders) = (sum(|day| day.carts), sum(|day| day.orders));
    (carts > 0).then(|| orders.saturating_mul(1000) / carts)
}

fn percent(thousandths: i64) -> String {
    round(format!("{}.{}", thousandths / 10, thousandths % 10)) + "%"
}

/// Without decimals that say nothing.
fn round(text: String) -> String {
    match text.split_once('.') {
        Some((whole, part)) if part.bytes().all(|digit| digit == b'0') => whole.to_owned(),
        _ => text,
    }
}

/// What the plots show, for those who would rather read it.
fn table(currency: Currency, days: &[Day]) -> Markup {
    html! {
        details.card.figures {
            summary { "Show as a table" }
            table.table {
                caption.unseen { "Carts, orders, revenue and conversion by day, newest first, days in UTC" }
                thead {
                    tr {
                        @for name in ["Day", "Carts", "Orders", "Revenue", "Conversion"] {
                            th scope="col" { (name) }
                        }
                    }
                }
                tbody {
                    @for day in days.iter().rev() {
                        tr {
                            th scope="row" { (dates::long(day.day)) }
                            td { (number(day.carts)) }
                            td { (number(day.orders)) }
                            td { (money(currency, day.revenue)) }
                            td { (conversion(&[*day]).map_or("\u{2013}".to_owned(), percent)) }
                        }
                    }
                }
            }
        }
    }
}

fn newest_carts(member: &Member, newest: &[CartRow], now: i64) -> Markup {
    html! {
        section aria-labelledby="newest" {
            h2 #newest { "Newest carts" }
            @if newest.is_empty() {
                div.empty {
                    p { "Carts appear here as soon as a shopper adds a product." }
                    p { a.button href=(NavItem::Start.address()) { "Set up the basket" } }
                }
            } @else {
                (carts::table(member, newest, now))
                nav.pager { a.button.quiet href=(NavItem::Carts.address()) { "All carts" } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversion_is_orders_of_carts() {
        let day = |carts, orders| Day { carts, orders, ..Day::default() };
        assert_eq!(conversion(&[day(0, 0)]), None);
        assert_eq!(conversion(&[day(10, 1), day(30, 0)]), Some(25));
        assert_eq!((percent(25), percent(1000)), ("2.5%".to_owned(), "100%".to_owned()));
    }

    #[test]
    fn all_figures_are_drawn_and_told() {
        let days: Vec<Day> = (20_800..20_830)
            .map(|day| Day { day, carts: 40, orders: 1, revenue: 123_456 })
            .collect();
        let html = plots(Currency::EUR, &days[..15], &days[15..]).into_string();
        assert_eq!(html.matches("<figure").count(), 4);
        for said in [
            "Carts per day for 15 days: 600 in total",
            "€18,518.40",
            "2.5%",
            "same as in the previous 15 days",
        ] {
            assert!(html.contains(said), "{said}: {html}");
        }
        let html = table(Currency::EUR, &days).into_string();
        assert_eq!(html.matches("<tr>").count(), 31);
    }
}
