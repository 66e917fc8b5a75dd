//! An uploaded form with a file, as `multipart/form-data`. It is accepted under the same conditions as any other form: from
//! a page of this service, with the CSRF token of the session. It must never know what the file holds.

use crate::{refusal::Refusal, session::SignedIn, state::AdminState};
use axum::{
    body::{Body, Bytes, to_bytes},
    extract::{DefaultBodyLimit, FromRequest, Multipart, Request},
};
use basket_web::address::is_same_origin;
use std::time::Duration;

/// The largest body, in bytes: about two hundred thousand products.
const MAX_UPLOAD: usize = 32 * 1024 * 1024;
/// How long the body may take to arrive.
const TIMEOUT: Duration = Duration::from_mins(5);

/// The parts of a form that a signed-in operator sent, by name.
#[derive(Debug)]
pub struct Upload(Vec<(String, Bytes)>);

impl FromRequest<AdminState> for Upload {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &AdminState) -> Result<Self, Refusal> {
        let (head, body) = request.into_parts();
        if !is_same_origin(&head, state.public()) {
            return Err(Refusal::form_expired());
        }
        let signed_in = SignedIn::find(&head, state).await?.ok_or_else(Refusal::form_expired)?;
        // The whole body comes first: a body above the limit is refused as such, whatever is in it, and the multipart
        // reader, which searches all that it has after each piece that arrives, searches once.
        let read = tokio::time::timeout(TIMEOUT, to_bytes(body, MAX_UPLOAD)).await;
        let body = read.map_err(|_| Refusal::slow())?.map_err(|_| Refusal::too_large())?;
        let parts = read_parts(Request::from_parts(head, Body::from(body))).await;
        let upload = Self(parts.ok_or_else(Refusal::form_expired)?);
        if upload.bytes("csrf_token") == signed_in.csrf_token.as_bytes() {
            Ok(upload)
        } else {
            Err(Refusal::form_expired())
        }
    }
}

impl Upload {
    /// The content of the first part of that name; empty if there is none.
    pub(crate) fn bytes(&self, name: &str) -> Bytes {
        let found = self.0.iter().find(|(found, _)| found == name);
        found.map(|(_, bytes)| bytes.clone()).unwrap_or_default()
    }
}

/// The parts that have a name; `None` if the content type is another, or the body is malformed or incomplete.
async fn read_parts(mut request: Request) -> Option<Vec<(String, Bytes)>> {
    // The body is in memory already; axum's own limit is lower than ours.
    DefaultBodyLimit::disable().apply(&mut request);
    let mut multipart = Multipart::from_request(request, &()).await.ok()?;
    let mut parts = Vec::new();
    while let Some(field) = multipart.next_field().await.ok()? {
        if let Some(name) = field.name().map(str::to_owned) {
            parts.push((name, field.bytes().await.ok()?));
        }
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header::CONTENT_TYPE;

    const BODY: &str = "--x\r\nContent-Disposition: form-data; name=\"csrf_token\"\r\n\r\nabc\r\n\
        --x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a;name=b.csv\"\r\n\
        Content-Type: text/csv\r\n\r\nsku,name\r\n--y\r\n\r\nz\r\n--x--\r\n";

    async fn read(content_type: &str, body: &'static str) -> Option<Upload> {
        let request = Request::builder().header(CONTENT_TYPE, content_type);
        read_parts(request.body(Body::from(body)).unwrap()).await.map(Upload)
    }

    #[tokio::test]
    async fn parts_keep_every_byte() {
        let upload = read("multipart/form-data; boundary=x", BODY).await.unwrap();
        assert_eq!(upload.bytes("csrf_token"), "abc");
        assert_eq!(upload.bytes("file"), "sku,name\r\n--y\r\n\r\nz");
        assert_eq!(upload.bytes("other"), "");
    }

    #[tokio::test]
    async fn the_first_part_of_a_name_counts_and_parts_without_one_are_ignored() {
        let body = "--x\r\nContent-Type: text/plain\r\n\r\n0\r\n\
            --x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n\
            --x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n2\r\n--x--";
        let upload = read("multipart/form-data; boundary=x", body).await.unwrap();
        assert_eq!((upload.bytes("a"), upload.bytes("")), ("1".into(), Bytes::new()));
    }

    #[tokio::test]
    async fn an_incomplete_body_is_refused() {
        for end in 0..BODY.len() - "--\r\n".len() {
            let upload = read("multipart/form-data; boundary=x", &BODY[..end]).await;
            assert!(upload.is_none(), "{end}");
        }
        assert!(read("multipart/form-data; boundary=x", "----x").await.is_none());
    }

    #[tokio::test]
    async fn the_content_type_names_the_boundary() {
        for content_type in [
            "multipart/form-data; boundary=\"x\"",
            "Multipart/Form-Data; charset=utf-8; boundary=x",
        ] {
            assert!(read(content_type, BODY).await.is_some(), "{content_type}");
        }
        for content_type in [
            "multipart/form-data",
            "text/plain; boundary=x",
            "multipart/mixed; boundary=x",
            "multipart/form-data; boundary=",
            "multipart/form-data; boundary=y",
        ] {
            assert!(read(content_type, BODY).await.is_none(), "{content_type}");
        }
    }
}
