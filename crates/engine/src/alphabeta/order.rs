//! Which moves to try first, without searching them.

use std::str::FromStr;

use cornerwise_core::{Colour, Move, Piece, Position, PositionStack};

use crate::evaluation::{FeatureSource, Preview};
use crate::parameter::{Parameter, ParameterKind};

/// A way to order moves before they are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Large pieces first.
    Size,
    /// Most own corner cells first.
    OwnCorners,
    /// Fewest corner cells of the opponents first.
    OpponentCorners,
    /// The largest difference of corner cells first.
    CornerDifference,
    /// Fewest replies of the opponents first.
    Replies,
    /// By a fixed ranking of the pieces.
    Ranked,
    /// By the ranking in the first plies, then by size, equal sizes by the opponents' corner cells.
    Combined,
}

const NAMES: [&str; 7] = [
    "size",
    "own-corners",
    "opponent-corners",
    "corner-difference",
    "replies",
    "ranked",
    "combined",
];

/// The parameter that names an order.
pub(crate) const CHOICE: Parameter = Parameter {
    name: "order",
    kind: ParameterKind::Choice(&NAMES),
    default: "size",
    meaning: "which moves are searched first",
};

/// The pieces by how much a player wants to be rid of them: wide and angular ones first.
const RANKING: [&str; Piece::COUNT] = [
    "F", "W", "Y", "N", "Z5", "T5", "X", "V5", "L5", "U", "P", "I5", "Z4", "T4", "L4", "O", "I4",
    "V3", "I3", "2", "1",
];

/// In so many plies from the root the combined order goes by the ranking.
const RANKED_PLIES: usize = 3;

impl FromStr for Order {
    type Err = ();

    fn from_str(name: &str) -> Result<Order, ()> {
        Order::ALL.into_iter().zip(NAMES).find(|row| row.1 == name).map(|row| row.0).ok_or(())
    }
}

impl Order {
    /// All orders, as in the parameter.
    pub(crate) const ALL: [Order; 7] = [
        Order::Size,
        Order::OwnCorners,
        Order::OpponentCorners,
        Order::CornerDifference,
        Order::Replies,
        Order::Ranked,
        Order::Combined,
    ];
}

/// Orders moves.
#[derive(Clone, Debug)]
pub(crate) struct Orderer {
    order: Order,
    /// How early in the ranking each piece comes; larger is earlier.
    ranks: [i32; Piece::COUNT],
    sizes: [i32; Piece::COUNT],
}

impl Orderer {
    pub(crate) fn new(order: Order) -> Orderer {
        let mut ranks = [0; Piece::COUNT];
        for (at, name) in RANKING.iter().enumerate() {
            let piece: Piece = name.parse().expect("the ranking names pieces");
            ranks[piece.index()] = (Piece::COUNT - at) as i32;
        }
        let sizes = std::array::from_fn(|piece| Piece::from_index(piece).size() as i32);
        Orderer { order, ranks, sizes }
    }

    /// Tells how early each move should be searched; larger is earlier, and all are within ±2²⁰.
    pub(crate) fn rate(
        &self,
        line: &mut PositionStack,
        ply: usize,
        moves: &[Move],
        mut rate: impl FnMut(Move, i32),
    ) {
        let Some(mover) = line.position().to_play() else { return };
        let size = |mv: Move| self.sizes[mv.piece().index()];
        let rank = |mv: Move| self.ranks[mv.piece().index()];
        let is_ranked_ply = self.order == Order::Combined && ply < RANKED_PLIES;
        match self.order {
            Order::Size => {
                for &mv in moves {
                    rate(mv, size(mv));
                }
            }
            _ if self.order == Order::Ranked || is_ranked_ply => {
                for &mv in moves {
                    rate(mv, rank(mv));
                }
            }
            Order::Replies => {
                let foes = foes(line.position(), mover);
                for &mv in moves {
                    line.push(mv);
                    let replies = |foe: &Colour| line.position().count_moves_of(*foe) as i32;
                    let replies: i32 = foes.iter().flatten().map(replies).sum();
                    line.pop();
                    rate(mv, -replies);
                }
            }
            _ => {
                let position = line.position();
                let foes = foes(position, mover);
                let preview = Preview::new(position, mover);
                for &mv in moves {
                    let glimpse = preview.after(mv);
                    let corners = |colour: Colour| glimpse.corner_cells(colour).len() as i32;
                    let theirs = || foes.iter().flatten().map(|&foe| corners(foe)).sum::<i32>();
                    rate(
                        mv,
                        match self.order {
                            Order::OwnCorners => corners(mover),
                            Order::OpponentCorners => -theirs(),
                            Order::CornerDifference => corners(mover) - theirs(),
                            _ => size(mv) * 1000 - theirs(),
                        },
                    );
                }
            }
        }
    }
}

/// The colours that other players move next.
fn foes(position: &Position, mover: Colour) -> [Option<Colour>; Colour::MAX] {
    let player = position.player_of(mover);
    let mut foes = [None; Colour::MAX];
    for colour in position.variant().colours() {
        if position.player_of(colour) != player {
            foes[colour.index()] = Some(colour);
        }
    }
    foes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranking_has_every_piece_once() {
        let ranks = Orderer::new(Order::Ranked).ranks;
        let mut sorted = ranks;
        sorted.sort_unstable();
        assert!(sorted.iter().copied().eq(1..=Piece::COUNT as i32));
    }

    #[test]
    fn every_order_rates_as_it_says() {
        let mut position = Position::start("duo".parse().unwrap());
        for mv in ["e10,f10,g10", "h5,i5,j5", "h9,i9,i8"] {
            position.play(mv.parse().unwrap()).unwrap();
        }
        let moves = position.legal_moves();
        let (mover, foe) = (position.to_play().unwrap(), Colour::from_index(0));
        for (order, name) in Order::ALL.into_iter().zip(NAMES) {
            assert_eq!(name.parse(), Ok(order));
            let orderer = Orderer::new(order);
            let mut rated = Vec::new();
            let mut line = PositionStack::new(position.clone());
            orderer.rate(&mut line, 5, &moves, |mv, rate| rated.push((mv, rate)));
            assert_eq!(rated.len(), moves.len());
            for (mv, rate) in rated {
                let mut next = position.clone();
                next.play(mv).unwrap();
                let corners = |colour| next.corner_cells(colour).len() as i32;
                let expected = match order {
                    Order::Size => mv.piece().size() as i32,
                    Order::OwnCorners => corners(mover),
                    Order::OpponentCorners => -corners(foe),
                    Order::CornerDifference => corners(mover) - corners(foe),
                    Order::Replies => -(next.count_moves_of(foe) as i32),
                    Order::Ranked => orderer.ranks[mv.piece().index()],
                    Order::Combined => 1000 * mv.piece().size() as i32 - corners(foe),
                };
                assert_eq!(rate, expected, "{name} of {mv}");
            }
        }
    }
}
