//! What the widget's second module answers: the problems of a basket element in full, and a card that shows the
//! errors in the basket's place. It is for the author of the page, never for a shopper, and so in English.

use crate::{
    config,
    diagnostic::{Code, Diagnostic, Level},
    json::{Node, Writer},
    tree::Tree,
};
use alloc::{borrow::ToOwned, format, string::String, vec, vec::Vec};

/// The card's style sheet.
pub const STYLE: &str = include_str!(concat!(env!("OUT_DIR"), "/card.css"));

/// Explains a basket element as `[[detail, …], card]`: each detail is that of an event, `{"code", "level",
/// "message", "hint", "path", "line", "column"}`, and the card a tree of [`crate::tree`], or null without an
/// error. The element is as in [`config::check_element`]; where it has `"refused": {"code", "message"}`, an answer
/// of the service is explained instead.
pub fn explain(element: Node<'_>) -> String {
    let refused = element.get("refused");
    let found = if refused.is_null() {
        config::check_element(element)
    } else {
        // A newer service may know more codes.
        let code = Code::parse(refused.get("code").text()).unwrap_or(Code::Internal);
        let detail = refused.get("message").text();
        let is_new = detail != code.row().meaning;
        let detail = if is_new { detail.to_owned() } else { String::new() };
        vec![Diagnostic { detail, ..Diagnostic::new(code) }]
    };
    let mut writer = Writer::new();
    writer.open('[').open('[');
    for diagnostic in &found {
        let Diagnostic { code, path, line, column, .. } = diagnostic;
        writer.open('{').name("code").string(code.name());
        writer.name("level").string(code.row().level.name());
        writer.name("message").string(&diagnostic.message());
        writer.name("hint").string(diagnostic.hint());
        writer.name("path").string(path).name("line").number(*line);
        writer.name("column").number(*column).close('}');
    }
    writer.close(']').raw(&card(&found)).close(']');
    writer.finish()
}

/// The errors among the problems as a card, or `null` when there are none.
fn card(found: &[Diagnostic]) -> String {
    let is_error = |diagnostic: &&Diagnostic| diagnostic.code.row().level == Level::Error;
    let errors: Vec<_> = found.iter().filter(is_error).collect();
    if errors.is_empty() {
        return "null".to_owned();
    }
    let mut tree = Tree::default();
    tree.open("section|class=card|role=alert|lang=en|dir=ltr");
    tree.leaf("h2", "This basket cannot start");
    for error in errors {
        tree.open("article").leaf("code", error.code.name());
        tree.leaf("p", &error.message());
        if error.line > 0 {
            let Diagnostic { line, column, found, .. } = error;
            tree.open("p|class=place").text(&format!("Line {line}, column {column}"));
            if !found.is_empty() {
                tree.leaf("code", found);
            }
            tree.close();
        }
        tree.leaf("p|class=hint", error.hint()).close();
    }
    tree.leaf("small", "Shown on pages of this machine, and on elements with the attribute debug.")
        .close();
    tree.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;
    use serde_json::{Value, json};
    use std::string::ToString as _;

    fn explained(element: &Value) -> Value {
        let element = json::parse(&serde_json::to_string(element).unwrap()).unwrap();
        serde_json::from_str(&explain(element.root())).unwrap()
    }

    fn script(text: &str) -> Value {
        json!({"scripts": [[true, "application/json", text]]})
    }

    #[test]
    fn an_element_is_explained() {
        let answer = explained(&script("{\n'api_key': 1}"));
        assert_eq!(
            answer[0],
            json!([{
                "code": "json-invalid", "level": "error", "path": "", "line": 2, "column": 1,
                "message": "The configuration is not valid JSON. JSON needs double quotes.",
                "hint": Code::JsonInvalid.row().help,
            }])
        );
        let card = serde_json::to_string(&answer[1]).unwrap();
        for part in ["json-invalid", "JSON needs double quotes.", "Line 2, column 1"] {
            assert!(card.contains(part), "{part}: {card}");
        }
    }

    #[test]
    fn a_warning_makes_no_card() {
        let answer = explained(&script(r#"{"api_key": "k", "colour": "red"}"#));
        assert_eq!((&answer[0][0]["code"], &answer[1]), (&json!("unknown-member"), &Value::Null));
        assert_eq!(explained(&script(r#"{"api_key": "k"}"#)), json!([[], null]));
    }

    #[test]
    fn what_the_browser_rejects_is_named_where_it_stands() {
        let text = r#"{"api_key": "k", "style": {"primary": "reddish", "border": "url(x)"}}"#;
        let mut element = script(text);
        element["rejected"] = json!(["primary", "border", "colour"]);
        let answer = explained(&element);
        let found: Vec<_> =
            answer[0].as_array().unwrap().iter().map(|detail| &detail["path"]).collect();
        assert_eq!(found, ["style.primary", "style.border"]);
        assert_eq!(answer[0][0]["code"], "style-value");
        assert_eq!(answer[0][0]["column"], 39);
        assert!(answer[0][0]["message"].as_str().unwrap().contains("browser"));
    }

    #[test]
    fn an_answer_of_the_service_is_explained() {
        let refused =
            json!({"refused": {"code": "key-unknown", "message": "No shop has this key."}});
        let answer = explained(&refused);
        assert_eq!(answer[0][0]["hint"], Code::KeyUnknown.row().help);
        assert!(answer[1].to_string().contains("No shop has this key."));
        let unheard = json!({"refused": {"code": "teapot", "message": "No."}});
        assert_eq!(explained(&unheard)[0][0]["code"], "internal");
    }
}
