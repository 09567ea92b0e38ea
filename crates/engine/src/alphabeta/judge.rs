//! What the ends of searched lines are worth, in whole numbers.

use cornerwise_core::{Colour, Player, Position};

use crate::evaluation::{Evaluation, FeatureSource, Glimpse};

/// One point of an evaluation or of the score.
const POINT: f64 = 1000.0;
/// What a won game is worth on top of its points: more than any evaluation, so that what is certain
/// outweighs what is guessed.
const WIN: i32 = 1_000_000_000;
/// No evaluation comes near to a won or lost game.
const MOST: f64 = 400_000_000.0;

/// A value for every player.
pub(crate) type Values = [i32; Colour::MAX];

/// Judges positions.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    pub evaluation: Evaluation,
    /// Who is searching.
    pub root: Player,
    /// Whether everyone else only wants to harm the searching player, which is so with two players.
    pub is_paranoid: bool,
}

impl Judge {
    /// What a position is worth to a player: exactly when the game is over, else by the evaluation.
    fn value(&self, position: &Position, player: Player) -> i32 {
        if position.is_over() {
            end_value(position, player)
        } else {
            rounded(self.evaluation.of(position, player))
        }
    }
}

fn rounded(value: f64) -> i32 {
    (value * POINT).round().clamp(-MOST, MOST) as i32
}

/// The win or loss, and the lead over the mean of the others in points.
fn end_value(position: &Position, player: Player) -> i32 {
    let share = position.win_shares()[player.index()];
    let others = (position.variant().player_count() - 1) as f64;
    let (mut own, mut sum) = (0.0, 0.0);
    for other in position.variant().players() {
        let score = f64::from(position.player_score(other));
        if other == player { own = score } else { sum += score }
    }
    ((2.0 * share - 1.0) * f64::from(WIN)) as i32 + rounded(own - sum / others)
}

/// Whether a value is that of a won or lost game, not an estimate.
pub(crate) fn is_decided(value: i32) -> bool {
    f64::from(value).abs() > MOST
}

/// The share of the win that the value of a finished game means.
pub(crate) fn share(value: i32) -> f64 {
    // The points are far too small to matter here.
    let share = f64::midpoint(f64::from(value) / f64::from(WIN), 1.0);
    (share * 1000.0).round() / 1000.0
}

/// A value in points.
pub(crate) fn points(value: i32) -> f64 {
    f64::from(value) / POINT
}

/// What a search carries upwards: one number or one for every player.
pub(crate) trait Outcome: Copy + Default {
    /// The outcome of a line that ends here.
    fn of(judge: &Judge, position: &Position) -> Self;

    /// The outcome after a move that has not been played and does not end the game.
    fn of_glimpse(judge: &Judge, glimpse: &Glimpse<'_>) -> Self;
}

/// The value for the searching player, which the others want to be small.
impl Outcome for i32 {
    #[inline]
    fn of(judge: &Judge, position: &Position) -> i32 {
        judge.value(position, judge.root)
    }

    #[inline]
    fn of_glimpse(judge: &Judge, glimpse: &Glimpse<'_>) -> i32 {
        rounded(judge.evaluation.of_glimpse(glimpse, judge.root))
    }
}

impl Outcome for Values {
    fn of(judge: &Judge, position: &Position) -> Values {
        let players = position.variant().player_count();
        if judge.is_paranoid {
            return opposed(judge.root, i32::of(judge, position), players);
        }
        if position.is_over() {
            let mut values = Values::default();
            for player in position.variant().players() {
                values[player.index()] = end_value(position, player);
            }
            return values;
        }
        judge.evaluation.all(position).map(rounded)
    }

    fn of_glimpse(judge: &Judge, glimpse: &Glimpse<'_>) -> Values {
        if judge.is_paranoid {
            let players = glimpse.variant().player_count();
            return opposed(judge.root, i32::of_glimpse(judge, glimpse), players);
        }
        judge.evaluation.all_of_glimpse(glimpse).map(rounded)
    }
}

/// One player's value, and its opposite for all others.
fn opposed(player: Player, value: i32, players: usize) -> Values {
    let mut values = Values::default();
    values[..players].fill(-value);
    values[player.index()] = value;
    values
}
