//! The fuzzer's entry to what must hold for anything in a page's storage.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| basket_fuzz::storage(bytes));
