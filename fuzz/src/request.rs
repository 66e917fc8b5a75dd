//! Any call of the API: an address, headers and a body.

use crate::{
    is_json,
    site::{Site, header, must},
};
use basket_core::{cart::Cart, diagnostic::Code, json::Writer, wire};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, Uri};
use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers the requests whose input has no idempotency key of its own.
static KEYS: AtomicU64 = AtomicU64::new(0);

/// Any request to the API is answered or refused with its code. A cart that comes back has the right sums and reads as
/// it was written, is what the service keeps, and a repetition is answered alike. An input is written like a request in
/// HTTP: `PATCH /v1/carts/{cart}/lines/{line}`, headers, an empty line, the body. What stands in braces is filled in.
pub fn request(site: &Site, bytes: &[u8]) {
    let Some(call) = Call::parse(site, bytes) else { return };
    let answer = site.answer(call.request());
    check(&call, &answer);
    let is_change = !matches!(call.method, Method::GET | Method::HEAD | Method::OPTIONS);
    if !is_change || !call.is_about_carts() {
        return;
    }
    let again = site.answer(call.request());
    assert_eq!(told(&answer), told(&again), "a repetition is answered alike: {call:?}");
    if let Some(cart) = cart(&answer) {
        let uri = must(format!("/v1/carts/{}", cart.id).parse());
        let mut read = Call { method: Method::GET, uri, ..call };
        read.headers.remove("if-none-match");
        let kept = site.answer(read.request());
        assert_eq!(told(&kept).1, told(&answer).1, "the answer is what is kept: {read:?}");
    }
}

/// Status and body.
fn told(answer: &Response<Vec<u8>>) -> (u16, String) {
    (answer.status().as_u16(), String::from_utf8_lossy(answer.body()).into_owned())
}

/// A request that can be sent more than once.
#[derive(Debug)]
struct Call {
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Call {
    /// Reads an input; `None` if nobody could send it, or not to the API.
    fn parse(site: &Site, bytes: &[u8]) -> Option<Self> {
        let end = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap_or(bytes.len());
        let mut head = String::from_utf8(bytes[..end].to_vec()).ok()?;
        if head.contains("{cart}") || head.contains("{line}") {
            let (cart, line) = site.cart();
            head = head.replace("{cart}", &cart).replace("{line}", &line);
        }
        let head = head.replace("{secret}", &site.secret);
        let mut lines = head.lines();
        let (method, path) = lines.next()?.split_once(' ')?;
        let uri: Uri = path.trim().parse().ok()?;
        let mut headers = HeaderMap::new();
        for (name, value) in lines.filter_map(|line| line.split_once(':')) {
            let name: HeaderName = name.trim().parse().ok()?;
            headers.append(name, HeaderValue::from_bytes(value.trim().as_bytes()).ok()?);
        }
        let number = KEYS.fetch_add(1, Ordering::Relaxed);
        headers.entry("idempotency-key").or_insert(number.into());
        let body = bytes.get(end + 2..).unwrap_or_default().to_vec();
        let call = Self { method: method.parse().ok()?, uri, headers, body };
        call.uri.path().starts_with("/v1/").then_some(call)
    }

    fn is_about_carts(&self) -> bool {
        self.uri.path().starts_with("/v1/carts")
    }

    fn request(&self) -> Request<Vec<u8>> {
        let mut request = Request::new(self.body.clone());
        *request.method_mut() = self.method.clone();
        *request.uri_mut() = self.uri.clone();
        *request.headers_mut() = self.headers.clone();
        request
    }
}

fn check(call: &Call, answer: &Response<Vec<u8>>) {
    if call.method == Method::HEAD {
        return;
    }
    let (status, text) = told(answer);
    let kind = header(answer.headers(), "content-type");
    if status >= 400 {
        assert_eq!(kind, "application/problem+json", "{call:?}");
        let problem = is_json(&text);
        let code = Code::parse(problem.root().get("code").text());
        assert_eq!(code.and_then(Code::status), Some(status), "{call:?}: {text}");
    } else if kind == "application/json" {
        is_json(&text);
    }
    // The shop's own servers are told more of a cart.
    if let Some(cart) = cart(answer).filter(|_| call.is_about_carts()) {
        let due =
            cart.lines.iter().map(|line| i128::from(line.unit_price) * i128::from(line.quantity));
        assert_eq!(i128::from(cart.total()), due.sum::<i128>(), "{call:?}");
        let mut writer = Writer::new();
        wire::write_cart(&mut writer, &cart);
        assert_eq!(writer.finish(), text, "what is read is what was written: {call:?}");
    }
}

/// The cart of an answer that has one.
fn cart(answer: &Response<Vec<u8>>) -> Option<Cart> {
    let (status, text) = told(answer);
    if !(200..300).contains(&status) || !header(answer.headers(), "content-type").ends_with("json")
    {
        return None;
    }
    let parsed = is_json(&text);
    // Lists of carts have no version.
    parsed.root().get("version").integer()?;
    wire::read_cart(parsed.root())
}
