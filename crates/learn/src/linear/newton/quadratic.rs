//! How large a loss is, and how that changes with the weights.

use std::ops::AddAssign;

use cornerwise_engine::evaluator::linear::softmax;
use nalgebra::{Cholesky, DMatrix, DVector, Dyn, SVector};

/// A weight for every feature that a model adds up, as exact as learning needs it.
pub type Coefficients<const N: usize> = SVector<f64, N>;

/// The loss as a sum over positions and a function of the weights, up to its second derivatives.
#[derive(Clone, Debug)]
pub struct Quadratic<const N: usize> {
    /// How many positions.
    pub positions: u64,
    /// The sum.
    pub loss: f64,
    /// Its derivatives.
    pub gradient: Coefficients<N>,
    /// The derivatives of these.
    pub hessian: DMatrix<f64>,
}

impl<const N: usize> Default for Quadratic<N> {
    fn default() -> Quadratic<N> {
        let (gradient, hessian) = (Coefficients::zeros(), DMatrix::zeros(N, N));
        Quadratic { positions: 0, loss: 0.0, gradient, hessian }
    }
}

impl<const N: usize> Quadratic<N> {
    /// Adds the cross-entropy of shares, such as those of players in the win, and those of the model, the softmax of the
    /// weighted sums.
    pub fn add_cross_entropy(
        &mut self,
        sharers: &[[f32; N]],
        weights: &Coefficients<N>,
        shares: &[f64],
    ) {
        let mut model: Vec<f64> = sharers.iter().map(|own| exact(own).dot(weights)).collect();
        softmax(&mut model);
        self.positions += 1;
        let mut mean = Coefficients::<N>::zeros();
        for ((own, &model), &share) in sharers.iter().zip(&model).zip(shares) {
            // A share may be too small for a number, but what it costs is not infinite.
            self.loss -= share * model.max(f64::MIN_POSITIVE).ln();
            let own = exact(own);
            self.add(&own, model - share, model);
            mean.axpy(model, &own, 1.0);
        }
        self.add(&mean, 0.0, -1.0);
    }

    /// Adds half the squared error of a weighted sum.
    pub fn add_squared_error(&mut self, own: &[f32; N], weights: &Coefficients<N>, target: f64) {
        let own = exact(own);
        let error = own.dot(weights) - target;
        self.positions += 1;
        self.loss += error * error / 2.0;
        self.add(&own, error, 1.0);
    }

    /// Adds multiples of a vector to the gradient, and of its outer product with itself to the Hessian.
    fn add(&mut self, vector: &Coefficients<N>, slope: f64, curvature: f64) {
        self.gradient.axpy(slope, vector, 1.0);
        self.hessian.ger(curvature, vector, vector, 1.0);
    }

    /// The mean over the positions, and what half the sum of the squared weights adds to it.
    pub(super) fn mean_with_decay(mut self, weights: &Coefficients<N>, decay: f64) -> Quadratic<N> {
        let per_position = 1.0 / self.positions.max(1) as f64;
        self.loss = self.loss * per_position + decay / 2.0 * weights.norm_squared();
        self.gradient = self.gradient * per_position + weights * decay;
        self.hessian *= per_position;
        for at in 0..N {
            self.hessian[(at, at)] += decay;
        }
        self
    }

    /// The way to the lowest point, if the Hessian is what it seems: Newton's step. The Hessian must be positive in all
    /// directions, as any decay makes it.
    pub(super) fn step(&self) -> Coefficients<N> {
        let mut step = DVector::from_column_slice((-self.gradient).as_slice());
        if let Some(cholesky) = cholesky(&self.hessian) {
            cholesky.solve_mut(&mut step);
        }
        Coefficients::from_column_slice(step.as_slice())
    }
}

impl<const N: usize> AddAssign<&Quadratic<N>> for Quadratic<N> {
    fn add_assign(&mut self, other: &Quadratic<N>) {
        self.positions += other.positions;
        self.loss += other.loss;
        self.gradient += &other.gradient;
        self.hessian += &other.hessian;
    }
}

/// Features as learning needs them.
fn exact<const N: usize>(features: &[f32; N]) -> Coefficients<N> {
    Coefficients::from_fn(|row, _| f64::from(features[row]))
}

/// The decomposition of a Hessian. Rounding can take away what little curvature there is in some direction, in which case
/// the diagonal gets a little more.
fn cholesky(hessian: &DMatrix<f64>) -> Option<Cholesky<f64, Dyn>> {
    const JITTERS: [f64; 4] = [0.0, 1e-15, 1e-12, 1e-9];
    let (size, largest) = (hessian.nrows(), hessian.diagonal().max());
    JITTERS.iter().find_map(|jitter| {
        Cholesky::new(hessian + DMatrix::from_diagonal_element(size, size, jitter * largest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_leads_to_the_lowest_point_of_a_parabola() {
        let hessian =
            DMatrix::from_row_slice(3, 3, &[4.0, 2.0, -2.0, 2.0, 10.0, 5.0, -2.0, 5.0, 21.0]);
        let lowest = Coefficients::from([1.0, -2.0, 3.0]);
        let slopes = &hessian * DVector::from_column_slice(lowest.as_slice());
        let gradient = -Coefficients::from_column_slice(slopes.as_slice());
        let quadratic = Quadratic { gradient, hessian, ..Quadratic::default() };
        assert!((quadratic.step() - lowest).norm() < 1e-12);
    }

    #[test]
    fn a_direction_without_curvature_is_no_obstacle() {
        let gradient = Coefficients::from([-1.0, -1.0]);
        let hessian = DMatrix::from_element(2, 2, 1.0);
        let step = Quadratic { gradient, hessian, ..Quadratic::default() }.step();
        assert!((step.sum() - 1.0).abs() < 1e-6, "{step}");
    }
}
