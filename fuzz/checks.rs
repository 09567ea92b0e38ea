//! What must hold for any input at all. The fuzz targets feed these functions with what they find, the
//! tests of the core crate with the corpus.

use cornerwise_core::record::Record;
use cornerwise_core::{Ply, Tables, Variant};

/// A move that is read is written so that it reads as the same move.
pub fn move_parser(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<Ply>() {
        Ok(ply) => {
            let written = ply.to_string();
            assert_eq!(written.parse(), Ok(ply));
            assert!(written.len() <= 19, "{written}");
        }
        Err(error) => assert!(error.to_string().lines().count() == 1, "{error}"),
    }
    if let Ok(Ply::Move(mv)) = text.parse() {
        let cells: Vec<_> = mv.cells().collect();
        assert!(cells.is_sorted() && cells.len() == mv.piece().size());
    }
}

/// Records that are read are written so that they read as the same records, and every node has a position
/// or an error.
pub fn blksgf(data: &[u8]) {
    let records = match Record::read(data) {
        Ok(records) => records,
        Err(error) => {
            assert!(error.to_string().lines().count() == 1, "{error}");
            return;
        }
    };
    let written = Record::write(&records);
    assert_eq!(Record::read(written.as_bytes()).as_ref(), Ok(&records));
    for mut record in records {
        // Large boards take their time, and their rules are the same.
        if record.variant().size() <= 14 {
            let tables = Tables::new(record.variant().clone());
            for node in record.tree().nodes().take(50) {
                if let Err(error) = record.position_at(&tables, node) {
                    assert!(error.to_string().lines().count() == 1, "{error}");
                }
            }
        }
        assert_eq!(Variant::from_toml(&record.variant().to_toml()).as_ref(), Ok(record.variant()));
        record.normalise();
        let normal = record.to_string();
        assert_eq!(Record::read(normal.as_bytes()), Ok(vec![record]));
    }
}
