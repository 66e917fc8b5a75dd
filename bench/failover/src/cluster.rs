//! Three PostgreSQL servers under Patroni, with synchronous replication, and the etcd in which Patroni keeps who the
//! primary is.

mod node;
mod patroni;

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use tokio::time::sleep;
use tokio_postgres::{Client, NoTls};

use crate::http;
use crate::sandbox::{Program, Sandbox};
pub use node::Node;
pub use patroni::TTL;

/// How many servers.
const NODES: usize = 3;
/// How long etcd and the first start may take.
const START: Duration = Duration::from_secs(90);
/// How long it may take until three healthy nodes are there again.
const HEALING: Duration = Duration::from_mins(3);
/// How often the cluster is asked how it is.
const PAUSE: Duration = Duration::from_millis(200);
/// How long an answer of Patroni may take.
const ANSWER: Duration = Duration::from_secs(2);
/// The role and the database of the service.
pub const NAME: &str = "basket";

/// The servers.
pub struct Cluster {
    etcd: Program,
    pub nodes: Vec<Node>,
}

impl Cluster {
    /// Starts everything, and creates the database.
    pub async fn start(sandbox: &Sandbox) -> Result<Self> {
        let etcd_port = sandbox.free_port()?;
        let mut etcd = start_etcd(sandbox, etcd_port)?;
        let start = Instant::now();
        while http::get_json(etcd_port, "/health", ANSWER).await.is_err() {
            etcd.check()?;
            anyhow::ensure!(start.elapsed() < START, "etcd does not answer");
            sleep(PAUSE).await;
        }
        let mut nodes = Vec::new();
        for number in 1..=NODES {
            nodes.push(Node::start(sandbox, number, etcd_port).await?);
        }
        let mut cluster = Self { etcd, nodes };
        let primary = cluster.wait_until_healthy().await?;
        let client = cluster.nodes[primary].connect("postgres").await?;
        client.batch_execute(&format!("CREATE ROLE {NAME} LOGIN")).await?;
        client.batch_execute(&format!("CREATE DATABASE {NAME} OWNER {NAME}")).await?;
        client.batch_execute("CREATE TABLE probe (written bigint NOT NULL)").await?;
        client.batch_execute("INSERT INTO probe VALUES (0)").await?;
        Ok(cluster)
    }

    /// The address of the database, with every node.
    pub fn address(&self) -> String {
        let hosts: Vec<_> =
            self.nodes.iter().map(|node| format!("127.0.0.1:{}", node.postgres_port)).collect();
        format!("postgres://{NAME}@{}/{NAME}", hosts.join(","))
    }

    /// Waits until there are a primary, a synchronous standby and another standby, all on one timeline; which node is the
    /// primary.
    pub async fn wait_until_healthy(&mut self) -> Result<usize> {
        let start = Instant::now();
        loop {
            self.etcd.check()?;
            let seen = self.state().await;
            if let Ok(state) = &seen
                && let Some(primary) = patroni::healthy_primary(state, NODES)
            {
                return self.nodes.iter().position(|node| node.name == primary).context("no node");
            }
            if start.elapsed() > HEALING {
                let lines: Vec<_> = self.nodes.iter().map(Node::last_lines).collect();
                bail!("the cluster is not healthy again: {seen:?}\n{}", lines.join("\n\n"));
            }
            for node in &mut self.nodes {
                node.check()?;
            }
            sleep(PAUSE).await;
        }
    }

    /// How Patroni sees the cluster: what the first node says that answers.
    pub async fn state(&self) -> Result<Value> {
        for node in &self.nodes {
            if let Ok(state) = http::get_json(node.patroni_port, "/cluster", ANSWER).await {
                return Ok(state);
            }
        }
        bail!("no node answers")
    }

    /// A connection to the primary, wherever that is.
    pub async fn connect_to_primary(&self, database: &str) -> Result<Client> {
        for node in &self.nodes {
            let Ok(client) = node.connect(database).await else { continue };
            let row = client.query_one("SELECT pg_is_in_recovery()", &[]).await?;
            if !row.get::<_, bool>(0) {
                return Ok(client);
            }
        }
        bail!("no node is the primary")
    }
}

fn start_etcd(sandbox: &Sandbox, port: u16) -> Result<Program> {
    let data = sandbox.create_folder("etcd")?;
    let clients = format!("http://127.0.0.1:{port}");
    let peers = format!("http://127.0.0.1:{}", sandbox.free_port()?);
    sandbox.start_as_user(
        "etcd",
        "etcd",
        &[
            "--enable-v2=true",
            "--data-dir",
            &data.display().to_string(),
            "--listen-client-urls",
            &clients,
            "--advertise-client-urls",
            &clients,
            "--listen-peer-urls",
            &peers,
            "--initial-advertise-peer-urls",
            &peers,
            "--initial-cluster",
            &format!("default={peers}"),
        ],
    )
}

/// A connection to the server at that port.
pub async fn connect(port: u16, database: &str) -> Result<Client> {
    let address = format!("postgres://postgres@127.0.0.1:{port}/{database}?connect_timeout=1");
    let (client, connection) = tokio_postgres::connect(&address, NoTls).await?;
    // It ends with the client, or with an error that the client's next query reports.
    tokio::spawn(connection);
    Ok(client)
}
