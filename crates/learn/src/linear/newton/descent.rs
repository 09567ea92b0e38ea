//! The way to the lowest point of a convex function.

use std::array;

use super::quadratic::{Coefficients, Quadratic};

/// Far more than Newton's method needs.
const MOST_PASSES: usize = 200;
/// What is left to gain when the search ends, beside the loss.
const NEARLY_NOTHING: f64 = 1e-10;

/// The lowest points of some functions. `evaluate` answers what they are like at these points, all of them in one
/// pass; a decay is added to each, which must be more than 0.
pub(crate) fn lowest<const N: usize, const FUNCTIONS: usize, E>(
    decay: f64,
    mut evaluate: impl FnMut(&[Coefficients<N>; FUNCTIONS]) -> Result<[Quadratic<N>; FUNCTIONS], E>,
) -> Result<[Coefficients<N>; FUNCTIONS], E> {
    let mut descents: [Descent<N>; FUNCTIONS] = array::from_fn(|_| Descent::new(decay));
    for _ in 0..MOST_PASSES {
        let found = evaluate(&array::from_fn(|number| descents[number].weights()))?;
        for (descent, found) in descents.iter_mut().zip(found) {
            descent.learn(found);
        }
        if descents.iter().all(Descent::is_done) {
            break;
        }
    }
    Ok(array::from_fn(|number| *descents[number].best()))
}

/// Newton's method, which goes back half the way whenever it went too far.
pub(crate) struct Descent<const N: usize> {
    decay: f64,
    /// The best weights so far, and their loss.
    best: Coefficients<N>,
    loss: f64,
    /// The way from there to the weights that are to be tried.
    step: Coefficients<N>,
    is_done: bool,
}

impl<const N: usize> Descent<N> {
    /// From zero; the decay must be more than that.
    fn new(decay: f64) -> Descent<N> {
        let zero = Coefficients::zeros();
        Descent { decay, best: zero, loss: f64::INFINITY, step: zero, is_done: false }
    }

    /// The weights to be tried next.
    fn weights(&self) -> Coefficients<N> {
        self.best + self.step
    }

    /// The best weights that were tried.
    fn best(&self) -> &Coefficients<N> {
        &self.best
    }

    /// Whether there is nothing left to gain.
    fn is_done(&self) -> bool {
        self.is_done
    }

    /// Learns what the weights that were to be tried are like.
    fn learn(&mut self, found: Quadratic<N>) {
        if self.is_done {
            return;
        }
        let tried = self.weights();
        let found = found.mean_with_decay(&tried, self.decay);
        let negligible = NEARLY_NOTHING * (1.0 + found.loss);
        if found.loss <= self.loss + negligible {
            (self.best, self.loss) = (tried, found.loss);
            self.step = found.step();
            self.is_done = -found.gradient.dot(&self.step) < negligible;
        } else {
            self.step /= 2.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use cornerwise_core::{GameRng, game_rng};
    use cornerwise_engine::evaluator::linear::softmax;
    use rand::RngExt;

    use super::*;

    const NUMBERS: usize = 12;

    fn numbers(rng: &mut GameRng) -> Coefficients<NUMBERS> {
        Coefficients::from_fn(|_, _| 2.0 * rng.random::<f64>() - 1.0)
    }

    /// The weights that are found, and after how many steps.
    fn found(
        of: impl Fn(&Coefficients<NUMBERS>) -> Quadratic<NUMBERS>,
    ) -> (Coefficients<NUMBERS>, usize) {
        let mut descent = Descent::new(1e-9);
        let mut steps = 0;
        while !descent.is_done() {
            descent.learn(of(&descent.weights()));
            steps += 1;
            assert!(steps < 100, "it never ends");
        }
        (*descent.best(), steps)
    }

    fn assert_close(found: &Coefficients<NUMBERS>, truth: &Coefficients<NUMBERS>) {
        assert!((found - truth).amax() < 1e-3, "{found} {truth}");
    }

    #[test]
    fn the_weights_behind_the_shares_and_the_numbers_are_found() {
        let mut rng = game_rng(5, 0);
        let truth = numbers(&mut rng);
        let sum_of = |own: &[f32; NUMBERS]| Coefficients::from(own.map(f64::from)).dot(&truth);
        for players in 2..=4 {
            let positions: Vec<(Vec<[f32; NUMBERS]>, Vec<f64>)> = (0..200)
                .map(|_| {
                    let players: Vec<[f32; NUMBERS]> = (0..players)
                        .map(|_| numbers(&mut rng).map(|number| number as f32).into())
                        .collect();
                    let mut shares: Vec<f64> = players.iter().map(sum_of).collect();
                    softmax(&mut shares);
                    (players, shares)
                })
                .collect();
            let (weights, _) = found(|weights| {
                let mut sum = Quadratic::default();
                for (players, shares) in &positions {
                    sum.add_cross_entropy(players, weights, shares);
                }
                sum
            });
            assert_close(&weights, &truth);
            let (weights, steps) = found(|weights| {
                let mut sum = Quadratic::default();
                for own in positions.iter().flat_map(|(players, _)| players) {
                    sum.add_squared_error(own, weights, sum_of(own));
                }
                sum
            });
            assert_close(&weights, &truth);
            assert_eq!(steps, 2, "squares are quadratic");
        }
    }

    #[test]
    fn a_step_that_went_too_far_is_halved() {
        // Certain winners: the steps of shares that are nearly 0 and 1 are far too long.
        let mut strong = [0.0; NUMBERS];
        strong[0] = 100.0;
        let positions =
            [([strong, [0.0; NUMBERS]], [0.9, 0.1]), ([[0.0; NUMBERS], strong], [0.1, 0.9])];
        let (weights, _) = found(|weights| {
            let mut sum = Quadratic::default();
            for (players, shares) in &positions {
                sum.add_cross_entropy(players, weights, shares);
            }
            sum
        });
        assert!((weights[0] - 9f64.ln() / 100.0).abs() < 1e-4, "{weights:?}");
    }
}
