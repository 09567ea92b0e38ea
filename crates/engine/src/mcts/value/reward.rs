//! Rewards: the win first, then rank, margin and length.

use cornerwise_core::Position;

use crate::outcome::{Outcome, PerPlayer, RewardRule, reward};

use crate::evaluator::Value;
use crate::mcts::options::RewardOptions;
use crate::running_stats::RunningStats;

/// Judges games: the win first, then the rank, the margin and how quickly it was reached. Margins and
/// lengths count by how far they are from the usual ones of the search.
#[derive(Clone)]
pub struct RewardShaper {
    options: RewardOptions,
    margins: [RunningStats; cornerwise_core::Colour::MAX],
    lengths: RunningStats,
}

impl RewardShaper {
    pub fn new(options: RewardOptions) -> RewardShaper {
        RewardShaper { options, margins: Default::default(), lengths: RunningStats::default() }
    }

    /// The end of a game.
    pub fn decided(&mut self, position: &Position) -> Outcome {
        let outcome = Outcome::of(position, RewardRule::Win);
        let ahead = |own: usize, other: usize| {
            f64::from(outcome.scores[own].total_cmp(&outcome.scores[other]) as i8)
        };
        let quickness = if self.options.length > 0.0 {
            -self.lengths.squashed_score(position.moves_played() as f64)
        } else {
            0.0
        };
        self.temper(outcome, position.variant().player_count(), ahead, quickness)
    }

    /// The probable end of a game, on the same scale.
    pub fn expected(&mut self, position: &Position, value: Value) -> Outcome {
        let Value { shares, scores } = value;
        let players = position.variant().player_count();
        let mut rewards = PerPlayer::default();
        for (own, share) in rewards[..players].iter_mut().zip(shares) {
            *own = reward(share, players);
        }
        // Of two players the one is ahead as often as their shares of the win say.
        let ahead = |own: usize, other: usize| {
            (shares[own] - shares[other]) / (shares[own] + shares[other]).max(f64::MIN_POSITIVE)
        };
        self.temper(Outcome { scores, shares, rewards }, players, ahead, 0.0)
    }

    /// Lets more than the win count; `ahead` answers by how much one player is ahead of another, from -1 to 1.
    fn temper(
        &mut self,
        mut outcome: Outcome,
        players: usize,
        ahead: impl Fn(usize, usize) -> f64,
        quickness: f64,
    ) -> Outcome {
        let RewardOptions { rank, score, length } = self.options;
        let total: f64 = outcome.scores[..players].iter().sum();
        let others = (players - 1) as f64;
        for player in 0..players {
            let reward = &mut outcome.rewards[player];
            if players > 2 && rank > 0.0 {
                // Nobody is ahead of themselves.
                let by_rank = (0..players).map(|other| ahead(player, other)).sum::<f64>() / others;
                *reward += rank * (by_rank - *reward);
            }
            let mut bonus = length * quickness * *reward;
            if score > 0.0 {
                let own = outcome.scores[player];
                let margin = own - (total - own) / others;
                bonus += score * self.margins[player].squashed_score(margin);
            }
            *reward = *reward * (1.0 - score - length) + bonus;
        }
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cornerwise_core::game_rng;

    const WIN_ONLY: RewardOptions = RewardOptions { rank: 0.0, score: 0.0, length: 0.0 };

    fn end(variant: &str, seed: u64) -> Position {
        let mut position = Position::start(variant.parse().unwrap());
        position.playout(&mut game_rng(seed, 0));
        position
    }

    /// A value that is sure of how a game ended.
    fn sure(outcome: &Outcome) -> Value {
        Value { shares: outcome.shares, scores: outcome.scores }
    }

    #[test]
    fn a_certain_end_has_the_rewards_of_a_sure_value() {
        for name in ["duo", "classic-2", "classic", "classic-3"] {
            let end = end(name, 3);
            for options in [WIN_ONLY, RewardOptions { score: 0.2, ..WIN_ONLY }] {
                let decided = RewardShaper::new(options).decided(&end);
                let expected = RewardShaper::new(options).expected(&end, sure(&decided));
                assert_eq!(decided.rewards, expected.rewards, "{name} {options:?}");
            }
        }
    }

    #[test]
    fn ranks_tell_losers_apart() {
        let by_rank = RewardOptions { rank: 1.0, ..WIN_ONLY };
        for seed in 0..20 {
            let end = end("classic", seed);
            let Outcome { scores, rewards, .. } = RewardShaper::new(by_rank).decided(&end);
            for (own, other) in (0..16).map(|pair| (pair / 4, pair % 4)) {
                let [scores, rewards] = [scores, rewards].map(|of| of[own].total_cmp(&of[other]));
                assert_eq!(scores, rewards, "seed {seed}");
            }
        }
        // Who has twice the share of each of the others is ahead of each in two of three games.
        let value = Value { shares: [0.2, 0.2, 0.4, 0.2], ..Value::default() };
        let judge =
            |options| RewardShaper::new(options).expected(&end("classic", 0), value).rewards;
        let close = |found: PerPlayer, expected: PerPlayer| {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
        };
        close(judge(by_rank), [-1.0 / 9.0, -1.0 / 9.0, 1.0 / 3.0, -1.0 / 9.0]);
        close(judge(WIN_ONLY), [-1.0 / 15.0, -1.0 / 15.0, 0.2, -1.0 / 15.0]);
    }

    #[test]
    fn a_quick_win_and_a_great_one_are_worth_more() {
        let margin = |end: &Position| end.player_scores()[0] - end.player_scores()[1];
        let quickness = |end: &Position| -(end.moves_played() as i32);
        let known: Vec<Position> = (0..20).map(|seed| end("duo", seed)).collect();
        let won: Vec<Position> =
            (20..60).map(|seed| end("duo", seed)).filter(|end| margin(end) > 0).collect();
        let assert_rises = |options: RewardOptions, with: &dyn Fn(&Position) -> i32| {
            let mut judge = RewardShaper::new(options);
            for end in &known {
                judge.decided(end);
            }
            let reward = |end: &Position| judge.clone().decided(end).rewards[0];
            for pair in won.windows(2) {
                let [a, b] = [&pair[0], &pair[1]];
                let rewards = reward(a).total_cmp(&reward(b));
                assert_eq!(rewards, with(a).cmp(&with(b)), "{options:?}");
            }
        };
        assert_rises(RewardOptions { score: 0.1, ..WIN_ONLY }, &margin);
        assert_rises(RewardOptions { length: 0.1, ..WIN_ONLY }, &quickness);
    }
}
