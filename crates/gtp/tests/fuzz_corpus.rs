//! The fuzz target's corpus, replayed on any toolchain.

use std::fs;
use std::path::Path;

#[path = "../../../fuzz/gtp_check.rs"]
mod gtp_check;

#[test]
fn sessions() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/gtp");
    let mut files = 0;
    for entry in fs::read_dir(&corpus).unwrap() {
        gtp_check::gtp(&fs::read(entry.unwrap().path()).unwrap());
        files += 1;
    }
    assert!(files >= 10, "{} is almost empty", corpus.display());
}
