//! The service and what it is built from, in turns: bare axum, one transaction for each request, and the engine alone.

use anyhow::Result;

use crate::connection::Connection;
use crate::database::Database;
use crate::instance::{Instance, Pace};
use crate::load::closed;
use crate::process::Process;
use crate::report::{Limit, Report, figures, rates, ratios, say};
use crate::requests::{DEMO, Kind, create_carts, read};
use crate::traffic::MANY_CALLERS;

/// Reads, beside bare axum that answers with the same bytes.
pub async fn reads(report: &mut Report, pace: Pace) -> Result<()> {
    for instance in Instance::both()? {
        let carts = create_carts(instance.service.address).await?;
        let mut connection = Connection::open(instance.service.address).await?;
        connection.call(&read(DEMO, &carts[0])).await?;
        let bare = Process::small_server("bare", "", connection.answer())?;
        let (mut ours, mut theirs, mut alone) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..pace.pairs {
            let ask = Kind::Read.requests(&carts, MANY_CALLERS);
            ours.push(instance.ask(MANY_CALLERS, pace.turn, ask.clone()).await?);
            let load = closed(bare.address, MANY_CALLERS, pace.turn, ask);
            theirs.push(bare.turn(None, load).await?);
            if let Database::Postgres(..) = instance.database {
                let row = "SELECT version FROM carts WHERE id = 1";
                alone.push(instance.database.pgbench(row, MANY_CALLERS, 2)?);
            }
        }
        let name = instance.database.name();
        report.row("beside", &format!("basket, {name}, reading a cart"), figures(&ours));
        report.row("beside", &format!("bare axum, beside {name}"), figures(&theirs));
        if !alone.is_empty() {
            report.row(
                "beside",
                &format!("{name} alone (pgbench), one row read"),
                vec![("rate", alone)],
            );
        }
        let what = format!("{name}, reading a cart, to bare axum");
        report.ratio(&what, &ratios(&rates(&ours), &rates(&theirs)), Limit::AtLeast(0.5));
    }
    Ok(())
}

/// Additions to a file, beside a server that makes a transaction of each, and beside the file alone.
pub async fn file(report: &mut Report, pace: Pace) -> Result<()> {
    let instance = Instance::new(Database::sqlite()?)?;
    let (mut ours, mut single, mut alone) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..pace.pairs {
        ours.push(instance.closed(Kind::Add, MANY_CALLERS, pace.turn).await?);
        let ask = Kind::Add.requests(&create_carts(instance.service.address).await?, MANY_CALLERS);
        // It is there for its turn only, since two writers would wait for each other.
        let process = Process::small_server("single", &instance.database.address(), b"")?;
        let load = closed(process.address, MANY_CALLERS, pace.turn, ask);
        single.push(process.turn(None, load).await?);
        alone.push(instance.database.commits(pace.turn)?);
    }
    say(&format!("     the disk flushes a page in {:.2} ms", instance.database.flush()?));
    report.row("beside", "basket, SQLite, adding", figures(&ours));
    report.row("beside", "SQLite, one transaction each", figures(&single));
    report.row("beside", "SQLite alone, one row each", vec![("rate", alone)]);
    let what = "SQLite, adding, to one transaction each";
    report.ratio(what, &ratios(&rates(&ours), &rates(&single)), Limit::AtLeast(15.0));
    Ok(())
}

/// Additions to a server, beside pgbench.
pub async fn server(report: &mut Report, pace: Pace) -> Result<()> {
    let instance = Instance::new(Database::postgres()?)?;
    instance
        .database
        .psql("CREATE TABLE bench (id bigserial PRIMARY KEY, client int, text text)")?;
    let (mut ours, mut alone) = (Vec::new(), Vec::new());
    for _ in 0..pace.pairs {
        ours.push(instance.closed(Kind::Add, MANY_CALLERS, pace.turn).await?);
        // It counts in whole seconds, and spends some of the first on its connections.
        let row = "INSERT INTO bench (client, text) VALUES (:client_id, 'one more')";
        alone.push(instance.database.pgbench(row, MANY_CALLERS, 2)?);
    }
    let ratios = ratios(&rates(&ours), &alone);
    report.row("beside", "basket, PostgreSQL, adding", figures(&ours));
    report.row("beside", "PostgreSQL alone (pgbench), one row each", vec![("rate", alone)]);
    report.ratio("PostgreSQL, adding, to pgbench", &ratios, Limit::AtLeast(0.25));
    Ok(())
}
