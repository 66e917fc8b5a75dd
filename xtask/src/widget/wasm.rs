//! The module's format, as far as needed to leave out what only tools read.
//!
//! A module is a header of eight bytes, then sections: one byte that says which, the length as a
//! LEB128 number, and as many bytes. Section 0 is a custom one (names, producers, features).

use anyhow::{Context as _, Result, ensure};

const HEADER: &[u8] = b"\0asm\x01\0\0\0";
const CUSTOM: u8 = 0;

/// The module without its custom sections.
pub fn without_custom_sections(module: &[u8]) -> Result<Vec<u8>> {
    ensure!(
        module.starts_with(HEADER),
        "the linker's output is no WebAssembly module of version 1"
    );
    let mut kept = HEADER.to_vec();
    let mut rest = &module[HEADER.len()..];
    while let [id, behind @ ..] = rest {
        let (section, next) = section(rest, behind).context("a WebAssembly section is cut off")?;
        if *id != CUSTOM {
            kept.extend_from_slice(section);
        }
        rest = next;
    }
    Ok(kept)
}

/// Splits off the section that starts at `rest` and whose length starts at `behind`.
fn section<'a>(rest: &'a [u8], behind: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let mut length = 0_usize;
    for (index, byte) in behind.iter().take(5).enumerate() {
        length |= usize::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            return rest.split_at_checked(length.checked_add(index + 2)?);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(sections: &[&[u8]]) -> Vec<u8> {
        [HEADER, &sections.concat()].concat()
    }

    /// A section with a body of zeros, its length in two bytes.
    fn long(id: u8, length: u8) -> Vec<u8> {
        let mut section = vec![id, length | 0x80, 0x01];
        section.resize(3 + 128 + usize::from(length), 0);
        section
    }

    #[test]
    fn custom_sections_go_and_all_others_stay_as_they_are() {
        let types = [1, 2, 0xaa, 0xbb];
        let custom = [CUSTOM, 3, 1, b'x', 0];
        let code = long(10, 5);
        let full = module(&[&custom, &types, &long(CUSTOM, 9), &code, &custom]);
        assert_eq!(without_custom_sections(&full).unwrap(), module(&[&types, &code]));
    }

    #[test]
    fn a_module_without_sections_is_one() {
        assert_eq!(without_custom_sections(HEADER).unwrap(), HEADER);
    }

    #[test]
    fn what_is_broken_is_refused() {
        assert!(without_custom_sections(b"<!doctype html>").is_err());
        assert!(without_custom_sections(&module(&[&[1, 9, 0]])).is_err());
        assert!(without_custom_sections(&module(&[&[1]])).is_err());
        assert!(without_custom_sections(&module(&[&[1, 0xff, 0xff, 0xff, 0xff, 0xff]])).is_err());
    }
}
