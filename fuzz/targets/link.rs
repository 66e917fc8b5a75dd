//! The fuzzer's entry to what must hold for any link.
#![no_main]

use basket_fuzz::{Renewed, link};

static SITE: Renewed = Renewed::new();

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| SITE.with(|site| link(site, bytes)));
