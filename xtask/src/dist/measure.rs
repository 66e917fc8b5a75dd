//! What a release may weigh, and how fast it must be ready.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use super::Release;
use super::program::{Architecture, Programs};
use crate::setup;

const PROGRAM: f64 = 20.0;
const IMAGE: f64 = 25.0;
const READY: f64 = 100.0;
const IDLE: f64 = 25.0;

/// The middle one of so many starts counts: others may use the machine.
const STARTS: usize = 7;

/// How long a program may take before it counts as broken.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long the program is left alone before its memory is read.
const REST: Duration = Duration::from_secs(2);

/// One figure beside its limit.
struct Budget {
    what: String,
    measured: f64,
    limit: f64,
    unit: &'static str,
}

/// All figures of a release.
pub struct Budgets(Vec<Budget>);

impl Budgets {
    pub fn of(release: &Release, programs: &Programs) -> Result<Self> {
        setup::step("Measuring");
        let mut budgets = Vec::new();
        for architecture in Architecture::ALL {
            let name = architecture.name();
            let program = fs::metadata(programs.of(architecture))?.len();
            let what = format!("program, {name}");
            budgets.push(Budget {
                what,
                measured: megabytes(program)?,
                limit: PROGRAM,
                unit: "MB",
            });
            let image = size(&release.work.join(format!("image-{name}")))?;
            let what = format!("image unpacked, {name}");
            budgets.push(Budget { what, measured: megabytes(image)?, limit: IMAGE, unit: "MB" });
        }
        let (ready, idle) = starts(programs.of_this_machine()?, &release.work.join("measured"))?;
        let ready = ready.as_secs_f64() * 1e3;
        budgets.push(Budget {
            what: "ready".to_owned(),
            measured: ready,
            limit: READY,
            unit: "ms",
        });
        budgets.push(Budget {
            what: "idle memory".to_owned(),
            measured: idle,
            limit: IDLE,
            unit: "MiB",
        });
        Ok(Self(budgets))
    }

    pub fn hold(&self) -> bool {
        self.0.iter().all(|budget| budget.measured <= budget.limit)
    }

    pub fn table(&self) -> String {
        let line = |budget: &Budget| {
            let Budget { what, measured, limit, unit } = budget;
            let verdict = if measured <= limit { "ok" } else { "over" };
            format!("{what:<24} {measured:>6.1} {unit:<3} of {limit:>4} {verdict}")
        };
        self.0.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

fn megabytes(bytes: u64) -> Result<f64> {
    Ok(f64::from(u32::try_from(bytes)?) / 1e6)
}

/// The bytes of all files in a folder.
fn size(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.metadata()?;
        bytes += if kind.is_dir() { size(&entry.path())? } else { kind.len() };
    }
    Ok(bytes)
}

/// How long the program takes from its start to its first answer that it is ready, and its memory in MiB when it rests.
fn starts(program: &Path, folder: &Path) -> Result<(Duration, f64)> {
    fs::create_dir_all(folder)?;
    // The first start creates the database.
    Service::start(program, folder)?;
    let mut times = Vec::new();
    let mut memory = 0.0;
    for turn in 0..STARTS {
        let service = Service::start(program, folder)?;
        times.push(service.ready);
        if turn == 0 {
            thread::sleep(REST);
            memory = service.memory()?;
        }
    }
    times.sort();
    Ok((times[STARTS / 2], memory))
}

/// A running service, which ends with this value.
struct Service {
    process: Child,
    ready: Duration,
}

impl Service {
    fn start(program: &Path, folder: &Path) -> Result<Self> {
        let started = Instant::now();
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--database", "sqlite:basket.db"]);
        command.current_dir(folder).stdout(Stdio::piped());
        let mut process = command.spawn()?;
        let output = process.stdout.take().context("the program has an output")?;
        let mut service = Self { process, ready: Duration::ZERO };
        let mut lines = BufReader::new(output).lines();
        let address = loop {
            let line = lines.next().context("the program printed no address")??;
            if let Some(address) = line.strip_prefix("Service:  http://") {
                break address.to_owned();
            }
        };
        while !is_ready(&address) {
            if started.elapsed() > PATIENCE {
                bail!("the program was not ready after {PATIENCE:?}");
            }
            thread::sleep(Duration::from_millis(1));
        }
        service.ready = started.elapsed();
        Ok(service)
    }

    fn memory(&self) -> Result<f64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kibibytes = line.and_then(|line| line.split_whitespace().next());
        let kibibytes: f64 =
            kibibytes.context("the system does not tell a program's memory")?.parse()?;
        Ok(kibibytes / 1024.0)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn is_ready(address: &str) -> bool {
    let ask = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect(address)?;
        write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    };
    ask().is_ok_and(|answer| answer.starts_with("HTTP/1.1 200"))
}
