//! Commands. Each page is gone through from top to bottom in a folder of its own, as a reader would: what calls `basket`
//! or curl is run by a shell, and services stay until the next one starts. Programs that call the API, in JavaScript and
//! Python, run between the commands of their page.

mod session;
mod words;

use super::{
    Findings,
    commands::{is_developer_command, program},
    pages::{Block, pages, root},
};
use session::Session;
use words::{Line, lines, simple_commands};

pub(super) const LANGUAGES: &[&str] = &["sh"];

/// Programs that are run as they are.
const RUN: &[&str] = &["basket", "curl", "export", "mkdir", "printf"];

/// Programs that are not run here, and why. What of ours they name is checked all the same.
const OTHERS: &[(&str, &str)] = &[
    ("cargo", "would build the program under test; its commands, packages and files are looked up"),
    ("cp", "would write to the machine's own settings"),
    ("docker", "would need its daemon; `deployment.rs` starts the service with what its files say"),
    ("hugo", "is not installed; the page's templates are filled in by `templates.rs`"),
    ("kubectl", "would need a cluster; `deployment.rs` starts the service with what its files say"),
    ("pg_dump", "would need the reader's own PostgreSQL server"),
    ("podman", "is not installed; `deployment.rs` starts the service with what its unit says"),
    ("systemctl", "would change the machine's own services"),
];

/// Programs that handle the files of a release, which `cargo xtask dist` builds and tests.
const OF_RELEASES: &[&str] = &["cd", "docker", "sha256sum", "sudo", "tar"];

/// Commands of ours that need what a test cannot have. Their flags are looked up.
const UNRUN: &[(&str, &str)] = &[
    ("sslmode=verify-full", "a PostgreSQL server with a certificate that browsers trust"),
    ("db1.example,db2.example", "three PostgreSQL servers; `cargo xtask failover` has them"),
    ("postgres://owner:PASSWORD@db.example", "a PostgreSQL server with two roles"),
];

/// Pages whose programs in JavaScript and Python call the API of the service that the page has started.
const PROGRAMS: &[&str] = &["docs/api.md"];

#[test]
fn every_command_does_what_the_page_says() {
    let mut findings = Findings::default();
    let pages: Vec<_> = pages().into_iter().map(|page| page.blocks).collect();
    let count: usize = pages.iter().map(|blocks| run(blocks, &mut findings)).sum();
    assert!(count > 80, "only {count} commands were found");
    findings.judge();
}

/// Runs the commands of a page; how many they are.
fn run(blocks: &[Block], findings: &mut Findings) -> usize {
    let mut session: Option<Session> = None;
    let mut count = 0;
    for block in blocks {
        let is_program = matches!(block.language.as_str(), "js" | "python");
        if is_program && PROGRAMS.contains(&block.page.as_str()) {
            let session = session.as_mut().expect("a service was started above");
            findings.expect(block, session.run_program(block));
            count += 1;
        }
        if LANGUAGES.contains(&block.language.as_str()) {
            let session = session.get_or_insert_with(|| Session::start(blocks));
            for line in lines(&block.text) {
                count += 1;
                let result = check(&line)
                    .and_then(|is_run| if is_run { session.run(&line) } else { Ok(()) });
                findings
                    .expect(block, result.map_err(|what| format!("`{}`: {what}", line.command)));
            }
        }
    }
    count
}

/// Looks up what a line names; whether it can be run.
fn check(line: &Line) -> Result<bool, String> {
    let mut is_run = true;
    for words in simple_commands(&line.command) {
        let Some((name, arguments)) = words.split_first() else { continue };
        let name = name.strip_prefix("target/release/").unwrap_or(name);
        if name == "basket" {
            program().takes(arguments)?;
        } else if name == "cargo" {
            check_cargo(arguments)?;
            is_run = false;
        } else if name.starts_with("basket-") && name.ends_with("/basket") {
            program().takes(arguments)?;
            is_run = false;
        } else if OF_RELEASES.contains(&name) {
            is_run = false;
        } else if !RUN.contains(&name) && !OTHERS.iter().any(|(other, _)| *other == name) {
            return Err(format!("`{name}` is in no list of programs"));
        }
    }
    Ok(is_run && !UNRUN.iter().any(|(part, _)| line.command.contains(part)))
}

/// Whether what cargo is told names commands, packages and files that exist.
pub(super) fn check_cargo(arguments: &[String]) -> Result<(), String> {
    let Some((first, rest)) = arguments.split_first() else { return Ok(()) };
    match first.as_str() {
        "xtask" => return is_developer_command(rest),
        "build" | "install" | "mutants" | "test" => {}
        other => return Err(format!("`cargo {other}` is in no list of commands")),
    }
    for pair in rest.windows(2) {
        let path = match pair[0].as_str() {
            "-p" => format!("crates/{}", pair[1]),
            // Up to the first pattern.
            "-f" => pair[1].split("**").next().unwrap_or_default().to_owned(),
            _ => continue,
        };
        if !root().join(&path).exists() {
            return Err(format!("there is no {path}"));
        }
    }
    Ok(())
}

#[test]
fn wrong_commands_are_found() {
    let wrong = |text: &str| {
        let block = Block::sample("sh", text);
        let mut findings = Findings::default();
        run(&[block], &mut findings);
        findings.0.join("\n")
    };
    assert_eq!(wrong("basket key list\n"), "");
    let in_a_shop: &[(&str, &str)] = &[
        ("basket keys list", "no command `keys`"),
        ("basket key list --al", "no flag `--al`"),
        ("basket key revoke pk_unknown", "pk_unknown"),
        ("basket product import other.csv", "other.csv"),
        ("cargo xtask dance", "no `cargo xtask dance`"),
        ("cargo test -p basket-chef", "no crates/basket-chef"),
        ("wget https://example.com", "in no list"),
    ];
    let at_a_service: &[(&str, &str)] = &[
        ("curl http://127.0.0.1:8080/v1/shop", "401"),
        ("curl http://127.0.0.1:8080/readyz   # fine", "fine"),
    ];
    for (start, lines) in [("", in_a_shop), ("basket demo\n", at_a_service)] {
        let script: Vec<&str> = lines.iter().map(|(line, _)| *line).collect();
        let said = wrong(&format!("{start}{}\n", script.join("\n")));
        let found: Vec<&str> = said.split("page.md:1: ").skip(1).collect();
        assert_eq!(found.len(), lines.len(), "{said}");
        for (found, (line, what)) in found.iter().zip(lines) {
            assert!(found.contains(what), "{line}: {found}");
        }
    }
}
