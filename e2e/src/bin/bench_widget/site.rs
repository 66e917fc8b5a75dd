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
use http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE};
use http::{StatusCode, Uri};
use tokio::net::TcpListener;

use super::contender::{CONTENDERS, Contender};

/// Watches the page from its very start: when the button was first painted and first worked, what kept the page from
/// answering, what moved, and what was loaded.
const WATCH: &str = "<script>\
    window.seen = { blocking: 0, shift: 0 };\
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (seen.blocking += duration - 50)))\
        .observe({ type: 'longtask', buffered: true });\
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (seen.shift += value)))\
        .observe({ type: 'layout-shift', buffered: true });\
    const look = () => {\
        const now = performance.now();\
        if (!seen.visible && ({{button}})?.getBoundingClientRect?.().width) seen.visible = now;\
        if (seen.visible && ({{works}})) {\
            seen.working = now;\
            const loaded = performance.getEntriesByType('resource');\
            seen.requests = loaded.length;\
            seen.bytes = loaded.reduce((sum, { transferSize }) => sum + transferSize, 0);\
        } else requestAnimationFrame(look);\
    };\
    requestAnimationFrame(look);\
    </script>";

/// A running site.
pub struct Site {
    address: String,
}

struct Content {
    pages: HashMap<String, String>,
    files: HashMap<&'static str, Bytes>,
}

impl Site {
    pub async fn start(service: &Service) -> Result<Self> {
        let embed = service.command(&["embed", "--service", service.address()])?;
        let pages = CONTENDERS.iter().map(|contender| {
            (format!("/{}.html", contender.name), page(contender, service.address(), &embed))
        });
        let mut pages: HashMap<String, String> = pages.collect();
        pages.insert("/blank.html".to_owned(), "<!doctype html><title>Blank</title>".to_owned());
        let folder = PathBuf::from(std::env::var_os("BENCH_FILES").context("no BENCH_FILES")?);
        let read = |name| anyhow::Ok(Bytes::from(fs::read(folder.join(name))?));
        let files = HashMap::from([
            ("/hand.js", read("hand.js.br")?),
            ("/buybutton.js", read("buybutton.js.br")?),
            ("cart", read("shopify-cart.json.br")?),
            ("product", read("shopify-product.json.br")?),
        ]);
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = format!("http://localhost:{}", listener.local_addr()?.port());
        let router = Router::new().fallback(answer).with_state(Arc::new(Content { pages, files }));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(Self { address })
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }
}

fn page(contender: &Contender, service: &str, embed: &str) -> String {
    let watch = WATCH.replace("{{button}}", contender.button).replace("{{works}}", contender.works);
    let markup = contender.markup.replace("{{service}}", service).replace("{{embed}}", embed);
    format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Bench</title>\
         <link rel=icon href=data:,>{watch}<h1>A shop</h1><p>Text.</p>{markup}"
    )
}

async fn answer(State(content): State<Arc<Content>>, uri: Uri, body: String) -> Response {
    if let Some(html) = content.pages.get(uri.path()) {
        let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
        return (headers, html.clone()).into_response();
    }
    let is_script = !uri.path().starts_with("/api/");
    let name = match uri.path() {
        path if is_script => path,
        _ if body.contains("query Cart") => "cart",
        _ => "product",
    };
    let Some(bytes) = content.files.get(name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [
        (CONTENT_TYPE, if is_script { "text/javascript" } else { "application/json" }),
        (CONTENT_ENCODING, "br"),
        (CACHE_CONTROL, if is_script { "public, max-age=31536000, immutable" } else { "no-store" }),
    ];
    (headers, bytes.clone()).into_response()
}
