//! A database of an earlier program is opened, and its rooms go on.

mod common;

use common::{Client, Host, limits};
use cornerwise_server::Limits;
use serde_json::{Value, json};

/// The fields of a state that events have made.
fn told(state: &Value) -> Value {
    let moves = state["moves"].as_array().unwrap().iter().map(|mv| mv["move"].clone());
    let seats = state["seats"].as_array().unwrap().iter();
    json!({
        "version": state["version"], "phase": state["phase"], "pace": state["pace"], "paused": state["paused"],
        "next": state["next"], "moves": moves.collect::<Vec<_>>(),
        "names": seats.clone().map(|seat| seat["name"].clone()).collect::<Vec<_>>(),
        "dropped": seats.clone().map(|seat| seat["dropped"].clone()).collect::<Vec<_>>(),
        "clocks": seats.map(|seat| seat["clock"].clone()).collect::<Vec<_>>(),
    })
}

#[test]
fn rooms_of_the_first_layout_are_as_they_were() {
    let directory = tempfile::tempdir().unwrap();
    let games = rusqlite::Connection::open(directory.path().join("games.db")).unwrap();
    games.execute_batch(include_str!("layout-1.sql")).unwrap();
    drop(games);
    // These rooms are old, and are not to be forgotten.
    let host = Host::with(directory.path(), Limits { keep: None, ..limits() });
    let anybody = Client::new(host.address);
    let taken_back = anybody.state("takenback");
    assert_eq!(
        told(&taken_back),
        json!({
            "version": 11, "phase": "playing", "pace": 0.4, "paused": false, "next": null,
            "moves": ["f9,e10,f10,g10,f11", "j5", "h9", "i6,i7"], "names": ["Ada", "Bob"],
            "dropped": [null, null], "clocks": [609.99, 609.975],
        })
    );
    assert_eq!(taken_back["chat"][0]["text"], "hello");
    let resigned = anybody.state("resigned");
    assert_eq!(
        told(&resigned),
        json!({
            "version": 6, "phase": "over", "pace": 2.0, "paused": false, "next": "rematch",
            "moves": ["c4", "c2,d2"], "names": ["Player 1", "Player 2"],
            "dropped": ["resigned", null], "clocks": [null, null],
        })
    );
    assert_eq!(resigned["position"]["board"], json!(["11...", "..1..", ".....", "..22.", "....2"]));
    assert_eq!(
        told(&anybody.state("paused")),
        json!({
            "version": 4, "phase": "playing", "pace": 1.0, "paused": true, "next": null,
            "moves": [], "names": ["mcts", "largest"], "dropped": [null, null], "clocks": [null, null],
        })
    );
    assert_eq!(told(&anybody.state("rematch"))["version"], 0);
}
