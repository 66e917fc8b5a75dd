//! The two encodings that browsers ask for, each as small as it gets: it is done once, at build.

use std::io::Write as _;

use anyhow::Result;
use brotli::enc::BrotliEncoderParams;
use flate2::{Compression, GzBuilder};

/// As any browser takes it. Without a name or a time, so that the same bytes give the same file.
pub fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzBuilder::new().write(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// As browsers prefer it over https and on the local machine. The window changes how the text is cut into
/// blocks, so the best one is found by trying.
pub fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut best = brotli_with(bytes, 15)?;
    for window in 16..=22 {
        let other = brotli_with(bytes, window)?;
        if other.len() < best.len() {
            best = other;
        }
    }
    Ok(best)
}

fn brotli_with(bytes: &[u8], lgwin: i32) -> Result<Vec<u8>> {
    let parameters =
        BrotliEncoderParams { quality: 11, lgwin, size_hint: bytes.len(), ..Default::default() };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &*bytes, &mut compressed, &parameters)?;
    Ok(compressed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    const TEXT: &[u8] = b"a basket, a basket, a basket, a basket, a basket";

    #[test]
    fn gzip_comes_back_as_it_was() {
        let compressed = gzip(TEXT).unwrap();
        assert!(compressed.len() < TEXT.len());
        let mut back = Vec::new();
        flate2::read::GzDecoder::new(&*compressed).read_to_end(&mut back).unwrap();
        assert_eq!(back, TEXT);
    }

    #[test]
    fn brotli_comes_back_as_it_was() {
        let compressed = brotli(TEXT).unwrap();
        assert!(compressed.len() < TEXT.len());
        let mut back = Vec::new();
        brotli::BrotliDecompress(&mut &*compressed, &mut back).unwrap();
        assert_eq!(back, TEXT);
    }
}
