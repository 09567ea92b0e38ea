//! Counting the positions of the game tree, the classical test of a move generator.

use crate::generate::Generator;
use crate::moves::Move;
use crate::position::Position;
use crate::position_stack::PositionStack;

/// The number of lines of this many plies. A forced pass is one ply; a finished game counts once.
///
/// ```
/// use cornerwise_core::{Generator, Position, perft};
/// let start = Position::start("4x4".parse().unwrap());
/// assert_eq!(perft(&start, 3, Generator::Fast), 7_501);
/// ```
pub fn perft(position: &Position, depth: usize, generator: Generator) -> u64 {
    let mut line = PositionStack::new(position.clone());
    let mut buffers = vec![Vec::new(); depth];
    count(&mut line, depth, generator, &mut buffers)
}

/// The same count for each first move, in order. A position that begins with passes or is over has one
/// entry without a move.
pub fn perft_divide(
    position: &Position,
    depth: usize,
    generator: Generator,
) -> Vec<(Option<Move>, u64)> {
    let passes = position.passes_before();
    if depth <= passes || position.is_over() {
        return vec![(None, 1)];
    }
    let mut line = PositionStack::new(position.clone());
    let moves = position.legal_moves();
    let counts = moves.into_iter().map(|mv| {
        line.push(mv);
        let count = perft(line.position(), depth - passes - 1, generator);
        line.pop();
        (Some(mv), count)
    });
    counts.collect()
}

fn count(
    line: &mut PositionStack,
    depth: usize,
    generator: Generator,
    buffers: &mut [Vec<Move>],
) -> u64 {
    let position = line.position();
    let depth = depth.saturating_sub(position.passes_before());
    let Some(colour) = position.to_play() else { return 1 };
    match depth {
        0 => 1,
        1 => generator.count(position, colour) as u64,
        _ => {
            let (moves, buffers) = buffers.split_first_mut().expect("a buffer for each ply");
            generator.list(position, colour, moves);
            let mut sum = 0;
            for &mv in &*moves {
                line.push(mv);
                sum += count(line, depth - 1, generator, buffers);
                line.pop();
            }
            sum
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Isa;
    use crate::rng::game_rng;
    use crate::tables::Tables;

    #[test]
    fn every_instruction_set_of_this_processor_gives_the_same() {
        for name in ["duo", "classic-3", "7x7", "3x3-4"] {
            let play = |isa: Isa| {
                let tables = Tables::with_isa(name.parse().unwrap(), isa);
                let mut position = Position::new(&tables);
                let mut rng = game_rng(5, 0);
                let mut seen = Vec::new();
                while let Some(mv) = position.sample_move(&mut rng) {
                    seen.push((mv, position.legal_moves(), position.count_moves()));
                    position.play_unchecked(mv);
                }
                let start = perft(&Position::new(&tables), 2, Generator::Fast);
                (seen, position.player_scores(), start)
            };
            let portable = play(Isa::PORTABLE);
            for isa in Isa::available() {
                assert_eq!(play(isa), portable, "{name}, {isa:?}");
            }
        }
    }
}
