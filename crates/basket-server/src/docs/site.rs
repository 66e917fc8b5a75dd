//! The site's files, which `cargo xtask docs` makes. Most are carried compressed and nothing else.

use super::{DESIGNER, POLICY, guard};
use crate::DOCS;
use axum::{
    body::{Body, Bytes},
    extract::Path,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse as _, Redirect, Response},
};
use basket_web::files::{CHECKED, Content, File, accepts};
use flate2::read::GzDecoder;
use std::{
    io::Read as _,
    sync::{LazyLock, OnceLock},
};

/// What a page with a basket may load, which stands inside of others.
const LIVE_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                           img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
                           frame-ancestors 'self'";
/// The folder of these pages.
const LIVE: &str = "live/";
/// The page for an address that does not exist.
const NOT_FOUND: &str = "404.html";

/// What callers get who take nothing compressed, by the file's number: each is made once, or a flood of such calls would cost
/// more than its answers.
static INFLATED: LazyLock<Vec<OnceLock<Bytes>>> =
    LazyLock::new(|| DOCS.iter().map(|_| OnceLock::new()).collect());

/// `GET /docs`: the site starts with the designer.
pub(crate) async fn to_start() -> Redirect {
    Redirect::to(DESIGNER)
}

/// `GET /docs/api`: where the description of the API was before there was a site.
pub(crate) async fn to_api() -> Redirect {
    Redirect::permanent("/docs/api-reference.html")
}

/// `GET /docs/…`: a file by its name, or a page without the `.html`. A folder leads to its page: from any other address,
/// the page's links would lead elsewhere.
pub(crate) async fn read_file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    if let Some(number) = find(&path).or_else(|| find(&format!("{path}.html"))) {
        return serve(number, &headers);
    }
    if let Some(number) = find(&format!("{}/index.html", path.trim_end_matches('/'))) {
        return Redirect::permanent(&format!("/docs/{}", DOCS[number].name)).into_response();
    }
    let mut response = match find(NOT_FOUND) {
        Some(number) => serve(number, &HeaderMap::new()),
        None => "This build has no documentation. Run `cargo xtask docs` before building it.\n"
            .into_response(),
    };
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

/// Whether this build has the site.
pub(super) fn is_there() -> bool {
    !DOCS.is_empty()
}

/// The number of a file.
fn find(name: &str) -> Option<usize> {
    DOCS.binary_search_by(|file| file.name.cmp(name)).ok()
}

fn serve(number: usize, headers: &HeaderMap) -> Response {
    let File { name, hash, plain, gzip, .. } = DOCS[number];
    let gzip = gzip.map(Bytes::from_static);
    let plain = match &gzip {
        Some(gzip) if !accepts(headers, "gzip") => {
            INFLATED[number].get_or_init(|| inflate(gzip)).clone()
        }
        _ => Bytes::from_static(plain),
    };
    let content = Content { name, hash, plain, brotli: None, gzip };
    let mut response: Response<Body> = content.serve(headers, CHECKED);
    let is_page = name.rsplit_once('.').is_some_and(|(_, extension)| extension == "html");
    if is_page {
        let policy = if name.starts_with(LIVE) { LIVE_POLICY } else { POLICY };
        guard(response.headers_mut(), policy);
    }
    response
}

/// The content for a caller who takes no compressed one. It was compressed by our own build, so that it cannot fail.
fn inflate(gzip: &[u8]) -> Bytes {
    let mut plain = Vec::new();
    let read = GzDecoder::new(gzip).read_to_end(&mut plain);
    debug_assert!(read.is_ok(), "a file that our build did not compress");
    plain.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write as _;

    #[test]
    fn a_file_is_inflated_as_it_was() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(b"# Documentation").unwrap();
        assert_eq!(inflate(&encoder.finish().unwrap()), "# Documentation");
    }

    #[test]
    fn every_file_is_found_by_its_name() {
        for (number, file) in DOCS.iter().enumerate() {
            assert_eq!(find(file.name), Some(number), "{}", file.name);
        }
        assert_eq!(find("none"), None);
    }
}
