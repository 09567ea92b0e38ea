//! The fuzz target's corpus, replayed on any toolchain.

use std::fs;
use std::path::Path;

#[path = "../../../fuzz/room_check.rs"]
mod room_check;

#[test]
fn every_message_is_refused_or_happens() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/room");
    let mut files = 0;
    for entry in fs::read_dir(&corpus).unwrap() {
        room_check::room(&fs::read(entry.unwrap().path()).unwrap());
        files += 1;
    }
    assert!(files >= 6, "{} is almost empty", corpus.display());
}
