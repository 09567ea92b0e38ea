//! What can be said of a position in numbers: one library for greedy agents, evaluations and policies.
//!
//! A feature is a property of one colour in one position. It is read off the sets that the position
//! keeps, never found by replaying the game.

use cornerwise_core::{Cell, CellSet, Colour, Generator, Piece, Player, Position};

use crate::evaluation::FeatureSource;

/// A property of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// Squares placed.
    Squares,
    /// Corner cells: free cells where the next piece can connect.
    Corners,
    /// Pairs of a corner cell and a diagonal direction in which an own piece lies.
    Directions,
    /// Those of the pairs that point from the colour's start towards the middle of the board and beyond.
    Ahead,
    /// Those that point back, the opposite way.
    Back,
    /// Those that point to the left of the way ahead.
    Left,
    /// Those that point to the right of the way ahead.
    Right,
    /// Legal moves.
    Moves,
    /// Cells that the next piece might reach.
    Influence,
    /// Cells that some legal move covers.
    Cover,
    /// Cells that can be reached at all, each with the weight 1/(1 + steps from a corner cell).
    Reach,
    /// How hard the pieces that are left will be to place.
    Difficulty,
    /// How close the colour has come to the start cells of its opponents.
    Approach,
    /// How close the colour has come to the middle of the board.
    Centre,
}

impl Feature {
    /// All features with their names and meanings.
    pub const ALL: [(Feature, &'static str, &'static str); 14] = [
        (Feature::Squares, "squares", "squares placed"),
        (Feature::Corners, "corners", "free cells where the next piece can connect"),
        (Feature::Directions, "directions", "corner cells, counted once for each direction"),
        (Feature::Ahead, "ahead", "corner directions that lead to the middle and beyond"),
        (Feature::Back, "back", "corner directions that lead back to the start"),
        (Feature::Left, "left", "corner directions that lead to the left of the way ahead"),
        (Feature::Right, "right", "corner directions that lead to the right of the way ahead"),
        (Feature::Moves, "moves", "legal moves"),
        (Feature::Influence, "influence", "cells that the next piece might reach"),
        (Feature::Cover, "cover", "cells that some legal move covers"),
        (Feature::Reach, "reach", "all cells that can be reached, near ones weigh more"),
        (Feature::Difficulty, "difficulty", "how hard the pieces left are to place"),
        (Feature::Approach, "approach", "closeness to the opponents' start cells"),
        (Feature::Centre, "centre", "closeness to the middle of the board"),
    ];

    /// The feature's name in specs.
    pub fn name(self) -> &'static str {
        Feature::ALL.into_iter().find(|row| row.0 == self).expect("every feature is listed").1
    }

    /// The value of the feature for a colour.
    pub fn of(self, position: &Position, colour: Colour) -> f64 {
        match self {
            Feature::Moves => position.count_moves_of(colour) as f64,
            Feature::Cover => cover(position, colour).len() as f64,
            _ => self.seen(position, colour).expect("the other features need no moves"),
        }
    }

    /// Whether the feature follows from the sets of cells and pieces, without the legal moves.
    pub fn is_seen(self) -> bool {
        !matches!(self, Feature::Moves | Feature::Cover)
    }

    /// The value of a feature that follows from sets of cells and pieces; `None` for the others.
    pub(crate) fn seen(self, feature_source: &impl FeatureSource, colour: Colour) -> Option<f64> {
        let turned = |quarters| {
            directions(feature_source, colour, &[way_ahead(feature_source, colour, quarters)])
        };
        Some(match self {
            Feature::Squares => feature_source.area(colour) as f64,
            Feature::Corners => feature_source.corner_cells(colour).len() as f64,
            Feature::Directions => directions(feature_source, colour, &DIAGONALS),
            Feature::Ahead => turned(0),
            Feature::Left => turned(1),
            Feature::Back => turned(2),
            Feature::Right => turned(3),
            Feature::Influence => influence(feature_source, colour),
            Feature::Reach => reach(feature_source, colour),
            Feature::Difficulty => feature_source.pieces(colour).iter().map(difficulty).sum(),
            Feature::Approach => approach(feature_source, colour),
            Feature::Centre => centre(feature_source, colour),
            Feature::Moves | Feature::Cover => return None,
        })
    }

    /// The sum over the colours that a player owns alone.
    pub fn of_player(self, position: &Position, player: Player) -> f64 {
        position.variant().colours_of(player).map(|colour| self.of(position, colour)).sum()
    }

    /// The sum over the colours that other players own alone.
    pub fn of_opponents(self, position: &Position, player: Player) -> f64 {
        let others = position.variant().players().filter(|&other| other != player);
        others.map(|other| self.of_player(position, other)).sum()
    }
}

/// The diagonal directions in columns and rows, counter-clockwise.
const DIAGONALS: [(i8, i8); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

/// The diagonal from a colour's start towards the middle of the board, turned to the left by so many
/// quarters.
fn way_ahead(feature_source: &impl FeatureSource, colour: Colour, quarters: usize) -> (i8, i8) {
    let start = feature_source.variant().start(colour);
    let size = feature_source.variant().size();
    let forward = |at: usize| 2 * at < size;
    let ahead = match (forward(start.column()), forward(start.row())) {
        (true, true) => 0,
        (false, true) => 1,
        (false, false) => 2,
        (true, false) => 3,
    };
    DIAGONALS[(ahead + quarters) % DIAGONALS.len()]
}

/// How many pairs there are of a corner cell and one of these ways from an own cell to it.
fn directions(feature_source: &impl FeatureSource, colour: Colour, ways: &[(i8, i8)]) -> f64 {
    let own = feature_source.cells(colour);
    let comes = |cell: Cell, (columns, rows): (i8, i8)| {
        cell.offset(-columns, -rows).is_some_and(|neighbour| own.contains(neighbour))
    };
    let corners = feature_source.corner_cells(colour).iter();
    corners.map(|cell| ways.iter().filter(|&&way| comes(cell, way)).count()).sum::<usize>() as f64
}

fn influence(feature_source: &impl FeatureSource, colour: Colour) -> f64 {
    let free =
        CellSet::board(feature_source.variant().size()) - feature_source.locked_cells(colour);
    let mut reached = feature_source.corner_cells(colour);
    for _ in 1..5 {
        reached.spread(&free);
    }
    reached.len() as f64
}

fn cover(position: &Position, colour: Colour) -> CellSet {
    let mut moves = Vec::new();
    Generator::Fast.list(position, colour, &mut moves);
    let mut covered = CellSet::EMPTY;
    for mv in moves {
        covered |= mv.cell_set();
    }
    covered
}

fn reach(feature_source: &impl FeatureSource, colour: Colour) -> f64 {
    let size = feature_source.variant().size();
    let free = CellSet::board(size) - feature_source.locked_cells(colour);
    let mut reached = feature_source.corner_cells(colour);
    let mut frontier = reached;
    let mut sum = 0.0;
    let mut steps = 0.0;
    while !frontier.is_empty() {
        sum += frontier.len() as f64 / (1.0 + steps);
        frontier = (frontier.edge_neighbours(size) & free) - reached;
        reached |= frontier;
        steps += 1.0;
    }
    sum
}

/// Larger pieces need more room, and pieces with fewer forms fit less often.
fn difficulty(piece: Piece) -> f64 {
    piece.size() as f64 / (piece.orientation_count() as f64).sqrt()
}

/// Steps between two cells, diagonal ones included.
fn distance(a: Cell, b: Cell) -> usize {
    a.column().abs_diff(b.column()).max(a.row().abs_diff(b.row()))
}

fn approach(feature_source: &impl FeatureSource, colour: Colour) -> f64 {
    let variant = feature_source.variant();
    let own_start = variant.start(colour);
    let foes = variant.colours().filter(|&other| !variant.are_allied(colour, other));
    foes.map(|foe| {
        closeness(feature_source, colour, |cell| distance(cell, variant.start(foe)), own_start)
    })
    .sum()
}

fn centre(feature_source: &impl FeatureSource, colour: Colour) -> f64 {
    let last = feature_source.variant().size() - 1;
    // Doubled coordinates: the middle of a board with an even size is between cells.
    let from_middle = |cell: Cell| {
        (2 * cell.column()).abs_diff(last).max((2 * cell.row()).abs_diff(last)).div_ceil(2)
    };
    closeness(feature_source, colour, from_middle, feature_source.variant().start(colour))
}

/// The board's size less the distance of the nearest own cell, or of the start before the first move.
fn closeness(
    feature_source: &impl FeatureSource,
    colour: Colour,
    distance: impl Fn(Cell) -> usize,
    start: Cell,
) -> f64 {
    let nearest = feature_source.cells(colour).iter().map(&distance).min();
    feature_source.variant().size() as f64 - nearest.unwrap_or_else(|| distance(start)) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_of_a_known_position() {
        let mut position = Position::start("duo".parse().unwrap());
        position.play("e10".parse().unwrap()).unwrap();
        let colour = Colour::from_index(0);
        assert_eq!(Feature::Squares.of(&position, colour), 1.0);
        assert_eq!(Feature::Corners.of(&position, colour), 4.0);
        assert_eq!(Feature::Directions.of(&position, colour), 4.0);
        // Five steps from e10 to the opponent's start cell j5.
        assert_eq!(Feature::Approach.of(&position, colour), 9.0);
        let moves = position.count_moves_of(colour) as f64;
        assert_eq!(Feature::Moves.of(&position, colour), moves);
        let cover = Feature::Cover.of(&position, colour);
        assert!(cover <= Feature::Influence.of(&position, colour));
        assert!(Feature::Reach.of(&position, colour) > 4.0);
    }
}
