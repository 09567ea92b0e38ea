//! Which move is played in the end.

use crate::math::Elementary;

use super::options::{Final, Options};
use super::tree::RootMove;

impl RootMove {
    /// The mean reward; what was never tried is worst.
    pub(super) fn mean(&self) -> f64 {
        if self.visits == 0 { f64::NEG_INFINITY } else { self.sum / self.visits as f64 }
    }

    fn add(&mut self, other: &RootMove) {
        self.visits += other.visits;
        self.sum += other.sum;
        for player in 0..self.shares.len() {
            self.shares[player] += other.shares[player];
            self.scores[player] += other.scores[player];
        }
    }
}

/// Adds up what several trees know of the same moves; the order is the first one's.
pub(super) fn merge(trees: impl IntoIterator<Item = Vec<RootMove>>) -> Vec<RootMove> {
    let mut trees = trees.into_iter();
    let mut sum = trees.next().unwrap_or_default();
    for mut other in trees {
        other.sort_unstable_by_key(|known| known.mv);
        for known in &mut sum {
            if let Ok(at) = other.binary_search_by_key(&known.mv, |known| known.mv) {
                known.add(&other[at]);
            }
        }
    }
    sum
}

impl Options {
    /// The number of the move to play.
    pub(super) fn choose(&self, moves: &[RootMove]) -> usize {
        let robust = best(moves, |known| (known.visits as f64, known.mean()));
        match self.choice {
            Final::Max => best(moves, |known| (known.mean(), known.visits as f64)),
            Final::Robust | Final::RobustMax => robust,
            Final::Secure => {
                let total: u64 = moves.iter().map(|known| known.visits).sum();
                let log = 2.0 * (total.max(1) as f64).logarithm();
                best(moves, |known| {
                    let doubt = self.c * (log / known.visits.max(1) as f64).sqrt();
                    (known.mean() - doubt, known.visits as f64)
                })
            }
        }
    }
}

/// Whether a search that may go on need not: the most visited move is also the best one.
pub(super) fn is_settled(moves: &[RootMove]) -> bool {
    let most = moves.iter().map(|known| known.visits).max();
    let highest = moves.iter().map(RootMove::mean).fold(f64::NEG_INFINITY, f64::max);
    moves.iter().any(|known| Some(known.visits) == most && known.mean() == highest)
}

/// The number of the move with the greatest key, the first among equals.
fn best(moves: &[RootMove], key: impl Fn(&RootMove) -> (f64, f64)) -> usize {
    let mut best = 0;
    for (number, known) in moves.iter().enumerate() {
        let ((a, b), (c, d)) = (key(known), key(&moves[best]));
        if a.total_cmp(&c).then(b.total_cmp(&d)).is_gt() {
            best = number;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::montecarlo::tests::options;

    fn known(mv: &str, visits: u64, mean: f64) -> RootMove {
        RootMove {
            mv: mv.parse().unwrap(),
            visits,
            sum: mean * visits as f64,
            bias: 0.0,
            shares: [visits as f64 / 2.0; 4],
            scores: [0.0; 4],
        }
    }

    #[test]
    fn each_way_has_its_favourite() {
        let moves = [
            known("a1", 0, 0.0),
            known("a2", 4, 0.75),
            known("a3", 600, 0.45),
            known("a4", 900, 0.3),
        ];
        let choose = |spec: &str| moves[options(spec).choose(&moves)].mv.to_string();
        assert_eq!(choose("uct:final=max"), "a2");
        assert_eq!(choose("uct:final=robust"), "a4");
        assert_eq!(choose("uct:final=robust-max"), "a4");
        assert_eq!(choose("uct:final=secure"), "a3");
        assert!(!is_settled(&moves));
        assert!(is_settled(&moves[2..3]));
    }

    #[test]
    fn trees_are_added_up_by_move() {
        let merged = merge([
            vec![known("a1", 2, 1.0), known("a2", 2, 0.0)],
            vec![known("a2", 6, 0.5), known("a1", 1, -1.0)],
        ]);
        assert_eq!((merged[0].visits, merged[0].sum), (3, 1.0));
        assert_eq!((merged[1].visits, merged[1].sum, merged[1].shares[0]), (8, 3.0, 4.0));
    }
}
