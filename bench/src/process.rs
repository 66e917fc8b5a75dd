//! Programs under measurement: the service, and the small ones that it is compared with.

use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result};

/// A program that listens, and ends with this.
pub struct Process {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Process {
    /// The service with the demo shop, on that database.
    pub fn service(database: &str) -> Result<Self> {
        let program = env::var_os("BASKET_BIN").context("BASKET_BIN names no program")?;
        let mut command = Command::new(program);
        command.args(["demo", "--listen", "127.0.0.1:0", "--log", "off", "--database", database]);
        Self::start(command, b"")
    }

    /// This program in one of its other parts, with something to read.
    pub fn part(name: &str, argument: &str, input: &[u8]) -> Result<Self> {
        let mut command = Command::new(env::current_exe()?);
        command.args([name, argument]);
        Self::start(command, input)
    }

    fn start(mut command: Command, input: &[u8]) -> Result<Self> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        child.stdin.take().context("no input")?.write_all(input)?;
        let mut output = BufReader::new(child.stdout.take().context("no output")?);
        let mut line = String::new();
        let address = loop {
            line.clear();
            anyhow::ensure!(output.read_line(&mut line)? > 0, "{command:?} did not start");
            if let Some((_, address)) = line.split_once("http://") {
                break address.trim().trim_end_matches('/').parse()?;
            }
        };
        // Whatever else it says must go somewhere.
        std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        Ok(Self { child, address })
    }

    /// How long it has kept a processor busy, in seconds; together with every database server if it uses one.
    pub fn effort(&self, uses_server: bool) -> Result<f64> {
        let mut sum = effort(&self.child.id().to_string())?;
        for entry in fs::read_dir("/proc")?.filter(|_| uses_server) {
            let process = entry?.file_name().display().to_string();
            let name = fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default();
            if name.trim_end() == "postgres" {
                // It may have ended meanwhile.
                sum += effort(&process).unwrap_or_default();
            }
        }
        Ok(sum)
    }

    /// Memory that it holds, in KiB.
    pub fn memory(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line =
            status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no size")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }
}

fn effort(process: &str) -> Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name comes second, in brackets, and may have spaces in it.
    let (_, rest) = stat.rsplit_once(") ").context("an odd state")?;
    let mut ticks = rest.split(' ').skip(11).take(2).map(str::parse::<f64>);
    let mut next = || Ok::<_, anyhow::Error>(ticks.next().context("an odd state")??);
    // A tick is a hundredth of a second on every Linux.
    Ok((next()? + next()?) / 100.0)
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself, and then there is nothing left to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
