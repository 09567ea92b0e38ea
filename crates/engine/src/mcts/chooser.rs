//! The moves of a position with their probabilities.

use cornerwise_core::{Generator, Move, Position};

use super::knowledge::{CellWeights, Recent, View, Weights};
use super::options::TreeOptions;
use super::schedule::keep_scheduled;
use super::tree::NewChild;

/// Finds the moves of positions and how probable they are.
pub(super) struct Chooser<'a> {
    options: TreeOptions,
    weights: &'a Weights,
    view: View,
    sums: CellWeights,
    list: Vec<Move>,
    children: Vec<NewChild>,
}

impl<'a> Chooser<'a> {
    pub(super) fn new(options: TreeOptions, weights: &'a Weights) -> Chooser<'a> {
        Chooser {
            options,
            weights,
            view: View::default(),
            sums: CellWeights::default(),
            list: Vec::new(),
            children: Vec::new(),
        }
    }

    /// The moves of the colour to play with their probabilities: all of them in order, or the most probable ones;
    /// and whether these are all legal moves.
    pub(super) fn children(
        &mut self,
        position: &Position,
        recent: &Recent,
        most: Option<usize>,
    ) -> (&[NewChild], bool) {
        let colour = position.to_play().expect("the game is not over");
        Generator::Fast.list(position, colour, &mut self.list);
        let legal = self.list.len();
        if self.options.schedule {
            keep_scheduled(position, &mut self.list);
        }
        self.children.clear();
        if self.options.priors {
            self.view.look(position, recent);
            self.view.weigh(self.weights, &mut self.sums);
            let sums = &self.sums;
            let sharpness = self.options.sharpness;
            let child = |&mv: &Move| NewChild { mv, prior: sharpness * sums.of(mv) };
            self.children.extend(self.list.iter().map(child));
        } else {
            self.children.extend(self.list.iter().map(|&mv| NewChild { mv, prior: 0.0 }));
        }
        let by_prior =
            |a: &NewChild, b: &NewChild| b.prior.total_cmp(&a.prior).then(a.mv.cmp(&b.mv));
        let children = &mut self.children;
        let highest = children.iter().map(|child| child.prior).fold(f32::NEG_INFINITY, f32::max);
        match most {
            None => children.sort_unstable_by(by_prior),
            Some(most) if most < children.len() => {
                children.select_nth_unstable_by(most, by_prior);
                children.truncate(most);
            }
            Some(_) => {}
        }
        let mut total = 0.0;
        for child in children.iter_mut() {
            child.prior = (child.prior - highest).exp();
            total += child.prior;
        }
        for child in children.iter_mut() {
            child.prior /= total;
        }
        let is_complete = children.len() == legal;
        (children, is_complete)
    }
}
