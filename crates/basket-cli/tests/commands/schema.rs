//! `basket schema` prints what the documentation holds.

use crate::program::run;

#[test]
fn the_schema_is_the_documented_one() {
    let output = run(&["schema"]);
    assert_eq!(output.status.code(), Some(0));
    let documented = include_str!("../../../../docs/config.schema.json");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), documented);
}
