//! Settings > Setup & Design > Design: the designer. One draft, seen as a form, as JSON and as the basket itself, with
//! what is wrong with it and the markup to copy. It must never know the name of a member: the form is made from the
//! core's table.

mod answer;
mod controls;
mod editor;
mod findings;
mod preview;
mod saved;

pub use preview::read_preview;
pub use saved::remove_design;

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
use axum::{
    extract::State,
    http::{
        header::{CACHE_CONTROL, CONTENT_TYPE},
        request::Parts,
    },
    response::{IntoResponse, Response},
};
use basket_core::draft::{Draft, form::native_code};
use basket_model::key::Key;
use basket_store::StoreError;
use basket_web::{
    address::service_address,
    snippet::{Edition, Sooner, markup, policy},
};
use editor::EditorState;
use maud::{Markup, html};
use saved::Saving;

/// `GET …/design`: a new draft, or with `?open=NAME` a design that was saved.
pub async fn read_design(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
    parts: Parts,
) -> Result<Response, Refusal> {
    let editor = match query.get("open").map(str::to_owned) {
        Some(name) => {
            let text = state.store.designs().find(member.shop.id, &name).await?;
            EditorState::from_text(text.ok_or_else(Refusal::not_found)?, name)
        }
        None => EditorState::from_text(start(&state, &member).await?.write(), String::new()),
    };
    show(&state, &member, &parts, &editor, &Saving::default()).await
}

/// `POST …/design`: what was filled in, shown again with all that follows from it, or saved.
pub async fn change_design(
    State(state): State<AdminState>,
    member: Member,
    parts: Parts,
    form: Form,
) -> Result<Response, Refusal> {
    let editor = EditorState::from_form(&form);
    let saving = saved::save(&state, &member, &form, &editor).await?;
    if let Some(name) = &saving.done {
        return Ok(redirect(&saved::address(name)));
    }
    show(&state, &member, &parts, &editor, &saving).await
}

/// `POST …/design/rename`.
pub async fn rename_design(
    State(state): State<AdminState>,
    member: Member,
    parts: Parts,
    form: Form,
) -> Result<Response, Refusal> {
    let old = form.text("old");
    let text =
        state.store.designs().find(member.shop.id, old).await?.ok_or_else(Refusal::not_found)?;
    let saving = saved::rename(&state, &member, &form).await?;
    if let Some(name) = &saving.done {
        return Ok(redirect(&saved::address(name)));
    }
    show(&state, &member, &parts, &EditorState::from_text(text, old.to_owned()), &saving).await
}

/// `POST …/design/check`: the same for the page's script.
pub async fn check_design(
    State(state): State<AdminState>,
    _: Member,
    parts: Parts,
    form: Form,
) -> Response {
    let answer = answer::answer(&EditorState::from_form(&form), &service(&state, &parts));
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], answer.to_string())
        .into_response()
}

/// A draft to begin with.
async fn start(state: &AdminState, member: &Member) -> Result<Draft, StoreError> {
    let keys = state.store.keys().all(member.shop.id).await?;
    Ok(Draft::for_key(Key::for_pages(&keys).map_or("", |key| &key.name)))
}

/// Where pages find the service.
fn service(state: &AdminState, parts: &Parts) -> String {
    plain(service_address(parts, state.public())).unwrap_or_else(|| "https://SERVICE".to_owned())
}

/// An origin that can be written into markup and headers: whoever asks may have said anything.
fn plain(origin: String) -> Option<String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b":/.-_[]".contains(&byte);
    (!origin.is_empty() && origin.bytes().all(is_plain)).then_some(origin)
}

/// What there is to copy.
#[derive(Debug, Default)]
struct Snippets {
    /// The markup for the newest version.
    newest: String,
    /// The same, faster still.
    soonest: String,
    /// The markup that is pinned to this version.
    pinned: String,
    /// What the page's policy has to allow.
    policy: String,
    /// The same for the fastest.
    soonest_policy: String,
}

/// A button that is painted with the page, and a cart that is asked for with it.
const SOONEST: Sooner<'_> = Sooner { is_early: true, link: Some("/cart") };

fn snippets(draft: &Draft, service: &str) -> Snippets {
    let element = draft.element();
    let languages = languages(draft);
    let plain = Sooner::default();
    Snippets {
        newest: markup(service, &element, &Edition::Newest, plain),
        soonest: markup(service, &element, &Edition::Newest, SOONEST),
        pinned: markup(service, &element, &Edition::Pinned(&languages), plain),
        policy: policy(service, &element, &Edition::Newest, plain),
        soonest_policy: policy(service, &element, &Edition::Newest, SOONEST),
    }
}

/// The language whose texts a pinned page can have checked; nobody knows of others that they will be needed.
fn languages(draft: &Draft) -> Vec<String> {
    let locale = draft.default_locale();
    if locale.is_empty() { Vec::new() } else { vec![native_code(locale).to_owned()] }
}

async fn show(
    state: &AdminState,
    member: &Member,
    parts: &Parts,
    editor: &EditorState,
    saving: &Saving,
) -> Result<Response, Refusal> {
    let designs = state.store.designs().all(member.shop.id).await?;
    let service = service(state, parts);
    let here = NavItem::Design.address();
    let body = html! {
        link rel="stylesheet" href="/admin/files/designer.css";
        script src="/admin/files/designer.js" defer {}
        p.lead {
            "Change anything and see it at once on the real basket. "
            "Nothing here reaches a page until you paste the snippet there."
        }
        (saved::bar(member, &designs, editor, saving))
        div.designer {
            form #designer.controls method="post" action=(here) data-check={ (here) "/check" } autocomplete="off" {
                (member.csrf_field())
                input type="hidden" name="opened" value=(editor.opened);
                // What the form was made from: whoever edits form and text before sending loses neither.
                input type="hidden" name="base" value=(editor.text);
                (controls::controls(editor))
                div.row.without-script {
                    button.button type="submit" name="do" value="apply" { "Apply" }
                    span.muted { "With JavaScript, changes apply by themselves." }
                }
                a.button.jump href="#preview" { "To the preview" }
            }
            div.outcome {
                (stage(here))
                (findings::card(editor))
                (code(editor, &service))
            }
        }
    };
    let is_wrong = saving.is_refused() || editor.draft.is_none();
    Ok(with_form_status(page(member, NavItem::Design, "Design", &body), is_wrong))
}

/// The basket itself, and how to look at it.
fn stage(here: &str) -> Markup {
    let choice = |name: &str, legend: &str, choices: &[(&str, &str)]| {
        html! {
            fieldset.segments {
                legend { (legend) }
                @for (at, (value, label)) in choices.iter().enumerate() {
                    label {
                        input type="radio" name=(name) value=(value) checked[at == 0];
                        span { (label) }
                    }
                }
            }
        }
    };
    html! {
        section.stage #preview aria-labelledby="preview-title" {
            h2.unseen #preview-title { "Preview" }
            noscript { p.notice { "The live preview needs JavaScript; everything else works without." } }
            form.look hidden {
                (choice("width", "Width", &[("desktop", "Desktop"), ("tablet", "Tablet"), ("phone", "Phone")]))
                (choice("scheme", "Page", &[("light", "Light"), ("dark", "Dark")]))
                (choice("goods", "Products", &[("shop", "Yours"), ("samples", "Samples")]))
                button.button.quiet type="button" data-toggle { "Open or close" }
            }
            div.frame hidden {
                iframe title="The basket on a page" sandbox="allow-scripts" data-src={ (here) "/preview" } {}
            }
        }
    }
}

/// The draft as JSON, and the markup to paste.
fn code(editor: &EditorState, service: &str) -> Markup {
    let snippets = editor.draft.as_ref().map(|draft| snippets(draft, service)).unwrap_or_default();
    let Snippets { newest, soonest, pinned, policy, soonest_policy } = snippets;
    let is_ready = editor.draft.is_some();
    html! {
        section.card.snippet aria-labelledby="snippet-title" {
            h2 #snippet-title { "Snippet" }
            p.muted { "Paste it where the basket’s button should stand." }
            (copyable("snippet", "With the newest version, always", "Copy the snippet", &newest, is_ready))
            details {
                summary { "With a button that is there with the page itself" }
                p.muted {
                    "The page paints the button without any script, as a link to " code { "/cart" }
                    ", and asks for the shopper’s cart at once. Paste it again when you change the design."
                }
                (copyable("soonest", "Painted with the page", "Copy the faster snippet", &soonest, is_ready))
                (copyable("soonest-policy", "Directives for it", "Copy its directives", &soonest_policy, is_ready))
            }
            details {
                summary { "Pinned to this version, checked by the browser" }
                p.muted {
                    "Every file is named by its version and held against its hash (SRI). "
                    "A later version comes only when you paste a later snippet."
                }
                (copyable("pinned", "Pinned to this version", "Copy the pinned snippet", &pinned, is_ready))
            }
            details {
                summary { "What the page’s Content-Security-Policy has to allow" }
                (copyable("policy", "Directives", "Copy the directives", &policy, is_ready))
            }
        }
        section.card.source aria-labelledby="json-title" {
            h2 #json-title { label for="json" { "JSON" } }
            p.muted #json-hint {
                "The same draft as text: what you write here changes the form, and the other way round."
            }
            textarea.code #json name="json" form="designer" spellcheck="false" autocapitalize="off" wrap="off"
                aria-describedby="json-hint" aria-invalid=[(!is_ready).then_some("true")]
                rows=(editor.text.lines().count().clamp(8, 24)) {
                // A line break behind the tag does not count, and the text may begin with one.
                "\n" (editor.text)
            }
            div.row.without-script {
                button.button.quiet type="submit" form="designer" name="do" value="apply" { "Apply the JSON" }
            }
        }
    }
}

/// A text to be copied with one click; without a script it can be marked.
fn copyable(id: &str, label: &str, button: &str, text: &str, is_ready: bool) -> Markup {
    html! {
        div.copyable {
            div.row {
                label for=(id) { (label) }
                button.button.quiet type="button" data-copy=(id) hidden disabled[!is_ready] { (button) }
            }
            textarea.code id=(id) readonly wrap="off" spellcheck="false"
                rows=(text.lines().count().clamp(3, 12)) { "\n" (text) }
        }
    }
}
