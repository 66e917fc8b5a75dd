//! gzip and brotli at their strongest settings: files are compressed once, at build time.

use std::io::Write as _;

use anyhow::{Context as _, Result};
use brotlic::{BrotliEncoderOptions, CompressorWriter, Quality, WindowSize};
use flate2::{Compression, GzBuilder};

/// A larger window than any file of the widget would only make the numbers in it longer.
const SMALL_WINDOW: u8 = 16;
const LARGE_WINDOW: u8 = 22;

/// Without a file name and a time, so that the same bytes give the same file.
pub fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzBuilder::new().write(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// The smallest of 29 ways to encode distances. No rule predicts the best one, so each is tried.
pub fn brotli_smallest(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut smallest = brotli_once(bytes)?;
    for postfix in 0..=3 {
        for direct in [1, 4, 6, 8, 10, 12, 15] {
            let other = brotli(bytes, SMALL_WINDOW, postfix, direct << postfix)?;
            if other.len() < smallest.len() {
                smallest = other;
            }
        }
    }
    Ok(smallest)
}

/// One way only, for files that are seldom loaded.
pub fn brotli_once(bytes: &[u8]) -> Result<Vec<u8>> {
    brotli(bytes, SMALL_WINDOW, 0, 0)
}

/// For files of any size.
pub fn brotli_large(bytes: &[u8]) -> Result<Vec<u8>> {
    brotli(bytes, LARGE_WINDOW, 0, 0)
}

fn brotli(bytes: &[u8], window: u8, postfix: u32, direct: u32) -> Result<Vec<u8>> {
    let encoder = BrotliEncoderOptions::new()
        .quality(Quality::best())
        .window_size(WindowSize::new(window)?)
        .size_hint(u32::try_from(bytes.len())?)
        .postfix_bits(postfix)
        .direct_distance_codes(direct)
        .build()?;
    let mut writer = CompressorWriter::with_encoder(encoder, Vec::new());
    writer.write_all(bytes)?;
    writer.into_inner().ok().context("brotli could not finish")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    const TEXT: &[u8] = b"a basket, a basket, a basket, a basket, a basket";

    #[test]
    fn gzip_decompresses_to_the_input() {
        let compressed = gzip(TEXT).unwrap();
        assert!(compressed.len() < TEXT.len());
        let mut back = Vec::new();
        flate2::read::GzDecoder::new(&*compressed).read_to_end(&mut back).unwrap();
        assert_eq!(back, TEXT);
    }

    #[test]
    fn brotli_decompresses_to_the_input() {
        for compress in [brotli_smallest, brotli_once, brotli_large] {
            let compressed = compress(TEXT).unwrap();
            assert!(compressed.len() < TEXT.len());
            let mut back = Vec::new();
            let mut reader = brotlic::DecompressorReader::new(&*compressed);
            reader.read_to_end(&mut back).unwrap();
            assert_eq!(back, TEXT);
        }
    }
}
