//! `/admin/settings/codes/new`, `/edit` and `/remove`: one code.

use super::{address, draft::Draft, scope_words};
use crate::{
    activity::record_activity,
    costs::{
        controls::{area, choice, line},
        outcome,
        problems::{Problems, Typed},
        save,
    },
    form::Form,
    frame::page,
    member::Member,
    navigation::NavItem,
    parts::{Confirm, Field, confirm},
    query::Query,
    refusal::Refusal,
    reply::{redirect, with_form_status},
    state::AdminState,
};
use axum::{extract::State, response::Response};
use basket_model::pricing::{Discount, MAX_CODE, Scope};
use basket_web::fields::with_query;
use maud::{Markup, html};

/// What is said where the shop has all the codes that it may have.
const FULL: &str = "The shop has 10,000 codes, which is the limit. Remove codes first.";

/// `GET /admin/settings/codes/new`.
pub async fn read_new_code(member: Member) -> Response {
    show_new(&member, &Draft::empty(), &Problems::default())
}

/// `POST /admin/settings/codes/new`.
pub async fn create_code(
    State(state): State<AdminState>,
    member: Member,
    form: Form,
) -> Result<Response, Refusal> {
    member.only_owner()?;
    let draft = Draft::sent(&Typed::new(&form));
    let discount = match draft.read(member.shop.currency) {
        Ok(discount) => discount,
        Err(problems) => return Ok(show_new(&member, &draft, &problems)),
    };
    if state.store.discounts().find(member.shop.id, &discount.code).await?.is_some() {
        let problems = Problems::new("code", "There is already such a code. Open it in the list.");
        return Ok(show_new(&member, &draft, &problems));
    }
    match keep(&state, &member, discount).await? {
        Some(done) => Ok(done),
        None => Ok(show_new(&member, &draft, &Problems::new("code", FULL))),
    }
}

/// `GET /admin/settings/codes/edit?code=…`.
pub async fn read_code(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
) -> Result<Response, Refusal> {
    let discount = find(&state, &member, &query).await?;
    let draft = Draft::from_discount(&discount, member.shop.currency);
    Ok(show(&member, &discount, &draft, &Problems::default()))
}

/// `POST /admin/settings/codes/edit?code=…`.
pub async fn change_code(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
    form: Form,
) -> Result<Response, Refusal> {
    member.only_owner()?;
    let before = find(&state, &member, &query).await?;
    let draft = Draft { code: before.code.clone(), ..Draft::sent(&Typed::new(&form)) };
    let discount = match draft.read(member.shop.currency) {
        Ok(discount) => discount,
        Err(problems) => return Ok(show(&member, &before, &draft, &problems)),
    };
    match keep(&state, &member, discount).await? {
        Some(done) => Ok(done),
        None => Ok(show(&member, &before, &draft, &Problems::new("code", FULL))),
    }
}

/// `POST /admin/settings/codes/remove`.
pub async fn remove_code(
    State(state): State<AdminState>,
    member: Member,
    form: Form,
) -> Result<Response, Refusal> {
    member.only_owner()?;
    let code = form.raw("code");
    // If somebody else removed it first, the outcome is the same.
    if state.store.discounts().remove(member.shop.id, code).await? {
        record_activity(&state, &member, "code.removed", code).await?;
    }
    Ok(redirect(NavItem::Codes.address()))
}

async fn find(state: &AdminState, member: &Member, query: &Query) -> Result<Discount, Refusal> {
    let found = state.store.discounts().find(member.shop.id, query.raw("code")).await?;
    found.ok_or_else(Refusal::not_found)
}

/// Keeps a code and shows the list; `None` if there is no room.
async fn keep(
    state: &AdminState,
    member: &Member,
    discount: Discount,
) -> Result<Option<Response>, Refusal> {
    let code = discount.code.clone();
    if !state.store.discounts().put(member.shop.id, vec![discount]).await? {
        return Ok(None);
    }
    record_activity(state, member, "code.saved", &code).await?;
    Ok(Some(redirect(&with_query(NavItem::Codes.address(), &[("saved", &code)]))))
}

fn show_new(member: &Member, draft: &Draft, problems: &Problems) -> Response {
    let body = html! {
        (outcome(!problems.is_empty(), false))
        form.product method="post" action=(address("new")) {
            (member.csrf_field())
            (fields(member, draft, problems, true))
            (save(member, "Add code"))
        }
    };
    with_form_status(page(member, NavItem::Codes, "New code", &body), !problems.is_empty())
}

fn show(member: &Member, before: &Discount, draft: &Draft, problems: &Problems) -> Response {
    let code = html! { input type="hidden" name="code" value=(before.code); };
    let words = Confirm {
        button: "Remove code",
        question: "Shoppers can no longer use it. Orders keep their discount.",
        yes: "Remove code",
    };
    let body = html! {
        (outcome(!problems.is_empty(), false))
        form.product method="post" action=(with_query(&address("edit"), &[("code", &before.code)])) {
            (member.csrf_field())
            (fields(member, draft, problems, false))
            (save(member, "Save code"))
        }
        @if member.is_owner() {
            (confirm(&address("remove"), &member.csrf_field(), &code, &words))
        }
    };
    with_form_status(page(member, NavItem::Codes, &before.code, &body), !problems.is_empty())
}

fn fields(member: &Member, draft: &Draft, problems: &Problems, is_new: bool) -> Markup {
    let currency = member.shop.currency.code();
    let kinds =
        [("percent", "Percentage off"), ("amount", "Amount off"), ("shipping", "Free delivery")];
    html! {
        fieldset disabled[!member.is_owner()] {
            section.card aria-labelledby="gives" {
                h2 #gives { "Code" }
                @if is_new {
                    (Field {
                        name: "code", label: "Code", value: &draft.code, required: true,
                        hint: &format!("At most {MAX_CODE} characters, without spaces. Upper and lower case are the same."),
                        problem: problems.find("code"), ..Field::default()
                    }.markup())
                } @else {
                    div.field {
                        span.label { "Code" }
                        p.code { (draft.code) }
                        @if let Some(problem) = problems.find("code") { p.problem { (problem) } }
                    }
                }
                div.trio {
                    (choice("kind", "Gives", &draft.kind, kinds, problems))
                    (line("value", "Value", &draft.value,
                        &format!("In percent, such as 10, or an amount in {currency}. Empty for free delivery."), problems))
                }
                fieldset {
                    legend { "On what" }
                    @for scope in Scope::ALL {
                        @let (name, text) = scope_words(scope);
                        label.choice {
                            input type="radio" name="scope" value=(scope.name()) checked[draft.scope == scope.name()];
                            span { strong { (name) } span.muted { (text) } }
                        }
                    }
                }
            }
            section.card aria-labelledby="conditions" {
                h2 #conditions { "Conditions" }
                div.trio {
                    (line("minimum", &format!("Minimum order value, in {currency}"), &draft.minimum,
                        "Leave empty for no minimum.", problems))
                    (time("starts_at", "Valid from (UTC)", &draft.starts_at, problems))
                    (time("ends_at", "Valid until (UTC)", &draft.ends_at, problems))
                    (line("max_uses", "Uses in all", &draft.max_uses, "Leave empty for no limit.", problems))
                    (line("max_per_person", "Uses per e-mail address", &draft.max_per_person,
                        "Leave empty for no limit.", problems))
                }
                (area("skus", "Products", &draft.skus,
                    "SKUs, a line each. Leave empty for all products.", problems))
            }
        }
    }
}

/// A date and a time; with seconds only if it has some, which the control would refuse otherwise.
fn time(name: &str, label: &str, value: &str, problems: &Problems) -> Markup {
    let problem = problems.find(name);
    let problem_id = format!("{name}-problem");
    let has_seconds = value.matches(':').count() > 1;
    html! {
        div.field {
            label for=(name) { (label) }
            input #(name) type="datetime-local" name=(name) value=(value) step=[has_seconds.then_some("1")]
                autocomplete="off" aria-describedby=[problem.map(|_| &problem_id)]
                aria-invalid=[problem.map(|_| "true")];
            @if let Some(problem) = problem { p.problem id=(problem_id) { (problem) } }
        }
    }
}
