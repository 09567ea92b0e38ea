//! Balanced openings through the binary.

mod common;

use std::fs;
use std::path::Path;

use common::{cornerwise, refusal};
use cornerwise_core::Tables;
use cornerwise_core::record::Record;

fn search(file: &Path, plies: &str, more: &[&str]) -> (i32, String) {
    let mut command = cornerwise();
    command.args(["openings", "7x7", "--count", "6", "--plies", plies, "--quick", "30"]);
    command.args(["--agent", "uct-enhanced:sims=80", "--tolerance", "0.1", "--out"]);
    let output = command.arg(file).args(more).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_file_of_openings_is_the_same_again_and_can_be_played_from() {
    let desk = tempfile::tempdir().unwrap();
    let [one, two] = ["one.blksgf", "two.blksgf"].map(|name| desk.path().join(name));
    let (code, told) = search(&one, "3", &[]);
    assert_eq!(code, 0, "{told}");
    assert!(told.starts_with("6 openings in "), "{told}");
    assert_eq!(search(&two, "3", &["--threads", "3"]).0, 0);
    assert_eq!(fs::read(&one).unwrap(), fs::read(&two).unwrap());

    let records = Record::read(&fs::read(&one).unwrap()).unwrap();
    assert_eq!(records.len(), 6);
    for record in &records {
        let tables = Tables::new(record.variant().clone());
        assert_eq!(record.moves(&tables).unwrap().len(), 3);
        let made = record.comment(record.root()).unwrap();
        assert!(made.contains("--agent uct-enhanced:sims=80 --quick 30 --tolerance 0.1 --seed 1"));
        let judged = record.comment(*record.main_line().last().unwrap()).unwrap();
        let values: Vec<f64> = judged
            .strip_prefix("values ")
            .unwrap()
            .split(' ')
            .map(|value| value.parse().unwrap())
            .collect();
        // The comment has three decimals.
        assert!(values.iter().all(|value| (value - 0.5).abs() < 0.1006), "{judged}");
    }
    let file = one.to_str().unwrap();
    let args = ["match", "largest", "random", "--variant", "7x7", "--games", "4", "--openings"];
    cornerwise().args(args).arg(file).assert().success();
}

#[test]
fn too_few_openings_are_kept_and_told() {
    let desk = tempfile::tempdir().unwrap();
    let file = desk.path().join("few.blksgf");
    let (code, told) = search(&file, "3", &["--tries", "4"]);
    assert_eq!(code, 1, "{told}");
    assert!(told.contains("% of 4 candidates"), "{told}");
    // Nothing that took long to find is lost with the disk.
    let (code, told) = search(&desk.path().join("nowhere/few.blksgf"), "3", &["--tries", "4"]);
    assert_eq!((code, told.as_bytes()), (2, fs::read(&file).unwrap().as_slice()));
    let (code, told) = search(&desk.path().join("none.blksgf"), "90", &["--tries", "1"]);
    assert_eq!((code, told.as_str()), (1, NOTHING));
    assert!(!desk.path().join("none.blksgf").exists());
}

const NOTHING: &str = "0 openings, no file: 0.0 % of 1 candidates; the others: 0 uneven, 0 doubles, 1 over too soon\n";

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let cases: [(&[&str], &str); 7] = [
        (&["--count", "0"], "error: --count is 0"),
        (&["--plies", "0"], "error: --plies is 0"),
        (&["--quick", "0"], "error: --quick is 0"),
        (&["--tolerance", "2"], "error: --tolerance is 2; it can be 0 to 1"),
        (&["--threads", "0"], "error: --threads is 0"),
        (&["--agent", "nobody"], "error: agent \"nobody\": unknown name"),
        (&["--agent", "largest"], "error: agent \"largest\" has no opinion on who wins"),
    ];
    for (args, says) in cases {
        let mut all = vec!["openings", "5x5", "--out", "never.blksgf"];
        all.extend(args);
        let error = refusal(&all);
        assert!(error.starts_with(says), "{error}");
    }
    let error = refusal(&["openings", "5x5", "--out", "never.jsonl"]);
    assert_eq!(error, "error: never.jsonl: openings are kept in a .blksgf file");
}
