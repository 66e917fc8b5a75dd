//! A form with a file in it, as browsers send it: parts with a line between them that is in none of them.
//! It is taken from the same pages as any other form.

use crate::{refusal::Refusal, session::SignedIn, state::AdminState};
use axum::{
    body::{Bytes, to_bytes},
    extract::{FromRequest, Request},
    http::header::CONTENT_TYPE,
};
use basket_web::address::is_same_origin;
use std::time::Duration;

/// How large it may be: some two hundred thousand products.
const MAX_UPLOAD: usize = 32 * 1024 * 1024;
/// How long it may be on its way.
const TIME: Duration = Duration::from_mins(5);

/// The parts of a form that somebody who is signed in sent.
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
        let read = tokio::time::timeout(TIME, to_bytes(body, MAX_UPLOAD)).await;
        let body = read.map_err(|_| Refusal::slow())?.map_err(|_| Refusal::too_large())?;
        let kind = head.headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let parts = kind.and_then(boundary).and_then(|boundary| parts(&body, boundary));
        let upload = Self(parts.ok_or_else(Refusal::form_expired)?);
        if upload.bytes("csrf_token") == signed_in.csrf_token.as_bytes() {
            Ok(upload)
        } else {
            Err(Refusal::form_expired())
        }
    }
}

impl Upload {
    /// What the part of that name holds; nothing if there is none.
    pub(crate) fn bytes(&self, name: &str) -> Bytes {
        let found = self.0.iter().find(|(found, _)| found == name);
        found.map(|(_, bytes)| bytes.clone()).unwrap_or_default()
    }
}

/// What stands between the parts, by the form's type.
fn boundary(kind: &str) -> Option<&str> {
    let (name, rest) = kind.split_once(';')?;
    let boundary = rest.split(';').find_map(|part| part.trim().strip_prefix("boundary="))?;
    let boundary = boundary.trim_matches('"');
    let is_form = name.trim().eq_ignore_ascii_case("multipart/form-data");
    (is_form && !boundary.is_empty()).then_some(boundary)
}

/// The parts by their names; none if it breaks off.
fn parts(body: &Bytes, boundary: &str) -> Option<Vec<(String, Bytes)>> {
    let line = format!("\r\n--{boundary}");
    // The first line has nothing before it.
    let mut at = find(body, &line.as_bytes()[2..]).filter(|at| *at == 0)? + line.len() - 2;
    let mut found = Vec::new();
    loop {
        let rest = &body[at..];
        if rest.starts_with(b"--") {
            return Some(found);
        }
        let head = find(rest, b"\r\n\r\n")?;
        let start = at + head + 4;
        let end = start + find(&body[start..], line.as_bytes())?;
        if let Some(name) = name(&rest[..head]) {
            found.push((name, body.slice(start..end)));
        }
        at = end + line.len();
    }
}

/// The name of a part, by its head.
fn name(head: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(head);
    let starts = |line: &&str| line.to_ascii_lowercase().starts_with("content-disposition:");
    let line = head.lines().find(starts)?;
    let name = line.split(';').find_map(|part| part.trim().strip_prefix("name="))?;
    Some(name.trim_matches('"').to_owned())
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    let first = wanted.first()?;
    let mut from = 0;
    while let Some(next) = bytes[from..].iter().position(|byte| byte == first) {
        if bytes[from + next..].starts_with(wanted) {
            return Some(from + next);
        }
        from += next + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = "--x\r\nContent-Disposition: form-data; name=\"csrf_token\"\r\n\r\nabc\r\n\
        --x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a;name=b.csv\"\r\n\
        Content-Type: text/csv\r\n\r\nsku,name\r\n--y\r\n\r\nz\r\n--x--\r\n";

    #[test]
    fn parts_are_told_apart_and_keep_every_byte() {
        let found = parts(&Bytes::from_static(BODY.as_bytes()), "x").unwrap();
        let upload = Upload(found);
        assert_eq!(upload.bytes("csrf_token"), "abc");
        assert_eq!(upload.bytes("file"), "sku,name\r\n--y\r\n\r\nz");
        assert_eq!(upload.bytes("other"), "");
    }

    #[test]
    fn what_breaks_off_is_no_form() {
        for end in 0..BODY.len() - 5 {
            assert!(parts(&Bytes::from_static(&BODY.as_bytes()[..end]), "x").is_none(), "{end}");
        }
        assert!(parts(&Bytes::from_static(b"----x"), "x").is_none());
    }

    #[test]
    fn the_line_between_is_named_by_the_type() {
        assert_eq!(boundary("multipart/form-data; boundary=\"a b\""), Some("a b"));
        assert_eq!(boundary("Multipart/Form-Data; charset=utf-8; boundary=x"), Some("x"));
        for wrong in
            ["multipart/form-data", "text/plain; boundary=x", "multipart/form-data; boundary="]
        {
            assert_eq!(boundary(wrong), None);
        }
    }
}
