//! The designer: one draft, seen as a form, as JSON and as the basket itself, with its problems and the markup to copy. The
//! backend has it for a shop, and the documentation for everybody. It must never know the name of a member, nor who uses
//! it: the form is made from the core's table.

mod answer;
mod controls;
mod editor;
pub mod examples;
mod findings;
mod preview;
mod share;

pub use answer::answer;
pub use editor::EditorState;
pub use preview::{Preview, samples};
pub use share::{PARAMETER, share};

use basket_core::draft::{Draft, form::native_code};
use basket_web::{
    files::File,
    snippet::{Edition, Sooner, markup, policy},
};
use maud::{Markup, html};

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Where its files are.
pub const FOLDER: &str = "/designer/files";

/// Where a designer stands.
#[derive(Debug)]
pub struct Place<'a> {
    /// The address of its page. What checks a draft and the preview are below it.
    pub address: &'a str,
    /// Where pages find the service.
    pub service: &'a str,
    /// Fields that its form carries along.
    pub hidden: Markup,
    /// Whether there is a shop whose products can be shown.
    pub has_shop: bool,
    /// Whether its address opens a draft, so that it can be passed on.
    pub is_shared: bool,
}

/// The form, the preview, the checks and what there is to copy.
pub fn designer(editor: &EditorState, place: &Place<'_>) -> Markup {
    let Place { address, hidden, .. } = place;
    html! {
        link rel="stylesheet" href={ (FOLDER) "/designer.css" };
        script src={ (FOLDER) "/designer.js" } defer {}
        div.designer {
            form #designer.controls method="post" action=(address) data-check={ (address) "/check" } autocomplete="off" {
                (hidden)
                // What the form was made from: an edit of the form and of the text before sending loses neither.
                input type="hidden" name="base" value=(editor.text);
                (controls::controls(editor))
                div.row.without-script {
                    button.button type="submit" name="do" value="apply" { "Apply" }
                    span.muted { "With JavaScript, changes apply by themselves." }
                }
                a.button.jump href="#preview" { "To the preview" }
            }
            div.outcome {
                (stage(place))
                (findings::card(editor))
                (code(editor, place))
            }
        }
    }
}

/// The basket as a drawing.
pub fn basket_glyph() -> Markup {
    html! {
        svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" {
            path fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round"
                stroke-linejoin="round"
                d="M3.5 10h17l-1.6 8.2a2 2 0 0 1-2 1.6H7.100a2 2 0 0 1-2-1.600L3.500 10zM8 10l3-5.500M16 10l-3-5.500M9.500 13.500v3M14.500 13.500v3" {}
        }
    }
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

/// The basket itself, and how to look at it.
fn stage(place: &Place<'_>) -> Markup {
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
                @if place.has_shop {
                    (choice("goods", "Products", &[("shop", "Yours"), ("samples", "Samples")]))
                }
                button.button.quiet type="button" data-toggle { "Open or close" }
            }
            div.frame hidden {
                iframe title="The basket on a page" sandbox="allow-scripts" data-src={ (place.address) "/preview" } {}
            }
        }
    }
}

/// The draft as JSON, and the markup to paste.
fn code(editor: &EditorState, place: &Place<'_>) -> Markup {
    let of_draft = |draft| snippets(draft, place.service);
    let snippets = editor.draft.as_ref().map(of_draft).unwrap_or_default();
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
        @if place.is_shared { (share::card(editor, place)) }
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
