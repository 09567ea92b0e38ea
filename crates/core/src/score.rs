//! Scores and ranks.

use crate::piece::Piece;
use crate::position::Position;
use crate::variant::{Colour, Player, Scoring};

/// For placing every piece.
const ALL_PLACED: i32 = 15;
/// On top of that, for placing the single square last.
const SINGLE_LAST: i32 = 5;

impl Position {
    /// The squares that a colour has placed.
    pub fn area(&self, colour: Colour) -> i32 {
        self.cells(colour).len() as i32
    }

    /// A colour's score by the advanced rule: minus one for every square left, a bonus for having
    /// placed everything, and another one for ending with the single square.
    pub fn advanced_score(&self, colour: Colour) -> i32 {
        let left = self.pieces(colour);
        if !left.is_empty() {
            return -(left.squares() as i32);
        }
        let single_last = self.last_piece(colour) == Some(Piece::SINGLE);
        ALL_PLACED + if single_last { SINGLE_LAST } else { 0 }
    }

    /// A colour's score by the variant's rule.
    pub fn score(&self, colour: Colour) -> i32 {
        match self.variant().scoring() {
            Scoring::Area => self.area(colour),
            Scoring::Advanced => self.advanced_score(colour),
        }
    }

    /// A player's score: the sum over the colours that belong to the player alone.
    pub fn player_score(&self, player: Player) -> i32 {
        self.variant().colours_of(player).map(|colour| self.score(colour)).sum()
    }

    /// The score of every player.
    pub fn player_scores(&self) -> Vec<i32> {
        self.variant().players().map(|player| self.player_score(player)).collect()
    }

    /// The rank of every player by score, 1 for the best; equal scores share a rank.
    pub fn ranks(&self) -> Vec<usize> {
        let scores = self.player_scores();
        let better = |own: i32| scores.iter().filter(|&&other| other > own).count();
        scores.iter().map(|&own| better(own) + 1).collect()
    }

    /// Every player's share of the win: 1 for a sole winner, equal parts for shared first places.
    ///
    /// With two players this is 1 for a win, ½ for a draw and 0 for a loss.
    pub fn win_shares(&self) -> Vec<f64> {
        let ranks = self.ranks();
        let winners = ranks.iter().filter(|&&rank| rank == 1).count();
        let share = |&rank: &usize| if rank == 1 { 1.0 / winners as f64 } else { 0.0 };
        ranks.iter().map(share).collect()
    }
}
