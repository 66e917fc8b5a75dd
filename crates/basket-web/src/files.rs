//! Files that the binary carries, plain and compressed, and the widget's among them. It must never look at the disk:
//! build scripts write the tables.

use crate::etag::{list, matches_tag};
use http::{
    HeaderMap, HeaderName, HeaderValue, Response, StatusCode,
    header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY},
};

/// One file.
#[derive(Debug)]
pub struct File {
    /// Its name, without a folder for the widget's.
    pub name: &'static str,
    /// Names the content, for its entity tag.
    pub hash: &'static str,
    /// What a browser that checks it compares it with.
    pub integrity: &'static str,
    /// The content.
    pub plain: &'static [u8],
    /// The content, compressed with brotli.
    pub brotli: Option<&'static [u8]>,
    /// The content, compressed with gzip.
    pub gzip: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// What stays as it is for ever.
pub const IMMUTABLE: &str = "public, max-age=31536000, immutable";
/// What a later version replaces. Not for longer: an old loader does not take the module of a later version.
pub const NEWEST: &str = "public, max-age=300, stale-while-revalidate=3600";
/// What must be the newest whenever it is used: asked for each time, and seldom sent.
pub const CHECKED: &str = "no-cache";

/// The loader.
pub const SCRIPT: &str = "basket.js";
/// The module at the address that stays.
pub const MODULE: &str = "basket.wasm";

/// The hash in a name that has one: that of the build which the file belongs to.
pub fn build_hash(name: &str) -> Option<&str> {
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let (_, hash) = stem.rsplit_once('-')?;
    let is_hash = hash.len() >= 4 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then_some(hash)
}

/// Other origins may load the file and time it.
const SHARED: [(HeaderName, &str); 2] = [
    (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    (HeaderName::from_static("timing-allow-origin"), "*"),
];

impl File {
    /// Whether the name says what is inside, so that another content has another name.
    pub fn is_hashed(&self) -> bool {
        build_hash(self.name).is_some()
    }

    /// Whether it is JavaScript.
    pub fn is_script(&self) -> bool {
        content_type(self.name).starts_with("text/javascript")
    }

    /// How long a browser may keep it where the newest version lies.
    pub fn newest(&self) -> &'static str {
        match self.name {
            _ if self.is_hashed() => IMMUTABLE,
            // A loader that does not fit an old module would have to do without.
            MODULE => CHECKED,
            _ => NEWEST,
        }
    }

    /// Answers with the file, in the best encoding that the caller takes.
    pub fn serve<B>(&self, headers: &HeaderMap, cache: &'static str) -> Response<B>
    where
        B: Default + From<&'static [u8]>,
    {
        let Self { name, hash, plain, brotli, gzip, .. } = *self;
        Content { name, hash, plain, brotli, gzip }.serve(headers, cache)
    }
}

/// What is served of a file, wherever it is stored.
#[derive(Debug, Clone)]
pub struct Content<'a, D> {
    /// The file's name.
    pub name: &'a str,
    /// Names the content, for its entity tag.
    pub hash: &'a str,
    /// The content.
    pub plain: D,
    /// The content, compressed with brotli.
    pub brotli: Option<D>,
    /// The content, compressed with gzip.
    pub gzip: Option<D>,
}

impl<D> Content<'_, D> {
    /// Answers with the file, in the best encoding that the caller takes.
    pub fn serve<B>(self, headers: &HeaderMap, cache: &'static str) -> Response<B>
    where
        B: Default + From<D>,
    {
        let (content_type, hash) = (content_type(self.name), self.hash);
        let (encoding, bytes) = self.choose(headers);
        let suffix = encoding.map_or(String::new(), |encoding| format!("-{encoding}"));
        let tag = format!("\"{hash}{suffix}\"");
        let is_held = matches_tag(headers, &tag);
        let mut response = Response::new(if is_held { B::default() } else { B::from(bytes) });
        if is_held {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let headers = response.headers_mut();
        if !is_held {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
            if let Some(encoding) = encoding {
                headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
            }
        }
        if let Ok(tag) = HeaderValue::try_from(tag) {
            headers.insert(ETAG, tag);
        }
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
        headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
        for (name, value) in SHARED {
            headers.insert(name, HeaderValue::from_static(value));
        }
        response
    }

    fn choose(self, headers: &HeaderMap) -> (Option<&'static str>, D) {
        match (self.brotli, self.gzip) {
            (Some(bytes), _) if accepts(headers, "br") => (Some("br"), bytes),
            (_, Some(bytes)) if accepts(headers, "gzip") => (Some("gzip"), bytes),
            _ => (None, self.plain),
        }
    }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "map") => "application/json",
        Some("html") => "text/html; charset=utf-8",
        Some("md") => "text/markdown; charset=utf-8",
        Some("xml") => "application/atom+xml; charset=utf-8",
        Some("png") => "image/png",
        Some("ts" | "txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Whether `Accept-Encoding` names the encoding, and not to refuse it.
pub fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    list(headers, &ACCEPT_ENCODING).any(|item| {
        let (name, weight) = item.split_once(';').unwrap_or((item, ""));
        let weight = weight.trim().strip_prefix("q=").map(str::trim);
        let refused = weight.is_some_and(|weight| weight.trim_end_matches(['0', '.']).is_empty());
        name.trim().eq_ignore_ascii_case(encoding) && !refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &'static str) -> File {
        File { name, hash: "", integrity: "", plain: b"", brotli: None, gzip: None }
    }

    #[test]
    fn a_name_with_its_hash_is_known_by_it() {
        assert!(named("basket-0f3a9c.wasm").is_hashed());
        assert!(named("basket-0f3a9c.de.txt").is_hashed());
        assert!(!named("basket.js").is_hashed());
        assert!(!named("basket-loader.js").is_hashed());
    }

    #[test]
    fn only_what_is_named_by_its_content_is_kept_for_ever() {
        assert_eq!(named("basket-0f3a9c.wasm").newest(), IMMUTABLE);
        assert_eq!(named(MODULE).newest(), CHECKED);
        assert_eq!(named(SCRIPT).newest(), NEWEST);
    }

    #[test]
    fn an_encoding_of_weight_zero_is_refused() {
        let with =
            |value| HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(value))]);
        assert!(accepts(&with("gzip, deflate, br;q=0.5"), "br"));
        assert!(accepts(&with("GZIP;q=1.0"), "gzip"));
        assert!(!accepts(&with("br;q=0, gzip"), "br"));
        assert!(!accepts(&with("br;q=0.000"), "br"));
        assert!(!accepts(&with("brotli"), "br"));
    }
}
