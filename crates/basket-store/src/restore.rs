//! Puts a backup back into a database that is empty. Everything about the backup is checked before anything is written;
//! what is written is there as a whole or not at all. It must never know what a table is for.

use crate::{
    CopyError, Inspection, Location, Progress, SchemaState, SchemaVersion, Store, StoreError,
    StoreOptions,
    copy::{copy_at_once, count_rows},
    seal::{self, Seal},
    sqlite::schema,
};
use rusqlite::Connection;
use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, Read as _},
    path::{Path, PathBuf},
};

/// What every SQLite file begins with.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// How long the header of a file is.
const HEADER: usize = 100;

/// Why a backup was not restored. The target is as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// It cannot be read at all.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// It is another file.
    #[error("is not a backup of basket")]
    NotABackup,
    /// Its end is missing.
    #[error("is truncated: it has {found} of {expected} bytes")]
    Truncated {
        /// How long it is.
        found: u64,
        /// How long it says that it is.
        expected: u64,
    },
    /// Its bytes are not those that were written.
    #[error("was changed after it was made: its SHA-256 is {found}, not {expected}{place}")]
    Altered {
        /// The digest of its bytes.
        found: String,
        /// The digest that was written into it.
        expected: String,
        /// Where SQLite noticed it, if it did.
        place: String,
    },
    /// Its tables contradict themselves.
    #[error("is corrupt: {0}")]
    Corrupt(String),
    /// It was made by a later version.
    #[error("has tables of version {found}, newer than this program knows ({latest})")]
    Newer {
        /// Its version.
        found: i64,
        /// The version of this program.
        latest: i64,
    },
    /// There is something in the target already.
    #[error("the target has data")]
    TargetHasData,
    /// The target failed.
    #[error("{0}")]
    Target(StoreError),
    /// The copy failed.
    #[error("{0}")]
    Copy(CopyError),
}

/// What was restored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Restored {
    /// How many rows there are.
    pub rows: u64,
    /// Whether the backup has a digest of its bytes; those of early versions have none.
    pub is_sealed: bool,
    /// The version of the backup's tables, if they had to be updated.
    pub updated_from: Option<i64>,
}

/// Puts the backup into a database that is empty or not there. `work` names a file in a folder that is removed
/// afterwards, on the target's disk if that is a file.
pub async fn restore(
    backup: &Path,
    to: &Location,
    work: &Path,
    say: impl FnMut(Progress),
) -> Result<Restored, RestoreError> {
    let checked = check(backup)?;
    require_empty(to).await?;
    restore_by(backup, to, work, checked, say).await
}

async fn restore_by(
    backup: &Path,
    to: &Location,
    work: &Path,
    checked: Checked,
    say: impl FnMut(Progress),
) -> Result<Restored, RestoreError> {
    let failed = |error: io::Error| RestoreError::Target(failure(&error));
    let store_failed = RestoreError::Target;
    schema::keep_private(work);
    let mut from = File::open(backup).map_err(|error| unreadable(&error))?;
    let mut copy = File::options().write(true).open(work).map_err(failed)?;
    io::copy(&mut from, &mut copy).and_then(|_| copy.sync_all()).map_err(failed)?;
    // It may have changed since, and a disk may have bad blocks.
    if check(work)? != checked {
        return Err(RestoreError::Corrupt("it changes while it is read".to_owned()));
    }
    seal::remove(work).map_err(store_failed)?;
    let location = Location::Sqlite(work.to_owned());
    // Brings the tables up to date, and folds the log into the file when it is dropped.
    drop(Store::open(&location, StoreOptions::default()).await.map_err(store_failed)?);
    let rows = match to {
        Location::Sqlite(path) => {
            let rows = count_rows(&location).await.map_err(store_failed)?;
            File::open(work).and_then(|file| file.sync_all()).map_err(failed)?;
            if beside(work, "-wal").exists() {
                return Err(store_failed(StoreError::Unavailable("its log is in use".to_owned())));
            }
            fs::rename(work, path).map_err(failed)?;
            rows
        }
        Location::Postgres(_) => {
            copy_at_once(&location, to, say).await.map_err(RestoreError::Copy)?
        }
    };
    let SchemaVersion { state, found, .. } = checked.version;
    let updated_from = (state == SchemaState::Older).then_some(found);
    Ok(Restored { rows, is_sealed: checked.is_sealed, updated_from })
}

/// What is known of a backup that is good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Checked {
    version: SchemaVersion,
    is_sealed: bool,
}

/// Checks everything about a backup that can be checked, and changes nothing.
fn check(file: &Path) -> Result<Checked, RestoreError> {
    check_size(file)?;
    let corrupt = |error: StoreError| RestoreError::Corrupt(error.to_string());
    let connection = schema::open_unchanged(file).map_err(corrupt)?;
    let seal = Seal::read(&connection).map_err(corrupt)?;
    if let Some(seal) = &seal {
        let found = seal.digest_of(file).map_err(|error| unreadable(&error))?;
        if found != seal.digest {
            let place = match inconsistency(&connection) {
                Ok(None) => String::new(),
                Ok(Some(place)) => format!(" ({place})"),
                Err(error) => format!(" ({error})"),
            };
            let (found, expected) = (hex::encode(found), hex::encode(seal.digest));
            return Err(RestoreError::Altered { found, expected, place });
        }
    }
    let version = schema::inspect(&connection).map_err(corrupt)?;
    match version.state {
        SchemaState::Foreign | SchemaState::Empty => return Err(RestoreError::NotABackup),
        SchemaState::Newer => {
            let SchemaVersion { found, latest, .. } = version;
            return Err(RestoreError::Newer { found, latest });
        }
        SchemaState::Older | SchemaState::Current => {}
    }
    let expected = schema::tables_of(version.found).map_err(corrupt)?;
    let found = schema::tables(&connection).map_err(corrupt)?;
    if let Some(missing) = expected.iter().find(|name| !found.contains(name)) {
        return Err(RestoreError::Corrupt(format!("{missing} is missing")));
    }
    let is_ours = |name: &String| expected.contains(name) || *name == seal::NAME;
    if let Some(odd) = found.iter().find(|name| !is_ours(name)) {
        return Err(RestoreError::Corrupt(format!("{odd} is unknown")));
    }
    match inconsistency(&connection) {
        Ok(None) => Ok(Checked { version, is_sealed: seal.is_some() }),
        Ok(Some(place)) => Err(RestoreError::Corrupt(place)),
        Err(error) => Err(corrupt(error)),
    }
}

/// Refuses what is not an SQLite file, or is shorter than it says.
fn check_size(path: &Path) -> Result<(), RestoreError> {
    let mut file = File::open(path).map_err(|error| unreadable(&error))?;
    let found = file.metadata().map_err(|error| unreadable(&error))?.len();
    let mut header = [0; HEADER];
    if let Err(error) = file.read_exact(&mut header) {
        let is_short = error.kind() == io::ErrorKind::UnexpectedEof;
        return Err(if is_short { RestoreError::NotABackup } else { unreadable(&error) });
    }
    if !header.starts_with(MAGIC) {
        return Err(RestoreError::NotABackup);
    }
    let page = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 65536,
        size => u64::from(size),
    };
    let pages = u32::from_be_bytes([header[28], header[29], header[30], header[31]]);
    let expected = page * u64::from(pages);
    if found < expected { Err(RestoreError::Truncated { found, expected }) } else { Ok(()) }
}

/// What contradicts itself in a file, if anything does.
fn inconsistency(connection: &Connection) -> Result<Option<String>, StoreError> {
    let found: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if found != "ok" {
        return Ok(Some(found.replace('\n', " ")));
    }
    let mut statement = connection.prepare("PRAGMA foreign_key_check")?;
    let mut rows = statement.query([])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
    Ok(Some(format!("a row of {table} refers to a row of {parent} that is missing")))
}

async fn require_empty(to: &Location) -> Result<(), RestoreError> {
    let is_empty = match to {
        Location::Sqlite(path) => {
            let is_free = |path: &Path| fs::metadata(path).map_or(true, |file| file.len() == 0);
            is_free(path) && is_free(&beside(path, "-wal"))
        }
        Location::Postgres(_) => {
            let target = Inspection::open(to).await.map_err(RestoreError::Target)?;
            match target.schema().await.map_err(RestoreError::Target)?.state {
                SchemaState::Empty => true,
                SchemaState::Current => {
                    drop(target);
                    count_rows(to).await.map_err(RestoreError::Target)? == 0
                }
                SchemaState::Foreign => return Err(RestoreError::Target(StoreError::Foreign)),
                SchemaState::Newer => return Err(RestoreError::Target(StoreError::Newer)),
                SchemaState::Older => false,
            }
        }
    };
    if is_empty { Ok(()) } else { Err(RestoreError::TargetHasData) }
}

/// The path with something behind its name.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

fn unreadable(error: &io::Error) -> RestoreError {
    RestoreError::Unreadable(error.to_string())
}

fn failure(error: &io::Error) -> StoreError {
    match error.kind() {
        io::ErrorKind::StorageFull => StoreError::Full,
        _ => StoreError::Unavailable(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backup;

    async fn make_backup(folder: &Path) -> PathBuf {
        let (path, file) = (folder.join("basket.db"), folder.join("copy.db"));
        let location = Location::Sqlite(path.clone());
        drop(Store::open(&location, StoreOptions::default()).await.unwrap());
        let shop = "INSERT INTO shops (id, name, currency, checkout)
                    VALUES (1, 'Tea', 'EUR', 'hosted')";
        Connection::open(path).unwrap().execute(shop, []).unwrap();
        backup(&location, &file, |_| {}).await.unwrap();
        file
    }

    #[tokio::test]
    async fn a_flipped_bit_anywhere_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let file = make_backup(folder.path()).await;
        assert!(check(&file).unwrap().is_sealed);
        let bytes = fs::read(&file).unwrap();
        let name = bytes.windows(3).position(|it| it == b"Tea").unwrap();
        let mark = bytes.windows(14).position(|it| it == b"SHA-256 of thi").unwrap();
        let table = bytes.windows(19).position(|it| it == b"CREATE TABLE backup").unwrap();
        // The header, a row, the digest and its table with what is around them, and everywhere.
        let positions = (0..HEADER).chain(name..name + 3).chain(table - 20..table + 19);
        let positions = positions.chain((mark - 8..bytes.len().min(mark + 100)).step_by(3));
        for position in positions.chain((0..bytes.len()).step_by(1511)) {
            let mut bytes = bytes.clone();
            bytes[position] ^= 1 << (position % 8);
            fs::write(&file, bytes).unwrap();
            assert!(check(&file).is_err(), "byte {position}");
        }
    }

    #[tokio::test]
    async fn a_database_that_was_a_backup_is_backed_up_again() {
        let folder = tempfile::tempdir().unwrap();
        let first = make_backup(folder.path()).await;
        let second = folder.path().join("second.db");
        backup(&Location::Sqlite(first), &second, |_| {}).await.unwrap();
        assert!(check(&second).unwrap().is_sealed);
    }
}
