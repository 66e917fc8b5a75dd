//! `POST /v1/carts/{cart}/checkout`: hands a cart over to the checkout. Asked again, it answers the same as long
//! as nothing about the cart changes.

use super::document::{ChangeRefusals, Handover};
use super::{
    Problem,
    body::{self, BadBody},
    caller::Caller,
    json,
    path_params::PathParams,
    show_cart::Asked,
};
use crate::{checkout, state::AppState};
use axum::{
    body::Body,
    extract::State,
    http::{header::ORIGIN, request::Parts},
    response::Response,
};
use basket_core::{
    cart::{Cart, Minimum},
    diagnostic::Code,
    json::Writer,
};
use basket_model::{
    change::Refused,
    pricing::{self, Overflow},
    shop::{Checkout, Shop, read_origin},
};
use basket_store::HandoverSecret;
use basket_web::fields::encode;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::Deserialize;
use sha2::Sha256;
use utoipa::ToSchema;

/// The language of a shopper whose page did not say.
const LOCALE: &str = "en";
/// Longer than any language's tag.
const LOCALE_MOST: usize = 35;
/// How long the shop's own checkout may take the cart, in seconds.
const EXPIRY: i64 = 60 * 60;

/// The language of the checkout.
#[derive(Deserialize, ToSchema)]
pub(super) struct HandoverLocale {
    /// A language tag; `en` by default.
    #[schema(max_length = 35)]
    locale: Option<String>,
}

#[utoipa::path(
    post,
    path = "/v1/carts/{cart}/checkout",
    tag = "shoppers",
    summary = "Start the checkout",
    params(("cart" = String, Path, description = "ID of the cart")),
    request_body = HandoverLocale,
    responses((status = 200, description = "The address of the checkout", body = Handover), ChangeRefusals),
    security(("publishable" = []))
)]
pub(crate) async fn start_checkout(
    State(state): State<AppState>,
    caller: Caller,
    PathParams(cart): PathParams<String>,
    parts: Parts,
    body: Body,
) -> Result<Response, Problem> {
    let origin = parts.headers.get(ORIGIN).and_then(|origin| origin.to_str().ok());
    // It becomes the link back to the shop's page.
    let origin = origin.and_then(read_origin);
    let asked = Asked::read(&state, parts, body).await?;
    let locale = locale(&asked.body)?;
    state.limits.checkouts.take(cart.clone(), state.store.ticks()).map_err(Problem::wait)?;
    let mut cart = state.store.carts().find(&caller.shop, &cart).await?.cart;
    if cart.lines.is_empty() {
        return Err(Problem::plain(Code::CartEmpty));
    }
    if let Some(line) = cart.lines.iter().find(|line| !line.available) {
        return Err(Refused::OutOfStock { available: line.stock.unwrap_or_default() }.into());
    }
    let too_large = |Overflow| Problem::new(Code::LimitReached, "The total is too large.");
    pricing::goods(&cart).map_err(too_large)?;
    let costs = state.store.carts().costs(&caller.shop, caller.country.as_deref(), &cart).await?;
    if let Some(Minimum { missing, .. }) = costs.map_err(too_large)?.minimum {
        return Err(Problem::minimum(missing));
    }
    let own = match caller.shop.checkout {
        Checkout::External => Some(external(&state, &caller.shop, &cart).await?),
        Checkout::Hosted => None,
    };
    // A cart that goes elsewhere is frozen, too: that is what tells the shop of it, once.
    caller.address.complete_cart(&mut cart);
    let design = state.store.shops().checkout_design(caller.shop.id).await?;
    let language = checkout::language(&locale, design.as_deref());
    let checkout = state.store.checkouts().start(&caller.shop, &cart, &language, origin.as_deref());
    let token = checkout.await?.token;
    let address = own.unwrap_or_else(|| format!("{}/checkout/{token}", caller.address.origin()));
    let mut writer = Writer::new();
    writer.open('{').name("url").string(&address).close('}');
    Ok(json(writer.finish()))
}

/// The shop's own checkout with the cart's id, an end, and what proves that it was us: by the shop's secret for it, and
/// by the one before while that is good. Older checkouts know the shop's secret key instead, so there is a signature by
/// the digest of the oldest good one as well, which is all that we keep of it and which the shop can make, too.
async fn external(state: &AppState, shop: &Shop, cart: &Cart) -> Result<String, Problem> {
    let setup = state.store.shops().checkout_setup(shop.id).await?;
    let (address, handover) = setup.map_or((None, None), |setup| (setup.address, setup.handover));
    let key = state.store.keys().signing(shop.id).await?;
    let Some(address) = address.filter(|_| handover.is_some() || key.is_some()) else {
        let detail = "The external checkout of the shop needs an address and a signing secret.";
        return Err(Problem::new(Code::Unavailable, detail));
    };
    let expires = state.store.now() / 1000 + EXPIRY;
    let mut fields = vec![("cart", cart.id.clone()), ("expires", expires.to_string())];
    if let Some(HandoverSecret { secret, before }) = &handover {
        let secrets = [Some(secret), before.as_ref().map(|(secret, _)| secret)];
        let sign = |secret: &String| sign(secret.as_bytes(), &cart.id, expires);
        let signatures: Vec<String> = secrets.into_iter().flatten().map(sign).collect();
        fields.push(("signatures", signatures.join(",")));
    }
    if let Some((name, digest)) = key {
        fields.extend([("key", name), ("signature", sign(&digest, &cart.id, expires))]);
    }
    let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, &**value)).collect();
    let query = encode(&fields);
    let (before, fragment) = address.split_once('#').unwrap_or((&address, ""));
    let sign = if before.contains('?') { '&' } else { '?' };
    let end = if fragment.is_empty() { String::new() } else { format!("#{fragment}") };
    Ok(format!("{before}{sign}{query}{end}"))
}

/// HMAC-SHA256 of `CART.EXPIRES`, in hexadecimal digits.
fn sign(secret: &[u8], cart: &str, expires: i64) -> String {
    // Keys of any length are taken, so it does not fail.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret) else { return String::new() };
    mac.update(format!("{cart}.{expires}").as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

fn locale(body: &str) -> Result<String, Problem> {
    if body.trim().is_empty() {
        return Ok(LOCALE.to_owned());
    }
    let wrong = || Problem::value("locale", "`locale` must be a language tag, such as `de-AT`.");
    let HandoverLocale { locale } = body::parse(body).map_err(|bad| match bad {
        BadBody::Json { .. } => bad.into(),
        BadBody::Value(_) => wrong(),
    })?;
    let locale = locale.unwrap_or_else(|| LOCALE.to_owned());
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let is_tag = (1..=LOCALE_MOST).contains(&locale.len()) && locale.bytes().all(is_plain);
    if is_tag { Ok(locale) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_what_anybody_can_compute() {
        // echo -n 'cart1.1800000000' | openssl dgst -sha256 -mac HMAC -macopt key:secret
        let expected = "6217b039c2cf3ca92a451478abab851299c1e93731d2aa39ae63f253b198c8b1";
        assert_eq!(sign(b"secret", "cart1", 1_800_000_000), expected);
    }

    #[test]
    fn a_locale_is_a_tag_or_nothing() {
        for (body, expected) in [
            ("", "en"),
            ("{}", "en"),
            ("[]", "en"),
            (r#"{"locale":null}"#, "en"),
            (r#"{"locale":"de-AT"}"#, "de-AT"),
        ] {
            assert_eq!(locale(body).unwrap(), expected, "{body}");
        }
        for body in ["{", r#"{"locale":7}"#, r#"{"locale":"<b>"}"#, r#"{"locale":""}"#] {
            assert!(locale(body).is_err(), "{body}");
        }
    }
}
