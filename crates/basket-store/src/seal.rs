//! A digest of a backup, inside of it. A file beside it would get lost, and behind SQLite's pages nothing may stand.
//!
//! A table has one row with the digest of all bytes of the file, where the bytes of the digest itself count as zeros. A
//! mark and some random bytes before it tell where in the file it is. So a single changed byte anywhere is noticed.

use crate::StoreError;
use basket_model::token;
use rusqlite::{Connection, OptionalExtension as _};
use sha2::{Digest as _, Sha256};
use std::{
    fs::File,
    io::{self, Read, Seek as _, SeekFrom, Write as _},
    path::Path,
};

/// The table, as a list of tables names it.
pub(crate) const NAME: &str = "table backup";
const MARK: &[u8; 32] = b"SHA-256 of this basket backup:  ";
const RANDOM: usize = 32;
const DIGEST: usize = 32;
/// How many bytes are read at once.
const PART: usize = 1024 * 1024;

/// What a backup says about its own bytes.
#[derive(Debug)]
pub(crate) struct Seal {
    /// What stands before the digest in the file.
    mark: Vec<u8>,
    pub(crate) digest: [u8; DIGEST],
}

/// Writes the digest into a file that nobody uses.
pub(crate) fn seal(path: &Path) -> Result<(), StoreError> {
    let random: [u8; RANDOM] = Sha256::digest(token::random()?).into();
    let mark = [&MARK[..], &random].concat();
    let connection = Connection::open(path)?;
    // In this mode everything is in the one file.
    connection.pragma_update(None, "journal_mode", "delete")?;
    // A database that was a backup before has one already.
    connection.execute_batch(
        "BEGIN; DROP TABLE IF EXISTS backup; CREATE TABLE backup (digest BLOB NOT NULL)",
    )?;
    let blank = [&mark[..], &[0; DIGEST]].concat();
    connection.execute("INSERT INTO backup VALUES (?1)", [blank])?;
    connection.execute_batch("COMMIT")?;
    connection.close().map_err(|(_, error)| error)?;
    let mut seal = Seal { mark, digest: [0; DIGEST] };
    let failed = |error: io::Error| StoreError::Unavailable(error.to_string());
    seal.digest = seal.digest_of(path).map_err(failed)?;
    seal.write(path).map_err(failed)
}

/// Takes the digest out of a file, so that it is a database like any other.
pub(crate) fn remove(path: &Path) -> Result<(), StoreError> {
    let connection = Connection::open(path)?;
    connection.execute_batch("DROP TABLE IF EXISTS backup")?;
    Ok(connection.close().map_err(|(_, error)| error)?)
}

impl Seal {
    /// What stands in the file; `None` for files of versions that wrote none.
    pub(crate) fn read(connection: &Connection) -> Result<Option<Self>, StoreError> {
        let sql = "SELECT count(*) FROM sqlite_schema WHERE name = 'backup'";
        if connection.query_row(sql, [], |row| row.get::<_, i64>(0))? == 0 {
            return Ok(None);
        }
        let row = connection.query_row("SELECT digest FROM backup", [], |row| row.get(0));
        let bytes: Vec<u8> = row.optional()?.unwrap_or_default();
        let odd = || StoreError::Internal("its digest is damaged".to_owned());
        let (mark, digest) = bytes.split_last_chunk().ok_or_else(odd)?;
        if mark.len() != MARK.len() + RANDOM || !mark.starts_with(MARK) {
            return Err(odd());
        }
        Ok(Some(Self { mark: mark.to_owned(), digest: *digest }))
    }

    /// The digest of a file's bytes.
    pub(crate) fn digest_of(&self, path: &Path) -> io::Result<[u8; DIGEST]> {
        let start = self.offset(path)?;
        let end = start + DIGEST as u64;
        let mut file = File::open(path)?;
        let (mut digest, mut at) = (Sha256::new(), 0);
        let mut part = vec![0; PART];
        loop {
            let length = file.read(&mut part)?;
            if length == 0 {
                return Ok(digest.finalize().into());
            }
            let within = |place: u64| usize::try_from(place.saturating_sub(at)).unwrap_or(length);
            part[within(start).min(length)..within(end).min(length)].fill(0);
            digest.update(&part[..length]);
            at += length as u64;
        }
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        let start = self.offset(path)?;
        let mut file = File::options().write(true).open(path)?;
        file.seek(SeekFrom::Start(start))?;
        file.write_all(&self.digest)?;
        file.sync_all()
    }

    /// Where in the file the digest is.
    fn offset(&self, path: &Path) -> io::Result<u64> {
        let mut file = File::open(path)?;
        let (mut window, mut start) = (Vec::new(), 0_u64);
        loop {
            let length = Read::by_ref(&mut file).take(PART as u64).read_to_end(&mut window)?;
            let found = window.windows(self.mark.len()).position(|bytes| bytes == self.mark);
            if let Some(found) = found {
                return Ok(start + (found + self.mark.len()) as u64);
            }
            if length == 0 {
                return Err(io::Error::other("its digest is nowhere in it"));
            }
            // The mark may begin at the end of this part.
            let done = window.len().saturating_sub(self.mark.len());
            window.drain(..done);
            start += done as u64;
        }
    }
}
