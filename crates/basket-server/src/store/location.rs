//! Where a database is, as somebody wrote it down.

use std::{fmt, path::PathBuf, str::FromStr};

/// Where a database is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// A file: `sqlite:FILE`, or just `FILE`.
    Sqlite(PathBuf),
}

impl FromStr for Location {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self::Sqlite(text.strip_prefix("sqlite:").unwrap_or(text).into()))
    }
}

impl fmt::Display for Location {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(formatter, "{}", path.display()),
        }
    }
}
