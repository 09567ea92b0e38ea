#![no_main]

#[path = "../gtp_check.rs"]
mod gtp_check;

libfuzzer_sys::fuzz_target!(|data: &[u8]| gtp_check::gtp(data));
