//! The encoder of the linear policy: a class for every cell, as the colour to move sees it.

use cornerwise_core::{CellSet, Move, Piece, Position};

use crate::evaluator::RecentMoves;

use super::footprint::{Footprint, PLACES, PerPlace, Sheets, place};
use super::openness::{OPEN, openness};
use super::policy_weights::{POLICY_PHASES, Part, PolicyFeature, PolicyWeights};

/// How near an opponent is to a cell: on how many steps from one of its corner cells it can cover it.
mod threat {
    pub const NEW_CORNER: u8 = 0;
    pub const CORNER: u8 = 1;
    pub const NEAR_NEW_CORNER: u8 = 2;
    pub const ONE_STEP: u8 = 3;
    pub const TWO_STEPS: u8 = 4;
    pub const THREE_STEPS: u8 = 5;
    pub const FAR: u8 = 6;
    /// No opponent can ever cover the cell.
    pub const NONE: u8 = 7;
    pub const COUNT: usize = 8;
}

/// The steps from the own corner cells to a cell that are told apart: none, one, and so on, and so many or more.
const STEPS: usize = 6;
/// The classes of every cell: the threat and the own steps.
const PLACED: usize = threat::COUNT * STEPS;

/// The classes of cells that a move covers: how open the cell is to opponents, and whether it is a corner cell of another
/// colour of the same player.
pub(super) const COVERED: usize = 2 * OPEN * PLACED;
/// The classes of cells that a move borders on and so takes from its own colour.
pub(super) const BORDERED: usize = PLACED;
/// The classes of cells where a move gives its colour a corner: how open the cell is to the colour.
pub(super) const TOUCHED: usize = OPEN * PLACED;
/// The rings around the centre of the largest board.
pub(super) const RINGS: usize = 10;

/// The classes of all cells for the colour to move.
pub struct PolicyEncoder {
    phase: usize,
    /// The numbers of features; 0 is none.
    covered: PerPlace<u16>,
    bordered: PerPlace<u16>,
    touched: PerPlace<u16>,
    ring: PerPlace<u16>,
    /// The places of the board's cells.
    places: Vec<u16>,
    size: usize,
}

impl Default for PolicyEncoder {
    fn default() -> PolicyEncoder {
        let nothing = [0; PLACES];
        PolicyEncoder {
            phase: 0,
            covered: nothing,
            bordered: nothing,
            touched: nothing,
            ring: nothing,
            places: Vec::new(),
            size: 0,
        }
    }
}

impl PolicyEncoder {
    /// Looks at a position that is not over, after these moves.
    pub fn encode(&mut self, position: &Position, recent: &RecentMoves) {
        let colour = position.to_play().expect("the game is not over");
        let variant = position.variant();
        let size = variant.size();
        if self.size != size {
            self.resize(size);
        }
        self.phase = phase(position.placed_count(colour));
        let board = CellSet::board(size);

        let mut threats = [threat::NONE; PLACES];
        let mut exposed = [0; PLACES];
        let mut partner = CellSet::EMPTY;
        for other in variant.colours().filter(|&other| other != colour) {
            if !position.is_active(other) {
                continue;
            }
            let corners = position.corner_cells(other);
            if variant.are_allied(colour, other) {
                partner |= corners;
                continue;
            }
            let mut set = |cells: CellSet, level: u8| {
                for cell in cells.iter() {
                    let threat = &mut threats[place(cell)];
                    *threat = level.min(*threat);
                }
            };
            let free = board - position.locked_cells(other);
            let fresh = recent.of(other).map_or(CellSet::EMPTY, |mv| around(mv, size)) & corners;
            let mut reached = corners;
            for level in [threat::ONE_STEP, threat::TWO_STEPS, threat::THREE_STEPS] {
                let before = reached;
                reached.spread(&free);
                set(reached - before, level);
            }
            set(free - reached, threat::FAR);
            set(fresh.edge_neighbours(size) & free, threat::NEAR_NEW_CORNER);
            set(corners, threat::CORNER);
            set(fresh, threat::NEW_CORNER);
            for cell in free.iter() {
                let open = &mut exposed[place(cell)];
                *open = openness(&free, cell).max(*open);
            }
        }

        let free = board - position.locked_cells(colour);
        let mut reached = position.corner_cells(colour);
        let mut steps = [STEPS - 1; PLACES];
        for cell in reached.iter() {
            steps[place(cell)] = 0;
        }
        for step in 1..STEPS - 1 {
            let before = reached;
            reached.spread(&free);
            for cell in (reached - before).iter() {
                steps[place(cell)] = step;
            }
        }

        self.covered.fill(0);
        self.bordered.fill(0);
        self.touched.fill(0);
        for cell in free.iter() {
            let at = place(cell);
            let class = 1 + threats[at] as usize + threat::COUNT * steps[at];
            let shared = if partner.contains(cell) { OPEN } else { 0 };
            self.covered[at] = (class + PLACED * (exposed[at] + shared)) as u16;
            self.bordered[at] = class as u16;
            self.touched[at] = (class + PLACED * openness(&free, cell)) as u16;
        }
    }

    /// The phase of the game for the colour to move, below [`POLICY_PHASES`].
    pub fn phase(&self) -> usize {
        self.phase
    }

    fn resize(&mut self, size: usize) {
        self.size = size;
        self.ring.fill(0);
        self.places.clear();
        for cell in CellSet::board(size).iter() {
            let from_centre = |at: usize| (2 * at + 1).abs_diff(size) / 2;
            let ring = from_centre(cell.row()).max(from_centre(cell.column()));
            self.ring[place(cell)] = 1 + ring as u16;
            self.places.push(place(cell) as u16);
        }
    }

    /// The weights of all cells, added up for quick reading.
    pub(crate) fn logits(&self, weights: &PolicyWeights, sums: &mut CellLogits) {
        if sums.size != self.size {
            *sums = CellLogits { size: self.size, ..CellLogits::default() };
        }
        let rows = |part: Part| weights.part(self.phase, part);
        let (covered, ring) = (rows(Part::Covered), rows(Part::Ring));
        let (bordered, touched) = (rows(Part::Bordered), rows(Part::Touched));
        sums.pieces.copy_from_slice(rows(Part::Piece));
        let nothing_or =
            |row: &[f32], class: u16| if class == 0 { 0.0 } else { row[class as usize - 1] };
        for &at in &self.places {
            let at = at as usize;
            sums.places.set(
                at,
                nothing_or(covered, self.covered[at]) + nothing_or(ring, self.ring[at]),
                nothing_or(bordered, self.bordered[at]),
                nothing_or(touched, self.touched[at]),
            );
        }
    }

    /// The features of a legal move, each as often as the move has it.
    pub fn features(&self, mv: Move, mut each: impl FnMut(PolicyFeature)) {
        let footprint = Footprint::of(mv);
        let at = |distance: &isize| place(mv.first()).wrapping_add_signed(*distance);
        let mut add = |part: Part, class: u16| {
            if class > 0 {
                each(PolicyFeature::new(self.phase, part, class as usize - 1));
            }
        };
        add(Part::Piece, mv.piece().index() as u16 + 1);
        for place in footprint.cells.iter().map(at) {
            add(Part::Covered, self.covered[place]);
            add(Part::Ring, self.ring[place]);
        }
        footprint.edges.iter().map(at).for_each(|place| add(Part::Bordered, self.bordered[place]));
        footprint.corners.iter().map(at).for_each(|place| add(Part::Touched, self.touched[place]));
    }
}

/// The weights of the pieces and of the cells of a position.
pub(crate) struct CellLogits {
    /// The size of the board; what is not on it has no weight.
    size: usize,
    pieces: [f32; Piece::COUNT],
    places: Sheets,
}

impl Default for CellLogits {
    fn default() -> CellLogits {
        CellLogits { size: 0, pieces: [0.0; Piece::COUNT], places: Sheets::new() }
    }
}

impl CellLogits {
    /// The sum of the weights of a legal move: the logarithm of its probability, but for a constant.
    #[inline]
    pub(crate) fn of(&self, mv: Move) -> f32 {
        self.pieces[mv.piece().index()] + self.places.sum(mv)
    }
}

/// The cells that touch a move at a corner only.
fn around(mv: Move, size: usize) -> CellSet {
    let offsets = mv.orientation().corner_offsets().iter();
    let cells = offsets.filter_map(|&(column, row)| mv.first().offset(column, row));
    cells.filter(|cell| cell.is_on(size)).collect()
}

/// The phase of the game for a colour that has placed so many pieces.
fn phase(placed: usize) -> usize {
    const LAST: [usize; POLICY_PHASES - 1] = [0, 1, 2, 3, 5, 7, 9, 12];
    LAST.iter().position(|&last| placed <= last).unwrap_or(POLICY_PHASES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cornerwise_core::game_rng;

    #[test]
    fn the_sums_are_those_of_the_features() {
        let mut rng = game_rng(3, 0);
        let weights =
            PolicyWeights::from_fn(|feature| (feature.index() * 37 % 101) as f32 / 50.0 - 1.0);
        let (mut encoder, mut sums) = (PolicyEncoder::default(), CellLogits::default());
        for name in ["duo", "classic", "classic-2", "classic-3", "5x5", "20x20"] {
            let mut position = Position::start(name.parse().unwrap());
            let mut recent = RecentMoves::default();
            while let Some(colour) = position.to_play() {
                encoder.encode(&position, &recent);
                encoder.logits(&weights, &mut sums);
                for mv in position.legal_moves() {
                    let mut sum = 0.0;
                    encoder.features(mv, |feature| sum += weights.of(feature));
                    assert!((sum - sums.of(mv)).abs() < 1e-4, "{name} {mv}");
                }
                let mv = position.sample_move(&mut rng).unwrap();
                recent.add(colour, mv);
                position.play(mv).unwrap();
            }
        }
    }
}
