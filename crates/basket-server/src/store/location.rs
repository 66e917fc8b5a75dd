//! Where a database is, as somebody wrote it down.

use std::{fmt, path::PathBuf, str::FromStr};
use tokio_postgres::{Config, config::SslMode};

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
    config: Box<Config>,
    shown: String,
}

/// Why a text names no database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadLocation {
    /// It starts like an address of PostgreSQL and is none.
    #[error("not an address of PostgreSQL, which is postgres://USER:PASSWORD@HOST:PORT/DATABASE")]
    Postgres,
    /// It wants an encrypted connection.
    #[error("encrypted connections to PostgreSQL are not supported; leave `sslmode` out")]
    Encrypted,
    /// It names no file.
    #[error("no file is named; write sqlite:FILE or postgres://…")]
    Empty,
}

impl FromStr for Location {
    type Err = BadLocation;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let rest = ["postgres://", "postgresql://"].iter().find_map(|it| text.strip_prefix(it));
        if let Some(rest) = rest {
            let config: Box<Config> =
                text.parse().map(Box::new).map_err(|_| BadLocation::Postgres)?;
            if config.get_ssl_mode() == SslMode::Require {
                return Err(BadLocation::Encrypted);
            }
            // Whoever may see a log need not know the password, nor what else is asked for.
            let end = rest.find('?').unwrap_or(rest.len());
            let start = rest[..end].rfind('@').map_or(0, |at| at + 1);
            let shown = format!("postgres://{}", &rest[start..end]);
            return Ok(Self::Postgres(PostgresAddress { config, shown }));
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
    pub(super) fn config(&self) -> Config {
        (*self.config).clone()
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let encrypted = "postgres://db.example/shop?sslmode=require";
        assert_eq!(shown(encrypted), Err(BadLocation::Encrypted));
    }

    #[test]
    fn a_password_is_never_shown() {
        let location: Location = "postgres://anna:secret@db.example/shop".parse().unwrap();
        assert!(!format!("{location:?} {location}").contains("secret"));
    }
}
