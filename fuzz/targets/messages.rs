//! The fuzzer's entry to what must hold for any sequence of messages.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    basket_fuzz::messages(bytes);
});
