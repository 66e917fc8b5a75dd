//! A temporary folder and the programs that run in it. A guard ends all of them and removes the folder when this process is
//! gone, however that ends.
//!
//! A program belongs here if its working folder is in the folder. PostgreSQL's processes, which Patroni starts, work in
//! their data folder, so the guard finds them as well.

use std::fs::{self, File, OpenOptions};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};

use anyhow::{Context as _, Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use temporary_postgres::Programs;

/// Waits until its input is closed, then kills every process that works in the folder `$0`, and removes it. Other users'
/// processes are visible only to those users, so it looks twice: as us, and, by the command that follows, as the user of
/// PostgreSQL. It repeats that for processes that were started meanwhile.
const GUARD: &str = r#"
read -r _
kill_all='find /proc/[0-9]*/cwd -maxdepth 0 \( -lname "$0" -o -lname "$0/*" \) |
  while IFS=/ read -r _ _ pid _; do kill -KILL "$pid"; done'
for round in 1 2 3; do
  sh -c "$kill_all" "$0"
  "$@" sh -c "$kill_all" "$0"
  sleep 0.1
done
rm -rf "$0""#;

/// Ports from here on are not given to outgoing connections, which could take the port of a server that is down.
const FIRST_PORT: u16 = 15_000;
const LAST_PORT: u16 = 32_000;

/// The folder, and what runs in it.
pub struct Sandbox {
    programs: Programs,
    folder: TempDir,
    logs: PathBuf,
    guard: Child,
    next_port: AtomicU16,
}

impl Sandbox {
    /// A new folder. Logs are written to another one if it is named.
    pub fn create(logs: Option<&Path>) -> Result<Self> {
        let programs = Programs::find()?;
        let mut folder = TempDir::with_prefix("failover-")?;
        programs.hand_over(folder.path())?;
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
        let mut guard = Command::new("sh");
        guard.args(["-c", GUARD]).arg(folder.path());
        let as_user = programs.as_user("env");
        guard.arg(as_user.get_program()).args(as_user.get_args()).current_dir("/");
        // Not in our group: what a terminal sends to us must not end it before it has cleared up.
        guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        let guard = guard.spawn()?;
        folder.disable_cleanup(true);
        let logs = logs.map_or_else(|| folder.path().join("logs"), Path::to_path_buf);
        fs::create_dir_all(&logs)?;
        // Those of an earlier run would be taken for those of this one.
        for entry in fs::read_dir(&logs)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "log") {
                fs::remove_file(path)?;
            }
        }
        let spread = u16::try_from(std::process::id() % 15_000)?;
        let next_port = AtomicU16::new(FIRST_PORT + spread);
        Ok(Self { programs, folder, logs, guard, next_port })
    }

    /// A path in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Where PostgreSQL's own programs are.
    pub fn postgres_programs(&self) -> &Path {
        self.programs.folder()
    }

    /// A folder in the folder, which belongs to the user of PostgreSQL.
    pub fn create_folder(&self, name: &str) -> Result<PathBuf> {
        let path = self.path(name);
        fs::create_dir_all(&path)?;
        self.programs.hand_over(&path)?;
        Ok(path)
    }

    /// Writes a file that every program here may read.
    pub fn write(&self, name: &str, text: &str) -> Result<PathBuf> {
        let path = self.path(name);
        fs::write(&path, text)?;
        self.programs.hand_over(&path)?;
        Ok(path)
    }

    /// A port of this machine that nothing listens at.
    pub fn free_port(&self) -> Result<u16> {
        for _ in FIRST_PORT..LAST_PORT {
            let port = self.next_port.fetch_add(1, Ordering::Relaxed);
            let port = FIRST_PORT + (port - FIRST_PORT) % (LAST_PORT - FIRST_PORT);
            if TcpListener::bind(("127.0.0.1", port)).is_ok() {
                return Ok(port);
            }
        }
        bail!("there is no free port")
    }

    /// Starts a program as the user of PostgreSQL.
    pub fn start_as_user(&self, name: &str, program: &str, arguments: &[&str]) -> Result<Program> {
        let mut command = self.programs.as_user(program);
        command.args(arguments);
        self.start(name, command)
    }

    /// Starts a program. What it says goes to its log.
    pub fn start(&self, name: &str, mut command: Command) -> Result<Program> {
        let log = self.logs.join(format!("{name}.log"));
        let output: File = OpenOptions::new().create(true).append(true).open(&log)?;
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        command.stdout(output.try_clone()?).stderr(output);
        let child = command.spawn().with_context(|| format!("cannot start {command:?}"))?;
        Ok(Program { name: name.to_owned(), child, log })
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        // Its input is closed, so the guard clears up. There is nobody to tell if it fails.
        drop(self.guard.stdin.take());
        let _ = self.guard.wait();
    }
}

/// A program that runs.
pub struct Program {
    name: String,
    child: Child,
    log: PathBuf,
}

impl Program {
    /// Its process.
    pub fn pid(&self) -> Option<Pid> {
        Pid::from_raw(i32::try_from(self.child.id()).ok()?)
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: Signal) -> Result<()> {
        let pid = self.pid().context("no process")?;
        kill_process(pid, signal).with_context(|| format!("{} has ended", self.name))
    }

    /// Fails if it has ended, with the end of its log.
    pub fn check(&mut self) -> Result<()> {
        if let Some(status) = self.child.try_wait()? {
            bail!("{} has ended ({status}):\n{}", self.name, self.last_lines());
        }
        Ok(())
    }

    /// Whether it has ended.
    pub fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// The end of its log.
    pub fn last_lines(&self) -> String {
        let log = fs::read(&self.log).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(15)..].join("\n")
    }

    /// Kills it, and waits until it is gone.
    pub fn kill(mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The processes that a process has started.
pub fn children(parent: Pid) -> Vec<Pid> {
    let parent = parent.as_raw_nonzero().to_string();
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let is_child = |process: &str| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name comes second, in brackets, and may have spaces in it.
        let (_, rest) = stat.rsplit_once(") ")?;
        (rest.split(' ').nth(1)? == parent).then_some(())
    };
    processes
        .filter_map(|process| {
            let process = process.file_name().into_string().ok()?;
            let number = process.parse().ok()?;
            is_child(&process)?;
            Pid::from_raw(number)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_found() {
        let mut child =
            Command::new("sh").args(["-c", "read _"]).stdin(Stdio::piped()).spawn().unwrap();
        let pid = Pid::from_raw(child.id().try_into().unwrap()).unwrap();
        let own = Pid::from_raw(std::process::id().try_into().unwrap()).unwrap();
        assert!(children(own).contains(&pid));
        drop(child.stdin.take());
        child.wait().unwrap();
        assert!(!children(own).contains(&pid));
    }
}
