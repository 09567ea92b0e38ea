//! Books of openings through the binary.

mod common;

use std::fs;
use std::path::Path;

use common::{cornerwise, refusal};
use cornerwise_engine::Book;

fn make(file: &Path, plies: &str) -> String {
    let mut command = cornerwise();
    command.args([
        "book",
        "make",
        "7x7",
        "--agent",
        "mcts:sims=60",
        "--width",
        "2",
        "--plies",
        plies,
    ]);
    let output = command.arg("--out").arg(file).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_book_grows_and_is_played_from() {
    let desk = tempfile::tempdir().unwrap();
    let [grown, whole] = ["grown.txt", "whole.txt"].map(|name| desk.path().join(name));
    assert!(make(&grown, "1").starts_with("1 positions in "));
    make(&grown, "2");
    let told = make(&grown, "3");
    assert!(told.ends_with("of them new\n"), "{told}");
    make(&whole, "3");
    let text = fs::read_to_string(&grown).unwrap();
    assert_eq!(text, fs::read_to_string(&whole).unwrap());
    assert!(make(&grown, "3").ends_with(", 0 of them new\n"));

    let book = Book::read(&text).unwrap();
    let choice: Vec<String> = book.pages()[0].moves.iter().map(|(mv, _)| mv.to_string()).collect();
    let spec = format!("mcts:sims=5,book={}", grown.display());
    let output = cornerwise().args(["move", "7x7", "--agent", &spec, "--json"]).output().unwrap();
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["counters"]["simulations"], 0);
    let considered = answer["candidates"].as_array().unwrap();
    assert_eq!(considered.len(), choice.len());
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let desk = tempfile::tempdir().unwrap();
    let file = desk.path().join("book.txt");
    let path = file.to_str().unwrap();
    for (args, says) in [
        (&["7x7", "--plies", "0"][..], "error: --plies is 0"),
        (&["7x7", "--width", "0"], "error: --width is 0"),
        (&["21x21"], "error: the board's size is 21"),
        (&["7x7", "--agent", "nobody"], "error: agent \"nobody\": unknown name"),
    ] {
        let error = refusal(&[&["book", "make", "--out", path], args].concat());
        assert!(error.starts_with(says), "{error}");
    }
    assert!(!file.exists());
    make(&file, "1");
    let error = refusal(&["book", "make", "7x7", "--agent", "mcts:sims=60", "--out", path]);
    assert!(
        error.ends_with("was made otherwise: 7x7 --agent mcts:sims=60 --width 2 --seed 1"),
        "{error}"
    );

    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{text}: a1 7\n")).unwrap();
    let number = text.lines().count() + 1;
    let agent = format!("mcts:book={path}");
    for error in [
        refusal(&["move", "7x7", "--agent", &agent]),
        refusal(&["book", "make", "7x7", "--out", path]),
    ] {
        assert!(error.contains(&format!("book.txt: line {number}: a1: ")), "{error}");
    }
    let error = refusal(&["move", "7x7", "--agent", "mcts:book=nowhere.txt"]);
    assert!(error.contains("nowhere.txt: "), "{error}");
}
