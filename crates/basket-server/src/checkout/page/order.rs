//! What is ordered and what it costs, on the checkout's pages. It must never compute.

use super::{Review, fields::described_by};
use crate::checkout::{
    costs::{self, Row},
    typed::CODE,
};
use basket_core::{
    cart::{Cart, EnteredCode, Line, MAX_QUANTITY},
    locale,
};
use basket_model::pricing::read_code;
use basket_texts::localizer::{Key, Localizer};
use maud::{Markup, html};

/// A line whose quantity can be changed.
pub(super) fn editable(localizer: &Localizer, cart: &Cart, line: &Line) -> Markup {
    let id = format!("line-{}", line.id);
    html! {
        li {
            (picture(line))
            div.what {
                (described(localizer, cart, line))
                label.unseen for=(id) { (localizer.fill(Key::Quantity, &[("name", &line.name)])) }
                input #(id) type="number" name=(id) value=(line.quantity) min="0" max=(MAX_QUANTITY)
                    inputmode="numeric" autocomplete="off";
            }
            span.amount { (localizer.money(line.price(), cart.currency)) }
        }
    }
}

/// A line that was ordered.
pub(super) fn fixed(localizer: &Localizer, cart: &Cart, line: &Line) -> Markup {
    html! {
        li {
            (picture(line))
            div.what {
                (described(localizer, cart, line))
                span.muted { "× " (localizer.number(line.quantity)) }
            }
            span.amount { (localizer.money(line.price(), cart.currency)) }
        }
    }
}

fn picture(line: &Line) -> Markup {
    html! {
        span.picture aria-hidden="true" {
            @if let Some(image) = &line.image {
                img src=(image) alt="" width="56" height="56" decoding="async" referrerpolicy="no-referrer";
            } @else {
                (line.name.chars().take(1).collect::<String>())
            }
        }
    }
}

fn described(localizer: &Localizer, cart: &Cart, line: &Line) -> Markup {
    html! {
        strong { (line.name) }
        @if let Some(period) = line.period { span.chip { (localizer.period(period)) } }
        @if line.quantity > 1 { span.muted { (localizer.unit_price(line.unit_price, cart.currency)) } }
    }
}

/// What is paid now and what comes back, each by itself.
pub(super) fn sums(localizer: &Localizer, cart: &Cart) -> Markup {
    let renewals = costs::renewals(localizer, cart);
    let total = localizer.money(cart.total(), cart.currency);
    html! {
        dl.sums {
            @for cost in costs::rows(localizer, cart) { (row(&cost)) }
            div.total {
                dt { (localizer.text(Key::DueToday)) }
                dd.amount { (total) }
            }
            @for cost in costs::notes(localizer, cart) { (row(&cost)) }
            @if !renewals.is_empty() {
                div.again {
                    dt { (localizer.text(Key::Recurring)) }
                    @for renewal in renewals { dd { (renewal) } }
                    dd.muted { (localizer.text(Key::RecurringNote)) }
                }
            }
        }
        p.unseen { (localizer.widget(locale::Key::Total)) ": " (total) }
    }
}

fn row(Row { name, amount, is_note }: &Row) -> Markup {
    html! {
        div.cost.muted[*is_note] { dt { (name) } dd { (amount) } }
    }
}

/// The field for a discount code, and the code that counts.
pub(super) fn code(review: &Review<'_>) -> Markup {
    let (localizer, cart) = (review.localizer(), &review.priced.cart);
    let entered = cart.costs.code.as_ref();
    let typed = Some(review.typed.text(CODE));
    let is_entered =
        |text: &String| read_code(text).as_ref() == entered.map(|entered| &entered.code);
    let typed = typed.filter(|text| !is_entered(text));
    let problem = review.code_problem.clone().or_else(|| {
        let EnteredCode { code, problem } = entered?;
        problem.map(|problem| costs::code_problem(localizer, cart, code, problem))
    });
    html! {
        div.code {
            div.field {
                label for=(CODE) { (localizer.text(Key::Code)) }
                div.with-button {
                    input #(CODE) name=(CODE) type="text" value=(typed.unwrap_or_default()) maxlength="64" autocomplete="off"
                        autocapitalize="characters" spellcheck="false" aria-invalid=[review.code_problem.as_ref().map(|_| "true")]
                        aria-describedby=[described_by(CODE, problem.as_deref(), None)];
                    button.quiet #code-apply type="submit" name="do" value="apply" formaction=(review.address("/review")) {
                        (localizer.text(Key::CodeApply))
                    }
                }
                @if let Some(problem) = &problem { p.problem #code-problem role="status" { (problem) } }
            }
            @if let Some(EnteredCode { code, .. }) = entered {
                button.quiet #code-remove type="submit" name="do" value="remove" formaction=(review.address("/review"))
                    data-next=(CODE) {
                    (localizer.fill(Key::CodeRemove, &[("code", code)]))
                }
            }
        }
    }
}
