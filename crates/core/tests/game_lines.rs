//! Lines of games: those of the ground truth are right, and every doctored one is found out.

use std::collections::HashMap;
use std::sync::Arc;

use cornerwise_core::record::GameLine;
use cornerwise_core::{Position, Tables, game_rng};

const GROUND_TRUTH: [&str; 4] = [
    include_str!("../../../data/games_7x7.jsonl"),
    include_str!("../../../data/games_10x10-4.jsonl"),
    include_str!("../../../data/games_duo.jsonl"),
    include_str!("../../../data/games_classic.jsonl"),
];

fn lines() -> Vec<(GameLine, Arc<Tables>)> {
    let mut tables: HashMap<String, Arc<Tables>> = HashMap::new();
    let texts = GROUND_TRUTH.iter().flat_map(|text| text.lines());
    let lines = texts.map(|text| {
        let line: GameLine = serde_json::from_str(text).unwrap();
        let made = tables.entry(line.variant.clone());
        let made = made.or_insert_with(|| Tables::new(line.variant().unwrap()));
        (line, Arc::clone(made))
    });
    lines.collect()
}

#[test]
fn the_ground_truth_verifies_and_is_what_we_write() {
    for (line, tables) in lines() {
        let verification = line.verify(&tables).unwrap();
        assert_eq!(verification.mismatches, []);
        assert_eq!(verification.plies, line.moves.len());
        let moves = line.played(&tables).unwrap();
        assert_eq!(GameLine::of_game(&tables, &moves).unwrap(), line);
    }
}

/// The mismatches of a 7x7 game after it was tampered with.
fn mismatches(tamper: impl FnOnce(&mut GameLine)) -> Vec<String> {
    let (mut line, tables) = lines().swap_remove(2);
    assert_eq!(line.moves[6..], ["pass", "a4,a5,b5,c5,b6", "pass", "pass"]);
    tamper(&mut line);
    let verification = line.verify(&tables).unwrap();
    verification.mismatches.iter().map(ToString::to_string).collect()
}

#[test]
fn wrong_numbers_are_found() {
    assert_eq!(
        mismatches(|line| line.legal_counts.as_mut().unwrap()[2] += 1),
        ["ply 3: expected 140 legal moves of colour 1, found 139"]
    );
    assert_eq!(
        mismatches(|line| line.area.as_mut().unwrap()[1] = 17),
        ["ply 10: expected area [15, 17], found [15, 16]"]
    );
    assert_eq!(
        mismatches(|line| line.advanced.as_mut().unwrap().push(0)),
        ["ply 10: expected advanced score [-74, -73, 0], found [-74, -73]"]
    );
    assert_eq!(
        mismatches(|line| line.legal_counts.as_mut().unwrap().truncate(9)),
        ["ply 10: expected 9 legal counts, found 10 moves"]
    );
}

#[test]
fn missing_and_wrong_passes_are_found() {
    let found = mismatches(|line| drop(line.moves.remove(6)));
    assert_eq!(found[0], "ply 7: expected a4,a5,b5,c5,b6, found that colour 1 must pass");
    let found = mismatches(|line| {
        line.moves.remove(6);
        line.legal_counts.as_mut().unwrap().remove(6);
    });
    assert_eq!(found, ["ply 7: expected a4,a5,b5,c5,b6, found that colour 1 must pass"]);
    let found = mismatches(|line| {
        line.moves.pop();
        line.legal_counts.as_mut().unwrap().pop();
    });
    assert_eq!(found, ["ply 9: expected no more plies, found that 1 more passes end the game"]);
    let found = mismatches(|line| line.moves[2] = "pass".to_owned());
    assert_eq!(found, ["ply 3: expected pass, found 139 legal moves of colour 1"]);
    let found = mismatches(|line| {
        line.moves.push("pass".to_owned());
        line.legal_counts.as_mut().unwrap().push(0);
    });
    assert_eq!(found, ["ply 11: expected pass, found that the game is over"]);
}

#[test]
fn illegal_moves_are_found() {
    assert_eq!(
        mismatches(|line| line.moves[2] = "c7,d7".to_owned()),
        ["ply 3: expected c7,d7 to be legal, found c7 is occupied by colour 1"]
    );
    assert_eq!(
        mismatches(|line| line.moves.push("a3".to_owned())).last().unwrap(),
        "ply 11: expected a3 to be legal, found the game is over"
    );
}

#[test]
fn lines_can_say_less() {
    let (full, tables) = lines().swap_remove(2);
    let moves: Vec<String> = full.moves.iter().filter(|word| *word != "pass").cloned().collect();
    let bare = serde_json::json!({ "variant": "7x7", "moves": moves });
    let bare: GameLine = serde_json::from_value(bare).unwrap();
    let verification = bare.verify(&tables).unwrap();
    assert_eq!((verification.plies, verification.mismatches.len()), (7, 0));
    assert_eq!(GameLine::of_game(&tables, &bare.played(&tables).unwrap()).unwrap(), full);
    assert_eq!(
        serde_json::to_string(&GameLine { moves: vec![], ..bare }).unwrap(),
        r#"{"variant":"7x7","moves":[]}"#
    );
    let misspelt = r#"{"variant":"7x7","moves":[],"counts":[]}"#;
    assert!(serde_json::from_str::<GameLine>(misspelt).is_err());
}

#[test]
fn unfinished_games_are_lines_too() {
    for name in ["duo", "classic-3", "8x8-3"] {
        let tables = Tables::new(name.parse().unwrap());
        let mut rng = game_rng(5, 0);
        let (mut position, mut moves) = (Position::new(&tables), Vec::new());
        while let Some(mv) = position.sample_move(&mut rng) {
            position.play(mv).unwrap();
            moves.push(mv);
            // Verifying every beginning of a game would take long.
            if moves.len() % 8 != 1 && !position.is_over() {
                continue;
            }
            let line = GameLine::of_game(&tables, &moves).unwrap();
            assert_eq!(line.verify(&tables).unwrap().mismatches, []);
            assert_eq!(line.played(&tables).unwrap(), moves);
        }
    }
}

#[test]
fn only_presets_have_lines() {
    let area: cornerwise_core::Variant = "duo".parse().unwrap();
    let tables = Tables::new(area.with_scoring(cornerwise_core::Scoring::Area));
    assert_eq!(
        GameLine::of_game(&tables, &[]).unwrap_err().to_string(),
        "variant \"duo\" is user-defined; a line of a .jsonl file can only name a preset"
    );
}
