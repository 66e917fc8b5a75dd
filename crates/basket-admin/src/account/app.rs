//! An authenticator app.

use super::{ADDRESS, owner, recovery};
use crate::{
    form::Form,
    parts::{Confirm, Field, confirm, copyable},
    refusal::Refusal,
    reply::{redirect, with_form_status},
    session::{SignedIn, Visit},
    shell::bare_page,
    state::AdminState,
};
use axum::{
    extract::{Request, State},
    response::Response,
};
use basket_model::operator::AuthenticatorApp;
use basket_store::ChallengePurpose;
use maud::{Markup, html};
use qrcodegen::{QrCode, QrCodeEcc};

/// How many modules of white a code needs around it.
const QUIET: i32 = 4;

/// `POST /admin/account/app/new`: a secret that counts once a code of it was typed.
pub async fn read_new_app(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (_, signed_in, _) = owner(request, &state).await?;
    let app = AuthenticatorApp::random()?;
    let (purpose, operator) = (ChallengePurpose::AddApp, Some(signed_in.operator.id));
    let challenge = state.store.challenges().begin(purpose, operator, &app.secret()).await?;
    Ok(page(&signed_in, &app, &challenge, None))
}

/// `POST /admin/account/app`.
pub async fn add_app(
    State(state): State<AdminState>,
    visit: Visit,
    signed_in: SignedIn,
    form: Form,
) -> Result<Response, Refusal> {
    let (operator, challenge) = (signed_in.operator.id, form.text("challenge"));
    let begun = state.store.challenges().find(ChallengePurpose::AddApp, challenge).await?;
    let begun = begun.filter(|begun| begun.operator == Some(operator));
    let app = begun.and_then(|begun| AuthenticatorApp::parse(&begun.state));
    let app = app.ok_or_else(Refusal::form_expired)?;
    let Some(step) = app.check(form.text("code"), state.store.now()) else {
        let problem =
            "Wrong code. Enter the current code, and check that the clock of your phone is right.";
        return Ok(page(&signed_in, &app, challenge, Some(problem)));
    };
    let begun = state.store.challenges().finish(ChallengePurpose::AddApp, challenge).await?;
    begun.ok_or_else(Refusal::form_expired)?;
    let factors = state.store.second_factors();
    factors.set_app(operator, Some(&app.secret())).await?;
    factors.use_app(operator, step).await?;
    recovery::after_adding(&state, &visit, &signed_in).await
}

/// `POST /admin/account/app/remove`.
pub async fn remove_app(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (_, signed_in, _) = owner(request, &state).await?;
    state.store.second_factors().set_app(signed_in.operator.id, None).await?;
    Ok(redirect(ADDRESS))
}

pub(super) fn section(signed_in: &SignedIn, has_app: bool) -> Markup {
    html! {
        section.card aria-labelledby="app-title" {
            h2 #app-title { "Authenticator app" }
            p.muted { "An app on your phone shows a new code every 30 seconds. You enter it after your password." }
            @if has_app {
                p { span.chip { "Active" } }
                div.actions {
                    (new_form(signed_in, "Use another app"))
                    (confirm("/admin/account/app/remove", &signed_in.csrf_field(), &html! {},
                        &Confirm { button: "Remove…", question: "You will sign in without codes from the app.", yes: "Remove app" }))
                }
            } @else {
                (new_form(signed_in, "Add app"))
            }
        }
    }
}

fn new_form(signed_in: &SignedIn, words: &str) -> Markup {
    html! {
        form method="post" action="/admin/account/app/new" {
            (signed_in.csrf_field())
            button.button.quiet type="submit" { (words) }
        }
    }
}

fn page(
    signed_in: &SignedIn,
    app: &AuthenticatorApp,
    challenge: &str,
    problem: Option<&str>,
) -> Response {
    let body = html! {
        p.lead { "Scan the QR code with your app, or enter the key in it. Then enter the code that the app shows." }
        (picture(&app.address(&signed_in.operator.email)))
        (copyable("app-secret", "Key", &app.secret()))
        form method="post" action="/admin/account/app" {
            (signed_in.csrf_field())
            input type="hidden" name="challenge" value=(challenge);
            (Field { name: "code", label: "Code", autocomplete: "one-time-code", hint: "Six digits.", problem, required: true, ..Field::default() }.markup())
            button.button.wide type="submit" { "Confirm code" }
        }
        p { a.button.quiet href=(ADDRESS) { "Cancel" } }
    };
    with_form_status(bare_page("Authenticator app", &body), problem.is_some())
}

/// The address as a QR code: dark on white, whatever the page looks like.
fn picture(address: &str) -> Markup {
    let Ok(code) = QrCode::encode_text(address, QrCodeEcc::Medium) else { return html! {} };
    let size = code.size();
    let modules = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
    let dark = modules.filter(|(x, y)| code.get_module(*x, *y));
    let squares: Vec<String> = dark.map(|(x, y)| format!("M{x} {y}h1v1h-1z")).collect();
    let whole = size + 2 * QUIET;
    html! {
        svg.qr viewBox={ (-QUIET) " " (-QUIET) " " (whole) " " (whole) } role="img"
            aria-label="QR code for your authenticator app" shape-rendering="crispEdges" {
            rect x=(-QUIET) y=(-QUIET) width=(whole) height=(whole) fill="#fff" {}
            path d=(squares.concat()) fill="#000" {}
        }
    }
}
