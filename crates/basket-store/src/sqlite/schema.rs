//! Opens database files and brings them up to date.
//!
//! The version of a file is its `user_version`, a number SQLite keeps for exactly this. A migration
//! crate would do the same through a table of its own, for half as many crates again as the whole
//! service has.

use crate::{SchemaState, SchemaVersion, StoreError, StoreOptions};
use rusqlite::{Connection, OpenFlags, TransactionBehavior, config::DbConfig};
use std::{path::Path, time::Duration};

/// One file for each version, oldest first. A file that has been released is never edited.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001_carts.sql"),
    include_str!("migrations/0002_secret_keys.sql"),
    include_str!("migrations/0003_carts_by_shop.sql"),
    include_str!("migrations/0004_operators.sql"),
    include_str!("migrations/0005_backend.sql"),
    include_str!("migrations/0006_orders.sql"),
    include_str!("migrations/0007_payment.sql"),
    include_str!("migrations/0008_lines_in_carts.sql"),
    include_str!("migrations/0009_checkout_revisions.sql"),
    include_str!("migrations/0010_ordered_carts.sql"),
    include_str!("migrations/0011_builds.sql"),
    include_str!("migrations/0012_checkout_languages.sql"),
    include_str!("migrations/0013_taken_stock.sql"),
    include_str!("migrations/0014_mail_recipients.sql"),
    include_str!("migrations/0015_empty_carts.sql"),
    include_str!("migrations/0016_held_stock.sql"),
    include_str!("migrations/0017_operator_security.sql"),
    include_str!("migrations/0018_personal_data.sql"),
    include_str!("migrations/0019_product_revisions.sql"),
    include_str!("migrations/0020_changes.sql"),
    include_str!("migrations/0021_costs.sql"),
    include_str!("migrations/0022_first_prices.sql"),
    include_str!("migrations/0023_invoices.sql"),
];

/// The versions that do more than add: what they change, an earlier program cannot use any more.
const REWRITES: &[usize] = &[8, 10];

/// Marks a file as ours, so that another program's database is not taken for an empty one: "bskt".
const APPLICATION: i32 = 0x6273_6B74;

/// How much of the file the one connection that writes, and each that reads, keeps in memory at most, in KiB. With a
/// million carts a change finds little of what it needs in the 2 MB that SQLite would keep.
const WRITER_CACHE: i32 = 64 * 1024;
const READER_CACHE: i32 = 16 * 1024;
/// After how many pages the log is folded into the file: 32 MiB.
const LOG_PAGES: i32 = 8000;
/// How large the log may stay once it was folded into the file.
const LOG_BYTES: i64 = 64 * 1024 * 1024;
/// How many prepared statements a connection keeps; more than there are.
const STATEMENTS: usize = 128;

/// Opens the file for writing, creates it when there is none, and brings it up to date.
pub(super) fn open_writer(path: &Path, options: &StoreOptions) -> Result<Connection, StoreError> {
    keep_private(path);
    let mut connection = Connection::open(path)?;
    prepare(&connection, options, WRITER_CACHE)?;
    // Looked at before anything is set, so that a file which is not ours stays as it was.
    let version = version(&connection)?;
    let state = if version == 0 { SchemaState::Empty } else { SchemaState::Older };
    if version < MIGRATIONS.len() && !options.schema.allows(state) {
        return Err(StoreError::Older);
    }
    let is_older = (1..MIGRATIONS.len()).contains(&version);
    if is_older && REWRITES.iter().any(|rewrite| *rewrite > version) {
        keep_copy(&connection, path, version)?;
    }
    // In this mode readers never wait for the writer. FULL: a change is answered only once the disk
    // has it; with NORMAL a power cut could take an acknowledged change along.
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    migrate(&mut connection)?;
    // Folded into the file less often: a page that many changes touched in between goes there once.
    connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
    // After a reader that took long, the log is cut back to this.
    connection.pragma_update(None, "journal_size_limit", LOG_BYTES)?;
    if let Some(pages) = options.max_pages {
        connection.pragma_update(None, "max_page_count", pages)?;
    }
    Ok(connection)
}

/// Copies a file as it is, while others go on with it.
pub(crate) fn copy_file(from: &Path, to: &Path) -> Result<(), StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(from, flags)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    version(&connection)?;
    copy_into(&connection, to)
}

fn copy_into(connection: &Connection, to: &Path) -> Result<(), StoreError> {
    keep_private(to);
    let name = to
        .to_str()
        .ok_or_else(|| StoreError::Unavailable(format!("{} is not UTF-8 text", to.display())))?;
    connection.execute("VACUUM INTO ?1", [name])?;
    let copy = Connection::open_with_flags(to, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let found: String = copy.query_row("PRAGMA quick_check", [], |row| row.get(0))?;
    if found == "ok" { Ok(()) } else { Err(StoreError::Internal(found)) }
}

/// Keeps what a migration rewrites, beside the file: the earlier version can still use the copy.
fn keep_copy(connection: &Connection, path: &Path, version: usize) -> Result<(), StoreError> {
    let mut copy = path.as_os_str().to_owned();
    copy.push(format!(".version-{version}"));
    let copy = Path::new(&copy);
    if copy.exists() { Ok(()) } else { copy_into(connection, copy) }
}

/// Keeps the file from everybody else on the machine: it has addresses, secrets and password hashes. SQLite makes its
/// log with the same permissions. What cannot be changed is another's, and opening it says whether that will do.
#[cfg(unix)]
pub(crate) fn keep_private(path: &Path) {
    use std::{
        fs,
        os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _},
    };
    let mut create = fs::OpenOptions::new();
    let _ = create.write(true).create_new(true).mode(0o600).open(path);
    for end in ["", "-wal", "-shm"] {
        let mut file = path.as_os_str().to_owned();
        file.push(end);
        let Ok(metadata) = fs::metadata(&file) else { continue };
        let mode = metadata.permissions().mode();
        if mode & 0o007 != 0 {
            let _ = fs::set_permissions(&file, fs::Permissions::from_mode(mode & 0o770));
        }
    }
}

#[cfg(not(unix))]
pub(crate) fn keep_private(_: &Path) {}

/// Opens the file for reading.
pub(super) fn open_reader(path: &Path, options: &StoreOptions) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    prepare(&connection, options, READER_CACHE)?;
    Ok(connection)
}

fn prepare(connection: &Connection, options: &StoreOptions, cache: i32) -> Result<(), StoreError> {
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // Otherwise SQLite plans some statements by the values bound to them, and parses them anew for
    // each: reading a cart takes three times as long.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    // A negative number is a size, a positive one a number of pages.
    connection.pragma_update(None, "cache_size", -cache)?;
    connection.busy_timeout(options.busy_timeout)?;
    Ok(())
}

/// Opens a file that exists so that neither it nor its folder changes: without a log, even SQLite's own notes beside the
/// file are not made.
pub(crate) fn open_unchanged(path: &Path) -> Result<Connection, StoreError> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = if Path::new(&log).exists() {
        // Others use the file, or were cut off: what is in the log counts.
        Connection::open_with_flags(path, flags)?
    } else {
        let uri = url::Url::from_file_path(std::path::absolute(path).unwrap_or(path.to_owned()));
        let uri =
            uri.map_err(|()| StoreError::Unavailable(format!("{} is no path", path.display())))?;
        let flags = flags | OpenFlags::SQLITE_OPEN_URI;
        Connection::open_with_flags(format!("{uri}?immutable=1"), flags)?
    };
    connection.busy_timeout(Duration::from_secs(2))?;
    Ok(connection)
}

/// The version of the file's tables.
pub(crate) fn inspect(connection: &Connection) -> Result<SchemaVersion, StoreError> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let (application, version) = (number("application_id")?, number("user_version")?);
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let latest = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
    let found = i64::from(version);
    let state = if application != APPLICATION && (tables > 0 || application != 0) || found < 0 {
        SchemaState::Foreign
    } else if found == 0 {
        SchemaState::Empty
    } else {
        SchemaState::compare(found, latest)
    };
    Ok(SchemaVersion { state, found, latest })
}

/// The tables, views, indexes and triggers of a file, with their kinds.
pub(crate) fn tables(connection: &Connection) -> Result<Vec<String>, StoreError> {
    // What SQLite makes by itself has no statement, or a name of its own.
    let sql = "SELECT type || ' ' || name FROM sqlite_schema
               WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY 1";
    let mut statement = connection.prepare(sql)?;
    let names = statement.query_map([], |row| row.get(0))?;
    Ok(names.collect::<Result<_, _>>()?)
}

/// Those that a file of a version has to have.
pub(crate) fn tables_of(version: i64) -> Result<Vec<String>, StoreError> {
    let connection = Connection::open_in_memory()?;
    for migration in MIGRATIONS.iter().take(usize::try_from(version).unwrap_or_default()) {
        connection.execute_batch(migration)?;
    }
    tables(&connection)
}

/// How many migrations the file has seen; refuses a file that is not ours or newer than we are.
fn version(connection: &Connection) -> Result<usize, StoreError> {
    let SchemaVersion { state, found, .. } = inspect(connection)?;
    match state {
        SchemaState::Foreign => Err(StoreError::Foreign),
        SchemaState::Newer => Err(StoreError::Newer),
        _ => usize::try_from(found).map_err(|_| StoreError::Foreign),
    }
}

fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let missing = &MIGRATIONS[version(&transaction)?..];
    for migration in missing {
        transaction.execute_batch(migration)?;
    }
    if !missing.is_empty() {
        let latest = i32::try_from(MIGRATIONS.len()).unwrap_or(i32::MAX);
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", latest)?;
    }
    Ok(transaction.commit()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::carts;
    use basket_core::money::Currency;

    #[test]
    fn lines_that_had_a_table_of_their_own_are_still_in_their_carts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        let before = Connection::open(&path).unwrap();
        for migration in &MIGRATIONS[..7] {
            before.execute_batch(migration).unwrap();
        }
        before
            .execute_batch(
                r#"INSERT INTO shops (id, name, currency, checkout) VALUES (1, 'Shop', 'EUR', 'hosted');
                   INSERT INTO carts (id, token, shop_id, version, next_line, catalogue, created_at, touched_at)
                   VALUES (1, 'full', 1, 4, 3, 0, 0, 0), (2, 'empty', 1, 1, 1, 0, 0, 0);
                   INSERT INTO lines VALUES (1, 2, 'B', NULL, NULL, 3, 'A "very" fine ö', 'normal', 500),
                       (1, 1, 'A', 'monthly', 2, 1, 'Once sold', 'digital', 700)"#,
            )
            .unwrap();
        before.pragma_update(None, "application_id", APPLICATION).unwrap();
        before.pragma_update(None, "user_version", 7).unwrap();
        drop(before);
        let connection = open_writer(&path, &StoreOptions::default()).unwrap();
        let lines = |token| {
            let found = carts::find(&connection, 1, Currency::EUR, token).unwrap().unwrap();
            let told = found.cart.lines.into_iter().map(|line| {
                let period =
                    line.period.map(|period| (period.frequency().name(), period.interval()));
                let kind = line.product_type.name();
                format!(
                    "{} {} {period:?} {} {} {kind} {}",
                    line.id, line.sku, line.quantity, line.name, line.unit_price
                )
            });
            told.collect::<Vec<_>>()
        };
        let expected = [
            r#"1 A Some(("monthly", 2)) 1 Once sold digital 700"#,
            r#"2 B None 3 A "very" fine ö normal 500"#,
        ];
        assert_eq!(lines("full"), expected);
        assert_eq!(lines("empty"), [""; 0]);
        let rows =
            "SELECT count(*) FROM lines WHERE cart_id = 1 AND frequency IS NULL AND quantity = 3";
        assert_eq!(connection.query_row(rows, [], |row| row.get::<_, i64>(0)), Ok(1));
    }

    #[test]
    fn carts_that_were_ordered_before_there_was_a_column_for_it_are_ordered() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        let before = Connection::open(&path).unwrap();
        for migration in &MIGRATIONS[..9] {
            before.execute_batch(migration).unwrap();
        }
        before
            .execute_batch(
                "INSERT INTO shops (id, name, currency, checkout) VALUES (1, 'Shop', 'EUR', 'hosted');
                 INSERT INTO carts (token, shop_id, version, next_line, catalogue, created_at, touched_at)
                 VALUES ('open', 1, 1, 1, 0, 5, 7), ('ordered', 1, 1, 1, 0, 5, -7)",
            )
            .unwrap();
        before.pragma_update(None, "application_id", APPLICATION).unwrap();
        before.pragma_update(None, "user_version", 9).unwrap();
        drop(before);
        let connection = open_writer(&path, &StoreOptions::default()).unwrap();
        let found = |token| {
            let found = carts::find(&connection, 1, Currency::EUR, token).unwrap().unwrap();
            (found.touched_at, found.is_ordered)
        };
        assert_eq!(found("open"), (7, false));
        assert_eq!(found("ordered"), (7, true));
    }

    #[test]
    fn orders_from_before_there_was_a_search_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        let before = Connection::open(&path).unwrap();
        for migration in &MIGRATIONS[..17] {
            before.execute_batch(migration).unwrap();
        }
        before
            .execute_batch(
                "INSERT INTO shops (id, name, currency, checkout) VALUES (1, 'Shop', 'EUR', 'hosted');
                 INSERT INTO orders (shop_id, number, checkout, cart_token, state, email, name, address,
                     postal_code, city, country, locale, cart, total, created_at, changed_at)
                 VALUES (1, 1001, 'c', 't', 'placed', 'Ann@Example.com', 'Ann', '', '', '', '', 'en',
                     '{}', 0, 0, 0)",
            )
            .unwrap();
        before.pragma_update(None, "application_id", APPLICATION).unwrap();
        before.pragma_update(None, "user_version", 17).unwrap();
        drop(before);
        let connection = open_writer(&path, &StoreOptions::default()).unwrap();
        let text = |sql| connection.query_row(sql, [], |row| row.get::<_, String>(0)).unwrap();
        assert_eq!(text("SELECT search FROM orders"), "1001 ann@example.com ann");
        assert_eq!(text("SELECT CAST(retention_months AS TEXT) FROM shops"), "36");
    }

    #[test]
    fn the_history_of_prices_begins_with_what_products_of_before_cost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        let before = Connection::open(&path).unwrap();
        for migration in &MIGRATIONS[..21] {
            before.execute_batch(migration).unwrap();
        }
        before
            .execute_batch(
                "INSERT INTO shops (id, name, currency, checkout) VALUES (1, 'Shop', 'EUR', 'hosted');
                 INSERT INTO products (id, shop_id, sku, name, type, price, revision) VALUES
                     (1, 1, 'MUG', 'Mug', 'normal', 1800, 1), (2, 1, 'TEA', 'Tea', 'normal', NULL, 1);
                 INSERT INTO offers (product_id, frequency, interval, price)
                     VALUES (2, 'monthly', 3, 900)",
            )
            .unwrap();
        before.pragma_update(None, "application_id", APPLICATION).unwrap();
        before.pragma_update(None, "user_version", 21).unwrap();
        drop(before);
        let connection = open_writer(&path, &StoreOptions::default()).unwrap();
        let text = |sql| connection.query_row(sql, [], |row| row.get::<_, String>(0)).unwrap();
        let prices = "SELECT group_concat(concat_ws(' ', sku, frequency, interval, price), ', ')
                      FROM (SELECT * FROM prices ORDER BY id)";
        assert_eq!(text(prices), "MUG 1800, TEA monthly 3 900");
        let is_now = "SELECT CAST(min(since) > (unixepoch() - 3600) * 1000
                          AND max(since) <= unixepoch() * 1000 AS TEXT) FROM prices";
        assert_eq!(text(is_now), "1");
    }
}
