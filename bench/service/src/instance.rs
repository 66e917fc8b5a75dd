//! A running service on one engine, and how long a load lasts.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;

use crate::database::Database;
use crate::load::{MakeRequest, Turn, closed, open};
use crate::process::{Process, Processor};
use crate::requests::{self, Kind};

/// How long turns are, and how many.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// How long a load goes on.
    pub turn: Duration,
    /// How often each of a pair has its turn where a ratio is wanted.
    pub pairs: usize,
    /// How often where it is not.
    pub turns: usize,
    /// By how much what takes long to prepare is smaller.
    pub smaller: u32,
}

impl Pace {
    /// As long as a result needs.
    pub const CAREFUL: Self = Self { turn: Duration::from_secs(1), pairs: 5, turns: 3, smaller: 1 };
    /// For trying the benchmark itself out.
    pub const QUICK: Self =
        Self { turn: Duration::from_millis(200), pairs: 2, turns: 1, smaller: 100 };
}

/// A running service with carts.
pub struct Instance {
    /// Its database.
    pub database: Database,
    /// Its process.
    pub service: Process,
    server: Option<String>,
}

impl Instance {
    /// With the demo shop, in a new database of each engine.
    pub fn both() -> Result<[Self; 2]> {
        let [file, server] = Database::both()?;
        Ok([Self::new(file)?, Self::new(server)?])
    }

    /// With the demo shop, in that database.
    pub fn new(database: Database) -> Result<Self> {
        let service = Process::service(&database.address())?;
        Self::with_service(database, service)
    }

    /// With a service that runs already, on that database.
    pub fn with_service(database: Database, service: Process) -> Result<Self> {
        Ok(Self { server: database.server()?, service, database })
    }

    /// So many callers, each with carts of its own, ask as soon as they are answered.
    pub async fn closed(&self, kind: Kind, callers: usize, time: Duration) -> Result<Turn> {
        let ask = kind.requests(&requests::create_carts(self.service.address).await?, callers);
        self.ask(callers, time, ask).await
    }

    /// The same, with something else to ask.
    pub async fn ask(&self, callers: usize, time: Duration, ask: impl MakeRequest) -> Result<Turn> {
        self.under_load(&self.service, closed(self.service.address, callers, time, ask)).await
    }

    /// So many callers ask at a rate.
    pub async fn open(
        &self,
        kind: Kind,
        callers: usize,
        rate: f64,
        time: Duration,
    ) -> Result<Turn> {
        let carts: Arc<[String]> = requests::create_carts(self.service.address).await?;
        let ask = kind.requests(&carts, callers);
        self.under_load(&self.service, open(self.service.address, callers, rate, time, ask)).await
    }

    /// How long the service and its database server have kept a processor busy.
    pub fn processor(&self) -> Result<Processor> {
        self.service.processor(self.server.as_deref())
    }

    /// A load for another process on the same engine.
    pub async fn under_load(
        &self,
        process: &Process,
        load: impl Future<Output = Result<crate::load::Load>>,
    ) -> Result<Turn> {
        process.turn(self.server.as_deref(), load).await
    }
}
