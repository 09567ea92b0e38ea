//! What a variant needs precomputed: made once, shared by all its positions.

use std::sync::Arc;

use crate::cell::CellSet;
use crate::cover::cover_steps;
use crate::kernel::{CoverStep, Isa, OrientationSet};
use crate::lanes::{LaneSets, Layout, Stamps};
use crate::moves::Move;
use crate::shapes::{Orientation, Shapes};
use crate::variant::Variant;

/// The placements of a variant's board and the lanes of its empty position.
///
/// ```
/// use cornerwise_core::Tables;
/// let tables = Tables::new("duo".parse().unwrap());
/// assert_eq!(tables.placements().len(), 13_729);
/// ```
#[derive(Debug)]
pub struct Tables {
    variant: Variant,
    pub(crate) layout: Layout,
    pub(crate) stamps: &'static Stamps,
    pub(crate) shapes: &'static Shapes,
    pub(crate) isa: Isa,
    /// The lanes at the beginning: what does not fit is blocked, what covers the start is anchored.
    pub(crate) start: LaneSets,
    /// The orientations of the variant's pieces.
    pub(crate) orientations: OrientationSet,
    /// What pieces cover, seen from their first cell.
    pub(crate) cover_steps: Vec<CoverStep>,
    placements: Vec<Move>,
}

impl Tables {
    /// Makes the tables; this takes a few milliseconds.
    #[must_use]
    pub fn new(variant: Variant) -> Arc<Tables> {
        Tables::with_isa(variant, Isa::best())
    }

    pub(crate) fn with_isa(variant: Variant, isa: Isa) -> Arc<Tables> {
        let layout = Layout::new(variant.size());
        let stamps = Stamps::get();
        let cells = CellSet::board(variant.size()).iter();
        let all = cells.flat_map(|cell| Orientation::all().map(move |o| Move::new(cell, o)));
        let fits = |mv: &Move| layout.fits(mv.first(), mv.orientation());
        let placements: Vec<Move> = all.filter(fits).collect();
        let mut start = LaneSets::empty(layout.len(), 2 * variant.colour_count());
        for colour in variant.colours() {
            let blocked = LaneSets::blocked(colour);
            start.fill(blocked);
            for mv in &placements {
                start.remove(blocked, layout.lane(mv.first()), mv.orientation());
            }
            let (lane, rows) = layout.clip(&stamps.cell, &stamps.rows, variant.start(colour));
            start.stamp(isa, LaneSets::anchored(colour), lane, layout.stride(), rows);
        }
        let orientations = Shapes::get().orientations(variant.pieces());
        Arc::new(Tables {
            variant,
            cover_steps: cover_steps(&layout),
            layout,
            stamps,
            shapes: Shapes::get(),
            isa,
            start,
            orientations,
            placements,
        })
    }

    /// The variant.
    #[inline]
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Every placement of every piece on the board, in order; a placement's place in this list is its
    /// dense number.
    pub fn placements(&self) -> &[Move] {
        &self.placements
    }

    /// The place of a move in [`Tables::placements`], if it fits the board.
    pub fn placement_number(&self, mv: Move) -> Option<usize> {
        self.placements.binary_search(&mv).ok()
    }
}

/// Tables are equal when their variants are: the rest follows.
impl PartialEq for Tables {
    fn eq(&self, other: &Tables) -> bool {
        self.variant == other.variant
    }
}

impl Eq for Tables {}
