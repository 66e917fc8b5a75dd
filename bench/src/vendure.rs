//! The service beside Vendure, a shop's server for Node.js, on the same engine and in turns.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::database::Database;
use crate::line::Line;
use crate::load::{Ask, Turn, closed};
use crate::process::{Process, fill_vendure, vendure_versions};
use crate::report::{Limit, Report, figures, rates, ratios, say};
use crate::requests::Kind;
use crate::stage::{Pace, Stage};
use crate::start::{REST, first_answer};

/// How many callers there are at once: more only wait longer for Vendure.
const CALLERS: usize = 16;
/// How many times as long as ours its turns are, so that there are enough answers to count.
const LONGER: u32 = 4;

const ORDER: &str = "id code totalQuantity totalWithTax lines { id quantity unitPriceWithTax linePriceWithTax \
    productVariant { sku name } }";

/// Both engines.
pub async fn measure(report: &mut Report, pace: Pace) -> Result<()> {
    let [vendure, node] = vendure_versions()?;
    report.version("Vendure", &vendure);
    report.version("Node.js", &node);
    for create in [Database::sqlite, Database::postgres] {
        let database = create()?;
        say(&format!("     {}: filling Vendure's shop", database.name()));
        fill_vendure(&database.address())?;
        let mut starts = Vec::new();
        for _ in 0..pace.turns {
            let start = || Process::vendure(&database.address());
            starts.push(first_answer(start, &ask("{ activeChannel { code } }", None)).await?);
        }
        let vendure = Process::vendure(&database.address())?;
        tokio::time::sleep(REST).await;
        let idle = vec![vendure.memory()?];
        let stage = Stage::new(create()?)?;
        side_by_side(report, pace, &stage, &vendure).await?;
        let loaded = vec![vendure.memory()?];
        let figures = vec![("first answer", starts), ("idle", idle), ("loaded", loaded)];
        report.row("start", &format!("Vendure, {}", database.name()), figures);
    }
    Ok(())
}

/// The same work for both.
async fn side_by_side(
    report: &mut Report,
    pace: Pace,
    stage: &Stage,
    vendure: &Process,
) -> Result<()> {
    let sessions = sessions(vendure).await?;
    let name = stage.database.name();
    for (kind, what) in
        [(Kind::Add, "adding"), (Kind::New, "a new cart"), (Kind::Read, "reading a cart")]
    {
        let (mut ours, mut theirs): (Vec<Turn>, Vec<Turn>) = (Vec::new(), Vec::new());
        let turns = if kind == Kind::Add { pace.pairs } else { pace.turns };
        for _ in 0..turns {
            ours.push(stage.closed(kind, CALLERS, pace.turn).await?);
            let time: Duration = pace.turn * LONGER;
            let load = closed(vendure.address, CALLERS, time, request(kind, &sessions));
            theirs.push(stage.take(vendure, load).await?);
        }
        report.row("vendure", &format!("basket, {name}, {what}"), figures(&ours));
        report.row("vendure", &format!("Vendure, {name}, {what}"), figures(&theirs));
        if kind == Kind::Add {
            let what = format!("{name}, adding, to Vendure with {CALLERS} connections");
            report.ratio(&what, &ratios(&rates(&ours), &rates(&theirs)), Limit::AtLeast(50.0));
        }
    }
    Ok(())
}

/// What each caller sends for what ours are sent.
fn request(kind: Kind, sessions: &Arc<[String]>) -> impl Ask {
    let sessions = Arc::clone(sessions);
    move |caller: usize, _: usize| match kind {
        Kind::Read => ask(&format!("{{ activeOrder {{ {ORDER} }} }}"), Some(&sessions[caller])),
        // Without a session there is a new one, and an order with it.
        Kind::New => ask(&addition(), None),
        _ => ask(&addition(), Some(&sessions[caller])),
    }
}

/// A session for each caller, with an order.
async fn sessions(vendure: &Process) -> Result<Arc<[String]>> {
    let mut line = Line::open(vendure.address).await?;
    let mut sessions = Vec::new();
    for _ in 0..CALLERS {
        line.call(&ask(&addition(), None)).await?;
        sessions.push(line.header("vendure-auth-token").context("no session")?);
    }
    Ok(sessions.into())
}

fn addition() -> String {
    format!(
        "mutation {{ addItemToOrder(productVariantId: 1, quantity: 1) {{ ... on Order {{ {ORDER} }} }} }}"
    )
}

fn ask(query: &str, session: Option<&str>) -> Vec<u8> {
    let body = format!(r#"{{"query":"{query}"}}"#);
    let session =
        session.map(|token| format!("authorization: Bearer {token}\r\n")).unwrap_or_default();
    format!(
        "POST /shop-api HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n{session}content-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}
