//! `cornerwise legal`

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use common::cornerwise;
use serde_json::{Value, json};

/// The games with known numbers of legal moves.
fn games() -> Vec<Value> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let mut games = Vec::new();
    for entry in fs::read_dir(data).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name.starts_with("games_") {
            let text = fs::read_to_string(&path).unwrap();
            games.extend(text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
        }
    }
    assert!(games.len() > 50);
    games
}

fn batch(questions: &[Value]) -> Vec<Value> {
    let input: Vec<String> = questions.iter().map(Value::to_string).collect();
    let input = input.join("\n");
    let output = cornerwise().args(["legal", "--batch"]).write_stdin(input).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answers = String::from_utf8(output.stdout).unwrap();
    answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_prefix_of_the_known_games_has_the_known_count() {
    for game in games() {
        let plies = game["moves"].as_array().unwrap();
        let prefixes: Vec<Value> = (0..=plies.len())
            .map(|n| json!({ "variant": game["variant"], "moves": &plies[..n] }))
            .collect();
        let answers = batch(&prefixes);
        assert_eq!(answers.len(), prefixes.len());
        let colours = game["area"].as_array().unwrap().len();
        for (at, ply) in plies.iter().enumerate() {
            let (answer, colour) = (&answers[at], at % colours);
            let known = &game["legal_counts"][at];
            assert_eq!(answer["counts"][colour], *known, "ply {at} of {game}");
            if ply != "pass" {
                assert_eq!(answer["to_play"], json!(colour + 1), "ply {at} of {game}");
                assert_eq!(answer["over"], json!(false));
                let moves = answer["moves"].as_array().unwrap();
                assert_eq!(json!(moves.len()), *known);
                assert!(moves.contains(ply), "{ply} of {game}");
                let texts: Vec<&str> = moves.iter().map(|mv| mv.as_str().unwrap()).collect();
                assert!(texts.is_sorted());
            }
        }
        let end = answers.last().unwrap();
        let none = vec![0; colours];
        let expected = json!({
            "to_play": null, "moves": [], "counts": none,
            "area": game["area"], "advanced": game["advanced"], "over": true,
        });
        assert_eq!(*end, expected, "{game}");
    }
}

#[test]
fn forced_passes_may_be_left_out() {
    let with = games();
    let without: Vec<Value> = with
        .iter()
        .map(|game| {
            let mut game = game.clone();
            game["moves"].as_array_mut().unwrap().retain(|ply| ply != "pass");
            game
        })
        .collect();
    assert_eq!(batch(&with), batch(&without));
}

#[test]
fn the_list_is_one_move_a_line_in_byte_order() {
    let output = cornerwise().args(["legal", "duo"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 414);
    assert!(lines.is_sorted());
    assert!(lines.iter().all(|line| line.split(',').any(|cell| cell == "e10")));
}

#[test]
fn json_has_the_documented_form() {
    let args = ["legal", "2x2", "--moves", "a2;b1", "--json"];
    cornerwise().args(args).assert().success().stdout(
        "{\"to_play\":null,\"moves\":[],\"counts\":[0,0],\"area\":[1,1],\
         \"advanced\":[-88,-88],\"over\":true}\n",
    );
    let args = ["legal", "3x3", "--moves", "A3 ; c1", "--json"];
    cornerwise().args(args).assert().success().stdout(
        "{\"to_play\":1,\"moves\":[\"a1,b1,b2\",\"a1,b1,b2,c2\",\"a1,b1,b2,c2,c3\",\"b1,b2\",\
         \"b1,b2,c2\",\"b1,b2,c2,c3\",\"b2,c2\",\"b2,c2,c3\"],\"counts\":[8,8],\"area\":[1,1],\
         \"advanced\":[-88,-88],\"over\":false}\n",
    );
}

#[test]
fn bad_lines_are_answered_in_their_place() {
    let lines: [&[u8]; 9] = [
        b"{\"variant\":\"2x2\",\"moves\":[\"a2\",\"b1\"]}",
        b"{\"variant\":",
        b"{\"variant\":\"duo\",\"moves\":\"e10\"}",
        b"",
        b"{\"variant\":\"21x21\",\"moves\":[]}",
        b"{\"variant\":\"duo\",\"moves\":[\"a1\"]}",
        b"\xff\xfe\x00",
        b"{\"moves\":[]}",
        b"{\"variant\":\"2x2\",\"moves\":[\"a2\",\"b1\",\"pass\",\"pass\"]}",
    ];
    let output =
        cornerwise().args(["legal", "--batch"]).write_stdin(lines.join(&b'\n')).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stderr, b"error: 6 of 8 lines could not be answered\n");
    let stdout = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<&str> = stdout.lines().collect();
    assert_eq!(answers.len(), 8);
    assert_eq!(answers[0], answers[7]);
    assert!(answers[0].starts_with("{\"to_play\":null,"));
    assert!(answers[1].starts_with("{\"error\":\"line 2: column 11: EOF while parsing"));
    assert!(answers[2].starts_with("{\"error\":\"line 3: column 30: invalid type: string"));
    assert_eq!(answers[3], "{\"error\":\"line 5: the board's size is 21; it can be 2 to 20\"}");
    assert_eq!(
        answers[4],
        "{\"error\":\"line 6: move 1 (a1): colour 1's first piece must cover e10\"}"
    );
    assert!(answers[5].starts_with("{\"error\":\"line 7: "));
    assert_eq!(answers[6], "{\"error\":\"line 8: no variant is given\"}");
}

#[test]
fn a_batch_may_have_one_variant_for_all_lines() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("mini.toml");
    let toml = cornerwise().args(["variants", "3x3", "--toml"]).output().unwrap().stdout;
    let toml = String::from_utf8(toml).unwrap().replace("\"3x3\"", "\"mini\"");
    fs::write(&path, toml).unwrap();
    let file = path.to_str().unwrap();
    let ask = |args: &[&str], question: &str| {
        let output = cornerwise().args(args).write_stdin(question).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let preset = ask(&["legal", "3x3", "--batch"], "{\"moves\":[\"a3\"]}\n");
    assert_eq!(ask(&["legal", file, "--batch"], "{\"moves\":[\"a3\"]}\n"), preset);
    let question = json!({ "variant": file, "moves": ["a3"] });
    assert_eq!(ask(&["legal", "--batch"], &question.to_string()), preset);
}

fn spawn_batch() -> std::process::Child {
    Command::new(assert_cmd::cargo::cargo_bin!("cornerwise"))
        .args(["legal", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn every_line_is_answered_before_the_next_is_read() {
    let mut child = spawn_batch();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for (variant, count) in [("duo", 414), ("classic", 58), ("duo", 414)] {
        writeln!(questions, "{{\"variant\":\"{variant}\",\"moves\":[]}}").unwrap();
        questions.flush().unwrap();
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["counts"][0], json!(count));
    }
    drop(questions);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let mut child = spawn_batch();
    let mut questions = child.stdin.take().unwrap();
    // More answers than a pipe holds. Our own writes fail once the program has gone.
    let asking = thread::spawn(move || {
        let question = b"{\"variant\":\"duo\",\"moves\":[]}\n";
        (0..2_000).take_while(|_| questions.write_all(question).is_ok()).count()
    });
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with("{\"to_play\":1,"));
    let output = child.wait_with_output().unwrap();
    asking.join().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
