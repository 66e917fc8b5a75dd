//! The fuzzer's entry to what must hold for any form.
#![no_main]

use basket_fuzz::Site;
use std::sync::LazyLock;

static SITE: LazyLock<Site> = LazyLock::new(Site::open);

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| basket_fuzz::form(&SITE, bytes));
