//! The program under test: as a service, and as the command that sets shops up.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use rustix::process::Signal;
use tokio::time::sleep;

use crate::http::{self, Outcome};
use crate::sandbox::{Program, Sandbox};

/// How long it may take to start, or to stop.
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(50);
/// All shoppers come through one balancer, and no limit is under test here.
const WITHOUT_LIMITS: [&str; 10] = [
    "--requests-per-address",
    "0",
    "--orders-per-address",
    "0",
    "--orders-per-email",
    "0",
    "--orders-per-shop",
    "0",
    "--pieces-per-address",
    "0",
];

/// It leaves the tables to `basket migrate-schema`, and says that it stops before it does.
const DRAIN: [&str; 3] = ["--no-migrate", "--drain", "3s"];

/// The program to test.
pub fn basket_program() -> Result<PathBuf> {
    Ok(env::var_os("BASKET_BIN").context("BASKET_BIN names no program")?.into())
}

/// A process of the service.
pub struct Service {
    pub port: u16,
    program: Program,
}

impl Service {
    /// Starts it at that port, and waits until it is ready.
    pub async fn start(
        sandbox: &Sandbox,
        program: &Path,
        database: &str,
        (number, port): (usize, u16),
    ) -> Result<Self> {
        let mut command = Command::new(program);
        command.args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--proxies", "1"]);
        command.args(["--database", database]).args(WITHOUT_LIMITS);
        if knows_drain(program)? {
            command.args(DRAIN);
        }
        let program = sandbox.start(&format!("service{number}"), command)?;
        let mut service = Self { port, program };
        let start = Instant::now();
        while readiness(port).await != Some(200) {
            service.check()?;
            ensure!(start.elapsed() < PATIENCE, "not ready:\n{}", service.program.last_lines());
            sleep(PAUSE).await;
        }
        Ok(service)
    }

    /// Fails if it has ended.
    pub fn check(&mut self) -> Result<()> {
        self.program.check()
    }

    /// Asks it to stop, and waits until it has.
    pub async fn stop(mut self) -> Result<()> {
        self.program.signal(Signal::TERM)?;
        let start = Instant::now();
        while !self.program.has_ended() {
            ensure!(start.elapsed() < PATIENCE, "it does not stop:\n{}", self.program.last_lines());
            sleep(PAUSE).await;
        }
        Ok(())
    }
}

/// Earlier versions, which may be replaced, know neither.
fn knows_drain(program: &Path) -> Result<bool> {
    let help = Command::new(program).args(["serve", "--help"]).output()?.stdout;
    let help = String::from_utf8_lossy(&help);
    Ok(help.contains("--drain") && help.contains("--no-migrate"))
}

/// Creates the tables. Earlier versions do so when they are needed.
pub fn create_tables(program: &Path, database: &str) -> Result<()> {
    let help = Command::new(program).args(["migrate-schema", "--help"]).output()?;
    if help.status.success() {
        basket(program, database, &["migrate-schema"])?;
    }
    Ok(())
}

/// The status that is answered to those who ask whether the service is ready.
pub async fn readiness(port: u16) -> Option<u16> {
    let address = ([127, 0, 0, 1], port).into();
    match http::ask_once(address, &http::get("/readyz", ""), PATIENCE).await {
        Outcome::Answered(answer) => Some(answer.status),
        _ => None,
    }
}

/// Runs the program to its end; what it says.
pub fn basket(program: &Path, database: &str, arguments: &[&str]) -> Result<String> {
    let mut command = Command::new(program);
    let output = command.args(arguments).args(["--database", database]).output()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let problem = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "basket {arguments:?}: {problem}{said}");
    Ok(said)
}
