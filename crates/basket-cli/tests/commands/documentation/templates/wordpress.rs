//! The plugin for `WordPress`. There is no PHP here: what it prints is put together from its texts, and its brackets are
//! counted.

use super::super::pages::{Block, Page};
use serde_json::Value;

/// What the plugin prints into a page.
pub(super) fn fill(block: &Block, page: &Page) -> Result<String, String> {
    let text = &block.text;
    is_balanced(text)?;
    let between = |start: &str, end: &str| {
        let rest = text.split_once(start)?.1;
        rest.split_once(end).map(|(inside, _)| inside.to_owned())
    };
    let origin = between("SERVICE_BASKET_ORIGIN = '", "'").ok_or("there is no address")?;
    let key = between("SERVICE_BASKET_KEY    = '", "'").ok_or("there is no key")?;
    let files = text.split("SERVICE_BASKET_ORIGIN . '").skip(1);
    let files: Vec<&str> = files.filter_map(|rest| rest.split('\'').next()).collect();
    let [script, preload] = files[..] else { return Err(format!("it loads {files:?}")) };
    let configuration = between("$config = ", ";").ok_or("there is no configuration")?;
    let configuration = json(&configuration, &key)?.to_string().replace('"', "&quot;");
    let basket = between("'<div data-embed", "'").ok_or("it prints no basket")?;
    let link = between("'<link", "'").ok_or("it prints no preload")?;
    let button = between("$html = '", "'").ok_or("it prints no button")?;
    let names = between("foreach ( array( ", " )").ok_or("the button has no attributes")?;
    let names: Vec<&str> = names.split('\'').skip(1).step_by(2).collect();
    // A reader writes them between the brackets of the shortcode.
    let used = page.codes.iter().filter_map(|(_, code)| code.strip_prefix("[basket_add "));
    for name in used.filter_map(|rest| rest.split('=').next()) {
        if !names.contains(&name) {
            return Err(format!("the shortcode has no `{name}`"));
        }
    }
    let attributes: Vec<String> =
        names.iter().map(|name| format!("data-{name}=\"{}\"", sample(name))).collect();
    let attributes = attributes.join(" ");
    let script = format!("<script src=\"{origin}{script}\" async></script>");
    let link = format!("<link{}", link.replace("%s", &format!("{origin}{preload}")));
    let basket = format!("<div data-embed{}", basket.replace("%s", &configuration));
    Ok([script, link, basket, format!("{button} {attributes}></button>")].join("\n"))
}

/// A value for an attribute of the button.
fn sample(name: &str) -> &'static str {
    match name {
        "sku" => "COFFEE",
        "frequency" => "monthly",
        "interval" => "3",
        _ => "",
    }
}

/// An array of PHP's as `wp_json_encode` writes it.
fn json(array: &str, key: &str) -> Result<Value, String> {
    let text = array.replace("SERVICE_BASKET_KEY", &format!("'{key}'")).replace("array(", "{");
    let text = text.replace(')', "}").replace("=>", ":").replace('\'', "\"");
    let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ").replace(", }", " }");
    serde_json::from_str(&text).map_err(|error| format!("{error}: {text}"))
}

/// Whether every bracket outside of texts and comments is closed.
fn is_balanced(text: &str) -> Result<(), String> {
    let mut open = Vec::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with(['*', '/'])) {
        let mut quote = None;
        for next in line.chars() {
            match (quote, next) {
                (None, '\'' | '"') => quote = Some(next),
                (Some(start), _) if start == next => quote = None,
                (None, '(' | '[' | '{') => open.push(next),
                (None, ')' | ']' | '}') => {
                    let start = match next {
                        ')' => '(',
                        ']' => '[',
                        _ => '{',
                    };
                    if open.pop() != Some(start) {
                        return Err(format!("`{}` closes what is not open", line.trim()));
                    }
                }
                _ => {}
            }
        }
        if quote.is_some() {
            return Err(format!("`{}` has an open text", line.trim()));
        }
    }
    if open.is_empty() { Ok(()) } else { Err("a bracket is not closed".to_owned()) }
}

#[test]
fn wrong_php_is_found() {
    assert!(is_balanced("f( array( 'a)' ) );\n").is_ok());
    for wrong in ["f( ;\n", "f( ] );\n", "f( 'a );\n", "f() ) ;\n"] {
        assert!(is_balanced(wrong).is_err(), "{wrong}");
    }
    assert_eq!(json("array( 'a' => true, )", "k"), Ok(serde_json::json!({ "a": true })));
    assert!(json("array( 'a' = true )", "k").is_err());
}
