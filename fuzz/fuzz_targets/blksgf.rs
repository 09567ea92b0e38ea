#![no_main]

#[path = "../checks.rs"]
#[allow(dead_code)] // Each target uses its own check.
mod checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::blksgf(data));
