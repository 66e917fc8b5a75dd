//! Somebody else's site: static pages on another origin, and another site, than the service's.
//!
//! The service listens at `127.0.0.1`, these pages are opened at `localhost`, and to a browser the
//! two have nothing in common.

use std::collections::HashMap;
use std::path::{Component, Path};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result};
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::service::{Service, build_folder};

const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/hostsite");
/// Where the documentation's site is, as `cargo xtask docs` builds it.
const DOCS: &str = "docs/";

/// A running host site, with the files of `e2e/hostsite/` and the pages that the test adds.
///
/// In a page, `{{service}}` and `{{site}}` stand for the addresses of the two. Comments of the form
/// `<!-- header: Name: value -->` on the first lines of a page become headers of the answer. Every
/// page runs `watch.js` before any other script, with the nonce of its policy if it has one.
pub struct HostSite {
    content: Arc<Content>,
    server: JoinHandle<()>,
}

struct Content {
    site: String,
    service: String,
    pages: Mutex<HashMap<String, String>>,
    answers: Mutex<HashMap<String, (StatusCode, String)>>,
}

impl HostSite {
    /// Starts a site whose pages embed from this service.
    pub async fn start(service: &Service) -> Result<Self> {
        Self::serve(service.address()).await
    }

    /// Starts a site whose pages have no service to talk to.
    pub async fn alone() -> Result<Self> {
        Self::serve("about:blank").await
    }

    async fn serve(service: &str) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await.context("no port for the site")?;
        let content = Arc::new(Content {
            site: format!("http://localhost:{}", listener.local_addr()?.port()),
            service: service.to_owned(),
            pages: Mutex::default(),
            answers: Mutex::default(),
        });
        let router = Router::new().fallback(answer).with_state(Arc::clone(&content));
        let server = tokio::spawn(async move {
            // It has no way to end but the abort below.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { content, server })
    }

    /// The full address of a path: `url("/shop.html")`.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.content.site)
    }

    /// The full address of a path where the site stands for one that shoppers see: the name is neither
    /// that of the machine nor one of its loopback addresses.
    pub fn public_url(&self, path: &str) -> String {
        self.url(path).replace("localhost", "[::ffff:127.0.0.1]")
    }

    /// Answers a path with a status and a JSON text, to every origin, as a proxy before a service may.
    pub fn answer(&self, path: &str, status: StatusCode, json: &str) {
        let mut answers = self.content.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.insert(path.to_owned(), (status, json.to_owned()));
    }

    /// Adds or replaces a page, and gives its full address.
    pub fn page(&self, path: &str, html: &str) -> String {
        let mut pages = self.content.pages.lock().unwrap_or_else(PoisonError::into_inner);
        pages.insert(path.to_owned(), html.to_owned());
        self.url(path)
    }
}

impl Drop for HostSite {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn answer(State(content): State<Arc<Content>>, request: HeaderMap, uri: Uri) -> Response {
    let path = uri.path();
    if path == "/favicon.ico" {
        // Browsers ask for it by themselves; an error would look like the page's.
        return StatusCode::NO_CONTENT.into_response();
    }
    let answers = content.answers.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((status, json)) = answers.get(path) {
        let headers =
            [(CONTENT_TYPE, "application/problem+json"), (ACCESS_CONTROL_ALLOW_ORIGIN, "*")];
        return (*status, headers, json.clone()).into_response();
    }
    drop(answers);
    let added = content.pages.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
    let found = added.map(String::into_bytes).or_else(|| read(path));
    let Some(bytes) = found else {
        return (StatusCode::NOT_FOUND, format!("no {path}")).into_response();
    };
    let mut headers = HeaderMap::new();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type(path)));
    // What a script asks for is no page of its own, but goes into one.
    let is_part = request.get("sec-fetch-dest").is_some_and(|wanted| wanted == "empty");
    if !is_page(path) || is_part {
        return (headers, bytes).into_response();
    }
    let html = String::from_utf8_lossy(&bytes)
        .replace("{{service}}", &content.service)
        .replace("{{site}}", &content.site);
    match declared_headers(&html) {
        Ok(declared) => {
            headers.extend(declared);
            (headers, with_watch(&html)).into_response()
        }
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, format!("{error:#}")).into_response(),
    }
}

/// A file of the site, unless the path leads out of it.
fn read(path: &str) -> Option<Vec<u8>> {
    let relative = Path::new(path.trim_start_matches('/'));
    let inside = relative.components().all(|part| matches!(part, Component::Normal(_)));
    let file = match relative.strip_prefix(DOCS) {
        Ok(file) => build_folder().ok()?.parent()?.join(DOCS).join(file),
        Err(_) => Path::new(FILES).join(relative),
    };
    inside.then(|| std::fs::read(file).ok()).flatten()
}

fn is_page(path: &str) -> bool {
    media_type(path).starts_with("text/html")
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        _ => "text/html; charset=utf-8",
    }
}

/// The headers that a page asks for in the comments on its first lines.
fn declared_headers(html: &str) -> Result<Vec<(HeaderName, HeaderValue)>> {
    html.lines()
        .map_while(|line| {
            line.trim().strip_prefix("<!-- header:")?.strip_suffix("-->")?.split_once(':')
        })
        .map(|(name, value)| {
            let name = HeaderName::try_from(name.trim())?;
            Ok((name, HeaderValue::try_from(value.trim())?))
        })
        .collect::<Result<_>>()
        .context("a page asks for a header that cannot be")
}

/// The page with `watch.js` at its very start, on an existing line so that the numbers of lines in
/// messages stay those of the file.
fn with_watch(html: &str) -> String {
    let nonce = html
        .split_once("'nonce-")
        .and_then(|(_, rest)| rest.split_once('\''))
        .map_or(String::new(), |(nonce, _)| format!(" nonce=\"{nonce}\""));
    let script = format!("<script src=\"/watch.js\"{nonce}></script>");
    let lower = html.to_ascii_lowercase();
    let end_of_tag = |tag: &str| {
        let start = lower.find(tag)?;
        Some(start + lower[start..].find('>')? + 1)
    };
    let place = end_of_tag("<head>")
        .or_else(|| end_of_tag("<head "))
        .or_else(|| end_of_tag("<html"))
        .or_else(|| end_of_tag("<!doctype"))
        .unwrap_or(0);
    let (before, after) = html.split_at(place);
    format!("{before}{script}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_declares_headers_on_its_first_lines() {
        let html = "<!-- header: X-A: one -->\n<!-- header: X-B: two: three -->\n<!doctype html>\n\
            <!-- header: X-C: late -->";
        let headers = declared_headers(html).unwrap();
        let headers: Vec<_> =
            headers.iter().map(|(name, value)| (name.as_str(), value.to_str().unwrap())).collect();
        assert_eq!(headers, [("x-a", "one"), ("x-b", "two: three")]);
    }

    #[test]
    fn the_watch_comes_first_and_moves_no_line() {
        let script = "<script src=\"/watch.js\"></script>";
        assert_eq!(with_watch("<head>\n<p>"), format!("<head>{script}\n<p>"));
        assert_eq!(with_watch("<!doctype html>\n<p>"), format!("<!doctype html>{script}\n<p>"));
        assert_eq!(with_watch("<header>"), format!("{script}<header>"));
    }

    #[test]
    fn the_watch_carries_the_nonce_of_the_policy() {
        let html = "<!-- header: Content-Security-Policy: script-src 'nonce-abc' -->\n<head>";
        assert!(
            with_watch(html).ends_with("<head><script src=\"/watch.js\" nonce=\"abc\"></script>")
        );
    }

    #[test]
    fn a_path_stays_inside_the_site() {
        assert!(read("/watch.js").is_some());
        assert!(read("/../Cargo.toml").is_none());
    }
}
