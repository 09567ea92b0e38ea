//! A position: what every colour has placed and can still do.

use std::sync::Arc;

use crate::cell::{Cell, CellSet};
use crate::hash;
use crate::kernel::{Legal, OrientationSet};
use crate::lanes::LaneSets;
use crate::legality::PlayError;
use crate::moves::Move;
use crate::piece::{Piece, PieceSet};
use crate::tables::Tables;
use crate::variant::{Colour, Owner, Player, Variant};

/// What one colour has placed and has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    /// Occupied cells.
    pub cells: CellSet,
    /// Cells that share an edge with an own piece.
    pub edges: CellSet,
    /// Cells that touch an own piece at a corner only, and the start cell before the first move.
    pub corners: CellSet,
    /// Pieces not placed yet, and their orientations.
    pub pieces: PieceSet,
    pub left: OrientationSet,
    /// The piece placed last.
    pub last: Option<Piece>,
    /// Cleared for good when the colour cannot move any more.
    pub active: bool,
}

/// A state of the game.
///
/// Colours that cannot move are skipped: after every move it is the turn of the next colour that has
/// one, or the game is over. Copying a position is cheap and [`Clone::clone_from`] does not allocate, so
/// searches keep snapshots (see [`PositionStack`](crate::PositionStack)) instead of taking moves back.
///
/// ```
/// use cornerwise_core::Position;
/// let mut position = Position::start("duo".parse().unwrap());
/// assert_eq!(position.count_moves(), 414);
/// let mv = position.legal_moves()[0];
/// position.play(mv).unwrap();
/// assert_eq!(position.to_play(), position.variant().colours().nth(1));
/// ```
#[derive(Debug)]
pub struct Position {
    tables: Arc<Tables>,
    pub(crate) lanes: LaneSets,
    pub(crate) sides: [Side; Colour::MAX],
    /// All occupied cells.
    occupied: CellSet,
    turn: Colour,
    /// The forced passes between the last move and this turn.
    passes: u8,
    over: bool,
    /// The hash of all placements, without the turn.
    placed: u64,
    moves_played: u16,
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position { tables: Arc::clone(&self.tables), lanes: self.lanes.clone(), ..*self }
    }

    /// Copies without allocating when both are positions of the same tables.
    #[inline]
    fn clone_from(&mut self, from: &Position) {
        if !Arc::ptr_eq(&self.tables, &from.tables) {
            *self = from.clone();
            return;
        }
        self.lanes.copy_from(&from.lanes);
        self.sides = from.sides;
        self.occupied = from.occupied;
        self.turn = from.turn;
        self.passes = from.passes;
        self.over = from.over;
        self.placed = from.placed;
        self.moves_played = from.moves_played;
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.tables == other.tables
            && self.lanes == other.lanes
            && self.sides == other.sides
            && self.occupied == other.occupied
            && self.turn == other.turn
            && self.passes == other.passes
            && self.over == other.over
            && self.placed == other.placed
            && self.moves_played == other.moves_played
    }
}

impl Eq for Position {}

impl Position {
    /// The beginning of a game.
    #[must_use]
    pub fn new(tables: &Arc<Tables>) -> Position {
        let variant = tables.variant();
        let mut sides = [Side {
            cells: CellSet::EMPTY,
            edges: CellSet::EMPTY,
            corners: CellSet::EMPTY,
            pieces: variant.pieces(),
            left: tables.orientations,
            last: None,
            active: true,
        }; Colour::MAX];
        for colour in variant.colours() {
            sides[colour.index()].corners.insert(variant.start(colour));
        }
        let mut position = Position {
            tables: Arc::clone(tables),
            lanes: tables.start.clone(),
            sides,
            occupied: CellSet::EMPTY,
            turn: Colour::from_index(0),
            passes: 0,
            over: false,
            placed: 0,
            moves_played: 0,
        };
        position.settle(Colour::from_index(0));
        position
    }

    /// The beginning of a game, with tables of its own. Share [`Tables`] where there are many games.
    #[must_use]
    pub fn start(variant: Variant) -> Position {
        Position::new(&Tables::new(variant))
    }

    /// The tables of the variant.
    #[inline]
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// The variant.
    #[inline]
    pub fn variant(&self) -> &Variant {
        self.tables.variant()
    }

    /// The colour whose turn it is; it has a legal move. `None` when the game is over.
    #[inline]
    pub fn to_play(&self) -> Option<Colour> {
        (!self.over).then_some(self.turn)
    }

    /// The player whose turn it is.
    pub fn player_to_play(&self) -> Option<Player> {
        self.to_play().map(|colour| self.player_of(colour))
    }

    /// Who plays a colour's next piece.
    pub fn player_of(&self, colour: Colour) -> Player {
        match self.variant().owner(colour) {
            Owner::Player(player) => player,
            Owner::Shared => {
                Player::from_index(self.placed_count(colour) % self.variant().player_count())
            }
        }
    }

    /// Whether no colour can move any more.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// How many forced passes lie between the last move and this turn. When the game is over, every
    /// colour passes once more.
    #[inline]
    pub fn passes_before(&self) -> usize {
        self.passes as usize
    }

    /// How many pieces have been placed.
    pub fn moves_played(&self) -> usize {
        self.moves_played as usize
    }

    /// How many pieces a colour has placed.
    pub fn placed_count(&self, colour: Colour) -> usize {
        self.variant().pieces().len() - self.pieces(colour).len()
    }

    /// The pieces that a colour has left.
    #[inline]
    pub fn pieces(&self, colour: Colour) -> PieceSet {
        self.sides[colour.index()].pieces
    }

    /// The piece that a colour placed last.
    pub fn last_piece(&self, colour: Colour) -> Option<Piece> {
        self.sides[colour.index()].last
    }

    /// The cells that a colour occupies.
    #[inline]
    pub fn cells(&self, colour: Colour) -> CellSet {
        self.sides[colour.index()].cells
    }

    /// All occupied cells.
    #[inline]
    pub fn occupied(&self) -> CellSet {
        self.occupied
    }

    /// The colour that occupies a cell.
    pub fn occupant(&self, cell: Cell) -> Option<Colour> {
        self.variant().colours().find(|&colour| self.cells(colour).contains(cell))
    }

    /// The cells that a colour can never cover: occupied ones and those at the edge of its pieces.
    #[inline]
    pub fn locked_cells(&self, colour: Colour) -> CellSet {
        self.occupied | self.sides[colour.index()].edges
    }

    /// The free cells where a colour's next piece can connect: diagonal to one of its pieces and not
    /// locked; before its first move, the start cell.
    #[inline]
    pub fn corner_cells(&self, colour: Colour) -> CellSet {
        self.sides[colour.index()].corners - self.locked_cells(colour)
    }

    /// The cells that a colour's next piece might reach: those within four steps of a corner cell
    /// over cells that are not locked.
    ///
    /// The locked and corner cells are kept with every move; this is four bit-parallel steps from them.
    pub fn influence_cells(&self, colour: Colour) -> CellSet {
        let free = CellSet::board(self.variant().size()) - self.locked_cells(colour);
        let mut reached = self.corner_cells(colour);
        for _ in 1..5 {
            reached.spread(&free);
        }
        reached
    }

    /// Every piece that a colour has placed, by first cell.
    ///
    /// Own pieces never share an edge, so that the connected groups of cells are the pieces.
    pub fn placements(&self, colour: Colour) -> Vec<Move> {
        let size = self.variant().size();
        let mut rest = self.cells(colour);
        let mut placements = Vec::new();
        while let Some(cell) = rest.iter().next() {
            let mut group: CellSet = [cell].into_iter().collect();
            for _ in 1..5 {
                group |= group.edge_neighbours(size) & rest;
            }
            placements.push(Move::covering(group.iter()).expect("a group of cells is a piece"));
            rest = rest - group;
        }
        placements
    }

    /// A number that equal positions share, whatever the order of moves that led to them.
    ///
    /// It covers the occupied cells of each colour, the turn, and whether a colour has earned the bonus for
    /// ending with the single square.
    #[inline]
    pub fn hash(&self) -> u64 {
        let turn = if self.over { hash::OVER } else { hash::turn(self.turn) };
        self.placed ^ turn
    }

    /// The legal placements of a colour.
    #[inline]
    pub(crate) fn legal(&self, colour: Colour) -> Legal<'_> {
        self.lanes.legal(colour, self.sides[colour.index()].left)
    }

    /// Whether it is legal for the colour to play to place a piece so.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        !self.over && self.is_legal_for(self.turn, mv)
    }

    /// Whether a colour could place a piece so if it were its turn.
    #[inline]
    pub fn is_legal_for(&self, colour: Colour, mv: Move) -> bool {
        mv.first().is_on(self.variant().size())
            && self
                .legal(colour)
                .lane(self.tables.layout.lane(mv.first()))
                .contains(mv.orientation())
    }

    /// Plays a move of the colour to play.
    ///
    /// # Errors
    /// When a rule forbids the move; the position stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        let colour = self.to_play().ok_or(PlayError::GameOver)?;
        self.check(colour, mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv} is not legal");
        let colour = self.turn;
        self.place(colour, mv);
        self.settle(self.after(colour));
    }

    /// Puts a piece on the board, without looking whose turn it is next.
    #[inline]
    pub(crate) fn place(&mut self, colour: Colour, mv: Move) {
        let tables = &*self.tables;
        let (layout, isa) = (&tables.layout, tables.isa);
        let stamps = tables.stamps.of(mv);
        let at = mv.first();

        let (lane, rows) = layout.clip(&stamps.cells, &tables.stamps.rows, at);
        for other in (0..tables.variant().colour_count()).map(Colour::from_index) {
            if other != colour && self.sides[other.index()].active {
                self.lanes.stamp(isa, LaneSets::blocked(other), lane, layout.stride(), rows);
            }
        }
        let (lane, rows) = layout.clip(&stamps.own, &tables.stamps.rows, at);
        self.lanes.stamp(isa, LaneSets::blocked(colour), lane, layout.stride(), rows);
        let (lane, rows) = layout.clip(&stamps.corners, &tables.stamps.rows, at);
        self.lanes.stamp(isa, LaneSets::anchored(colour), lane, layout.stride(), rows);

        let size = tables.variant().size();
        let shape = tables.shapes.shape(mv.orientation());
        let piece = tables.shapes.piece(shape.piece);
        self.occupied.insert_pattern(&shape.cell_pattern, at, size);
        let side = &mut self.sides[colour.index()];
        side.cells.insert_pattern(&shape.cell_pattern, at, size);
        side.edges.insert_pattern(&shape.edge_pattern, at, size);
        side.corners.insert_pattern(&shape.corner_pattern, at, size);
        side.pieces.remove(shape.piece);
        side.left.fives &= !piece.fives;
        side.left.small &= !piece.small;
        side.last = Some(shape.piece);
        self.placed ^= hash::placement(colour, mv);
        if side.pieces.is_empty() && shape.piece == Piece::SINGLE {
            self.placed ^= hash::single_last(colour);
        }
        self.moves_played += 1;
    }

    /// Finds the next colour that can move, from this one on.
    #[inline]
    pub(crate) fn settle(&mut self, mut colour: Colour) {
        self.passes = 0;
        while !self.can_move_now(colour) {
            self.passes += 1;
            colour = self.after(colour);
            if self.passes as usize == self.variant().colour_count() {
                self.finish();
                return;
            }
        }
        self.turn = colour;
    }

    /// Whether a colour has a move; remembers for good when it has none.
    #[inline]
    fn can_move_now(&mut self, colour: Colour) -> bool {
        let can_move = self.is_active(colour) && self.has_move(colour);
        if !can_move {
            self.retire(colour);
        }
        can_move
    }

    /// Whether a colour is not known to be out of moves; one that is not has none, now and for good.
    #[inline]
    pub fn is_active(&self, colour: Colour) -> bool {
        self.sides[colour.index()].active
    }

    /// Notes that a colour has no moves, now and for good.
    #[inline]
    pub(crate) fn retire(&mut self, colour: Colour) {
        self.sides[colour.index()].active = false;
    }

    /// The position as if every other colour had passed for good: what a colour could do alone.
    #[must_use]
    pub fn alone(&self, colour: Colour) -> Position {
        let mut alone = self.clone();
        for other in self.variant().colours().filter(|&other| other != colour) {
            alone.retire(other);
        }
        alone.over = false;
        alone.settle(colour);
        alone
    }

    /// The same position with this colour to play, as if those before it had not taken their turns; `None`
    /// when it has no move.
    ///
    /// ```
    /// use cornerwise_core::{Colour, Position};
    /// let start = Position::start("duo".parse().unwrap());
    /// let second = Colour::from_index(1);
    /// assert_eq!(start.with_turn(second).unwrap().to_play(), Some(second));
    /// ```
    #[must_use]
    pub fn with_turn(&self, colour: Colour) -> Option<Position> {
        if !self.has_move(colour) {
            return None;
        }
        let mut position = self.clone();
        if position.turn != colour {
            position.turn = colour;
            position.passes = 0;
        }
        Some(position)
    }

    /// Notes that every colour has passed.
    pub(crate) fn finish(&mut self) {
        self.passes = self.variant().colour_count() as u8;
        self.over = true;
        self.turn = Colour::from_index(0);
    }

    /// The colour after this one in the order of play.
    #[inline]
    pub fn after(&self, colour: Colour) -> Colour {
        let next = colour.index() + 1;
        Colour::from_index(if next == self.variant().colour_count() { 0 } else { next })
    }
}

impl Position {
    /// A position with pieces set up in any order, and this colour or the next one that can move to play.
    ///
    /// The pieces need not be connected at corners, as in a problem or an unfinished game.
    ///
    /// # Errors
    /// When a piece is off the board, set up twice, overlaps, or shares an edge with one of its colour.
    pub fn set_up(
        tables: &Arc<Tables>,
        pieces: impl IntoIterator<Item = (Colour, Move)>,
        to_play: Colour,
    ) -> Result<Position, PlayError> {
        let mut position = Position::new(tables);
        // A colour that could not begin can still be set up; until then its lanes must not be skipped.
        for side in &mut position.sides {
            side.active = true;
        }
        for (colour, mv) in pieces {
            position.check_placement(colour, mv)?;
            if position.sides[colour.index()].last.is_none() {
                position.lanes.clear(LaneSets::anchored(colour));
                position.sides[colour.index()].corners = CellSet::EMPTY;
            }
            position.place(colour, mv);
        }
        position.over = false;
        position.settle(to_play);
        Ok(position)
    }
}
