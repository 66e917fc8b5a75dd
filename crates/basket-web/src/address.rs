//! The service's own address. Baskets stand on other origins, so an address
//! that the catalogue keeps relative to the service must leave it whole.

use basket_core::{cart::Cart, product::Product};
use http::{
    HeaderName,
    header::{HOST, ORIGIN},
    request::Parts,
    uri::Authority,
};

const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// Scheme and host by which people reach the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    scheme: &'static str,
    host: Option<String>,
}

impl Address {
    /// What the host of the service has set, or else what the request says.
    pub fn of_service(parts: &Parts, public: Option<&str>) -> Self {
        let Some((scheme, host)) = public.and_then(|public| public.split_once("://")) else {
            return Self::from_request(parts);
        };
        let scheme = if scheme == "https" { "https" } else { "http" };
        Self { scheme, host: Some(host.to_owned()) }
    }

    fn from_request(parts: &Parts) -> Self {
        let host = header(parts, &HOST).or(parts.uri.authority().map(Authority::as_str));
        Self {
            scheme: if is_secure(parts) { "https" } else { "http" },
            host: host.filter(|host| !host.is_empty()).map(str::to_owned),
        }
    }

    /// Scheme and host as one text; empty where nobody said a host.
    pub fn origin(&self) -> String {
        self.host.as_ref().map_or_else(String::new, |host| format!("{}://{host}", self.scheme))
    }

    /// Makes the addresses in a cart whole.
    pub fn complete_cart(&self, cart: &mut Cart) {
        for line in &mut cart.lines {
            self.complete(&mut line.image);
            self.complete(&mut line.url);
        }
    }

    /// Makes the addresses in products whole.
    pub fn complete_products(&self, products: &mut [Product]) {
        for product in products {
            self.complete(&mut product.image);
            self.complete(&mut product.url);
        }
    }

    fn complete(&self, address: &mut Option<String>) {
        let (Some(address), Some(host)) = (address, &self.host) else { return };
        if address.starts_with("//") {
            *address = [self.scheme, ":", address.as_str()].concat();
        } else if address.starts_with('/') {
            *address = [self.scheme, "://", host.as_str(), address.as_str()].concat();
        }
    }
}

/// Whether the caller came over TLS. The service speaks plain HTTP; a proxy before it says so.
pub fn is_secure(parts: &Parts) -> bool {
    let protocol = header(parts, &FORWARDED_PROTO).and_then(|list| list.split(',').next());
    protocol.is_some_and(|protocol| protocol.trim().eq_ignore_ascii_case("https"))
}

/// Scheme and host by which people reach the service: what the host has set, or what this request says.
pub fn service_address(parts: &Parts, public: Option<&str>) -> String {
    Address::of_service(parts, public).origin()
}

/// The same as it can be written into markup and headers; the caller may have sent anything as its host.
pub fn written_address(parts: &Parts, public: Option<&str>) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b":/.-_[]".contains(&byte);
    let origin = service_address(parts, public);
    let is_written = !origin.is_empty() && origin.bytes().all(is_plain);
    if is_written { origin } else { "https://SERVICE".to_owned() }
}

/// Whether a page of this service sent the request. Browsers say so with every form.
pub fn is_same_origin(parts: &Parts, public: Option<&str>) -> bool {
    let Some(origin) = header(parts, &ORIGIN) else { return false };
    if let Some(public) = public {
        return origin == public;
    }
    let host = origin.split_once("://").map(|(_, host)| host);
    host.is_some() && host == header(parts, &HOST)
}

fn header<'a>(parts: &'a Parts, name: &HeaderName) -> Option<&'a str> {
    parts.headers.get(name).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_without_a_host_are_completed() {
        let address = Address { scheme: "https", host: Some("shop.example".to_owned()) };
        let complete = |text: &str| {
            let mut image = Some(text.to_owned());
            address.complete(&mut image);
            image.unwrap()
        };
        assert_eq!(complete("/a.svg"), "https://shop.example/a.svg");
        assert_eq!(complete("/#mug"), "https://shop.example/#mug");
        assert_eq!(complete("//cdn.example/a.svg"), "https://cdn.example/a.svg");
        assert_eq!(complete("http://cdn.example/a.svg"), "http://cdn.example/a.svg");
        assert_eq!(complete("data:image/svg+xml,"), "data:image/svg+xml,");
    }
}
