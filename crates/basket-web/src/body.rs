//! The body of a form, within bounds.

use bytes::Buf as _;
use http_body::Body;
use http_body_util::BodyExt as _;
use std::pin::pin;

/// How much more is read of a body that is too large. A browser that cannot send all of a form shows no answer to it.
const DRAINED: usize = 2 * 1024 * 1024;

/// Why there is no body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadBody {
    /// It has more bytes than it may have.
    TooLarge,
    /// It broke off.
    Broken,
}

/// Reads a body of at most so many bytes.
pub async fn read(body: impl Body, most: usize) -> Result<Vec<u8>, BadBody> {
    let mut body = pin!(body);
    let (mut bytes, mut length) = (Vec::new(), 0);
    while let Some(frame) = body.frame().await {
        let Ok(mut data) = frame.map_err(|_| BadBody::Broken)?.into_data() else { continue };
        length += data.remaining();
        if length > most + DRAINED {
            break;
        }
        while length <= most && data.has_remaining() {
            let chunk = data.chunk();
            bytes.extend_from_slice(chunk);
            let read = chunk.len();
            data.advance(read);
        }
    }
    if length > most { Err(BadBody::TooLarge) } else { Ok(bytes) }
}
