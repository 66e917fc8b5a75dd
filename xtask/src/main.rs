//! Every developer command. `cargo xtask` alone lists them.
//!
//! Exit codes: 0 fine, 1 a check found something, 2 the command could not run.

mod accessibility;
mod api;
mod bench;
mod demo;
mod deny;
mod deployment;
mod dist;
mod docs;
mod e2e;
mod examples;
mod fuzz;
mod gallery;
mod scripts;
mod setup;
mod terminal;
mod test;
mod tidy;
mod tool;
mod widget;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Result, ensure};

use crate::tool::Finding;

/// A command: its name, what it takes, what it does, and the function that does it.
struct Command {
    name: &'static str,
    arguments: &'static str,
    does: &'static str,
    run: fn(Vec<OsString>) -> Result<()>,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "demo",
        arguments: "[--listen ADDR] […]",
        does: "Build everything and serve the demo shop; arguments go to `basket demo`",
        run: |arguments| demo::run(&arguments),
    },
    Command {
        name: "test",
        arguments: "[--quick|--only …|--list]",
        does: "Install what is missing, then run every check and every test, or some steps of it",
        run: |arguments| test::run(&arguments),
    },
    Command {
        name: "e2e",
        arguments: "[FILTER] […]",
        does: "Run the browser tests alone; arguments go to `cargo test`",
        run: |arguments| e2e::run(&arguments),
    },
    Command {
        name: "api",
        arguments: "",
        does: "Call the service with whatever its description allows, and with what it does not",
        run: |arguments| none(&arguments).and_then(|()| api::run()),
    },
    Command {
        name: "receivers",
        arguments: "",
        does: "Install what the tests send messages to: webhook libraries, a mail server and a Stripe",
        run: |arguments| none(&arguments).and_then(|()| setup::receivers()),
    },
    Command {
        name: "fuzz",
        arguments: "[SECONDS] [TARGET…]",
        does: "Look for input that breaks what must hold for any; 600 s each if not said",
        run: |arguments| fuzz::run(&arguments),
    },
    Command {
        name: "bench",
        arguments: "[NAME] […]",
        does: "Measure something that must be fast, and fail over its limit; without a name, list them",
        run: |arguments| bench::run(&arguments),
    },
    Command {
        name: "attack",
        arguments: "[--quick|--check] [NAME…]",
        does: "Attack the program on both engines, and fail if a shopper of another shop waits three times as long; with --check, only if one gets no answer",
        run: |arguments| bench::attack(&arguments),
    },
    Command {
        name: "soak",
        arguments: "[MINUTES]",
        does: "Use the program on both engines for an hour, with everything switched on, and fail if memory or files grow",
        run: |arguments| bench::soak(&arguments),
    },
    Command {
        name: "failover",
        arguments: "[--short] [--through pgbouncer] […]",
        does: "Kill, freeze, cut off and switch PostgreSQL's primary under load, and fail if a change is lost or doubled",
        run: |arguments| bench::failover(&arguments),
    },
    Command {
        name: "docs",
        arguments: "",
        does: "Build the documentation's site into target/docs, and fail if a link leads nowhere",
        run: |arguments| none(&arguments).and_then(|()| docs::run()),
    },
    Command {
        name: "dist",
        arguments: "",
        does: "Build everything that a release has into target/dist: programs, images, packages, sums",
        run: |arguments| none(&arguments).and_then(|()| dist::run()),
    },
    Command {
        name: "widget",
        arguments: "",
        does: "Build the files that a page loads into target/widget",
        run: |arguments| none(&arguments).and_then(|()| widget::build()),
    },
    Command {
        name: "size",
        arguments: "",
        does: "Build the widget, show what a page loads, and fail over size-budget.toml",
        run: |arguments| none(&arguments).and_then(|()| widget::size()),
    },
    Command {
        name: "scripts",
        arguments: "",
        does: "Check the types and rules of the widget's host scripts, and run their tests",
        run: |arguments| none(&arguments).and_then(|()| scripts::check()),
    },
    Command {
        name: "examples",
        arguments: "",
        does: "Build the npm package's examples",
        run: |arguments| none(&arguments).and_then(|()| examples::build()),
    },
    Command {
        name: "gallery",
        arguments: "",
        does: "Take the pictures in docs/gallery anew",
        run: |arguments| none(&arguments).and_then(|()| gallery::run()),
    },
    Command {
        name: "deny",
        arguments: "",
        does: "Check the dependencies: security advisories, licences, banned crates, sources",
        run: |arguments| none(&arguments).and_then(|()| deny::run()),
    },
    Command {
        name: "deployment",
        arguments: "",
        does: "Check the files for Compose, Kubernetes, Podman and Prometheus with their own programs",
        run: |arguments| none(&arguments).and_then(|()| deployment::run()),
    },
    Command {
        name: "tidy",
        arguments: "",
        does: "Check the house rules",
        run: |arguments| none(&arguments).and_then(|()| tidy::run()),
    },
];

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let name = arguments.next().unwrap_or_else(|| "--help".into());
    if name == "--help" || name == "-h" {
        terminal::say(&list());
        return ExitCode::SUCCESS;
    }
    let Some(command) = COMMANDS.iter().find(|command| name == command.name) else {
        let name = name.to_string_lossy();
        terminal::complain(&format!("there is no command `{name}`; these are:\n\n{}", list()));
        return ExitCode::from(2);
    };
    match (command.run)(arguments.collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            terminal::complain(&format!("error: {error:#}"));
            ExitCode::from(if error.is::<Finding>() { 1 } else { 2 })
        }
    }
}

fn list() -> String {
    let line = |command: &Command| {
        let call = format!("{} {}", command.name, command.arguments);
        format!("cargo xtask {call:<31} {}", command.does)
    };
    COMMANDS.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Refuses arguments, for commands that take none.
fn none(arguments: &[OsString]) -> Result<()> {
    let unknown = arguments.first().map(|argument| argument.to_string_lossy());
    ensure!(unknown.is_none(), "unexpected argument `{}`", unknown.unwrap_or_default());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_one_line_for_each_command() {
        assert_eq!(list().lines().count(), COMMANDS.len());
    }

    #[test]
    fn a_command_without_arguments_refuses_one() {
        assert!(none(&[]).is_ok());
        let error = none(&["--fast".into()]).unwrap_err();
        assert_eq!(error.to_string(), "unexpected argument `--fast`");
    }
}
