//! `cornerwise play --terminal`, by script.

mod common;

use std::fs;

use common::cornerwise;

/// Plays a game by these lines; answers what was printed.
fn dialogue(args: &[&str], lines: &[&str]) -> String {
    let output = cornerwise().args(args).write_stdin(lines.join("\n")).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{stderr}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_game_of_duo_begins() {
    let text = dialogue(&["play", "--terminal"], &["quit"]);
    assert!(text.starts_with("Cornerwise duo: you play black.\n"));
    assert!(text.contains("Your turn with black: 414 legal moves."));
    assert!(text.ends_with("black> Goodbye.\n"));
}

#[test]
fn the_end_of_input_is_a_farewell() {
    assert!(dialogue(&["play", "--terminal", "5x5"], &[]).ends_with("> \nGoodbye.\n"));
}

#[test]
fn mistakes_are_explained_and_asked_again() {
    let lines =
        ["a1", "hlep", "a7,b6", "a8", "3", "a7", "b7", "show 9", "moves 1", "a6,a7", "quit"];
    let text =
        dialogue(&["play", "--terminal", "7x7", "--opponent", "largest", "--seed", "4"], &lines);
    for part in [
        "a1 is not possible: colour 1's first piece must cover a7.",
        "\"hlep\" is no move and no command; `help` lists them.",
        "the cells a7,b6 do not form a piece.",
        "a8 is not possible: a8 is off the 7x7 board.",
        "There is no list to choose from; try `moves F`.",
        "b7 is not possible: colour 1 has already used piece 1.",
        "Piece 1 is not among your pieces any more.",
        "a6,a7 is not possible: a7 is occupied by colour 1.",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert_eq!(text.matches("white plays ").count(), 1);
    assert!(text.ends_with("Goodbye.\n"));
}

#[test]
fn a_game_can_be_played_by_hints_taken_back_and_saved() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("game");
    let save = format!("save {}", file.display());
    let mut lines = vec!["moves", "F", "1", "undo", "undo"];
    // A game on this board is shorter than that; what is too much is refused at its end.
    for _ in 0..25 {
        lines.extend(["hint", "1"]);
    }
    lines.push(&save);
    let args = ["play", "--terminal", "6x6", "--opponent", "random", "--seed", "2"];
    let text = dialogue(&args, &lines);
    assert!(text.contains("58 legal moves: "));
    assert_eq!(text.matches("You have not moved yet.").count(), 1);
    assert!(text.contains("The game is over; you can still `undo`."));
    assert!(["You win!", "You lose.", "You share"].iter().any(|end| text.contains(end)));
    let saved = fs::read_to_string(directory.path().join("game.blksgf")).unwrap();
    assert!(saved.starts_with("(;"));
    // A seed and the same lines are the same game.
    assert_eq!(dialogue(&args, &lines), text);
}

#[test]
fn only_blksgf_files_are_written_and_errors_do_not_end_the_game() {
    let directory = tempfile::tempdir().unwrap();
    let name = directory.path().join("no/such/game.blksgf");
    let save = format!("save {}", name.display());
    let text = dialogue(&["play", "--terminal", "5x5"], &["save game.txt", &save, "save", "quit"]);
    assert!(text.contains("games are saved as .blksgf files, not .txt."));
    assert!(text.contains(&format!("cannot write {}: ", name.display())));
    assert!(text.contains("save needs a file name"));
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn the_user_plays_all_of_the_players_colours() {
    let lines = ["hint", "1", "hint", "1", "quit"];
    let args = [
        "play",
        "--terminal",
        "classic-2",
        "--colour",
        "yellow",
        "--opponent",
        "random",
        "--seed",
        "1",
    ];
    let text = dialogue(&args, &lines);
    assert!(text.starts_with("Cornerwise classic-2: you play yellow and green.\n"));
    for part in ["blue plays ", "red plays ", "Your turn with yellow", "Your turn with green"] {
        assert!(text.contains(part), "{part}");
    }
    assert!(!text.contains("yellow plays ") && !text.contains("green plays "));
}

#[test]
fn the_shared_colour_comes_to_everyone_in_turn() {
    let mut lines = Vec::new();
    for _ in 0..6 {
        lines.extend([
            "moves O", "1", "moves P", "1", "moves Z4", "1", "moves L5", "1", "moves T5", "1",
        ]);
    }
    let args = ["play", "--terminal", "classic-3", "--opponent", "random", "--seed", "6"];
    let text = dialogue(&args, &lines);
    let turn = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}\n{text}"));
    // Player 1 places green's first piece, the others its second and third.
    assert!(turn("Your turn with green") < turn("green plays "));
    assert!(text.matches("green plays ").count() >= 2);
    assert!(text.matches("Your turn with green").count() >= 2);
}

#[test]
fn every_preset_can_be_played() {
    for variant in ["duo", "classic", "classic-2", "classic-3", "2x2", "9x9-3", "20x20-4"] {
        let text = dialogue(
            &["play", "--terminal", variant, "--opponent", "random"],
            &["hint", "1", "quit"],
        );
        assert!(text.contains("Hint: "), "{variant}");
    }
}
