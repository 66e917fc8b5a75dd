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

const EXPORT: u8 = 7;
/// Kinds of exports: 0 a function, 1 a table, 2 a memory, 3 a global.
const GLOBAL: u8 = 3;

/// The module without exported globals: the linker exports two of its own accord, which nobody uses.
pub fn without_exported_globals(module: &[u8]) -> Result<Vec<u8>> {
    let mut kept = module.get(..HEADER.len()).unwrap_or_default().to_vec();
    let mut rest = module.get(HEADER.len()..).unwrap_or_default();
    while let [id, behind @ ..] = rest {
        let (whole, next) = section(rest, behind).context("a WebAssembly section is cut off")?;
        if *id == EXPORT {
            let body = exports(&whole[1..]).context("the exports are cut off")?;
            kept.push(EXPORT);
            write_number(&mut kept, body.len());
            kept.extend(body);
        } else {
            kept.extend_from_slice(whole);
        }
        rest = next;
    }
    Ok(kept)
}

/// The body of the section behind `rest`, which starts with its length, with only what is no global.
fn exports(mut rest: &[u8]) -> Option<Vec<u8>> {
    let _length = read_number(&mut rest)?;
    let count = read_number(&mut rest)?;
    let (mut kept, mut body) = (0, Vec::new());
    for _ in 0..count {
        let start = rest;
        let name = read_number(&mut rest)?;
        let (_, behind) = rest.split_at_checked(name)?;
        let (kind, behind) = behind.split_first()?;
        rest = behind;
        read_number(&mut rest)?;
        if *kind != GLOBAL {
            kept += 1;
            body.extend_from_slice(&start[..start.len() - rest.len()]);
        }
    }
    let mut whole = Vec::new();
    write_number(&mut whole, kept);
    whole.extend(body);
    Some(whole)
}

/// Takes a LEB128 number off the front.
fn read_number(rest: &mut &[u8]) -> Option<usize> {
    let mut number = 0;
    for shift in (0..35).step_by(7) {
        let (byte, behind) = rest.split_first()?;
        *rest = behind;
        number |= usize::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn write_number(out: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        out.push(u8::try_from(number & 0x7f).unwrap_or_default() | 0x80);
        number >>= 7;
    }
    out.push(u8::try_from(number).unwrap_or_default());
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

    #[test]
    fn exported_globals_go_and_the_rest_stays() {
        let exports = b"\x03\x01a\x00\x01\x01g\x03\x00\x01m\x02\x00";
        let length = u8::try_from(exports.len()).unwrap();
        let export = [&[EXPORT, length], &exports[..]].concat();
        let other = long(10, 3);
        let slim = without_exported_globals(&module(&[&export, &other])).unwrap();
        let kept = b"\x07\x09\x02\x01a\x00\x01\x01m\x02\x00";
        assert_eq!(slim, module(&[&kept[..], &other]));
        assert!(without_exported_globals(&module(&[b"\x07\x02\x03\x01"])).is_err());
    }
}
