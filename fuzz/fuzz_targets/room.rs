#![no_main]

#[path = "../room_check.rs"]
mod room_check;

libfuzzer_sys::fuzz_target!(|data: &[u8]| room_check::room(data));
