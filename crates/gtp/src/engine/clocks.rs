//! The players' clocks.
//!
//! A clock is an absolute time, or Canadian byo-yomi: a main time, and after it periods in each of which a
//! number of moves must be made. Players with several colours have one clock for all of them.

use std::time::Duration;

use cornerwise_core::{Colour, Player, Position};
use cornerwise_engine::TimeLeft;

use super::Engine;
use super::call::{self, Call};
use super::refusal::Refusal;

/// What every clock begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TimeSettings {
    main: Duration,
    period: Duration,
    /// The moves of a period; 0 when there are none.
    stones: u32,
}

/// One player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PlayerClock {
    /// What is left of the main time, or of the period.
    time: Duration,
    /// The moves that are left in the period; 0 in the main time.
    stones: u32,
}

/// All clocks. A player whom nobody has given one has no limit.
#[derive(Clone, Debug, Default)]
pub(super) struct Clocks {
    settings: Option<TimeSettings>,
    by_player: [Option<PlayerClock>; Colour::MAX],
}

impl Clocks {
    /// All clocks begin anew.
    pub fn restart(&mut self) {
        self.by_player = [self.settings.map(TimeSettings::start); Colour::MAX];
    }

    /// What is left to who is to play.
    pub fn left(&self, position: &Position) -> Option<TimeLeft> {
        let clock = self.by_player[position.player_to_play()?.index()]?;
        Some(clock.left(self.settings.unwrap_or_default(), position))
    }

    /// A player has taken so long for a move.
    pub fn spend(&mut self, player: Player, taken: Duration) {
        let settings = self.settings.unwrap_or_default();
        if let Some(clock) = &mut self.by_player[player.index()] {
            clock.spend(settings, taken);
        }
    }
}

impl TimeSettings {
    /// The clock at the beginning of the game.
    fn start(self) -> PlayerClock {
        if self.main.is_zero() && self.stones > 0 {
            PlayerClock { time: self.period, stones: self.stones }
        } else {
            PlayerClock { time: self.main, stones: 0 }
        }
    }
}

impl PlayerClock {
    fn left(self, settings: TimeSettings, position: &Position) -> TimeLeft {
        let clock = |main, moves| TimeLeft { main, increment: Duration::ZERO, moves };
        if self.stones > 0 {
            return clock(self.time, Some(self.stones));
        }
        if settings.stones == 0 {
            return clock(self.time, None);
        }
        // The main time may run out, since a period follows: a share of both is safe, because what a move
        // takes of the period is then no more than its own share.
        let pace = clock(self.time, None).allot(position)
            + clock(settings.period, Some(settings.stones)).allot(position);
        let whole = self.time + settings.period;
        let moves = (whole.as_secs_f64() / pace.as_secs_f64()).ceil();
        clock(whole, Some(moves as u32))
    }

    fn spend(&mut self, settings: TimeSettings, taken: Duration) {
        if self.stones == 0 && (taken <= self.time || settings.stones == 0) {
            self.time = self.time.saturating_sub(taken);
            return;
        }
        let (time, stones, taken) = match self.stones {
            0 => (settings.period, settings.stones, taken.saturating_sub(self.time)),
            stones => (self.time, stones, taken),
        };
        *self = match (stones - 1, settings.stones) {
            // Nobody has said what a period is: what is left must do.
            (0, 0) => PlayerClock { time: time.saturating_sub(taken), stones: 1 },
            (0, anew) => PlayerClock { time: settings.period, stones: anew },
            (stones, _) => PlayerClock { time: time.saturating_sub(taken), stones },
        };
    }
}

impl Engine {
    pub(super) fn time_settings(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [main, period, stones] = call.exactly()?;
        let settings = TimeSettings {
            main: call::seconds(main)?,
            period: call::seconds(period)?,
            stones: call::number(stones)?,
        };
        let no_time = settings.main.is_zero() && settings.period.is_zero();
        // A period without moves is how the standard writes that there is no limit.
        let unlimited = no_time || (!settings.period.is_zero() && settings.stones == 0);
        let stones = if settings.period.is_zero() { 0 } else { settings.stones };
        self.clocks.settings = (!unlimited).then_some(TimeSettings { stones, ..settings });
        self.clocks.restart();
        Ok(String::new())
    }

    pub(super) fn time_left(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [colour, time, stones] = call.exactly()?;
        let position = self.game.position();
        let colour = call::colour(position.variant(), colour)?;
        let clock = PlayerClock { time: call::seconds(time)?, stones: call::number(stones)? };
        self.clocks.by_player[position.player_of(colour).index()] = Some(clock);
        Ok(String::new())
    }
}
