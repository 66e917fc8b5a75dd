//! The real service, as its own process with its own database.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result, ensure};
use tempfile::TempDir;

use crate::guard::Guard;
use crate::poll::START;

const DATABASE: &str = "basket.sqlite";

/// How the program is started.
#[derive(Clone)]
struct Kind {
    words: Vec<String>,
    /// What it says before its address.
    greeting: &'static str,
}

impl Kind {
    fn demo() -> Self {
        Self { words: vec!["demo".to_owned()], greeting: "Demo shop: " }
    }

    fn serve(flags: &[&str]) -> Self {
        let words = ["serve"].iter().chain(flags).map(ToString::to_string).collect();
        Self { words, greeting: "Service: " }
    }
}

/// A running `basket demo`, or a `basket serve`. It is asked to terminate when this is dropped.
pub struct Service {
    kind: Kind,
    process: Mutex<Option<Guard>>,
    address: String,
    // Dropped after the process, which writes to it.
    home: TempDir,
}

impl Service {
    /// Starts the program that `BASKET_BIN` names, or else the one built beside the tests, on a
    /// free port with an empty database.
    pub async fn start() -> Result<Self> {
        Self::start_kind(Kind::demo()).await
    }

    /// Likewise, but without the demo: nothing is in the database, and nobody can sign in.
    pub async fn empty() -> Result<Self> {
        // All callers are on one machine here, which would have them wait for each other.
        Self::with_flags(&["--requests-per-address", "0"]).await
    }

    /// Likewise, with these flags.
    pub async fn with_flags(flags: &[&str]) -> Result<Self> {
        Self::start_kind(Kind::serve(flags)).await
    }

    async fn start_kind(kind: Kind) -> Result<Self> {
        let home = TempDir::with_prefix("basket-e2e-").context("cannot make a folder")?;
        let (process, address) = spawn(&kind, "127.0.0.1:0", &home).await?;
        Ok(Self { kind, process: Mutex::new(Some(process)), address, home })
    }

    /// Where it listens: `http://127.0.0.1:PORT`, without a slash at the end.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The full address of a path: `url("/v1/basket.js")`.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    /// Ends it without warning (SIGKILL). Requests then fail until [`Self::restart`].
    pub fn kill(&self) {
        if let Some(mut process) = self.take() {
            process.kill();
        }
    }

    /// Starts it again on the same port and database; ends it properly first if it still runs.
    pub async fn restart(&self) -> Result<()> {
        drop(self.take());
        let listen = self.address.trim_start_matches("http://");
        let (process, address) = spawn(&self.kind, listen, &self.home).await?;
        ensure!(address == self.address, "the service came back at {address}");
        *self.process.lock().unwrap_or_else(PoisonError::into_inner) = Some(process);
        Ok(())
    }

    /// What it has printed since its last start; empty while it is down.
    pub fn output(&self) -> Result<String> {
        let process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        process.as_ref().map_or_else(|| Ok(String::new()), Guard::output)
    }

    /// What the program prints for a command on its database, run to the end: `command(&["key", "list"])`.
    pub fn command(&self, arguments: &[&str]) -> Result<String> {
        let mut command = Command::new(program()?);
        command.args(arguments).arg("--database").arg(self.home.path().join(DATABASE));
        let output = command.output().with_context(|| format!("cannot run {command:?}"))?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{command:?} failed: {said}");
        Ok(String::from_utf8(output.stdout)?)
    }

    /// What `basket check` prints about a page.
    pub fn check_page(file: &Path) -> Result<String> {
        let output = Command::new(program()?).arg("check").arg(file).output()?;
        Ok(String::from_utf8(output.stdout)? + &String::from_utf8(output.stderr)?)
    }

    /// Changes its database behind its back, for what no command of it does, such as letting months pass.
    pub fn change_database(&self, statement: &str) -> Result<()> {
        let database = rusqlite::Connection::open(self.home.path().join(DATABASE))?;
        let changed = database.execute(statement, ()).with_context(|| statement.to_owned())?;
        ensure!(changed > 0, "nothing was changed by {statement}");
        Ok(())
    }

    fn take(&self) -> Option<Guard> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

async fn spawn(kind: &Kind, listen: &str, home: &TempDir) -> Result<(Guard, String)> {
    let Kind { words, greeting } = kind;
    let program = program()?;
    let database = home.path().join(DATABASE);
    let arguments = words.iter().map(String::as_str).chain(["--listen", listen, "--database"]);
    let arguments: Vec<_> = arguments.map(OsStr::new).chain([database.as_os_str()]).collect();
    let process = Guard::spawn(program.as_os_str(), &arguments, &[])?;
    let address = process
        .printed(START, &format!("a line with {greeting:?}"), |line| {
            let address = line.split_once(greeting)?.1.trim().trim_end_matches('/');
            Some(address.to_owned())
        })
        .await
        .with_context(|| format!("{} {} did not start", program.display(), words[0]))?;
    Ok((process, address))
}

fn program() -> Result<PathBuf> {
    if let Some(named) = env::var_os("BASKET_BIN") {
        return Ok(named.into());
    }
    let beside = build_folder()?.join("basket");
    ensure!(
        beside.is_file(),
        "{} is missing; build it with `cargo build -p basket-cli`, or set BASKET_BIN",
        beside.display()
    );
    Ok(beside)
}

/// The folder with the programs of this build, `target/debug`: the test runs from its `deps`.
pub(crate) fn build_folder() -> Result<PathBuf> {
    let test = env::current_exe()?;
    let folder = test.parent().and_then(|deps| deps.parent());
    Ok(folder.context("the test stands in no folder")?.to_owned())
}
