//! What is malformed, too large, too often or from elsewhere is refused, and changes nothing.

mod common;

use common::{Client, Host, limits};
use cornerwise_server::Limits;
use serde_json::{Value, json};

fn hot_seat(client: &Client) -> String {
    client.make_room(&json!({"variant": "5x5", "seats": [{"kind": "me"}, {"kind": "me"}]}))
}

#[test]
fn malformed_messages_are_answered_and_change_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::start(directory.path());
    let ada = host.visitor();
    let room = hot_seat(&ada);
    let mut socket = ada.enter(&room);
    let before = socket.until(|_| true);
    for (text, id) in [
        ("", Value::Null),
        ("hello", Value::Null),
        ("{}", Value::Null),
        ("[1,2]", Value::Null),
        (r#"{"id":1,"type":"fly"}"#, json!(1)),
        (r#"{"id":"x","type":"move"}"#, json!("x")),
        (r#"{"id":2,"type":"move","number":"0","move":"a5"}"#, json!(2)),
        (r#"{"id":3,"type":"move","number":0,"move":["a5"]}"#, json!(3)),
        (r#"{"id":4,"type":"move","number":0,"move":"a5","extra":1}"#, json!(4)),
        (r#"{"id":5,"type":"move","number":99999999999999999999,"move":"a5"}"#, json!(5)),
        (r#"{"id":6,"type":"agent","seat":1,"agent":"random","time":-1}"#, json!(6)),
        (r#"{"id":7,"type":"sit","seat":0}"#, json!(7)),
        (r#"{"id":8,"type":"resign","seat":5}"#, json!(8)),
    ] {
        socket.send_text(text);
        let answer = socket.receive().unwrap();
        assert_eq!(answer["type"], "error", "{text}");
        assert_eq!(
            (&answer["id"], &answer["error"]["code"]),
            (&id, &json!("malformed")),
            "{text}: {answer}"
        );
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(!message.is_empty() && message.lines().count() == 1 && message.len() < 500);
    }
    let after = ada.state(&room);
    assert_eq!((&before["version"], &before["position"]), (&after["version"], &after["position"]));
    assert_eq!(socket.move_somehow(0)["type"], "ack");
}

#[test]
fn a_move_that_cannot_be_read_breaks_a_rule() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::start(directory.path());
    let ada = host.visitor();
    let room = hot_seat(&ada);
    for (text, rule, message) in [
        ("x", "board", "\"x\" is not a cell; cells are a1 to t20"),
        ("pass", "board", "\"pass\" is not a cell; cells are a1 to t20"),
        ("a1,a1", "piece", "cell a1 is named twice"),
        ("a1,c3", "piece", "the cells a1,c3 do not form a piece"),
    ] {
        let (status, answer) = ada.act(&room, &json!({"type": "move", "number": 0, "move": text}));
        let error = json!({"code": "illegal", "message": message, "rule": rule});
        assert_eq!((status, &answer["error"]), (422, &error));
        let (status, answer) = ada.act(&room, &json!({"type": "why", "move": text}));
        let why =
            json!({"legal": false, "rule": rule, "message": message, "cells": [], "touching": []});
        assert_eq!((status, &answer["why"]), (200, &why));
    }
    // Whose turn it is comes first.
    let late = json!({"type": "move", "number": 1, "move": "x"});
    assert_eq!(ada.act(&room, &late).1["error"]["code"], "late");
    let game =
        json!({"variant": "5x5", "seats": [{"kind": "me"}, {"kind": "me"}], "moves": ["a5", "x"]});
    let error = json!({"code": "malformed", "message": "move 2 (x): \"x\" is not a cell; cells are a1 to t20"});
    assert_eq!(ada.post("/api/rooms", &game), (400, json!({"error": error})));
}

#[test]
fn what_is_too_large_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::with(directory.path(), Limits { message: 2000, ..limits() });
    let ada = host.visitor();
    let room = hot_seat(&ada);
    let large = json!({"type": "chat", "text": "x".repeat(3000)});
    let (status, answer) = ada.act(&room, &large);
    assert_eq!((status, answer["error"]["code"].as_str()), (413, Some("too-large")));
    let mut socket = ada.enter(&room);
    socket.until(|_| true);
    socket.send_text(&large.to_string());
    assert!(std::iter::from_fn(|| socket.receive()).count() < 10, "the socket is closed");
    assert_eq!(ada.state(&room)["version"], 0);
}

#[test]
fn too_much_at_once_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::with(directory.path(), Limits { rate: 3.0, ..limits() });
    let ada = host.visitor();
    let room = hot_seat(&ada);
    let mut socket = ada.enter(&room);
    socket.until(|_| true);
    for _ in 0..50 {
        socket.send_text(r#"{"type":"ping","id":1}"#);
    }
    let answers: Vec<_> = (0..50).map(|_| socket.receive().unwrap()).collect();
    let refused = answers.iter().filter(|answer| answer["error"]["code"] == "too-many").count();
    // Twelve at once, and three more a second.
    assert!((10..=38).contains(&refused), "{refused}");
    let statuses: Vec<u16> = (0..60).map(|_| ada.get("/api/rooms").0).collect();
    assert!(statuses.contains(&200) && statuses.contains(&429), "{statuses:?}");
}

#[test]
fn rooms_and_sockets_have_limits() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::with(directory.path(), Limits { rooms: 2, sockets: 2, ..limits() });
    let ada = host.visitor();
    // Rooms that nobody is in would make room for others.
    let sockets = [hot_seat(&ada), hot_seat(&ada)].map(|room| ada.enter(&room));
    let (status, answer) = ada
        .post("/api/rooms", &json!({"variant": "5x5", "seats": [{"kind": "me"}, {"kind": "me"}]}));
    assert_eq!((status, answer["error"]["code"].as_str()), (429, Some("too-many")));
    assert_eq!(ada.socket("/api/analysis/socket", &[]).err(), Some(429));
    drop(sockets);
}

#[test]
fn other_sites_are_kept_out() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::with(directory.path(), Limits { local: true, ..limits() });
    let ada = host.visitor();
    let room = hot_seat(&ada);
    let path = format!("/api/rooms/{room}/actions");
    let action = json!({"type": "resign", "seat": 1}).to_string();
    let kind = ("content-type", "application/json");
    for headers in [
        vec![kind, ("origin", "https://evil.example")],
        vec![kind, ("origin", "null")],
        vec![kind, ("sec-fetch-site", "cross-site")],
        vec![kind, ("host", "evil.example")],
    ] {
        let (status, answer) = ada.post_text(&path, &action, &headers);
        assert_eq!(
            (status, answer["error"]["code"].as_str()),
            (403, Some("foreign")),
            "{headers:?}"
        );
    }
    let (status, _) = ada.post_text(&path, &action, &[("content-type", "text/plain")]);
    assert_eq!(status, 400);
    let socket = format!("/api/rooms/{room}/socket");
    assert_eq!(ada.socket(&socket, &[("origin", "https://evil.example")]).err(), Some(403));
    let own = format!("http://{}", host.address);
    assert!(ada.socket(&socket, &[("origin", &own)]).is_ok());
    assert_eq!(ada.post_text(&path, &action, &[kind, ("origin", &own)]).0, 200);
}

#[test]
fn what_is_not_there_is_not_found() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::start(directory.path());
    let ada = host.visitor();
    for path in [
        "/api/rooms/abcdefghjkmn",
        "/api/rooms/..%2Fx",
        "/api/variants/1x1",
        "/api/nothing",
        "/no/such.png",
    ] {
        assert_eq!(ada.get(path).0, 404, "{path}");
    }
    assert_eq!(ada.get("/api/position").0, 405);
    assert_eq!(ada.get("/room/abc").0, 200);
    for (body, code) in [
        (json!({"variant": "nope", "seats": []}), "malformed"),
        (json!({"variant": "duo", "seats": [{"kind": "me"}]}), "malformed"),
        (
            json!({"variant": "duo", "seats": [{"kind": "me"}, {"kind": "agent", "agent": "nobody"}]}),
            "agent",
        ),
        (
            json!({"variant": "duo", "seats": [{"kind": "me"}, {"kind": "agent", "agent": "mcts:threads=64"}]}),
            "agent",
        ),
        (
            json!({"variant": "duo", "seats": [{"kind": "me"}, {"kind": "open"}], "moves": ["a1"]}),
            "illegal",
        ),
        (
            json!({"variant": "duo", "seats": [{"kind": "me"}, {"kind": "open"}], "clock": {"main": -5}}),
            "malformed",
        ),
    ] {
        let (status, answer) = ada.post("/api/rooms", &body);
        assert_eq!(answer["error"]["code"], code, "{status} {body}");
    }
}
