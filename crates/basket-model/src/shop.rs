//! A shop as the service knows it. It must never know its products, which are the catalogue's.

use crate::{key::NewKey, pricing::Rules};
use basket_core::money::Currency;
use std::sync::Arc;
use url::Url;

/// How a shop's shoppers check out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Checkout {
    /// On the service's own page.
    #[default]
    Hosted,
    /// At the shop's own address.
    External,
}

impl Checkout {
    /// The name used on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hosted => "hosted",
            Self::External => "external",
        }
    }

    /// The mode of that name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Hosted, Self::External].into_iter().find(|mode| mode.name() == name)
    }
}

/// A shop to be opened.
#[derive(Debug, Clone)]
pub struct NewShop {
    /// What people call it.
    pub name: String,
    /// In what its prices are.
    pub currency: Currency,
    /// Where its baskets may stand; empty is anywhere.
    pub origins: Vec<String>,
    /// How its shoppers check out.
    pub checkout: Checkout,
    /// Its first publishable key.
    pub key: NewKey,
}

/// What is to be different about a shop; `None` stays as it is.
#[derive(Debug, Clone, Default)]
pub struct ShopChange {
    /// What people call it.
    pub name: Option<String>,
    /// Where its baskets may stand; empty is anywhere.
    pub origins: Option<Vec<String>>,
    /// How its shoppers check out.
    pub checkout: Option<Checkout>,
}

/// A shop, found by its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shop {
    /// Its number, in the database and in the backend's addresses.
    pub id: i64,
    /// What people call it.
    pub name: String,
    /// In what its prices are.
    pub currency: Currency,
    /// Where its baskets may stand; empty is anywhere.
    pub origins: Vec<String>,
    /// How its shoppers check out.
    pub checkout: Checkout,
    /// What orders cost beside their lines; `None` is nothing.
    pub rules: Option<Arc<Rules>>,
    /// Whether it has discount codes.
    pub takes_codes: bool,
}

impl Shop {
    /// Whether a page of that origin may use the shop's carts.
    pub fn allows(&self, origin: &str) -> bool {
        self.origins.is_empty()
            || self.origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin))
    }
}

/// The currencies of ISO 4217 that prices can be in.
const CURRENCIES: &str = "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD \
    CAD CDF CHF CLF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD \
    HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA \
    MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF \
    SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UYW UZS \
    VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG";

/// A currency for a new shop, in capital letters or not; `None` if there is no such code.
pub fn read_currency(code: &str) -> Option<Currency> {
    let code = code.trim().to_ascii_uppercase();
    let is_known = CURRENCIES.split(' ').any(|known| known == code);
    Currency::parse(&code).filter(|_| is_known)
}

/// An origin as browsers write it, so that the two can be compared; `None` if it is not an origin.
pub fn read_origin(text: &str) -> Option<String> {
    let url = Url::parse(text.trim()).ok().filter(is_web)?;
    let is_bare =
        matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
    is_bare.then(|| url.origin().ascii_serialization())
}

/// A full web address; `None` if it is not one.
pub fn read_address(text: &str) -> Option<String> {
    Url::parse(text.trim()).ok().filter(is_web).map(String::from)
}

fn is_web(url: &Url) -> bool {
    let is_open = url.username().is_empty() && url.password().is_none();
    matches!(url.scheme(), "http" | "https") && url.has_host() && is_open
}

#[cfg(test)]
mod tests;
