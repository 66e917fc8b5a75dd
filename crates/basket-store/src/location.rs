//! The address of a database, as written in a setting.

use super::StoreError;
use crate::tls;
use std::{
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
};
use tokio_postgres::{Config, config::SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_rustls::rustls::{
    RootCertStore,
    pki_types::{CertificateDer, pem::PemObject as _},
};

/// Where a database is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// A file: `sqlite:FILE`, or just `FILE`.
    Sqlite(PathBuf),
    /// A server: `postgres://…`.
    Postgres(PostgresAddress),
}

/// The address of a PostgreSQL database. It shows itself without the password.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresAddress {
    /// One for each host.
    hosts: Vec<Config>,
    /// Whether only a server will do that takes changes.
    needs_writes: bool,
    /// What a pooler does with sessions, if the address says so.
    pool_mode: Option<PoolMode>,
    /// A file with the certificates to go by, instead of those that browsers go by.
    roots: Option<PathBuf>,
    shown: String,
}

/// What a pooler between us and the server does with sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PoolMode {
    /// Each of our connections has a session of its own, as without a pooler.
    Session,
    /// Each transaction may have another session.
    Transaction,
}

/// Why a text names no database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadLocation {
    /// It starts like a PostgreSQL address and is not valid.
    #[error("not a PostgreSQL address; write postgres://USER:PASSWORD@HOST:PORT/DATABASE")]
    Postgres,
    /// It wants encryption in a way that is not offered.
    #[error(
        "`sslmode` must be disable, require, verify-ca or verify-full; the last three all check certificate and host name of the server"
    )]
    Encryption,
    /// It wants a kind of server that is of no use.
    #[error("`target_session_attrs` must be read-write, primary or any")]
    Target,
    /// It names a way of pooling that is not supported.
    #[error("`pool_mode` must be session or transaction")]
    PoolMode,
    /// It names no file.
    #[error("no file name; write sqlite:FILE or postgres://…")]
    Empty,
}

impl FromStr for Location {
    type Err = BadLocation;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let rest = ["postgres://", "postgresql://"].iter().find_map(|it| text.strip_prefix(it));
        if let Some(rest) = rest {
            let (text, wishes) = without_wishes(text);
            let mut hosts = Vec::new();
            for text in one_for_each_host(&text) {
                let mut config: Config = text.parse().map_err(|_| BadLocation::Postgres)?;
                config.ssl_mode(wishes.mode()?);
                hosts.push(config);
            }
            let (needs_writes, pool_mode) = (wishes.needs_writes()?, wishes.pool_mode()?);
            let roots = wishes.roots.filter(|file| file != "system").map(PathBuf::from);
            // A reader of the log must not see the password or the parameters.
            let end = rest.find('?').unwrap_or(rest.len());
            let start = rest[..end].rfind('@').map_or(0, |at| at + 1);
            let shown = format!("postgres://{}", &rest[start..end]);
            return Ok(Self::Postgres(PostgresAddress {
                hosts,
                needs_writes,
                pool_mode,
                roots,
                shown,
            }));
        }
        match text.strip_prefix("sqlite:").unwrap_or(text) {
            "" => Err(BadLocation::Empty),
            path => Ok(Self::Sqlite(path.into())),
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(formatter, "{}", path.display()),
            Self::Postgres(address) => formatter.write_str(&address.shown),
        }
    }
}

impl PostgresAddress {
    /// How to connect to each host, and by whose word to know the server.
    pub(super) fn connection(&self) -> Result<(Vec<Config>, MakeRustlsConnect), StoreError> {
        let is_plain = self.hosts.iter().all(|host| host.get_ssl_mode() == SslMode::Disable);
        let roots = match &self.roots {
            _ if is_plain => RootCertStore::empty(),
            Some(file) => read(file)?,
            None => tls::public_roots(),
        };
        let tls = tls::trusting(roots).map_err(|error| StoreError::Internal(error.to_string()))?;
        Ok((self.hosts.clone(), MakeRustlsConnect::new(tls)))
    }

    /// Whether only a server will do that takes changes.
    pub(super) fn needs_writes(&self) -> bool {
        self.needs_writes
    }

    /// What a pooler does with sessions, if the address says so.
    pub(super) fn pool_mode(&self) -> Option<PoolMode> {
        self.pool_mode
    }
}

/// The certificates in a file.
fn read(file: &Path) -> Result<RootCertStore, StoreError> {
    let failed = |error: &dyn fmt::Display| {
        StoreError::Unavailable(format!(
            "cannot read certificates from {}: {error}",
            file.display()
        ))
    };
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(file).map_err(|error| failed(&error))? {
        let certificate = certificate.map_err(|error| failed(&error))?;
        roots.add(certificate).map_err(|error| failed(&error))?;
    }
    if roots.is_empty() { Err(failed(&"it has none")) } else { Ok(roots) }
}

/// What an address says that the driver does not decide: about encryption and the kind of server in the words that
/// PostgreSQL's own programs understand, about a pooler in those of PgBouncer.
#[derive(Debug, Default)]
struct Wishes {
    mode: Option<String>,
    roots: Option<String>,
    target: Option<String>,
    pool_mode: Option<String>,
}

impl Wishes {
    /// Encryption without checking the server is worthless against an attacker in between, so there is no such mode.
    fn mode(&self) -> Result<SslMode, BadLocation> {
        match self.mode.as_deref() {
            None if self.roots.is_none() => Ok(SslMode::Disable),
            Some("disable") => Ok(SslMode::Disable),
            None | Some("require" | "verify-ca" | "verify-full") => Ok(SslMode::Require),
            Some(_) => Err(BadLocation::Encryption),
        }
    }

    fn needs_writes(&self) -> Result<bool, BadLocation> {
        match self.target.as_deref() {
            None | Some("read-write" | "primary") => Ok(true),
            Some("any") => Ok(false),
            Some(_) => Err(BadLocation::Target),
        }
    }

    fn pool_mode(&self) -> Result<Option<PoolMode>, BadLocation> {
        match self.pool_mode.as_deref() {
            None => Ok(None),
            Some("session") => Ok(Some(PoolMode::Session)),
            Some("transaction") => Ok(Some(PoolMode::Transaction)),
            Some(_) => Err(BadLocation::PoolMode),
        }
    }
}

/// The address once for each of its hosts, with that host alone.
fn one_for_each_host(text: &str) -> Vec<String> {
    let begin = text.find("://").map_or(0, |at| at + 3);
    let end = text[begin..].find(['/', '?']).map_or(text.len(), |at| begin + at);
    let begin = text[begin..end].rfind('@').map_or(begin, |at| begin + at + 1);
    let (before, after) = (&text[..begin], &text[end..]);
    text[begin..end].split(',').map(|host| format!("{before}{host}{after}")).collect()
}

/// The address without what the driver does not decide, and that.
fn without_wishes(text: &str) -> (String, Wishes) {
    let (address, query) = text.split_once('?').unwrap_or((text, ""));
    let mut wishes = Wishes::default();
    let mut rest = Vec::new();
    for pair in query.split('&') {
        // Only in forms is a plus a space.
        let plain = pair.replace('+', "%2B");
        match form_urlencoded::parse(plain.as_bytes()).next() {
            Some((name, value)) => {
                let wish = match &*name {
                    "sslmode" => &mut wishes.mode,
                    "sslrootcert" => &mut wishes.roots,
                    "target_session_attrs" => &mut wishes.target,
                    "pool_mode" => &mut wishes.pool_mode,
                    _ => {
                        rest.push(pair);
                        continue;
                    }
                };
                *wish = Some(value.into_owned());
            }
            None => rest.push(pair),
        }
    }
    (format!("{address}?{}", rest.join("&")).trim_end_matches('?').to_owned(), wishes)
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postgres::failure;
    use rcgen::{CertifiedKey, generate_simple_self_signed};
    use std::fs;
    use temporary_postgres::Server;
    use tokio_postgres::config::Host;

    fn shown(text: &str) -> Result<String, BadLocation> {
        text.parse().map(|location: Location| format!("{location}"))
    }

    #[test]
    fn a_file_and_a_server_are_told_apart() {
        for (text, expected) in [
            ("sqlite:shop.db", "shop.db"),
            ("/var/lib/shop.db", "/var/lib/shop.db"),
            (
                "postgres://anna:secret@db.example:5433/shop?options=x",
                "postgres://db.example:5433/shop",
            ),
            ("postgresql://db.example/shop", "postgres://db.example/shop"),
            ("postgres://anna:p@ss@db.example/shop", "postgres://db.example/shop"),
        ] {
            assert_eq!(shown(text).as_deref(), Ok(expected));
        }
    }

    #[test]
    fn what_names_no_database_is_refused() {
        assert_eq!(shown("sqlite:"), Err(BadLocation::Empty));
        assert_eq!(shown("postgres://db.example:port/shop"), Err(BadLocation::Postgres));
        let half = "postgres://db.example/shop?sslmode=prefer";
        assert_eq!(shown(half), Err(BadLocation::Encryption));
    }

    #[test]
    fn encryption_is_asked_for_as_postgresql_asks_for_it() {
        for (wishes, is_encrypted, roots) in [
            ("", false, None),
            ("?sslmode=disable&sslrootcert=ca.pem", false, Some("ca.pem")),
            ("?sslmode=require", true, None),
            ("?options=x&sslmode=verify-full&sslrootcert=system", true, None),
            ("?sslrootcert=%2Fetc%2Fa+b.pem&connect_timeout=3", true, Some("/etc/a+b.pem")),
        ] {
            let location = format!("postgres://anna@db.example/shop{wishes}").parse().unwrap();
            let Location::Postgres(address) = location else { panic!("{location}") };
            let mode = if is_encrypted { SslMode::Require } else { SslMode::Disable };
            assert_eq!(address.hosts[0].get_ssl_mode(), mode, "{wishes}");
            assert_eq!(address.roots.as_deref(), roots.map(Path::new), "{wishes}");
            assert_eq!(address.shown, "postgres://db.example/shop");
            assert_eq!(address.hosts[0].get_options(), wishes.contains("options").then_some("x"));
        }
    }

    #[test]
    fn an_address_may_name_several_hosts_and_what_they_must_be() {
        let address = |text: &str| match text.parse() {
            Ok(Location::Postgres(address)) => address,
            other => panic!("{text} is {other:?}"),
        };
        let several = address("postgres://anna:a,b@one.example:5433,two.example/shop?options=x");
        let host = |nth: usize| {
            let config: &Config = &several.hosts[nth];
            (config.get_hosts().to_vec(), config.get_ports().to_vec(), config.get_dbname())
        };
        let tcp = |name: &str| vec![Host::Tcp(name.to_owned())];
        assert_eq!(several.hosts.len(), 2);
        assert_eq!(host(0), (tcp("one.example"), vec![5433], Some("shop")));
        assert_eq!(host(1), (tcp("two.example"), vec![5432], Some("shop")));
        assert_eq!(several.hosts[1].get_password(), Some(&b"a,b"[..]));
        assert!(several.needs_writes() && several.pool_mode().is_none());
        let reader = address("postgres://db.example/shop?target_session_attrs=any");
        assert!(!reader.needs_writes());
        let pooled = address("postgres://db.example/shop?pool_mode=transaction");
        assert_eq!(pooled.pool_mode(), Some(PoolMode::Transaction));
        let bad = |query: &str| shown(&format!("postgres://db.example/shop?{query}"));
        assert_eq!(bad("target_session_attrs=read-only"), Err(BadLocation::Target));
        assert_eq!(bad("pool_mode=statement"), Err(BadLocation::PoolMode));
    }

    #[test]
    fn a_password_is_never_shown() {
        let location: Location = "postgres://anna:secret@db.example/shop".parse().unwrap();
        assert!(!format!("{location:?} {location}").contains("secret"));
    }

    /// Connects, and says how that is encrypted.
    async fn encryption(address: &str) -> Result<String, StoreError> {
        let Ok(Location::Postgres(address)) = address.parse() else { panic!("{address}") };
        let (hosts, tls) = address.connection()?;
        let failure = |error| failure(&error).given_up();
        let (client, connection) = hosts[0].connect(tls).await.map_err(failure)?;
        tokio::spawn(connection);
        let sql = "SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
        Ok(client.query_one(sql, &[]).await.map_err(failure)?.get(0))
    }

    #[tokio::test]
    async fn an_encrypted_postgres_connection_checks_the_certificate() {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let server = Server::start().unwrap();
        let plain = server.create_database().unwrap();
        let refused = async |address: &str, reason: &str| match encryption(address).await {
            Err(StoreError::Unavailable(said)) => assert!(said.contains(reason), "{said}"),
            other => panic!("{address} gave {other:?}"),
        };
        refused(&format!("{plain}?sslmode=require"), "does not support TLS").await;
        let password = ["basket0", "--command", "ALTER ROLE basket PASSWORD 'secret'"];
        assert!(server.program("psql").args(password).output().unwrap().status.success());
        server.crash().unwrap();
        let port = server.resume_with(&cert.pem(), &signing_key.serialize_pem()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let roots = folder.path().join("roots.pem");
        fs::write(&roots, cert.pem()).unwrap();
        let at = |host: &str| {
            let address = format!("postgres://basket:secret@{host}:{port}/basket0");
            address + "?sslmode=verify-full&channel_binding=require"
        };
        let known = format!("&sslrootcert={}", roots.display());

        assert_eq!(encryption(&(at("localhost") + &known)).await.as_deref(), Ok("TLSv1.3"));
        refused(&(at("127.0.0.1") + &known), "not valid for name").await;
        refused(&at("localhost"), "UnknownIssuer").await;
        fs::write(&roots, "no certificate").unwrap();
        refused(&(at("localhost") + &known), "roots.pem: it has none").await;
    }
}
