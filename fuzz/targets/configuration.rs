//! The fuzzer's entry to what must hold for any configuration.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| basket_fuzz::configuration(bytes));
