//! The moves of a position with their probabilities.

use crate::math::Elementary;

use std::cmp::Ordering;

use cornerwise_core::{Generator, Move, Position, Reaches};

use super::knowledge::{CellWeights, Recent, View, Weights, added, sequel};
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
    reaches: Vec<Reaches>,
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
            reaches: Vec::new(),
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
        self.children.extend(self.list.iter().map(|&mv| NewChild { mv, prior: 0.0 }));
        if self.options.priors {
            self.view.look(position, recent);
            self.view.weigh(self.weights, &mut self.sums);
            for child in &mut self.children {
                child.prior = self.sums.of(child.mv);
            }
            let looked_at = most.map(|most| most.max(self.options.look));
            keep_likeliest(&mut self.children, looked_at);
            self.look_again(position);
        }
        keep_likeliest(&mut self.children, most);
        let children = &mut self.children;
        if most.is_none() {
            children.sort_unstable_by(by_prior);
        }
        let highest = children.iter().map(|child| child.prior).fold(f32::NEG_INFINITY, f32::max);
        let mut total = 0.0;
        for child in children.iter_mut() {
            child.prior = (self.options.sharpness * (child.prior - highest)).exponential();
            total += child.prior;
        }
        for child in children.iter_mut() {
            child.prior /= total;
        }
        let is_complete = children.len() == legal;
        (children, is_complete)
    }

    /// Adds what a second look at the moves tells.
    fn look_again(&mut self, position: &Position) {
        let Some(weights) = self.weights.second_look(self.view.phase()) else { return };
        if self.options.look == 0 {
            return;
        }
        self.list.clear();
        self.list.extend(self.children.iter().map(|child| child.mv));
        position.reaches_after(&self.list, &mut self.reaches);
        for (child, reaches) in self.children.iter_mut().zip(&self.reaches) {
            child.prior += added(&sequel(child.prior, reaches), weights);
        }
    }
}

/// The most probable first, and of equally probable moves always the same one.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "sorting hands out references")]
fn by_prior(a: &NewChild, b: &NewChild) -> Ordering {
    b.prior.total_cmp(&a.prior).then(a.mv.cmp(&b.mv))
}

/// Forgets all but the most probable moves.
fn keep_likeliest(children: &mut Vec<NewChild>, most: Option<usize>) {
    if let Some(most) = most.filter(|&most| most < children.len()) {
        children.select_nth_unstable_by(most, by_prior);
        children.truncate(most);
    }
}
