//! What is counted of a position for every player, to judge a game before it is over.

use cornerwise_core::{Colour, Owner, PieceSet, Position, Variant};

use super::race::Race;

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
    let mut players = [[0.0; ASPECTS.len()]; Colour::MAX];
    let mut race = Race::new(position);
    let alone = race.alone();
    for (colour, player) in owned(variant) {
        let own = &mut players[player];
        own[0] += position.area(colour) as f32;
        own[1] += race.reached(colour) as f32;
        own[12] += alone[colour.index()] as f32;
        let moves = if position.is_active(colour) { position.count_moves_of(colour) } else { 0 };
        own[13] += (moves as f32 + 1.0).ln();
        own[CAN_MOVE] += if moves > 0 { 1.0 } else { 0.0 };
        for squares in 1..=4 {
            own[13 + squares] +=
                (position.pieces(colour) & PieceSet::of_size(squares)).len() as f32;
        }
    }
    let mut is_over = false;
    for step in 1..=MOST_STEPS {
        is_over = is_over || !race.step();
        let near = NEARER.iter().position(|&s| s == step);
        let within = WITHIN.iter().position(|&s| s == step);
        for (colour, player) in owned(variant) {
            if let Some(number) = near {
                players[player][2 + number] += race.nearer(colour) as f32;
            }
            if let Some(number) = within {
                players[player][8 + number] += race.reached(colour) as f32;
            }
        }
    }
    if let Some(player) = position.player_to_play() {
        players[player.index()][18] = 1.0;
    }
    players
}

/// The colours that belong to players, with the players' numbers.
fn owned(variant: &Variant) -> impl Iterator<Item = (Colour, usize)> {
    variant.colours().filter_map(|colour| match variant.owner(colour) {
        Owner::Player(player) => Some((colour, player.index())),
        Owner::Shared => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cornerwise_core::{CellSet, game_rng};

    #[test]
    fn players_of_a_symmetric_position_differ_by_the_turn_alone() {
        let start = Position::start("duo".parse().unwrap());
        let [first, second, ..] = aspects(&start);
        assert_eq!(first[..18], second[..18]);
        assert_eq!((first[18], second[18]), (1.0, 0.0));
        assert_eq!((first[CAN_MOVE], second[CAN_MOVE]), (1.0, 1.0));
    }

    /// The cells of a colour that no other player's colour has.
    fn uncontested(variant: &Variant, cells: &[CellSet], colour: Colour) -> CellSet {
        let owner = variant.owner(colour);
        let foes = variant.colours().filter(|&other| variant.owner(other) != owner);
        foes.fold(cells[colour.index()], |rest, foe| rest - cells[foe.index()])
    }

    /// What the race tells, step by step from the definition.
    fn plain(position: &Position) -> Vec<Aspects> {
        let variant = position.variant();
        let size = variant.size();
        let cells = |of: &dyn Fn(Colour) -> CellSet| -> Vec<CellSet> {
            let active =
                |colour| if position.is_active(colour) { of(colour) } else { CellSet::EMPTY };
            variant.colours().map(active).collect()
        };
        let free = cells(&|colour| CellSet::board(size) - position.locked_cells(colour));
        let mut reached = cells(&|colour| position.corner_cells(colour));
        let mut nearer = vec![CellSet::EMPTY; reached.len()];
        let mut players = vec![[0.0; ASPECTS.len()]; variant.player_count()];
        for (colour, player) in owned(variant) {
            players[player][1] += reached[colour.index()].len() as f32;
            players[player][12] += uncontested(variant, &free, colour).len() as f32;
        }
        for step in 0..=MOST_STEPS {
            for colour in variant.colours() {
                nearer[colour.index()] |= uncontested(variant, &reached, colour);
            }
            for (colour, player) in owned(variant) {
                for (number, _) in NEARER.iter().enumerate().filter(|(_, at)| **at == step) {
                    players[player][2 + number] += nearer[colour.index()].len() as f32;
                }
                for (number, _) in WITHIN.iter().enumerate().filter(|(_, at)| **at == step) {
                    players[player][8 + number] += reached[colour.index()].len() as f32;
                }
            }
            for (reached, &free) in reached.iter_mut().zip(&free) {
                *reached |= reached.edge_neighbours(size) & free;
            }
        }
        players
    }

    #[test]
    fn the_race_is_as_it_is_defined() {
        for name in ["duo", "classic", "classic-2", "classic-3", "7x7", "20x20-3", "2x2"] {
            let mut position = Position::start(name.parse().unwrap());
            let mut rng = game_rng(3, 0);
            while !position.is_over() {
                for (quick, plain) in aspects(&position).iter().zip(plain(&position)) {
                    assert_eq!(quick[1..13], plain[1..13], "{name}");
                }
                position.play(position.sample_move(&mut rng).unwrap()).unwrap();
            }
        }
    }
}
