//! What can be said of a position in numbers: one library for greedy agents, evaluations and priors.
//!
//! A feature is a property of one colour in one position. It is read off the sets that the position
//! keeps, never found by replaying the game.

use cornerwise_core::{Cell, CellSet, Colour, Generator, Owner, Piece, Player, Position};

/// A property of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// Squares placed.
    Squares,
    /// Corner cells: free cells where the next piece can connect.
    Corners,
    /// Pairs of a corner cell and a diagonal direction in which an own piece lies.
    Directions,
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
    pub const ALL: [(Feature, &'static str, &'static str); 10] = [
        (Feature::Squares, "squares", "squares placed"),
        (Feature::Corners, "corners", "free cells where the next piece can connect"),
        (Feature::Directions, "directions", "corner cells, counted once for each direction"),
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
            Feature::Squares => f64::from(position.area(colour)),
            Feature::Corners => position.corner_cells(colour).len() as f64,
            Feature::Directions => directions(position, colour) as f64,
            Feature::Moves => position.count_moves_of(colour) as f64,
            Feature::Influence => position.influence_cells(colour).len() as f64,
            Feature::Cover => cover(position, colour).len() as f64,
            Feature::Reach => reach(position, colour),
            Feature::Difficulty => position.pieces(colour).iter().map(difficulty).sum(),
            Feature::Approach => approach(position, colour),
            Feature::Centre => centre(position, colour),
        }
    }

    /// The sum over the colours that a player owns alone.
    pub fn of_player(self, position: &Position, player: Player) -> f64 {
        colours_of(position, player).map(|colour| self.of(position, colour)).sum()
    }

    /// The sum over the colours that other players own alone.
    pub fn of_opponents(self, position: &Position, player: Player) -> f64 {
        let others = position.variant().players().filter(|&other| other != player);
        others.map(|other| self.of_player(position, other)).sum()
    }
}

/// The colours that a player owns alone.
pub(crate) fn colours_of(position: &Position, player: Player) -> impl Iterator<Item = Colour> {
    let owns = move |colour: &Colour| position.variant().owner(*colour) == Owner::Player(player);
    position.variant().colours().filter(owns)
}

fn directions(position: &Position, colour: Colour) -> usize {
    let own = position.cells(colour);
    let towards = |cell: Cell, columns, rows| {
        cell.offset(columns, rows).is_some_and(|neighbour| own.contains(neighbour))
    };
    let diagonals = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let corners = position.corner_cells(colour).iter();
    corners.map(|cell| diagonals.iter().filter(|&&(c, r)| towards(cell, c, r)).count()).sum()
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

fn reach(position: &Position, colour: Colour) -> f64 {
    let size = position.variant().size();
    let free = CellSet::board(size) - position.locked_cells(colour);
    let mut reached = position.corner_cells(colour);
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

fn approach(position: &Position, colour: Colour) -> f64 {
    let variant = position.variant();
    let own_start = variant.start(colour);
    let owner = variant.owner(colour);
    let foes = variant.colours().filter(|&other| variant.owner(other) != owner);
    foes.map(|foe| {
        closeness(position, colour, |cell| distance(cell, variant.start(foe)), own_start)
    })
    .sum()
}

fn centre(position: &Position, colour: Colour) -> f64 {
    let last = position.variant().size() - 1;
    // Doubled coordinates: the middle of a board with an even size is between cells.
    let from_middle = |cell: Cell| {
        (2 * cell.column()).abs_diff(last).max((2 * cell.row()).abs_diff(last)).div_ceil(2)
    };
    closeness(position, colour, from_middle, position.variant().start(colour))
}

/// The board's size less the distance of the nearest own cell, or of the start before the first move.
fn closeness(
    position: &Position,
    colour: Colour,
    distance: impl Fn(Cell) -> usize,
    start: Cell,
) -> f64 {
    let nearest = position.cells(colour).iter().map(&distance).min();
    position.variant().size() as f64 - nearest.unwrap_or_else(|| distance(start)) as f64
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
