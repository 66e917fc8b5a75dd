//! A real PostgreSQL in a temporary folder, for tests and measurements. It listens on a socket in
//! that folder and, unless it is asked to, nowhere else, flushes to the disk as any other does, and is gone when the process
//! that started it is, however that ends. It must never know what a database is used for.

mod programs;

pub use programs::Programs;

use std::{
    env,
    fs::{self, OpenOptions},
    io::{self, Write as _},
    net::TcpListener,
    os::unix::{fs::OpenOptionsExt as _, process::CommandExt as _},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
};
use tempfile::TempDir;

/// Waits until the process that holds its input is gone, then ends the server and clears up.
const GUARD: &str =
    r#"read -r _; kill "$(cat "$0/pooler/pid")" 2>/dev/null; "$@" >"$0/end" 2>&1; rm -rf "$0""#;

/// Says with any value that databases are reached through PgBouncer in transaction mode.
const POOLER: &str = "TEMPORARY_POSTGRES_POOLER";

/// Who may call a server that has a port, in the words of its file `pg_hba.conf`.
const CALLERS: &str = "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n";

/// A running server. Whatever stands in `TEMPORARY_POSTGRES_OPTIONS`, as `-c name=value`, is set there too.
#[derive(Debug)]
pub struct Server {
    programs: Programs,
    // Holds the guard's input open. The guard removes the folder.
    _guard: Child,
    folder: TempDir,
    databases: AtomicU32,
}

impl Server {
    /// The one server of this process.
    pub fn shared() -> io::Result<&'static Self> {
        static SERVER: OnceLock<Result<Server, String>> = OnceLock::new();
        let server = SERVER.get_or_init(|| Self::start().map_err(|error| error.to_string()));
        server.as_ref().map_err(|error| io::Error::other(error.clone()))
    }

    /// Starts a server that nobody else uses.
    pub fn start() -> io::Result<Self> {
        let mut folder = TempDir::with_prefix("postgres-")?;
        let programs = Programs::find()?;
        programs.hand_over(folder.path())?;
        let guard = guard(&programs, folder.path())?;
        folder.disable_cleanup(true);
        let server = Self { programs, _guard: guard, folder, databases: AtomicU32::new(0) };
        let data = server.data();
        let initdb = ["--pgdata", &data, "--username", "basket", "--auth", "trust"];
        let quick = ["--encoding", "UTF8", "--no-locale", "--no-sync"];
        server.programs.run("initdb", &[&initdb[..], &quick[..]].concat())?;
        server.resume()?;
        if env::var_os(POOLER).is_some() {
            server.start_pooler()?;
        }
        Ok(server)
    }

    /// Starts PgBouncer before the server, at a socket of its own.
    fn start_pooler(&self) -> io::Result<()> {
        let (pooler, server) = (self.folder.path().join("pooler"), self.folder.path().display());
        let folder = pooler.display();
        fs::create_dir(&pooler)?;
        self.programs.hand_over(&pooler)?;
        let settings = pooler.join("settings");
        fs::write(
            &settings,
            format!(
                "[databases]\n* = host={server} user=basket\n[pgbouncer]\npool_mode = transaction\n\
                 auth_type = any\nlisten_port = 5432\nunix_socket_dir = {folder}\npidfile = {folder}/pid\n\
                 logfile = {folder}/log\nmax_client_conn = 2000\ndefault_pool_size = 6\nserver_idle_timeout = 1\n"
            ),
        )?;
        self.programs.run("/usr/sbin/pgbouncer", &["--daemon", &settings.display().to_string()])
    }

    /// Ends the server as a power cut would.
    pub fn crash(&self) -> io::Result<()> {
        self.programs.run("pg_ctl", &["stop", "--pgdata", &self.data(), "--mode", "immediate"])
    }

    /// Starts it again with all that it had.
    pub fn resume(&self) -> io::Result<()> {
        self.begin("-c listen_addresses=")
    }

    /// Starts it again, at a port of this machine too, with a certificate for callers there, who need a password; the
    /// port.
    pub fn resume_with(&self, certificate: &str, key: &str) -> io::Result<u16> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        for (name, text) in [("certificate", certificate), ("key", key), ("callers", CALLERS)] {
            let path = self.folder.path().join(name);
            // The server takes no key that others could read.
            OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(true)
                .mode(0o600)
                .open(&path)?
                .write_all(text.as_bytes())?;
            self.programs.hand_over(&path)?;
        }
        self.begin(&format!(
            "-c listen_addresses=127.0.0.1 -c port={port} -c ssl=on -c ssl_cert_file={} \
             -c ssl_key_file={} -c hba_file={}",
            self.path("certificate"),
            self.path("key"),
            self.path("callers")
        ))?;
        Ok(port)
    }

    fn begin(&self, options: &str) -> io::Result<()> {
        let socket = self.folder.path().display();
        let more = env::var("TEMPORARY_POSTGRES_OPTIONS").unwrap_or_default();
        let options =
            format!("{options} -c unix_socket_directories={socket} -c max_connections=300 {more}");
        let log = self.path("log");
        let start = ["start", "--pgdata", &self.data(), "--log", &log, "--options", &options];
        self.programs.run("pg_ctl", &start)
    }

    /// A new, empty database; its address.
    pub fn create_database(&self) -> io::Result<String> {
        let name = format!("basket{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let socket = self.path("");
        self.programs.run("createdb", &["--host", &socket, "--username", "basket", &name])?;
        let socket = if env::var_os(POOLER).is_some() { self.path("pooler") } else { socket };
        let host = socket.trim_end_matches('/').replace('/', "%2F");
        Ok(format!("postgres://basket@{host}/{name}"))
    }

    /// Runs one of PostgreSQL's own programs against the database of that address.
    pub fn program(&self, name: &str) -> Command {
        let mut command = self.programs.command(name);
        command.env("PGHOST", self.folder.path()).env("PGUSER", "basket");
        command
    }

    fn data(&self) -> String {
        self.path("data")
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }
}

fn guard(programs: &Programs, folder: &Path) -> io::Result<Child> {
    let stop = programs.command("pg_ctl");
    let mut guard = Command::new("sh");
    guard.args(["-c", GUARD]).arg(folder).arg(stop.get_program()).args(stop.get_args());
    guard.args(["stop", "--mode", "immediate", "--pgdata"]).arg(folder.join("data"));
    // Not in our group: what a terminal sends to us must not end it before it has cleared up.
    guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    guard.spawn()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(server: &Server, database: &str) -> String {
        let query = ["--tuples-only", "--no-align", "--command", "SELECT count(*) FROM notes"];
        let output = server.program("psql").arg(database).args(query).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    #[test]
    fn a_database_survives_a_crash() {
        let server = Server::start().unwrap();
        server.create_database().unwrap();
        let create = "CREATE TABLE notes AS SELECT 1";
        let psql = server.program("psql").args(["basket0", "--command", create]).output().unwrap();
        assert!(psql.status.success(), "{psql:?}");
        server.crash().unwrap();
        assert_eq!(count(&server, "basket0"), "");
        server.resume().unwrap();
        assert_eq!(count(&server, "basket0"), "1");
    }
}
