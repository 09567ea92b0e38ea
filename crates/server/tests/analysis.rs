//! Analyses and reviews over a real socket.

mod common;

use common::{Client, Host};
use serde_json::{Value, json};

#[test]
fn an_analysis_deepens_until_it_is_stopped() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::start(directory.path());
    let mut socket = Client::new(host.address).socket("/api/analysis/socket", &[]).unwrap();
    let position = json!({"variant": "duo", "moves": ["f9,e10,f10,g10,f11"]});
    socket.send_text(
        &json!({"id": "a", "type": "analyse", "position": position, "top": 3}).to_string(),
    );
    let mut visits = Vec::new();
    while visits.len() < 3 {
        let report = socket.receive().unwrap();
        assert_eq!((&report["type"], &report["id"]), (&json!("analysis"), &json!("a")));
        if report["queued"] == true {
            continue;
        }
        assert_eq!(report["running"], true);
        visits.push(report["visits"].as_u64().unwrap());
        let values: Vec<f64> = serde_json::from_value(report["values"].clone()).unwrap();
        assert!((values.iter().sum::<f64>() - 1.0).abs() < 0.01);
        assert!((1..=3).contains(&report["candidates"].as_array().unwrap().len()));
    }
    assert!(visits.windows(2).all(|pair| pair[0] < pair[1]), "{visits:?}");
    socket.send_text(r#"{"id":"a","type":"stop"}"#);
    while socket.receive().unwrap()["running"] == true {}
}

#[test]
fn set_up_positions_and_finished_games_are_analysed() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::start(directory.path());
    let mut socket = Client::new(host.address).socket("/api/analysis/socket", &[]).unwrap();
    let setup = json!({"board": ["11...", ".....", ".....", ".....", "....2"], "to_play": 2});
    let position = json!({"variant": "5x5", "setup": setup});
    socket.send_text(
        &json!({"id": 1, "type": "analyse", "position": position, "seconds": 0.3}).to_string(),
    );
    let last =
        std::iter::from_fn(|| socket.receive()).find(|report| report["running"] == false).unwrap();
    assert!(last["visits"].as_u64().unwrap() > 0, "{last}");
    let position = json!({"variant": "2x2", "moves": ["a1,a2,b2", "b1"]});
    socket.send_text(&json!({"id": 2, "type": "analyse", "position": position}).to_string());
    let last = socket.receive().unwrap();
    assert_eq!((&last["running"], &last["values"]), (&json!(false), &json!([1.0, 0.0])));
    for (request, code) in [
        (json!({"type": "analyse", "position": {"variant": "duo", "moves": ["a1"]}}), "illegal"),
        (json!({"type": "analyse", "position": {"variant": "duo"}, "top": 0}), "malformed"),
        (
            json!({"type": "analyse", "position": {"variant": "duo"}, "agent": "mcts:book=/etc/passwd"}),
            "agent",
        ),
        (json!({"type": "dream"}), "malformed"),
    ] {
        assert_eq!(socket.ask(request)["error"]["code"], code);
    }
}

#[test]
fn a_game_is_reviewed_move_by_move() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::start(directory.path());
    let client = host.visitor();
    let seats =
        json!([{"kind": "agent", "agent": "largest"}, {"kind": "agent", "agent": "random"}]);
    let room = client.make_room(&json!({"variant": "5x5", "seats": seats, "pace": 0}));
    let end = client.enter(&room).until(|state| state["phase"] == "over");
    let moves: Vec<Value> =
        end["moves"].as_array().unwrap().iter().map(|mv| mv["move"].clone()).collect();
    let mut socket = client.socket("/api/analysis/socket", &[]).unwrap();
    let request = json!({"id": 7, "type": "review", "position": {"variant": "5x5", "moves": moves}, "effort": "quick"});
    socket.send_text(&request.to_string());
    let mut entries = Vec::new();
    let done = loop {
        let message = socket.receive().unwrap();
        assert_eq!(message["id"], 7);
        if message["type"] == "review-done" {
            break message;
        }
        assert_eq!(message["of"], moves.len() + 1);
        entries.push(message["entry"].clone());
    };
    let numbers: Vec<_> =
        entries.iter().map(|entry| entry["number"].as_u64().unwrap() as usize).collect();
    assert_eq!(numbers, (0..=moves.len()).rev().collect::<Vec<_>>());
    for entry in &entries[1..] {
        let number = entry["number"].as_u64().unwrap() as usize;
        assert_eq!(entry["move"], moves[number]);
        assert!(entry["grade"].is_string() && entry["loss"].as_f64().unwrap() >= 0.0);
    }
    let counted: u64 = done["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|player| player["moves"].as_u64().unwrap())
        .sum();
    assert_eq!(counted as usize, moves.len());
}

#[test]
fn one_persons_analyses_do_not_hold_up_anothers_game() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::start(directory.path());
    let greedy = host.visitor();
    let position = json!({"variant": "classic", "moves": []});
    let mut sockets: Vec<_> =
        (0..6).map(|_| greedy.socket("/api/analysis/socket", &[]).unwrap()).collect();
    for socket in &mut sockets {
        socket.send_text(&json!({"id": 1, "type": "analyse", "position": position}).to_string());
    }
    let ada = host.visitor();
    let seats = json!([{"kind": "me"}, {"kind": "agent", "agent": "level:1"}]);
    let room = ada.make_room(&json!({"variant": "duo", "seats": seats}));
    let mut game = ada.enter(&room);
    let mut analysis = ada.socket("/api/analysis/socket", &[]).unwrap();
    analysis.send_text(&json!({"id": 2, "type": "analyse", "position": position}).to_string());
    for choice in 0..4 {
        game.until(|state| state["you"]["to_move"] == true);
        assert_eq!(game.move_somehow(choice)["type"], "ack");
    }
    // Ada's one analysis gets as many turns as all of the other's.
    let report = std::iter::from_fn(|| analysis.receive())
        .find(|report| report["visits"].as_u64() > Some(0));
    assert!(report.is_some());
}
