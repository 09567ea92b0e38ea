//! Whole games over real sockets.

mod common;

use common::{Client, Host, a_move};
use serde_json::{Value, json};

fn duo(second: &Value) -> Value {
    json!({"variant": "5x5", "seats": [{"kind": "me", "name": "Ada"}, second]})
}

#[test]
fn a_game_against_an_agent_is_played_to_its_end_and_kept() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::start(directory.path());
    let ada = host.visitor();
    let room = ada.make_room(&duo(&json!({"kind": "agent", "agent": "level:1"})));
    let mut socket = ada.enter(&room);
    let state = socket.until(|state| state["you"]["to_move"] == true);
    assert_eq!(state["position"]["legal_count"], state["position"]["colours"][0]["moves"]);
    for choice in 3.. {
        let state =
            socket.until(|state| state["you"]["to_move"] == true || state["phase"] == "over");
        if state["phase"] == "over" {
            break;
        }
        let answer = socket.move_somehow(choice * 7);
        assert_eq!(answer["type"], "ack", "{answer}");
    }
    let end = socket.state.clone();
    assert!(end["position"]["result"]["text"].is_string(), "{end}");
    assert_eq!(
        end["moves"].as_array().unwrap().len(),
        end["position"]["number"].as_u64().unwrap() as usize
    );
    drop(socket);
    drop(host);

    // Another process would find the same.
    let host = Host::start(directory.path());
    let again = ada.at(host.address).state(&room);
    assert_eq!(again["position"], end["position"]);
    assert_eq!(again["version"], end["version"]);
    assert_eq!(again["you"]["seats"], json!([1]));
    let (_, list) = ada.at(host.address).get("/api/rooms");
    assert_eq!(list["rooms"][0]["id"], room.as_str());
    let (status, text) = ada.at(host.address).get(&format!("/api/rooms/{room}/game.blksgf"));
    assert_eq!(status, 200);
    let (status, games) = ada.at(host.address).post("/api/games/read", &json!({"text": text}));
    assert_eq!((status, &games["games"][0]["players"][0]), (200, &json!("Ada")));
}

#[test]
fn every_variant_is_played_by_agents_and_watched() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::start(directory.path());
    let maker = host.visitor();
    for (variant, players) in
        [("duo", 2), ("classic", 4), ("classic-2", 2), ("classic-3", 3), ("7x7-3", 3)]
    {
        let seats = vec![json!({"kind": "agent", "agent": "largest"}); players];
        let room = maker.make_room(&json!({"variant": variant, "seats": seats, "pace": 0}));
        let mut watcher = Client::new(host.address).enter(&room);
        let state = watcher.until(|state| state["phase"] == "over");
        let ranks: Vec<_> = state["position"]["result"]["players"]
            .as_array()
            .unwrap()
            .iter()
            .map(|p| p["rank"].clone())
            .collect();
        assert_eq!(ranks.len(), players, "{variant}");
        assert!(ranks.contains(&json!(1)));
        assert_eq!(state["you"]["seats"], json!([]));
    }
}

#[test]
fn seats_are_taken_by_one_and_kept_from_others() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::start(directory.path());
    let (ada, bob, eve) = (host.visitor(), host.visitor(), host.visitor());
    let room = ada.make_room(&duo(&json!({"kind": "open"})));
    let mut first = ada.enter(&room);
    assert_eq!(first.until(|_| true)["phase"], "waiting");
    let answer = first.ask(json!({"type": "move", "number": 0, "move": "a5"}));
    assert_eq!(answer["error"]["code"], "not-now");
    let nobody = Client::new(host.address);
    assert_eq!(nobody.act(&room, &json!({"type": "sit", "seat": 2})).0, 401);

    let mut second = bob.enter(&room);
    let answer = second.ask(json!({"type": "sit", "seat": 2, "name": "Bob"}));
    assert_eq!(answer["type"], "ack");
    let mut third = eve.enter(&room);
    let answer = third.ask(json!({"type": "sit", "seat": 2, "name": "Eve"}));
    assert_eq!(answer["error"]["code"], "taken");
    let state = first.until(|state| state["phase"] == "playing" && state["spectators"] == 1);
    assert_eq!(
        (&state["seats"][1]["name"], &state["seats"][1]["connected"]),
        (&json!("Bob"), &json!(true))
    );

    let before = ada.state(&room);
    for (client, action, status, code) in [
        (&eve, json!({"type": "move", "number": 0, "move": "a5"}), 403, "not-yours"),
        (&eve, json!({"type": "undo", "number": 0}), 403, "not-yours"),
        (&eve, json!({"type": "resign", "seat": 1}), 403, "not-yours"),
        (&eve, json!({"type": "leave", "seat": 1}), 403, "not-yours"),
        (&eve, json!({"type": "agent", "seat": 1, "agent": "random"}), 403, "not-yours"),
        (&eve, json!({"type": "hint", "number": 0, "strength": 1}), 403, "not-yours"),
        (&bob, json!({"type": "move", "number": 0, "move": "e1"}), 409, "out-of-turn"),
        (&bob, json!({"type": "resign", "seat": 1}), 403, "not-yours"),
        (&ada, json!({"type": "move", "number": 3, "move": "a5"}), 409, "late"),
        (&ada, json!({"type": "move", "number": 0, "move": "b5"}), 422, "illegal"),
        (&ada, json!({"type": "chat", "text": "hello"}), 403, "not-yours"),
        (&ada, json!({"type": "stop", "number": 0}), 403, "not-yours"),
        (&ada, json!({"type": "sit", "seat": 9}), 400, "malformed"),
        (&ada, json!({"type": "rematch"}), 409, "not-now"),
    ] {
        let (found, answer) = client.act(&room, &action);
        assert_eq!(
            (found, answer["error"]["code"].as_str()),
            (status, Some(code)),
            "{action} {answer}"
        );
    }
    let after = ada.state(&room);
    assert_eq!((&before["version"], &before["position"]), (&after["version"], &after["position"]));

    // The same move again is late.
    let action = a_move(&after, 2);
    assert_eq!(ada.act(&room, &action).0, 200);
    let (status, answer) = ada.act(&room, &action);
    assert_eq!((status, answer["error"]["code"].as_str()), (409, Some("late")));
    // No answer has anybody's secret in it.
    let secret = bob.cookie().unwrap().split_once('=').unwrap().1;
    assert!(!eve.state(&room).to_string().contains(secret));
    drop(second);
    first.until(|state| state["seats"][1]["connected"] == false);
    let back = bob.state(&room);
    assert_eq!((&back["you"]["seats"], &back["you"]["to_move"]), (&json!([2]), &json!(true)));
}

#[test]
fn people_agree_to_take_back_and_agents_need_not() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::start(directory.path());
    let (ada, bob) = (host.visitor(), host.visitor());
    let room = ada.make_room(&duo(&json!({"kind": "open"})));
    assert_eq!(bob.act(&room, &json!({"type": "sit", "seat": 2})).0, 200);
    for client in [&ada, &bob] {
        let action = a_move(&client.state(&room), 1);
        assert_eq!(client.act(&room, &action).0, 200);
    }
    assert_eq!(ada.act(&room, &json!({"type": "undo", "number": 2})).0, 200);
    let state = bob.state(&room);
    assert_eq!(state["undo"], json!({"player": 1, "to": 0, "agreed": [1], "needs": [2]}));
    assert_eq!(state["position"]["number"], 2);
    assert_eq!(ada.act(&room, &json!({"type": "answer", "number": 2, "agree": true})).0, 409);
    assert_eq!(bob.act(&room, &json!({"type": "answer", "number": 2, "agree": false})).0, 200);
    assert_eq!(bob.state(&room)["undo"], Value::Null);
    assert_eq!(ada.act(&room, &json!({"type": "undo", "number": 2})).0, 200);
    assert_eq!(bob.act(&room, &json!({"type": "answer", "number": 2, "agree": true})).0, 200);
    assert_eq!(bob.state(&room)["position"]["number"], 0);
    assert_eq!(bob.act(&room, &json!({"type": "redo", "number": 0})).0, 403);

    // On a small board the agent's answer may leave no move, and it would play on.
    let mut against_agent = duo(&json!({"kind": "agent", "agent": "largest"}));
    against_agent["variant"] = "duo".into();
    let room = ada.make_room(&against_agent);
    let mut socket = ada.enter(&room);
    socket.until(|state| state["you"]["to_move"] == true);
    socket.move_somehow(5);
    let state = socket.until(|state| state["position"]["number"] == 2);
    assert_eq!(socket.ask(json!({"type": "undo", "number": 2}))["type"], "ack");
    let back = socket.until(|state| state["position"]["number"] == 0);
    assert_eq!((&back["redo"], &back["you"]["can_redo"]), (&json!(2), &json!(true)));
    assert_eq!(socket.ask(json!({"type": "redo", "number": 0}))["type"], "ack");
    let again = socket.until(|state| state["position"]["number"] == 2);
    assert_eq!(again["position"], state["position"]);
}

#[test]
fn agents_are_stopped_hurried_and_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::start(directory.path());
    let ada = host.visitor();
    let slow = json!({"kind": "agent", "agent": "mcts:settle=no,tree-mib=16", "time": 30});
    let seats = json!([slow, {"kind": "me"}]);
    let room = ada.make_room(&json!({"variant": "duo", "seats": seats}));
    let mut socket = ada.enter(&room);
    socket.until(|state| state["thinking"]["player"] == 1);
    assert_eq!(socket.ask(json!({"type": "stop", "number": 0}))["type"], "ack");
    let state = socket.until(|state| state["paused"] == true);
    assert_eq!((&state["thinking"], &state["position"]["number"]), (&Value::Null, &json!(0)));
    assert_eq!(socket.ask(json!({"type": "go"}))["type"], "ack");
    socket.until(|state| state["thinking"]["player"] == 1);
    assert_eq!(socket.ask(json!({"type": "move-now", "number": 0}))["type"], "ack");
    socket.until(|state| state["you"]["to_move"] == true);
    let refused =
        socket.ask(json!({"type": "agent", "seat": 1, "agent": "mcts:weights=/etc/passwd"}));
    assert_eq!(refused["error"]["code"], "agent");
    let refused = socket.ask(json!({"type": "agent", "seat": 1, "agent": "gtp:\"rm -r /\""}));
    assert_eq!(refused["error"]["code"], "agent");
    assert_eq!(socket.ask(json!({"type": "agent", "seat": 1, "agent": "largest"}))["type"], "ack");
    assert_eq!(socket.move_somehow(0)["type"], "ack");
    socket.until(|state| state["position"]["number"] == 3);
    assert_eq!(socket.ask(json!({"type": "resign", "seat": 2}))["type"], "ack");
    let end = socket.until(|state| state["phase"] == "over");
    assert_eq!(end["position"]["result"]["reason"], "resigned");
    let answer = socket.ask(json!({"type": "rematch"}));
    let next = ada.state(answer["room"].as_str().unwrap());
    assert_eq!(
        (&next["seats"][0]["yours"], &next["position"]["number"]),
        (&json!(true), &json!(0))
    );
    assert_eq!(socket.ask(json!({"type": "rematch"}))["room"], answer["room"]);
}

#[test]
fn clocks_run_out_and_others_play_on() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::start(directory.path());
    let ada = host.visitor();
    let agent = json!({"kind": "agent", "agent": "largest"});
    let seats = json!([{"kind": "me"}, agent, agent]);
    let room = ada
        .make_room(&json!({"variant": "7x7-3", "seats": seats, "clock": {"main": 1.0}, "pace": 0}));
    let mut socket = ada.enter(&room);
    let state = socket.until(|state| state["phase"] == "over");
    assert_eq!(state["seats"][0]["dropped"], "time");
    assert_eq!(state["position"]["result"]["reason"], "played-out");
    assert_eq!(state["position"]["result"]["players"][0]["rank"], 3);
}

#[test]
fn hints_and_reasons_are_given_to_who_is_to_move() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::start(directory.path());
    let ada = host.visitor();
    let room = ada.make_room(&json!({"variant": "duo", "seats": [{"kind": "me"}, {"kind": "me"}]}));
    let mut socket = ada.enter(&room);
    socket.until(|state| state["you"]["can_hint"] == true);
    for strength in 1..=3 {
        let hint = socket.ask(json!({"type": "hint", "number": 0, "strength": strength}));
        assert_eq!(hint["type"], "hint", "{hint}");
        assert_eq!(hint["hint"]["area"].is_array(), strength >= 2);
        assert_eq!(hint["hint"]["move"].is_string(), strength == 3);
        if let Some(mv) = hint["hint"]["move"].as_str() {
            let legal = &socket.state["position"]["legal"][hint["hint"]["piece"].as_str().unwrap()];
            assert!(legal.as_array().unwrap().iter().any(|legal| legal == mv));
        }
    }
    let why = socket.ask(json!({"type": "why", "move": "a1,b1"}));
    assert_eq!(why["why"]["rule"], "start");
    let quiet = ada.make_room(
        &json!({"variant": "duo", "seats": [{"kind": "me"}, {"kind": "me"}], "hints": false}),
    );
    let (status, _) = ada.act(&quiet, &json!({"type": "hint", "number": 0, "strength": 1}));
    assert_eq!(status, 403);
}

#[test]
fn agents_that_are_watched_play_at_a_pace_that_can_be_changed_and_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::start(directory.path());
    let ada = host.visitor();
    let agent = json!({"kind": "agent", "agent": "largest"});
    let room = ada.make_room(&json!({"variant": "duo", "seats": [agent, agent]}));
    let mut socket = ada.enter(&room);
    assert_eq!(socket.until(|_| true)["pace"], 1.0);
    // The first move comes at once, the next one a delay later.
    let first = socket.until(|state| state["position"]["number"] == 1);
    let second = socket.until(|state| state["position"]["number"] == 2);
    let millis = |state: &Value| state["now"].as_u64().unwrap();
    assert!(millis(&second) - millis(&first) > 700, "{} {}", first["now"], second["now"]);

    // Who stops them lets them play move by move.
    let answer = socket.ask(json!({"type": "stop"}));
    socket.settle(&answer);
    let stopped = socket.until(|state| state["paused"] == true)["position"]["number"].clone();
    let next = json!(stopped.as_u64().unwrap() + 1);
    assert_eq!(socket.ask(json!({"type": "step"}))["type"], "ack");
    let stepped = socket.until(|state| state["position"]["number"] == next);
    assert_eq!((&stepped["paused"], &stepped["thinking"]), (&json!(true), &Value::Null));

    // A slow pace is cut short by another one, and by whoever wants the move now.
    assert_eq!(socket.ask(json!({"type": "pace", "pace": 10}))["type"], "ack");
    assert_eq!(socket.ask(json!({"type": "go"}))["type"], "ack");
    let number = |state: &Value| state["position"]["number"].as_u64().unwrap();
    let begin = std::time::Instant::now();
    let before = number(&stepped) + 1;
    socket.until(|state| number(state) == before && !state["thinking"].is_null());
    assert_eq!(socket.ask(json!({"type": "move-now", "number": before}))["type"], "ack");
    socket.until(|state| number(state) == before + 1);
    assert_eq!(socket.ask(json!({"type": "pace", "pace": 0}))["type"], "ack");
    socket.until(|state| number(state) >= before + 3);
    assert!(begin.elapsed().as_secs() < 20, "delays of 10 seconds were waited for");
    let refused = socket.ask(json!({"type": "pace", "pace": 11}));
    assert_eq!(refused["error"]["code"], "malformed");
    let nobody = Client::new(host.address).act(&room, &json!({"type": "pace", "pace": 1}));
    assert_eq!(nobody.0, 403);
    drop(socket);
    drop(host);

    let host = Host::start(directory.path());
    assert_eq!(ada.at(host.address).state(&room)["pace"], 0.0);
}

#[test]
fn a_room_that_somebody_forgets_stays_for_the_others() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::start(directory.path());
    let (ada, bob) = (host.visitor(), host.visitor());
    let room = ada.make_room(&duo(&json!({"kind": "open"})));
    assert_eq!(bob.act(&room, &json!({"type": "sit", "seat": 2})).0, 200);
    let listed = |client: &Client| client.get("/api/rooms").1["rooms"].as_array().unwrap().len();
    assert_eq!((listed(&ada), listed(&bob)), (1, 1));
    assert_eq!(Client::new(host.address).act(&room, &json!({"type": "forget"})).0, 401);
    assert_eq!(ada.act(&room, &json!({"type": "forget"})).0, 200);
    assert_eq!((listed(&ada), listed(&bob)), (0, 1));
    // The game goes on, and the seat is still hers.
    let state = ada.state(&room);
    assert_eq!((&state["phase"], &state["you"]["seats"]), (&json!("playing"), &json!([1])));
    assert_eq!(ada.act(&room, &a_move(&state, 0)).0, 200);
    assert_eq!(listed(&ada), 0);
}

#[test]
fn a_damaged_room_is_left_out_of_the_list() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::start(directory.path());
    let ada = host.visitor();
    let [sound, broken, illegal] = [(); 3].map(|()| {
        let room = ada.make_room(&duo(&json!({"kind": "me"})));
        let mut socket = ada.enter(&room);
        socket.until(|_| true);
        assert_eq!(socket.move_somehow(0)["type"], "ack");
        room
    });
    drop(host);
    let games = rusqlite::Connection::open(directory.path().join("games.db")).unwrap();
    let damage = |room: &str, text: &str| {
        let changed =
            games.execute("UPDATE events SET event = ? WHERE room = ?", [text, room]).unwrap();
        assert!(changed > 0, "nothing to damage in {room}");
    };
    damage(&broken, "{");
    let text: String = games
        .query_row("SELECT event FROM events WHERE room = ?", [&sound], |row| row.get(0))
        .unwrap();
    let cells = serde_json::from_str::<Value>(&text).unwrap();
    let cells = cells["mv"].as_str().or(cells["move"].as_str()).unwrap().to_owned();
    damage(&illegal, &text.replace(&cells, "c3"));
    drop(games);

    let host = Host::start(directory.path());
    let (status, list) = ada.at(host.address).get("/api/rooms");
    assert_eq!(status, 200);
    let ids: Vec<_> = list["rooms"].as_array().unwrap().iter().map(|room| &room["id"]).collect();
    assert_eq!(ids, [sound.as_str()]);
}
