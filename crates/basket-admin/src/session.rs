//! Who is signed in, by what their browser carries. The cookie is out of reach for scripts and other
//! sites; where people come over TLS it is bound to this very host as well.

use crate::{
    browser_name::browser_name,
    refusal::{Refusal, sign_in_address},
    state::AdminState,
};
use axum::{
    extract::FromRequestParts,
    http::{
        HeaderMap, Method,
        header::{COOKIE, USER_AGENT},
        request::Parts,
    },
};
use basket_model::operator::Operator;
use basket_store::{Session, StoreError, Whence};
use basket_web::{
    address::{is_secure, service_address},
    caller::caller_network,
};
use sha2::{Digest, Sha256};

/// Browsers take a cookie of this name only over TLS, from this very host and for all of it.
const BOUND: &str = "__Host-basket-operator";
const PLAIN: &str = "basket-operator";

/// A signed-in operator.
#[derive(Debug, Clone)]
pub struct SignedIn {
    pub(crate) operator: Operator,
    /// The shop that they are at work in, if they run any.
    pub(crate) shop: Option<i64>,
    /// Whether they have chosen it.
    pub(crate) has_chosen: bool,
    /// When they last proved who they are, in milliseconds since 1970.
    pub(crate) confirmed_at: i64,
    /// What their browser carries.
    pub(crate) token: String,
    /// What every form of theirs must carry: another site cannot know it.
    pub(crate) csrf_token: String,
}

impl FromRequestParts<AdminState> for SignedIn {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AdminState) -> Result<Self, Refusal> {
        let asked = parts.uri.path_and_query().map_or("/admin", |it| it.as_str());
        let wanted = if parts.method == Method::GET { asked } else { "/admin" };
        let stranger = || Refusal::redirect(&sign_in_address(wanted));
        Self::find(parts, state).await?.ok_or_else(stranger)
    }
}

impl SignedIn {
    /// Who sends the request, if they are signed in.
    pub(crate) async fn find(
        parts: &Parts,
        state: &AdminState,
    ) -> Result<Option<Self>, StoreError> {
        let Some(token) = Visit::from_request(parts, state).token else { return Ok(None) };
        let Some(session) = state.store.sessions().find(&token).await? else { return Ok(None) };
        let Session { operator, shop, has_chosen, confirmed_at } = session;
        let csrf_token = csrf_token(&token, shop);
        Ok(Some(Self { operator, shop, has_chosen, confirmed_at, token, csrf_token }))
    }
}

/// What is known about the client, before authentication.
#[derive(Debug, Clone)]
pub struct Visit {
    /// Whether they come over TLS.
    is_secure: bool,
    /// What their browser carries.
    pub(crate) token: Option<String>,
    /// Where they come from.
    pub(crate) whence: Whence,
    /// Scheme and host by which they reach the service.
    pub(crate) service: String,
}

impl Visit {
    pub(crate) fn from_request(parts: &Parts, state: &AdminState) -> Self {
        let is_public = |public: &String| public.starts_with("https:");
        let is_secure = state.settings.public.as_ref().is_some_and(is_public) || is_secure(parts);
        let user_agent = parts.headers.get(USER_AGENT).and_then(|it| it.to_str().ok());
        let network = caller_network(parts, state.settings.proxies);
        Self {
            is_secure,
            token: cookie(&parts.headers, name(is_secure)),
            whence: Whence {
                browser: browser_name(user_agent.unwrap_or_default()),
                address: network.map_or_else(String::new, |network| network.to_string()),
            },
            service: service_address(parts, state.public()),
        }
    }

    /// The header that makes the browser carry it, or forget it.
    pub(crate) fn cookie(&self, token: Option<&str>) -> String {
        let (name, is_secure) = (name(self.is_secure), self.is_secure);
        let secure = if is_secure { "; Secure" } else { "" };
        let (token, end) = match token {
            Some(token) => (token, ""),
            None => ("", "; Max-Age=0"),
        };
        format!("{name}={token}; Path=/; HttpOnly; SameSite=Lax{secure}{end}")
    }
}

impl FromRequestParts<AdminState> for Visit {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AdminState) -> Result<Self, Refusal> {
        Ok(Self::from_request(parts, state))
    }
}

/// What forms carry for a session. It is not the session: a page's source may be saved or shown. It is
/// another one in another shop, so that a page of another shop changes nothing in it.
fn csrf_token(token: &str, shop: Option<i64>) -> String {
    hex::encode(Sha256::digest(format!("form:{token}:{}", shop.unwrap_or_default())))
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
