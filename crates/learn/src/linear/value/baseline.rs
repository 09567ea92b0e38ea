//! The baseline: what can be said of a game without a look at it.

use cornerwise_core::Colour;
use cornerwise_engine::evaluator::Value;

use crate::game_sample::GameSample;

/// How games of so many players end in the mean, seat by seat.
#[derive(Default)]
pub(super) struct Baseline([Value; Colour::MAX + 1]);

impl Baseline {
    /// That of some games.
    pub(super) fn of(samples: &[&GameSample]) -> Baseline {
        let mut baseline = Baseline::default();
        let mut counts = [0.0; Colour::MAX + 1];
        for sample in samples {
            let players = sample.scores().len();
            counts[players] += 1.0;
            let Value { shares, scores } = &mut baseline.0[players];
            for seat in 0..players {
                shares[seat] += sample.win_shares()[seat];
                scores[seat] += f64::from(sample.scores()[seat]);
            }
        }
        for (Value { shares, scores }, count) in baseline.0.iter_mut().zip(counts) {
            let sums = shares.iter_mut().chain(scores);
            sums.filter(|_| count > 0.0).for_each(|sum| *sum /= count);
        }
        baseline
    }

    /// The baseline for a game.
    pub(super) fn value(&self, sample: &GameSample) -> &Value {
        &self.0[sample.scores().len()]
    }
}
