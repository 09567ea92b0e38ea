//! What is counted of a position for every player, to judge a game before it is over.

use cornerwise_core::{CellSet, Colour, Owner, PieceSet, Position, Variant};

/// What is counted for every player.
pub const ASPECTS: [&str; 20] = [
    "squares placed",
    "corner cells",
    "cells nearer by 1 step",
    "cells nearer by 2 steps",
    "cells nearer by 3 steps",
    "cells nearer by 4 steps",
    "cells nearer by 6 steps",
    "cells nearer by 8 steps",
    "cells within 1 step",
    "cells within 2 steps",
    "cells within 4 steps",
    "cells within 8 steps",
    "cells that nobody else can cover",
    "logarithm of the moves",
    "pieces left with 1 square",
    "pieces left with 2 squares",
    "pieces left with 3 squares",
    "pieces left with 4 squares",
    "turn",
    "colours that can move",
];

/// The number of each aspect for one player.
pub type Aspects = [f32; ASPECTS.len()];

/// The aspect that is 0 for a player whose score is final.
pub const CAN_MOVE: usize = 19;

/// The steps from corner cells after which cells are counted.
const NEARER: [usize; 6] = [1, 2, 3, 4, 6, 8];
const WITHIN: [usize; 4] = [1, 2, 4, 8];
const MOST_STEPS: usize = 8;

/// Counts the aspects of a position for every player.
///
/// A shared colour is nobody's: it only stands in the way.
pub fn aspects(position: &Position) -> [Aspects; Colour::MAX] {
    let variant = position.variant();
    let size = variant.size();
    let board = CellSet::board(size);
    let mut players = [[0.0; ASPECTS.len()]; Colour::MAX];
    let mut reached = [CellSet::EMPTY; Colour::MAX];
    let mut free = [CellSet::EMPTY; Colour::MAX];
    for colour in variant.colours().filter(|&colour| position.is_active(colour)) {
        reached[colour.index()] = position.corner_cells(colour);
        free[colour.index()] = board - position.locked_cells(colour);
    }
    for colour in variant.colours() {
        let Owner::Player(player) = variant.owner(colour) else { continue };
        let own = &mut players[player.index()];
        own[0] += position.area(colour) as f32;
        own[1] += reached[colour.index()].len() as f32;
        own[12] += (free[colour.index()] - others(variant, &free, colour)).len() as f32;
        let moves = if position.is_active(colour) { position.count_moves_of(colour) } else { 0 };
        own[13] += (moves as f32 + 1.0).ln();
        own[CAN_MOVE] += if moves > 0 { 1.0 } else { 0.0 };
        for squares in 1..=4 {
            own[13 + squares] +=
                (position.pieces(colour) & PieceSet::of_size(squares)).len() as f32;
        }
    }
    let mut nearer = [CellSet::EMPTY; Colour::MAX];
    for step in 0..=MOST_STEPS {
        if step > 0 {
            for colour in variant.colours().map(Colour::index) {
                let next = reached[colour].edge_neighbours(size) & free[colour];
                reached[colour] |= next;
            }
        }
        let (near, within) =
            (NEARER.iter().position(|&s| s == step), WITHIN.iter().position(|&s| s == step));
        for colour in variant.colours() {
            nearer[colour.index()] |= reached[colour.index()] - others(variant, &reached, colour);
            let Owner::Player(player) = variant.owner(colour) else { continue };
            let own = &mut players[player.index()];
            if let Some(number) = near {
                own[2 + number] += nearer[colour.index()].len() as f32;
            }
            if let Some(number) = within {
                own[8 + number] += reached[colour.index()].len() as f32;
            }
        }
    }
    if let Some(player) = position.player_to_play() {
        players[player.index()][18] = 1.0;
    }
    players
}

/// What all colours of other players have together.
fn others(variant: &Variant, cells: &[CellSet; Colour::MAX], colour: Colour) -> CellSet {
    let owner = variant.owner(colour);
    let foes = variant.colours().filter(|&other| {
        other != colour && (owner == Owner::Shared || variant.owner(other) != owner)
    });
    foes.fold(CellSet::EMPTY, |all, foe| all | cells[foe.index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_of_a_symmetric_position_differ_by_the_turn_alone() {
        let start = Position::start("duo".parse().unwrap());
        let [first, second, ..] = aspects(&start);
        assert_eq!(first[..18], second[..18]);
        assert_eq!((first[18], second[18]), (1.0, 0.0));
        assert_eq!((first[CAN_MOVE], second[CAN_MOVE]), (1.0, 1.0));
    }
}
