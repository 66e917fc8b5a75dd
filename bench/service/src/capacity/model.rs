//! The capacity model: from what each request costs and how often a cart causes it, what a number of carts a minute needs.
//! Pure functions; nothing is measured here, and nothing but sums is assumed.

use std::ops::{Add, Mul};

use super::steps::Step;

/// What one request uses, or everything that one cart causes.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Cost {
    /// Processor time of the service, in microseconds.
    pub service: f64,
    /// Processor time of PostgreSQL, in microseconds.
    pub database: f64,
    /// Bytes of the write-ahead log.
    pub wal: f64,
    /// Flushes of that log.
    pub flushes: f64,
    /// Bytes to the shopper.
    pub sent: f64,
    /// Bytes in tables that stay for a day, and longer.
    pub kept_a_day: f64,
    pub kept_longer: f64,
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            service: self.service + other.service,
            database: self.database + other.database,
            wal: self.wal + other.wal,
            flushes: self.flushes + other.flushes,
            sent: self.sent + other.sent,
            kept_a_day: self.kept_a_day + other.kept_a_day,
            kept_longer: self.kept_longer + other.kept_longer,
        }
    }
}

impl Mul<f64> for Cost {
    type Output = Self;

    fn mul(self, times: f64) -> Self {
        Self {
            service: self.service * times,
            database: self.database * times,
            wal: self.wal * times,
            flushes: self.flushes * times,
            sent: self.sent * times,
            kept_a_day: self.kept_a_day * times,
            kept_longer: self.kept_longer * times,
        }
    }
}

/// How many requests of a step there are for each cart that is created.
pub type Mix = &'static [(Step, f64)];

/// An assumption, not a measurement. For one cart that is created, ten people look at the shop and load the four files of the
/// basket; the one with the cart sees six more pages, adds another product, changes every second quantity; three carts in
/// ten go to the checkout, two in ten are ordered.
pub const VISIT: Mix = &[
    (Step::File, 40.0),
    (Step::Create, 1.0),
    (Step::Read, 6.0),
    (Step::Add, 1.0),
    (Step::Quantity, 0.5),
    (Step::StartCheckout, 0.3),
    (Step::ReadCheckout, 0.3),
    (Step::Order, 0.2),
];

/// The sum over a mix. Files are left out if a CDN has them.
pub fn cost_of_cart(mix: Mix, cost: impl Fn(Step) -> Cost, has_cdn: bool) -> Cost {
    mix.iter()
        .filter(|(step, _)| !(has_cdn && *step == Step::File))
        .map(|(step, times)| cost(*step) * *times)
        .fold(Cost::default(), Add::add)
}

/// What one machine of each kind gives. Assumptions, all of them.
#[derive(Debug, Clone, Copy)]
pub struct Machines {
    /// How much of a processor may be busy, so that peaks and failures find room.
    pub busy: f64,
    /// Cores of a machine with service processes.
    pub service_cores: f64,
    /// Cores of a database server.
    pub database_cores: f64,
    /// What a database server's disk and its standby take of the log, in bytes a second.
    pub wal: f64,
    /// How many flushes of the log a disk makes in a second.
    pub flushes: f64,
    /// Bytes that a database server's disk holds.
    pub disk: f64,
    /// Bytes a second that a service machine's network sends.
    pub network: f64,
    /// The share of all orders that the busiest shop has.
    pub busiest_shop: f64,
    /// How many times as many carts there are at the busiest time as on average. Storage grows with the average.
    pub peak: f64,
}

/// The machines that the page is about.
pub const MACHINES: Machines = Machines {
    busy: 0.6,
    service_cores: 8.0,
    database_cores: 32.0,
    wal: 200e6,
    flushes: 10_000.0,
    disk: 4e12,
    network: 1.25e9,
    busiest_shop: 0.05,
    peak: 4.0,
};

/// All that is assumed of machines and shops, with units.
pub fn assumptions(machines: &Machines) -> [(&'static str, f64, &'static str); 10] {
    [
        ("cores of a service machine", machines.service_cores, "cores"),
        ("network of a service machine", machines.network * 8.0 / 1e9, "Gbit/s"),
        ("cores of a database server", machines.database_cores, "cores"),
        ("write-ahead log that its disk and its standby take", machines.wal / 1e6, "MB/s"),
        ("flushes that its disk makes", machines.flushes, "a second"),
        ("its disk", machines.disk / 1e12, "TB"),
        ("share of each of these that may be used", machines.busy * 100.0, "%"),
        ("peak, to the average", machines.peak, "times"),
        ("orders that are of the busiest shop", machines.busiest_shop * 100.0, "%"),
        ("time that carts, checkouts and orders are kept", DAYS_KEPT, "days"),
    ]
}

/// What a number of carts a minute needs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Need {
    /// Cores that are busy all the time, of the service and of PostgreSQL.
    pub service_cores: f64,
    pub database_cores: f64,
    /// Machines of the service, and database servers.
    pub service_machines: f64,
    pub databases: f64,
    /// Bytes of the log a second.
    pub wal: f64,
    /// Bytes a second to shoppers.
    pub network: f64,
    /// Bytes that a month adds to tables that are kept longer than a day.
    pub a_month: f64,
    /// Bytes in tables once as much is deleted as is added.
    pub stored: f64,
}

/// For how many days what is kept longer is there, on average. An assumption: carts that nobody orders stay for half a year,
/// contact data of orders for three years, orders themselves for ever.
pub const DAYS_KEPT: f64 = 180.0;
const MINUTES_A_DAY: f64 = 24.0 * 60.0;

/// What so many carts a minute need.
pub fn need(carts_a_minute: f64, cart: Cost, machines: &Machines) -> Need {
    let carts = carts_a_minute / 60.0;
    let [service_cores, database_cores] = [cart.service, cart.database].map(|us| us * carts / 1e6);
    let parts = parts(cart, machines, f64::INFINITY);
    let machines_with = |more: More| {
        let ends = parts.iter().filter(|part| part.more == more).map(|part| part.most_carts);
        (carts_a_minute / ends.fold(f64::INFINITY, f64::min)).ceil().max(1.0)
    };
    Need {
        service_cores,
        database_cores,
        service_machines: machines_with(More::Services),
        databases: machines_with(More::Databases),
        wal: cart.wal * carts,
        network: cart.sent * carts,
        a_month: carts_a_minute / machines.peak * MINUTES_A_DAY * 30.0 * cart.kept_longer,
        stored: stored(carts_a_minute / machines.peak, cart),
    }
}

/// Bytes in tables once as much is deleted as is added.
fn stored(carts_a_minute: f64, cart: Cost) -> f64 {
    carts_a_minute * MINUTES_A_DAY * (cart.kept_a_day + DAYS_KEPT * cart.kept_longer)
}

/// Something that ends, and when.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    pub name: &'static str,
    /// How many carts a minute one of it is enough for.
    pub most_carts: f64,
    /// What to do then.
    pub then: &'static str,
    more: More,
}

/// What more of helps, when a part ends.
#[derive(Debug, Clone, Copy, PartialEq)]
enum More {
    Services,
    Databases,
    /// Nothing has to be added: requests wait a little, and share.
    Patience,
}

/// Every part, the first to end first. `orders_of_a_shop` is how many orders of one shop PostgreSQL takes in a second.
pub fn parts(cart: Cost, machines: &Machines, orders_of_a_shop: f64) -> Vec<Part> {
    let Machines { busy, service_cores, database_cores, .. } = *machines;
    let a_minute = |capacity: f64, each: f64| capacity / each * 60.0;
    let part = |name, most_carts, more, then| Part { name, most_carts, then, more };
    let orders = VISIT.iter().filter(|(step, _)| *step == Step::Order).map(|(_, times)| times);
    let busiest = orders.sum::<f64>() * machines.busiest_shop;
    let mut parts = vec![
        part(
            "processors of a service machine",
            a_minute(service_cores * busy * 1e6, cart.service),
            More::Services,
            "start processes on more machines, behind the same proxy",
        ),
        part(
            "network of a service machine",
            a_minute(machines.network * busy, cart.sent),
            More::Services,
            "put a CDN before the files; then more machines",
        ),
        part(
            "processors of the database server",
            a_minute(database_cores * busy * 1e6, cart.database),
            More::Databases,
            "a larger server; then several databases, each with some of the shops",
        ),
        part(
            "write-ahead log of the database server",
            a_minute(machines.wal * busy, cart.wal),
            More::Databases,
            "a faster disk and link to the standby; then several databases by shop",
        ),
        part(
            "flushes of the log",
            a_minute(machines.flushes * busy, cart.flushes),
            More::Patience,
            "nothing has to be done: changes that wait share a flush; a disk that flushes faster shortens the wait",
        ),
        part(
            "disk of the database server",
            machines.disk * busy * machines.peak / stored(1.0, cart),
            More::Databases,
            "a larger disk; then several databases by shop",
        ),
        part(
            "orders of the busiest shop",
            a_minute(orders_of_a_shop * busy, busiest),
            More::Databases,
            "give that shop a database of its own",
        ),
    ];
    parts.sort_by(|one, other| one.most_carts.total_cmp(&other.most_carts));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: Cost = Cost {
        service: 100.0,
        database: 200.0,
        wal: 1000.0,
        flushes: 1.0,
        sent: 5000.0,
        kept_a_day: 100.0,
        kept_longer: 10.0,
    };

    fn is_near(one: f64, other: f64) -> bool {
        (one - other).abs() <= 1e-9 * other.abs().max(1.0)
    }

    #[test]
    fn a_cart_costs_the_sum_of_its_requests() {
        let mix: Mix = &[(Step::File, 40.0), (Step::Read, 6.0), (Step::Create, 1.0)];
        let with_files = cost_of_cart(mix, |_| UNIT, false);
        assert!(is_near(with_files.service, 4700.0) && is_near(with_files.sent, 235_000.0));
        let with_cdn = cost_of_cart(mix, |_| UNIT, true);
        assert!(is_near(with_cdn.service, 700.0) && is_near(with_cdn.wal, 7000.0));
    }

    #[test]
    fn a_need_grows_with_the_carts() {
        // 100 carts a second, each 100 microseconds.
        let few = need(6000.0, UNIT, &MACHINES);
        assert!(is_near(few.service_cores, 0.01) && is_near(few.database_cores, 0.02));
        assert!(is_near(few.wal, 100_000.0) && is_near(few.network, 500_000.0));
        assert!(is_near(few.stored, 1500.0 * 1440.0 * (100.0 + 1800.0)));
        assert!(is_near(few.service_machines, 1.0) && is_near(few.databases, 1.0));
        let many = need(6_000_000.0, UNIT, &MACHINES);
        assert!(is_near(many.service_cores, 10.0) && is_near(many.database_cores, 20.0));
        // 10 busy cores of 4.8 that may be busy in each machine.
        assert!(is_near(many.service_machines, 3.0), "{many:?}");
        assert!(many.databases > 1.0, "{many:?}");
    }

    #[test]
    fn the_part_that_ends_first_comes_first() {
        let names = |cart: Cost| {
            parts(cart, &MACHINES, 1000.0).iter().map(|part| part.name).collect::<Vec<_>>()
        };
        assert_eq!(names(UNIT)[0], "flushes of the log");
        assert_eq!(names(Cost { database: 1e6, ..UNIT })[0], "processors of the database server");
        assert_eq!(names(Cost { sent: 1e9, ..UNIT })[0], "network of a service machine");
        assert_eq!(names(UNIT).len(), 7);
    }

    #[test]
    fn a_part_ends_where_its_need_is_all_that_there_is() {
        let all = parts(UNIT, &MACHINES, 1000.0);
        let processors = all.iter().find(|part| part.name.starts_with("processors of a service"));
        let most = processors.unwrap().most_carts;
        let need = need(most, UNIT, &MACHINES);
        assert!(is_near(need.service_cores, MACHINES.service_cores * MACHINES.busy));
        let orders = all.iter().find(|part| part.name.starts_with("orders")).unwrap();
        // 600 orders a second of a shop that has a twentieth of them; one cart in five is ordered.
        assert!(is_near(orders.most_carts, 600.0 / 0.05 / 0.2 * 60.0), "{orders:?}");
    }
}
