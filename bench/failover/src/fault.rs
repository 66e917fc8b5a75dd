//! What happens to the primary, and how long it takes until another one takes writes and the service uses it.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::cluster::{Cluster, Node, TTL, connect};
use crate::random::Random;
use crate::record::Record;
use crate::sandbox::Sandbox;

/// How often a standby is asked whether it is the primary now.
const PAUSE: Duration = Duration::from_millis(25);
/// How long an answer of the standby may take before another connection is tried.
const ANSWER: Duration = Duration::from_secs(2);
/// How long it may take until there is another primary: it is elected when the old one has not been heard of for so long.
const ELECTION: Duration = Duration::from_secs(TTL + 60);
/// How often a switch is tried.
const SWITCHES: usize = 3;
/// How long the service is waited for.
const PATIENCE: Duration = Duration::from_mins(1);

/// What happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// The server and its Patroni are killed, and started again later.
    Kill,
    /// All its processes are stopped, and continue later.
    Freeze,
    /// It reaches neither its peers nor etcd, while the service still reaches it.
    CutOff,
    /// Patroni is asked to make another node the primary.
    Switch,
}

impl Fault {
    pub const ALL: [Self; 4] = [Self::Kill, Self::Freeze, Self::CutOff, Self::Switch];

    pub fn name(self) -> &'static str {
        match self {
            Self::Kill => "killed",
            Self::Freeze => "frozen",
            Self::CutOff => "cut off",
            Self::Switch => "switched",
        }
    }
}

/// So many faults in a random order, each about as often as the others.
pub fn plan(count: usize, random: &mut Random) -> Vec<Fault> {
    let mut faults = Vec::new();
    while faults.len() < count {
        let mut round = Fault::ALL;
        random.shuffle(&mut round);
        faults.extend(round);
    }
    faults.truncate(count);
    faults
}

/// What a fault led to.
#[derive(Debug, Clone, Copy)]
pub struct Struck {
    pub fault: Fault,
    /// The nodes that were the primary before and after.
    pub nodes: [usize; 2],
    /// Until another primary took a write.
    pub absent: Duration,
    /// From then on until a change was acknowledged that was begun later.
    pub answered: Option<Duration>,
}

impl fmt::Display for Struck {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [old, new] = self.nodes.map(|node| node + 1);
        let (fault, absent) = (self.fault.name(), self.absent.as_secs_f64());
        write!(formatter, "node{old} {fault}, node{new} takes writes after {absent:.2} s, ")?;
        match self.answered {
            Some(answered) => {
                let answered = answered.as_secs_f64();
                write!(formatter, "a change is acknowledged {answered:.2} s later")
            }
            None => write!(formatter, "no change is acknowledged for {} s", PATIENCE.as_secs()),
        }
    }
}

/// Has it happen, waits for the next primary and for the service, and repairs what was broken.
pub async fn strike(
    sandbox: &Sandbox,
    cluster: &mut Cluster,
    record: &Record,
    fault: Fault,
) -> Result<Struck> {
    let old = cluster.wait_until_healthy().await?;
    let others = cluster.nodes.iter().enumerate().filter(|(node, _)| *node != old);
    let others: Vec<_> = others.map(|(node, place)| (node, place.postgres_port)).collect();
    let begun = Instant::now();
    let next = timeout(ELECTION, next_primary(others));
    let node = &mut cluster.nodes[old];
    let next = match fault {
        Fault::Kill => {
            node.kill()?;
            next.await
        }
        Fault::Freeze => {
            node.freeze()?;
            next.await
        }
        Fault::CutOff => {
            node.cut_off();
            next.await
        }
        Fault::Switch => {
            let (switched, next) = tokio::join!(switch_over(node), next);
            switched?;
            next
        }
    };
    let next = next.context("there is no other primary").and_then(|next| next);
    let answered = match &next {
        Ok((_, moment)) => wait_for_change(record, *moment).await,
        Err(_) => None,
    };
    let node = &mut cluster.nodes[old];
    match fault {
        Fault::Kill => node.restart(sandbox)?,
        Fault::Freeze => node.thaw()?,
        Fault::CutOff => node.reconnect(),
        Fault::Switch => {}
    }
    let (new, moment) = next?;
    Ok(Struck { fault, nodes: [old, new], absent: moment - begun, answered })
}

/// Patroni refuses while it is busy with something else.
async fn switch_over(node: &Node) -> Result<()> {
    for _ in 1..SWITCHES {
        if node.switch_over().await.is_ok() {
            return Ok(());
        }
        sleep(ANSWER).await;
    }
    node.switch_over().await
}

async fn wait_for_change(record: &Record, moment: Instant) -> Option<Duration> {
    while moment.elapsed() < PATIENCE {
        if let Some(answered) = record.first_change_after(moment) {
            return Some(answered);
        }
        sleep(PAUSE).await;
    }
    None
}

/// The first of these nodes that takes a write, and when it had.
async fn next_primary(nodes: Vec<(usize, u16)>) -> Result<(usize, Instant)> {
    let mut tasks = JoinSet::new();
    for (node, port) in nodes {
        tasks.spawn(async move {
            loop {
                // The server may be restarting.
                if let Ok(Ok(moment)) = timeout(ELECTION, write_once(port)).await {
                    return (node, moment);
                }
                sleep(PAUSE).await;
            }
        });
    }
    match tasks.join_next().await {
        Some(next) => Ok(next?),
        None => bail!("there is no other node"),
    }
}

/// Waits on one connection until the server is the primary and has taken a write.
async fn write_once(port: u16) -> Result<Instant> {
    let client = timeout(ANSWER, connect(port, "postgres")).await??;
    loop {
        let row = timeout(ANSWER, client.query_one("SELECT pg_is_in_recovery()", &[])).await??;
        if !row.get::<_, bool>(0) {
            let write = client.execute("UPDATE probe SET written = written + 1", &[]);
            timeout(ANSWER, write).await??;
            return Ok(Instant::now());
        }
        sleep(PAUSE).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_comes_about_as_often() {
        let faults = plan(30, &mut Random::new(1));
        for fault in Fault::ALL {
            let times = faults.iter().filter(|planned| **planned == fault).count();
            assert!((7..=8).contains(&times), "{fault:?}: {times}");
        }
        let mut short = plan(4, &mut Random::new(2));
        short.sort_unstable();
        assert_eq!(short, Fault::ALL);
    }
}
