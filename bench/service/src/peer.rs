//! The service beside the server of another shop, in turns: what is the same for every peer. What to ask of one is its own
//! module's.

use std::sync::Arc;

use anyhow::Result;

use crate::connection::Connection;
use crate::database::Database;
use crate::instance::{Instance, Pace};
use crate::load::{MakeRequest, Turn, closed};
use crate::process::{Process, fill_shop, shop_versions};
use crate::report::{Limit, Report, figures, rates, ratios, say};
use crate::requests::Kind;
use crate::start::{REST, first_answer};

/// How many callers there are at once: more only wait longer for the peer.
const CALLERS: usize = 16;

/// A server for Node.js, with a shop of one product.
pub trait Peer: Clone + Send + 'static {
    /// What to call it, in rows.
    const NAME: &'static str;
    /// What to call it where names are small: its table and, in capitals, the variable with its folder.
    const KEY: &'static str;
    /// The package that it is.
    const PACKAGE: &'static str;
    /// How many times as long as ours its turns are, so that there are enough answers to count.
    const LONGER: u32;
    /// How many times as many additions as it we promise to answer, if we do.
    const LIMIT: Option<Limit>;

    /// The shop in that database, which is there already.
    fn from_database(database: &Database) -> Result<Self>;
    /// A small question, which needs the database.
    fn shop(&self) -> Vec<u8>;
    /// What is sent for what ours is sent. A new cart is nobody's.
    fn ask(&self, kind: Kind, cart: &str) -> Vec<u8>;
    /// Has a new cart made; what to call it by.
    async fn cart(&self, connection: &mut Connection) -> Result<String>;
}

/// Start, memory, and the same work for both, in a new database of an engine.
pub async fn measure<P: Peer>(
    report: &mut Report,
    pace: Pace,
    create: fn() -> Result<Database>,
) -> Result<()> {
    let [version, node] = shop_versions(P::KEY, P::PACKAGE)?;
    report.version(P::NAME, &version);
    report.version("Node.js", &node);
    let database = create()?;
    let address = database.address();
    say(&format!("     {}: filling the shop of {}", database.name(), P::NAME));
    fill_shop(P::KEY, &address)?;
    let peer = P::from_database(&database)?;
    let mut starts = Vec::new();
    for _ in 0..pace.turns {
        starts.push(first_answer(|| Process::shop(P::KEY, &address), &peer.shop()).await?);
    }
    let process = Process::shop(P::KEY, &address)?;
    tokio::time::sleep(REST).await;
    let idle = vec![process.memory()?];
    side_by_side(report, pace, &Instance::new(create()?)?, &peer, &process).await?;
    let loaded = vec![process.memory()?];
    let figures = vec![("first answer", starts), ("idle", idle), ("loaded", loaded)];
    report.row("start", &format!("{}, {}", P::NAME, database.name()), figures);
    Ok(())
}

async fn side_by_side<P: Peer>(
    report: &mut Report,
    pace: Pace,
    instance: &Instance,
    peer: &P,
    process: &Process,
) -> Result<()> {
    let carts = carts(peer, process).await?;
    let name = instance.database.name();
    for (kind, what) in
        [(Kind::Add, "adding"), (Kind::New, "a new cart"), (Kind::Read, "reading a cart")]
    {
        let limit = P::LIMIT.filter(|_| kind == Kind::Add);
        let (mut ours, mut theirs): (Vec<Turn>, Vec<Turn>) = (Vec::new(), Vec::new());
        for _ in 0..if limit.is_some() { pace.pairs } else { pace.turns } {
            ours.push(instance.closed(kind, CALLERS, pace.turn).await?);
            let ask = asking(kind, peer, &carts);
            let load = closed(process.address, CALLERS, pace.turn * P::LONGER, ask);
            theirs.push(instance.under_load(process, load).await?);
        }
        report.row(P::KEY, &format!("basket, {name}, {what}"), figures(&ours));
        report.row(P::KEY, &format!("{}, {name}, {what}", P::NAME), figures(&theirs));
        if let Some(limit) = limit {
            let what = format!("{name}, {what}, to {} with {CALLERS} connections", P::NAME);
            report.ratio(&what, &ratios(&rates(&ours), &rates(&theirs)), limit);
        }
    }
    Ok(())
}

/// Each caller has a cart of its own.
fn asking<P: Peer>(kind: Kind, peer: &P, carts: &Arc<[String]>) -> impl MakeRequest {
    let (peer, carts) = (peer.clone(), Arc::clone(carts));
    move |caller, _| peer.ask(kind, &carts[caller])
}

async fn carts(peer: &impl Peer, process: &Process) -> Result<Arc<[String]>> {
    let mut connection = Connection::open(process.address).await?;
    let mut carts = Vec::new();
    for _ in 0..CALLERS {
        carts.push(peer.cart(&mut connection).await?);
    }
    Ok(carts.into())
}
