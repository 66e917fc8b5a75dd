//! An HTTP connection that does as little work per answer as possible, because it shares the processors with the service.

use std::net::{IpAddr, SocketAddr};

use anyhow::{Context as _, Result, bail, ensure};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

/// How GraphQL answers with status 200 begin that are errors.
const REFUSALS: [&[u8]; 3] =
    [br#"{"errors""#, br#"{"data":{"addItemToOrder":{}"#, br#"{"data":{"activeOrder":null"#];

/// A connection that is kept.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    /// Connects.
    pub async fn open(address: SocketAddr) -> Result<Self> {
        Self::new(TcpStream::connect(address).await?)
    }

    /// Connects from another address of this machine.
    pub async fn open_from(source: IpAddr, address: SocketAddr) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((source, 0).into())?;
        Self::new(socket.connect(address).await?)
    }

    fn new(stream: TcpStream) -> Result<Self> {
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    /// Sends something, and reads nothing.
    pub async fn send(&mut self, bytes: &[u8]) -> Result<()> {
        Ok(self.stream.write_all(bytes).await?)
    }

    /// Asks, and reads the answer to its end; its body. An answer that is no success is an error.
    pub async fn call(&mut self, request: &[u8]) -> Result<&[u8]> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        loop {
            let read = self.stream.read_buf(&mut self.buffer).await?;
            ensure!(read > 0, "the connection was closed in the middle");
            let Some(head) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") else {
                continue;
            };
            let text = String::from_utf8_lossy(&self.buffer[..head]).to_ascii_lowercase();
            let length = text.split("content-length: ").nth(1).context("no length is said")?;
            let length: usize = length.lines().next().unwrap_or_default().trim().parse()?;
            let end = head + 4 + length;
            while self.buffer.len() < end {
                let read = self.stream.read_buf(&mut self.buffer).await?;
                ensure!(read > 0, "the answer broke off");
            }
            let body = &self.buffer[head + 4..end];
            if !text.starts_with("http/1.1 20") || REFUSALS.iter().any(|bad| body.starts_with(bad))
            {
                bail!("{}", String::from_utf8_lossy(&self.buffer));
            }
            return Ok(body);
        }
    }

    /// The last answer, headers and body.
    pub fn answer(&self) -> &[u8] {
        &self.buffer
    }

    /// A header of the last answer.
    pub fn header(&self, name: &str) -> Option<String> {
        let answer = String::from_utf8_lossy(&self.buffer);
        let head = answer.split("\r\n\r\n").next()?;
        let lines = head.lines().filter_map(|line| line.split_once(": "));
        lines
            .into_iter()
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.to_owned())
    }
}
