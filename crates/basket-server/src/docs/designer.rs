//! The designer for everybody: nothing is stored, and an address opens a draft.

use super::{DESIGNER, POLICY, guard, site};
use crate::{api::Problem, state::AppState};
use axum::{
    body::Body,
    extract::{FromRequest, Request, State},
    http::{
        HeaderValue,
        header::{CACHE_CONTROL, CONTENT_TYPE},
        request::Parts,
    },
    response::{IntoResponse as _, Response},
};
use basket_core::{config::check_json, diagnostic::Code, draft::Draft, money::Currency};
use basket_designer::{
    EditorState, FOLDER, PARAMETER, Place, Preview, answer, basket_glyph, designer, examples::KEY,
    samples,
};
use basket_web::{
    address::written_address,
    body::{self, BadBody},
    fields::Fields,
};
use maud::{DOCTYPE, Markup, html};

/// How large a form may be.
const MAX_FORM: usize = 64 * 1024;

/// Pages of the site that the bar at the top leads to.
const PAGES: [(&str, &str); 5] = [
    ("/docs/quick-start.html", "Quick start"),
    ("/docs/embed.html", "Embed"),
    ("/docs/reference.html", "Reference"),
    ("/docs/deploy.html", "Deploy"),
    ("/docs/index.html", "All pages"),
];

/// A request of the designer within the caller's limits, with the fields of its form.
#[derive(Debug)]
pub(crate) struct DraftRequest {
    parts: Parts,
    fields: Fields<'static>,
}

impl FromRequest<AppState> for DraftRequest {
    type Rejection = Problem;

    async fn from_request(request: Request<Body>, state: &AppState) -> Result<Self, Problem> {
        let (parts, sent) = request.into_parts();
        state.limits.take_draft(&parts, state.store.ticks()).map_err(Problem::wait)?;
        let read = tokio::time::timeout(state.body_timeout, body::read(sent, MAX_FORM)).await;
        let invalid = |detail| Problem::new(Code::BodyInvalid, detail);
        let read = read.map_err(|_| invalid("The form did not arrive in time."))?;
        let bytes = read.map_err(|bad| match bad {
            BadBody::TooLarge => {
                Problem::new(Code::BodyTooLarge, format!("A form may have {MAX_FORM} bytes."))
            }
            BadBody::Broken => invalid("The form did not arrive whole."),
        })?;
        let fields = Fields::from_body(&bytes).into_owned();
        Ok(Self { parts, fields })
    }
}

/// `GET /docs/design`: a new draft, or the one that the address has.
pub(crate) async fn read(State(state): State<AppState>, form: DraftRequest) -> Response {
    let query = Fields::from_query(&form.parts.uri);
    let shared = query.get(PARAMETER);
    let opened = shared.map(|text| Draft::read(text).ok_or_else(|| problem(text)));
    let (draft, problem) = match opened {
        Some(Ok(draft)) => (draft, None),
        Some(Err(problem)) => (Draft::for_key(KEY), Some(problem)),
        None => (Draft::for_key(KEY), None),
    };
    let editor = EditorState::from_text(draft.write(), String::new());
    respond(&editor, &place(&address(&state, &form)), problem.as_deref())
}

/// `POST /docs/design`: what was filled in, with all that follows from it.
pub(crate) async fn change(State(state): State<AppState>, form: DraftRequest) -> Response {
    let editor = EditorState::from_form(&form.fields);
    respond(&editor, &place(&address(&state, &form)), None)
}

/// `POST /docs/design/check`: the same for the page's script.
pub(crate) async fn check(State(state): State<AppState>, form: DraftRequest) -> Response {
    let editor = EditorState::from_form(&form.fields);
    let answer = answer(&editor, &place(&address(&state, &form)));
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], answer.to_string())
        .into_response()
}

/// `GET /docs/design/preview`: a page with the basket, and products of no shop.
pub(crate) async fn preview(State(state): State<AppState>, form: DraftRequest) -> Response {
    let preview = Preview {
        name: "Sample shop",
        currency: Currency::EUR,
        products: &samples(),
        files: FOLDER,
        script: "/v1/basket.js",
    };
    preview.respond(&address(&state, &form)).into_response()
}

fn address(state: &AppState, form: &DraftRequest) -> String {
    written_address(&form.parts, state.public())
}

fn place(service: &str) -> Place<'_> {
    Place { address: DESIGNER, service, hidden: html! {}, has_shop: false, is_shared: true }
}

/// Why a draft in an address cannot be read.
fn problem(text: &str) -> String {
    let found = check_json(text);
    found.first().map_or_else(
        || "It is not a JSON object.".to_owned(),
        |found| format!("{} Line {}, column {}.", found.message(), found.line, found.column),
    )
}

fn respond(editor: &EditorState, place: &Place<'_>, problem: Option<&str>) -> Response {
    let mut response = page(editor, place, problem).into_string().into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    guard(headers, POLICY);
    response
}

fn page(editor: &EditorState, place: &Place<'_>, problem: Option<&str>) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { "Designer \u{2013} service-basket" }
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="description"
                    content="Design a shopping basket in the browser and copy the markup for your page.";
                link rel="icon" type="image/svg+xml" href={ (FOLDER) "/basket.svg" };
                link rel="stylesheet" href={ (FOLDER) "/base.css" };
                link rel="stylesheet" href={ (FOLDER) "/public.css" };
                script src={ (FOLDER) "/copy.js" } defer {}
            }
            body {
                a.skip href="#main" { "Skip to the content" }
                header.top {
                    a.wordmark href=(DESIGNER) { (basket_glyph()) span { "service-basket" } }
                    @if site::is_there() { (navigation()) }
                }
                main #main tabindex="-1" {
                    h1 { "Design your basket" }
                    p.lead {
                        "Change anything and see it at once on the real basket. Then copy the snippet into your page "
                        "and replace " code { (KEY) } " with the API key of your shop. Nothing is stored here."
                    }
                    @if let Some(problem) = problem {
                        p.notice.bad role="alert" {
                            "The design in this address cannot be read. " (problem) " The default design is shown instead."
                        }
                    }
                    (designer(editor, place))
                }
            }
        }
    }
}

fn navigation() -> Markup {
    html! {
        nav.pages aria-label="Documentation" {
            ul { @for (address, name) in PAGES { li { a href=(address) { (name) } } } }
            form role="search" action="/docs/index.html" {
                input type="search" name="q" aria-label="Search the documentation" placeholder="Search";
            }
        }
    }
}
