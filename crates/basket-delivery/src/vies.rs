//! VIES, the European Commission's service that knows which VAT numbers are registered. Nothing but a clear yes counts: whoever
//! cannot be asked about has no VAT number. It must never know what an order is.

use crate::client::{Body, Call, Client};
use basket_core::json::Writer;
use basket_model::vat_number::VatNumber;
use serde_json::Value;
use thiserror::Error;
use url::Url;

/// Where VIES's API is.
const ADDRESS: &str = "https://ec.europa.eu/taxation_customs/vies/rest-api";
/// How many characters of a consultation number, or of an error, are kept.
const MAX_TEXT: usize = 100;

/// Why a VAT number is not confirmed.
#[derive(Debug, Error)]
pub enum NotConfirmed {
    /// VIES says that it is not registered.
    #[error("the VAT number is not registered")]
    Unregistered,
    /// VIES, or the member state behind it, did not answer.
    #[error("VIES cannot be asked: {0}")]
    Unavailable(String),
}

/// VIES.
#[derive(Debug)]
pub struct Vies {
    client: Client,
    address: String,
}

impl Vies {
    /// At its own address, or at what the host has put in its place, which may be anywhere.
    pub fn new(address: Option<String>) -> Self {
        Self {
            client: Client::new(address.is_some()),
            address: address.unwrap_or_else(|| ADDRESS.to_owned()),
        }
    }

    /// Asks whether a VAT number is registered. The answer is the consultation number, which proves that it was asked; it is
    /// empty where `requester`, the VAT number of the shop, is not known.
    pub async fn confirm(
        &self,
        number: &VatNumber,
        requester: Option<&VatNumber>,
    ) -> Result<String, NotConfirmed> {
        let unavailable =
            |text: &str| NotConfirmed::Unavailable(text.chars().take(MAX_TEXT).collect());
        let address = format!("{}/check-vat-number", self.address.trim_end_matches('/'));
        let url = Url::parse(&address).map_err(|_| unavailable("its address is invalid"))?;
        let text = question(number, requester);
        let body = Some(Body { kind: "application/json", text: &text });
        let headers = [("accept", "application/json")];
        let call = Call { url: &url, headers: &headers, body };
        let answer = self.client.send(&call).await;
        let answer = answer.map_err(|failure| unavailable(&failure.to_string()))?;
        let said: Value = serde_json::from_str(&answer.text).unwrap_or_default();
        // A member state that does not answer is told as a number that is not valid, with the reason beside it.
        let reason = said["userError"].as_str();
        match (answer.status, said["valid"].as_bool(), reason) {
            (200, Some(true), None | Some("VALID" | "")) => {
                let consultation = said["requestIdentifier"].as_str().unwrap_or_default();
                Ok(consultation.chars().take(MAX_TEXT).collect())
            }
            (200, Some(false), None | Some("INVALID" | "")) => Err(NotConfirmed::Unregistered),
            (status, ..) => {
                let error = &said["errorWrappers"][0]["error"];
                let reason = error.as_str().or(reason).unwrap_or("no reason");
                Err(unavailable(&format!("status {status}, {reason}")))
            }
        }
    }
}

fn question(number: &VatNumber, requester: Option<&VatNumber>) -> String {
    let mut writer = Writer::new();
    writer.open('{').name("countryCode").string(number.prefix());
    writer.name("vatNumber").string(number.number());
    if let Some(requester) = requester {
        writer.name("requesterMemberStateCode").string(requester.prefix());
        writer.name("requesterNumber").string(requester.number());
    }
    writer.close('}');
    writer.finish()
}
