//! The pages themselves: what is about to be ordered, and what was. They turn what is known into markup and
//! must never read or decide anything.

mod fields;
mod order;

use super::{
    CheckoutContext,
    contact::Problems,
    pay::{Arrival, is_open},
    priced::Priced,
    typed::Typed,
};
use basket_delivery::payment::{Choice, Payments};
use basket_model::{
    address,
    order::{Order, OrderState, is_shipped},
    payment::PaymentMethod,
};
use basket_texts::localizer::{Key, Localizer};
use fields::{agreement, fields};
use maud::{Markup, html};
use order::{code, editable, fixed, sums};

/// What is about to be ordered, with all that is known and wrong.
pub(super) struct Review<'a> {
    pub(super) context: &'a CheckoutContext,
    pub(super) priced: &'a Priced,
    pub(super) typed: &'a Typed,
    pub(super) problems: &'a Problems,
    /// What is wrong with a code that was typed.
    pub(super) code_problem: Option<String>,
    /// What is wrong with the order as a whole.
    pub(super) notice: Option<String>,
}

impl Review<'_> {
    fn localizer(&self) -> &Localizer {
        &self.context.localizer
    }

    /// An address of this checkout.
    fn address(&self, behind: &str) -> String {
        format!("/checkout/{}{behind}", self.context.checkout.token)
    }
}

/// What is about to be ordered, and the form to do it. It is one form, so that nothing typed is lost, whatever is changed.
pub(super) fn review(review: &Review<'_>) -> Markup {
    let (localizer, cart) = (review.localizer(), &review.priced.cart);
    let is_wrong = !review.problems.is_empty();
    let notice = review.notice.as_deref();
    let notice = notice.or_else(|| is_wrong.then(|| localizer.text(Key::LookAgain)));
    html! {
        h1 { (localizer.text(Key::Title)) }
        div #notice { @if let Some(notice) = notice { p.notice role="alert" { (notice) } } }
        @if cart.lines.is_empty() {
            p { (localizer.text(Key::Empty)) }
        } @else {
            form.columns method="post" action=(review.address("")) novalidate {
                // What the Enter key presses: it shows the page again and orders nothing.
                button.unseen type="submit" formaction=(review.address("/review")) tabindex="-1" aria-hidden="true" {}
                input type="hidden" name="revision" value=(review.context.checkout.revision);
                section.order #order-part aria-labelledby="order" {
                    h2 #order { (localizer.text(Key::YourOrder)) }
                    ul.lines { @for line in &cart.lines { (editable(localizer, cart, line)) } }
                    button.quiet #update type="submit" formaction=(review.address("/review")) {
                        (localizer.text(Key::Update))
                    }
                    @if cart.costs.takes_codes || cart.costs.code.is_some() { (code(review)) }
                    (sums(localizer, cart))
                    // The order is refused if it has come to cost something else.
                    input type="hidden" name="total" value=(cart.total());
                }
                div.details {
                    div #fields-part { (fields(review)) }
                    (payment(review))
                    @if let Some(terms) = &review.context.setup.terms { (agreement(review, terms)) }
                    button.order-now #order-now type="submit" data-busy=(localizer.text(Key::Placing)) {
                        (localizer.text(Key::PlaceOrder)) " · "
                        span.amount { (localizer.money(cart.total(), cart.currency)) }
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
            @if is_shipped(&order.cart) { (parcel(localizer, Key::ShipTo, &contact.address())) }
            @if let Some(billing) = &contact.billing { (parcel(localizer, Key::BillTo, billing)) }
            @if !contact.vat_number.is_empty() {
                section {
                    h2 { (localizer.text(Key::VatNumber)) }
                    p { (contact.vat_number) }
                }
            }
            @if !contact.note.is_empty() {
                section {
                    h2 { (localizer.text(Key::Note)) }
                    p.typed { (contact.note) }
                }
            }
            @if let Some(text) = paid_by(order) { (means(localizer, text)) }
            p.row {
                @if order.invoice.is_some() {
                    a.quiet href={ "/checkout/" (order.checkout) "/invoice" } { (localizer.text(Key::InvoiceLink)) }
                }
                button.quiet type="button" data-print hidden { (localizer.text(Key::Print)) }
            }
        }
    }
}

/// An address as it is written on a parcel.
fn parcel(localizer: &Localizer, title: Key, address: &address::Address) -> Markup {
    let country = localizer.country(&address.country).unwrap_or(&address.country);
    html! {
        section {
            h2 { (localizer.text(title)) }
            address {
                @for (at, line) in address::lines(address, country).iter().enumerate() {
                    @if at > 0 { br; }
                    (line)
                }
            }
        }
    }
}

/// How it will be paid.
fn payment(review: &Review<'_>) -> Markup {
    let text = match Payments::choose(&review.context.setup.payment, &review.priced.cart) {
        Choice::Chosen(PaymentMethod::Invoice) => Key::Invoice,
        Choice::Chosen(PaymentMethod::Stripe) => Key::Online,
        Choice::InvoiceInstead => Key::InvoiceInstead,
    };
    means(review.localizer(), text)
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
