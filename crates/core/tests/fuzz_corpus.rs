//! The fuzz targets' corpus, replayed on any toolchain.

use std::fs;
use std::path::Path;

#[path = "../../../fuzz/checks.rs"]
mod checks;

fn replay(target: &str, check: fn(&[u8])) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut files = 0;
    for entry in fs::read_dir(&corpus).unwrap() {
        check(&fs::read(entry.unwrap().path()).unwrap());
        files += 1;
    }
    assert!(files >= 10, "{} is almost empty", corpus.display());
}

#[test]
fn moves() {
    replay("move_parser", checks::move_parser);
}

#[test]
fn records() {
    replay("blksgf", checks::blksgf);
}
