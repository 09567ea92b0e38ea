//! `cornerwise agents`, `cornerwise move`, and games of agents.

mod common;

use std::fs;

use common::{cornerwise, refusal};
use serde_json::Value;

fn text(args: &[&str]) -> String {
    let output = cornerwise().args(args).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&text(&[args, &["--json"]].concat())).unwrap()
}

#[test]
fn the_agents_are_listed_with_their_parameters() {
    let list = text(&["agents"]);
    let all = json(&["agents"]);
    for kind in all.as_array().unwrap() {
        let name = kind["name"].as_str().unwrap();
        assert!(list.contains(kind["summary"].as_str().unwrap()), "{name}");
        let details = text(&["agents", name]);
        assert_eq!(json(&["agents", name]), *kind);
        for row in kind["parameters"].as_array().unwrap() {
            for field in ["name", "default", "allowed", "meaning"] {
                assert!(details.contains(row[field].as_str().unwrap()), "{name} {field}");
            }
        }
    }
    assert!(text(&["agents", "random"]).ends_with("It has no parameters.\n"));
    let line = refusal(&["agents", "nobody"]);
    assert!(line.starts_with("error: unknown agent \"nobody\"; there are random, "), "{line}");
}

#[test]
fn a_move_is_told_with_its_reasons() {
    let args = ["move", "7x7", "--agent", "largest", "--moves", "a7,b7,a6,b6,a5", "--top", "3"];
    let told = json(&args);
    assert_eq!(told["variant"], "7x7");
    assert_eq!(told["to_play"], 2);
    assert_eq!(told["candidates"].as_array().unwrap().len(), 3);
    assert_eq!(told["candidates"][0]["move"], told["move"]);
    assert_eq!(told["candidates"][0]["value"], 5.0);
    assert_eq!(told["line"][0], told["move"]);
    assert_eq!(told["counters"]["nodes"], told["considered"]);
    assert!(told["counters"]["nodes_per_second"].as_f64().unwrap() > 0.0);
    assert_eq!(told["values"], Value::Null);
    let legal = text(&["legal", "7x7", "--moves", "a7,b7,a6,b6,a5"]);
    let mv = told["move"].as_str().unwrap();
    assert!(legal.lines().any(|line| line == mv), "{mv}");
    // The same seed is the same choice, in text too.
    let text = text(&args);
    assert!(text.starts_with(&format!("white: {mv} (")), "{text}");
    assert_eq!(text.matches("5.000").count(), 3);
    for part in ["visits", " more\n", &format!("line: {mv}\n"), " nodes (", "depth 1, "] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let of_seed = |seed: &str| json(&["move", "duo", "--agent", "random", "--seed", seed]);
    let moves: Vec<Value> = ["1", "2", "3", "4"].map(|s| of_seed(s)["move"].clone()).to_vec();
    assert!(moves.iter().any(|mv| *mv != moves[0]));
}

#[test]
fn an_exact_end_has_values_scores_and_a_line() {
    let spec = "hybrid:opening-until=0,middle-until=0,finish-nodes=1000000";
    let args = ["move", "5x5", "--agent", spec, "--moves", "a5,a4,b4,b3;e1,d1,d2,c2"];
    let told = json(&args);
    assert_eq!(told["values"].as_array().unwrap().len(), 2);
    assert!(told["line"].as_array().unwrap().len() > 1);
    assert_eq!(told["counters"]["depth"], told["line"].as_array().unwrap().len());
    let text = text(&args);
    assert!(text.contains("values: black ") && text.contains("scores: black "), "{text}");
}

#[test]
fn a_position_may_come_from_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("games.jsonl");
    let games = "{\"variant\":\"5x5\",\"moves\":[\"a5,b5\",\"e1\",\"c4,c3,c2\"]}\n";
    fs::write(&file, games.repeat(2)).unwrap();
    let file = file.to_str().unwrap();
    let of_file = |more: &[&str]| {
        let mut args = vec!["move", "5x5", "--agent", "max-min", "--file", file, "--game", "2"];
        args.extend(more);
        json(&args)["move"].clone()
    };
    let typed = |moves: &str| {
        json(&["move", "5x5", "--agent", "max-min", "--moves", moves])["move"].clone()
    };
    assert_eq!(of_file(&["--ply", "1"]), typed("a5,b5"));
    assert_eq!(of_file(&[]), typed("a5,b5;e1;c4,c3,c2"));
    let asked = |more: &[&str]| {
        refusal(&[&["move", "5x5", "--agent", "random", "--file", file], more].concat())
    };
    assert!(asked(&["--ply", "4"]).contains("--ply 4 is beyond the end: the game has 3 moves"));
    assert!(asked(&["--ply", "-1"]).contains("--ply -1: not a whole number"));
    assert!(asked(&["--game", "3"]).contains("there is no game 3; it has 2"));
    let line = refusal(&["move", "6x6", "--agent", "random", "--file", file]);
    assert!(line.ends_with("game 1: a game of 5x5, not 6x6"), "{line}");
}

#[test]
fn what_is_wrong_is_told_in_a_line() {
    let cases = [
        (&["--agent", "nobody"][..], "error: agent \"nobody\": unknown name; there are random, "),
        (&["--agent", "a\nb"], "error: agent \"a\u{fffd}b\": unknown name"),
        (&["--agent", "hybrid:ranks=0"], "error: agent \"hybrid:ranks=0\": ranks=0 is not a whole"),
        (&["--agent", "random", "--time", "1"], "error: --time 1: not a time such as 500ms"),
        (&["--agent", "random", "--sims", "0"], "error: --sims is 0; it can be 1 or more"),
        (&["--agent", "random", "--depth", "0"], "error: --depth is 0; it can be 1 or more"),
        (&["--agent", "random", "--moves", "b2"], "error: move 1 (b2): colour 1's first piece"),
        (
            &["--agent", "random", "--moves", "a1,a2,b2;b1"],
            "error: the game is over; there is no move",
        ),
    ];
    for (args, start) in cases {
        let line = refusal(&[&["move", "2x2"], args].concat());
        assert!(line.starts_with(start), "{line}");
    }
    let play = refusal(&["play", "--terminal", "duo", "--opponent", "largest:x=1"]);
    assert!(play.contains("unknown key \"x\""), "{play}");
}

#[test]
fn agents_play_in_every_seat() {
    let args = |threads: &'static str| ["playouts", "7x7", "--games", "40", "--threads", threads];
    let agents = ["--agents", "largest", "random"];
    let told = json(&[&args("1")[..], &agents].concat());
    let list = told["agents"].as_array().unwrap();
    let number = |value: &Value| value.as_u64().unwrap();
    let games = |tally: &Value| {
        ["wins", "draws", "losses"].iter().map(|field| number(&tally[*field])).sum::<u64>()
    };
    for agent in list {
        assert_eq!(games(agent), 40);
        for seat in agent["seats"].as_array().unwrap() {
            assert_eq!(games(seat), 20);
        }
    }
    assert_eq!(list[0]["agent"], "largest");
    assert!(number(&list[0]["wins"]) > 2 * number(&list[1]["wins"]), "{}", list[0]["wins"]);
    assert_eq!(number(&list[0]["wins"]), number(&list[1]["losses"]));
    // The seats together are the players' results.
    let wins = |seat: usize| list.iter().map(|agent| number(&agent["seats"][seat]["wins"])).sum();
    let expected: Vec<u64> = vec![wins(0), wins(1)];
    let players: Vec<u64> =
        told["players"].as_array().unwrap().iter().map(|player| number(&player["wins"])).collect();
    assert_eq!(players, expected);
    let without_timing = |mut told: Value| {
        told.as_object_mut().unwrap().remove("timing");
        told
    };
    let threads = json(&[&args("3")[..], &agents].concat());
    assert_eq!(without_timing(threads), without_timing(told));
    let text = text(&[&args("1")[..], &agents].concat());
    for part in ["7x7: 40 games, seed 1\n", "results by agent", "  largest", "    as player 2"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn three_players_need_three_agents() {
    let line = refusal(&["playouts", "5x5-3", "--games", "1", "--agents", "random", "largest"]);
    assert_eq!(line, "error: --agents names 2 agent(s); 5x5-3 has 3 players");
    let line = refusal(&["playouts", "5x5", "--games", "1", "--agents", "random", "nobody"]);
    assert!(line.starts_with("error: agent \"nobody\": unknown name"), "{line}");
    let told =
        json(&["playouts", "classic-3", "--games", "3", "--agents", "random", "random", "largest"]);
    let seats = told["agents"][2]["seats"].as_array().unwrap();
    assert!(seats.iter().all(|seat| {
        ["wins", "draws", "losses"].iter().map(|it| seat[*it].as_u64().unwrap()).sum::<u64>() == 1
    }));
}

/// The page of parameters is what `agents --markdown` prints; to make it anew:
/// `(head -n 5 docs/agents/parameters.md; cornerwise agents --markdown) > new && mv new docs/agents/parameters.md`.
#[test]
fn the_page_of_parameters_is_the_registry() {
    let page = include_str!("../../../docs/agents/parameters.md");
    let printed = text(&["agents", "--markdown"]);
    let tables = page.find("## `").expect("the page has tables");
    assert_eq!(page[tables..].trim_end(), printed.trim_end());
}
