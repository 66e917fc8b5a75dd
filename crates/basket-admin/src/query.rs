//! What stands behind the question mark of an address. It must never know a page.

use axum::{
    extract::FromRequestParts,
    http::{Uri, request::Parts},
};
use std::convert::Infallible;

/// The names and values of an address.
#[derive(Debug, Clone, Default)]
pub struct Query(Vec<(String, String)>);

impl<S: Sync> FromRequestParts<S> for Query {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::from_uri(&parts.uri))
    }
}

impl Query {
    fn from_uri(uri: &Uri) -> Self {
        let pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
        Self(pairs.map(|(name, value)| (name.into(), value.into())).collect())
    }

    /// The value of that name without the space around it; empty if there is none.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.raw(name).trim()
    }

    /// The value of that name as it is; empty if there is none.
    pub(crate) fn raw(&self, name: &str) -> &str {
        self.0.iter().find(|(found, _)| found == name).map_or("", |(_, value)| value)
    }

    /// The number of that name, if it is one.
    pub(crate) fn number(&self, name: &str) -> Option<i64> {
        self.text(name).parse().ok()
    }
}

/// An address with those of the names that have a value.
pub(crate) fn address(path: &str, pairs: &[(&str, &str)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(pairs.iter().filter(|(_, value)| !value.is_empty()));
    match query.finish() {
        query if query.is_empty() => path.to_owned(),
        query => format!("{path}?{query}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_into_an_address_is_read_from_it() {
        let address = address("/products", &[("q", "50% & more"), ("day", ""), ("before", "7")]);
        assert_eq!(address, "/products?q=50%25+%26+more&before=7");
        let query = Query::from_uri(&address.parse().unwrap());
        assert_eq!((query.text("q"), query.text("day")), ("50% & more", ""));
        assert_eq!((query.number("before"), query.number("q")), (Some(7), None));
    }
}
