//! PostgreSQL's own programs: where they are, and as whom they run. The server refuses to run as
//! root, so root hands it to a user with fewer rights.

use std::{
    env,
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

/// Where Debian keeps the programs, by version.
const DEBIAN: &str = "/usr/lib/postgresql";

/// Where the programs are, and who runs them.
#[derive(Debug)]
pub struct Programs {
    folder: PathBuf,
    /// Who runs them, if that is not us.
    user: Option<&'static str>,
}

impl Programs {
    /// Looks for the newest version.
    pub fn find() -> io::Result<Self> {
        let missing = || {
            let hint = "PostgreSQL is missing; install it (on Debian the package postgresql)";
            io::Error::new(io::ErrorKind::NotFound, hint)
        };
        let folder = folders().into_iter().find(|folder| folder.join("pg_ctl").is_file());
        let is_root = said("id", &["-u"]).as_deref() == Some("0");
        let user = if said("id", &["-u", "postgres"]).is_some() { "postgres" } else { "nobody" };
        Ok(Self { folder: folder.ok_or_else(missing)?, user: is_root.then_some(user) })
    }

    /// A program that runs as the user of the server.
    pub fn command(&self, name: &str) -> Command {
        self.as_user(self.folder.join(name))
    }

    /// Any other program that runs as the user of the server.
    pub fn as_user(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = match self.user {
            None => Command::new(program),
            Some(user) => {
                let mut command = Command::new("setpriv");
                let user = [format!("--reuid={user}"), format!("--regid={}", group(user))];
                command.args(user).args(["--clear-groups", "--"]).arg(program);
                command
            }
        };
        // That user may not be allowed into the current folder.
        command.current_dir("/");
        command
    }

    /// Where the programs are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Runs a program to its end; if it fails, the error is all that it had to say.
    pub fn run(&self, name: &str, arguments: &[&str]) -> io::Result<()> {
        let output = self.command(name).args(arguments).output()?;
        if output.status.success() {
            return Ok(());
        }
        let said = [output.stdout, output.stderr].concat();
        Err(io::Error::other(format!("{name} failed: {}", String::from_utf8_lossy(&said))))
    }

    /// Gives a folder or a file to the user of the server.
    pub fn hand_over(&self, path: &Path) -> io::Result<()> {
        let Some(user) = self.user else { return Ok(()) };
        let status = Command::new("chown").arg(user).arg(path).status()?;
        if status.success() { Ok(()) } else { Err(io::Error::other("chown failed")) }
    }
}

/// Where to look, newest version first.
fn folders() -> Vec<PathBuf> {
    let versions = fs::read_dir(DEBIAN).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = versions.map(|entry| entry.path().join("bin")).collect();
    folders.sort();
    folders.reverse();
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    folders
}

fn group(user: &str) -> String {
    said("id", &["-g", user]).unwrap_or_else(|| "65534".to_owned())
}

/// What a program says, if it succeeds.
fn said(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
