//! Whom the service believes when it calls others over TLS.

use tokio_rustls::rustls::{ClientConfig, Error, RootCertStore, crypto::ring};

/// Those whom browsers believe, too.
pub fn public_roots() -> RootCertStore {
    RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() }
}

/// Connections to servers with a certificate of one of these.
pub fn trusting(roots: RootCertStore) -> Result<ClientConfig, Error> {
    let config = ClientConfig::builder_with_provider(ring::default_provider().into());
    let config = config.with_safe_default_protocol_versions()?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}
