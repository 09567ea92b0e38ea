//! Counting the positions of the game tree, the classical test of a move generator.

use crate::generate::Generator;
use crate::line::Line;
use crate::moves::Move;
use crate::position::Position;

/// The number of lines of this many plies. A forced pass is one ply; a finished game counts once.
///
/// ```
/// use cornerwise_core::{Generator, Position, perft};
/// let start = Position::start("4x4".parse().unwrap());
/// assert_eq!(perft(&start, 3, Generator::Fast), 7_501);
/// ```
pub fn perft(position: &Position, depth: usize, generator: Generator) -> u64 {
    let mut line = Line::new(position.clone());
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
    let mut line = Line::new(position.clone());
    let moves = position.legal_moves();
    let counts = moves.into_iter().map(|mv| {
        line.push(mv);
        let count = perft(line.position(), depth - passes - 1, generator);
        line.pop();
        (Some(mv), count)
    });
    counts.collect()
}

fn count(line: &mut Line, depth: usize, generator: Generator, buffers: &mut [Vec<Move>]) -> u64 {
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
