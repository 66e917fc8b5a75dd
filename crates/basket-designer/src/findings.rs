//! What is wrong with a draft, and which of its texts are hard to read.

use crate::{
    controls::prose,
    editor::{EditorState, USE},
};
use basket_core::{
    config::table::{Group, Value},
    diagnostic::{Code, Diagnostic},
    draft::{
        Draft,
        contrast::{Pair, Scheme},
    },
};
use maud::{Markup, html};

/// How many problems are shown. A text of a few kilobytes can have thousands.
pub(crate) const SHOWN: usize = 50;

/// The card with everything that is found.
pub(crate) fn card(editor: &EditorState) -> Markup {
    html! {
        section.card.findings aria-labelledby="findings-title" {
            h2 #findings-title { "Checks" }
            div #findings aria-live="polite" { (findings(editor, editor.diagnostics())) }
            // What only the browser can say; a script fills it.
            ul.found #rejected aria-live="polite" {}
            ul.found #measured aria-live="polite" {}
        }
    }
}

/// All that the core finds.
pub(crate) fn findings(editor: &EditorState, mut found: Vec<Diagnostic>) -> Markup {
    let pairs = editor.draft.as_ref().map(Draft::pairs).unwrap_or_default();
    let low: Vec<_> = pairs.iter().filter(|pair| pair.is_low()).collect();
    // Said below with more to it.
    found.retain(|diagnostic| diagnostic.code != Code::StyleContrast);
    html! {
        @if found.is_empty() && low.is_empty() {
            p.fine { "Nothing is wrong with this draft." }
        }
        @if editor.draft.is_none() {
            p.hint { "The form waits until the JSON can be read again." }
        }
        @if !found.is_empty() {
            ul.found { @for diagnostic in found.iter().take(SHOWN) { (problem(diagnostic)) } }
        }
        @if found.len() > SHOWN {
            p.hint { "And " (found.len() - SHOWN) " more." }
        }
        @if !low.is_empty() {
            ul.found { @for pair in &low { (hard_to_read(pair)) } }
        }
        @if pairs.len() > low.len() {
            details.pairs {
                summary { "Contrast of texts" }
                ul { @for pair in pairs.iter().filter(|pair| !pair.is_low()) { (readable(pair)) } }
            }
        }
    }
}

fn problem(diagnostic: &Diagnostic) -> Markup {
    let Diagnostic { code, path, line, column, found, .. } = diagnostic;
    let level = code.row().level.name();
    html! {
        li class=(level) {
            p {
                span class={ "chip " (level) } { (level) } " "
                code.name { (code.name()) }
                @if !path.is_empty() { " " code { (path) } }
            }
            p { (prose(&diagnostic.message())) }
            p.hint {
                (prose(diagnostic.hint()))
                @if *line > 0 {
                    " " a.place href="#json" data-line=(line) data-column=(column) {
                        "Line " (line) ", column " (column)
                    }
                    @if !found.is_empty() { ": " code { (found) } }
                }
            }
        }
    }
}

fn hard_to_read(pair: &Pair<'_>) -> Markup {
    let Pair { text, ground, letters, colour, better, .. } = pair;
    html! {
        li.warning {
            p {
                span.chip.warning { "warning" } " "
                code.name { (Code::StyleContrast.name()) } " " code { (text) }
            }
            p.sample {
                (sample(letters, colour))
                span {
                    code { (text) } " (" (letters) ") on " code { (ground) } " (" (colour) ") has a contrast of "
                    strong { (ratio(pair)) } (page(pair.scheme)) ". Text needs 4.5:1."
                }
            }
            @if let Some((member, better)) = better {
                p.sample {
                    @if member == text { (sample(better, colour)) } @else { (sample(letters, better)) }
                    span { code { (better) } " for " code { (member) } " would do." }
                    button.button.quiet type="submit" form="designer" name="do"
                        value={ (USE) (style()) "." (member) " " (better) } { "Use it" }
                }
            }
        }
    }
}

fn readable(pair: &Pair<'_>) -> Markup {
    let Pair { text, ground, letters, colour, tenths, .. } = pair;
    html! {
        li.sample {
            @if tenths.is_some() { (sample(letters, colour)) }
            span {
                code { (text) } " on " code { (ground) } (page(pair.scheme)) ": "
                @if tenths.is_some() { strong { (ratio(pair)) } } @else {
                    "not judged here, since only colours written as " code { "#rgb" } " or "
                    code { "#rrggbb" } " are."
                }
            }
        }
    }
}

/// Both colours as they look. They are plain numbers, or there would be no contrast to speak of.
fn sample(letters: &str, colour: &str) -> Markup {
    html! {
        svg viewBox="0 0 36 24" width="36" height="24" aria-hidden="true" {
            rect width="36" height="24" rx="6" fill=(colour) {}
            text x="18" y="17" text-anchor="middle" font-size="14" font-weight="600" fill=(letters) { "Aa" }
        }
    }
}

fn ratio(pair: &Pair<'_>) -> String {
    let tenths = pair.tenths.unwrap_or_default();
    format!("{}.{}:1", tenths / 10, tenths % 10)
}

/// On which pages it is so.
fn page(scheme: Option<Scheme>) -> &'static str {
    match scheme {
        Some(Scheme::Light) => " on a light page",
        Some(Scheme::Dark) => " on a dark page",
        None => "",
    }
}

/// The name of the object that style members stand in.
fn style() -> &'static str {
    let entries = Group::Top.entries();
    entries
        .iter()
        .find(|entry| entry.value == Value::Object(Group::Style))
        .map_or("", |entry| entry.name)
}
