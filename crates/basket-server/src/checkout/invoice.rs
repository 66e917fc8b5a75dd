//! `GET /checkout/{token}/invoice`: the invoice of an order, to be read and printed, by its shopper or by the shop. What it
//! says comes from what was kept with the order, in the texts that we have: nothing that a shop changes later is on it. It
//! must never compute.

use super::{
    costs,
    frame::{document, respond},
    handlers::{CheckoutError, context, notice},
};
use crate::state::AppState;
use axum::{
    extract::{Path, State},
    http::{StatusCode, request::Parts},
    response::Response,
};
use basket_core::{cart::Line, json::Node};
use basket_designer::FOLDER;
use basket_model::{
    address,
    invoice::Invoice,
    order::{Order, OrderState},
};
use basket_texts::localizer::{Key, Localizer};
use maud::{Markup, html};

/// `GET /checkout/{token}/invoice`, as long as the page of the order can be opened.
pub(crate) async fn read_invoice(
    State(state): State<AppState>,
    Path(token): Path<String>,
    parts: Parts,
) -> Result<Response, CheckoutError> {
    let context = context(&state, &token, &parts).await?;
    let order = state.store.orders().of_checkout(&token).await?;
    order.as_ref().and_then(render_invoice).map(respond).ok_or_else(|| {
        notice(StatusCode::NOT_FOUND, context.localizer, Key::UnknownTitle, Key::Unknown)
    })
}

/// The page of an order's invoice; `None` if it has none.
pub(crate) fn render_invoice(order: &Order) -> Option<Markup> {
    let invoice = order.invoice.as_ref()?;
    let localizer = Localizer::new(&order.locale, Node::NONE);
    let number = invoice.number().to_string();
    let title = localizer.fill(Key::InvoiceTitle, &[("number", &number)]);
    let page = Page { order, invoice, localizer: &localizer, number: &number };
    let content = html! {
        main.invoice {
            p.row {
                @if let Some(status) = status(order.state) { strong.status { (localizer.text(status)) } }
                button.quiet type="button" data-print hidden { (localizer.text(Key::Print)) }
            }
            article #invoice {
                h1 { (title) }
                (page.parties())
                (page.facts())
                (page.items())
                (page.sums())
                (page.taxes())
                (page.renewals())
                (page.payment())
            }
        }
    };
    let links = html! {
        link rel="icon" type="image/svg+xml" href={ (FOLDER) "/basket.svg" };
        link rel="stylesheet" href="/checkout/files/invoice.css";
    };
    Some(document(&localizer, &title, &links, &content))
}

/// What has become of the order, where that matters to who reads its invoice. It stands outside of the invoice.
fn status(state: OrderState) -> Option<Key> {
    match state {
        OrderState::Cancelled => Some(Key::StateCancelled),
        OrderState::Paid => Some(Key::StatePaid),
        OrderState::Placed | OrderState::Fulfilled => None,
    }
}

struct Page<'a> {
    order: &'a Order,
    invoice: &'a Invoice,
    localizer: &'a Localizer,
    number: &'a str,
}

impl Page<'_> {
    fn money(&self, amount: i64) -> String {
        self.localizer.money(amount, self.order.cart.currency)
    }

    fn parties(&self) -> Markup {
        let Self { order, localizer, .. } = self;
        let seller = &self.invoice.seller;
        let buyer = order.contact.invoice_address();
        let country = localizer.country(&buyer.country).unwrap_or(&buyer.country);
        html! {
            div.parties {
                section {
                    h2 { (localizer.text(Key::InvoiceFrom)) }
                    address { (lines(seller.address.lines())) }
                    (self.registration(Key::InvoiceVatNumber, &seller.vat_number))
                    (self.registration(Key::InvoiceTaxNumber, &seller.tax_number))
                }
                section {
                    h2 { (localizer.text(Key::InvoiceTo)) }
                    address { (lines(address::lines(&buyer, country).iter().map(|line| &**line))) }
                    (self.registration(Key::InvoiceVatNumber, &order.contact.vat_number))
                }
            }
        }
    }

    fn registration(&self, label: Key, number: &str) -> Markup {
        html! { @if !number.is_empty() { p.muted { (self.localizer.text(label)) " " (number) } } }
    }

    fn facts(&self) -> Markup {
        let Self { order, localizer, .. } = self;
        let due = localizer.date(self.invoice.due_at);
        html! {
            dl.facts {
                div { dt { (localizer.text(Key::InvoiceDate)) } dd { (localizer.date(order.created_at)) } }
                div { dt { (localizer.text(Key::InvoiceOrder)) } dd { (order.number) } }
                div { dt { (localizer.text(Key::InvoiceDue)) } dd { (due) } }
            }
        }
    }

    fn items(&self) -> Markup {
        let Self { order, localizer, .. } = self;
        html! {
            table.items {
                thead {
                    tr {
                        th scope="col" { (localizer.text(Key::InvoiceItem)) }
                        th scope="col" { (localizer.text(Key::InvoiceQuantity)) }
                        th scope="col" { (localizer.text(Key::InvoiceUnit)) }
                        th scope="col" { (localizer.text(Key::InvoiceAmount)) }
                    }
                }
                tbody { @for line in &order.cart.lines { (self.item(line)) } }
            }
        }
    }

    fn item(&self, line: &Line) -> Markup {
        html! {
            tr {
                td {
                    (line.name)
                    span.muted {
                        (line.sku)
                        @if let Some(period) = line.period { " · " (self.localizer.period(period)) }
                    }
                }
                td { (self.localizer.number(line.quantity)) }
                td { (self.money(line.unit_price)) }
                td { (self.money(line.price())) }
            }
        }
    }

    fn sums(&self) -> Markup {
        let Self { order, localizer, .. } = self;
        html! {
            dl.sums {
                @for cost in costs::rows(localizer, &order.cart) { div { dt { (cost.name) } dd { (cost.amount) } } }
                div.total {
                    dt { (localizer.text(Key::InvoiceGross)) }
                    dd { (self.money(order.cart.total())) }
                }
            }
        }
    }

    fn renewals(&self) -> Markup {
        let renewals = costs::renewals(self.localizer, &self.order.cart);
        html! { @for renewal in renewals { p.muted { (renewal) } } }
    }

    /// The taxes that are due now, with what is taxed.
    fn taxes(&self) -> Markup {
        let taxes = costs::taxes(self.localizer, &self.order.cart);
        html! {
            @if !taxes.is_empty() {
                table.taxes {
                    thead {
                        tr {
                            td {}
                            th scope="col" { (self.localizer.text(Key::InvoiceNet)) }
                            th scope="col" { (self.localizer.text(Key::InvoiceAmount)) }
                        }
                    }
                    tbody {
                        @for tax in taxes {
                            tr { th scope="row" { (tax.name) } td { (tax.net) } td { (tax.amount) } }
                        }
                    }
                }
            }
        }
    }

    fn payment(&self) -> Markup {
        let Self { order, localizer, number, .. } = self;
        let total = order.cart.total();
        let values =
            [("price", &*self.money(total)), ("date", &localizer.date(self.invoice.due_at))];
        let account = &self.invoice.seller.account;
        html! {
            @if total > 0 {
                section.pay {
                    p { strong { (localizer.fill(Key::InvoicePay, &values)) } }
                    dl.facts {
                        @if !account.is_empty() {
                            div { dt { (localizer.text(Key::InvoiceAccount)) } dd { (lines(account.lines())) } }
                        }
                        div { dt { (localizer.text(Key::InvoiceReference)) } dd { (number) } }
                    }
                }
            }
        }
    }
}

fn lines<'a>(lines: impl Iterator<Item = &'a str>) -> Markup {
    html! { @for (at, line) in lines.enumerate() { @if at > 0 { br; } (line) } }
}
