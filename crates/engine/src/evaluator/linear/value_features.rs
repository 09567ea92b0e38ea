//! The features of the linear value: what is counted of a position for every player.

use crate::math::Elementary;

use cornerwise_core::{Colour, Piece, PieceSet, Position, Variant};

use super::openness::{OPEN, openness};
use super::race::Race;

/// What is counted for every player.
pub const VALUE_FEATURES: [&str; 54] = [
    "squares placed",
    "corner cells with 0 to 3 free cells around",
    "corner cells with 4 to 7 free cells around",
    "corner cells with 8 to 11 free cells around",
    "corner cells with 12 to 15 free cells around",
    "corner cells with 16 to 20 free cells around",
    "corner cells with more free cells around",
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
    "pieces of up to 3 squares that can be placed",
    "pieces of 4 squares that can be placed",
    "pieces of 5 squares that can be placed",
    "1 is left",
    "2 is left",
    "I3 is left",
    "V3 is left",
    "I4 is left",
    "L4 is left",
    "O is left",
    "T4 is left",
    "Z4 is left",
    "F is left",
    "I5 is left",
    "L5 is left",
    "N is left",
    "P is left",
    "T5 is left",
    "U is left",
    "V5 is left",
    "W is left",
    "X is left",
    "Y is left",
    "Z5 is left",
    "corner cells that are another's",
    "corner cells within 1 step of another's",
    "corner cells within 2 steps of another's",
    "turn",
    "corner cells of the turn",
    "corner cells of the turn that are another's",
    "corner cells of the turn within 1 step of another's",
    "corner cells of the turn within 2 steps of another's",
    "next turn among several",
    "turn after the next among several",
    "colours that can move",
];

/// The value of each feature for one player.
pub type ValueFeatures = [f32; VALUE_FEATURES.len()];

/// The feature that is 0 for a player whose score is final.
pub const CAN_MOVE: usize = LATER_TURN + LATER_TURNS;

// Where the others begin.
const SQUARES: usize = 0;
const CORNERS: usize = 1;
const NEARER: usize = CORNERS + OPEN;
const WITHIN: usize = NEARER + NEARER_AFTER.len();
const ALONE: usize = WITHIN + WITHIN_AFTER.len();
const MOVES: usize = ALONE + 1;
const PLACEABLE: usize = MOVES + 1;
const LEFT: usize = PLACEABLE + 3;
const THREATENED: usize = LEFT + Piece::COUNT;
const TURN: usize = THREATENED + THREATS;
const TURN_CORNERS: usize = TURN + 1;
const TURN_THREATENED: usize = TURN_CORNERS + 1;
const LATER_TURN: usize = TURN_THREATENED + THREATS;

/// The steps from corner cells after which cells are counted.
const NEARER_AFTER: [usize; 6] = [1, 2, 3, 4, 6, 8];
const WITHIN_AFTER: [usize; 4] = [1, 2, 4, 8];
const MOST_STEPS: usize = 8;
/// Corner cells are threatened by others who are there or one or two steps away.
const THREATS: usize = 3;
/// How many of the turns after the one at hand are told apart.
const LATER_TURNS: usize = 2;

/// Counts the features of a position for every player.
///
/// A shared colour is nobody's: it only stands in the way.
pub fn value_features(position: &Position) -> [ValueFeatures; Colour::MAX] {
    let variant = position.variant();
    let mut players = [[0.0; VALUE_FEATURES.len()]; Colour::MAX];
    let mut race = Race::new(position);
    let alone = race.alone();
    for (colour, player) in owned(variant) {
        let own = &mut players[player];
        own[SQUARES] += position.area(colour) as f32;
        own[ALONE] += alone[colour.index()] as f32;
        for piece in position.pieces(colour).iter() {
            own[LEFT + piece.index()] += 1.0;
        }
        if !position.is_active(colour) {
            continue;
        }
        for cell in position.corner_cells(colour).iter() {
            own[CORNERS + openness(race.free(colour), cell)] += 1.0;
        }
        let (moves, pieces) = position.count_moves_and_pieces_of(colour);
        own[MOVES] += (moves as f32 + 1.0).logarithm();
        for squares in 1..=5_usize {
            own[PLACEABLE + squares.saturating_sub(3)] +=
                (pieces & PieceSet::of_size(squares)).len() as f32;
        }
        own[CAN_MOVE] += if moves > 0 { 1.0 } else { 0.0 };
    }
    let mut is_over = false;
    for step in 0..=MOST_STEPS {
        is_over = is_over || (step > 0 && !race.step());
        let nearer = NEARER_AFTER.iter().position(|&after| after == step);
        let within = WITHIN_AFTER.iter().position(|&after| after == step);
        for (colour, player) in owned(variant) {
            let own = &mut players[player];
            if step < THREATS && position.is_active(colour) {
                own[THREATENED + step] +=
                    (position.corner_cells(colour) & *race.contested()).len() as f32;
            }
            if let Some(number) = nearer {
                own[NEARER + number] += race.nearer(colour) as f32;
            }
            if let Some(number) = within {
                own[WITHIN + number] += race.reached(colour) as f32;
            }
        }
    }
    note_turns(position, &mut players);
    players
}

/// Whose turn it is, with what depends on that, and whose it is soon.
fn note_turns(position: &Position, players: &mut [ValueFeatures; Colour::MAX]) {
    let variant = position.variant();
    let Some(turn) = position.to_play() else { return };
    let colours = variant.colour_count();
    let mut has_come = [false; Colour::MAX];
    let mut number = 0;
    for after in 0..colours {
        let colour = Colour::from_index((turn.index() + after) % colours);
        let player = position.player_of(colour).index();
        if !position.is_active(colour) || has_come[player] {
            continue;
        }
        has_come[player] = true;
        let own = &mut players[player];
        if number == 0 {
            own[TURN] = 1.0;
            own[TURN_CORNERS] = own[CORNERS..][..OPEN].iter().sum();
            own.copy_within(THREATENED..THREATENED + THREATS, TURN_THREATENED);
        } else if number <= LATER_TURNS && variant.player_count() > 2 {
            own[LATER_TURN + number - 1] = 1.0;
        }
        number += 1;
    }
}

/// The colours that belong to players, with the players' numbers.
fn owned(variant: &Variant) -> impl Iterator<Item = (Colour, usize)> {
    let owner = |colour| Some((colour, variant.owner(colour).player()?.index()));
    variant.colours().filter_map(owner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cornerwise_core::{CellSet, game_rng};

    #[test]
    fn players_of_a_symmetric_position_differ_by_the_turn_alone() {
        let start = Position::start("duo".parse().unwrap());
        let [first, second, ..] = value_features(&start);
        assert_eq!(first[..TURN], second[..TURN]);
        assert_eq!((first[TURN], second[TURN]), (1.0, 0.0));
        assert_eq!((first[CAN_MOVE], second[CAN_MOVE]), (1.0, 1.0));
    }

    #[test]
    fn what_is_left_and_what_can_be_placed_is_that_of_the_moves() {
        let mut position = Position::start("classic".parse().unwrap());
        let mut rng = game_rng(4, 0);
        while let Some(colour) = position.to_play() {
            let own = value_features(&position)[position.player_of(colour).index()];
            let moves = position.legal_moves();
            for piece in Piece::all() {
                let is_left = if position.pieces(colour).contains(piece) { 1.0 } else { 0.0 };
                assert_eq!(own[LEFT + piece.index()], is_left, "{piece}");
            }
            for (class, sizes) in [1..=3, 4..=4, 5..=5].into_iter().enumerate() {
                let of_size = Piece::all().filter(|piece| sizes.contains(&piece.size()));
                let can_be = |piece: &Piece| moves.iter().any(|mv| mv.piece() == *piece);
                assert_eq!(own[PLACEABLE + class], of_size.filter(can_be).count() as f32);
            }
            position.play(position.sample_move(&mut rng).unwrap()).unwrap();
        }
    }

    #[test]
    fn several_players_know_who_comes_next() {
        let mut position = Position::start("classic".parse().unwrap());
        position.play(position.sample_move(&mut game_rng(4, 0)).unwrap()).unwrap();
        let turns =
            value_features(&position).map(|own| (own[TURN], own[LATER_TURN], own[LATER_TURN + 1]));
        assert_eq!(turns, [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]);
        // Of two players one is known by the other.
        let position = Position::start("classic-2".parse().unwrap());
        assert_eq!(value_features(&position).map(|own| own[LATER_TURN]), [0.0; Colour::MAX]);
        assert_eq!(value_features(&position)[0][TURN], 1.0);
        assert_eq!(CAN_MOVE, VALUE_FEATURES.len() - 1);
    }

    /// The cells of a colour that no other player's colour has.
    fn uncontested(variant: &Variant, cells: &[CellSet], colour: Colour) -> CellSet {
        let foes = variant.colours().filter(|&other| !variant.are_allied(colour, other));
        foes.fold(cells[colour.index()], |rest, foe| rest - cells[foe.index()])
    }

    /// What the race tells, step by step from the definition.
    fn plain(position: &Position) -> Vec<ValueFeatures> {
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
        let mut players = vec![[0.0; VALUE_FEATURES.len()]; variant.player_count()];
        for (colour, player) in owned(variant) {
            for cell in reached[colour.index()].iter() {
                let mut around: CellSet = [cell].into_iter().collect();
                for _ in 0..3 {
                    around |= around.edge_neighbours(size) & free[colour.index()];
                }
                let class = [4, 8, 12, 16, 21].iter().filter(|&&most| around.len() >= most).count();
                players[player][CORNERS + class] += 1.0;
            }
            players[player][ALONE] += uncontested(variant, &free, colour).len() as f32;
        }
        let corners = reached.clone();
        for step in 0..=MOST_STEPS {
            for (colour, player) in owned(variant).filter(|_| step < THREATS) {
                let own = corners[colour.index()];
                let threatened = own - uncontested(variant, &reached, colour);
                players[player][THREATENED + step] += threatened.len() as f32;
            }
            for colour in variant.colours() {
                nearer[colour.index()] |= uncontested(variant, &reached, colour);
            }
            for (colour, player) in owned(variant) {
                for (number, _) in NEARER_AFTER.iter().enumerate().filter(|(_, at)| **at == step) {
                    players[player][NEARER + number] += nearer[colour.index()].len() as f32;
                }
                for (number, _) in WITHIN_AFTER.iter().enumerate().filter(|(_, at)| **at == step) {
                    players[player][WITHIN + number] += reached[colour.index()].len() as f32;
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
                for (quick, plain) in value_features(&position).iter().zip(plain(&position)) {
                    assert_eq!(quick[CORNERS..MOVES], plain[CORNERS..MOVES], "{name}");
                    assert_eq!(quick[THREATENED..TURN], plain[THREATENED..TURN], "{name}");
                }
                position.play(position.sample_move(&mut rng).unwrap()).unwrap();
            }
        }
    }
}
