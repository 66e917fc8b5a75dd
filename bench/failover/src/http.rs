//! A small HTTP client: it knows when a request got no answer, and why, because that is what is counted here.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How much of an answer is shown in a message.
const SHOWN: usize = 400;

/// An answer.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    /// In seconds.
    pub retry_after: Option<u64>,
    pub body: Vec<u8>,
    is_last: bool,
}

impl Answer {
    /// Its body, which is JSON.
    pub fn json(&self) -> Result<Value> {
        serde_json::from_slice(&self.body).with_context(|| format!("no JSON: {}", self.shown()))
    }

    /// For a message: the status, and the text of a page without its tags.
    pub fn shown(&self) -> String {
        let body = String::from_utf8_lossy(&self.body);
        let text = body.split_once("<body").map_or(&*body, |(_, page)| page);
        let pieces = text.split('<').map(|piece| piece.split_once('>').map_or(piece, |it| it.1));
        let text: Vec<&str> = pieces.flat_map(str::split_whitespace).collect();
        let text: String = text.join(" ").chars().take(SHOWN).collect();
        format!("{} {text}", self.status)
    }
}

/// What became of a request.
#[derive(Debug, Clone)]
pub enum Outcome {
    Answered(Answer),
    /// The connection was refused or closed.
    Lost,
    /// There was no answer in time.
    TimedOut,
}

/// A caller, who keeps the connection.
pub struct Client {
    address: SocketAddr,
    stream: Option<TcpStream>,
}

impl Client {
    pub fn new(address: SocketAddr) -> Self {
        Self { address, stream: None }
    }

    /// Asks, and waits so long for the whole answer.
    pub async fn ask(&mut self, request: &[u8], limit: Duration) -> Outcome {
        let stream = self.stream.take();
        match timeout(limit, exchange(self.address, stream, request)).await {
            Err(_) => Outcome::TimedOut,
            Ok(Err(_)) => Outcome::Lost,
            Ok(Ok((stream, answer))) => {
                self.stream = (!answer.is_last).then_some(stream);
                Outcome::Answered(answer)
            }
        }
    }
}

/// One request on a connection of its own.
pub async fn ask_once(address: SocketAddr, request: &[u8], limit: Duration) -> Outcome {
    Client::new(address).ask(request, limit).await
}

/// Asks for something by `GET`; the body of an answer with status 200, which is JSON.
pub async fn get_json(port: u16, path: &str, limit: Duration) -> Result<Value> {
    let request = get(path, "");
    match ask_once(([127, 0, 0, 1], port).into(), &request, limit).await {
        Outcome::Answered(answer) => {
            ensure!(answer.status == 200, "{path}: {}", answer.shown());
            answer.json()
        }
        outcome => anyhow::bail!("{path}: {outcome:?}"),
    }
}

/// A request without a body. Each header ends with a line break.
pub fn get(path: &str, headers: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: shop\r\n{headers}\r\n").into_bytes()
}

/// A request with a body.
pub fn send(method: &str, path: &str, headers: &str, kind: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nhost: shop\r\n{headers}content-type: {kind}\r\n\
         content-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

async fn exchange(
    address: SocketAddr,
    stream: Option<TcpStream>,
    request: &[u8],
) -> Result<(TcpStream, Answer)> {
    let mut stream = match stream {
        Some(stream) => stream,
        None => TcpStream::connect(address).await?,
    };
    stream.set_nodelay(true)?;
    stream.write_all(request).await?;
    let mut buffer = Vec::new();
    loop {
        let read = stream.read_buf(&mut buffer).await?;
        if let Some(answer) = parse(&buffer, read == 0)? {
            return Ok((stream, answer));
        }
        ensure!(read > 0, "the connection was closed after {} bytes", buffer.len());
    }
}

/// The answer, once all of it is there.
fn parse(bytes: &[u8], is_end: bool) -> Result<Option<Answer>> {
    let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { return Ok(None) };
    let head = String::from_utf8_lossy(&bytes[..end]);
    let status = head.split(' ').nth(1).context("no status")?.parse()?;
    let header = |name: &str| {
        let mut lines = head.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    };
    ensure!(header("transfer-encoding").is_none(), "an answer in chunks is not expected here");
    let body = &bytes[end + 4..];
    let length = header("content-length").map(str::parse::<usize>).transpose()?;
    // Without a length, the body ends with the connection.
    let body = match length {
        Some(length) if body.len() >= length => &body[..length],
        None if is_end => body,
        None if status == 204 => &[],
        _ => return Ok(None),
    };
    let is_closed = header("connection").is_some_and(|value| value.eq_ignore_ascii_case("close"));
    Ok(Some(Answer {
        status,
        retry_after: header("retry-after").and_then(|seconds| seconds.parse().ok()),
        body: body.to_vec(),
        is_last: is_end || is_closed || head.starts_with("HTTP/1.0"),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_complete_with_its_length_or_with_the_end() {
        let text =
            b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nContent-Length: 2\r\n\r\n{}";
        assert!(parse(&text[..text.len() - 1], false).unwrap().is_none());
        let answer = parse(text, false).unwrap().unwrap();
        assert_eq!((answer.status, answer.retry_after, answer.is_last), (503, Some(2), false));
        let text = b"HTTP/1.0 503 Service Unavailable\r\n\r\n<html>";
        assert!(parse(text, false).unwrap().is_none());
        let answer = parse(text, true).unwrap().unwrap();
        assert_eq!((&answer.body[..], answer.is_last), (&b"<html>"[..], true));
    }
}
