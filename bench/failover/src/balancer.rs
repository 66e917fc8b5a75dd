//! HAProxy before the service, and, with PgBouncer, before the database.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use tokio::time::{sleep, timeout};

use crate::cluster::{Cluster, NAME, connect};
use crate::sandbox::{Program, Sandbox};
use crate::service;

/// How long it may take to start.
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(50);

/// What holds for both. A request is sent again only if no connection could be made. The balancer's own answers say when
/// to try again, as the service's do.
const DEFAULTS: &str = "
global
  maxconn 4000
defaults
  maxconn 2000
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  retries 2
  option redispatch 1
  default-server inter 250ms fall 1 rise 1
";

/// The balancer of shoppers.
pub struct Balancer {
    /// Where shoppers connect.
    pub port: u16,
    program: Program,
}

impl Balancer {
    /// Starts it before services at those ports, and waits until it forwards to one.
    pub async fn start(sandbox: &Sandbox, services: &[u16]) -> Result<Self> {
        let port = sandbox.free_port()?;
        let mut text = format!(
            "{DEFAULTS}
frontend shoppers
  mode http
  bind 127.0.0.1:{port}
  option forwardfor
  default_backend services
backend services
  mode http
  option httpchk GET /readyz
  http-check expect status 200
  http-error status 503 content-type text/plain string \"no service is ready\" hdr Retry-After 1
"
        );
        for (number, service) in (1..).zip(services) {
            writeln!(text, "  server service{number} 127.0.0.1:{service} check")?;
        }
        let mut balancer = Self { port, program: start(sandbox, "balancer", &text)? };
        let begun = Instant::now();
        while service::readiness(port).await != Some(200) {
            balancer.check()?;
            ensure!(begun.elapsed() < PATIENCE, "the balancer sees no service that is ready");
            sleep(PAUSE).await;
        }
        Ok(balancer)
    }

    /// Fails if it has ended.
    pub fn check(&mut self) -> Result<()> {
        self.program.check()
    }
}

/// A pool of connections in transaction mode, before the balancer that follows the primary.
pub struct Bouncer {
    /// Where the service connects.
    pub port: u16,
    programs: [Program; 2],
}

impl Bouncer {
    /// Starts both, and waits until a query reaches the primary.
    pub async fn start(sandbox: &Sandbox, cluster: &Cluster) -> Result<Self> {
        let (primary, port) = (sandbox.free_port()?, sandbox.free_port()?);
        let mut text = format!(
            "{DEFAULTS}
listen primary
  mode tcp
  bind 127.0.0.1:{primary}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server on-marked-down shutdown-sessions
"
        );
        for node in &cluster.nodes {
            let (name, server, patroni) = (&node.name, node.postgres_port, node.patroni_port);
            writeln!(text, "  server {name} 127.0.0.1:{server} check port {patroni}")?;
        }
        let balancer = start(sandbox, "primary", &text)?;
        // By default it waits for 15 s after a server that could not be reached.
        let text = format!(
            "[databases]
basket = host=127.0.0.1 port={primary} dbname=basket user=basket
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 200
default_pool_size = 32
server_login_retry = 1
server_connect_timeout = 3
"
        );
        let file = sandbox.write("pgbouncer.ini", &text)?.display().to_string();
        let bouncer = sandbox.start_as_user("pgbouncer", &server_program("pgbouncer"), &[&file])?;
        let mut bouncer = Self { port, programs: [balancer, bouncer] };
        let begun = Instant::now();
        while query(port).await.is_err() {
            bouncer.check()?;
            ensure!(begun.elapsed() < PATIENCE, "PgBouncer does not reach the primary");
            sleep(PAUSE).await;
        }
        Ok(bouncer)
    }

    /// Fails if one of them has ended.
    pub fn check(&mut self) -> Result<()> {
        self.programs.iter_mut().try_for_each(Program::check)
    }
}

async fn query(port: u16) -> Result<()> {
    let client = timeout(PATIENCE, connect(port, NAME)).await??;
    Ok(timeout(PATIENCE, client.batch_execute("SELECT 1")).await??)
}

fn start(sandbox: &Sandbox, name: &str, text: &str) -> Result<Program> {
    let file = sandbox.write(&format!("{name}.cfg"), text)?.display().to_string();
    sandbox.start_as_user(name, &server_program("haproxy"), &["-db", "-f", &file])
}

/// Debian keeps servers in a folder that is on root's path alone.
fn server_program(name: &str) -> String {
    let path = PathBuf::from("/usr/sbin").join(name);
    if path.is_file() { path.display().to_string() } else { name.to_owned() }
}
