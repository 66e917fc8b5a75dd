//! What is asked of a run.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, bail, ensure};

use crate::fault::Fault;

/// How many faults, if that is not said.
const FAULTS: usize = 30;

/// The options.
#[derive(Debug, PartialEq, Eq)]
pub struct Options {
    pub faults: usize,
    /// Decides the order of faults, and what shoppers do.
    pub seed: u64,
    /// The service reaches the database through PgBouncer in transaction mode.
    pub is_pooled: bool,
    /// The service is replaced instead of the primary.
    pub is_replacement: bool,
    /// The program that is replaced, if it is another one.
    pub before: Option<PathBuf>,
    /// Where to keep what all programs log.
    pub logs: Option<PathBuf>,
}

impl Options {
    /// Reads them from the command line.
    pub fn parse(arguments: &[String]) -> Result<Self> {
        let seed = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
        let mut options = Self {
            faults: FAULTS,
            seed,
            is_pooled: false,
            is_replacement: false,
            before: None,
            logs: None,
        };
        let mut arguments = arguments.iter();
        while let Some(name) = arguments.next() {
            let mut value = || arguments.next().with_context(|| format!("{name} needs a value"));
            match name.as_str() {
                "--short" => options.faults = Fault::ALL.len(),
                "--faults" => options.faults = value()?.parse()?,
                "--seed" => options.seed = value()?.parse()?,
                "--through" => {
                    let pool = value()?;
                    ensure!(pool == "pgbouncer", "--through takes pgbouncer, not {pool}");
                    options.is_pooled = true;
                }
                "--replace" => options.is_replacement = true,
                "--before" => options.before = Some(value()?.into()),
                "--logs" => options.logs = Some(value()?.into()),
                _ => bail!("unexpected argument `{name}`"),
            }
        }
        let is_useful = options.before.is_none() || options.is_replacement;
        ensure!(is_useful, "--before needs --replace");
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options> {
        Options::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_read() {
        assert_eq!(parse("").unwrap().faults, 30);
        assert_eq!(parse("--short").unwrap().faults, 4);
        let options = parse("--faults 7 --seed 3 --through pgbouncer").unwrap();
        assert_eq!((options.faults, options.seed, options.is_pooled), (7, 3, true));
        let options = parse("--replace --before old/basket").unwrap();
        assert_eq!(options.before, Some("old/basket".into()));
    }

    #[test]
    fn a_mistake_is_refused() {
        for line in ["--fast", "--faults", "--faults many", "--through nothing", "--before a"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
