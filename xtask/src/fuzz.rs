//! `fuzz`: lets a fuzzer, guided by the branches it reaches, look for a text, a page or a sequence of messages that breaks
//! what must hold for any. It works with the pinned stable compiler; nothing has to be installed but a C++ compiler.

mod instrument;
mod status;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{ChildStderr, Stdio};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, bail};

use crate::tool::{self, Finding};
use crate::{setup, terminal};
use status::Status;

/// Each is a program of the crate `basket-fuzz` and a folder of seeds.
const TARGETS: &[&str] = &["configuration", "messages", "page"];

const SEEDS: &str = "fuzz/corpus";

/// How long each target runs if nobody says.
const SECONDS: u64 = 600;

/// What the fuzzer takes for another seed each time.
const ANY_SEED: u32 = 0;

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

/// Reads the arguments: at most a number of seconds.
pub fn run(arguments: &[OsString]) -> Result<()> {
    let seconds = match arguments {
        [] => SECONDS,
        [seconds] => seconds
            .to_str()
            .and_then(|seconds| seconds.parse().ok())
            // To the fuzzer, 0 means without end.
            .filter(|seconds| *seconds > 0)
            .with_context(|| format!("`{}` is no number of seconds", seconds.to_string_lossy()))?,
        _ => bail!("at most one argument, the number of seconds"),
    };
    for_seconds(seconds, ANY_SEED)
}

/// Builds the targets and runs them side by side, each that long. The same seed finds the same, as far as the time
/// allows.
pub fn for_seconds(seconds: u64, seed: u32) -> Result<()> {
    setup::cpp_compiler()?;
    setup::step("Building the targets, instrumented");
    let folder = tool::target_folder()?.join("fuzz");
    let programs = instrument::build(&folder)?;
    write_dictionary(&dictionary(&folder))?;
    setup::step(&format!("Fuzzing {} for {seconds} s", TARGETS.join(" and ")));
    let outcomes: Result<Vec<Outcome>> = thread::scope(|scope| {
        let run = |target: &'static str| {
            let (program, folder) = (programs.join(target), &folder);
            scope.spawn(move || fuzz(target, &program, folder, (seconds, seed)))
        };
        let running: Vec<_> = TARGETS.iter().copied().map(run).collect();
        let ended = running.into_iter().map(ScopedJoinHandle::join);
        ended
            .map(|end| end.unwrap_or_else(|_| Err(anyhow!("a target was lost sight of"))))
            .collect()
    });
    let outcomes = outcomes?;
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
