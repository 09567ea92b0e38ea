//! What learners are rewarded for.

use cornerwise_core::{Colour, Owner, Player, Position, Scoring};

use crate::options::words;

/// A number for each player; those that do not play have 0.
pub type Rewards = [f32; Colour::MAX];

words! {
    /// What learners are rewarded for. All but `score` and `none` add up to nothing over the players, with two of them.
    Reward, "reward" {
        /// At the end, (n · share − 1) / (n − 1) for n players and a share of the win: with two 1, 0 or −1; with four 1 for the
        /// winner and −⅓ for the others.
        Win = "win",
        /// At the end, from 1 for the first to −1 for the last in even steps; equal scores share the mean of their places.
        Rank = "rank",
        /// At the end, the final score by the variant's rule.
        Score = "score",
        /// At the end, the final score less that of the best opponent.
        Margin = "margin",
        /// With every move, the squares placed, less those of all opponents since the last own move. The sum over a game is the own
        /// squares less those of all opponents.
        Squares = "squares",
        /// Nothing: for shaping alone.
        Nothing = "none",
    }
}

impl Reward {
    /// Adds what a move that places so many squares is worth to everybody.
    #[inline]
    pub(crate) fn add_move(
        self,
        position: &Position,
        colour: Colour,
        squares: usize,
        to: &mut Rewards,
    ) {
        // Nobody scores for a shared colour.
        if let (Reward::Squares, Owner::Player(player)) = (self, position.variant().owner(colour)) {
            add_squares(position, player, squares as f32, to);
        }
    }

    /// Adds what the end of a game is worth to everybody. Who is at fault is last, as if it had placed nothing.
    pub(crate) fn add_end(self, position: &Position, at_fault: Option<Player>, to: &mut Rewards) {
        let players = position.variant().player_count();
        match self {
            Reward::Nothing => {}
            Reward::Squares => {
                if let Some(player) = at_fault {
                    let own = position.variant().colours_of(player);
                    let placed: i32 = own.map(|colour| position.area(colour)).sum();
                    to[player.index()] -= placed as f32;
                }
            }
            Reward::Win => {
                let shares = shares(position, at_fault);
                for (to, share) in to.iter_mut().zip(&shares[..players]) {
                    *to += (players as f32 * share - 1.0) / (players - 1) as f32;
                }
            }
            Reward::Rank => {
                let standings = standings(position, at_fault);
                for (to, own) in to.iter_mut().zip(&standings[..players]) {
                    let others = standings[..players].iter();
                    let better = others.clone().filter(|other| *other > own).count() as f32;
                    let equal = others.filter(|other| *other == own).count() as f32 - 1.0;
                    *to += 1.0 - 2.0 * (better + equal / 2.0) / (players - 1) as f32;
                }
            }
            Reward::Score | Reward::Margin => {
                let scores = scores(position, at_fault);
                for (player, to) in to.iter_mut().enumerate().take(players) {
                    let others = (0..players).filter(|&other| other != player);
                    let best = others.map(|other| scores[other]).max().expect("there are others");
                    let less = if self == Reward::Margin { best } else { 0 };
                    *to += (scores[player] - less) as f32;
                }
            }
        }
    }
}

fn add_squares(position: &Position, player: Player, squares: f32, to: &mut Rewards) {
    for other in position.variant().players() {
        to[other.index()] += if other == player { squares } else { -squares };
    }
}

/// What a player who has placed nothing scores.
fn nothing_placed(position: &Position, player: Player) -> i32 {
    let variant = position.variant();
    match variant.scoring() {
        Scoring::Area => 0,
        Scoring::Advanced => {
            -((variant.pieces().squares() * variant.colours_of(player).count()) as i32)
        }
    }
}

/// The scores, by player; those that do not play have 0.
pub(crate) fn scores(position: &Position, at_fault: Option<Player>) -> [i32; Colour::MAX] {
    let mut scores = [0; Colour::MAX];
    for player in position.variant().players() {
        scores[player.index()] = if at_fault == Some(player) {
            nothing_placed(position, player)
        } else {
            position.player_score(player)
        };
    }
    scores
}

/// What players are ranked by: their scores, unless somebody is at fault, who is behind all others.
fn standings(position: &Position, at_fault: Option<Player>) -> [i32; Colour::MAX] {
    match at_fault {
        None => scores(position, None),
        Some(player) => {
            let mut standings = [0; Colour::MAX];
            standings[player.index()] = -1;
            standings
        }
    }
}

/// The shares of the win, by player.
pub(crate) fn shares(position: &Position, at_fault: Option<Player>) -> Rewards {
    let standings = standings(position, at_fault);
    let standings = &standings[..position.variant().player_count()];
    let best = standings.iter().max().expect("there are players");
    let winners = standings.iter().filter(|own| *own == best).count() as f32;
    let mut shares = [0.0; Colour::MAX];
    for (share, own) in shares.iter_mut().zip(standings) {
        *share = if own == best { 1.0 / winners } else { 0.0 };
    }
    shares
}
