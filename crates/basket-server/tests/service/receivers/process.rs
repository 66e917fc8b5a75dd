//! Somebody else's program, ended with the value.

use std::{
    env,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, ChildStdout, Command, Stdio},
};

pub struct Process {
    child: Child,
    stdout: BufReader<ChildStdout>,
}

impl Process {
    pub fn start(command: &mut Command) -> Self {
        let child = command.stdout(Stdio::piped()).spawn();
        let mut child = child.unwrap_or_else(|error| {
            panic!("{command:?}: {error}; `cargo xtask receivers` installs what is missing")
        });
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Self { child, stdout }
    }

    /// The next line that it says.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.stdout.read_line(&mut line).unwrap() > 0, "it has ended");
        line.trim_end().to_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Something in the build folder, where this program lies as well.
pub fn target(path: &str) -> PathBuf {
    let program = env::current_exe().unwrap();
    program.ancestors().nth(3).unwrap().join(path)
}

pub fn python() -> Command {
    Command::new(target("receivers/bin/python"))
}
