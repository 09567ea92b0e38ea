//! Positions of real games in which a weaker player misses the win.

use cornerwise_core::{Game, Move, Position};
use cornerwise_engine::{Budget, Clock, Stop, Turn, agent, exact};

const SEED: u64 = 1;
/// More than any of the positions needs.
const NODES: u64 = 4_000_000;

struct Tactic {
    weaker: &'static str,
    game: Game,
}

fn tactics() -> Vec<Tactic> {
    let lines = include_str!("../../../data/tactics.txt").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (weaker, moves) = line.split_once(" | ").unwrap();
            let mut game = Game::new(Position::start("duo".parse().unwrap()));
            for word in moves.split("; ") {
                game.play(word.parse().unwrap()).unwrap();
            }
            Tactic { weaker, game }
        })
        .collect()
}

fn choice(spec: &str, game: &Game) -> Move {
    Turn::new(game, SEED, &Stop::default()).ask(agent(spec).unwrap().as_mut()).unwrap().mv
}

/// Whether perfect play wins after a move.
fn wins(position: &Position, mv: Move) -> bool {
    let mover = position.player_to_play().unwrap();
    let mut end = position.clone();
    end.play(mv).unwrap();
    if !end.is_over() {
        let budget = Budget { nodes: Some(NODES), ..Budget::default() };
        let clock = Clock::start(budget, &Stop::default());
        let solution = exact::solve(&end, &clock, 64, 1).expect("it is late in the game");
        for mv in solution.line {
            end.play(mv).unwrap();
        }
    }
    end.win_shares()[mover.index()] == 1.0
}

#[test]
fn wins_that_a_weaker_player_misses_are_found() {
    let tactics = tactics();
    assert!(tactics.len() >= 3);
    for (number, Tactic { weaker, game }) in tactics.iter().enumerate() {
        let position = game.position();
        let missed = choice(weaker, game);
        assert!(!wins(position, missed), "position {number}: {weaker} plays {missed}");
        let found = choice("mcts:sims=4000", game);
        assert!(wins(position, found), "position {number}: {found} does not win");
    }
}
