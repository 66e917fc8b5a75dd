//! `basket completions` and `basket manual`.

use crate::program::{run, succeed};
use std::{fs, process::Command};

#[test]
fn bash_completes_commands_and_flags() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("basket");
    fs::write(&script, succeed(&["completions", "bash"])).unwrap();
    let complete = |words: &str, last: &str| {
        let program = format!(
            "source {}; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _basket basket '{last}' ''; echo ${{COMPREPLY[@]}}",
            script.display()
        );
        let output = Command::new("bash").args(["-c", &program]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(complete("basket ser", "ser"), "serve\n");
    assert!(complete("basket serve --data", "--data").contains("--database "));
}

#[test]
fn an_unknown_shell_gets_a_near_one() {
    let output = run(&["completions", "tcsh"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("zsh"));
}

#[test]
fn every_command_has_a_page_in_the_manual() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("pages");
    assert_eq!(succeed(&["manual", pages.to_str().unwrap()]), "");
    let page = |name: &str| fs::read_to_string(pages.join(name)).unwrap();
    for command in ["serve", "backup", "shop-create", "operator-invite"] {
        assert!(page("basket.1").contains("basket\\-serve(1)"));
        assert!(page(&format!("basket-{command}.1")).starts_with(".ie"), "{command}");
    }
    assert!(page("basket-serve.1").contains("BASKET_DATABASE"));
}
