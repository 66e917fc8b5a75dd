//! Who is signed in, by what their browser carries. The cookie is out of reach for scripts and other
//! sites; where people come over TLS it is bound to this very host as well.

use super::{Refusal, refusal::sign_in_address};
use crate::{
    api::{self, Api},
    operator::Operator,
    store::{Session, StoreError},
    token,
};
use axum::{
    extract::FromRequestParts,
    http::{
        HeaderMap, Method,
        header::{COOKIE, HOST, ORIGIN},
        request::Parts,
    },
};
use sha2::{Digest, Sha256};

/// Browsers take a cookie of this name only over TLS, from this very host and for all of it.
const BOUND: &str = "__Host-basket-operator";
const PLAIN: &str = "basket-operator";

/// Somebody who is signed in.
#[derive(Debug, Clone)]
pub(crate) struct SignedIn {
    pub(super) operator: Operator,
    /// The shop that they are at work in, if they run any.
    pub(super) shop: Option<i64>,
    /// Whether they have chosen it.
    pub(super) has_chosen: bool,
    /// What their browser carries.
    pub(super) token: String,
    /// What every form of theirs must carry: another site cannot know it.
    pub(super) proof: String,
}

impl FromRequestParts<Api> for SignedIn {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Refusal> {
        let asked = parts.uri.path_and_query().map_or("/admin", |it| it.as_str());
        let wanted = if parts.method == Method::GET { asked } else { "/admin" };
        let stranger = || Refusal::to(&sign_in_address(wanted));
        Self::find(parts, api).await?.ok_or_else(stranger)
    }
}

impl SignedIn {
    /// Who sends the request, if they are signed in.
    pub(super) async fn find(parts: &Parts, api: &Api) -> Result<Option<Self>, StoreError> {
        let Some(token) = Visit::of(parts, api).token else { return Ok(None) };
        let Some(session) = api.store.session(&token).await? else { return Ok(None) };
        let Session { operator, shop, has_chosen } = session;
        let proof = proof(&token, shop);
        Ok(Some(Self { operator, shop, has_chosen, token, proof }))
    }
}

/// What is known of whoever sends a request, before anybody asks who they are.
#[derive(Debug, Clone)]
pub(crate) struct Visit {
    /// Whether they come over TLS.
    is_secure: bool,
    /// What their browser carries.
    pub(super) token: Option<String>,
}

impl Visit {
    pub(super) fn of(parts: &Parts, api: &Api) -> Self {
        let is_public = |public: &String| public.starts_with("https:");
        let is_secure = api.desk.public.as_ref().is_some_and(is_public) || api::is_secure(parts);
        Self { is_secure, token: cookie(&parts.headers, name(is_secure)) }
    }

    /// The header that makes the browser carry it, or forget it.
    pub(super) fn cookie(&self, token: Option<&str>) -> String {
        let (name, is_secure) = (name(self.is_secure), self.is_secure);
        let secure = if is_secure { "; Secure" } else { "" };
        let (token, end) = match token {
            Some(token) => (token, ""),
            None => ("", "; Max-Age=0"),
        };
        format!("{name}={token}; Path=/; HttpOnly; SameSite=Lax{secure}{end}")
    }
}

impl FromRequestParts<Api> for Visit {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Refusal> {
        Ok(Self::of(parts, api))
    }
}

/// What forms carry for a session. It is not the session: a page's source may be saved or shown. It is
/// another one in another shop, so that a page from before somebody went there changes nothing in it.
fn proof(token: &str, shop: Option<i64>) -> String {
    token::hex(&Sha256::digest(format!("form:{token}:{}", shop.unwrap_or_default())))
}

/// Whether the request was sent by a page of ours. Browsers say it with every form that is sent.
pub(crate) fn is_from_here(parts: &Parts, api: &Api) -> bool {
    let header = |name| parts.headers.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = header(ORIGIN) else { return false };
    let host = origin.split_once("://").map(|(_, host)| host);
    api.desk.public.as_deref() == Some(origin) || host.is_some() && host == header(HOST)
}

fn name(is_secure: bool) -> &'static str {
    if is_secure { BOUND } else { PLAIN }
}

fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|it| it.split_once('='));
    let found = pairs.find(|(found, _)| found.trim() == name);
    found.map(|(_, token)| token.trim().to_owned()).filter(|token| !token.is_empty())
}
