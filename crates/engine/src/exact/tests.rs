//! The solver against brute force.

use cornerwise_core::{GameRng, Player, Position, Tables, game_rng};

use super::{Solution, Solver, WorkFileError, solve};
use crate::agent::Context;
use crate::budget::{Budget, Clock, Stop};

fn unlimited() -> Clock {
    Clock::start(Budget::default(), &Stop::default())
}

fn nodes(most: u64) -> Clock {
    Clock::start(Budget { nodes: Some(most), ..Budget::default() }, &Stop::default())
}

fn start(name: &str) -> Position {
    Position::start(name.parse().unwrap())
}

fn solved(position: &Position) -> Solution {
    solve(position, &unlimited(), 16, 1).unwrap()
}

/// The first of two players' score less the second's, by looking at every game. Only windows are pruned.
fn brute_force(position: &Position, mut low: i32, mut high: i32) -> i32 {
    let Some(player) = position.player_to_play() else {
        let scores = position.player_scores();
        return scores[0] - scores[1];
    };
    let first = player == Player::from_index(0);
    let mut best = if first { i32::MIN } else { i32::MAX };
    let mut moves = position.legal_moves();
    moves.sort_by_key(|mv| std::cmp::Reverse(mv.piece().size()));
    for mv in moves {
        let mut next = position.clone();
        next.play_unchecked(mv);
        let value = brute_force(&next, low, high);
        if first {
            best = best.max(value);
            low = low.max(value);
        } else {
            best = best.min(value);
            high = high.min(value);
        }
        if low >= high {
            break;
        }
    }
    best
}

/// A position of a random game with at most so many legal moves of all colours together.
fn late(tables: &std::sync::Arc<Tables>, most_moves: usize, rng: &mut GameRng) -> Position {
    let mut position = Position::new(tables);
    loop {
        let colours = position.variant().colours();
        let moves: usize = colours.map(|colour| position.count_moves_of(colour)).sum();
        let Some(mv) = position.sample_move(rng).filter(|_| moves > most_moves) else {
            return position;
        };
        position.play_unchecked(mv);
    }
}

/// The line is legal, ends the game, leads to the scores, and every move of it keeps the value.
fn check_line(position: &Position, solution: &Solution) {
    let mut end = position.clone();
    for &mv in &solution.line {
        end.play(mv).unwrap();
        assert_eq!(solved(&end).value(), solution.value());
    }
    assert!(end.is_over());
    assert_eq!(end.player_scores(), solution.scores);
}

#[test]
fn small_boards_have_their_known_values() {
    let text = include_str!("../../../../data/solved.csv");
    for row in text.lines().skip(1) {
        let (name, value) = row.split_once(',').unwrap();
        let solution = solved(&start(name));
        assert_eq!(solution.value().to_string(), value, "{name}");
    }
}

#[test]
fn whole_boards_equal_brute_force() {
    for name in ["2x2", "3x3", "4x4"] {
        let position = start(name);
        let solution = solved(&position);
        assert_eq!(solution.value(), brute_force(&position, -100, 100), "{name}");
        check_line(&position, &solution);
    }
}

#[test]
fn middle_games_of_small_boards_equal_brute_force() {
    for (name, most_moves) in [("5x5", 60), ("6x6", 50), ("7x7", 40), ("10x10", 30)] {
        let tables = Tables::new(name.parse().unwrap());
        for game in 0..40 {
            let position = late(&tables, most_moves, &mut game_rng(1, game));
            let value = solved(&position).value();
            assert_eq!(value, brute_force(&position, -100, 100), "{name}, game {game}");
        }
    }
}

#[test]
fn late_duo_positions_equal_brute_force() {
    let tables = Tables::new("duo".parse().unwrap());
    for game in 0..40 {
        let position = late(&tables, 24, &mut game_rng(2, game));
        let solution = solved(&position);
        assert_eq!(solution.value(), brute_force(&position, -200, 200), "game {game}");
        if game < 5 {
            check_line(&position, &solution);
        }
    }
}

/// A game that places everything is rare, so that the bonuses need a small set of pieces.
#[test]
fn bonuses_count() {
    let text = "name = \"mini\"\nboard = 6\nscoring = \"advanced\"\n\
                pieces = [\"1\", \"2\", \"V3\", \"O\"]\n\
                colours = [{ start = \"a1\" }, { start = \"f6\" }]\n";
    let tables = Tables::new(cornerwise_core::Variant::from_toml(text).unwrap());
    let mut completed = 0;
    for game in 0..60 {
        let position = late(&tables, 60, &mut game_rng(3, game));
        let solution = solved(&position);
        assert_eq!(solution.value(), brute_force(&position, -200, 200), "game {game}");
        completed += usize::from(solution.scores.iter().any(|&score| score > 0));
    }
    assert!(completed > 10);
}

#[test]
fn threads_find_the_same_values() {
    let tables = Tables::new("7x7".parse().unwrap());
    for game in 0..10 {
        let position = late(&tables, 100, &mut game_rng(4, game));
        assert!(position.moves_played() > 0);
        let several = solve(&position, &unlimited(), 16, 3).unwrap();
        assert_eq!(several.value(), solved(&position).value(), "game {game}");
    }
}

#[test]
fn a_small_table_finds_the_same_value() {
    let solution = solve(&start("6x6"), &unlimited(), 1, 1).unwrap();
    assert_eq!(solution.value(), 2);
}

#[test]
fn interrupted_work_goes_on_from_its_file() {
    let position = start("6x6");
    let mut bytes: Option<Vec<u8>> = None;
    let mut runs = 0;
    let solution = loop {
        // A new process each time, with tables of different sizes.
        let mut solver = Solver::new(&position, 4 << (runs % 3)).unwrap();
        if let Some(bytes) = &bytes {
            solver.resume(bytes).unwrap();
        }
        runs += 1;
        if let Some(solution) = solver.run(&nodes(8000), 1) {
            assert_eq!(solver.monitor().bounds(), (2, 2));
            break solution;
        }
        bytes = Some(solver.save());
        assert!(runs < 100);
    };
    assert_eq!(solution.value(), 2);
    assert!(runs > 2);
}

#[test]
fn wrong_files_are_refused() {
    let mut solver = Solver::new(&start("5x5"), 4).unwrap();
    solver.run(&nodes(200), 1);
    let bytes = solver.save();
    let resumed = |bytes: &[u8]| Solver::new(&start("5x5"), 4).unwrap().resume(bytes);
    assert_eq!(resumed(&bytes), Ok(()));
    assert_eq!(resumed(b""), Err(WorkFileError::Foreign));
    assert_eq!(resumed(b"GM[Blokus Duo]"), Err(WorkFileError::Foreign));
    assert_eq!(
        Solver::new(&start("6x6"), 4).unwrap().resume(&bytes),
        Err(WorkFileError::OtherPosition)
    );
    for length in 16..bytes.len() {
        assert_eq!(resumed(&bytes[..length]), Err(WorkFileError::Damaged), "{length}");
    }
    for at in (24..bytes.len()).step_by(7) {
        let mut changed = bytes.clone();
        changed[at] ^= 4;
        assert_eq!(resumed(&changed), Err(WorkFileError::Damaged), "{at}");
    }
    let mut other = bytes;
    other[16] ^= 1;
    assert_eq!(resumed(&other), Err(WorkFileError::Version));
}

/// Max-n by definition, on the scores of finished games.
fn max_n(position: &Position) -> Vec<i32> {
    let Some(player) = position.player_to_play() else { return position.player_scores() };
    let mut best: Option<((f64, i32), Vec<i32>)> = None;
    for mv in position.legal_moves() {
        let mut next = position.clone();
        next.play_unchecked(mv);
        let scores = max_n(&next);
        let top = *scores.iter().max().unwrap();
        let own = scores[player.index()];
        let winners = scores.iter().filter(|&&score| score == top).count();
        let mut worth = (if own == top { 1.0 / winners as f64 } else { 0.0 }, own);
        if let [first, second] = scores[..] {
            worth = (f64::from(2 * own - first - second), 0);
        }
        if best.as_ref().is_none_or(|best| worth > best.0) {
            best = Some((worth, scores));
        }
    }
    best.unwrap().1
}

#[test]
fn more_colours_equal_max_n() {
    for name in ["4x4-3", "5x5-4", "classic", "classic-2", "classic-3"] {
        let tables = Tables::new(name.parse().unwrap());
        for game in 0..6 {
            let position = late(&tables, 9, &mut game_rng(5, game));
            let solution = solved(&position);
            assert_eq!(solution.scores, max_n(&position), "{name}, game {game}");
            let mut end = position.clone();
            solution.line.iter().for_each(|&mv| end.play(mv).unwrap());
            assert!(end.is_over());
        }
    }
}

#[test]
fn a_clock_that_is_up_ends_the_search() {
    for name in ["duo", "classic", "20x20"] {
        let position = start(name);
        assert_eq!(solve(&position, &nodes(1000), 4, 1), None);
        let stop = Stop::default();
        stop.raise();
        assert_eq!(solve(&position, &Clock::start(Budget::default(), &stop), 4, 1), None);
    }
}

#[test]
fn the_agent_plays_perfectly_at_the_end_and_legally_before() {
    let mut agent = crate::agent("exact:nodes=500,table-mib=4").unwrap();
    let (stop, mut rng) = (Stop::default(), game_rng(6, 0));
    for name in ["duo", "6x6", "5x5-3", "classic-3"] {
        let mut position = start(name);
        while !position.is_over() {
            let decision = agent.decide(&position, &mut Context::new(&stop, &mut rng)).unwrap();
            if let Some(scores) = &decision.scores
                && name == "6x6"
            {
                let value = f64::from(solved(&position).value());
                assert_eq!(scores[0] - scores[1], value);
            }
            position.play(decision.mv).unwrap();
        }
    }
}

/// Agents that solve the end before they search play it as the solver does.
#[test]
fn the_end_is_solved_for_other_agents() {
    let tables = Tables::new("duo".parse().unwrap());
    let mut rng = game_rng(6, 0);
    let position = late(&tables, 30, &mut rng);
    let value = solved(&position).value();
    for spec in [
        "uct:sims=1,endgame=1000000",
        "mc:sims=1,endgame=1000000",
        "alphabeta:depth=1,endgame=1000000",
    ] {
        let stop = Stop::default();
        let mut context = Context::new(&stop, &mut rng);
        let decision = crate::agent(spec).unwrap().decide(&position, &mut context).unwrap();
        let scores = decision.scores.expect("a solved end has scores");
        assert_eq!(scores[0] - scores[1], f64::from(value), "{spec}");
        let mut end = position.clone();
        decision.line.iter().for_each(|&mv| end.play(mv).unwrap());
        assert!(end.is_over(), "{spec}");
    }
}
