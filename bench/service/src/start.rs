//! How soon the service answers after its start, and how much memory it holds.

use std::time::{Duration, Instant};

use anyhow::Result;

use crate::connection::Connection;
use crate::database::Database;
use crate::instance::{Instance, Pace};
use crate::process::Process;
use crate::report::{Limit, Report};
use crate::requests::Kind;
use crate::traffic::MANY_CALLERS;

/// How long a process has nothing to do until it is at rest.
pub const REST: Duration = Duration::from_secs(2);

/// The first time, and the last.
pub async fn measure(report: &mut Report, pace: Pace) -> Result<()> {
    for database in Database::both()? {
        // The first start makes the tables.
        drop(Process::service(&database.address())?);
        let shop = b"GET /v1/shop?key=pk_demo HTTP/1.1\r\nhost: bench\r\n\r\n";
        let mut starts = Vec::new();
        for _ in 0..pace.pairs {
            starts.push(first_answer(|| Process::service(&database.address()), shop).await?);
        }
        let instance = Instance::new(database)?;
        tokio::time::sleep(REST).await;
        let idle = vec![instance.service.memory()?];
        instance.closed(Kind::Mixed, MANY_CALLERS, pace.turn * 2).await?;
        let loaded = vec![instance.service.memory()?];
        let name = instance.database.name();
        let what = format!("{name}, start to first answer");
        report.amount(&what, &starts, "ms", Limit::AtMost(150.0));
        report.amount(&format!("{name}, idle memory"), &idle, "MiB", Limit::AtMost(40.0));
        let figures = vec![("first answer", starts), ("idle", idle), ("loaded", loaded)];
        report.row("start", &format!("basket, {name}"), figures);
    }
    Ok(())
}

/// How long a process takes from its start until it has answered, in milliseconds.
pub async fn first_answer(process: impl Fn() -> Result<Process>, request: &[u8]) -> Result<f64> {
    let start = Instant::now();
    let process = process()?;
    Connection::open(process.address).await?.call(request).await?;
    Ok(start.elapsed().as_secs_f64() * 1000.0)
}
