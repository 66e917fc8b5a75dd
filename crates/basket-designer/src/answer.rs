//! The designer's page for its script: all that an edit changes.

use crate::{
    Place, controls,
    editor::EditorState,
    findings::{SHOWN, findings},
    share::share,
    snippets,
};
use basket_core::{
    config::table::Value as Holds,
    diagnostic::Diagnostic,
    draft::{Draft, form::Field},
};
use serde_json::{Map, Value, json};

/// `{"json", "is_read", "fields": {NAME: {"value" or "is_on", "fallback", "swatch"}}, "locale", "spoken", "languages",
/// "findings", "found": [[CODE, PATH]], "snippet", "soonest", "soonest-policy", "pinned", "share", "attributes", "script"}`. Languages and findings are markup.
pub fn answer(editor: &EditorState, place: &Place<'_>) -> Value {
    let diagnostics = editor.diagnostics();
    let code_and_path = |found: &Diagnostic| json!([found.code.name(), found.path]);
    let found: Vec<_> = diagnostics.iter().take(SHOWN).map(code_and_path).collect();
    let findings = findings(editor, diagnostics).into_string();
    let Some(draft) = &editor.draft else {
        return json!({ "json": editor.text, "is_read": false, "findings": findings, "found": [] });
    };
    let element = draft.element();
    let snippets = snippets(draft, place.service);
    json!({
        "json": editor.text,
        "is_read": true,
        "fields": fields(draft, &editor.locale),
        "locale": editor.locale,
        "spoken": editor.spoken(),
        "languages": controls::languages(draft, &editor.locale).into_string(),
        "findings": findings,
        "found": found,
        "snippet": snippets.newest,
        "soonest": snippets.soonest,
        "soonest-policy": snippets.soonest_policy,
        "pinned": snippets.pinned,
        "share": place.is_shared.then(|| share(editor, place).unwrap_or_default()),
        "attributes": element.attributes,
        "script": element.json,
    })
}

fn fields(draft: &Draft, locale: &str) -> Map<String, Value> {
    let sections = draft.form(locale);
    let entry = |field: Field| {
        let shown = match field.entry.value {
            Holds::Flag => json!({ "is_on": field.is_on() }),
            Holds::Style if field.entry.is_colour() => {
                json!({ "value": field.value, "swatch": controls::swatch(&field, draft) })
            }
            Holds::Text | Holds::Plural => {
                json!({ "value": field.value, "fallback": field.fallback })
            }
            _ => json!({ "value": field.value }),
        };
        (field.name, shown)
    };
    sections.into_iter().flat_map(|section| section.fields).map(entry).collect()
}
