//! What can be said of a game without a look at it.

use cornerwise_core::Colour;
use cornerwise_engine::evaluator::Value;

use crate::lesson::Lesson;

/// How games of so many players end in the mean, seat by seat.
#[derive(Default)]
pub(super) struct Guess([Value; Colour::MAX + 1]);

impl Guess {
    /// That of some games.
    pub(super) fn of(lessons: &[&Lesson]) -> Guess {
        let mut guess = Guess::default();
        let mut counts = [0.0; Colour::MAX + 1];
        for lesson in lessons {
            let players = lesson.scores().len();
            counts[players] += 1.0;
            let Value { shares, scores } = &mut guess.0[players];
            for seat in 0..players {
                shares[seat] += lesson.win_shares()[seat];
                scores[seat] += f64::from(lesson.scores()[seat]);
            }
        }
        for (Value { shares, scores }, count) in guess.0.iter_mut().zip(counts) {
            let sums = shares.iter_mut().chain(scores);
            sums.filter(|_| count > 0.0).for_each(|sum| *sum /= count);
        }
        guess
    }

    /// The guess for a game.
    pub(super) fn value(&self, lesson: &Lesson) -> &Value {
        &self.0[lesson.scores().len()]
    }
}
