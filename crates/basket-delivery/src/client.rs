//! One request to a server of someone else, within bounds of time and size. The address that was looked at is the one
//! that is connected to, whatever a name means a moment later; redirects are answers like any other, and no proxy
//! is asked. It must never know what a message says.

mod reach;

use basket_store::tls;
use http_body_util::{BodyExt as _, Full};
use hyper::{
    HeaderMap, Request, Response,
    body::{Bytes, Incoming},
    client::conn::http1,
    header::{CONTENT_TYPE, HOST, USER_AGENT},
};
use hyper_util::rt::TokioIo;
use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::{Arc, OnceLock},
    time::Duration,
};
use thiserror::Error;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpStream, lookup_host},
    task::JoinSet,
    time::timeout,
};
use tokio_rustls::{
    TlsConnector,
    client::TlsStream,
    rustls::{ClientConfig, pki_types::ServerName},
};
use tracing::Instrument as _;
use url::{Host, Url};

/// How long a try may take as a whole.
const WHOLE: Duration = Duration::from_secs(15);
/// How long one address of the name may take, so that there is time for another.
const CONNECT: Duration = Duration::from_secs(5);
/// How many addresses of a name are tried.
const ADDRESSES: usize = 3;
/// How long an answer's body may take once it has begun.
const BODY: Duration = Duration::from_secs(2);
/// How many bytes of an answer's head and of its body are read.
const HEAD_MOST: usize = 32 * 1024;
const BODY_MOST: usize = 128 * 1024;

const AGENT: &str = concat!("service-basket/", env!("CARGO_PKG_VERSION"));

/// What is sent, and where to.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    pub(crate) url: &'a Url,
    pub(crate) headers: &'a [(&'a str, &'a str)],
    /// What is posted; `None` only asks.
    pub(crate) body: Option<Body<'a>>,
}

/// A text of some kind.
#[derive(Debug)]
pub(crate) struct Body<'a> {
    pub(crate) kind: &'static str,
    pub(crate) text: &'a str,
}

/// What the other side said.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The beginning of its body.
    pub(crate) text: String,
    pub(crate) headers: HeaderMap,
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error("the address is not a valid URL")]
    Odd,
    #[error("port {0} is not allowed")]
    Port(u16),
    #[error("cannot resolve {0}")]
    Unknown(String),
    // Without the address: what a name means in the network of the service is nothing that a shop may learn.
    #[error("the address is in a private network; set --allow-private-webhooks to allow it")]
    Private,
    #[error("connection failed: {0}")]
    Connect(io::Error),
    #[error("TLS connection failed: {0}")]
    Secure(io::Error),
    #[error("connection lost: {0}")]
    Broken(#[from] hyper::Error),
    #[error("no answer within {} seconds", WHOLE.as_secs())]
    Late,
}

/// A connection that nothing was said on yet.
#[derive(Debug)]
pub(crate) enum Connection {
    Plain(TcpStream),
    Secure(Box<TlsStream<TcpStream>>),
}

#[derive(Debug)]
pub(crate) struct Client {
    allow_private: bool,
    /// Made when it is first needed.
    secure: OnceLock<Option<Arc<ClientConfig>>>,
}

impl Client {
    pub(crate) fn new(allow_private: bool) -> Self {
        Self { allow_private, secure: OnceLock::new() }
    }

    pub(crate) async fn send(&self, call: &Call<'_>) -> Result<Answer, Failure> {
        // The path may be a secret of whoever receives.
        let span = tracing::info_span!("call", host = call.url.host_str());
        let exchange = async {
            let outcome = timeout(WHOLE, self.exchange(call)).await.unwrap_or(Err(Failure::Late));
            match &outcome {
                Ok(answer) => tracing::info!(status = answer.status, "call answered"),
                Err(error) => tracing::info!(%error, "call failed"),
            }
            outcome
        };
        exchange.instrument(span).await
    }

    async fn exchange(&self, call: &Call<'_>) -> Result<Answer, Failure> {
        match self.reach(call.url).await? {
            Connection::Plain(stream) => Self::talk(stream, call).await,
            Connection::Secure(stream) => Self::talk(*stream, call).await,
        }
    }

    /// A connection to the server of an address; nothing is said yet.
    pub(crate) async fn reach(&self, url: &Url) -> Result<Connection, Failure> {
        let host = url.host().ok_or(Failure::Odd)?;
        let port = url.port_or_known_default().ok_or(Failure::Odd)?;
        let stream = self.connect(&host, port).await?;
        match url.scheme() {
            "http" => Ok(Connection::Plain(stream)),
            "https" => {
                let secure = self.secure().ok_or(Failure::Odd)?;
                let stream = secure.connect(server_name(&host)?, stream).await;
                Ok(Connection::Secure(Box::new(stream.map_err(Failure::Secure)?)))
            }
            _ => Err(Failure::Odd),
        }
    }

    /// A connection to the first address that may be connected to and answers.
    async fn connect(&self, host: &Host<&str>, port: u16) -> Result<TcpStream, Failure> {
        if !self.allow_private && !reach::is_web_port(port) {
            return Err(Failure::Port(port));
        }
        let known: Vec<SocketAddr> = match host {
            Host::Ipv4(address) => vec![(*address, port).into()],
            Host::Ipv6(address) => vec![(*address, port).into()],
            Host::Domain(name) => {
                let unknown = |_| Failure::Unknown((*name).to_owned());
                lookup_host((*name, port)).await.map_err(unknown)?.collect()
            }
        };
        let may = |address: &&SocketAddr| self.allow_private || reach::is_public(address.ip());
        let mut failure = match known.first() {
            Some(_) => Failure::Private,
            None => Failure::Unknown(host.to_string()),
        };
        for address in known.iter().filter(may).take(ADDRESSES) {
            match timeout(CONNECT, TcpStream::connect(address)).await {
                Ok(Ok(stream)) => return Ok(stream),
                Ok(Err(error)) => failure = Failure::Connect(error),
                Err(_) => failure = Failure::Connect(io::ErrorKind::TimedOut.into()),
            }
        }
        Err(failure)
    }

    fn secure(&self) -> Option<TlsConnector> {
        let make = || tls::trusting(tls::public_roots()).ok().map(Arc::new);
        self.secure.get_or_init(make).clone().map(TlsConnector::from)
    }

    async fn talk<S>(stream: S, call: &Call<'_>) -> Result<Answer, Failure>
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let request = request(call)?;
        let mut builder = http1::Builder::new();
        let (mut sender, connection) =
            builder.max_buf_size(HEAD_MOST).handshake(TokioIo::new(stream)).await?;
        // Ends with this, whatever the other side still has to say.
        let mut driver = JoinSet::new();
        driver.spawn(connection);
        let response = sender.send_request(request).await?;
        let (status, headers) = (response.status(), response.headers().clone());
        // Also of good answers: who is cut off while writing may take it for a failure.
        let text = timeout(BODY, beginning(response)).await.unwrap_or_default();
        Ok(Answer { status: status.as_u16(), text, headers })
    }
}

fn server_name(host: &Host<&str>) -> Result<ServerName<'static>, Failure> {
    match host {
        Host::Domain(name) => ServerName::try_from((*name).to_owned()).map_err(|_| Failure::Odd),
        Host::Ipv4(address) => Ok(IpAddr::from(*address).into()),
        Host::Ipv6(address) => Ok(IpAddr::from(*address).into()),
    }
}

fn request(call: &Call<'_>) -> Result<Request<Full<Bytes>>, Failure> {
    let Call { url, headers, body } = call;
    let target = match url.query() {
        Some(query) => format!("{}?{query}", url.path()),
        None => url.path().to_owned(),
    };
    let host = match (url.host_str(), url.port()) {
        (Some(host), Some(port)) => format!("{host}:{port}"),
        (host, _) => host.unwrap_or_default().to_owned(),
    };
    let (request, text) = match body {
        Some(Body { kind, text }) => (Request::post(target).header(CONTENT_TYPE, *kind), *text),
        None => (Request::get(target), ""),
    };
    let request = request.header(HOST, host).header(USER_AGENT, AGENT);
    let request =
        headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    request.body(Full::new(Bytes::from(text.to_owned()))).map_err(|_| Failure::Odd)
}

/// The beginning of an answer's body, as far as it came.
async fn beginning(response: Response<Incoming>) -> String {
    let mut body = response.into_body();
    let mut bytes = Vec::new();
    while let Some(Ok(frame)) = body.frame().await {
        bytes.extend_from_slice(frame.data_ref().map_or(&[][..], |data| data));
        if bytes.len() >= BODY_MOST {
            bytes.truncate(BODY_MOST);
            break;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rcgen::{CertifiedKey, generate_simple_self_signed};
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpListener,
        runtime::Runtime,
    };
    use tokio_rustls::{
        TlsAcceptor,
        rustls::{RootCertStore, ServerConfig, crypto::ring, pki_types::PrivateKeyDer},
    };

    /// A server with a certificate of its own making, and a client that knows that certificate.
    async fn server() -> (SocketAddr, Client) {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let key = PrivateKeyDer::try_from(signing_key.serialize_der()).unwrap();
        let config = ServerConfig::builder_with_provider(ring::default_provider().into());
        let config = config.with_safe_default_protocol_versions().unwrap();
        let config = config.with_no_client_auth().with_single_cert(vec![cert.der().clone()], key);
        let acceptor = TlsAcceptor::from(Arc::new(config.unwrap()));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // Who does not know the certificate goes away.
                let Ok(mut stream) = acceptor.accept(stream).await else { continue };
                let mut heard = [0; 4096];
                assert!(stream.read(&mut heard).await.unwrap() > 0);
                stream.write_all(b"HTTP/1.1 204 It\r\n\r\n").await.unwrap();
            }
        });
        let mut roots = RootCertStore::empty();
        roots.add(cert.der().clone()).unwrap();
        let config = tls::trusting(roots).unwrap();
        let client = Client { allow_private: true, secure: OnceLock::new() };
        client.secure.set(Some(Arc::new(config))).unwrap();
        (address, client)
    }

    #[test]
    fn a_certificate_must_be_good_and_of_the_name() {
        Runtime::new().unwrap().block_on(async {
            let (address, client) = server().await;
            let post = async |client: &Client, host: &str| {
                let url = format!("https://{host}:{}/hook", address.port()).parse().unwrap();
                let kind = "application/json";
                let body = Some(Body { kind, text: "{}" });
                client.send(&Call { url: &url, headers: &[], body }).await
            };
            assert_eq!(post(&client, "localhost").await.unwrap().status, 204);
            let another_name = post(&client, "127.0.0.1").await;
            assert!(matches!(another_name, Err(Failure::Secure(_))), "{another_name:?}");
            let unknown = post(&Client::new(true), "localhost").await;
            assert!(matches!(unknown, Err(Failure::Secure(_))), "{unknown:?}");
        });
    }
}
