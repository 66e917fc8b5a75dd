//! The pages themselves: what is about to be ordered, and what was. They turn what is known into markup and
//! must never read or decide anything.

use super::{
    Scene,
    contact::{Field, Filled, places},
    pay::{Moment, is_open},
    texts::{Key, Words},
};
use crate::{
    order::{Order, OrderState},
    payment::{Choice, Means, Payments},
};
use basket_core::{
    cart::{Cart, Line, MAX_QUANTITY},
    locale,
};
use maud::{Markup, html};

/// What is about to be ordered, and the form to do it.
pub(super) fn review(scene: &Scene, filled: &Filled, problem: Option<&str>) -> Markup {
    let Scene { checkout, words, .. } = scene;
    let here = format!("/checkout/{}", checkout.token);
    let problem = problem.or(filled.is_wrong().then(|| words.text(Key::LookAgain)));
    html! {
        h1 { (words.text(Key::Title)) }
        @if let Some(problem) = problem { p.notice role="alert" { (problem) } }
        @if checkout.cart.lines.is_empty() {
            p { (words.text(Key::Empty)) }
        } @else {
            div.columns {
                section.order aria-labelledby="order" {
                    h2 #order { (words.text(Key::YourOrder)) }
                    form method="post" action={ (here) "/review" } {
                        ul.lines { @for line in &checkout.cart.lines { (editable(words, &checkout.cart, line)) } }
                        button.quiet type="submit" { (words.text(Key::Update)) }
                    }
                    (sums(words, &checkout.cart))
                }
                form.details method="post" action=(here) novalidate {
                    (person(scene, filled))
                    @if places(&checkout.cart).next().is_some() { (place(scene, filled)) }
                    (payment(scene))
                    @if let Some(terms) = &scene.setup.terms { (agreement(scene, filled, terms)) }
                    button.order-now type="submit" data-busy=(words.text(Key::Placing)) {
                        (words.text(Key::PlaceOrder)) " · "
                        span.amount { (words.money(checkout.cart.total(), checkout.cart.currency)) }
                    }
                }
            }
        }
    }
}

/// What was ordered.
pub(super) fn confirmation(scene: &Scene, order: &Order, moment: Moment) -> Markup {
    let Scene { words, .. } = scene;
    let contact = &order.contact;
    html! {
        div.receipt {
            h1 { (words.fill(Key::Thanks, &[("name", &contact.name)])) }
            @if order.state == OrderState::Cancelled {
                p.notice role="status" { (words.text(Key::StateCancelled)) }
            } @else {
                p.lead { (words.text(Key::Received)) }
            }
            @if is_open(order) { (unpaid(words, order, moment)) }
            @if scene.mails { p { (words.fill(Key::Mailed, &[("email", &contact.email)])) } }
            p.number { (words.text(Key::OrderNumber)) " " strong { (order.number) } }
            p.muted { (words.fill(Key::OrderedOn, &[("date", &words.date(order.created_at))])) }
            section.order aria-labelledby="order" {
                h2 #order { (words.text(Key::YourOrder)) }
                ul.lines { @for line in &order.cart.lines { (fixed(words, &order.cart, line)) } }
                (sums(words, &order.cart))
            }
            @if !contact.address.is_empty() {
                section {
                    h2 { (words.text(Key::ShipTo)) }
                    address {
                        (contact.name) br;
                        (contact.address) br;
                        (contact.postal_code) " " (contact.city) br;
                        (words.country(&contact.country).unwrap_or(&contact.country))
                    }
                }
            }
            @if let Some(text) = paid_by(order) { (means(words, text)) }
            p.row {
                button.quiet type="button" data-print hidden { (words.text(Key::Print)) }
            }
        }
    }
}

fn editable(words: &Words, cart: &Cart, line: &Line) -> Markup {
    let id = format!("line-{}", line.id);
    html! {
        li {
            (picture(line))
            div.what {
                (described(words, cart, line))
                label.unseen for=(id) { (words.fill(Key::Quantity, &[("name", &line.name)])) }
                input #(id) type="number" name=(id) value=(line.quantity) min="0" max=(MAX_QUANTITY)
                    inputmode="numeric" autocomplete="off";
            }
            span.amount { (words.money(line.price(), cart.currency)) }
        }
    }
}

fn fixed(words: &Words, cart: &Cart, line: &Line) -> Markup {
    html! {
        li {
            (picture(line))
            div.what {
                (described(words, cart, line))
                span.muted { "× " (words.number(line.quantity)) }
            }
            span.amount { (words.money(line.price(), cart.currency)) }
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

fn described(words: &Words, cart: &Cart, line: &Line) -> Markup {
    html! {
        strong { (line.name) }
        @if let Some(period) = line.period { span.chip { (words.period(period)) } }
        @if line.quantity > 1 { span.muted { (words.unit_price(line.unit_price, cart.currency)) } }
    }
}

/// What is paid now and what comes back, each by itself.
fn sums(words: &Words, cart: &Cart) -> Markup {
    let sums = cart.sums();
    html! {
        dl.sums {
            div.total {
                dt { (words.text(Key::DueToday)) }
                dd.amount { (words.money(sums.total, cart.currency)) }
            }
            @if !sums.subscriptions.is_empty() {
                div.again {
                    dt { (words.text(Key::Recurring)) }
                    @for (period, sum) in &sums.subscriptions {
                        dd { (words.then(sum.amount, cart.currency, *period)) }
                    }
                    dd.muted { (words.text(Key::RecurringNote)) }
                }
            }
        }
        p.unseen { (words.widget(locale::Key::Total)) ": " (words.money(sums.total, cart.currency)) }
    }
}

fn person(scene: &Scene, filled: &Filled) -> Markup {
    let words = &scene.words;
    html! {
        fieldset {
            legend { (words.text(Key::Contact)) }
            @for field in Field::PERSON {
                (input(words, filled, field, (field == Field::Email).then_some(Key::EmailHint)))
            }
        }
    }
}

fn place(scene: &Scene, filled: &Filled) -> Markup {
    let words = &scene.words;
    html! {
        fieldset {
            legend { (words.text(Key::Delivery)) }
            (input(words, filled, Field::Address, None))
            div.pair {
                (input(words, filled, Field::PostalCode, None))
                (input(words, filled, Field::City, None))
            }
            (country(words, filled))
        }
    }
}

fn input(words: &Words, filled: &Filled, field: Field, hint: Option<Key>) -> Markup {
    let name = field.name();
    let kind = if field == Field::Email { "email" } else { "text" };
    let problem = filled.problem(field);
    html! {
        div.field {
            label for=(name) { (words.text(field.label())) }
            input #(name) name=(name) type=(kind) value=(filled.value(field)) autocomplete=(name)
                required maxlength="200" aria-invalid=[problem.map(|_| "true")]
                aria-describedby=[described_by(name, problem, hint)];
            @if let Some(problem) = problem { p.problem id={ (name) "-problem" } { (problem) } }
            @if let Some(hint) = hint { p.hint id={ (name) "-hint" } { (words.text(hint)) } }
        }
    }
}

fn described_by(name: &str, problem: Option<&str>, hint: Option<Key>) -> Option<String> {
    let problem = problem.map(|_| format!("{name}-problem"));
    let hint = hint.map(|_| format!("{name}-hint"));
    let ids: Vec<String> = problem.into_iter().chain(hint).collect();
    (!ids.is_empty()).then(|| ids.join(" "))
}

fn country(words: &Words, filled: &Filled) -> Markup {
    let (name, chosen) = (Field::Country.name(), filled.value(Field::Country));
    let problem = filled.problem(Field::Country);
    html! {
        div.field {
            label for=(name) { (words.text(Key::Country)) }
            select #(name) name=(name) autocomplete=(name) required
                aria-invalid=[problem.map(|_| "true")]
                aria-describedby=[described_by(name, problem, None)] {
                option value="" selected[chosen.is_empty()] { (words.text(Key::Choose)) }
                @for (code, country) in words.countries() {
                    option value=(code) selected[code == chosen] { (country) }
                }
            }
            @if let Some(problem) = problem { p.problem id={ (name) "-problem" } { (problem) } }
        }
    }
}

/// How it will be paid.
fn payment(scene: &Scene) -> Markup {
    let text = match Payments::choose(&scene.setup.payment, &scene.checkout.cart) {
        Choice::Chosen(Means::Invoice) => Key::Invoice,
        Choice::Chosen(Means::Stripe) => Key::Online,
        Choice::InvoiceInstead => Key::InvoiceInstead,
    };
    means(&scene.words, text)
}

/// How an order is paid, or was; `None` where that is said already, or matters no more.
fn paid_by(order: &Order) -> Option<Key> {
    match (order.payment, order.state) {
        (_, OrderState::Cancelled) => None,
        (_, OrderState::Paid) => Some(Key::Paid),
        (Means::Invoice, _) => Some(Key::Invoice),
        (Means::Stripe, _) => None,
    }
}

fn means(words: &Words, text: Key) -> Markup {
    html! {
        section.payment {
            h2 { (words.text(Key::Payment)) }
            p { (words.text(text)) }
        }
    }
}

/// What there is still to do.
fn unpaid(words: &Words, order: &Order, moment: Moment) -> Markup {
    let (role, text) = match moment {
        Moment::Back => ("status", Key::PaymentPending),
        Moment::Failed => ("alert", Key::PaymentFailed),
        Moment::Later | Moment::Ordered => ("status", Key::Unpaid),
    };
    html! {
        div.notice role=(role) {
            p { (words.text(text)) }
            @if moment != Moment::Back {
                a.order-now href={ "/checkout/" (order.checkout) "/pay" } {
                    (words.text(Key::PayNow)) " · "
                    span.amount { (words.money(order.cart.total(), order.cart.currency)) }
                }
            }
        }
    }
}

fn agreement(scene: &Scene, filled: &Filled, terms: &str) -> Markup {
    let words = &scene.words;
    html! {
        div.field.agreement {
            label {
                input type="checkbox" name="terms" value="yes" checked[filled.agrees] required
                    aria-invalid=[filled.must_agree.then_some("true")]
                    aria-describedby=[filled.must_agree.then_some("terms-problem")];
                span { (words.fill(Key::Terms, &[("shop", &scene.shop.name)])) }
            }
            a href=(terms) target="_blank" rel="noopener noreferrer" { (words.text(Key::TermsRead)) }
            @if filled.must_agree { p.problem #terms-problem { (words.text(Key::TermsMissing)) } }
        }
    }
}
