//! What esbuild and terser make of a script. `cargo xtask widget` installs both.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;

use tempfile::TempDir;
use widget_build::Finding;
use widget_build::scripts::{Format, bundle};

/// A folder with scripts; the first is the one that is bundled.
fn folder(scripts: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in scripts {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn small(script: &str, format: Format, values: &[(&str, &str)]) -> String {
    let folder = folder(&[("script.js", script)]);
    bundle(&folder.path().join("script.js"), format, values).unwrap()
}

#[test]
fn imports_become_one_script() {
    let folder = folder(&[
        ("two.js", "import { one } from \"./one.js\";\nexport const two = one + one;"),
        ("one.js", "const one = 1;\nconst unused = 3;\nexport { one, unused };"),
    ]);
    let script = bundle(&folder.path().join("two.js"), Format::Module, &[]).unwrap();
    assert!(!script.contains("import") && !script.contains('3'), "{script}");
    assert!(script.contains("as two}"), "{script}");
}

#[test]
fn own_properties_get_the_same_short_name_in_every_script() {
    let source = "export const is = (page) => page.isDead && page.isConnected";
    let script = small(source, Format::Module, &[]);
    assert!(!script.contains("isDead") && script.contains(".isConnected"), "{script}");
    let other = small("export const kill = (page) => (page.isDead = true)", Format::Module, &[]);
    let (_, after) = script.split_once("=>").unwrap();
    let name = after.split(['.', '&']).nth(1).unwrap();
    assert!(other.contains(&format!(".{name}=!0")), "{script} {other}");
}

#[test]
fn local_names_shrink_and_global_names_stay() {
    let source = "const greeting = 'hi'; function show(text) { console.log(text, text) }\n\
                  window.greet = () => { show(greeting); show(location.href) };";
    let script = small(source, Format::Classic, &[]);
    assert!(script.len() < source.len() / 2 + 30, "{script}");
    assert!(!script.contains("text") && !script.contains("show"), "{script}");
    assert!(script.contains("window.greet") && script.contains("location.href"), "{script}");
}

#[test]
fn a_classic_script_declares_no_global_names() {
    let script = small("var name = location.href; window.load = () => name;", Format::Classic, &[]);
    assert!(script.starts_with("(()=>{") && script.trim_end().ends_with("})();"), "{script}");
}

#[test]
fn nothing_newer_than_the_target_is_written() {
    let source = "window.f = (a) => a === null || a === undefined ? 1 : a;\n\
                  window.g = class { static { window.h = 1 } };";
    let script = small(source, Format::Classic, &[]);
    assert!(script.contains("??1") && script.contains("static{"), "{script}");
    let newer = "using file = open();";
    assert!(!small(newer, Format::Module, &[]).contains("using "), "lowered to es2022");
}

#[test]
fn values_are_filled_in() {
    let source = "load(`basket-${__HASH__}.js`, { [__HASH__]: 1 })";
    let script = small(source, Format::Classic, &[("__HASH__", "x1")]);
    assert!(script.contains("load(\"basket-x1.js\",{x1:1})"), "{script}");
}

#[test]
fn mistakes_are_findings_with_their_place() {
    for (source, place) in [
        ("let a = 1;\n  let ü = ;\n", "script.js:2:11"),
        ("{ let a = 1;\nlet a = 2; }", "script.js:2:4"),
        ("import { gone } from \"./gone.js\";", "script.js:1:21"),
        // Only a warning of esbuild's.
        ("f({ a: 1, a: 2 });", "script.js:1:10"),
    ] {
        let folder = folder(&[("script.js", source)]);
        let error = bundle(&folder.path().join("script.js"), Format::Module, &[]).unwrap_err();
        assert!(error.is::<Finding>() && error.to_string().contains(place), "{error}");
    }
}
