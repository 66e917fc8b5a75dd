//! The fuzzer's entry to what must hold for any form.
#![no_main]

use basket_fuzz::{Renewed, form};

static SITE: Renewed = Renewed::new();

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| SITE.with(|site| form(site, bytes)));
