//! The shops of an operator, and the form for a new one.

use crate::{
    form::Form,
    navigation::NavItem,
    parts::{Field, day},
    refusal::Refusal,
    reply::{redirect, with_form_status},
    session::SignedIn,
    shell::bare_page,
    state::AdminState,
};
use axum::{extract::State, response::Response};
use basket_core::money::Currency;
use basket_model::{
    key::{KeyKind, NewKey},
    operator::{Operator, Role},
    shop::{Checkout, NewShop, read_currency},
};
use maud::{Markup, html};

/// How long a shop's name may be.
const NAME_MOST: usize = 120;

/// The currencies that are offered; any other code can be typed.
const COMMON: &[(&str, &str)] = &[
    ("EUR", "Euro"),
    ("USD", "US dollar"),
    ("GBP", "Pound sterling"),
    ("CHF", "Swiss franc"),
    ("SEK", "Swedish krona"),
    ("NOK", "Norwegian krone"),
    ("DKK", "Danish krone"),
    ("PLN", "Polish złoty"),
    ("CZK", "Czech koruna"),
    ("JPY", "Yen"),
    ("CAD", "Canadian dollar"),
    ("AUD", "Australian dollar"),
];

/// A new shop, as typed.
#[derive(Debug)]
pub(crate) struct Asked {
    name: String,
    currency: Currency,
}

/// What is wrong with it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Wanted {
    name: Option<&'static str>,
    currency: Option<&'static str>,
}

/// `GET /admin`: redirects to the most likely page.
pub async fn read_home(
    State(state): State<AdminState>,
    signed_in: SignedIn,
) -> Result<Response, Refusal> {
    let memberships = state.store.operators().memberships(signed_in.operator.id).await?;
    let is_clear = memberships.len() == 1 || signed_in.has_chosen;
    Ok(redirect(if is_clear { NavItem::Overview.address() } else { "/admin/shops" }))
}

/// `GET /admin/shops`.
pub async fn read_shops(
    State(state): State<AdminState>,
    signed_in: SignedIn,
) -> Result<Response, Refusal> {
    list(&state, &signed_in, "", "", None).await
}

/// `POST /admin/shops`.
pub async fn open_shop(
    State(state): State<AdminState>,
    signed_in: SignedIn,
    form: Form,
) -> Result<Response, Refusal> {
    match read(&form) {
        Ok(shop) => {
            let number = open(&state, &signed_in.operator, shop).await?;
            state.store.sessions().enter_shop(&signed_in.token, number).await?;
            Ok(redirect(NavItem::Start.address()))
        }
        Err(wanted) => {
            let (name, currency) = (form.text("name"), form.text("currency"));
            Ok(with_form_status(
                list(&state, &signed_in, name, currency, Some(wanted)).await?,
                true,
            ))
        }
    }
}

/// `POST /admin/shops/enter`.
pub async fn enter_shop(
    State(state): State<AdminState>,
    signed_in: SignedIn,
    form: Form,
) -> Result<Response, Refusal> {
    let number = form.text("shop").parse().map_err(|_| Refusal::not_found())?;
    if !state.store.sessions().enter_shop(&signed_in.token, number).await? {
        return Err(Refusal::not_found());
    }
    Ok(redirect(NavItem::Overview.address()))
}

async fn list(
    state: &AdminState,
    signed_in: &SignedIn,
    name: &str,
    currency: &str,
    problem: Option<Wanted>,
) -> Result<Response, Refusal> {
    let memberships = state.store.operators().memberships(signed_in.operator.id).await?;
    let body = html! {
        @if !memberships.is_empty() {
            ul.choices {
                @for shop in &memberships {
                    li {
                        form method="post" action="/admin/shops/enter" {
                            (signed_in.csrf_field())
                            button type="submit" name="shop" value=(shop.shop) {
                                span { (shop.name) }
                                @if let Some(at) = shop.delete_at {
                                    span.chip.warm { "deleted on " (day(at)) }
                                }
                                span.chip { (shop.role.name()) }
                            }
                        }
                    }
                }
            }
        }
        section.card {
            h2 { "Create a shop" }
            form method="post" action="/admin/shops" {
                (signed_in.csrf_field())
                (fields(name, currency, problem))
                button.button type="submit" { "Create shop" }
            }
        }
        form.row method="post" action="/admin/sign-out" {
            (signed_in.csrf_field())
            a.button.quiet href="/admin/account" { (signed_in.operator.email) }
            button.button.quiet type="submit" { "Sign out" }
        }
    };
    Ok(bare_page("Your shops", &body))
}

/// The fields of a shop.
pub(crate) fn fields(name: &str, currency: &str, problem: Option<Wanted>) -> Markup {
    let problem = problem.unwrap_or_default();
    html! {
        (Field { name: "name", label: "Shop name", value: name, autocomplete: "organization", problem: problem.name, required: true, ..Field::default() }.markup())
        (Field { name: "currency", label: "Currency", value: if currency.is_empty() { "EUR" } else { currency }, list: Some("currencies"), hint: "Three-letter code. All prices use it, and it cannot be changed later.", problem: problem.currency, required: true, ..Field::default() }.markup())
        datalist #currencies {
            @for (code, name) in COMMON { option value=(code) { (name) } }
        }
    }
}

/// What was typed, or what is wrong with it.
pub(crate) fn read(form: &Form) -> Result<Asked, Wanted> {
    let name = form.text("name");
    let currency = read_currency(form.text("currency"));
    let name_problem = if name.is_empty() {
        Some("Enter a name for the shop.")
    } else if name.chars().count() > NAME_MOST || name.chars().any(char::is_control) {
        Some("Enter at most 120 characters, without control characters.")
    } else {
        None
    };
    match (name_problem, currency) {
        (None, Some(currency)) => Ok(Asked { name: name.to_owned(), currency }),
        (name, currency) => {
            let letters = "Enter the three-letter code of a currency, such as EUR.";
            Err(Wanted { name, currency: currency.is_none().then_some(letters) })
        }
    }
}

/// Opens the shop; its number.
pub(crate) async fn open(
    state: &AdminState,
    operator: &Operator,
    asked: Asked,
) -> Result<i64, Refusal> {
    let shop = NewShop {
        name: asked.name,
        currency: asked.currency,
        origins: Vec::new(),
        checkout: Checkout::Hosted,
        key: NewKey::random(KeyKind::Publishable)?,
    };
    let number = state.store.shops().create(shop, Vec::new()).await?;
    state.store.operators().set_member(number, operator.id, Role::Owner).await?;
    state.store.activity().record(number, &operator.email, "shop.opened", "").await?;
    Ok(number)
}
