//! Replaying a game line against the rules, with every move generator.

use std::fmt;
use std::sync::Arc;

use super::game_line::{GameLine, GameLineError};
use crate::generate::Generator;
use crate::moves::Move;
use crate::notation::Ply;
use crate::position::Position;
use crate::tables::Tables;
use crate::variant::Colour;

/// What was checked of a line, and what is wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// The plies that were replayed.
    pub plies: usize,
    /// Where the line and the rules differ; none when the line is right.
    pub mismatches: Vec<Mismatch>,
}

/// A difference between a line and the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The ply, counted from 1; scores are those after the last ply.
    pub ply: usize,
    /// What the line says.
    pub expected: String,
    /// What the rules say.
    pub found: String,
    /// The generator that found it, if not all do.
    pub generator: Option<Generator>,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ply {}: expected {}, found {}", self.ply, self.expected, self.found)?;
        match self.generator {
            Some(generator) => write!(f, " (generator {generator})"),
            None => Ok(()),
        }
    }
}

impl GameLine {
    /// Replays the line and checks what it says: every legal count, every pass and the scores.
    ///
    /// Without legal counts the generators are checked against each other, and passes may be left out;
    /// with them, every pass has its count and must be there.
    ///
    /// # Errors
    /// When a move is ill written.
    ///
    /// # Panics
    /// When the tables are those of another variant.
    pub fn verify(&self, tables: &Arc<Tables>) -> Result<Verification, GameLineError> {
        assert_eq!(tables.variant().name(), self.variant, "tables of another variant");
        let plies = self.plies()?;
        let mut replay = Replay {
            line: self,
            position: Position::new(tables),
            colour: Colour::from_index(0),
            passes: 0,
            list: Vec::new(),
            checked: Verification::default(),
        };
        if replay.plies(&plies) {
            replay.end();
        }
        Ok(replay.checked)
    }
}

struct Replay<'l> {
    line: &'l GameLine,
    position: Position,
    /// Whose turn it is when no pass is left out.
    colour: Colour,
    /// The passes in a row up to here.
    passes: usize,
    list: Vec<Move>,
    checked: Verification,
}

impl Replay<'_> {
    fn mismatch(
        &mut self,
        expected: impl fmt::Display,
        found: impl fmt::Display,
        generator: Option<Generator>,
    ) {
        let mismatch = Mismatch {
            ply: self.checked.plies,
            expected: expected.to_string(),
            found: found.to_string(),
            generator,
        };
        self.checked.mismatches.push(mismatch);
    }

    /// Replays all plies; answers whether that was possible.
    fn plies(&mut self, plies: &[Ply]) -> bool {
        for (at, &ply) in plies.iter().enumerate() {
            self.checked.plies = at + 1;
            if ply != Ply::Pass {
                self.skip_left_out_passes(ply);
            }
            if !self.checked_turn(at, ply) {
                return false;
            }
        }
        true
    }

    fn skip_left_out_passes(&mut self, ply: Ply) {
        while let Some(to_play) = self.position.to_play()
            && to_play != self.colour
        {
            if self.line.legal_counts.is_some() {
                let colour = self.colour;
                self.mismatch(ply, format_args!("that colour {colour} must pass"), None);
            }
            self.colour = self.position.after(self.colour);
        }
    }

    /// Checks and plays one ply; answers whether the game can go on.
    fn checked_turn(&mut self, at: usize, ply: Ply) -> bool {
        let colour = self.colour;
        let can_move = self.position.to_play() == Some(colour);
        self.check_counts(at, ply);
        match ply {
            Ply::Pass if can_move => {
                let count = self.position.count_moves();
                let found = format!("{count} legal moves of colour {colour}");
                self.mismatch(ply, found, None);
                return false;
            }
            Ply::Pass if self.passes == self.position.variant().colour_count() => {
                self.mismatch(ply, "that the game is over", None);
                return false;
            }
            Ply::Pass => self.passes += 1,
            Ply::Move(mv) => {
                if let Err(error) = self.position.play(mv) {
                    self.mismatch(format_args!("{mv} to be legal"), error, None);
                    return false;
                }
                self.passes = 0;
            }
        }
        self.colour = self.position.after(colour);
        true
    }

    /// Checks the number of legal moves with every generator, and that each lists the move.
    fn check_counts(&mut self, at: usize, ply: Ply) {
        let (colour, mut list) = (self.colour, std::mem::take(&mut self.list));
        let mut found = Vec::new();
        for generator in Generator::ALL {
            generator.list(&self.position, colour, &mut list);
            found.push((generator, list.len()));
            if generator == Generator::Fast {
                // It also counts without listing.
                found.push((generator, generator.count(&self.position, colour)));
            }
            if let Ply::Move(mv) = ply
                && self.position.check(colour, mv).is_ok()
                && !list.contains(&mv)
            {
                let expected = format_args!("{mv} among the legal moves");
                self.mismatch(expected, "that it is not listed", Some(generator));
            }
        }
        self.list = list;
        let said = self.line.legal_counts.as_ref().and_then(|counts| counts.get(at));
        // A count that is missing is told with the number of counts at the end.
        let expected = said.map_or(found[0].1 as u64, |&count| count);
        let legal = format!("{expected} legal moves of colour {colour}");
        if found.iter().all(|&(_, count)| count == found[0].1) {
            if found[0].1 as u64 != expected {
                self.mismatch(legal, found[0].1, None);
            }
            return;
        }
        for (generator, count) in found {
            if count as u64 != expected {
                self.mismatch(&legal, count, Some(generator));
            }
        }
    }

    /// Checks what is said about the end.
    fn end(&mut self) {
        let colours = self.position.variant().colour_count();
        if let Some(counts) = &self.line.legal_counts {
            let counts = counts.len();
            if counts != self.line.moves.len() {
                let moves = self.line.moves.len();
                self.mismatch(format!("{counts} legal counts"), format!("{moves} moves"), None);
            }
            if self.position.is_over() && self.passes < colours {
                let missing = colours - self.passes;
                let found = format!("that {missing} more passes end the game");
                self.mismatch("no more plies", found, None);
            }
        }
        let position = self.position.clone();
        let (line, of_colours) = (self.line, || position.variant().colours());
        if let Some(expected) = &line.area {
            let found: Vec<i32> = of_colours().map(|colour| position.area(colour)).collect();
            self.compare("area", expected, &found);
        }
        if let Some(expected) = &line.advanced {
            let found: Vec<i32> =
                of_colours().map(|colour| position.advanced_score(colour)).collect();
            self.compare("advanced score", expected, &found);
        }
    }

    fn compare(&mut self, what: &str, expected: &[i32], found: &[i32]) {
        if expected != found {
            self.mismatch(format_args!("{what} {expected:?}"), format_args!("{found:?}"), None);
        }
    }
}
