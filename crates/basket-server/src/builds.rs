//! The widget's files of other builds. After an upgrade, and while one is under way, pages have a loader whose build is
//! not the one of this process; its files are in the database, which all processes share. This module must never be
//! asked for a file of this build: the router has those.

use axum::{
    body::Bytes,
    http::{HeaderMap, Method},
    response::Response,
};
use basket_store::{Build, BuildFile, Store, StoreError};
use basket_web::files::{Content, IMMUTABLE, WIDGET, build_hash};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// How long the list of files is used before an unknown name has it read again, in milliseconds. So names that are
/// made up cost no more than one query in this time.
const REFRESH: i64 = 2000;
/// How many bytes of files are cached: about eight builds.
const CACHE_BYTES: usize = 4 << 20;

/// Stores the files of this build, and records that it runs.
pub(crate) async fn keep_own(store: &Store) -> Result<(), StoreError> {
    // Without a widget there is nothing to serve.
    let Some(hash) = WIDGET.iter().find_map(|file| build_hash(file.name)) else { return Ok(()) };
    if store.builds().renew(hash).await? {
        return Ok(());
    }
    let files = WIDGET.iter().map(|file| BuildFile {
        name: file.name.to_owned(),
        digest: file.hash.to_owned(),
        plain: file.plain.to_vec(),
        brotli: file.brotli.map(<[u8]>::to_vec),
        gzip: file.gzip.map(<[u8]>::to_vec),
    });
    let version = env!("CARGO_PKG_VERSION").to_owned();
    store.builds().store(Build { hash: hash.to_owned(), version, files: files.collect() }).await
}

/// Whether the widget of some build may have a file there: `/v1/basket-9308214c.wasm`, `/v1.8.0/basket.js`.
fn is_widget_path(path: &str) -> bool {
    let parts = path.strip_prefix("/v1").and_then(|rest| rest.split_once('/'));
    parts.is_some_and(|(version, name)| {
        (version.is_empty() || version.starts_with('.')) && name.starts_with("basket")
    })
}

/// What this process knows of other builds.
#[derive(Debug, Default)]
pub(crate) struct Builds {
    list: tokio::sync::Mutex<List>,
    cache: Mutex<Cache>,
}

/// The build and the name of a file.
type Key = (String, String);

#[derive(Debug, Default)]
struct List {
    keys: HashMap<String, Key>,
    read_at: Option<i64>,
}

#[derive(Debug, Default)]
struct Cache {
    files: HashMap<Key, Arc<CachedFile>>,
    bytes: usize,
}

#[derive(Debug)]
struct CachedFile {
    name: String,
    digest: String,
    plain: Bytes,
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
}

impl Builds {
    /// Answers with a file of another build, if the path is that of one.
    pub(crate) async fn serve(
        &self,
        store: &Store,
        (method, path): (&Method, &str),
        headers: &HeaderMap,
    ) -> Result<Option<Response>, StoreError> {
        let is_read = *method == Method::GET || *method == Method::HEAD;
        if !is_read || !is_widget_path(path) {
            return Ok(None);
        }
        let file = self.find(store, path).await?;
        Ok(file.map(|file| file.content().serve(headers, IMMUTABLE)))
    }

    async fn find(&self, store: &Store, path: &str) -> Result<Option<Arc<CachedFile>>, StoreError> {
        let Some(key) = self.key(store, path).await? else { return Ok(None) };
        if let Some(file) = self.cache().files.get(&key) {
            return Ok(Some(Arc::clone(file)));
        }
        let file = store.builds().file(&key.0, &key.1).await?;
        Ok(file.map(|file| self.cache().insert(key, file.into())))
    }

    /// The file at a path. A request that arrives while the list is read waits for it.
    async fn key(&self, store: &Store, path: &str) -> Result<Option<Key>, StoreError> {
        let mut list = self.list.lock().await;
        let now = store.now();
        let is_fresh = list.read_at.is_some_and(|at| (at..at + REFRESH).contains(&now));
        if !list.keys.contains_key(path) && !is_fresh {
            // Also if it fails: a database in trouble is not asked for each request.
            list.read_at = Some(now);
            list.keys = read_keys(store).await?;
        }
        Ok(list.keys.get(path).cloned())
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Every stored file by its paths.
async fn read_keys(store: &Store) -> Result<HashMap<String, Key>, StoreError> {
    let mut keys = HashMap::new();
    for file in store.builds().file_names().await? {
        let key = (file.build, file.name);
        if build_hash(&key.1).is_some() {
            keys.insert(format!("/v1/{}", key.1), key.clone());
        }
        // Of several builds of a version the one seen last, which comes last.
        keys.insert(format!("/v{}/{}", file.version, key.1), key);
    }
    Ok(keys)
}

impl Cache {
    fn insert(&mut self, key: Key, file: CachedFile) -> Arc<CachedFile> {
        self.bytes += file.size();
        if self.bytes > CACHE_BYTES {
            self.files.clear();
            self.bytes = file.size();
        }
        let file = Arc::new(file);
        self.files.insert(key, Arc::clone(&file));
        file
    }
}

impl CachedFile {
    fn size(&self) -> usize {
        let compressed = [&self.brotli, &self.gzip].into_iter().flatten().map(Bytes::len);
        self.plain.len() + compressed.sum::<usize>()
    }

    fn content(&self) -> Content<'_, Bytes> {
        let Self { name, digest, plain, brotli, gzip } = self;
        let (plain, brotli, gzip) = (plain.clone(), brotli.clone(), gzip.clone());
        Content { name, hash: digest, plain, brotli, gzip }
    }
}

impl From<BuildFile> for CachedFile {
    fn from(file: BuildFile) -> Self {
        Self {
            name: file.name,
            digest: file.digest,
            plain: file.plain.into(),
            brotli: file.brotli.map(Bytes::from),
            gzip: file.gzip.map(Bytes::from),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_the_widget_are_looked_for() {
        for path in ["/v1/basket-9308214c.wasm", "/v1.8.0/basket.js"] {
            assert!(is_widget_path(path), "{path}");
        }
        for path in ["/v1/none", "/v10/basket.js", "/v1/carts/basket", "/basket.js", "/v1"] {
            assert!(!is_widget_path(path), "{path}");
        }
    }

    #[test]
    fn the_cache_has_a_bound() {
        let file = |name: &str| BuildFile {
            name: name.to_owned(),
            digest: String::new(),
            plain: vec![0; CACHE_BYTES / 3],
            brotli: None,
            gzip: None,
        };
        let mut cache = Cache::default();
        for name in ["a", "b", "c", "d"] {
            cache.insert(("build".to_owned(), name.to_owned()), file(name).into());
            assert!(cache.files.values().map(|file| file.size()).sum::<usize>() <= CACHE_BYTES);
        }
        assert!(cache.files.contains_key(&("build".to_owned(), "d".to_owned())));
    }
}
