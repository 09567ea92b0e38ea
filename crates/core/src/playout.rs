//! Games to the end.

use rand::{Rng, RngExt};

use crate::generate::Generator;
use crate::moves::Move;
use crate::position::Position;
use crate::variant::Colour;

/// What a colour does in its turn of a [playout](Position::play_on).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It plays this legal move.
    Play(Move),
    /// It has no legal move, now and for good.
    Pass,
    /// The rest of the game is not played.
    Stop,
}

impl Position {
    /// Plays uniformly random moves until the game is over; answers how many were played.
    ///
    /// ```
    /// use cornerwise_core::{Position, game_rng};
    /// let mut position = Position::start("duo".parse().unwrap());
    /// position.playout(&mut game_rng(1, 0));
    /// assert!(position.is_over());
    /// ```
    pub fn playout(&mut self, rng: &mut impl Rng) -> usize {
        self.playout_counting(rng, |_| {})
    }

    /// Like [`Position::playout`], and tells the number of legal moves before each one.
    #[inline]
    pub fn playout_counting(&mut self, rng: &mut impl Rng, mut seen: impl FnMut(usize)) -> usize {
        self.play_to_end(|position, colour| {
            let (mv, count) = position.sample_move_of(colour, rng)?;
            seen(count);
            Some(mv)
        })
    }

    /// The same random game, but with every move list written out by a generator.
    pub fn playout_listing(
        &mut self,
        generator: Generator,
        list: &mut Vec<Move>,
        rng: &mut impl Rng,
        mut seen: impl FnMut(usize),
    ) -> usize {
        self.play_to_end(|position, colour| {
            generator.list(position, colour, list);
            if list.is_empty() {
                return None;
            }
            seen(list.len());
            Some(list[rng.random_range(0..list.len() as u32) as usize])
        })
    }

    /// Plays until the game is over. `choose` answers a legal move of the colour, or `None` exactly when
    /// it has none. Answers how many moves were played.
    #[inline]
    pub fn play_to_end(
        &mut self,
        mut choose: impl FnMut(&Position, Colour) -> Option<Move>,
    ) -> usize {
        self.play_on(|position, colour| match choose(position, colour) {
            Some(mv) => Step::Play(mv),
            None => Step::Pass,
        })
    }

    /// Plays until the game is over or `choose` stops. Answers how many moves were played.
    #[inline]
    pub fn play_on(&mut self, mut choose: impl FnMut(&Position, Colour) -> Step) -> usize {
        let Some(mut colour) = self.to_play() else { return 0 };
        let colours = self.variant().colour_count();
        let mut played = 0;
        let mut passes = 0;
        while passes < colours {
            let step = if self.is_active(colour) { choose(self, colour) } else { Step::Pass };
            match step {
                Step::Play(mv) => {
                    self.place(colour, mv);
                    played += 1;
                    passes = 0;
                }
                Step::Pass => {
                    self.retire(colour);
                    passes += 1;
                }
                Step::Stop => {
                    self.settle(colour);
                    return played;
                }
            }
            colour = self.after(colour);
        }
        self.finish();
        played
    }
}
