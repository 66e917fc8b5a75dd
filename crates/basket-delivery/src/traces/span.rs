//! What a span is, and how traces of several services hang together.

use std::{
    fmt::Write as _,
    hash::{BuildHasher as _, Hasher as _, RandomState},
};

/// Something that took time.
#[derive(Debug)]
pub(super) struct Span {
    pub(super) context: Context,
    pub(super) parent: Option<u64>,
    pub(super) name: &'static str,
    /// Nanoseconds since 1970.
    pub(super) start: u128,
    pub(super) end: u128,
    pub(super) fields: Vec<(&'static str, Field)>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Field {
    Number(i64),
    Text(String),
}

/// Where a span belongs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Context {
    pub(super) trace: u128,
    pub(super) span: u64,
    /// Whether anybody wants it.
    pub(super) is_kept: bool,
}

impl Context {
    /// The beginning of a trace, of which this share is kept.
    pub(super) fn root(share: f64) -> Self {
        let (trace, span) = ((u128::from(random()) << 64) | u128::from(random()), random());
        // The last 56 bits of the trace's number are random, as the standard wants them.
        #[expect(clippy::cast_precision_loss, reason = "a share needs few digits")]
        let place = (trace & ((1 << 56) - 1)) as f64 / (1_u64 << 56) as f64;
        Self { trace, span, is_kept: place < share }
    }

    /// A span below this one.
    pub(super) fn child(self) -> Self {
        Self { span: random(), ..self }
    }

    /// Reads the header `traceparent`: version, trace, span and flags, in hexadecimal digits.
    pub(super) fn read(header: &str) -> Option<Self> {
        let mut parts = header.split('-');
        let mut next = |length: usize| {
            let part = parts.next()?;
            let is_plain = part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
            (part.len() == length && is_plain).then_some(part)
        };
        let (version, trace, span, flags) = (next(2)?, next(32)?, next(16)?, next(2)?);
        if version == "ff" || (version == "00" && parts.next().is_some()) {
            return None;
        }
        let trace = u128::from_str_radix(trace, 16).ok().filter(|trace| *trace != 0)?;
        let span = u64::from_str_radix(span, 16).ok().filter(|span| *span != 0)?;
        let flags = u8::from_str_radix(flags, 16).ok()?;
        Some(Self { trace, span, is_kept: flags & 1 == 1 })
    }
}

/// Not a secret, only unlike all others; the standard library keeps its maps apart by it.
fn random() -> u64 {
    RandomState::new().build_hasher().finish().max(1)
}

/// The digits of a number of so many bytes.
pub(super) fn hexadecimal(number: u128, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes * 2);
    // Writing to a string does not fail.
    let _ = write!(text, "{number:0width$x}", width = bytes * 2);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parent_is_read_as_the_standard_has_it() {
        let header = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        let context = Context::read(header).unwrap();
        assert_eq!(hexadecimal(context.trace, 16), "0af7651916cd43dd8448eb211c80319c");
        assert_eq!(hexadecimal(context.span.into(), 8), "b7ad6b7169203331");
        assert!(context.is_kept);
        assert!(!Context::read(&header.replace("-01", "-00")).unwrap().is_kept);
        // A later version may say more.
        assert!(Context::read(&format!("01{}-more", &header[2..])).is_some());
        for wrong in [
            "",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
            "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        ] {
            assert_eq!(Context::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_share_of_the_traces_is_kept() {
        let kept = |share: f64| (0..1000).filter(|_| Context::root(share).is_kept).count();
        assert_eq!((kept(0.0), kept(1.0)), (0, 1000));
        assert!((100..400).contains(&kept(0.25)));
    }
}
