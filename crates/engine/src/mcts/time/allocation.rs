//! How much of a clock a move gets.

use std::time::Duration;

use cornerwise_core::{Owner, Position};

use crate::timing::TimeLeft;

/// How much longer than planned an unsettled move may take on a clock.
const STRETCH: f64 = 2.5;
/// The part of a player's moves that come before the game is mostly decided.
const DECISIVE: f64 = 2.0 / 3.0;
/// What the last move is worth in time, beside one of the decisive ones.
const LAST: f64 = 0.25;
/// What is never planned with, so that moves late in a long game need not hurry.
const RESERVE: f64 = 0.03;

/// The time of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeAllocation {
    /// What the move should take.
    pub target: Option<Duration>,
    /// What it takes at most.
    pub most: Option<Duration>,
}

impl TimeAllocation {
    /// Always the same time.
    pub fn fixed(time: Option<Duration>) -> TimeAllocation {
        TimeAllocation { target: time, most: time }
    }

    /// A share of the clock, by how far the game of the player to play has come. Answers will be as late as those
    /// before.
    pub fn of_clock(left: &TimeLeft, position: &Position, lateness: Lateness) -> TimeAllocation {
        let to_come = left.moves_to_come(position);
        let safe = left.safe(to_come).saturating_sub(lateness.of_moves(to_come));
        let safe = safe.mul_f64(1.0 - RESERVE);
        let share = match left.moves {
            Some(_) => 1.0 / f64::from(to_come),
            None => share(moves_made(position), to_come),
        };
        let target = (safe.mul_f64(share) + left.increment).min(safe).max(TimeLeft::SHORTEST);
        let most = target.mul_f64(STRETCH).min(safe / 2).max(target);
        TimeAllocation { target: Some(target), most: Some(most) }
    }

    /// The same, but never more than a limit.
    #[must_use]
    pub fn within(self, limit: Option<Duration>) -> TimeAllocation {
        let tighter = |time: Option<Duration>| time.into_iter().chain(limit).min();
        TimeAllocation { target: tighter(self.target), most: tighter(self.most) }
    }

    /// Whether there is a choice.
    pub fn is_elastic(&self) -> bool {
        self.target < self.most
    }
}

/// How many pieces the player to play has placed.
fn moves_made(position: &Position) -> u32 {
    let Some(player) = position.player_to_play() else { return 0 };
    let variant = position.variant();
    let all = variant.pieces().len();
    let made: usize = variant
        .colours()
        .map(|colour| (variant.owner(colour), all - position.pieces(colour).len()))
        .map(|(owner, made)| match owner {
            Owner::Player(owner) if owner == player => made,
            Owner::Player(_) => 0,
            Owner::Shared => made / variant.player_count(),
        })
        .sum();
    made as u32
}

/// The part of the time for all moves to come that is the next one's.
fn share(made: u32, to_come: u32) -> f64 {
    let all = f64::from(made + to_come);
    let weight = |number: u32| {
        let late = (f64::from(number) / all - DECISIVE) / (1.0 - DECISIVE);
        1.0 - (1.0 - LAST) * late.max(0.0)
    };
    weight(made) / (made..made + to_come).map(weight).sum::<f64>()
}

/// How late answers have been, on a machine that may have other things to do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lateness {
    /// A mean that forgets.
    mean: Duration,
    /// The worst of late, which fades slowly.
    worst: Duration,
}

impl Lateness {
    /// A search has ended so long after it should have.
    pub fn add(&mut self, late: Duration) {
        self.mean = (3 * self.mean + late) / 4;
        self.worst = (self.worst * 9 / 10).max(late);
    }

    /// What to keep for so many moves to come.
    fn of_moves(self, moves: u32) -> Duration {
        self.mean * moves + self.worst
    }
}

#[cfg(test)]
mod tests {
    use cornerwise_core::game_rng;

    use super::*;

    #[test]
    fn early_moves_get_more_of_the_clock_than_late_ones() {
        let whole: f64 = share(0, 16);
        assert!(whole > 1.0 / 16.0 && whole < 2.0 / 16.0);
        assert!(share(12, 4) > share(15, 2) * 0.4);
        assert_eq!(share(20, 1), 1.0);
        // By turns they take all of it, the late ones less and less.
        let (mut left, mut before) = (1.0, 1.0);
        for made in 0..16 {
            let taken = left * share(made, 16 - made);
            assert!(taken <= before + 1e-9, "{made}");
            (left, before) = (left - taken, taken);
        }
        assert!(left.abs() < 1e-9 && before < 0.03);
    }

    #[test]
    fn who_was_late_hurries() {
        let left: TimeLeft = "1s".parse().unwrap();
        let position = Position::start("duo".parse().unwrap());
        let target =
            |lateness| TimeAllocation::of_clock(&left, &position, lateness).target.unwrap();
        let mut lateness = Lateness::default();
        let punctual = target(lateness);
        let millis = Duration::from_millis;
        for _ in 0..20 {
            lateness.add(millis(20));
        }
        let hurried = target(lateness);
        assert!(hurried + millis(15) < punctual && hurried > millis(1), "{hurried:?} {punctual:?}");
        for _ in 0..80 {
            lateness.add(Duration::ZERO);
        }
        assert!(target(lateness) + millis(1) > punctual);
    }

    #[test]
    fn whoever_takes_the_most_each_time_never_runs_out_of_time() {
        for name in ["duo", "classic", "classic-2", "classic-3", "5x5", "20x20"] {
            for text in ["1s", "1s+100ms", "60s", "70ms+65ms", "300ms+10ms"] {
                let clock: TimeLeft = text.parse().unwrap();
                let mut position = Position::start(name.parse().unwrap());
                let mut clocks = vec![clock; position.variant().player_count()];
                let mut rng = game_rng(1, 0);
                while let Some(player) = position.player_to_play() {
                    let clock = &mut clocks[player.index()];
                    let allocation =
                        TimeAllocation::of_clock(clock, &position, Lateness::default());
                    assert!(allocation.target <= allocation.most, "{name} {text}");
                    let most = allocation.most.unwrap();
                    // Answers are late by a few milliseconds when the time for a move is the shortest.
                    let late =
                        Duration::from_millis(if most > TimeLeft::SHORTEST { 50 } else { 3 });
                    let late = late.min(clock.main / 4);
                    *clock = clock.after(most + late).unwrap_or_else(|| panic!("{name} {text}"));
                    position.play(position.sample_move(&mut rng).unwrap()).unwrap();
                }
            }
        }
    }
}
