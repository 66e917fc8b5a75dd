//! Callers: each on a connection of its own that it keeps, asking again as soon as it is answered.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// How a crowd of callers fared.
#[derive(Debug, Clone, Copy)]
pub struct Load {
    /// Answers in a second.
    pub rate: f64,
    /// How long the caller in the middle waited.
    pub p50: Duration,
    /// How long one in a hundred waited at least.
    pub p99: Duration,
    /// How many were answered.
    pub answers: usize,
}

/// What the caller of that number asks the time of that number.
pub trait Ask: Fn(usize, usize) -> Vec<u8> + Clone + Send + 'static {}
impl<T: Fn(usize, usize) -> Vec<u8> + Clone + Send + 'static> Ask for T {}

/// Lets that many callers ask for so long.
pub async fn crowd(
    address: SocketAddr,
    callers: usize,
    time: Duration,
    ask: impl Ask,
) -> Result<Load> {
    let mut crowd = JoinSet::new();
    let start = Instant::now();
    for caller in 0..callers {
        let ask = ask.clone();
        crowd.spawn(async move {
            let mut line = Line::open(address).await?;
            let mut waits = Vec::new();
            while start.elapsed() < time {
                let asked = Instant::now();
                line.call(&ask(caller, waits.len())).await?;
                waits.push(asked.elapsed());
            }
            anyhow::Ok(waits)
        });
    }
    let mut waits = Vec::new();
    while let Some(caller) = crowd.join_next().await {
        waits.extend(caller??);
    }
    let took = start.elapsed().as_secs_f64();
    waits.sort_unstable();
    ensure!(waits.len() > callers, "only {} answers", waits.len());
    #[expect(clippy::cast_precision_loss, reason = "it is a rate, not an account")]
    let rate = waits.len() as f64 / took;
    Ok(Load {
        rate,
        p50: waits[waits.len() / 2],
        p99: waits[waits.len() * 99 / 100],
        answers: waits.len(),
    })
}

/// One connection.
pub struct Line {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Line {
    /// Connects.
    pub async fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(16 * 1024) })
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
            if !text.starts_with("http/1.1 20") {
                bail!("{}", String::from_utf8_lossy(&self.buffer));
            }
            let length = text.split("content-length: ").nth(1).context("no length is said")?;
            let length: usize = length.lines().next().unwrap_or_default().trim().parse()?;
            let body = head + 4;
            while self.buffer.len() < body + length {
                let read = self.stream.read_buf(&mut self.buffer).await?;
                ensure!(read > 0, "the answer broke off");
            }
            return Ok(&self.buffer[body..body + length]);
        }
    }
}

/// A read of a cart, as the widget makes it.
pub fn read(token: &str) -> Vec<u8> {
    format!("GET /v1/carts/{token}?key=pk_demo HTTP/1.1\r\nhost: bench\r\n\r\n").into_bytes()
}

/// A change, as the widget makes it. The key must be new each time.
pub fn change(path: &str, body: &str, key: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer pk_demo\r\n\
         content-type: application/json\r\nidempotency-key: {key}\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

/// One more of something in a cart.
pub fn add(token: &str, key: &str) -> Vec<u8> {
    change(&format!("/v1/carts/{token}/lines"), r#"{"sku":"MUG"}"#, key)
}
