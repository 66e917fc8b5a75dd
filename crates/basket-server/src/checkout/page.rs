//! The pages themselves: what is about to be ordered, and what was. They turn what is known into markup and
//! must never read or decide anything.

use super::{
    CheckoutContext,
    contact::{Field, Filled, places},
    pay::{Arrival, is_open},
};
use basket_core::{
    cart::{Cart, Line, MAX_QUANTITY},
    locale,
};
use basket_delivery::payment::{Choice, Payments};
use basket_model::{
    order::{Order, OrderState},
    payment::PaymentMethod,
};
use basket_texts::localizer::{Key, Localizer};
use maud::{Markup, html};

/// What is about to be ordered, and the form to do it.
pub(super) fn review(context: &CheckoutContext, filled: &Filled, problem: Option<&str>) -> Markup {
    let CheckoutContext { checkout, localizer, .. } = context;
    let here = format!("/checkout/{}", checkout.token);
    let problem = problem.or(filled.is_wrong().then(|| localizer.text(Key::LookAgain)));
    html! {
        h1 { (localizer.text(Key::Title)) }
        @if let Some(problem) = problem { p.notice role="alert" { (problem) } }
        @if checkout.cart.lines.is_empty() {
            p { (localizer.text(Key::Empty)) }
        } @else {
            div.columns {
                section.order aria-labelledby="order" {
                    h2 #order { (localizer.text(Key::YourOrder)) }
                    form method="post" action={ (here) "/review" } {
                        ul.lines { @for line in &checkout.cart.lines { (editable(localizer, &checkout.cart, line)) } }
                        button.quiet type="submit" { (localizer.text(Key::Update)) }
                    }
                    (sums(localizer, &checkout.cart))
                }
                form.details method="post" action=(here) novalidate {
                    input type="hidden" name="revision" value=(checkout.revision);
                    (person(context, filled))
                    @if places(&checkout.cart).next().is_some() { (place(context, filled)) }
                    (payment(context))
                    @if let Some(terms) = &context.setup.terms { (agreement(context, filled, terms)) }
                    button.order-now type="submit" data-busy=(localizer.text(Key::Placing)) {
                        (localizer.text(Key::PlaceOrder)) " · "
                        span.amount { (localizer.money(checkout.cart.total(), checkout.cart.currency)) }
                    }
                }
            }
        }
    }
}

/// What was ordered.
pub(super) fn confirmation(context: &CheckoutContext, order: &Order, arrival: Arrival) -> Markup {
    let CheckoutContext { localizer, .. } = context;
    let contact = &order.contact;
    html! {
        div.receipt {
            h1 { (localizer.fill(Key::Thanks, &[("name", &contact.name)])) }
            @if order.state == OrderState::Cancelled {
                p.notice role="status" { (localizer.text(Key::StateCancelled)) }
            } @else {
                p.lead { (localizer.text(Key::Received)) }
            }
            @if is_open(order) { (unpaid(localizer, order, arrival)) }
            @if context.mails { p { (localizer.fill(Key::Mailed, &[("email", &contact.email)])) } }
            p.number { (localizer.text(Key::OrderNumber)) " " strong { (order.number) } }
            p.muted { (localizer.fill(Key::OrderedOn, &[("date", &localizer.date(order.created_at))])) }
            section.order aria-labelledby="order" {
                h2 #order { (localizer.text(Key::YourOrder)) }
                ul.lines { @for line in &order.cart.lines { (fixed(localizer, &order.cart, line)) } }
                (sums(localizer, &order.cart))
            }
            @if !contact.address.is_empty() {
                section {
                    h2 { (localizer.text(Key::ShipTo)) }
                    address {
                        (contact.name) br;
                        (contact.address) br;
                        (contact.postal_code) " " (contact.city) br;
                        (localizer.country(&contact.country).unwrap_or(&contact.country))
                    }
                }
            }
            @if let Some(text) = paid_by(order) { (means(localizer, text)) }
            p.row {
                button.quiet type="button" data-print hidden { (localizer.text(Key::Print)) }
            }
        }
    }
}

fn editable(localizer: &Localizer, cart: &Cart, line: &Line) -> Markup {
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

fn fixed(localizer: &Localizer, cart: &Cart, line: &Line) -> Markup {
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
fn sums(localizer: &Localizer, cart: &Cart) -> Markup {
    let sums = cart.sums();
    html! {
        dl.sums {
            div.total {
                dt { (localizer.text(Key::DueToday)) }
                dd.amount { (localizer.money(sums.total, cart.currency)) }
            }
            @if !sums.subscriptions.is_empty() {
                div.again {
                    dt { (localizer.text(Key::Recurring)) }
                    @for (period, sum) in &sums.subscriptions {
                        dd { (localizer.then(sum.amount, cart.currency, *period)) }
                    }
                    dd.muted { (localizer.text(Key::RecurringNote)) }
                }
            }
        }
        p.unseen { (localizer.widget(locale::Key::Total)) ": " (localizer.money(sums.total, cart.currency)) }
    }
}

fn person(context: &CheckoutContext, filled: &Filled) -> Markup {
    let localizer = &context.localizer;
    html! {
        fieldset {
            legend { (localizer.text(Key::Contact)) }
            @for field in Field::PERSON {
                (input(localizer, filled, field, (field == Field::Email).then_some(Key::EmailHint)))
            }
        }
    }
}

fn place(context: &CheckoutContext, filled: &Filled) -> Markup {
    let localizer = &context.localizer;
    html! {
        fieldset {
            legend { (localizer.text(Key::Delivery)) }
            (input(localizer, filled, Field::Address, None))
            div.pair {
                (input(localizer, filled, Field::PostalCode, None))
                (input(localizer, filled, Field::City, None))
            }
            (country(localizer, filled))
        }
    }
}

fn input(localizer: &Localizer, filled: &Filled, field: Field, hint: Option<Key>) -> Markup {
    let name = field.name();
    let kind = if field == Field::Email { "email" } else { "text" };
    let problem = filled.problem(field);
    html! {
        div.field {
            label for=(name) { (localizer.text(field.label())) }
            input #(name) name=(name) type=(kind) value=(filled.value(field)) autocomplete=(name)
                required maxlength="200" aria-invalid=[problem.map(|_| "true")]
                aria-describedby=[described_by(name, problem, hint)];
            @if let Some(problem) = problem { p.problem id={ (name) "-problem" } { (problem) } }
            @if let Some(hint) = hint { p.hint id={ (name) "-hint" } { (localizer.text(hint)) } }
        }
    }
}

fn described_by(name: &str, problem: Option<&str>, hint: Option<Key>) -> Option<String> {
    let problem = problem.map(|_| format!("{name}-problem"));
    let hint = hint.map(|_| format!("{name}-hint"));
    let ids: Vec<String> = problem.into_iter().chain(hint).collect();
    (!ids.is_empty()).then(|| ids.join(" "))
}

fn country(localizer: &Localizer, filled: &Filled) -> Markup {
    let (name, chosen) = (Field::Country.name(), filled.value(Field::Country));
    let problem = filled.problem(Field::Country);
    html! {
        div.field {
            label for=(name) { (localizer.text(Key::Country)) }
            select #(name) name=(name) autocomplete=(name) required
                aria-invalid=[problem.map(|_| "true")]
                aria-describedby=[described_by(name, problem, None)] {
                option value="" selected[chosen.is_empty()] { (localizer.text(Key::Choose)) }
                @for (code, country) in localizer.countries() {
                    option value=(code) selected[code == chosen] { (country) }
                }
            }
            @if let Some(problem) = problem { p.problem id={ (name) "-problem" } { (problem) } }
        }
    }
}

/// How it will be paid.
fn payment(context: &CheckoutContext) -> Markup {
    let text = match Payments::choose(&context.setup.payment, &context.checkout.cart) {
        Choice::Chosen(PaymentMethod::Invoice) => Key::Invoice,
        Choice::Chosen(PaymentMethod::Stripe) => Key::Online,
        Choice::InvoiceInstead => Key::InvoiceInstead,
    };
    means(&context.localizer, text)
}

/// How an order is paid, or was; `None` where that is said already, or matters no more.
fn paid_by(order: &Order) -> Option<Key> {
    match (order.payment, order.state) {
        (_, OrderState::Cancelled) => None,
        (_, OrderState::Paid) => Some(Key::Paid),
        (PaymentMethod::Invoice, _) => Some(Key::Invoice),
        (PaymentMethod::Stripe, _) => None,
    }
}

fn means(localizer: &Localizer, text: Key) -> Markup {
    html! {
        section.payment {
            h2 { (localizer.text(Key::Payment)) }
            p { (localizer.text(text)) }
        }
    }
}

/// What there is still to do.
fn unpaid(localizer: &Localizer, order: &Order, arrival: Arrival) -> Markup {
    let (role, text) = match arrival {
        Arrival::Back => ("status", Key::PaymentPending),
        Arrival::Failed => ("alert", Key::PaymentFailed),
        Arrival::Later | Arrival::Ordered => ("status", Key::Unpaid),
    };
    html! {
        div.notice role=(role) {
            p { (localizer.text(text)) }
            @if arrival != Arrival::Back {
                a.order-now href={ "/checkout/" (order.checkout) "/pay" } {
                    (localizer.text(Key::PayNow)) " · "
                    span.amount { (localizer.money(order.cart.total(), order.cart.currency)) }
                }
            }
        }
    }
}

fn agreement(context: &CheckoutContext, filled: &Filled, terms: &str) -> Markup {
    let localizer = &context.localizer;
    html! {
        div.field.agreement {
            label {
                input type="checkbox" name="terms" value="yes" checked[filled.agrees] required
                    aria-invalid=[filled.must_agree.then_some("true")]
                    aria-describedby=[filled.must_agree.then_some("terms-problem")];
                span { (localizer.fill(Key::Terms, &[("shop", &context.shop.name)])) }
            }
            a href=(terms) target="_blank" rel="noopener noreferrer" { (localizer.text(Key::TermsRead)) }
            @if filled.must_agree { p.problem #terms-problem { (localizer.text(Key::TermsMissing)) } }
        }
    }
}
