//! Files of searched games through the binary.

mod common;

use std::fs;
use std::path::Path;

use common::{cornerwise, refusal};
use serde_json::Value;

fn run(directory: &Path, words: &str) -> String {
    let output =
        cornerwise().current_dir(directory).args(words.split(' ')).output().expect("it runs");
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn games_go_from_one_format_to_the_other_and_back() {
    let desk = tempfile::tempdir().unwrap();
    let run = |words: &str| run(desk.path(), words);
    run("learn play 5x5 --agent uct:sims=20 --games 30 --out a.jsonl");
    run("learn play 5x5 --agent uct:sims=20 --games 30 --out b.parquet");
    assert_eq!(run("data convert a.jsonl c.parquet"), "c.parquet: 30 games\n");
    assert_eq!(run("data convert b.parquet d.jsonl"), "d.jsonl: 30 games\n");
    let read = |name: &str| fs::read(desk.path().join(name)).unwrap();
    assert!(read("a.jsonl") == read("d.jsonl") && read("b.parquet") == read("c.parquet"));
    // A file can take its own place.
    run("data convert d.jsonl d.jsonl");
    assert!(read("a.jsonl") == read("d.jsonl"));
    assert_eq!(
        run("data check a.jsonl b.parquet"),
        "a.jsonl: 30 games by the rules\nb.parquet: 30 games by the rules\n"
    );
    let about = |name: &str| -> Value {
        let mut about: Value =
            serde_json::from_str(&run(&format!("data info {name} --json"))).unwrap();
        let fields = about.as_object_mut().unwrap();
        assert!(["file", "format", "bytes"].iter().all(|key| fields.remove(*key).is_some()));
        about
    };
    let told = about("a.jsonl");
    assert_eq!(told, about("b.parquet"));
    assert_eq!((&told["games"], &told["variant"]), (&30.into(), &"5x5".into()));
    assert_eq!(told["agents"], serde_json::json!(["uct:sims=20"]));
    let lines = String::from_utf8(read("a.jsonl")).unwrap();
    let turns = lines.matches("\"move\":").count();
    assert_eq!(told["positions"], turns);
    assert_eq!(told["visits"], 20 * told["searched_positions"].as_u64().unwrap());

    // More games, of an agent that does not search.
    run("learn play 5x5 --agent random --games 4 --out e.jsonl");
    assert_eq!(run("data merge f.parquet a.jsonl e.jsonl"), "f.parquet: 34 games of 2 files\n");
    assert_eq!(about("f.parquet")["agents"], serde_json::json!(["uct:sims=20", "random"]));
    let table = run("data info f.parquet");
    assert!(table.contains("\ngames              34\n"), "{table}");
}

#[test]
fn wrong_input_is_one_line_and_writes_nothing() {
    let desk = tempfile::tempdir().unwrap();
    run(desk.path(), "learn play 5x5 --agent uct:sims=5 --games 3 --out a.jsonl");
    run(desk.path(), "learn play 5x5 --agent uct:sims=5 --games 3 --seed 2 --out b.parquet");
    run(desk.path(), "learn play 6x6 --agent uct:sims=5 --games 1 --out other.jsonl");
    let at = |name: &str| desk.path().join(name);
    let good = fs::read_to_string(at("a.jsonl")).unwrap();
    let table = fs::read(at("b.parquet")).unwrap();
    let lines: Vec<&str> = good.lines().collect();
    let with = |line: String| format!("{}\n{}\n{line}\n", lines[0], lines[1]);
    let score = |line: &str| line.replacen("\"scores\":[", "\"scores\":[1", 99);
    fs::write(at("cut.parquet"), &table[..table.len() - 10]).unwrap();
    fs::write(at("foreign.jsonl"), "{\"variant\":\"5x5\",\"moves\":[]}\n").unwrap();
    fs::write(at("empty.jsonl"), "").unwrap();
    fs::write(at("bad.jsonl"), with(lines[2][..50].to_owned())).unwrap();
    fs::write(at("illegal.jsonl"), with(score(lines[2]))).unwrap();
    let before = names(desk.path());
    for (words, says) in [
        ("data info no.jsonl", "no.jsonl: "),
        ("data info cut.parquet", "cut.parquet: no whole Parquet file"),
        ("data info foreign.jsonl", "foreign.jsonl:1: no header of a file of games"),
        ("data info empty.jsonl", "empty.jsonl: the file is empty"),
        ("data check bad.jsonl", "bad.jsonl:3: "),
        ("data check illegal.jsonl", "illegal.jsonl:3: "),
        ("data convert bad.jsonl out.parquet", "bad.jsonl:3: "),
        ("data convert cut.parquet out.jsonl", "cut.parquet: no whole Parquet file"),
        ("data convert a.jsonl out.csv", "out.csv: the name of a file of searched games ends in"),
        ("data convert a.jsonl no/out.jsonl", "no/out.jsonl: "),
        ("data merge out.parquet a.jsonl other.jsonl", "games of 6x6, after games of 5x5"),
        ("data merge out.parquet a.jsonl b.parquet a.jsonl", "a.jsonl:2: game 0 of seed "),
        ("data merge out.parquet", "<FROM>"),
        ("learn play 5x5 --games 9 --out b.parquet", "b.parquet: it holds other games"),
    ] {
        let place = |word: &str| match word.contains('.').then(|| at(word)) {
            Some(path) => path.display().to_string(),
            None => word.to_owned(),
        };
        let words: Vec<String> = words.split(' ').map(place).collect();
        let told = refusal(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(told.contains(says), "{words:?}: {told}");
        assert_eq!(names(desk.path()), before, "{words:?}");
    }
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
