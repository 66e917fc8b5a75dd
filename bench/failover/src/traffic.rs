//! Everyone who uses the shops during a run, and what they were told.

mod quiet_reader;
mod shopper;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use tokio::task::JoinSet;
use tokio::time::interval;

use crate::ledger::{Cart, Finding};
use crate::record::Record;
use crate::shop::Shop;
use shopper::Shopper;
pub use shopper::parse_cart;

/// Shoppers of each shop who come, change their cart and order, one visit after the other.
const SHOPPERS: usize = 8;
/// How often another shopper comes who creates a cart and nothing else, so that a change is begun at every moment.
const NEWCOMERS: Duration = Duration::from_millis(200);

/// What all of them share.
pub struct Told {
    /// The balancer.
    address: SocketAddr,
    start: Instant,
    pub record: Record,
    carts: Mutex<Vec<Cart>>,
    findings: Mutex<Vec<Finding>>,
    /// Requests that were given up, or had an answer that nobody expects.
    failures: Mutex<Vec<String>>,
    /// Reads that did not show what was acknowledged before.
    stale_reads: AtomicU64,
    is_over: AtomicBool,
}

impl Told {
    /// Every cart, as its shopper knows it.
    pub fn carts(&self) -> Vec<Cart> {
        lock(&self.carts).clone()
    }

    /// What was wrong already while they shopped.
    pub fn findings(&self) -> Vec<Finding> {
        lock(&self.findings).clone()
    }

    /// Requests that failed for good.
    pub fn failures(&self) -> Vec<String> {
        lock(&self.failures).clone()
    }

    /// Reads that did not show what was acknowledged before.
    pub fn stale_reads(&self) -> u64 {
        self.stale_reads.load(Ordering::Relaxed)
    }

    /// How long shoppers have been there, for messages.
    pub fn moment(&self) -> String {
        format!("[{:.1} s]", self.start.elapsed().as_secs_f64())
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    fn keep(&self, cart: Cart) {
        lock(&self.carts).push(cart);
    }

    fn find(&self, finding: Finding) {
        lock(&self.findings).push(finding);
    }

    fn fail(&self, failure: &str) {
        let moment = self.moment();
        lock(&self.failures).push(format!("{moment} {failure}"));
    }
}

fn lock<T>(values: &Mutex<T>) -> MutexGuard<'_, T> {
    values.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Everyone who is shopping.
pub struct Traffic {
    pub told: Arc<Told>,
    tasks: JoinSet<()>,
}

impl Traffic {
    /// Lets them come. Nobody but one reader uses the last shop.
    pub async fn start(port: u16, shops: &[Shop], seed: u64) -> Result<Self> {
        let told = Arc::new(Told {
            address: ([127, 0, 0, 1], port).into(),
            start: Instant::now(),
            record: Record::default(),
            carts: Mutex::default(),
            findings: Mutex::default(),
            failures: Mutex::default(),
            stale_reads: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
        });
        let mut tasks = JoinSet::new();
        if let [busy @ .., quiet] = shops {
            let cart = quiet_reader::create_cart(told.address, quiet).await?;
            tasks.spawn(quiet_reader::read(Arc::clone(&told), quiet.clone(), cart));
            for (shop, number) in busy.iter().flat_map(|shop| (0..SHOPPERS).map(move |n| (shop, n)))
            {
                let name = format!("s{}-{number}", shop.number);
                let shopper = Shopper::new(Arc::clone(&told), shop.clone(), name, seed);
                tasks.spawn(shopper.shop());
            }
            if let Some(shop) = busy.first() {
                tasks.spawn(let_newcomers_in(Arc::clone(&told), shop.clone(), seed));
            }
        }
        Ok(Self { told, tasks })
    }

    /// Waits until everyone has finished.
    pub async fn stop(mut self) -> Result<Arc<Told>> {
        self.told.is_over.store(true, Ordering::Relaxed);
        while let Some(task) = self.tasks.join_next().await {
            ensure!(task.is_ok(), "a shopper ended with a panic");
        }
        Ok(self.told)
    }
}

/// One comes after the other, and none waits for those before.
async fn let_newcomers_in(told: Arc<Told>, shop: Shop, seed: u64) {
    let mut pace = interval(NEWCOMERS);
    let mut tasks = JoinSet::new();
    for number in 0_u64.. {
        pace.tick().await;
        if told.is_over() {
            break;
        }
        let name = format!("n-{number}");
        tasks.spawn(Shopper::new(Arc::clone(&told), shop.clone(), name, seed).look_in());
        while tasks.try_join_next().is_some() {}
    }
    tasks.join_all().await;
}
