//! Who is first at the cells of the board.

use cornerwise_core::{CellSet, Colour, Player, Position, Variant};

/// A set of cells for every colour.
type PerColour = [CellSet; Colour::MAX];

/// All colours spread from their corner cells at the same pace, each over the cells that it can still cover.
///
/// A colour that cannot move has no cells.
pub(super) struct Race<'p> {
    variant: &'p Variant,
    free: PerColour,
    reached: PerColour,
    /// The cells that a colour reached before those of other players did.
    nearer: PerColour,
    /// The cells that more than one player has reached.
    contested: CellSet,
}

impl<'p> Race<'p> {
    /// At the start, with the corner cells alone.
    pub(super) fn new(position: &'p Position) -> Race<'p> {
        let variant = position.variant();
        let board = CellSet::board(variant.size());
        let empty = [CellSet::EMPTY; Colour::MAX];
        let mut race =
            Race { variant, free: empty, reached: empty, nearer: empty, contested: CellSet::EMPTY };
        for colour in variant.colours().filter(|&colour| position.is_active(colour)) {
            race.free[colour.index()] = board - position.locked_cells(colour);
            race.reached[colour.index()] = position.corner_cells(colour);
        }
        race.note_nearer();
        race
    }

    /// Every colour goes a step; `false` when none can, after which nothing changes any more.
    pub(super) fn step(&mut self) -> bool {
        let mut has_grown = false;
        let colours = self.variant.colour_count();
        for (reached, free) in self.reached.iter_mut().zip(&self.free).take(colours) {
            has_grown |= reached.spread(free);
        }
        if has_grown {
            self.note_nearer();
        }
        has_grown
    }

    /// How many cells a colour has reached.
    pub(super) fn reached(&self, colour: Colour) -> usize {
        self.reached[colour.index()].len()
    }

    /// How many of them it reached before those of other players did.
    pub(super) fn nearer(&self, colour: Colour) -> usize {
        self.nearer[colour.index()].len()
    }

    /// The cells that more than one player has reached.
    pub(super) fn contested(&self) -> &CellSet {
        &self.contested
    }

    /// The cells that a colour can still cover.
    pub(super) fn free(&self, colour: Colour) -> &CellSet {
        &self.free[colour.index()]
    }

    /// How many cells only this colour, or another one of its player, can still cover.
    pub(super) fn alone(&self) -> [usize; Colour::MAX] {
        let contested = self.common(&self.free);
        self.free.map(|free| (free - contested).len())
    }

    fn note_nearer(&mut self) {
        self.contested = self.common(&self.reached);
        let colours = self.variant.colour_count();
        for (nearer, &reached) in self.nearer.iter_mut().zip(&self.reached).take(colours) {
            *nearer |= reached - self.contested;
        }
    }

    /// The cells that more than one player has; a shared colour is like one of a further player.
    fn common(&self, cells: &PerColour) -> CellSet {
        let mut sides = [CellSet::EMPTY; Colour::MAX];
        for colour in self.variant.colours() {
            let owner = self.variant.owner(colour).player();
            let side = owner.map_or(self.variant.player_count(), Player::index);
            sides[side] |= cells[colour.index()];
        }
        let (mut once, mut twice) = (sides[0], CellSet::EMPTY);
        for &side in &sides[1..self.variant.colour_count()] {
            twice |= once & side;
            once |= side;
        }
        twice
    }
}
