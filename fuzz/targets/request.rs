//! The fuzzer's entry to what must hold for any request.
#![no_main]

use basket_fuzz::{Renewed, request};

static SITE: Renewed = Renewed::new();

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| SITE.with(|site| request(site, bytes)));
