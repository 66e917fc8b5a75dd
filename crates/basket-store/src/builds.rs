//! The widget's files of every build that served pages. A process stores those of its own build when it starts, so
//! that every process of this database can serve them after an upgrade. It must never know what a file is for.

use crate::{
    Store, StoreError,
    lifetime::oldest_build,
    query::Query,
    row::values,
    transaction::{Rollback, Tx},
};

/// The builds that served pages.
#[derive(Debug, Clone, Copy)]
pub struct Builds<'a>(pub(crate) &'a Store);

/// A build with all its files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Build {
    /// Its hash, which is in the names of its files.
    pub hash: String,
    /// The version that it is a build of.
    pub version: String,
    /// Its files.
    pub files: Vec<BuildFile>,
}

/// A file of a build, in every encoding that it is served in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildFile {
    /// Its name.
    pub name: String,
    /// Names the content.
    pub digest: String,
    /// The content.
    pub plain: Vec<u8>,
    /// The content, compressed with brotli.
    pub brotli: Option<Vec<u8>>,
    /// The content, compressed with gzip.
    pub gzip: Option<Vec<u8>>,
}

/// Which file of which build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildFileName {
    /// The hash of the build.
    pub build: String,
    /// The version that it is a build of.
    pub version: String,
    /// The name of the file.
    pub name: String,
}

impl Builds<'_> {
    /// Records that a process of this build runs; whether the build is stored.
    pub async fn renew(self, hash: &str) -> Result<bool, StoreError> {
        let sql = "UPDATE builds SET seen_at = $2 WHERE hash = $1";
        Ok(self.0.execute(sql, values![hash, self.0.now()]).await? > 0)
    }

    /// Stores a build, unless another process has just done so.
    pub async fn store(self, build: Build) -> Result<(), StoreError> {
        let now = self.0.now();
        let store = async move |tx: &Tx<'_>| {
            let Build { hash, version, files } = build;
            let insert = "INSERT INTO builds (hash, version, seen_at) VALUES ($1, $2, $3)
                          ON CONFLICT DO NOTHING";
            tx.require(insert, values![&hash, version, now]).await?;
            let insert = "INSERT INTO build_files (build, name, digest, plain, brotli, gzip)
                          VALUES ($1, $2, $3, $4, $5, $6)";
            for BuildFile { name, digest, plain, brotli, gzip } in files {
                tx.execute(insert, values![&hash, name, digest, plain, brotli, gzip]).await?;
            }
            Ok::<_, Rollback>(())
        };
        self.0.attempt(store).await.map(drop)
    }

    /// The names of all files, those of the build that was seen last at the end.
    pub async fn file_names(self) -> Result<Vec<BuildFileName>, StoreError> {
        let sql = "SELECT build, version, name FROM build_files
                   JOIN builds ON builds.hash = build_files.build ORDER BY seen_at, build";
        let rows = self.0.rows(sql, values![]).await?;
        let names = rows.iter().map(|row| {
            Ok(BuildFileName {
                build: row.get("build")?,
                version: row.get("version")?,
                name: row.get("name")?,
            })
        });
        names.collect()
    }

    /// A file of a build, if it is stored.
    pub async fn file(self, build: &str, name: &str) -> Result<Option<BuildFile>, StoreError> {
        let sql = "SELECT digest, plain, brotli, gzip FROM build_files
                   WHERE build = $1 AND name = $2";
        let Some(row) = self.0.row(sql, values![build, name]).await? else { return Ok(None) };
        Ok(Some(BuildFile {
            name: name.to_owned(),
            digest: row.get("digest")?,
            plain: row.get("plain")?,
            brotli: row.get("brotli")?,
            gzip: row.get("gzip")?,
        }))
    }

    /// Deletes builds that no process has run for long. The last build of each version stays, since addresses with a
    /// version are promised for ever.
    pub(super) async fn sweep(self, now: i64) -> Result<(), StoreError> {
        let sql = "DELETE FROM builds WHERE seen_at < $1 AND EXISTS
                   (SELECT 1 FROM builds AS later WHERE later.version = builds.version
                        AND (later.seen_at, later.hash) > (builds.seen_at, builds.hash))";
        self.0.execute(sql, values![oldest_build(now)]).await.map(drop)
    }
}
