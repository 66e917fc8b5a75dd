//! Programs under measurement: the service, and the small ones that it is compared with.

use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result};

use crate::load::{Load, Turn};

/// A program that listens, and ends with this.
pub struct Process {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

/// How long processors were busy, in seconds.
#[derive(Debug, Clone, Copy)]
pub struct Processor {
    /// With the program under measurement.
    pub service: f64,
    /// With the database server.
    pub server: f64,
}

impl Processor {
    fn sum(self) -> f64 {
        self.service + self.server
    }
}

impl Process {
    /// The service with the demo shop, on that database.
    pub fn service(database: &str) -> Result<Self> {
        Self::service_of(&basket_program()?, database)
    }

    /// The same of another build of the program.
    pub fn service_of(program: &Path, database: &str) -> Result<Self> {
        let mut command = Command::new(program);
        command.args(["demo", "--listen", "127.0.0.1:0", "--log", "off", "--database", database]);
        Self::start(command, b"")
    }

    /// A peer's shop, on that database, which it has filled.
    pub fn shop(peer: &str, database: &str) -> Result<Self> {
        Self::start(shop(peer, database)?, b"")
    }

    /// One of the small servers of this program, with its input.
    pub fn small_server(name: &str, argument: &str, input: &[u8]) -> Result<Self> {
        let mut command = Command::new(env::current_exe()?);
        command.args([name, argument]);
        Self::start(command, input)
    }

    /// A program that says where it listens, with its input.
    pub fn start(mut command: Command, input: &[u8]) -> Result<Self> {
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

    /// Takes a load, together with a database server if it uses that one.
    pub async fn turn(
        &self,
        server: Option<&str>,
        load: impl Future<Output = Result<Load>>,
    ) -> Result<Turn> {
        let before = self.processor(server)?.sum();
        let load = load.await?;
        Ok(Turn { load, cpu_seconds: self.processor(server)?.sum() - before })
    }

    /// How long it has kept a processor busy, and all processes of a database server.
    pub fn processor(&self, server: Option<&str>) -> Result<Processor> {
        let (service, _) = cpu_seconds(&self.child.id().to_string())?;
        let mut sum = 0.0;
        let Some(server) = server else { return Ok(Processor { service, server: sum }) };
        for entry in fs::read_dir("/proc")? {
            let process = entry?.file_name().display().to_string();
            // It may have ended meanwhile, or be none.
            let Ok((seconds, parent)) = cpu_seconds(&process) else { continue };
            if process == server || parent == server {
                sum += seconds;
            }
        }
        Ok(Processor { service, server: sum })
    }

    /// How many files and connections it has open.
    pub fn open_files(&self) -> Result<u32> {
        let open = fs::read_dir(format!("/proc/{}/fd", self.child.id()))?.count();
        Ok(u32::try_from(open)?)
    }

    /// Memory that it holds, in MiB.
    pub fn memory(&self) -> Result<f64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line =
            status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no size")?;
        Ok(line.trim().trim_end_matches(" kB").parse::<f64>()? / 1024.0)
    }
}

/// The program to measure.
pub fn basket_program() -> Result<PathBuf> {
    Ok(env::var_os("BASKET_BIN").context("BASKET_BIN names no program")?.into())
}

/// Runs the program to its end; what it says.
pub fn basket(arguments: &[&str]) -> Result<String> {
    let output = Command::new(basket_program()?).args(arguments).output()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let problem = String::from_utf8_lossy(&output.stderr);
    anyhow::ensure!(output.status.success(), "basket {arguments:?}: {problem}{said}");
    Ok(said)
}

/// Has a peer make its tables and its shop.
pub fn fill_shop(peer: &str, database: &str) -> Result<()> {
    let mut command = shop(peer, database)?;
    // What it says is not what was measured, which goes there.
    let status = command.arg("fill").stdout(Stdio::null()).status()?;
    anyhow::ensure!(status.success(), "{command:?}: {status}");
    Ok(())
}

/// That of a peer's package, and that of what runs it.
pub fn shop_versions(peer: &str, package: &str) -> Result<[String; 2]> {
    let mut node = node(peer)?;
    let script = "console.log(require(process.argv[1]).version, process.versions.node)";
    let said = node.args(["-e", script, &format!("{package}/package.json")]).output()?.stdout;
    let said = String::from_utf8(said)?;
    let (version, node) = said.trim().split_once(' ').context("no versions are said")?;
    Ok([version.to_owned(), node.to_owned()])
}

fn shop(peer: &str, database: &str) -> Result<Command> {
    let mut node = node(peer)?;
    node.args(["shop.js", database]);
    Ok(node)
}

/// Node.js in the folder of a peer.
fn node(peer: &str) -> Result<Command> {
    let variable = format!("{}_FOLDER", peer.to_uppercase());
    let folder = env::var_os(&variable).with_context(|| format!("{variable} names no folder"))?;
    let mut command = Command::new("node");
    command.current_dir(folder).env("NODE_ENV", "production").env("NODE_NO_WARNINGS", "1");
    Ok(command)
}

/// How many seconds a process has kept a processor busy, and who started it.
fn cpu_seconds(process: &str) -> Result<(f64, String)> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name comes second, in brackets, and may have spaces in it.
    let (_, rest) = stat.rsplit_once(") ").context("an odd state")?;
    let fields: Vec<&str> = rest.split(' ').collect();
    let ticks =
        |field: usize| anyhow::Ok(fields.get(field).context("an odd state")?.parse::<f64>()?);
    // Its own in both modes, and those of children that have ended. A tick is a hundredth of a second on every Linux.
    let sum = ticks(11)? + ticks(12)? + ticks(13)? + ticks(14)?;
    Ok((sum / 100.0, fields[1].to_owned()))
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself, and then there is nothing left to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
