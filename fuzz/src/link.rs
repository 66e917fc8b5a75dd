//! Whatever opens something: links, sessions, secret keys and signatures.

use crate::site::{HOST, Site, must};
use basket_delivery::payment::stripe;
use hmac::{Hmac, KeyInit as _, Mac as _};
use http::{HeaderValue, Method, Request, Uri, header::AUTHORIZATION, header::COOKIE};
use sha2::Sha256;

/// What Stripe signs with, and when.
const SECRET: &[u8] = b"whsec_fuzz";
const NOW: i64 = 1_800_000_000;

/// Only the secret itself opens anything: no other text does, however like it. There is one secret of each kind, because a
/// fuzzer finds out what texts are compared with, and tries those. The first byte says what is tried, the
/// second what is done to the secret; the rest is the text, in which the secret stands for `{}`.
pub fn link(site: &Site, bytes: &[u8]) {
    let [what, change, text @ ..] = bytes else { return };
    let Ok(text) = str::from_utf8(text) else { return };
    let filled = |secret: &str| text.replace("{}", &changed(secret, *change));
    match what % 5 {
        0 => address(site, "/checkout/", &site.known_checkout, filled),
        1 => address(site, "/admin/join/", &site.invitation, filled),
        2 => {
            let text = filled(&site.session);
            let mut request = site.browser(Method::GET, "/admin/products", Vec::new());
            let Ok(cookie) = HeaderValue::try_from(format!("basket-operator={text}")) else {
                return;
            };
            request.headers_mut().insert(COOKIE, cookie);
            let first = text.split(';').next().unwrap_or_default().trim();
            // A header that is not ASCII is not read: no cookie of ours is otherwise.
            opens(site, request, first == site.session && text.is_ascii(), &text);
        }
        3 => {
            let text = filled(&site.secret);
            let mut request = must(Request::get("/v1/admin/products").body(Vec::new()));
            let Ok(key) = HeaderValue::try_from(format!("Bearer {text}")) else { return };
            request.headers_mut().insert(AUTHORIZATION, key);
            opens(site, request, text.trim() == site.secret && text.is_ascii(), &text);
        }
        _ => signature(text, filled),
    }
}

/// The secret, or something like it.
fn changed(secret: &str, change: u8) -> String {
    let (start, last) = secret.split_at(secret.len() - 1);
    match change {
        1 => secret.to_uppercase(),
        2 => start.to_owned(),
        3 => format!("{start}{}", if last == "0" { '1' } else { '0' }),
        4 => secret.repeat(2),
        5 => secret.chars().rev().collect(),
        _ => secret.to_owned(),
    }
}

/// Tries the end of an address.
fn address(site: &Site, before: &str, secret: &str, filled: impl Fn(&str) -> String) {
    let text = filled(secret);
    let Ok(uri) = format!("{before}{text}").parse::<Uri>() else { return };
    let end = uri.path().strip_prefix(before).unwrap_or_default().to_owned();
    if end.is_empty() || end.contains('/') {
        // It is another page's address.
        return;
    }
    // Everything but percent signs stands for itself.
    let plain = end.replace('+', "%2B").replace('&', "%26").replace('=', "%3D");
    let decoded =
        form_urlencoded::parse(plain.as_bytes()).next().map(|(name, _)| name.into_owned());
    let request = must(Request::get(uri).header("host", HOST).body(Vec::new()));
    opens(site, request, decoded.as_deref() == Some(secret), &text);
}

fn opens(site: &Site, request: Request<Vec<u8>>, expected: bool, text: &str) {
    let path = request.uri().to_string();
    let status = site.answer(request).status();
    assert_eq!(status.is_success(), expected, "{path} with {text:?}: {status}");
}

/// Only what Stripe signed is taken for Stripe's, and all of it.
fn signature(text: &str, filled: impl Fn(&str) -> String) {
    let body = b"{}";
    let mut mac = must(Hmac::<Sha256>::new_from_slice(SECRET));
    mac.update(format!("{NOW}.").as_bytes());
    mac.update(body);
    let right = hex::encode(mac.finalize().into_bytes());
    let is_signed = |header: &str, body: &[u8]| {
        stripe::is_signed(header, str::from_utf8(SECRET).unwrap_or_default(), body, NOW)
    };
    let header = filled(&right).replace("{t}", &NOW.to_string());
    if is_signed(&header, body) {
        let header = header.to_ascii_lowercase();
        assert!(header.contains(&format!("v1={right}")), "{header}");
        assert!(header.contains(&format!("t={NOW}")), "{header}");
    }
    let good = format!("t={NOW},v1={right}");
    assert!(is_signed(&format!("{good},{text}"), body), "{text:?} is ignored");
    assert_eq!(is_signed(&good, text.as_bytes()), text.as_bytes() == body);
}
