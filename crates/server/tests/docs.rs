//! The examples of the document are what the server reads.

use std::fs;
use std::path::Path;

use cornerwise_server::Envelope;
use cornerwise_server::position_spec::{PositionRequest, TablesCache};
use cornerwise_server::room::{Action, NewRoom};
use serde_json::Value;

/// The `json` blocks of the page.
fn examples() -> Vec<Value> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/17-api.md");
    let text = fs::read_to_string(page).unwrap();
    let blocks = text.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks
        .map(|block| serde_json::from_str(block).unwrap_or_else(|error| panic!("{error}: {block}")))
        .collect()
}

#[test]
fn positions_rooms_and_actions_of_the_document_are_understood() {
    let tables_cache = TablesCache::default();
    let (mut places, mut rooms, mut actions) = (0, 0, 0);
    for example in examples() {
        let has = |field: &str| example.get(field).is_some();
        let has_only = |fields: &[&str]| {
            example
                .as_object()
                .is_some_and(|object| object.keys().all(|key| fields.contains(&key.as_str())))
        };
        if has_only(&["variant", "setup", "moves"]) {
            let place: PositionRequest = serde_json::from_value(example).unwrap();
            place.game(&tables_cache).unwrap();
            places += 1;
        } else if has("seats") && has("random_seats") {
            serde_json::from_value::<NewRoom>(example).unwrap();
            rooms += 1;
        } else if has("id") && example["type"] == "move" {
            Envelope::<Action>::read(&example.to_string()).unwrap();
            actions += 1;
        }
    }
    assert_eq!((places, rooms, actions), (2, 1, 1));
}

#[test]
fn every_action_is_in_the_document() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/17-api.md");
    let text = fs::read_to_string(page).unwrap();
    // What serde answers to an unknown type names all that there are.
    let unread = Envelope::<Action>::read(r#"{"type":"?"}"#).unwrap_err();
    let names: Vec<&str> = unread.refusal.message.split('`').skip(3).step_by(2).collect();
    assert!(names.len() > 12 && names.contains(&"move-now"), "{names:?}");
    for name in names {
        assert!(text.contains(&format!("| `{name}` |")), "{name}");
    }
}
