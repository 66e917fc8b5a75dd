//! The pages on which contenders are measured, and their files, compressed and kept as a careful host would.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

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
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::contender::{CONTENDERS, Contender};

/// Watches the page from its very start: when the button was first painted, first had the right number and first worked,
/// what kept the page from answering, what moved, when something last happened, and how long all this looking took. A page that
/// hears of its end is not kept for going back, where it would stay in memory beside the next.
const WATCH: &str = "<script>\
    window.items = new URLSearchParams(location.search).get('items');\
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
        if (seen.visible && !seen.number && ({{number}}) === items) seen.number = now;\
        if (seen.number && ({{works}})) {\
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

/// How long a new connection to another origin takes before anything can be asked: two ways there and back of a hundred
/// milliseconds, one for TCP and one for TLS.
const HANDSHAKE: Duration = Duration::from_millis(200);

/// A running site.
pub struct Site {
    address: String,
    /// Closes the connections that cost a handshake.
    hang_up: watch::Sender<()>,
}

struct Content {
    pages: HashMap<String, String>,
    /// By their names, without the ending that tells that they are compressed.
    files: HashMap<String, Bytes>,
}

impl Site {
    pub async fn start(service: &Service) -> Result<Self> {
        let (listener, address) = listen().await?;
        let (theirs, address_of_theirs) = listen().await?;
        let (hang_up, _) = watch::channel(());
        let far_service = far(service.address(), &hang_up).await?;
        let far_theirs = far(&address_of_theirs, &hang_up).await?;
        let mut pages = HashMap::new();
        for (folder, service_address, theirs) in
            [("near", service.address(), &*address_of_theirs), ("far", &*far_service, &*far_theirs)]
        {
            let embed = service.command(&["embed", "--service", service_address])?;
            let printed =
                service.command(&["embed", "--service", service_address, "--early", "--static"])?;
            for contender in CONTENDERS {
                let markup = contender
                    .markup
                    .replace("{{service}}", service_address)
                    .replace("{{theirs}}", theirs)
                    .replace("{{embed}}", &embed)
                    .replace("{{printed}}", &printed);
                let path = format!("/{folder}/{}.html", path_of(contender.name));
                pages.insert(path, page(contender, &markup));
            }
        }
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
        Ok(Self { address, hang_up })
    }

    /// The page of a contender; a far one has its service behind a handshake.
    pub fn url(&self, contender: &str, is_far: bool) -> String {
        let folder = if is_far { "far" } else { "near" };
        format!("{}/{folder}/{}.html", self.address, path_of(contender))
    }

    /// A page with nothing on it.
    pub fn blank(&self) -> String {
        format!("{}/blank.html", self.address)
    }

    /// Has the next request to another origin cost a handshake again. The browser has to hear of it first: a request on a
    /// connection that has just been closed would fail.
    pub async fn hang_up(&self) {
        self.hang_up.send_replace(());
        tokio::time::sleep(2 * HANDSHAKE).await;
    }
}

/// A contender's name as it can stand in an address.
fn path_of(name: &str) -> String {
    name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "-")
}

/// An address behind which another one is, but each connection costs a handshake.
async fn far(address: &str, hang_up: &watch::Sender<()>) -> Result<String> {
    let authority = address.strip_prefix("http://").context("no address")?.to_owned();
    let (listener, address) = listen().await?;
    let hang_up = hang_up.subscribe();
    tokio::spawn(async move {
        while let Ok((mut near, _)) = listener.accept().await {
            let (authority, mut hang_up) = (authority.clone(), hang_up.clone());
            tokio::spawn(async move {
                hang_up.mark_unchanged();
                tokio::time::sleep(HANDSHAKE).await;
                let mut there = TcpStream::connect(authority).await?;
                tokio::select! {
                    ended = copy_bidirectional(&mut near, &mut there) => ended.map(drop),
                    _ = hang_up.changed() => Ok(()),
                }
            });
        }
    });
    Ok(address)
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
        .replace("{{number}}", contender.number)
        .replace("{{works}}", contender.works);
    format!(
        "<!doctype html><html lang={}><meta charset=utf-8><title>Bench</title>\
         <link rel=icon href=data:,>{watch}<h1>A shop</h1><p>Text.</p>{markup}",
        contender.language
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
