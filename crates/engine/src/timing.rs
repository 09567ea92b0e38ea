//! Clocks: how much of the time for a game goes to one move.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use cornerwise_core::{Owner, Position};

use crate::parameter::read_time;

/// What an agent may take beyond its budget before it answers, and what it takes to bring the answer over.
const LAG: Duration = Duration::from_millis(60);
/// What goes by with every move beside the thinking, on a machine that has other things to do.
const PER_MOVE: Duration = Duration::from_millis(5);

/// What is left on a player's clock.
///
/// ```
/// use std::time::Duration;
/// use cornerwise_core::Position;
/// use cornerwise_engine::TimeLeft;
/// let left: TimeLeft = "60s+1s".parse().unwrap();
/// let time = left.allot(&Position::start("duo".parse().unwrap()));
/// assert!(time > Duration::from_secs(2) && time < Duration::from_secs(10));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// For all moves to come, or for the next `moves`.
    pub main: Duration,
    /// Added after every move.
    pub increment: Duration,
    /// After how many moves the clock is set anew; never, if there is no number.
    pub moves: Option<u32>,
}

/// Why a text is no clock.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a clock such as 5m, 60s+1s or 500ms+50ms")]
pub struct TimeLeftError(String);

impl FromStr for TimeLeft {
    type Err = TimeLeftError;

    fn from_str(text: &str) -> Result<TimeLeft, TimeLeftError> {
        let error = || TimeLeftError(text.replace(char::is_control, "\u{fffd}"));
        let (main, increment) = match text.split_once('+') {
            None => (text, None),
            Some((main, increment)) => (main, Some(increment)),
        };
        let read = |word: &str| read_time(word.trim()).ok_or_else(error);
        let increment = increment.map(read).transpose()?.unwrap_or_default();
        Ok(TimeLeft { main: read(main)?, increment, moves: None })
    }
}

impl fmt::Display for TimeLeft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}s", self.main.as_secs_f64())?;
        if self.increment > Duration::ZERO {
            write!(f, "+{}s", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl TimeLeft {
    /// Nobody decides in less.
    pub(crate) const SHORTEST: Duration = Duration::from_millis(1);

    /// The time for the move of whoever is to play, so that the clock does not run out before the game does.
    pub fn allot(&self, position: &Position) -> Duration {
        let moves = self.moves_to_come(position);
        let safe = self.safe(moves);
        (safe / moves + self.increment).min(safe).max(TimeLeft::SHORTEST)
    }

    /// How many moves the clock is for, from 1 on.
    pub(crate) fn moves_to_come(&self, position: &Position) -> u32 {
        self.moves.unwrap_or_else(|| moves_to_come(position)).max(1)
    }

    /// What so many moves can take together without a loss on time, if none is much later than it means to be.
    pub(crate) fn safe(&self, moves: u32) -> Duration {
        self.main.saturating_sub(LAG).saturating_sub(PER_MOVE * moves)
    }

    /// The clock after a move that took so long; `None` when it ran out.
    #[must_use]
    pub fn after(&self, taken: Duration) -> Option<TimeLeft> {
        let main = self.main.checked_sub(taken)?;
        Some(TimeLeft { main: main + self.increment, ..*self })
    }
}

/// How many more pieces the player to play hopes to place. Hardly anybody places the last ones, and
/// the moves that matter come early.
fn moves_to_come(position: &Position) -> u32 {
    let Some(player) = position.player_to_play() else { return 1 };
    let variant = position.variant();
    let pieces: usize = variant
        .colours()
        .filter(|&colour| position.has_move(colour))
        .map(|colour| match variant.owner(colour) {
            Owner::Player(owner) if owner == player => position.pieces(colour).len(),
            Owner::Player(_) => 0,
            Owner::Shared => position.pieces(colour).len().div_ceil(variant.player_count()),
        })
        .sum();
    (pieces * 3).div_ceil(4) as u32
}

#[cfg(test)]
mod tests {
    use cornerwise_core::game_rng;

    use super::*;

    #[test]
    fn a_clock_is_read_and_written() {
        for text in ["60s", "0.5s+0.05s"] {
            assert_eq!(text.parse::<TimeLeft>().unwrap().to_string(), text);
        }
        assert_eq!("1m+500ms".parse::<TimeLeft>().unwrap().to_string(), "60s+0.5s");
        for text in ["", "60", "+1s", "60s+", "60s+1s+1s", "-1s"] {
            assert!(text.parse::<TimeLeft>().is_err(), "{text}");
        }
    }

    #[test]
    fn whoever_keeps_to_the_allotment_never_runs_out_of_time() {
        let late = Duration::from_millis(50);
        for name in ["duo", "classic", "classic-2", "classic-3", "5x5", "20x20"] {
            for text in ["1s", "1s+100ms", "60s", "70ms+65ms"] {
                let clock: TimeLeft = text.parse().unwrap();
                let mut position = Position::start(name.parse().unwrap());
                let mut clocks = vec![clock; position.variant().player_count()];
                let mut rng = game_rng(1, 0);
                while let Some(player) = position.player_to_play() {
                    let clock = &mut clocks[player.index()];
                    let time = clock.allot(&position);
                    // Late answers are only allowed for while there is time to be late.
                    let taken = if clock.main > LAG { time + late } else { TimeLeft::SHORTEST };
                    *clock = clock.after(taken).unwrap_or_else(|| panic!("{name} {text}"));
                    position.play(position.sample_move(&mut rng).unwrap()).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_renewed_clock_is_shared_among_its_moves() {
        let position = Position::start("duo".parse().unwrap());
        let seconds = Duration::from_secs;
        let left = TimeLeft { main: seconds(10), increment: seconds(0), moves: Some(5) };
        let time = left.allot(&position);
        assert!(time > Duration::from_millis(1900) && time < seconds(2));
    }
}
