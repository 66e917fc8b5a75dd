//! The two encodings that browsers ask for, each as small as it gets: it is done once, at build.

use std::io::Write as _;

use anyhow::{Context as _, Result};
use brotlic::{BrotliEncoderOptions, CompressorWriter, Quality, WindowSize};
use flate2::{Compression, GzBuilder};

/// As any browser takes it. Without a name or a time, so that the same bytes give the same file.
pub fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzBuilder::new().write(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// As browsers prefer it over https and on the local machine. How distances are written changes which repetitions
/// are worth their bytes, and no rule tells the best way, so it is found by trying.
pub fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut best = brotli_with(bytes, 0, 0)?;
    for postfix in 0..=3 {
        for direct in [1, 4, 6, 8, 10, 12, 15] {
            let other = brotli_with(bytes, postfix, direct << postfix)?;
            if other.len() < best.len() {
                best = other;
            }
        }
    }
    Ok(best)
}

/// As [`brotli`], but without the trying, which takes too long for what is seldom loaded.
pub fn brotli_once(bytes: &[u8]) -> Result<Vec<u8>> {
    brotli_with(bytes, 0, 0)
}

/// How many bytes a module comes to in the way that suits most of them.
pub fn brotli_size(bytes: &[u8]) -> Result<usize> {
    Ok(brotli_with(bytes, 3, 8)?.len())
}

fn brotli_with(bytes: &[u8], postfix: u32, direct: u32) -> Result<Vec<u8>> {
    // A larger window than any file of ours would only make the numbers in it longer.
    brotli_in(bytes, 16, postfix, direct)
}

/// As [`brotli`], for files of any size.
pub fn brotli_large(bytes: &[u8]) -> Result<Vec<u8>> {
    brotli_in(bytes, 22, 0, 0)
}

fn brotli_in(bytes: &[u8], window: u8, postfix: u32, direct: u32) -> Result<Vec<u8>> {
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
    fn gzip_comes_back_as_it_was() {
        let compressed = gzip(TEXT).unwrap();
        assert!(compressed.len() < TEXT.len());
        let mut back = Vec::new();
        flate2::read::GzDecoder::new(&*compressed).read_to_end(&mut back).unwrap();
        assert_eq!(back, TEXT);
    }

    #[test]
    fn brotli_comes_back_as_it_was() {
        for compressed in [brotli(TEXT).unwrap(), brotli_once(TEXT).unwrap()] {
            assert!(compressed.len() < TEXT.len());
            let mut back = Vec::new();
            let mut reader = brotlic::DecompressorReader::new(&*compressed);
            reader.read_to_end(&mut back).unwrap();
            assert_eq!(back, TEXT);
        }
    }
}
