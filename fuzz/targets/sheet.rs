//! The fuzzer's entry to what must hold for any file of products.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| basket_fuzz::sheet(bytes));
