//! The two engines, each with a database of its own for a measurement.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use rusqlite::Connection;
use tempfile::TempDir;
use temporary_postgres::Server;

/// An engine with an empty database.
pub enum Database {
    /// A file.
    Sqlite(TempDir),
    /// A server, and the address of the database.
    Postgres(&'static Server, String),
}

impl Database {
    /// A new one of each.
    pub fn both() -> Result<[Self; 2]> {
        Ok([Self::sqlite()?, Self::postgres()?])
    }

    /// A new file.
    pub fn sqlite() -> Result<Self> {
        // Where the build is, not where temporary files are, which may be memory.
        Ok(Self::Sqlite(TempDir::with_prefix_in(
            "bench-",
            std::env::current_exe()?.parent().context("no folder")?,
        )?))
    }

    /// A new database on the one server.
    pub fn postgres() -> Result<Self> {
        let server = Server::shared()?;
        Ok(Self::Postgres(server, server.create_database()?))
    }

    /// What to call it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => "SQLite",
            Self::Postgres(..) => "PostgreSQL",
        }
    }

    /// As the service takes it.
    pub fn address(&self) -> String {
        match self {
            Self::Sqlite(folder) => folder.path().join("basket.db").display().to_string(),
            Self::Postgres(_, address) => address.clone(),
        }
    }

    /// The process that all others of the server come from, if it is one.
    pub fn server(&self) -> Result<Option<String>> {
        let Self::Postgres(..) = self else { return Ok(None) };
        let said = self.psql("SELECT pg_read_file('postmaster.pid')")?;
        Ok(said.lines().next().map(str::to_owned))
    }

    /// Which version of the engine this is.
    pub fn version(&self) -> Result<String> {
        match self {
            Self::Sqlite(_) => Ok(rusqlite::version().to_owned()),
            Self::Postgres(..) => {
                let said = self.psql("SHOW server_version")?;
                Ok(said.split_whitespace().next().unwrap_or_default().to_owned())
            }
        }
    }

    /// How many rows in a second go into a file, each in a durable transaction of its own.
    pub fn commits(&self, time: Duration) -> Result<f64> {
        let file = Connection::open(format!("{}-commits", self.address()))?;
        file.pragma_update(None, "journal_mode", "wal")?;
        file.pragma_update(None, "synchronous", "full")?;
        file.execute_batch("CREATE TABLE IF NOT EXISTS bench (id INTEGER PRIMARY KEY, text TEXT)")?;
        let mut insert = file.prepare("INSERT INTO bench (text) VALUES ('one more')")?;
        let (start, mut rows) = (Instant::now(), 0.0);
        while start.elapsed() < time {
            insert.execute(())?;
            rows += 1.0;
        }
        Ok(rows / start.elapsed().as_secs_f64())
    }

    /// How long the disk of a file takes to have a page for certain, in milliseconds.
    pub fn flush(&self) -> Result<f64> {
        let mut file = File::create(format!("{}-flush", self.address()))?;
        let mut waits = Vec::new();
        for _ in 0..200 {
            let start = Instant::now();
            file.write_all(&[1; 4096])?;
            file.sync_data()?;
            waits.push(start.elapsed().as_secs_f64() * 1000.0);
        }
        Ok(crate::report::median(&waits))
    }

    /// Puts that many carts with two lines each into a database that the service has made; so many of their tokens.
    pub fn insert_carts(&self, carts: u32, sampled: u32) -> Result<Vec<String>> {
        let columns = "id, token, shop_id, version, next_line, catalogue, created_at, touched_at";
        let values =
            |token: &str| format!("SELECT id, {token}, 1, 3, 3, 0, 4000000000000, 4000000000000");
        let lines_in_cart = r#"[[1,"MUG",null,null,1,"Something","normal",1800],[2,"CHAIR",null,null,1,"Something","normal",1800]]"#;
        let lines = "INSERT INTO lines (cart_id, number, sku, frequency, interval, quantity, name, type, unit_price) \
            SELECT id, number, sku, NULL, NULL, 1, 'Something', 'normal', 1800 FROM carts, \
            (SELECT 1 AS number, 'MUG' AS sku UNION ALL SELECT 2, 'CHAIR') AS two WHERE catalogue = 0";
        let sample = format!("SELECT token FROM carts WHERE id % {} = 0", (carts / sampled).max(1));
        match self {
            Self::Sqlite(_) => {
                let database = Connection::open(self.address())?;
                database.execute_batch(&format!(
                    "BEGIN; WITH RECURSIVE numbers(id) AS (SELECT 1000 UNION ALL SELECT id + 1 FROM numbers LIMIT {carts}) \
                     INSERT INTO carts ({columns}, lines) {}, '{lines_in_cart}' FROM numbers; COMMIT; PRAGMA wal_checkpoint(TRUNCATE)",
                    values("lower(hex(randomblob(16)))")
                ))?;
                let mut sampled = database.prepare(&sample)?;
                let tokens = sampled.query_map((), |row| row.get(0))?;
                Ok(tokens.collect::<Result<_, _>>()?)
            }
            Self::Postgres(..) => {
                let numbers = format!("generate_series(1000, {}) AS numbers(id)", 999 + carts);
                self.psql(&format!(
                    "INSERT INTO carts ({columns}) {} FROM {numbers}",
                    values("md5(random()::text || id)")
                ))?;
                self.psql(lines)?;
                // Carts that the service makes come after these.
                let next = 1000 + carts;
                self.psql(&format!(
                    "SELECT setval(pg_get_serial_sequence('carts', 'id'), {next})"
                ))?;
                self.psql("VACUUM ANALYZE")?;
                Ok(self.psql(&sample)?.lines().map(str::to_owned).collect())
            }
        }
    }

    /// Puts that many products into a database that the service has made, from `SKU-1` on.
    pub fn insert_products(&self, count: usize) -> Result<()> {
        let products = "INSERT INTO products (id, shop_id, sku, name, image, type, price, revision, search) \
            SELECT n + 1000, 1, 'SKU-' || n, 'Number ' || n, 'https://shop.example/' || n || '.jpg', 'normal', \
            100 + n, 0, 'sku-' || n || ' number ' || n FROM";
        match self {
            Self::Sqlite(_) => Connection::open(self.address())?.execute_batch(&format!(
                "{products} (WITH RECURSIVE numbers(n) AS \
                 (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT {count}) SELECT n FROM numbers)"
            ))?,
            Self::Postgres(..) => drop(self.psql(&format!(
                "{products} generate_series(1::bigint, {count}) AS numbers(n)"
            ))?),
        }
        Ok(())
    }

    /// Runs a statement, and gives what it says.
    pub fn psql(&self, statement: &str) -> Result<String> {
        let Self::Postgres(server, address) = self else { anyhow::bail!("this is no server") };
        let mut psql = server.program("psql");
        output(psql.args([
            "--no-psqlrc",
            "--quiet",
            "--tuples-only",
            "--no-align",
            "-c",
            statement,
            address,
        ]))
    }

    /// Copies rows into a table, as text with tabs between columns. Whether what they refer to exists is not checked.
    pub fn copy_rows(
        &self,
        into: &str,
        write: impl FnOnce(&mut dyn Write) -> Result<()>,
    ) -> Result<()> {
        let Self::Postgres(server, address) = self else { anyhow::bail!("this is no server") };
        let copy = format!("COPY {into} FROM STDIN");
        let mut psql = server.program("psql");
        psql.args(["--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1"])
            .args(["-c", "SET session_replication_role = replica", "-c", &copy, address])
            .stdin(Stdio::piped());
        let mut child = psql.spawn()?;
        let mut input = BufWriter::new(child.stdin.take().context("no input")?);
        write(&mut input)?;
        input.flush()?;
        drop(input);
        ensure!(child.wait()?.success(), "{copy} failed");
        Ok(())
    }

    /// Changes settings of the server, and restarts it. All databases of it are away meanwhile.
    pub fn configure(&self, settings: &[(&str, &str)]) -> Result<()> {
        let Self::Postgres(server, _) = self else { anyhow::bail!("this is no server") };
        for (name, value) in settings {
            self.psql(&format!("ALTER SYSTEM SET {name} = '{value}'"))?;
        }
        // What is on the disk need not be recovered.
        self.psql("CHECKPOINT")?;
        server.crash()?;
        Ok(server.resume()?)
    }

    /// Changes settings of the server that need no restart.
    pub fn reconfigure(&self, settings: &[(&str, &str)]) -> Result<()> {
        for (name, value) in settings {
            self.psql(&format!("ALTER SYSTEM SET {name} = '{value}'"))?;
        }
        self.psql("SELECT pg_reload_conf()").map(drop)
    }

    /// How often in a second pgbench has a statement carried out, with that many clients.
    pub fn pgbench(&self, statement: &str, clients: usize, seconds: u64) -> Result<f64> {
        let Self::Postgres(server, address) = self else { anyhow::bail!("this is no server") };
        let name = address.rsplit('/').next().context("no name")?;
        let script = tempfile::Builder::new().suffix(".sql").tempfile()?;
        std::fs::write(&script, format!("{statement};\n"))?;
        // It runs as somebody else.
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o644);
        std::fs::set_permissions(&script, mode)?;
        let mut pgbench = server.program("pgbench");
        let (clients, seconds) = (clients.to_string(), seconds.to_string());
        pgbench.args(["-n", "-M", "prepared", "-j", "2", "-c", &clients, "-T", &seconds, "-f"]);
        let said = output(pgbench.arg(script.path()).arg(name))?;
        let rate =
            said.lines().find_map(|line| line.strip_prefix("tps = ")).context("no rate is said")?;
        Ok(rate.split(' ').next().unwrap_or_default().parse()?)
    }
}

fn output(command: &mut Command) -> Result<String> {
    let output = command.output()?;
    ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}
