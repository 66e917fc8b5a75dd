//! The service alone: everything that shoppers ask, with few connections and with many, in closed and open loops.

use anyhow::Result;

use crate::instance::{Instance, Pace};
use crate::report::{Limit, Report, figures};
use crate::requests::Kind;

/// How many callers there are at once.
const CONNECTIONS: [usize; 4] = [1, 16, 64, 256];
/// How many there are where it matters how long the last of them wait.
pub const MANY_CALLERS: usize = 64;

/// Each asks again as soon as it is answered.
pub async fn closed(report: &mut Report, pace: Pace) -> Result<()> {
    let instances = Instance::both()?;
    for (kind, table) in Kind::ALL {
        let mut turns = vec![Vec::new(); instances.len() * CONNECTIONS.len()];
        for _ in 0..pace.turns {
            let mut turns = turns.iter_mut();
            for instance in &instances {
                for (callers, turns) in CONNECTIONS.into_iter().zip(&mut turns) {
                    turns.push(instance.closed(kind, callers, pace.turn).await?);
                }
            }
        }
        let mut turns = turns.into_iter();
        for instance in &instances {
            for (callers, turns) in CONNECTIONS.into_iter().zip(&mut turns) {
                let name = instance.database.name();
                let connections = if callers == 1 { "connection" } else { "connections" };
                report.row(
                    table,
                    &format!("basket, {name}, {callers} {connections}"),
                    figures(&turns),
                );
                // In mixed traffic one half waits for the disk and the other does not: the two are no one crowd.
                if callers == MANY_CALLERS && kind != Kind::Mixed {
                    let tails: Vec<f64> =
                        turns.iter().map(|turn| turn.load.p99 / turn.load.p50).collect();
                    let what =
                        format!("{name}, {table}, p99 to p50 with {MANY_CALLERS} connections");
                    report.ratio(&what, &tails, Limit::AtMost(10.0));
                }
            }
        }
    }
    Ok(())
}

/// Requests come at half of the rate that was reached, whether or not those before are answered.
pub async fn open(report: &mut Report, pace: Pace) -> Result<()> {
    for instance in Instance::both()? {
        for (kind, table) in Kind::ALL {
            let rate = instance.closed(kind, MANY_CALLERS, pace.turn).await?.load.rate / 2.0;
            let mut turns = Vec::new();
            for _ in 0..pace.turns {
                turns.push(instance.open(kind, MANY_CALLERS, rate, pace.turn).await?);
            }
            let name = format!("basket, {}, {table}", instance.database.name());
            let mut figures = figures(&turns);
            figures.insert(0, ("asked", vec![rate]));
            report.row("open", &name, figures);
        }
    }
    Ok(())
}
