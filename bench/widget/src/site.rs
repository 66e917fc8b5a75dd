//! The pages on which contenders are measured, and their files, compressed and kept as a careful host would.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use e2e::Service;
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_MAX_AGE,
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HeaderName,
};
use http::{Method, StatusCode, Uri};
use tokio::net::TcpListener;

use crate::contender::{CONTENDERS, Contender};

/// Watches the page from its very start: when the button was first painted and first worked, what kept the page from
/// answering, what moved, when something last happened, and how long all this looking took. A page that
/// hears of its end is not kept for going back, where it would stay in memory beside the next.
const WATCH: &str = "<script>\
    window.seen = { blocking: 0, shift: 0, last: 0, watching: 0, markup: {{bytes}} };\
    const watch = (type, see) => new PerformanceObserver((list) => {\
        seen.last = performance.now();\
        list.getEntries().forEach(see);\
    }).observe({ type, buffered: true });\
    watch('longtask', ({ duration }) => (seen.blocking += duration - 50));\
    watch('layout-shift', ({ value }) => (seen.shift += value));\
    watch('resource', () => {});\
    const look = () => {\
        const now = performance.now();\
        if (!seen.visible && ({{button}})?.getBoundingClientRect?.().width) seen.visible = now;\
        if (seen.visible && ({{works}})) {\
            seen.working = seen.last = now;\
        } else requestAnimationFrame(look);\
        seen.watching += performance.now() - now;\
    };\
    requestAnimationFrame(look);\
    addEventListener('unload', () => {});\
    </script>";

/// A page of any origin may ask, need not ask again whether it may, and may weigh what it gets.
const ALLOWED: [(HeaderName, &str); 4] = [
    (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    (ACCESS_CONTROL_ALLOW_HEADERS, "*, authorization"),
    (ACCESS_CONTROL_MAX_AGE, "7200"),
    (HeaderName::from_static("timing-allow-origin"), "*"),
];

/// A running site.
pub struct Site {
    address: String,
}

struct Content {
    pages: HashMap<String, String>,
    /// By their names, without the ending that tells that they are compressed.
    files: HashMap<String, Bytes>,
}

impl Site {
    pub async fn start(service: &Service) -> Result<Self> {
        let embed = service.command(&["embed", "--service", service.address()])?;
        let (listener, address) = listen().await?;
        let (theirs, address_of_theirs) = listen().await?;
        let pages = CONTENDERS.iter().map(|contender| {
            let markup = contender
                .markup
                .replace("{{service}}", service.address())
                .replace("{{theirs}}", &address_of_theirs)
                .replace("{{embed}}", &embed);
            (format!("/{}.html", contender.name), page(contender, &markup))
        });
        let mut pages: HashMap<String, String> = pages.collect();
        pages.insert("/blank.html".to_owned(), "<!doctype html><title>Blank</title>".to_owned());
        let folder = PathBuf::from(std::env::var_os("BENCH_FILES").context("no BENCH_FILES")?);
        let mut files = HashMap::new();
        for file in fs::read_dir(folder)? {
            let file = file?.path();
            let name = file.file_stem().context("a file has no name")?.to_string_lossy();
            files.insert(name.into_owned(), Bytes::from(fs::read(&file)?));
        }
        let router = Router::new().fallback(answer).with_state(Arc::new(Content { pages, files }));
        for listener in [listener, theirs] {
            let router = router.clone();
            tokio::spawn(async move { axum::serve(listener, router).await });
        }
        Ok(Self { address })
    }

    pub fn url(&self, page: &str) -> String {
        format!("{}/{page}.html", self.address)
    }
}

async fn listen() -> Result<(TcpListener, String)> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://localhost:{}", listener.local_addr()?.port());
    Ok((listener, address))
}

fn page(contender: &Contender, markup: &str) -> String {
    // What a contender writes into the page comes over the wire as well.
    let watch = WATCH
        .replace("{{bytes}}", &markup.len().to_string())
        .replace("{{button}}", contender.button)
        .replace("{{works}}", contender.works);
    format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Bench</title>\
         <link rel=icon href=data:,>{watch}<h1>A shop</h1><p>Text.</p>{markup}"
    )
}

async fn answer(
    State(content): State<Arc<Content>>,
    method: Method,
    uri: Uri,
    body: String,
) -> Response {
    if let Some(html) = content.pages.get(uri.path()) {
        let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
        return (headers, html.clone()).into_response();
    }
    if method == Method::OPTIONS {
        return ALLOWED.into_response();
    }
    let file = uri.path().strip_prefix("/files/");
    let name = file.unwrap_or_else(|| answer_of_theirs(uri.path(), &body));
    let Some(bytes) = content.files.get(name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kind = match name.rsplit('.').next() {
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        _ => "application/json",
    };
    let keep = if file.is_some() { "public, max-age=31536000, immutable" } else { "no-store" };
    let headers = [(CONTENT_TYPE, kind), (CONTENT_ENCODING, "br"), (CACHE_CONTROL, keep)];
    (ALLOWED, headers, bytes.clone()).into_response()
}

/// What a contender's own service would answer: the name of a file.
fn answer_of_theirs(path: &str, body: &str) -> &'static str {
    match path.split('/').collect::<Vec<_>>()[..] {
        ["", "oauth", "token"] => "commerce-layer-token.json",
        ["", "api", "orders", _] => "commerce-layer-order.json",
        ["", "api", "organization"] => "commerce-layer-organization.json",
        ["", "api", "skus"] => "commerce-layer-skus.json",
        ["", "api", "skus", _] => "commerce-layer-sku.json",
        _ if body.contains("query Cart") => "shopify-cart.json",
        _ => "shopify-product.json",
    }
}
