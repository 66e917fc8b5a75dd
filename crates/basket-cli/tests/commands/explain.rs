//! `basket explain` for every code, and for none.

use crate::program::{fail, run};

#[test]
fn a_code_is_explained() {
    let output = run(&["explain", "json-not-object"]);
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stdout).unwrap();
    let expected = "json-not-object (error)\n\n\
        The configuration is valid JSON, but not an object.\n\
        Write an object: `{ \"api_key\": \"…\" }`.\n";
    assert_eq!(said, expected);
}

#[test]
fn every_code_that_is_listed_is_explained() {
    let list = String::from_utf8(run(&["explain"]).stdout).unwrap();
    assert!(list.lines().count() > 20, "{list}");
    for line in list.lines() {
        let code = line.split_whitespace().next().unwrap();
        assert_eq!(run(&["explain", code]).status.code(), Some(0), "{code}");
    }
}

#[test]
fn an_unknown_code_is_met_with_the_closest() {
    let message = fail(&["explain", "json_invlaid"]);
    assert_eq!(message, "basket: Unknown code json_invlaid. Did you mean json-invalid?\n");
    let message = fail(&["explain", "weather"]);
    assert_eq!(message, "basket: Unknown code weather. `basket explain` lists all codes.\n");
}
