//! A line in the log for every request, under an id that the caller gets too. A cart's id opens the
//! cart, so the log gets the pattern of an address and never the address.

use crate::http::{
    cross_origin::{Reach, reach},
    deadline,
    metrics::{Metrics, Route},
};
use axum::{
    extract::{MatchedPath, Request},
    http::{
        HeaderMap, HeaderName, HeaderValue, Method,
        header::{STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS},
        request::Parts,
    },
    response::Response,
};
use std::{
    convert::Infallible,
    fmt,
    hash::{BuildHasher as _, Hasher as _, RandomState},
    pin::Pin,
    sync::{Arc, Once},
    task::{Context, Poll},
    time::{Duration, Instant},
};
use tower_layer::Layer;
use tower_service::Service;
use tracing::Instrument as _;

/// How long a request id may be that a proxy has set.
const MAX_ID: usize = 64;
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
/// For how long browsers come over TLS alone, once they have.
const A_YEAR: HeaderValue = HeaderValue::from_static("max-age=31536000");
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// Notes and counts method, pattern, status and how long it took. axum's own way to stand around every route copies
/// the route for each request.
#[derive(Debug, Clone)]
pub(crate) struct Log(Arc<LogSettings>);

/// Refuses a request before anything is done for it, if so.
pub(crate) type Refuse = Box<dyn Fn(&Parts) -> Option<Response> + Send + Sync>;

/// How an address is answered where the answer takes too long.
pub(crate) type Late = fn(&str) -> fn() -> Response;

/// What the log needs to know of the service.
pub(crate) struct LogSettings {
    pub(crate) metrics: Arc<Metrics>,
    /// Refuses callers who flood the service with whatever there is.
    pub(crate) refuse_flood: Refuse,
    /// How long an answer may take, and what is answered then.
    pub(crate) deadline: Duration,
    pub(crate) late: Late,
    /// Whether proxies are expected, and `X-Forwarded-For` with them.
    pub(crate) has_proxies: bool,
    /// Whether people reach the service over TLS alone, so that browsers may insist on it.
    pub(crate) is_secure: bool,
    /// Told once that there is a proxy nobody spoke of.
    pub(crate) proxy_warning: Once,
}

impl Log {
    pub(crate) fn new(settings: LogSettings) -> Self {
        Self(Arc::new(settings))
    }
}

impl LogSettings {
    /// Behind a proxy that nobody told the service about, all callers look like one.
    fn watch_for_proxies(&self, headers: &HeaderMap) {
        if !self.has_proxies && headers.contains_key(FORWARDED_FOR) {
            self.proxy_warning.call_once(|| {
                tracing::warn!(
                    "a request has X-Forwarded-For, but --proxies is 0; behind a proxy, all clients share the rate \
                     limits of the proxy"
                );
            });
        }
    }
}

impl fmt::Debug for LogSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("LogSettings").finish_non_exhaustive()
    }
}

impl<S> Layer<S> for Log {
    type Service = Logged<S>;

    fn layer(&self, inner: S) -> Logged<S> {
        Logged { settings: Arc::clone(&self.0), inner }
    }
}

/// A route that is noted and counted.
#[derive(Debug, Clone)]
pub(crate) struct Logged<S> {
    settings: Arc<LogSettings>,
    inner: S,
}

impl<S> Service<Request> for Logged<S>
where
    S: Service<Request, Response = Response, Error = Infallible>,
    S::Future: Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let start = Instant::now();
        let settings = Arc::clone(&self.settings);
        settings.watch_for_proxies(request.headers());
        let method = known(request.method());
        let route = Route(request.extensions().get::<MatchedPath>().cloned());
        let id = id(request.headers());
        let traceparent = traceparent(request.headers());
        let span =
            tracing::info_span!("request", id = id.to_str().unwrap_or_default(), traceparent);
        let reach = reach(&request);
        let (parts, body) = request.into_parts();
        let answer = match (settings.refuse_flood)(&parts) {
            Some(refusal) => Err(refusal),
            None if reach == Reach::Preflight => Err(Reach::permission()),
            None => {
                let late = (settings.late)(parts.uri.path());
                let (body, received) = deadline::watch(body);
                let answer = self.inner.call(Request::from_parts(parts, body));
                Ok(deadline::within(settings.deadline, received, answer, move || Ok(late())))
            }
        };
        Box::pin(async move {
            let mut response = match answer {
                Ok(answer) => answer.instrument(span.clone()).await?,
                Err(response) => response,
            };
            let (status, took) = (response.status().as_u16(), start.elapsed());
            span.in_scope(|| {
                let (route, microseconds) = (route.name(), took.as_micros());
                tracing::info!(method, route, status, microseconds, "answered");
            });
            settings.metrics.answered(method, route, status, took);
            let headers = response.headers_mut();
            reach.mark(headers);
            // No answer may be taken for another type than it says.
            headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
            headers.insert(REQUEST_ID, id);
            if settings.is_secure {
                headers.insert(STRICT_TRANSPORT_SECURITY, A_YEAR);
            }
            Ok(response)
        })
    }
}

/// The id that a proxy has given the request, if it is one that a log can bear, or a new one.
fn id(headers: &HeaderMap) -> HeaderValue {
    let is_plain = |id: &&HeaderValue| {
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
        !id.is_empty() && id.len() <= MAX_ID && id.as_bytes().iter().all(plain)
    };
    match headers.get(REQUEST_ID).filter(is_plain) {
        Some(id) => id.clone(),
        // Not a secret, only unlike all others: it comes from no more than what the standard library keeps
        // its maps apart by.
        None => hexadecimal(RandomState::new().build_hasher().finish()),
    }
}

/// Which trace of whoever called the request belongs to, if it is said as the standard has it.
fn traceparent(headers: &HeaderMap) -> Option<&str> {
    let text = headers.get(TRACEPARENT)?.to_str().ok()?;
    let is_plain = text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    (is_plain && text.len() <= MAX_ID).then_some(text)
}

/// Sixteen digits.
fn hexadecimal(number: u64) -> HeaderValue {
    const ALPHABET: &[u8; 16] = b"0123456789abcdef";
    let mut digits = [0; 16];
    for (pair, byte) in digits.chunks_exact_mut(2).zip(number.to_be_bytes()) {
        pair[0] = ALPHABET[usize::from(byte >> 4)];
        pair[1] = ALPHABET[usize::from(byte & 15)];
    }
    HeaderValue::from_bytes(&digits).unwrap_or(HeaderValue::from_static("unknown"))
}

/// The method by name. Callers may make methods up, and each would be counted apart.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_the_one_given_or_one_of_sixteen_digits() {
        let given =
            |text| id(&HeaderMap::from_iter([(REQUEST_ID, HeaderValue::from_static(text))]));
        assert_eq!(given("a-b_c.1"), "a-b_c.1");
        for odd in ["", "two words", "a;b"] {
            assert_eq!(given(odd).len(), 16, "{odd}");
        }
        assert_eq!(hexadecimal(0x0123_4567_89ab_cdef), "0123456789abcdef");
        assert_eq!(hexadecimal(10), "000000000000000a");
        assert_ne!(id(&HeaderMap::new()), id(&HeaderMap::new()));
    }
}
