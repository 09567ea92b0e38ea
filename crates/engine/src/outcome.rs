//! The end of a game, and the reward of every player: one place for all searches that add up results.

use cornerwise_core::{Colour, Position};

use crate::math::Elementary;

/// How the end of a game becomes rewards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum RewardRule {
    /// The win alone.
    Win,
    /// The win, and the margin with this weight.
    Bonus(f64),
    /// A sigmoid of the margin, this steep.
    Sigmoid(f64),
}

/// One number a player.
pub type PerPlayer = [f64; Colour::MAX];

/// The margin that earns the whole score bonus.
const FULL_BONUS: f64 = 20.0;

/// The end of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outcome {
    pub scores: PerPlayer,
    /// The parts of the win; they sum to 1.
    pub shares: PerPlayer,
    /// What the search maximises: 1 for a sole win, 0 for an even share, and less for a loss.
    pub rewards: PerPlayer,
}

impl Outcome {
    /// Reads a finished game.
    pub(crate) fn of(position: &Position, rule: RewardRule) -> Outcome {
        let players = position.variant().player_count();
        let mut outcome = Outcome::default();
        for player in position.variant().players() {
            outcome.scores[player.index()] = f64::from(position.player_score(player));
        }
        let scores = &outcome.scores[..players];
        let best = scores.iter().copied().fold(f64::MIN, f64::max);
        let winners = scores.iter().filter(|&&score| score == best).count();
        let total: f64 = scores.iter().sum();
        let steepness = if let RewardRule::Sigmoid(k) = rule { k } else { 0.0 };
        let mass: f64 = scores.iter().map(|score| (steepness * (score - best)).exponential()).sum();
        for player in 0..players {
            let score = outcome.scores[player];
            let share = if score == best { 1.0 / winners as f64 } else { 0.0 };
            outcome.shares[player] = share;
            outcome.rewards[player] = match rule {
                RewardRule::Win => reward(share, players),
                RewardRule::Bonus(weight) => {
                    let margin = score - (total - score) / (players - 1) as f64;
                    let bonus = (margin / FULL_BONUS).clamp(-1.0, 1.0);
                    (1.0 - weight) * reward(share, players) + weight * bonus
                }
                // With two players this is 1/(1 + e^-kx), x the difference of scores.
                RewardRule::Sigmoid(k) => {
                    reward((k * (score - best)).exponential() / mass, players)
                }
            };
        }
        outcome
    }
}

/// Moves and stretches a share of the win so that an even share is 0 and the whole is 1.
pub(crate) fn reward(share: f64, players: usize) -> f64 {
    let players = players as f64;
    (players * share - 1.0) / (players - 1.0)
}

/// The share of the win that has this reward.
pub(crate) fn share(reward: f64, players: usize) -> f64 {
    let players = players as f64;
    (reward * (players - 1.0) + 1.0) / players
}

#[cfg(test)]
mod tests {
    use super::*;
    use cornerwise_core::game_rng;

    #[test]
    fn rewards_agree_with_the_rules() {
        for name in ["duo", "classic", "classic-2", "classic-3", "10x10-3"] {
            for seed in 0..20 {
                let mut position = Position::start(name.parse().unwrap());
                position.playout(&mut game_rng(seed, 0));
                let players = position.variant().player_count();
                let shares = position.win_shares();
                for rule in [RewardRule::Win, RewardRule::Bonus(0.3), RewardRule::Sigmoid(0.2)] {
                    let outcome = Outcome::of(&position, rule);
                    assert_eq!(outcome.shares[..players], shares[..], "{name} {rule:?}");
                    let rewards = &outcome.rewards[..players];
                    assert!(rewards.iter().all(|reward| (-1.0..=1.0).contains(reward)));
                    let better =
                        |a: usize, b: usize| shares[a] <= shares[b] || rewards[a] > rewards[b];
                    assert!((0..players * players).all(|i| better(i / players, i % players)));
                    if !matches!(rule, RewardRule::Bonus(_)) {
                        assert!(rewards.iter().sum::<f64>().abs() < 1e-9, "{name} {rule:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn two_players_have_the_sigmoid_of_the_difference() {
        let mut position = Position::start("duo".parse().unwrap());
        position.playout(&mut game_rng(4, 0));
        let outcome = Outcome::of(&position, RewardRule::Sigmoid(0.1));
        let difference = outcome.scores[0] - outcome.scores[1];
        let expected = 1.0 / (1.0 + (-0.1 * difference).exp());
        assert!((share(outcome.rewards[0], 2) - expected).abs() < 1e-12);
    }
}
