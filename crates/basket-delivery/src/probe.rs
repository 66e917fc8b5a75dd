//! Looks whether a server can be reached, for people who set the service up. Nothing that changes something is ever
//! sent. It must never know what to do about what it finds.

use crate::client::{Call, Client, Connection, Failure};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use thiserror::Error;
use tokio::time::timeout;
use url::Url;
use x509_cert::{Certificate, der::Decode as _};

/// Asks servers.
#[derive(Debug)]
pub struct Probe {
    client: Client,
    deadline: Duration,
}

/// What a server said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProbeAnswer {
    /// The status.
    pub status: u16,
    /// The beginning of the body.
    pub text: String,
    /// The server's clock, by its answer.
    pub date: Option<SystemTime>,
    /// The id of the request, if the answer has one.
    pub request_id: Option<String>,
}

/// Why a server cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProbeError {
    /// Its name means nothing.
    #[error("cannot resolve {0}")]
    Unknown(String),
    /// Its certificate was refused, or it does not speak TLS.
    #[error("{0}")]
    Secure(String),
    /// No connection, or no answer.
    #[error("{0}")]
    Unreachable(String),
}

impl From<Failure> for ProbeError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Unknown(name) => Self::Unknown(name),
            Failure::Secure(_) => Self::Secure(failure.to_string()),
            _ => Self::Unreachable(failure.to_string()),
        }
    }
}

impl Probe {
    /// With `allow_private`, also at addresses that only this machine or its network knows. Each question may take as
    /// long as `deadline`.
    pub fn new(allow_private: bool, deadline: Duration) -> Self {
        Self { client: Client::new(allow_private), deadline }
    }

    /// Asks for a page, with an id for the request.
    pub async fn ask(&self, address: &str, id: &str) -> Result<ProbeAnswer, ProbeError> {
        let url = parse(address)?;
        let call = Call { url: &url, headers: &[("x-request-id", id)], body: None };
        let answer = self.within(self.client.send(&call)).await?;
        let header = |name| answer.headers.get(name).and_then(|value| value.to_str().ok());
        Ok(ProbeAnswer {
            status: answer.status,
            date: header("date").and_then(|date| httpdate::parse_http_date(date).ok()),
            request_id: header("x-request-id").map(str::to_owned),
            text: answer.text,
        })
    }

    /// Connects, says nothing, and goes away. When the server's certificate expires, if it has one.
    pub async fn connect(&self, address: &str) -> Result<Option<SystemTime>, ProbeError> {
        let url = parse(address)?;
        match self.within(self.client.reach(&url)).await? {
            Connection::Plain(_) => Ok(None),
            Connection::Secure(stream) => {
                let (_, session) = stream.get_ref();
                let certificate = session.peer_certificates().and_then(|chain| chain.first());
                Ok(certificate.and_then(|certificate| expiry(certificate)))
            }
        }
    }

    async fn within<T>(
        &self,
        answer: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, ProbeError> {
        let late = || {
            let seconds = self.deadline.as_secs();
            ProbeError::Unreachable(format!("no answer within {seconds} seconds"))
        };
        Ok(timeout(self.deadline, answer).await.map_err(|_| late())??)
    }
}

fn parse(address: &str) -> Result<Url, ProbeError> {
    Url::parse(address).map_err(|error| ProbeError::Unreachable(format!("{address}: {error}")))
}

/// When a certificate expires.
fn expiry(der: &[u8]) -> Option<SystemTime> {
    let certificate = Certificate::from_der(der).ok()?;
    Some(UNIX_EPOCH + certificate.tbs_certificate.validity.not_after.to_unix_duration())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rcgen::{CertificateParams, KeyPair, date_time_ymd};

    #[test]
    fn the_end_of_a_certificate_is_read() {
        let mut params = CertificateParams::new(["localhost".to_owned()]).unwrap();
        params.not_after = date_time_ymd(2031, 2, 3);
        let certificate = params.self_signed(&KeyPair::generate().unwrap()).unwrap();
        let expected = httpdate::parse_http_date("Mon, 03 Feb 2031 00:00:00 GMT").unwrap();
        assert_eq!(expiry(certificate.der()), Some(expected));
        assert_eq!(expiry(b"no certificate"), None);
    }
}
