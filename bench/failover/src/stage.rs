//! Everything that a run needs: the cluster, two processes of the service, the balancer and shops.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::balancer::{Balancer, Bouncer};
use crate::cluster::{Cluster, NAME};
use crate::fault::{self, Fault, Struck};
use crate::ledger::Finding;
use crate::options::Options;
use crate::read_back;
use crate::record::Record;
use crate::report::say;
use crate::sandbox::Sandbox;
use crate::service::{self, Service, basket_program};
use crate::shop::Shop;
use crate::traffic::Told;

/// How many shops; nobody but one reader uses the last one.
const SHOPS: i64 = 4;
/// How many processes of the service.
const SERVICES: usize = 2;

/// Everything. The sandbox is the last to go.
pub struct Stage {
    pub services: Vec<Service>,
    pub balancer: Balancer,
    bouncer: Option<Bouncer>,
    pub cluster: Cluster,
    pub shops: Vec<Shop>,
    /// What the service uses.
    pub database: String,
    pub program: PathBuf,
    pub sandbox: Sandbox,
}

impl Stage {
    /// Starts everything.
    pub async fn set(options: &Options) -> Result<Self> {
        let program = basket_program()?.canonicalize().context("BASKET_BIN names no program")?;
        let before = options.before.as_ref().map(|path| path.canonicalize()).transpose()?;
        let first = before.as_ref().unwrap_or(&program);
        let sandbox = Sandbox::create(options.logs.as_deref())?;
        let cluster = Cluster::start(&sandbox).await?;
        let address = cluster.address();
        say(&format!("the cluster is at {address}"));
        service::create_tables(first, &address)?;
        let shops: Result<Vec<Shop>> =
            (1..=SHOPS).map(|number| Shop::create(&sandbox, first, &address, number)).collect();
        let shops = shops?;
        let bouncer =
            if options.is_pooled { Some(Bouncer::start(&sandbox, &cluster).await?) } else { None };
        let database = bouncer.as_ref().map_or(address, |bouncer| {
            format!("postgres://{NAME}@127.0.0.1:{}/{NAME}", bouncer.port)
        });
        let mut services = Vec::new();
        for number in 1..=SERVICES {
            let place = (number, sandbox.free_port()?);
            services.push(Service::start(&sandbox, first, &database, place).await?);
        }
        let ports: Vec<u16> = services.iter().map(|service| service.port).collect();
        let balancer = Balancer::start(&sandbox, &ports).await?;
        Ok(Self { services, balancer, bouncer, cluster, shops, database, program, sandbox })
    }

    /// Has something happen to the primary.
    pub async fn strike(&mut self, record: &Record, fault: Fault) -> Result<Struck> {
        self.check()?;
        fault::strike(&self.sandbox, &mut self.cluster, record, fault).await
    }

    /// Fails if something has ended that should run.
    pub fn check(&mut self) -> Result<()> {
        self.services.iter_mut().try_for_each(Service::check)?;
        self.balancer.check()?;
        self.bouncer.as_mut().map_or(Ok(()), Bouncer::check)
    }

    /// Compares everything with what shoppers were told.
    pub async fn compare(&mut self, told: &Told) -> Result<Vec<Finding>> {
        self.check()?;
        let database = self.cluster.connect_to_primary(NAME).await?;
        let port = self.balancer.port;
        let are_all_known = told.failures().is_empty();
        let carts = told.carts();
        let found = read_back::compare(port, &database, &self.shops, carts, are_all_known).await?;
        // A cart that was wrong before is wrong at the end, too; it counts once.
        let mut findings = told.findings();
        for finding in found {
            if !findings.contains(&finding) {
                findings.push(finding);
            }
        }
        Ok(findings)
    }
}
