//! One PostgreSQL server with its Patroni, and what can happen to it.
//!
//! Its peers and etcd are reached through relays, so that it can be cut off from them. The service reaches the server
//! directly, also while it is cut off.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use tokio_postgres::Client;

use super::patroni::{self, Place};
use crate::http::{self, Outcome};
use crate::relay::Relay;
use crate::sandbox::{Program, Sandbox, children};

/// How long Patroni may take to carry out a switch.
const SWITCH: Duration = Duration::from_mins(1);

/// A server.
pub struct Node {
    pub name: String,
    /// Where the server listens.
    pub postgres_port: u16,
    /// Where Patroni listens.
    pub patroni_port: u16,
    folder: PathBuf,
    configuration: PathBuf,
    relays: [Relay; 3],
    /// Absent while it is killed.
    patroni: Option<Program>,
}

impl Node {
    /// Starts its Patroni, which starts the server.
    pub async fn start(sandbox: &Sandbox, number: usize, etcd_port: u16) -> Result<Self> {
        let name = format!("node{number}");
        let folder = sandbox.create_folder(&name)?;
        let (postgres_port, patroni_port) = (sandbox.free_port()?, sandbox.free_port()?);
        let relays = [
            Relay::open(sandbox.free_port()?, etcd_port).await?,
            Relay::open(sandbox.free_port()?, patroni_port).await?,
            Relay::open(sandbox.free_port()?, postgres_port).await?,
        ];
        let text = patroni::configuration(&Place {
            name: &name,
            folder: &folder.display().to_string(),
            programs: &sandbox.postgres_programs().display().to_string(),
            etcd_relay: relays[0].port,
            patroni_port,
            patroni_relay: relays[1].port,
            postgres_port,
            postgres_relay: relays[2].port,
        });
        let configuration = sandbox.write(&format!("{name}.yml"), &text)?;
        let mut node = Self {
            name,
            postgres_port,
            patroni_port,
            folder,
            configuration,
            relays,
            patroni: None,
        };
        node.restart(sandbox)?;
        Ok(node)
    }

    /// Starts its Patroni again.
    pub fn restart(&mut self, sandbox: &Sandbox) -> Result<()> {
        let configuration = self.configuration.display().to_string();
        self.patroni = Some(sandbox.start_as_user(&self.name, "patroni", &[&configuration])?);
        Ok(())
    }

    /// Kills its Patroni and the server with all its processes.
    pub fn kill(&mut self) -> Result<()> {
        let server = self.server_processes()?;
        self.patroni.take().context("it is killed already")?.kill();
        for process in server {
            // A process may have ended with the server's first one.
            let _ = kill_process(process, Signal::KILL);
        }
        Ok(())
    }

    /// Stops its Patroni and all processes of the server, which keep their connections.
    pub fn freeze(&self) -> Result<()> {
        self.signal_all(Signal::STOP)
    }

    /// Lets them continue.
    pub fn thaw(&self) -> Result<()> {
        self.signal_all(Signal::CONT)
    }

    fn signal_all(&self, signal: Signal) -> Result<()> {
        for process in self.server_processes()? {
            // One for a single connection may have ended.
            let _ = kill_process(process, signal);
        }
        self.patroni.as_ref().context("it is killed")?.signal(signal)
    }

    /// Separates it from etcd and from its peers.
    pub fn cut_off(&self) {
        self.relays.iter().for_each(Relay::cut);
    }

    /// Connects it again.
    pub fn reconnect(&self) {
        self.relays.iter().for_each(Relay::restore);
    }

    /// Has Patroni make another node the primary.
    pub async fn switch_over(&self) -> Result<()> {
        let body = json!({ "leader": self.name }).to_string();
        let request = http::send("POST", "/switchover", "", "application/json", &body);
        let address = ([127, 0, 0, 1], self.patroni_port).into();
        match http::ask_once(address, &request, SWITCH).await {
            Outcome::Answered(answer) => {
                ensure!(answer.status == 200, "the switch failed: {}", answer.shown());
                Ok(())
            }
            outcome => anyhow::bail!("the switch failed: {outcome:?}"),
        }
    }

    /// A connection to the server.
    pub async fn connect(&self, database: &str) -> Result<Client> {
        super::connect(self.postgres_port, database).await
    }

    /// Fails if its Patroni has ended by itself.
    pub fn check(&mut self) -> Result<()> {
        self.patroni.as_mut().map_or(Ok(()), Program::check)
    }

    /// The end of its log.
    pub fn last_lines(&self) -> String {
        self.patroni.as_ref().map(Program::last_lines).unwrap_or_default()
    }

    /// The server's first process, and all that it has started.
    fn server_processes(&self) -> Result<Vec<Pid>> {
        let file = self.folder.join("data/postmaster.pid");
        let text = fs::read_to_string(&file).context("the server does not run")?;
        let first = text.lines().next().and_then(|line| line.trim().parse().ok());
        let first = first.and_then(Pid::from_raw).context("no process in postmaster.pid")?;
        Ok([first].into_iter().chain(children(first)).collect())
    }
}
