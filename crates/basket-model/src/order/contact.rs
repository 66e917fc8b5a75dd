//! Who orders, and where to. What orders of every shop have is in members of its own; the rest is kept as JSON, in which
//! only what was given stands. It must never know a form.

use crate::address::{Address, Field};
use basket_core::json::{self, Node, Writer};

/// Who orders, and where to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Contact {
    /// Where the confirmation goes.
    pub email: String,
    /// Their name.
    pub name: String,
    /// Street and house, where something is sent.
    pub address: String,
    /// The postal code.
    pub postal_code: String,
    /// The town.
    pub city: String,
    /// The country by its ISO 3166 code.
    pub country: String,
    /// The company, if they order for one.
    pub company: String,
    /// Flat, floor, building or neighbourhood.
    pub line2: String,
    /// The region's code where the country has a list of regions; else its name.
    pub region: String,
    /// A telephone number for the delivery.
    pub phone: String,
    /// A VAT number in its canonical form.
    pub vat_number: String,
    /// What the authority's confirmation of the VAT number is called.
    pub vat_consultation: String,
    /// What the shopper wants to tell the shop.
    pub note: String,
    /// Where the invoice goes, if elsewhere.
    pub billing: Option<Box<Address>>,
}

/// The members that an order of every shop does not have, with their names in data.
macro_rules! details {
    ($contact:ident) => {
        [
            ("company", &$contact.company),
            ("address_line2", &$contact.line2),
            ("region", &$contact.region),
            ("phone", &$contact.phone),
            ("vat_number", &$contact.vat_number),
            ("vat_consultation", &$contact.vat_consultation),
            ("note", &$contact.note),
        ]
    };
}

impl Contact {
    /// Whether it was erased. Nobody orders without an e-mail address.
    pub fn is_erased(&self) -> bool {
        self.email.is_empty()
    }

    /// Where it goes.
    pub fn address(&self) -> Address {
        Address {
            name: self.name.clone(),
            company: self.company.clone(),
            line1: self.address.clone(),
            line2: self.line2.clone(),
            postal_code: self.postal_code.clone(),
            city: self.city.clone(),
            region: self.region.clone(),
            country: self.country.clone(),
            phone: self.phone.clone(),
        }
    }

    /// The same with another address.
    #[must_use]
    pub fn with_address(self, address: Address) -> Self {
        let Address { name, company, line1, line2, postal_code, city, region, country, phone } =
            address;
        Self {
            name,
            company,
            address: line1,
            line2,
            postal_code,
            city,
            region,
            country,
            phone,
            ..self
        }
    }

    /// Where the invoice goes.
    pub fn invoice_address(&self) -> Address {
        self.billing.as_deref().cloned().unwrap_or_else(|| self.address())
    }

    /// Writes the members beyond those that every order has, where something stands in them.
    pub(crate) fn write_details(&self, writer: &mut Writer) {
        for (name, text) in details!(self) {
            if !text.is_empty() {
                writer.name(name).string(text);
            }
        }
        let Some(billing) = &self.billing else { return };
        writer.name("billing").open('{');
        for field in Field::ALL {
            let text = billing.get(field);
            if !text.is_empty() {
                writer.name(field.key()).string(text);
            }
        }
        writer.close('}');
    }

    /// What is kept of it as JSON; `None` if there is nothing.
    pub fn details(&self) -> Option<String> {
        let mut writer = Writer::new();
        writer.open('{');
        self.write_details(&mut writer);
        writer.close('}');
        Some(writer.finish()).filter(|text| text != "{}")
    }

    /// The same with what is kept as JSON; `None` if that is corrupt.
    pub fn with_details(self, text: &str) -> Option<Self> {
        let document = json::parse(text).ok()?;
        let root = document.root();
        let get = |name: &str| root.get(name).text().to_owned();
        Some(Self {
            company: get("company"),
            line2: get("address_line2"),
            region: get("region"),
            phone: get("phone"),
            vat_number: get("vat_number"),
            vat_consultation: get("vat_consultation"),
            note: get("note"),
            billing: read_address(root.get("billing")).map(Box::new),
            ..self
        })
    }
}

fn read_address(node: Node<'_>) -> Option<Address> {
    let mut address = Address::default();
    for field in Field::ALL {
        node.get(field.key()).text().clone_into(address.get_mut(field));
    }
    node.exists().then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_are_read_as_they_were_written() {
        let billing = Address { name: "Ann \"A\"".to_owned(), ..Address::default() };
        let contact = Contact {
            email: "ann@example.com".to_owned(),
            company: "Mugs".to_owned(),
            line2: "Floor 2".to_owned(),
            region: "CA".to_owned(),
            phone: "1".to_owned(),
            vat_number: "ATU13585627".to_owned(),
            vat_consultation: "W1".to_owned(),
            note: "Ring twice\nplease".to_owned(),
            billing: Some(Box::new(billing)),
            ..Contact::default()
        };
        let details = contact.details().unwrap();
        let plain = Contact { email: contact.email.clone(), ..Contact::default() };
        assert_eq!(plain.clone().with_details(&details), Some(contact));
        assert_eq!(plain.details(), None);
        assert_eq!(plain.with_details("["), None);
    }

    #[test]
    fn an_address_is_the_one_that_was_given() {
        let contact =
            Contact { name: "Ann".to_owned(), region: "CA".to_owned(), ..Contact::default() };
        assert_eq!(Contact::default().with_address(contact.address()), contact);
        assert_eq!(contact.invoice_address(), contact.address());
    }
}
