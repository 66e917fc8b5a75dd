//! `fuzz`: lets a fuzzer, guided by the branches it reaches, look for a text, a page, a sequence of messages or a request
//! that breaks what must hold for any. It works with the pinned stable compiler; nothing has to be installed but a C++
//! compiler.

mod instrument;
mod status;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{BufRead as _, BufReader};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{ChildStderr, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};
use std::{fs, iter};

use anyhow::{Context as _, Result, anyhow, bail};

use crate::tool::{self, Finding};
use crate::{setup, terminal, widget};
use status::Status;

/// Each is a program of the crate `basket-fuzz` and a folder of seeds.
const TARGETS: &[&str] =
    &["configuration", "form", "link", "messages", "page", "request", "sheet", "storage"];

const SEEDS: &str = "fuzz/corpus";

/// How long each target runs if nobody says.
const SECONDS: u64 = 600;

/// What the fuzzer takes for another seed each time.
const ANY_SEED: u32 = 0;

/// Where files are that no disk waits for, on Linux.
const MEMORY: &str = "/dev/shm";

/// How long one input may take before that alone is something found.
const TIMEOUT_SECONDS: u64 = 10;

/// How often a target says how far it is.
const PAUSE: Duration = Duration::from_mins(1);

/// How much of what a target said at its end is shown.
const LAST_LINES: usize = 20;

/// How a target ended.
struct Outcome {
    target: &'static str,
    status: Status,
    /// Whether it found an input that breaks something, or broke itself.
    is_broken: bool,
    /// The input, if it could be kept.
    input: Option<PathBuf>,
    /// What it said about it.
    last_lines: Vec<String>,
}

/// Reads the arguments: a number of seconds and names of targets, each of which may be left out.
pub fn run(arguments: &[OsString]) -> Result<()> {
    let (seconds, targets) = parse(arguments)?;
    fuzz_targets(&targets, seconds, ANY_SEED)
}

fn parse(arguments: &[OsString]) -> Result<(u64, Vec<&'static str>)> {
    let words: Vec<_> = arguments.iter().map(|word| word.to_string_lossy()).collect();
    // To the fuzzer, 0 means without end.
    let seconds = words.first().and_then(|word| word.parse().ok()).filter(|seconds| *seconds > 0);
    let names = &words[usize::from(seconds.is_some())..];
    let find = |name| TARGETS.iter().copied().find(|target| name == target);
    let unknown = |name| {
        format!(
            "`{name}` is neither a number of seconds nor a target; targets: {}",
            TARGETS.join(", ")
        )
    };
    let targets = names.iter().map(|name| find(name).with_context(|| unknown(name)));
    let targets = targets.collect::<Result<Vec<_>>>()?;
    let targets = if targets.is_empty() { TARGETS.to_vec() } else { targets };
    Ok((seconds.unwrap_or(SECONDS), targets))
}

/// Fuzzes with all targets.
pub fn for_seconds(seconds: u64, seed: u32) -> Result<()> {
    fuzz_targets(TARGETS, seconds, seed)
}

/// Builds the targets and runs them, each that long and as many side by side as there are cores. The same seed finds the
/// same, as far as the time allows.
fn fuzz_targets(targets: &[&'static str], seconds: u64, seed: u32) -> Result<()> {
    setup::cpp_compiler()?;
    // The service of some targets contains the widget's files.
    widget::build()?;
    setup::step("Building the targets, instrumented");
    let folder = tool::target_folder()?.join("fuzz");
    let programs = instrument::build(&folder)?;
    write_dictionary(&dictionary(&folder))?;
    setup::step(&format!("Fuzzing {}, each for {seconds} s", targets.join(", ")));
    let waiting = Mutex::new(targets.iter());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || -> Result<Vec<Outcome>> {
        let targets = iter::from_fn(next);
        targets
            .map(|target| fuzz(target, &programs.join(target), &folder, (seconds, seed)))
            .collect()
    };
    let outcomes: Result<Vec<Vec<Outcome>>> = thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let running: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let ended = running.into_iter().map(ScopedJoinHandle::join);
        ended
            .map(|end| end.unwrap_or_else(|_| Err(anyhow!("a target was lost sight of"))))
            .collect()
    });
    let outcomes: Vec<Outcome> = outcomes?.into_iter().flatten().collect();
    for Outcome { target, status, .. } in &outcomes {
        terminal::say(&format!("{target}: {status}"));
    }
    report(&outcomes, &programs)
}

fn dictionary(folder: &Path) -> PathBuf {
    folder.join("dictionary.txt")
}

/// Writes the words of the configuration as they are now.
fn write_dictionary(file: &Path) -> Result<()> {
    let mut print = tool::cargo();
    print.args(["run", "--quiet", "--package", "basket-fuzz", "--example", "dictionary"]);
    let words = tool::output(&mut print)?;
    fs::write(file, words).with_context(|| format!("cannot write {}", file.display()))
}

/// Runs one target to its end.
fn fuzz(
    target: &'static str,
    program: &Path,
    folder: &Path,
    (seconds, seed): (u64, u32),
) -> Result<Outcome> {
    // What it learns stays for the next run, but never joins the seeds by itself.
    let (corpus, found) = (folder.join("corpus").join(target), folder.join("found").join(target));
    for folder in [&corpus, &found] {
        let context = || format!("cannot make the folder {}", folder.display());
        fs::create_dir_all(folder).with_context(context)?;
    }
    let memory = Path::new(MEMORY);
    let temporary = tempfile::tempdir_in(if memory.is_dir() { memory } else { folder })?;
    let mut child = tool::command(program)
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-seed={seed}"))
        .arg(format!("-timeout={TIMEOUT_SECONDS}"))
        .arg(format!("-dict={}", dictionary(folder).display()))
        // The slash is part of it: what follows is the name of a file.
        .arg(format!("-artifact_prefix={}/", found.display()))
        .arg(&corpus)
        .arg(Path::new(SEEDS).join(target))
        // The stack would push the message out of sight; who runs the input again may ask for it.
        .env("RUST_BACKTRACE", "0")
        // A target never ends by itself, so it cannot clear up.
        .env("TMPDIR", temporary.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let stderr = child.stderr.take().context("a child has no standard error")?;
    let (status, last_lines) = follow(target, stderr)?;
    let is_broken = !child.wait()?.success();
    let input = last_lines.iter().rev().find_map(|line| status::written(line));
    Ok(Outcome { target, status, is_broken, input: input.map(PathBuf::from), last_lines })
}

/// Reads what a target says as long as it runs, and passes on a little of it.
fn follow(target: &str, stderr: ChildStderr) -> Result<(Status, Vec<String>)> {
    let (start, mut said) = (Instant::now(), Instant::now());
    let mut status = Status::default();
    let mut last_lines = VecDeque::new();
    for line in BufReader::new(stderr).split(b'\n') {
        let line = line.context("cannot read what a target says")?;
        let line = String::from_utf8_lossy(&line);
        if !status.update(&line) {
            last_lines.push_back(line.into_owned());
        }
        if last_lines.len() > LAST_LINES {
            last_lines.pop_front();
        }
        if said.elapsed() >= PAUSE {
            said = Instant::now();
            setup::step(&format!("{} s, {target}: {status}", start.elapsed().as_secs()));
        }
    }
    Ok((status, last_lines.into()))
}

/// Says what was found and how to see it again.
fn report(outcomes: &[Outcome], programs: &Path) -> Result<()> {
    let mut broken = Vec::new();
    for Outcome { target, input, last_lines, .. } in outcomes.iter().filter(|end| end.is_broken) {
        broken.push(*target);
        // Behind this line stand the input in three notations and the fuzzer's advice.
        let end = last_lines.iter().position(|line| line.starts_with("=="));
        let end = end.map_or(last_lines.len(), |end| end + 1);
        terminal::complain(&last_lines[..end].join("\n"));
        let program = programs.join(target);
        terminal::complain(&match input {
            Some(input) => format!(
                "{target}: this input breaks it: {input}\n\
                 Run it again with: {program} {input}\n\
                 When it is mended, put the input into {SEEDS}/{target}, which `cargo test` tries.",
                input = input.display(),
                program = program.display(),
            ),
            None => format!("{target}: it ended early and kept no input."),
        });
    }
    if !broken.is_empty() {
        bail!(Finding(format!("the fuzzer broke {}", broken.join(" and "))));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_targets_may_be_left_out() {
        let parse = |words: &[&str]| {
            let arguments: Vec<_> = words.iter().map(OsString::from).collect();
            parse(&arguments).map_err(|error| error.to_string())
        };
        assert_eq!(parse(&[]), Ok((SECONDS, TARGETS.to_vec())));
        assert_eq!(parse(&["30"]), Ok((30, TARGETS.to_vec())));
        assert_eq!(parse(&["30", "link", "form"]), Ok((30, vec!["link", "form"])));
        assert_eq!(parse(&["sheet"]), Ok((SECONDS, vec!["sheet"])));
        for wrong in ["0", "-1", "forms"] {
            assert!(parse(&[wrong]).unwrap_err().starts_with(&format!("`{wrong}` is neither")));
        }
    }
}
