//! Notices requests that state their length twice. A request with both `Content-Length` and `Transfer-Encoding` is how
//! one request is smuggled inside another past a proxy that believes the other header. Hyper goes by the encoding and
//! drops the length before anybody can see it, so the bytes are scanned on their way in.
//!
//! It must never decide where a request ends: it counts lines that start like the header, and compares them with the
//! headers that hyper shows. Lines in a body are counted too, and taken off again while the body is read. In a chunked
//! body they cannot be told apart for certain, so such a connection is closed after the answer.

use axum::{
    body::Bytes,
    http::{
        HeaderMap,
        header::{CONTENT_LENGTH, TRANSFER_ENCODING},
    },
};
use hyper::body::{Body, Frame, Incoming, SizeHint};
use memchr::memchr;
use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Sleep, sleep},
};

const HEADER: &[u8] = b"content-length:";

/// How many lines that say a length have come in and have not been seen as a header.
#[derive(Debug, Clone, Default)]
pub(super) struct Lengths(Arc<AtomicU64>);

impl Lengths {
    /// Whether the length of the request with these headers is said twice.
    pub(super) fn are_twofold(&self, headers: &HeaderMap) -> bool {
        let shown = headers.get_all(CONTENT_LENGTH).iter().count() as u64;
        // One task reads and answers a connection, so nobody counts in between.
        let hidden = self.0.load(Ordering::Relaxed).saturating_sub(shown);
        self.0.store(hidden, Ordering::Relaxed);
        headers.contains_key(TRANSFER_ENCODING) && (hidden > 0 || shown > 0)
    }

    /// Whether lines are left over that may be headers of a later request.
    pub(super) fn are_left(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }

    fn take(&self, count: u64) {
        let left = self.0.load(Ordering::Relaxed).saturating_sub(count);
        self.0.store(left, Ordering::Relaxed);
    }
}

/// The body of a request with a stated length. Its bytes are the bytes that came in, so the lines in it that start like
/// the header are found again and taken off.
#[derive(Debug)]
pub(super) struct Counted {
    body: Incoming,
    scan: Scan,
    lengths: Option<Lengths>,
}

impl Counted {
    /// `lengths` is `None` for a chunked body.
    pub(super) fn new(body: Incoming, lengths: Option<Lengths>) -> Self {
        // A head ends with a line break.
        Self { body, scan: Scan(Some(0)), lengths }
    }
}

impl Body for Counted {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let poll = Pin::new(&mut self.body).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &poll
            && let Some(data) = frame.data_ref()
        {
            let found = self.scan.read(data);
            if let Some(lengths) = self.lengths.as_ref().filter(|_| found > 0) {
                lengths.take(found);
            }
        }
        poll
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A connection whose incoming bytes are looked at, and that fails when nobody takes what is sent.
#[derive(Debug)]
pub(super) struct Watched {
    stream: TcpStream,
    scan: Scan,
    lengths: Lengths,
    /// How long the other side may leave what is sent where it is.
    patience: Duration,
    /// Runs while something cannot be sent.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Watched {
    pub(super) fn new(stream: TcpStream, patience: Duration) -> (Self, Lengths) {
        let lengths = Lengths::default();
        let (scan, seen) = (Scan::default(), lengths.clone());
        (Self { stream, scan, lengths, patience, stalled: None }, seen)
    }

    /// What came of sending, or a failure once that has waited too long.
    fn in_time<T>(
        &mut self,
        context: &mut Context<'_>,
        sent: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if sent.is_ready() {
            self.stalled = None;
            return sent;
        }
        let patience = self.patience;
        let timer = self.stalled.get_or_insert_with(|| Box::pin(sleep(patience)));
        timer.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

/// How much of the header's name the current line has matched; `None` once it has not.
#[derive(Debug, Default)]
struct Scan(Option<usize>);

impl Scan {
    /// Reads on; how many lines turned out to start with the header's name.
    fn read(&mut self, bytes: &[u8]) -> u64 {
        let mut found = 0;
        let mut rest = bytes;
        while let Some((&byte, behind)) = rest.split_first() {
            rest = behind;
            self.0 = match self.0 {
                _ if byte == b'\n' => Some(0),
                Some(at) if byte.eq_ignore_ascii_case(&HEADER[at]) => Some(at + 1),
                _ => None,
            };
            if self.0 == Some(HEADER.len()) {
                found += 1;
                self.0 = None;
            }
            if self.0.is_none() {
                // Only the next line can be another.
                rest = &rest[memchr(b'\n', rest).unwrap_or(rest.len())..];
            }
        }
        found
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let poll = Pin::new(&mut self.stream).poll_read(context, buffer);
        let found = self.scan.read(&buffer.filled()[before..]);
        if found > 0 {
            self.lengths.0.fetch_add(found, Ordering::Relaxed);
        }
        poll
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.in_time(context, sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.in_time(context, sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let sent = Pin::new(&mut self.stream).poll_flush(context);
        self.in_time(context, sent)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let sent = Pin::new(&mut self.stream).poll_shutdown(context);
        self.in_time(context, sent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_found_however_the_bytes_arrive() {
        let text =
            b"POST / HTTP/1.1\r\nHost: a\r\ncontent-LENGTH: 5\r\nX-Content-Length: 1\r\n\r\n";
        for size in 1..text.len() {
            let mut scan = Scan::default();
            let found: u64 = text.chunks(size).map(|chunk| scan.read(chunk)).sum();
            assert_eq!(found, 1, "in pieces of {size}");
        }
    }
}
