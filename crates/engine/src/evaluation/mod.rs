//! What a position is worth before the game is over: weighted sums of features, as data.

mod feature_source;
mod named;

use cornerwise_core::{Colour, Owner, Player, Position, Variant};

pub(crate) use feature_source::{FeatureSource, Glimpse, Preview};
pub(crate) use named::{CHOICE, description, from_settings, with_weights};
pub use named::{EVALUATIONS, NamedEvaluation};

use crate::features::Feature;

/// A feature with its weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// What is counted.
    pub feature: Feature,
    /// The weight of the player's own colours.
    pub own: f64,
    /// The weight of the opponents' mean.
    pub opponents: f64,
    /// The first and the last number of own moves with which the term holds.
    pub moves: (usize, usize),
}

const WHOLE_GAME: (usize, usize) = (0, usize::MAX);

impl Term {
    /// A term that holds in the whole game.
    #[must_use]
    pub const fn new(feature: Feature, own: f64, opponents: f64) -> Term {
        Term { feature, own, opponents, moves: WHOLE_GAME }
    }

    /// A term that counts for the player as much as against the opponents.
    #[must_use]
    pub const fn difference(feature: Feature, weight: f64) -> Term {
        Term::new(feature, weight, -weight)
    }

    /// The same term from one number of own moves to another, both included.
    #[must_use]
    pub const fn during(mut self, first: usize, last: usize) -> Term {
        self.moves = (first, last);
        self
    }

    /// Whether the term holds with so many own moves.
    fn holds(&self, moves: usize) -> bool {
        (self.moves.0..=self.moves.1).contains(&moves)
    }

    /// The weight of a colour's feature for a player.
    fn weight(&self, variant: &Variant, colour: Colour, player: Player) -> f64 {
        match variant.owner(colour) {
            Owner::Player(owner) if owner == player => self.own,
            Owner::Player(_) => self.opponents / (variant.player_count() - 1) as f64,
            Owner::Shared => 0.0,
        }
    }
}

/// A sum of terms: what a position is worth to a player.
///
/// ```
/// use cornerwise_core::Position;
/// use cornerwise_engine::{Evaluation, Feature, Term};
/// let area = Evaluation::new(vec![Term::difference(Feature::Squares, 1.0)]);
/// let mut position = Position::start("duo".parse().unwrap());
/// position.play("e10,f10".parse().unwrap()).unwrap();
/// assert_eq!(area.values(&position), [2.0, -2.0]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    terms: Vec<Term>,
    is_seen: bool,
    is_by_piece: bool,
    is_staged: bool,
}

impl Evaluation {
    /// The sum of these terms.
    #[must_use]
    pub fn new(terms: Vec<Term>) -> Evaluation {
        let by_piece = [Feature::Squares, Feature::Difficulty];
        Evaluation {
            is_seen: terms.iter().all(|term| term.feature.is_seen()),
            is_staged: terms.iter().any(|term| term.moves != WHOLE_GAME),
            is_by_piece: terms.iter().all(|term| by_piece.contains(&term.feature)),
            terms,
        }
    }

    /// The terms.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// What the position is worth to a player. The game need not be over, and its end counts for
    /// nothing here: scores are exact, evaluations are not.
    pub fn of(&self, position: &Position, player: Player) -> f64 {
        let feature = |feature: Feature, colour| feature.of(position, colour);
        self.sum(position, player, feature)
    }

    /// What the position is worth to every player.
    pub fn values(&self, position: &Position) -> Vec<f64> {
        self.all(position)[..position.variant().player_count()].to_vec()
    }

    /// Like [`Evaluation::values`], without allocating.
    pub(crate) fn all(&self, position: &Position) -> [f64; Colour::MAX] {
        self.sums(position, |feature, colour| feature.of(position, colour))
    }

    /// Whether the sets of cells and pieces are enough, so that a [`Glimpse`] can be evaluated.
    pub(crate) fn is_seen(&self) -> bool {
        self.is_seen
    }

    /// Whether all moves with one piece change the value by the same.
    pub(crate) fn is_by_piece(&self) -> bool {
        self.is_by_piece
    }

    /// What the position after a move is worth to a player; only for evaluations that
    /// [are seen](Evaluation::is_seen).
    pub(crate) fn of_glimpse(&self, glimpse: &Glimpse<'_>, player: Player) -> f64 {
        self.sum(glimpse, player, |feature, colour| seen(glimpse, feature, colour))
    }

    /// What the position after a move is worth to every player, as [`Evaluation::of_glimpse`].
    pub(crate) fn all_of_glimpse(&self, glimpse: &Glimpse<'_>) -> [f64; Colour::MAX] {
        self.sums(glimpse, |feature, colour| seen(glimpse, feature, colour))
    }

    /// The sum for one player; features that do not matter to it are not looked at.
    fn sum<S: FeatureSource>(
        &self,
        source: &S,
        player: Player,
        value: impl Fn(Feature, Colour) -> f64,
    ) -> f64 {
        let variant = source.variant();
        let moves = if self.is_staged { moves_of(source, player) } else { 0 };
        let mut sum = 0.0;
        for term in self.terms.iter().filter(|term| term.holds(moves)) {
            for colour in variant.colours() {
                let weight = term.weight(variant, colour, player);
                if weight != 0.0 {
                    sum += weight * value(term.feature, colour);
                }
            }
        }
        sum
    }

    /// The sums for all players; every feature is looked at once.
    fn sums<S: FeatureSource>(
        &self,
        source: &S,
        value: impl Fn(Feature, Colour) -> f64,
    ) -> [f64; Colour::MAX] {
        let variant = source.variant();
        let mut moves = [0; Colour::MAX];
        for player in variant.players() {
            moves[player.index()] = moves_of(source, player);
        }
        let mut sums = [0.0; Colour::MAX];
        for term in &self.terms {
            for colour in variant.colours() {
                let mut known = None;
                for player in variant.players().filter(|p| term.holds(moves[p.index()])) {
                    let weight = term.weight(variant, colour, player);
                    if weight != 0.0 {
                        let value = *known.get_or_insert_with(|| value(term.feature, colour));
                        sums[player.index()] += weight * value;
                    }
                }
            }
        }
        sums
    }
}

fn seen(glimpse: &Glimpse<'_>, feature: Feature, colour: Colour) -> f64 {
    feature.seen(glimpse, colour).expect("the evaluation needs no moves")
}

/// The most pieces that one of a player's colours has placed.
fn moves_of(source: &impl FeatureSource, player: Player) -> usize {
    let variant = source.variant();
    let placed = |colour| variant.pieces().len() - source.pieces(colour).len();
    variant.colours_of(player).map(placed).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_hold_only_with_their_numbers_of_moves() {
        let stages = Evaluation::new(vec![
            Term::new(Feature::Squares, 1.0, 0.0).during(0, 1),
            Term::new(Feature::Squares, 10.0, -1.0).during(2, 2),
        ]);
        let mut position = Position::start("duo".parse().unwrap());
        let (first, second) = (Player::from_index(0), Player::from_index(1));
        for mv in ["e10", "j5,j6", "f11,g11"] {
            position.play(mv.parse().unwrap()).unwrap();
        }
        assert_eq!(stages.of(&position, first), 30.0 - 2.0);
        assert_eq!(stages.of(&position, second), 2.0);
    }

    #[test]
    fn opponents_count_with_their_mean() {
        let area = Evaluation::new(vec![Term::difference(Feature::Squares, 1.0)]);
        let mut position = Position::start("classic".parse().unwrap());
        for mv in ["a20,b20,c20,d20,e20", "t20"] {
            position.play(mv.parse().unwrap()).unwrap();
        }
        let values = area.values(&position);
        assert!((values[0] - (5.0 - 1.0 / 3.0)).abs() < 1e-12);
        assert!((values[2] - (0.0 - 2.0)).abs() < 1e-12);
    }
}
