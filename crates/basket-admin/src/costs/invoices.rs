//! `/admin/settings/invoices`: whether the shop issues invoices, and what it says about itself on them.

use super::{
    controls::{area, line, tick},
    outcome,
    problems::{Problems, Typed},
    save,
};
use crate::{
    activity::record_activity,
    form::Form,
    frame::page,
    member::Member,
    navigation::NavItem,
    query::Query,
    refusal::Refusal,
    reply::{redirect, with_form_status},
    state::AdminState,
};
use axum::{extract::State, response::Response};
use basket_model::invoice::Seller;
use basket_web::fields::with_query;
use maud::{Markup, html};

/// How many days there are to pay where nothing else was chosen.
const DAYS: &str = "14";

/// What is typed, which may be no seller at all.
#[derive(Debug, Clone, Default)]
struct Draft {
    is_on: bool,
    seller: Seller,
    due_days: String,
}

impl Draft {
    fn from_seller(seller: Option<Seller>) -> Self {
        let due_days =
            seller.as_ref().map_or_else(|| DAYS.to_owned(), |kept| kept.due_days.to_string());
        Self { is_on: seller.is_some(), seller: seller.unwrap_or_default(), due_days }
    }

    fn sent(form: &Typed<'_>) -> Self {
        let seller = Seller {
            address: form.text("address"),
            vat_number: form.text("vat-number"),
            tax_number: form.text("tax-number"),
            account: form.text("account"),
            prefix: form.text("prefix"),
            ..Seller::default()
        };
        Self { is_on: form.is_ticked("on"), seller, due_days: form.text("due-days") }
    }

    /// The seller that it means; `None` if no invoices are wanted.
    fn read(&self) -> Result<Option<Seller>, Problems> {
        if !self.is_on {
            return Ok(None);
        }
        self.seller.clone().read(&self.due_days).map(Some).map_err(|wrong| {
            let mut problems = Problems::default();
            for problem in wrong {
                problems.add(problem.field, problem.text);
            }
            problems
        })
    }
}

/// `GET /admin/settings/invoices`.
pub async fn read_invoices(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
) -> Result<Response, Refusal> {
    let draft = Draft::from_seller(state.store.sellers().find(member.shop.id).await?);
    let is_saved = !query.text("saved").is_empty();
    Ok(show(&member, &draft, &Problems::default(), is_saved))
}

/// `POST /admin/settings/invoices`.
pub async fn change_invoices(
    State(state): State<AdminState>,
    member: Member,
    form: Form,
) -> Result<Response, Refusal> {
    member.only_owner()?;
    let draft = Draft::sent(&Typed::new(&form));
    let seller = match draft.read() {
        Ok(seller) => seller,
        Err(problems) => return Ok(show(&member, &draft, &problems, false)),
    };
    state.store.sellers().set(member.shop.id, seller.as_ref()).await?;
    let subject = if seller.is_some() { "on" } else { "off" };
    record_activity(&state, &member, "settings.invoices", subject).await?;
    Ok(redirect(&with_query(NavItem::Invoices.address(), &[("saved", "yes")])))
}

fn show(member: &Member, draft: &Draft, problems: &Problems, is_saved: bool) -> Response {
    let is_wrong = !problems.is_empty();
    let body = html! {
        (outcome(is_wrong, is_saved))
        form.costs method="post" action=(NavItem::Invoices.address()) {
            (member.csrf_field())
            fieldset disabled[!member.is_owner()] {
                (fields(draft, problems))
            }
            (save(member, "Save invoices"))
        }
    };
    with_form_status(page(member, NavItem::Invoices, "Invoices", &body), is_wrong)
}

fn fields(Draft { is_on, seller, due_days }: &Draft, problems: &Problems) -> Markup {
    html! {
        section.card aria-labelledby="issue" {
            h2 #issue { "Issue invoices" }
            p {
                "Each order that is paid by invoice gets a numbered invoice. Shoppers find it on the page of their order \
                 and in their mail, and you find it with the order. An invoice never changes: what you save here counts \
                 for the invoices to come."
            }
            (tick("on", "Issue an invoice for each order that is paid by invoice. Without it, what you entered below \
                is deleted when you save.", *is_on))
        }
        section.card aria-labelledby="seller" {
            h2 #seller { "Seller" }
            (area("address", "Name and address", &seller.address,
                "As they have to stand on an invoice, with the country.", problems))
            (line("vat-number", "VAT number", &seller.vat_number,
                "With the prefix of its country, such as DE136695976. Leave empty if you have none.", problems))
            (line("tax-number", "Tax number", &seller.tax_number, "Leave empty if invoices need none.", problems))
        }
        section.card aria-labelledby="paying" {
            h2 #paying { "Payment" }
            (area("account", "Bank account", &seller.account,
                "Where shoppers transfer the amount: account holder, IBAN, BIC.", problems))
            (line("due-days", "Days until the invoice is due", due_days, "0 is the day of the order.", problems))
            (line("prefix", "Prefix of invoice numbers", &seller.prefix,
                "Such as R-. Numbers follow it without gaps, starting with 1. Shoppers name it when they pay.", problems))
        }
    }
}
