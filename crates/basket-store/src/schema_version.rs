//! How the version of a database's tables relates to this program. It must never know an engine.

use std::cmp::Ordering;

/// How the tables of a database relate to this program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaState {
    /// There are none yet.
    Empty,
    /// They are another program's.
    Foreign,
    /// This program can use them as they are.
    Current,
    /// A start of the service updates them.
    Older,
    /// They are of a later version of this program.
    Newer,
}

impl SchemaState {
    /// Of a database that has seen so many migrations, where this program has so many.
    pub(crate) fn compare(found: i64, latest: i64) -> Self {
        match found.cmp(&latest) {
            Ordering::Less => Self::Older,
            Ordering::Equal => Self::Current,
            Ordering::Greater => Self::Newer,
        }
    }
}

/// What may be done to the tables of a database that is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaPolicy {
    /// Nothing: a database without tables of this version is refused.
    Keep,
    /// They are created where there are none; older ones are refused.
    Create,
    /// They are created, or brought up to date.
    Upgrade,
}

impl SchemaPolicy {
    /// Whether tables in this state may be changed to be current.
    pub(crate) fn allows(self, state: SchemaState) -> bool {
        match self {
            Self::Keep => false,
            Self::Create => state == SchemaState::Empty,
            Self::Upgrade => matches!(state, SchemaState::Empty | SchemaState::Older),
        }
    }
}

/// The version of a database's tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SchemaVersion {
    /// What that means to this program.
    pub state: SchemaState,
    /// The number of migrations that the database has seen.
    pub found: i64,
    /// The number of migrations that this program has.
    pub latest: i64,
}
