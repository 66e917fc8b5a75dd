//! A database of PostgreSQL with millions of carts of thousands of shops, filled by `COPY`.
//!
//! Everything about a cart follows from its number, so that carts can be found without asking the database.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result};

use crate::backend;
use crate::capacity::place_one_order;
use crate::database::Database;
use crate::process::Process;
use crate::report::say;
use crate::shops;

const HOUR: u64 = 60 * 60 * 1000;
const DAY: u64 = 24 * HOUR;
/// One cart in so many is of the demo shop.
const DEMO_SHARE: u32 = 10;
/// One cart in so many was left so long ago that it is deleted.
const EXPIRED_SHARE: u32 = 100;
/// One cart in so many was ordered. All orders are of the demo shop, whose pages are asked for.
const ORDERED_SHARE: u32 = 100;
/// One change in so many carts was within the last day or so, and has left an idempotency key.
const RECENT_SHARE: u32 = 30;

/// How much there is.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    pub carts: u32,
    pub shops: u32,
}

impl Size {
    /// The numbers of the carts that are deleted by the first sweep: up to this.
    pub fn expired(self) -> u32 {
        self.carts / EXPIRED_SHARE
    }

    /// The carts that came since the last count: those of two hours.
    pub fn uncounted(self) -> u32 {
        self.carts / 1000
    }

    /// Products of the demo shop.
    fn products(self) -> u32 {
        (self.carts / 100).clamp(100, 100_000)
    }

    fn orders(self) -> u32 {
        self.carts / ORDERED_SHARE
    }

    /// The shop of a cart.
    pub fn shop_of(self, cart: u32) -> u32 {
        if cart.is_multiple_of(DEMO_SHARE) || self.shops == 1 {
            return 1;
        }
        let others = u64::from(self.shops - 1);
        2 + u32::try_from(mixed(u64::from(cart)) % others).unwrap_or_default()
    }

    /// So many live carts of the demo shop, or of all others, spread evenly: the key of the shop, and the token.
    pub fn sample(self, count: u32, of_demo: bool) -> Vec<(String, String)> {
        let live = self.expired() + 1..=self.carts;
        let wanted = live.filter(|cart| (self.shop_of(*cart) == 1) == of_demo);
        let (wanted, count) = (wanted.collect::<Vec<_>>(), count as usize);
        let carts = wanted.iter().step_by((wanted.len() / count).max(1)).take(count);
        carts.map(|&cart| (shops::key(self.shop_of(cart)), token(cart))).collect()
    }
}

/// The token of a cart, as long as those of the service.
pub fn token(cart: u32) -> String {
    let cart = u64::from(cart);
    format!("{:016x}{:016x}", mixed(cart), mixed(cart ^ 0x5bd1_e995_0000_0000))
}

/// Numbers one after the other become numbers without order (`SplitMix64`).
fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Makes tables, shops, products, carts, lines, idempotency keys and orders.
pub async fn fill(database: &Database, size: Size) -> Result<()> {
    drop(Process::service(&database.address())?);
    backend::insert_products(database, size.products())?;
    // Products of other shops come after those.
    database.psql("SELECT setval(pg_get_serial_sequence('products', 'id'), 1000000)")?;
    shops::insert(database, size.shops, 2)?;
    let service = Process::service(&database.address())?;
    place_one_order(service.address, database).await?;
    drop(service);
    database.psql("TRUNCATE carts, lines, idempotency")?;
    // Only while it is filled: a power cut would leave nothing that is of use.
    let careless = [("fsync", "off"), ("synchronous_commit", "off"), ("full_page_writes", "off")];
    database.reconfigure(&careless)?;
    let later = drop_indexes(database)?;
    say(&format!("     copying {} carts of {} shops", size.carts, size.shops));
    let now = u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?;
    let columns =
        "carts (id, token, shop_id, version, next_line, catalogue, created_at, touched_at)";
    database.copy_rows(columns, |output| write_carts(output, size, now))?;
    let columns = "lines (cart_id, number, sku, quantity, name, type, unit_price)";
    database.copy_rows(columns, |output| write_lines(output, size))?;
    let columns = "idempotency (shop_id, key, request, outcome, created_at)";
    database.copy_rows(columns, |output| write_keys(output, size, now))?;
    say("     making indexes");
    database.psql(&format!("SET maintenance_work_mem = '1GB'; {later}"))?;
    insert_orders(database, size)?;
    count_carts(database, size.carts - size.uncounted())?;
    let next = size.carts + 1000;
    database.psql(&format!("SELECT setval(pg_get_serial_sequence('carts', 'id'), {next})"))?;
    let careful = [("fsync", "on"), ("synchronous_commit", "on"), ("full_page_writes", "on")];
    database.reconfigure(&careful)?;
    database.psql("VACUUM ANALYZE")?;
    database.psql("CHECKPOINT").map(drop)
}

/// Drops what is made faster at once than row by row; the statements that make it again.
fn drop_indexes(database: &Database) -> Result<String> {
    let tables = "('carts', 'lines', 'idempotency')";
    let statements = database.psql(&format!(
        "SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) || '|' ||
             format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
         FROM pg_constraint WHERE contype = 'u' AND conrelid::regclass::text IN {tables}
         UNION ALL
         SELECT format('DROP INDEX %I', indexname) || '|' || indexdef FROM pg_indexes
         WHERE tablename IN {tables} AND NOT EXISTS (SELECT FROM pg_constraint WHERE conname = indexname)"
    ))?;
    let mut later = Vec::new();
    for line in statements.lines() {
        let (now, again) = line.split_once('|').context("an odd index")?;
        database.psql(now)?;
        later.push(again);
    }
    Ok(later.join("; "))
}

/// Numbers grow with time. Those that have expired come first, the others are spread over ninety days.
fn write_carts(output: &mut dyn Write, size: Size, now: u64) -> Result<()> {
    for cart in 1..=size.carts {
        let age = if cart <= size.expired() {
            200 * DAY
        } else {
            90 * DAY * u64::from(size.carts - cart) / u64::from(size.carts)
        };
        let (at, shop, next_line) = (now - age, size.shop_of(cart), lines_of(cart) + 1);
        writeln!(output, "{cart}\t{}\t{shop}\t2\t{next_line}\t0\t{at}\t{at}", token(cart))?;
    }
    Ok(())
}

/// Every second cart has a second line, those of the demo shop and those of others alike.
fn lines_of(cart: u32) -> u32 {
    1 + (cart / DEMO_SHARE) % 2
}

fn write_lines(output: &mut dyn Write, size: Size) -> Result<()> {
    for cart in 1..=size.carts {
        for line in 1..=lines_of(cart) {
            writeln!(output, "{cart}\t{line}\tSKU-{line}\t1\tNumber {line}\tnormal\t1800")?;
        }
    }
    Ok(())
}

/// Keys of the last twenty-five hours; those of the first are forgotten.
fn write_keys(output: &mut dyn Write, size: Size, now: u64) -> Result<()> {
    let count = size.carts / RECENT_SHARE;
    for key in 0..count {
        let cart = size.carts - key;
        let at = now - 25 * HOUR * u64::from(key) / u64::from(count);
        let (shop, digest) = (size.shop_of(cart), token(key));
        writeln!(output, "{shop}\t{digest}\t\\\\x{digest}{digest}\t{}\t{at}", token(cart))?;
    }
    Ok(())
}

/// Counts the carts up to a number, as the service did every hour while they came.
fn count_carts(database: &Database, last: u32) -> Result<()> {
    database.psql(&format!(
        "INSERT INTO days (shop_id, day, carts, first_cart)
         SELECT shop_id, created_at / {DAY}, count(*), min(id) FROM carts WHERE id <= {last} GROUP BY 1, 2
         ON CONFLICT (shop_id, day) DO UPDATE SET carts = excluded.carts, first_cart = excluded.first_cart"
    ))?;
    database.psql(&format!(
        "INSERT INTO counted (name, last_row) VALUES ('carts', {last})
         ON CONFLICT (name) DO UPDATE SET last_row = excluded.last_row"
    ))?;
    Ok(())
}

/// Orders of the demo shop, each a copy of one that the service made.
fn insert_orders(database: &Database, size: Size) -> Result<()> {
    let orders = size.orders();
    let columns = "state, address, postal_code, city, country, locale, cart, total, created_at, changed_at, payment, taken";
    database.psql(&format!(
        "INSERT INTO orders (shop_id, number, checkout, cart_token, email, name, search, {columns})
         SELECT 1, 2000 + n, 'order ' || n, 'cart ' || n, 'ann' || n || '@example.com', 'Ann Number ' || n,
             2000 + n || ' ann' || n || '@example.com ann number ' || n, {columns}
         FROM orders, generate_series(1, {orders}) AS numbers(n) WHERE number = 1001"
    ))?;
    database.psql(&format!("UPDATE shops SET orders = 1000 + {orders} WHERE id = 1")).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    const SIZE: Size = Size { carts: 10_000, shops: 50 };

    #[test]
    fn carts_have_tokens_and_shops_of_their_own() {
        let tokens: HashSet<String> = (1..=SIZE.carts).map(token).collect();
        assert_eq!(tokens.len(), 10_000);
        assert!(tokens.iter().all(|token| token.len() == 32));
        let shops: HashSet<u32> = (1..=SIZE.carts).map(|cart| SIZE.shop_of(cart)).collect();
        assert_eq!(shops.len(), 50);
        let demo = (1..=SIZE.carts).filter(|cart| SIZE.shop_of(*cart) == 1).count();
        assert_eq!(demo, 1000);
    }

    #[test]
    fn a_sample_is_spread_over_live_carts() {
        let one = SIZE.sample(100, true);
        assert_eq!(one.len(), 100);
        assert!(one.iter().all(|(key, _)| key == "pk_demo"));
        let others = SIZE.sample(100, false);
        assert!(others.len() == 100 && others.iter().all(|(key, _)| key != "pk_demo"));
        assert!(others.iter().map(|(key, _)| key).collect::<HashSet<_>>().len() > 20);
        assert_eq!(SIZE.sample(20_000, true).len(), 990, "one of a hundred has expired");
    }

    #[test]
    fn carts_of_every_shop_have_one_line_or_two() {
        let of_demo = |cart: &u32| SIZE.shop_of(*cart) == 1;
        let (demo, others): (Vec<_>, Vec<_>) = (1..=SIZE.carts).partition(of_demo);
        for carts in [demo, others] {
            let lines: u32 = carts.iter().map(|cart| lines_of(*cart)).sum();
            assert_eq!(lines as usize * 2, carts.len() * 3);
        }
    }

    #[test]
    fn rows_are_written_as_copy_reads_them() {
        let mut text = Vec::new();
        write_carts(&mut text, Size { carts: 100, shops: 1 }, 300 * DAY).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text.lines().count(), 100);
        let expired = format!("1\t{}\t1\t2\t2\t0\t{}\t{}", token(1), 100 * DAY, 100 * DAY);
        assert_eq!(text.lines().next(), Some(&*expired));
        let mut text = Vec::new();
        write_lines(&mut text, Size { carts: 100, shops: 1 }).unwrap();
        assert_eq!(String::from_utf8(text).unwrap().lines().count(), 150);
    }
}
