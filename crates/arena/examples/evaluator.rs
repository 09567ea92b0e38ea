//! An evaluator of one's own, in one file: `mcts` searches with it, and plays a few games against a greedy agent.
//!
//! `cargo run --release --package cornerwise-arena --example evaluator`

use std::sync::Arc;

use cornerwise_core::{Game, Position, Variant};
use cornerwise_engine::evaluator::{Evaluator, Model, MoveLogit, RecentMoves, Value};
use cornerwise_engine::{Agent, Stop, Turn};

/// How many times as likely a move is for each square of its piece.
const PER_SQUARE: f32 = 2.0;
/// How many corner cells more than the others have make a player twice as likely to win.
const CORNERS_PER_DOUBLING: f64 = 3.0;

/// Likes large pieces and many corner cells. A model that was learnt would have its weights here.
struct Corners;

/// One model serves all threads and agents; each thread gets an evaluator.
impl Model for Corners {
    fn evaluator<'m>(&'m self, _: &Variant) -> Box<dyn Evaluator + 'm> {
        Box::new(Corners)
    }
}

impl Evaluator for Corners {
    fn policy(
        &mut self,
        _: &Position,
        _: &RecentMoves,
        _: Option<usize>,
        moves: &mut Vec<MoveLogit>,
    ) {
        for scored in moves {
            scored.logit = PER_SQUARE.ln() * scored.mv.piece().size() as f32;
        }
    }

    fn value(&mut self, position: &Position, _: &RecentMoves) -> Value {
        let mut value = Value::even(position);
        let variant = position.variant();
        let mut total = 0.0;
        for player in variant.players() {
            let corners = variant.colours_of(player).map(|c| position.corner_cells(c).len());
            let strength = (corners.sum::<usize>() as f64 / CORNERS_PER_DOUBLING).exp2();
            value.shares[player.index()] = strength;
            total += strength;
        }
        for share in &mut value.shares {
            *share /= total;
        }
        value
    }
}

/// The share of the points that the first of two agents gets in so many games, half of them in each seat.
fn play(agents: &mut [Box<dyn Agent>; 2], games: u64) -> f64 {
    let variant: Variant = "7x7".parse().expect("a preset");
    let stop = Stop::default();
    let mut points = 0.0;
    for number in 0..games {
        let seat = (number % 2) as usize;
        let mut game = Game::new(Position::start(variant.clone()));
        for agent in agents.iter_mut() {
            agent.new_game(number);
        }
        while let Some(player) = game.position().player_to_play() {
            let agent = &mut agents[(player.index() + seat) % 2];
            let decision = Turn::new(&game, number, &stop).ask(agent.as_mut()).expect("a move");
            game.play(decision.mv).expect("a legal move");
        }
        points += game.position().win_shares()[seat];
    }
    points / games as f64
}

/// The evaluator in `mcts` against the largest pieces. Leaves are evaluated themselves, without moves before.
fn share_against_largest(games: u64) -> f64 {
    let own = cornerwise_engine::mcts_with_model("sims=200,playout-turns=0", Arc::new(Corners));
    let largest = cornerwise_engine::agent("largest");
    play(&mut [own.expect("a spec"), largest.expect("a spec")], games)
}

fn main() {
    let share = share_against_largest(40);
    println!("mcts with an evaluator of one's own has {:.1}% against largest", 100.0 * share);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mcts_plays_well_with_an_evaluator_of_ones_own() {
        assert!(share_against_largest(20) > 0.7);
    }
}
