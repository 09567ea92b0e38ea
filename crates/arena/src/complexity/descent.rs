//! One random game, as an estimate of the whole tree (Knuth 1975).

use std::sync::Arc;

use cornerwise_core::{Move, Position, SizeWeights, Tables};
use rand::{Rng, RngExt};

use super::magnitude::Magnitude;

/// How a descent chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Proposal {
    /// All legal moves alike, as Knuth did.
    Uniform,
    /// By the squares that they place; every move is weighed by how unlikely it was (importance weighting).
    BySize(SizeWeights),
}

impl Proposal {
    /// Large pieces a little more often than small ones: what is left then fits for longer, and long games are most of
    /// the tree.
    #[must_use]
    pub fn large_first() -> Proposal {
        Proposal::BySize(SizeWeights::by_square(1.5))
    }
}

/// What one random game says of the tree. Each number is right on average.
#[derive(Clone, Debug, PartialEq)]
pub struct Descent {
    /// Lines of play, the empty one among them.
    pub nodes: Magnitude,
    /// Finished games.
    pub leaves: Magnitude,
    /// The number of legal moves before each move.
    pub branching: Vec<u32>,
}

impl Descent {
    /// Plays one game to its end.
    pub fn new(tables: &Arc<Tables>, proposal: Proposal, rng: &mut impl Rng) -> Descent {
        let mut position = Position::new(tables);
        let mut choice = Choice::default();
        let mut descent =
            Descent { nodes: Magnitude::ONE, leaves: Magnitude::ONE, branching: Vec::new() };
        while let Some((mv, count, weight)) = choice.draw(&position, proposal, rng) {
            descent.leaves = descent.leaves * Magnitude::from(weight);
            descent.nodes = descent.nodes + descent.leaves;
            descent.branching.push(count);
            position.play_unchecked(mv);
        }
        descent
    }
}

/// Room for a list of moves with their weights.
#[derive(Default)]
struct Choice {
    /// Each move's weight and that of all before it.
    sums: Vec<f64>,
}

impl Choice {
    /// A move, the number of all moves, and the inverse of its probability.
    fn draw(
        &mut self,
        position: &Position,
        proposal: Proposal,
        rng: &mut impl Rng,
    ) -> Option<(Move, u32, f64)> {
        let colour = position.to_play()?;
        let weights = match proposal {
            Proposal::Uniform => {
                let (mv, count) = position.sample_move_of(colour, rng)?;
                return Some((mv, count as u32, count as f64));
            }
            Proposal::BySize(weights) => weights,
        };
        let moves = position.legal_moves();
        let weight = |mv: &Move| f64::from(weights.of_size(mv.piece().size()));
        self.sums.clear();
        let mut sum = 0.0;
        self.sums.extend(moves.iter().map(|mv| {
            sum += weight(mv);
            sum
        }));
        let mark = rng.random::<f64>() * sum;
        let at = self.sums.partition_point(|&sum| sum <= mark).min(moves.len() - 1);
        Some((moves[at], moves.len() as u32, sum / weight(&moves[at])))
    }
}

#[cfg(test)]
mod tests {
    use cornerwise_core::game_rng;

    use super::super::SizeEstimate;
    use super::*;

    /// Both ways to choose moves are right on average: 4x4 has 34,812 lines.
    #[test]
    fn small_trees_are_within_the_interval() {
        let tables = Tables::new("4x4".parse().unwrap());
        for proposal in [Proposal::Uniform, Proposal::large_first()] {
            let sample = |game| Descent::new(&tables, proposal, &mut game_rng(3, game));
            let samples: Vec<Descent> = (0..4_000).map(sample).collect();
            let nodes: Vec<Magnitude> = samples.iter().map(|descent| descent.nodes).collect();
            let estimate = SizeEstimate::of(&nodes).unwrap();
            let (low, high) = estimate.interval.unwrap();
            assert!(low.value() < 34_812.0 && 34_812.0 < high.value(), "{low} {high}");
            assert!(estimate.relative_error.unwrap() < 0.2, "{estimate:?}");
            let product: f64 = samples[0].branching.iter().map(|&count| f64::from(count)).product();
            if proposal == Proposal::Uniform {
                assert!((samples[0].leaves.value() / product - 1.0).abs() < 1e-9);
            }
        }
    }
}
