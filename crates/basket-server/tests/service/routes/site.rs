//! A service of a test's own.

use super::shopper::Shopper;
use crate::database::Database;
use basket_core::{money::Currency, product::Product};
use basket_model::{
    catalogue::Mentioned,
    clock::Clock,
    key::NewKey,
    shop::{Checkout, NewShop},
};
use basket_server::{Service, Settings, demo};
use basket_store::{Store, StoreError, StoreOptions};
use std::{
    net::{SocketAddr, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};
use tokio::{runtime::Runtime, sync::oneshot, task::JoinHandle};

pub const DAY: i64 = 24 * 60 * 60 * 1000;

/// A listening service, with the demo shop unless it is empty; gone with the value.
pub struct Site {
    pub address: SocketAddr,
    pub store: Arc<Store>,
    time: Arc<AtomicI64>,
    /// By how much the clock was set ahead.
    set_by: Arc<AtomicI64>,
    stop: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<()>>,
    runtime: Runtime,
    pub database: Database,
}

impl Site {
    pub fn open() -> Self {
        Self::with(|_, _| {})
    }

    /// Nothing in the database, and no demo.
    pub fn empty() -> Self {
        Self::start(Database::create(), false, |settings, _| settings.demo = false)
    }

    /// With other settings than usual.
    pub fn with(set: impl FnOnce(&mut Settings, &mut StoreOptions)) -> Self {
        Self::build(Database::create(), set)
    }

    /// On a given database.
    pub fn build(database: Database, set: impl FnOnce(&mut Settings, &mut StoreOptions)) -> Self {
        Self::start(database, true, set)
    }

    fn start(
        database: Database,
        with_shop: bool,
        set: impl FnOnce(&mut Settings, &mut StoreOptions),
    ) -> Self {
        let time = Arc::new(AtomicI64::new(1_800_000_000_000));
        let clock = Arc::clone(&time);
        let ticks = Arc::clone(&time);
        let set_by = Arc::new(AtomicI64::new(0));
        let offset = Arc::clone(&set_by);
        let clock = Clock::new(
            move || clock.load(Ordering::SeqCst) + offset.load(Ordering::SeqCst),
            move || ticks.load(Ordering::SeqCst),
        );
        let mut settings = Settings { demo: true, ..Settings::default() };
        let mut options = StoreOptions { clock: Some(clock), ..StoreOptions::default() };
        set(&mut settings, &mut options);
        let location = database.location();
        let runtime = Runtime::new().unwrap();
        let store = Arc::new(runtime.block_on(Store::open(&location, options)).unwrap());
        if with_shop {
            runtime.block_on(demo::seed(&store)).unwrap();
        }
        let service = Service::bind("127.0.0.1:0", Arc::clone(&store), settings);
        let service = runtime.block_on(service).unwrap();
        let address = service.address().unwrap();
        let (stop, stopped) = oneshot::channel();
        let running = runtime.spawn(service.run(async { stopped.await.unwrap_or_default() }));
        let (stop, running) = (Some(stop), Some(running));
        Self { address, store, time, set_by, stop, running, runtime, database }
    }

    /// Somebody at the demo shop.
    pub fn shopper(&self) -> Shopper {
        Shopper::new(self.address, Some(demo::KEY))
    }

    /// Somebody with another key, or none.
    pub fn caller(&self, key: Option<&str>) -> Shopper {
        Shopper::new(self.address, key)
    }

    /// Opens another shop.
    pub fn open_shop(&self, key: &str, origins: &[&str]) {
        let shop = NewShop {
            name: "Another shop".to_owned(),
            currency: Currency::EUR,
            origins: origins.iter().map(|&origin| origin.to_owned()).collect(),
            checkout: Checkout::External,
            key: NewKey::publishable(key),
        };
        self.runtime.block_on(self.store.shops().create(shop, Vec::new())).unwrap();
    }

    pub fn demo_shop(&self) -> i64 {
        self.wait(self.store.shops().of_key(demo::KEY)).unwrap().unwrap().id
    }

    /// Likewise, whatever has become of its key.
    pub fn demo_shop_by_name(&self) -> i64 {
        let shops = self.wait(self.store.shops().all()).unwrap();
        shops.iter().find(|shop| shop.name == "Demo shop").unwrap().id
    }

    /// A product of the demo shop as it is now.
    pub fn product(&self, sku: &str) -> Product {
        self.wait(self.store.products().named(self.demo_shop(), &[sku.to_owned()]))
            .unwrap()
            .remove(0)
    }

    pub fn put_product(&self, product: Product) {
        self.wait(self.store.products().put(self.demo_shop(), vec![product], Mentioned::ALL))
            .unwrap();
    }

    pub fn remove_product(&self, sku: &str) {
        let remove = self.store.products().remove(self.demo_shop(), sku);
        assert!(self.wait(remove).unwrap(), "there is no {sku}");
    }

    pub fn tidy(&self) -> Result<bool, StoreError> {
        self.wait(self.store.tidy())
    }

    pub fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    pub fn let_days_pass(&self, days: i64) {
        self.let_hours_pass(24 * days);
    }

    pub fn let_hours_pass(&self, hours: i64) {
        self.let_seconds_pass(hours * 60 * 60);
    }

    pub fn let_seconds_pass(&self, seconds: i64) {
        self.time.fetch_add(seconds * 1000, Ordering::SeqCst);
    }

    /// Sets the clock ahead, or back, while no time passes.
    pub fn set_clock_by(&self, seconds: i64) {
        self.set_by.fetch_add(seconds * 1000, Ordering::SeqCst);
    }

    /// A bare connection for what no proper client would send. Reading from it fails rather than
    /// waits for ever.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// Asks the service to stop.
    pub fn ask_to_stop(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
    }

    /// Waits for the service's end.
    pub fn join(&mut self) {
        self.runtime.block_on(self.running.take().unwrap()).unwrap();
    }
}
