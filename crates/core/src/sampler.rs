//! Samples moves by the size of their pieces, anywhere or near another move.

use rand::{Rng, RngExt};

use crate::kernel::{self, BY_SIZE, Overlap, SIZES, SizeCounts, nth_bit};
use crate::moves::Move;
use crate::position::Position;
use crate::shapes::Orientation;
use crate::variant::Colour;

/// How likely a move is to be sampled by the number of squares that it places. Up to three squares are all the
/// same: the single square and the domino are but a few of those moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SizeWeights([f32; SIZES]);

impl SizeWeights {
    /// Every square above three makes a move so many times as likely.
    ///
    /// ```
    /// use cornerwise_core::SizeWeights;
    /// assert_eq!(SizeWeights::by_square(3.0).of_size(5), 9.0);
    /// ```
    #[must_use]
    pub fn by_square(factor: f32) -> SizeWeights {
        SizeWeights([1.0, factor, factor * factor])
    }

    /// The weight of a move that places so many squares, one to five.
    pub fn of_size(&self, squares: usize) -> f32 {
        self.0[squares.saturating_sub(3)]
    }
}

/// Legal moves of a colour to sample from. It is filled again and again without allocating.
///
/// ```
/// use cornerwise_core::{Position, SizeWeights, Sampler, game_rng};
/// let position = Position::start("duo".parse().unwrap());
/// let colour = position.to_play().unwrap();
/// let mut sampler = Sampler::default();
/// assert!(sampler.fill(&position, colour, &SizeWeights::by_square(3.0)));
/// assert!(position.is_legal(sampler.sample(&position, colour, &mut game_rng(1, 0))));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sampler {
    /// The moves of each size, the weight of all of them together, and of all moves.
    sizes: [u32; SIZES],
    weights: [f32; SIZES],
    total: f32,
    /// Moves on the whole board; or the overlap has the moves near another one.
    counts: SizeCounts,
    is_near: bool,
    overlap: Overlap,
}

impl Sampler {
    /// Fills the sampler with all legal moves of a colour; `false` if there are none.
    #[inline]
    pub fn fill(&mut self, position: &Position, colour: Colour, weights: &SizeWeights) -> bool {
        self.is_near = false;
        self.counts = kernel::count_sizes(position.tables().isa, &position.legal(colour));
        self.weigh(weights)
    }

    /// Fills the sampler with the legal moves of a colour that cover a cell diagonal to another move, where
    /// whoever played it wants to go on; `false` if there are none.
    #[inline]
    pub fn fill_near(
        &mut self,
        position: &Position,
        colour: Colour,
        near: Move,
        weights: &SizeWeights,
    ) -> bool {
        let tables = position.tables();
        let stamp = &tables.stamps.of(near).corners;
        let (lane, rows) = tables.layout.clip(stamp, &tables.stamps.rows, near.first());
        let legal = position.legal(colour);
        kernel::overlap(tables.isa, &legal, lane, tables.layout.stride(), rows, &mut self.overlap);
        self.is_near = true;
        self.counts = self.overlap.counts;
        self.weigh(weights)
    }

    #[inline]
    fn weigh(&mut self, weights: &SizeWeights) -> bool {
        self.sizes = std::array::from_fn(|size| self.counts.stripes(size).iter().sum());
        self.weights = std::array::from_fn(|size| self.sizes[size] as f32 * weights.0[size]);
        self.total = self.weights.iter().sum();
        self.total > 0.0
    }

    /// Samples a move, with replacement. There is one, and the position and the colour are those that the sampler was filled
    /// with.
    #[inline]
    pub fn sample(&self, position: &Position, colour: Colour, rng: &mut impl Rng) -> Move {
        let size = self.sample_size(rng);
        let rank = rng.random_range(0..self.sizes[size]);
        let stripes = self.counts.stripes(size);
        let layout = &position.tables().layout;
        let (lane, orientation) = if self.is_near {
            self.overlap.select(size, rank, layout.stride())
        } else {
            let mut legal = position.legal(colour);
            legal.left.fives &= BY_SIZE[size].fives;
            legal.left.small &= BY_SIZE[size].small;
            legal.select(stripes, rank)
        };
        Move::new(layout.cell(lane), orientation)
    }

    #[inline]
    fn sample_size(&self, rng: &mut impl Rng) -> usize {
        let mut mark = rng.random::<f32>() * self.total;
        // From the largest, which are mostly sampled. Rounding must not lead to a size without moves.
        let least = self.weights.iter().position(|&weight| weight > 0.0).unwrap_or(0);
        for size in (least + 1..SIZES).rev() {
            if mark < self.weights[size] {
                return size;
            }
            mark -= self.weights[size];
        }
        least
    }
}

impl Overlap {
    /// The lane and orientation of the move with this rank among those of a size.
    #[inline]
    fn select(&self, size: usize, mut rank: u32, stride: usize) -> (usize, Orientation) {
        let stripes = self.counts.stripes(size);
        let mut column = 0;
        while rank >= stripes[column] {
            rank -= stripes[column];
            column += 1;
        }
        let mut row = 0;
        loop {
            let fives = self.fives[row][column] & BY_SIZE[size].fives;
            let small = self.small[row][column] & BY_SIZE[size].small;
            // One of them is empty.
            let count = fives.count_ones() + small.count_ones();
            if rank < count {
                let bit = if small == 0 {
                    nth_bit(fives, rank) as usize
                } else {
                    nth_bit(small.into(), rank) as usize + Orientation::FIVES
                };
                return (self.lane + row * stride + column, Orientation::from_index(bit));
            }
            rank -= count;
            row += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::kernel::Isa;
    use crate::piece::PieceSet;
    use crate::rng::game_rng;
    use crate::shapes::Shapes;
    use crate::tables::Tables;

    #[test]
    fn the_masks_are_those_of_the_sizes() {
        for squares in 1..=5 {
            let pieces = Shapes::get().orientations(PieceSet::of_size(squares));
            let mask = BY_SIZE[squares.saturating_sub(3_usize)];
            assert_eq!((pieces.fives & !mask.fives, pieces.small & !mask.small), (0, 0));
        }
        let all = BY_SIZE.iter().fold(0, |all, mask| all + mask.small.count_ones());
        assert_eq!(all as usize, Orientation::COUNT - Orientation::FIVES);
    }

    /// Samples many moves and compares their frequencies with the weights of the moves in question.
    fn check(position: &Position, near: Option<Move>, sampler: &mut Sampler) {
        let colour = position.to_play().unwrap();
        let weights = SizeWeights::by_square(2.0);
        let size = position.variant().size();
        let wanted: Vec<Move> = position
            .legal_moves()
            .into_iter()
            .filter(|mv| {
                let touches = |near: Move| {
                    let shape = Shapes::get().shape(near.orientation());
                    let corners = shape.corners.iter();
                    let mut cells = corners.filter_map(|&(c, r)| near.first().offset(c, r));
                    cells.any(|cell| cell.is_on(size) && mv.cells().any(|own| own == cell))
                };
                near.is_none_or(touches)
            })
            .collect();
        let filled = match near {
            None => sampler.fill(position, colour, &weights),
            Some(near) => sampler.fill_near(position, colour, near, &weights),
        };
        assert_eq!(filled, !wanted.is_empty());
        if !filled {
            return;
        }
        let weight = |mv: &Move| f64::from(weights.of_size(mv.piece().size()));
        let total: f64 = wanted.iter().map(weight).sum();
        let samples = 40 * wanted.len();
        let mut rng = game_rng(5, 0);
        let mut seen: BTreeMap<Move, usize> = BTreeMap::new();
        for _ in 0..samples {
            *seen.entry(sampler.sample(position, colour, &mut rng)).or_default() += 1;
        }
        assert!(seen.keys().all(|mv| wanted.contains(mv)), "a move that is not in question");
        // A chi-square statistic has its number of classes as mean, and twice that as variance.
        let classes = wanted.len() as f64;
        let statistic: f64 = wanted
            .iter()
            .map(|mv| {
                let expected = samples as f64 * weight(mv) / total;
                (seen.get(mv).copied().unwrap_or(0) as f64 - expected).powi(2) / expected
            })
            .sum();
        assert!(statistic < classes + 6.0 * (2.0 * classes).sqrt() + 6.0, "{statistic} {classes}");
    }

    #[test]
    fn moves_are_sampled_by_weight() {
        let mut sampler = Sampler::default();
        for isa in Isa::available() {
            for name in ["duo", "classic", "7x7"] {
                let tables = Tables::with_isa(name.parse().unwrap(), isa);
                for seed in 0..3 {
                    let mut position = Position::new(&tables);
                    let mut rng = game_rng(seed, 0);
                    let mut last = None;
                    while !position.is_over() {
                        check(&position, None, &mut sampler);
                        if last.is_some() {
                            check(&position, last, &mut sampler);
                        }
                        last = position.sample_move(&mut rng);
                        position.play(last.unwrap()).unwrap();
                    }
                }
            }
        }
    }
}
