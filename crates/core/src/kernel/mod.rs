//! The inner loops over bit lanes, compiled for several instruction sets.
//!
//! Each loop is written once, in safe and portable Rust that vectorises well. The same function is
//! compiled again with AVX2 and with AVX-512 enabled, and the best version that the processor has is called.

mod count;
mod cover;
mod isa;
mod legal;
mod list;
mod reach;
mod stamp;

pub(crate) use count::{
    BY_SIZE, SIZES, SizeCounts, any, count, count_and_unite, count_sizes, count_stripes,
};
pub(crate) use cover::{CoverStep, cover};
pub use isa::{InstructionSet, Isa, instruction_set};
pub(crate) use legal::{BLOCK, Lanes, LanesMut, Legal, MAX_BLOCKS, OrientationSet, nth_bit};
pub(crate) use list::list;
pub(crate) use reach::{BoardRows, count_reached};
pub(crate) use stamp::{Overlap, StampRow, WIDTH, overlap, stamp};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Move;
    use crate::{Position, Tables, game_rng};

    /// Every instruction set gives what the portable loops give, on whole random games.
    #[test]
    fn all_instruction_sets_agree() {
        for name in ["2x2", "7x7", "duo", "20x20-3", "classic"] {
            let variant: crate::Variant = name.parse().unwrap();
            let tables: Vec<_> = Isa::available()
                .into_iter()
                .map(|isa| Tables::with_isa(variant.clone(), isa))
                .collect();
            for seed in 0..10 {
                let mut positions: Vec<_> = tables.iter().map(Position::new).collect();
                let mut rng = game_rng(seed, 0);
                while let Some(mv) = positions[0].sample_move(&mut rng) {
                    for position in &mut positions {
                        position.play(mv).unwrap();
                    }
                    let (portable, others) = positions.split_first().unwrap();
                    for other in others {
                        assert_same_moves(portable, other);
                    }
                }
                assert!(positions.iter().all(Position::is_over));
            }
        }
    }

    fn assert_same_moves(portable: &Position, other: &Position) {
        assert_eq!(portable, other, "the stamps");
        let isa = other.tables().isa;
        for colour in portable.variant().colours() {
            let (legal, other_legal) = (portable.legal(colour), other.legal(colour));
            let cells = portable.tables().layout.cells();
            let (mut moves, mut other_moves) = (Vec::new(), Vec::new());
            list(Isa::PORTABLE, &legal, cells, &mut moves);
            list(isa, &other_legal, cells, &mut other_moves);
            assert_eq!(moves, other_moves, "{isa:?}");
            assert_eq!(count(isa, &other_legal) as usize, moves.len(), "{isa:?}");
            assert_eq!(any(isa, &other_legal), !moves.is_empty(), "{isa:?}");
            let mut all = OrientationSet::default();
            for mv in &moves {
                all.insert(mv.orientation());
            }
            let count = moves.len() as u32;
            assert_eq!(count_and_unite(isa, &other_legal), (count, all), "{isa:?}");
            let stripes = count_stripes(isa, &other_legal);
            assert_eq!(stripes, count_stripes(Isa::PORTABLE, &legal), "{isa:?}");
            let mut selected: Vec<_> = (0..moves.len() as u32)
                .map(|rank| legal.select(&stripes, rank))
                .map(|(lane, orientation)| Move::new(cells[lane], orientation))
                .collect();
            selected.sort_unstable();
            assert_eq!(selected, moves, "every rank selects another move");
        }
    }
}
