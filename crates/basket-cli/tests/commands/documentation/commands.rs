//! What commands there are: those of the program, as its help lists them, and those of `cargo xtask`.

use super::pages::file;
use crate::program::succeed;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

/// A command of the program, or the program itself.
#[derive(Debug, Default)]
pub(super) struct Command {
    pub(super) commands: BTreeMap<String, Command>,
    /// With their dashes.
    pub(super) flags: BTreeSet<String>,
    /// The variables that set its flags.
    pub(super) variables: BTreeSet<String>,
}

impl Command {
    fn read(path: &[&str]) -> Self {
        let help = succeed(&[path, &["--help"]].concat());
        let mut command = Self::default();
        let mut is_list = false;
        for line in help.lines() {
            let inner = line.trim_start();
            is_list = if line == inner { line == "Commands:" } else { is_list };
            let first = inner.split([' ', ',']).next().unwrap_or_default();
            if is_list && line.starts_with("  ") && !line.starts_with("   ") && first != "help" {
                let below = Self::read(&[path, &[first]].concat());
                command.commands.insert(first.to_owned(), below);
            }
            if inner.starts_with('-') {
                let flag = inner.split([' ', ',', '=', '[']).find(|word| word.starts_with("--"));
                command.flags.extend(flag.map(str::to_owned));
            }
            for rest in line.split("[env: ").skip(1) {
                let name = rest.split(['=', ']']).next();
                command.variables.extend(name.map(str::to_owned));
            }
        }
        command
    }

    /// This command and all below it.
    pub(super) fn all(&self) -> Vec<&Self> {
        let below = self.commands.values().flat_map(Self::all);
        [self].into_iter().chain(below).collect()
    }

    /// Whether words behind the program's name call a command with flags that it has.
    pub(super) fn takes(&self, words: &[String]) -> Result<(), String> {
        let mut command = self;
        let mut words = words.iter().peekable();
        while let Some(next) = words.peek().and_then(|word| command.commands.get(*word)) {
            command = next;
            words.next();
        }
        if let Some(word) = words.peek().filter(|word| !word.starts_with('-'))
            && !command.commands.is_empty()
        {
            return Err(format!("there is no command `{word}`"));
        }
        let flags = words.filter(|word| word.starts_with("--") && word.len() > 2);
        for flag in flags.filter_map(|flag| flag.split('=').next()) {
            if !command.flags.contains(flag) {
                return Err(format!("the command has no flag `{flag}`"));
            }
        }
        Ok(())
    }
}

/// The program.
pub(super) fn program() -> &'static Command {
    static PROGRAM: OnceLock<Command> = OnceLock::new();
    PROGRAM.get_or_init(|| Command::read(&[]))
}

/// Whether `cargo xtask` has a command, with these arguments if any are flags.
pub(super) fn is_developer_command(words: &[String]) -> Result<(), String> {
    let source = file("xtask/src/main.rs");
    let Some((name, arguments)) = words.split_first() else { return Ok(()) };
    let Some((_, rest)) = source.split_once(&format!("name: \"{name}\",")) else {
        return Err(format!("there is no `cargo xtask {name}`"));
    };
    let takes = rest.split_once("arguments: \"").and_then(|(_, rest)| rest.split_once('"'));
    let takes = takes.map(|(takes, _)| takes).unwrap_or_default();
    let passes_on = takes.contains("[…]");
    let unknown = arguments.iter().find(|word| word.starts_with("--") && !takes.contains(*word));
    match unknown.filter(|_| !passes_on) {
        Some(flag) => Err(format!("`cargo xtask {name}` has no flag `{flag}`")),
        None => Ok(()),
    }
}

#[test]
fn unknown_commands_and_flags_are_found() {
    let takes = |line: &str| {
        program().takes(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    };
    assert_eq!(takes("key create --secret --database sqlite:x"), Ok(()));
    assert_eq!(takes("check page.html --format json"), Ok(()));
    assert_eq!(takes("key make"), Err("there is no command `make`".to_owned()));
    assert_eq!(takes("kee"), Err("there is no command `kee`".to_owned()));
    assert_eq!(takes("embed --pin"), Err("the command has no flag `--pin`".to_owned()));
    let developer = |line: &str| {
        is_developer_command(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    };
    assert_eq!(developer("demo --database sqlite:demo.db"), Ok(()));
    assert!(developer("demonstrate").is_err());
    assert!(developer("attack --slow").is_err());
}
