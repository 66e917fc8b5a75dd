//! Form fields and query parameters, both `application/x-www-form-urlencoded`: the one place that reads them and writes
//! them. It must never know which names a page or a route expects.
//!
//! Reading never fails: bytes that are not UTF-8 become U+FFFD, a name without `=` has an empty value, and names that
//! nobody asks for are ignored.

use http::Uri;
use std::borrow::Cow;

/// Names with their values, in the order in which they were sent. Where a name is repeated, the first value counts,
/// unless the caller asks for all of them.
#[derive(Debug, Clone, Default)]
pub struct Fields<'a>(Vec<(Cow<'a, str>, Cow<'a, str>)>);

impl<'a> Fields<'a> {
    /// The fields of a form's body.
    pub fn from_body(body: &'a [u8]) -> Self {
        Self(form_urlencoded::parse(body).collect())
    }

    /// The parameters of an address.
    pub fn from_query(uri: &'a Uri) -> Self {
        Self::from_body(uri.query().unwrap_or_default().as_bytes())
    }

    /// The same fields, without a reference to what they were read from.
    pub fn into_owned(self) -> Fields<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        Fields(self.0.into_iter().map(|(name, value)| (owned(name), owned(value))).collect())
    }

    /// The value as it was sent; `None` if there is no such name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// The value as it was sent; empty if there is no such name.
    pub fn raw(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// The value without white space around it; empty if there is no such name.
    pub fn text(&self, name: &str) -> &str {
        self.raw(name).trim()
    }

    /// The value as a whole number, with or without white space around it; `None` if it is not one.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.text(name).parse().ok()
    }

    /// Every name with its value as it was sent.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }

    /// Every value of a name as it was sent.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(found, _)| found == name).map(|(_, value)| &**value)
    }
}

/// Names and values as a query or as the body of a form.
pub fn encode(fields: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

/// A path with a query of those fields that have a value.
pub fn with_query(path: &str, fields: &[(&str, &str)]) -> String {
    let fields: Vec<_> = fields.iter().copied().filter(|(_, value)| !value.is_empty()).collect();
    if fields.is_empty() { path.to_owned() } else { format!("{path}?{}", encode(&fields)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_reads_as_it_was_written() {
        let address = with_query("/list", &[("q", "50% & möre"), ("day", ""), ("before", "7")]);
        assert_eq!(address, "/list?q=50%25+%26+m%C3%B6re&before=7");
        let uri = address.parse().unwrap();
        let query = Fields::from_query(&uri);
        assert_eq!((query.get("q"), query.get("day")), (Some("50% & möre"), None));
        assert_eq!(with_query("/list", &[("q", "")]), "/list");
        assert_eq!(encode(&[("q", ""), ("a b", "c")]), "q=&a+b=c");
    }

    #[test]
    fn a_missing_name_differs_from_an_empty_value_only_in_get() {
        let fields = Fields::from_body(b"empty=&bare");
        assert_eq!((fields.get("empty"), fields.get("bare")), (Some(""), Some("")));
        assert_eq!(fields.get("missing"), None);
        assert_eq!((fields.raw("missing"), fields.text("missing")), ("", ""));
        assert_eq!(Fields::from_query(&Uri::from_static("/list")).get("empty"), None);
    }

    #[test]
    fn the_first_value_of_a_repeated_name_counts() {
        let fields = Fields::from_body(b"sku=A&sku=B&SKU=C&sku=A");
        assert_eq!(fields.raw("sku"), "A");
        assert_eq!(fields.all("sku").collect::<Vec<_>>(), ["A", "B", "A"]);
        assert_eq!(fields.all("other").count(), 0);
    }

    #[test]
    fn only_text_and_number_ignore_white_space() {
        let fields = Fields::from_body(b"name=+Ann%0A&before=+7+&big=9223372036854775808");
        assert_eq!((fields.get("name"), fields.raw("name")), (Some(" Ann\n"), " Ann\n"));
        assert_eq!(fields.text("name"), "Ann");
        assert_eq!(fields.number("before"), Some(7));
        assert_eq!((fields.number("big"), fields.number("name")), (None, None));
    }

    #[test]
    fn bad_encoding_is_replaced_and_never_fails() {
        let fields = Fields::from_body(b"a=%FF&b=\xFF&c=%zz&%E2%82%AC=%E2%82%AC&=x&&");
        assert_eq!(
            (fields.raw("a"), fields.raw("b"), fields.raw("c")),
            ("\u{FFFD}", "\u{FFFD}", "%zz")
        );
        assert_eq!((fields.raw("€"), fields.raw("")), ("€", "x"));
    }

    #[test]
    fn owned_fields_outlive_the_body() {
        let fields = {
            let body = b"name=Ann&note=a+b".to_vec();
            Fields::from_body(&body).into_owned()
        };
        assert_eq!((fields.text("name"), fields.text("note")), ("Ann", "a b"));
    }
}
