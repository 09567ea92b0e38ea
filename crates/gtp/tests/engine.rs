//! Commands one by one.

mod common;

use std::fs;

use common::{ask, engine, refusal, respond};
use cornerwise_core::{Game, Position, Variant};
use cornerwise_gtp::engine::COMMANDS;

#[test]
fn every_command_is_listed_and_known() {
    let mut engine = engine("5x5", "largest");
    let listed = ask(&mut engine, "list_commands");
    assert_eq!(listed.lines().count(), COMMANDS.len());
    for name in listed.lines() {
        assert_eq!(ask(&mut engine, &format!("known_command {name}")), "true");
    }
    assert_eq!(ask(&mut engine, "known_command selfplay"), "false");
    assert_eq!(refusal(&mut engine, "selfplay"), "unknown command (selfplay)");
    assert_eq!(ask(&mut engine, "protocol_version"), "2");
    for line in
        ["name x", "play b", "genmove", "genmove b w", "undo 2", "time_left b 1", "clear_board 1"]
    {
        let name = line.split(' ').next().unwrap();
        assert!(refusal(&mut engine, line).starts_with(&format!("usage: {name}")), "{line}");
    }
}

#[test]
fn whole_games_are_played_in_every_variant() {
    for name in ["duo", "classic", "classic-2", "classic-3", "5x5", "7x7-3", "6x6-4"] {
        let mut engine = engine("duo", "largest");
        ask(&mut engine, &format!("set_game {name}"));
        let variant: Variant = name.parse().unwrap();
        let mut game = Game::new(Position::start(variant.clone()));
        while let Some(colour) = game.position().to_play() {
            // Whoever cannot move passes, and nothing is played.
            for stuck in variant.colours().filter(|&colour| !game.position().has_move(colour)) {
                assert_eq!(ask(&mut engine, &format!("genmove {stuck}")), "pass");
                assert_eq!(ask(&mut engine, &format!("play {stuck} pass")), "");
            }
            assert!(refusal(&mut engine, &format!("play {colour} pass")).contains("may not pass"));
            let mv = ask(&mut engine, &format!("genmove {colour}"));
            game.play(mv.parse().unwrap()).unwrap();
        }
        assert_eq!(engine.game(), &game);
        assert_eq!(ask(&mut engine, "g"), "pass");
        assert_eq!(ask(&mut engine, "p pass"), "");
        assert!(refusal(&mut engine, "analyze").contains("no move"));
        assert!(refusal(&mut engine, "p a1").contains("over"));
    }
}

#[test]
fn colours_move_out_of_turn() {
    let mut engine = engine("duo", "largest");
    ask(&mut engine, "play w j5");
    let legal = ask(&mut engine, "all_legal green");
    assert!(legal.lines().any(|mv| mv == "h4,i4"));
    ask(&mut engine, "play w i4,h4");
    let mv = ask(&mut engine, "genmove w");
    assert_eq!(engine.game().moves().len(), 3);
    assert!(refusal(&mut engine, &format!("play b {mv}")).starts_with("illegal move"));
    ask(&mut engine, "undo");
    ask(&mut engine, "undo");
    assert_eq!(ask(&mut engine, "all_legal w"), legal);
    ask(&mut engine, "undo");
    assert_eq!(engine.game(), &Game::new(Position::start("duo".parse().unwrap())));
    assert!(refusal(&mut engine, "undo").starts_with("cannot undo"));
}

#[test]
fn a_seed_is_a_game_whenever_it_is_set() {
    let game = |before: &[&str]| -> Vec<String> {
        let mut engine = engine("6x6", "uct:sims=30");
        for line in before {
            ask(&mut engine, line);
        }
        (0..6).map(|_| ask(&mut engine, "g")).collect()
    };
    let seven = game(&["set_random_seed 7"]);
    assert_eq!(game(&["set_random_seed 7", "clear_board"]), seven);
    assert_eq!(game(&["clear_board", "set_random_seed 7"]), seven);
    assert_eq!(game(&["g", "set_random_seed 7", "undo"]), seven);
    assert_eq!(game(&["param seed 7"]), seven);
    assert_ne!(game(&["set_random_seed 8"]), seven);
    // Without one, games differ.
    let lines = ["param agent random", "param seed none", "clear_board"];
    assert_ne!(game(&lines), game(&lines));
}

#[test]
fn regression_tests_answer_the_same_each_time() {
    let mut engine = engine("7x7", "uct:sims=50");
    ask(&mut engine, "g");
    let first = ask(&mut engine, "reg_genmove w");
    ask(&mut engine, "set_random_seed 99");
    assert_eq!(ask(&mut engine, "reg_genmove w"), first);
    assert_eq!(engine.game().moves().len(), 1);
}

#[test]
fn decisions_can_be_asked_for_their_reasons() {
    let mut engine = engine("7x7", "uct:sims=200");
    assert!(refusal(&mut engine, "get_value").starts_with("no decision"));
    assert!(refusal(&mut engine, "move_values").starts_with("no decision"));
    let mv = ask(&mut engine, "g");
    let value: f64 = ask(&mut engine, "get_value").parse().unwrap();
    assert!((0.0..=1.0).contains(&value));
    let values = ask(&mut engine, "move_values");
    let words: Vec<&str> = values.lines().next().unwrap().split(' ').collect();
    assert_eq!(words[2], mv);
    assert!(words[0].parse::<u64>().unwrap() > 0 && words[1].parse::<f64>().is_ok());
    let visits = values.lines().map(|line| line.split(' ').next().unwrap().parse::<u64>().unwrap());
    assert_eq!(visits.sum::<u64>(), 200);
    // Random players have no opinion.
    ask(&mut engine, "param agent random");
    ask(&mut engine, "g");
    assert!(refusal(&mut engine, "get_value").starts_with("no decision"));
    assert_eq!(ask(&mut engine, "move_values"), "");
}

#[test]
fn scores_are_those_of_other_programs() {
    let mut engine = engine("duo", "largest");
    assert_eq!(ask(&mut engine, "final_score"), "0");
    ask(&mut engine, "play b e10,d11,e11,f11,e12");
    assert_eq!(ask(&mut engine, "final_score"), "B+5");
    ask(&mut engine, "set_game Blokus Two-Player");
    ask(&mut engine, "play 2 t20");
    assert_eq!(ask(&mut engine, "final_score"), "W+1");
    for game in ["Blokus", "blokus  THREE-player"] {
        ask(&mut engine, &format!("set_game {game}"));
        ask(&mut engine, "play blue a20");
        assert_eq!(ask(&mut engine, "final_score"), "1 0 0 0");
    }
}

#[test]
fn what_can_be_set_is_listed_and_set() {
    let mut engine = engine("duo", "uct:sims=100");
    let listed = ask(&mut engine, "param");
    for line in ["agent uct:sims=100", "seed 1", "time none", "sims 100", "threads 1", "c 1.0"] {
        assert!(listed.lines().any(|other| other == line), "{line}");
    }
    ask(&mut engine, "param sims 20");
    ask(&mut engine, "param time 1.5s");
    let listed = ask(&mut engine, "param");
    assert!(listed.contains("agent uct:sims=20\n") && listed.contains("time 1.5s\n"));
    for line in [
        "param sims",
        "param sims 0",
        "param nonsense 1",
        "param time 5",
        "param agent uct:x=1",
        "param seed x",
    ] {
        refusal(&mut engine, line);
        assert_eq!(ask(&mut engine, "param"), listed, "{line}");
    }
    ask(&mut engine, "param agent largest");
    assert_eq!(ask(&mut engine, "param").lines().next(), Some("agent largest"));
}

#[test]
fn games_go_through_files() {
    let desk = tempfile::tempdir().unwrap();
    let path = desk.path().join("a game.blksgf");
    let path = path.to_str().unwrap();
    let mut first = engine("classic-3", "largest");
    for _ in 0..9 {
        ask(&mut first, "g");
    }
    // Twice in a row.
    ask(&mut first, "genmove 2");
    ask(&mut first, "genmove 2");
    ask(&mut first, &format!("savesgf {path}"));
    let mut second = engine("duo", "largest");
    ask(&mut second, &format!("loadsgf {path}"));
    assert_eq!(second.game(), first.game());
    ask(&mut second, &format!("loadsgf {path} 100"));
    assert_eq!(second.game(), first.game());
    ask(&mut second, &format!("loadsgf {path} 3"));
    assert_eq!(second.game().moves(), &first.game().moves()[..2]);
    ask(&mut second, &format!("loadsgf {path} 1"));
    assert_eq!(second.game().moves(), []);

    let before = second.game().clone();
    fs::write(desk.path().join("bad.blksgf"), "(;GM[Blokus Duo];B[a1])").unwrap();
    fs::write(desk.path().join("go.sgf"), "(;GM[1])").unwrap();
    for line in ["loadsgf", "savesgf", "loadsgf /nowhere/x 2", "savesgf /nowhere/x"] {
        refusal(&mut second, line);
    }
    for file in ["bad.blksgf", "go.sgf", "a game.blksgf 0"] {
        let error = refusal(&mut second, &format!("loadsgf {}/{file}", desk.path().display()));
        assert!(!error.is_empty());
    }
    assert_eq!(second.game(), &before);
    // Nothing temporary is left behind.
    assert_eq!(fs::read_dir(desk.path()).unwrap().count(), 3);
}

#[test]
fn a_position_that_was_set_up_is_saved_as_one() {
    let desk = tempfile::tempdir().unwrap();
    let path = |name: &str| desk.path().join(name).to_str().unwrap().to_owned();
    let text = "(;GM[Blokus Duo]AB[e10,e11][f12]AW[j5]PL[W];W[i4,h4])";
    fs::write(path("set-up.blksgf"), text).unwrap();
    let mut engine = engine("duo", "largest");
    ask(&mut engine, &format!("loadsgf {}", path("set-up.blksgf")));
    assert_eq!(engine.game().moves().len(), 1);
    ask(&mut engine, "g");
    ask(&mut engine, &format!("savesgf {}", path("again.blksgf")));
    let before = engine.game().position().hash();
    ask(&mut engine, &format!("loadsgf {}", path("again.blksgf")));
    assert_eq!(engine.game().position().hash(), before);
    assert_eq!(engine.game().moves().len(), 2);
}

#[test]
fn analysis_tells_what_the_agent_knows() {
    let mut engine = engine("7x7", "alphabeta:depth=2");
    for line in ["analyze", "kata-analyze b 20", "analyze w 5 maxmoves 2", "analyze interval 7"] {
        let text = ask(&mut engine, line);
        let words: Vec<&str> = text.trim().lines().last().unwrap().split(' ').collect();
        assert_eq!((words[0], words[1], words[3]), ("info", "move", "visits"), "{text}");
    }
    let text = ask(&mut engine, "analyze w maxmoves 2");
    assert_eq!(text.lines().last().unwrap().matches("info move").count(), 2);
    assert!(engine.game().moves().is_empty());
    for line in [
        "analyze x",
        "analyze b x",
        "analyze b 10 maxmoves",
        "analyze b 1e9",
        "analyze maxmoves -1",
        "analyze maxmoves 0",
    ] {
        refusal(&mut engine, line);
    }
    assert_eq!(respond(&mut engine, "# nothing"), None);
}
