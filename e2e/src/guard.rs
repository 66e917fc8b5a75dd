//! A process that never outlives the test that started it, nor do its descendants.
//!
//! A driver starts a browser, which starts a dozen processes of its own; all of them must be gone
//! when the test ends, also by a panic or when the test process itself is killed. So every
//! process is started through a small shell script that holds the end of a pipe and clears up as
//! soon as the pipe closes.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Write as _;
use std::os::unix::fs::FileExt as _;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::poll::{self, Attempt};

const SCRIPT: &str = include_str!("guard.sh");

/// A running program. Dropping it asks the program to terminate, waits until it has, and kills
/// whatever of its descendants is left.
pub(crate) struct Guard {
    shell: Child,
    output: File,
}

impl Guard {
    /// Starts `program`, with what it prints kept in an unnamed file.
    pub(crate) fn spawn(
        program: &OsStr,
        arguments: &[&OsStr],
        environment: &[(&str, &OsStr)],
    ) -> Result<Self> {
        let output = tempfile::tempfile().context("cannot make a file for the output")?;
        let shell = Command::new("setsid")
            .args(["sh", "-c", SCRIPT, "guard"])
            .arg(program)
            .args(arguments)
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(output.try_clone()?)
            .stderr(output.try_clone()?)
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        Ok(Self { shell, output })
    }

    /// Sends the program SIGKILL, as if it crashed, so that the drop has nothing to ask it.
    pub(crate) fn kill(&mut self) {
        if let Some(pipe) = &mut self.shell.stdin {
            // Where the shell is gone, so is the program.
            let _ = pipe.write_all(b"KILL\n");
        }
    }

    /// What the program has printed so far, on both streams.
    pub(crate) fn output(&self) -> Result<String> {
        // The position of the file belongs to the program as well, so it must not be moved.
        let mut bytes = vec![0; usize::try_from(self.output.metadata()?.len())?];
        self.output.read_exact_at(&mut bytes, 0)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Waits until the program has printed a line in which `find` finds what is awaited.
    pub(crate) async fn printed<T>(
        &self,
        patience: Duration,
        awaited: &str,
        find: impl Fn(&str) -> Option<T>,
    ) -> Result<T> {
        poll::until(patience, awaited, async || {
            let output = self.output()?;
            // The last line may still be half written.
            let complete = output.rsplit_once('\n').map_or("", |(lines, _)| lines);
            Ok(match complete.lines().find_map(&find) {
                Some(found) => Attempt::Done(found),
                None => Attempt::NotYet(format!("the output\n{output}")),
            })
        })
        .await
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        drop(self.shell.stdin.take());
        // The shell is ours and was started, so waiting can only fail if it is already gone.
        let _ = self.shell.wait();
    }
}
