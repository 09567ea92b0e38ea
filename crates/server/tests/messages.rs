//! Thousands of messages, sensible ones and others.

use std::collections::BTreeMap;

use cornerwise_core::{GameRng, game_rng};
use rand::RngExt;
use serde_json::{Value, json};

#[path = "../../../fuzz/room_check.rs"]
#[allow(dead_code, reason = "the fuzz target uses the rest")]
mod room_check;

use room_check::Table;

const ROOMS: u64 = 40;
const MESSAGES: usize = 250;

/// Whoever writes the messages knows the game, and does not always care.
struct Writer {
    rng: GameRng,
}

impl Writer {
    fn one_in(&mut self, chances: u32) -> bool {
        self.rng.random_range(0..chances) == 0
    }

    fn pick<T: Clone>(&mut self, among: &[T]) -> T {
        among[self.rng.random_range(0..among.len())].clone()
    }

    fn number(&mut self, right: usize) -> Value {
        match self.rng.random_range(0..12) {
            0 => json!(-1),
            1 => json!(right + 1),
            2 => json!(u64::MAX),
            3 => Value::Null,
            _ => json!(right),
        }
    }

    fn seat(&mut self) -> Value {
        self.pick(&[
            json!(1),
            json!(1),
            json!(2),
            json!(2),
            json!(3),
            json!(0),
            json!(9),
            json!("1"),
        ])
    }

    fn message(&mut self, table: &Table) -> Value {
        let moves = table.room.history().len();
        let number = self.number(moves);
        let kind = self.pick(&[
            "move", "move", "move", "move", "move", "move", "sit", "leave", "rename", "agent",
            "undo", "answer", "redo", "resign", "move-now", "stop", "go", "hint", "why", "rematch",
            "chat", "ping", "fly", "step", "pace", "forget",
        ]);
        match kind {
            "move" | "why" => {
                let legal = if table.room.position().is_over() {
                    Vec::new()
                } else {
                    table.room.position().legal_moves()
                };
                let word = match self.rng.random_range(0..8) {
                    0 => self.pick(&["a1", "pass", "", "z9", "a1,a2,a3,a4,a5,a6", "f6"]).to_owned(),
                    _ if legal.is_empty() => "a1".to_owned(),
                    _ => self.pick(&legal).to_string(),
                };
                if kind == "why" {
                    json!({"type": kind, "move": word})
                } else {
                    json!({"type": kind, "number": number, "move": word})
                }
            }
            "sit" | "leave" | "resign" => json!({"type": kind, "seat": self.seat()}),
            "rename" => {
                json!({"type": kind, "seat": self.seat(), "name": "x".repeat(self.rng.random_range(0..60))})
            }
            "agent" => {
                json!({"type": kind, "seat": self.seat(), "agent": "largest", "time": self.pick(&[json!(null), json!(1.5), json!(-1), json!(1e9)])})
            }
            "answer" => json!({"type": kind, "number": number, "agree": self.one_in(2)}),
            "hint" => {
                json!({"type": kind, "number": number, "strength": self.rng.random_range(0..5)})
            }
            "pace" => {
                json!({"type": kind, "pace": self.pick(&[json!(0), json!(0.4), json!(-1), json!("x")])})
            }
            "chat" => json!({"type": kind, "text": "hello"}),
            "undo" | "redo" | "move-now" | "stop" => json!({"type": kind, "number": number}),
            _ => json!({"type": kind}),
        }
    }

    fn text(&mut self, table: &Table) -> String {
        let mut text = self.message(table).to_string();
        if self.one_in(15) {
            let at = self.rng.random_range(0..text.len());
            text.truncate(at);
        }
        if self.one_in(25) {
            text.push_str("\u{0}}");
        }
        text
    }
}

#[test]
fn random_messages_are_refused_or_happen_and_the_game_keeps_to_the_rules() {
    let mut happened: BTreeMap<String, usize> = BTreeMap::new();
    let mut finished = 0;
    for seed in 0..ROOMS {
        let mut table = Table::new();
        let mut writer = Writer { rng: game_rng(seed, 1) };
        table.send(2, r#"{"type":"sit","seat":2}"#);
        for _ in 0..MESSAGES {
            if writer.one_in(3) {
                table.agent_moves();
            }
            let who = writer.pick(&[0, 1, 1, 1, 2, 2, 2, 3]);
            let text = writer.text(&table);
            if table.send(who, &text) {
                let kind = serde_json::from_str::<Value>(&text).unwrap()["type"]
                    .as_str()
                    .unwrap()
                    .to_owned();
                *happened.entry(kind).or_default() += 1;
            }
        }
        table.check();
        finished += usize::from(table.room.position().is_over());
    }
    for kind in [
        "move", "sit", "leave", "rename", "agent", "undo", "answer", "redo", "resign", "stop",
        "go", "step", "pace", "chat",
    ] {
        assert!(happened.contains_key(kind), "{kind} never happened: {happened:?}");
    }
    assert!(finished > 0, "no game was finished");
}
