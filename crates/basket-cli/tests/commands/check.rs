//! `basket check` on pages and configurations, good and bad.

use crate::program::{fail, run, run_with_input};
use serde_json::{Value, json};
use std::{fs, path::PathBuf, process::Output};
use tempfile::TempDir;

/// A folder with one file in it.
fn file(name: &str, text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    (folder, path)
}

fn check(name: &str, text: &str) -> Output {
    let (_folder, path) = file(name, text);
    run(&["check", path.to_str().unwrap()])
}

/// What was found, for machines: line, column, code.
fn found(name: &str, text: &str) -> Vec<(u64, u64, String)> {
    let (_folder, path) = file(name, text);
    let output = run(&["check", "--format", "json", path.to_str().unwrap()]);
    let found: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let row = |found: &Value| {
        let number = |name: &str| found[name].as_u64().unwrap();
        (number("line"), number("column"), found["code"].as_str().unwrap().to_owned())
    };
    found.iter().map(row).collect()
}

fn basket(script: &str) -> String {
    format!(
        "<!doctype html>\n<div data-embed=\"service-basket\">\n  \
         <script type=\"application/json\">{script}</script>\n</div>\n"
    )
}

#[test]
fn a_good_page_is_fine() {
    let output = check("page.html", &basket("{ \"api_key\": \"pk_demo\" }"));
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said, "1 basket in 1 file: 0 errors, 0 warnings\n");
}

#[test]
fn a_warning_is_shown_and_no_failure() {
    let output =
        check("page.html", &basket("{ \"api_key\": \"k\", \"options\": { \"rihgt\": true } }"));
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("warning[unknown-member]: `options.rihgt`: "), "{said}");
    assert!(said.contains("page.html:3:66\n"), "{said}");
    assert!(said.contains("= help: Did you mean `right`?\n"), "{said}");
    assert!(said.ends_with("1 basket in 1 file: 0 errors, 1 warning\n"), "{said}");
}

#[test]
fn a_trailing_comma_is_shown_in_its_line_of_the_page() {
    let output = check("page.html", &basket("{\n    \"api_key\": \"k\",\n  }"));
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    let excerpt = "  |\n4 |     \"api_key\": \"k\",\n  |                   ^\n  = help: ";
    assert!(said.contains("page.html:4:19\n") && said.contains(excerpt), "{said}");
    assert!(said.contains("There is a comma after the last entry; remove it."), "{said}");
    assert!(!said.contains('\u{1b}'), "colours are for terminals: {said}");
}

#[test]
fn what_people_do_to_json_is_found_at_its_place() {
    for (script, line, column) in [
        ("\u{FEFF}{}", 3, 35),
        ("{ “api_key”: \"k\" }", 3, 37),
        ("{ 'api_key': 'k' }", 3, 37),
        ("{ \"api_key\": \"k\" // mine\n }", 3, 52),
        ("{\r\n  \"ü\": 1,\r\n}", 4, 9),
        ("{ \"api_key\": \"k\"", 3, 51),
    ] {
        let expected = [(line, column, "json-invalid".to_owned())];
        assert_eq!(found("page.html", &basket(script)), expected, "{script}");
    }
}

#[test]
fn every_basket_of_a_page_is_checked_where_it_stands() {
    let page = "\u{FEFF}<!doctype html>\r\n\
        <!-- <div data-embed=\"service-basket\"></div> -->\r\n\
        <p data-embed=\"service-basket\"><script type=\"application/json\">{\"api_key\": \"k\"}</script></p>\r\n\
        <template><div data-embed=\"service-basket\"></div></template>\r\n\
        <div data-embed=\"service-basket\"></div>\r\n\
        <div data-embed=\"service-basket\" title=\"a > b\"><b><script type=\"application/json\">{}</script></b></div>\r\n\
        <div data-embed=\"service-basket\"><script>{}</script></div>\r\n\
        <div data-embed=\"service-basket\"><script type=application/json>{}</script>\r\n\
        <script type=application/json>{}</script></div>\r\n\
        <button data-embed=\"service-basket\"><script type=application/json>{\"api_key\": \"k\"}</script></button>\r\n\
        <div data-embed=\"service-basket-add\"></div>\r\n";
    let expected = [
        (5, 1, "script-missing"),
        (6, 51, "script-not-child"),
        (7, 34, "script-type"),
        (8, 64, "api-key-missing"),
        (9, 1, "script-duplicate"),
        (10, 1, "element-unsupported"),
    ];
    assert_eq!(
        found("page.html", page),
        expected.map(|(line, column, code)| (line, column, code.to_owned()))
    );
}

#[test]
fn a_configuration_by_itself_is_checked() {
    let text = "{\n  \"api_key\": \"k\",\n  \"style\": { \"primary\": \"url(x)\" }\n}\n";
    assert_eq!(found("basket.json", text), [(3, 25, "style-value".to_owned())]);
    assert_eq!(found("basket.JSON", "\u{FEFF}{}"), [(1, 1, "json-invalid".to_owned())]);
}

#[test]
fn the_standard_input_may_be_either() {
    let page = run_with_input(&["check", "-"], &basket("{}"));
    assert_eq!(page.status.code(), Some(1));
    assert!(String::from_utf8(page.stdout).unwrap().contains("--> -:3:35\n"));
    let configuration = run_with_input(&["check", "-"], "\n{}");
    assert!(String::from_utf8(configuration.stdout).unwrap().contains("--> -:2:1\n"));
}

#[test]
fn machines_get_everything_in_one_array() {
    let (_folder, path) =
        file("page.html", &basket("{ \"api_key\": \"k\", \"options\": { \"right\": \"true\" } }"));
    let path = path.to_str().unwrap();
    let output = run(&["check", "--format", "json", path, path]);
    assert_eq!(output.status.code(), Some(0));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let message = "A member's value has the wrong type; the default is used. \
        Expected `true` or `false`, found a string.";
    let expected = json!({
        "file": path, "basket": 1, "line": 3, "column": 75, "code": "wrong-type", "level": "warning",
        "path": "options.right", "message": message, "found": "\"true\"",
        "help": "Write `true` without quotes.",
    });
    assert_eq!(found, json!([expected, expected]));
}

#[test]
fn a_page_without_a_basket_is_said_to_have_none() {
    let (_folder, path) = file("page.html", "<p>Hello");
    let path = path.to_str().unwrap();
    let output = run(&["check", path]);
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said, format!("{path}: no basket\n0 baskets in 1 file: 0 errors, 0 warnings\n"));
}

#[test]
fn a_file_that_cannot_be_read_is_named_and_the_others_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.html");
    let missing = missing.to_str().unwrap();
    let message = fail(&["check", missing]);
    assert!(message.starts_with(&format!("basket: Cannot read {missing}: ")), "{message}");
    let (_other, page) = file("page.html", &basket("{}"));
    let output = run(&["check", missing, page.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stdout).unwrap().contains("api-key-missing"));
}

#[test]
fn without_a_file_there_is_nothing_to_check() {
    assert_eq!(run(&["check"]).status.code(), Some(2));
}
