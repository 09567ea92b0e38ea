//! How far a model is off, and how that changes with its weights.

use std::array;
use std::ops::AddAssign;

use cornerwise_engine::evaluator::linear::softmax;

/// A weight for every number that a model adds up, as exact as learning needs it.
pub type Coefficients<const N: usize> = [f64; N];

/// A sum over positions as a function of the weights, up to its second derivatives.
#[derive(Clone, Debug)]
pub struct Quadratic<const N: usize> {
    /// How many positions.
    pub positions: u64,
    /// The sum.
    pub value: f64,
    /// Its derivatives.
    pub slopes: Coefficients<N>,
    /// The derivatives of these.
    pub curvature: Vec<Coefficients<N>>,
}

impl<const N: usize> Default for Quadratic<N> {
    fn default() -> Quadratic<N> {
        let zero = [0.0; N];
        Quadratic { positions: 0, value: 0.0, slopes: zero, curvature: vec![zero; N] }
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
        let mut model: Vec<f64> = sharers.iter().map(|own| dot(own, weights)).collect();
        softmax(&mut model);
        self.positions += 1;
        let mut mean = [0.0; N];
        for ((own, &model), &share) in sharers.iter().zip(&model).zip(shares) {
            // A share may be too small for a number, but what it costs is not infinite.
            self.value -= share * model.max(f64::MIN_POSITIVE).ln();
            let own = own.map(f64::from);
            self.add(&own, model - share, model);
            mean.iter_mut().zip(own).for_each(|(mean, own)| *mean += model * own);
        }
        self.add(&mean, 0.0, -1.0);
    }

    /// Adds half the square by which a weighted sum misses a number.
    pub fn add_error(&mut self, own: &[f32; N], weights: &Coefficients<N>, number: f64) {
        let error = dot(own, weights) - number;
        self.positions += 1;
        self.value += error * error / 2.0;
        self.add(&own.map(f64::from), error, 1.0);
    }

    /// Adds multiples of a vector to the slopes, and of its square to the curvature.
    fn add(&mut self, vector: &Coefficients<N>, slope: f64, curvature: f64) {
        for ((row, slopes), &factor) in self.curvature.iter_mut().zip(&mut self.slopes).zip(vector)
        {
            *slopes += slope * factor;
            let factor = curvature * factor;
            row.iter_mut().zip(vector).for_each(|(entry, own)| *entry += factor * own);
        }
    }

    /// The mean over the positions, and what half the sum of the squared weights adds to it.
    pub(super) fn mean_with_decay(mut self, weights: &Coefficients<N>, decay: f64) -> Quadratic<N> {
        let per_position = 1.0 / self.positions.max(1) as f64;
        self.value *= per_position;
        for (at, weight) in weights.iter().enumerate() {
            self.value += decay / 2.0 * weight * weight;
            self.slopes[at] = self.slopes[at] * per_position + decay * weight;
            self.curvature[at].iter_mut().for_each(|entry| *entry *= per_position);
            self.curvature[at][at] += decay;
        }
        self
    }

    /// The way to the lowest point, if the curvature is what it seems: Newton's step. The curvature must be positive in all
    /// directions, as any decay makes it.
    pub(super) fn step(&self) -> Coefficients<N> {
        let factor = cholesky(&self.curvature);
        let mut step = self.slopes.map(|slope| -slope);
        for row in 0..step.len() {
            let known: f64 = (0..row).map(|at| factor[row][at] * step[at]).sum();
            step[row] = (step[row] - known) / factor[row][row];
        }
        for row in (0..step.len()).rev() {
            let known: f64 = (row + 1..step.len()).map(|at| factor[at][row] * step[at]).sum();
            step[row] = (step[row] - known) / factor[row][row];
        }
        step
    }
}

impl<const N: usize> AddAssign<&Quadratic<N>> for Quadratic<N> {
    fn add_assign(&mut self, other: &Quadratic<N>) {
        self.positions += other.positions;
        self.value += other.value;
        for (own, other) in self.slopes.iter_mut().zip(&other.slopes) {
            *own += other;
        }
        for (own, other) in
            self.curvature.iter_mut().flatten().zip(other.curvature.iter().flatten())
        {
            *own += other;
        }
    }
}

fn dot<const N: usize>(own: &[f32; N], weights: &Coefficients<N>) -> f64 {
    own.iter().zip(weights).map(|(&own, weight)| f64::from(own) * weight).sum()
}

/// The lower triangle whose product with its transpose is the matrix.
fn cholesky<const N: usize>(matrix: &[[f64; N]]) -> Vec<[f64; N]> {
    let mut factor = vec![[0.0; N]; N];
    for row in 0..N {
        for column in 0..=row {
            let known: f64 = (0..column).map(|at| factor[row][at] * factor[column][at]).sum();
            let rest = matrix[row][column] - known;
            factor[row][column] = if row == column {
                // Rounding can take away what little there is.
                rest.max(f64::EPSILON * matrix[row][row]).sqrt()
            } else {
                rest / factor[column][column]
            };
        }
    }
    factor
}

/// The sum of two vectors.
pub(super) fn sum<const N: usize>(
    left: &Coefficients<N>,
    right: &Coefficients<N>,
) -> Coefficients<N> {
    array::from_fn(|at| left[at] + right[at])
}

/// The product of two vectors.
pub(super) fn product<const N: usize>(left: &Coefficients<N>, right: &Coefficients<N>) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_times_itself_is_the_matrix() {
        let matrix = [[4.0, 2.0, -2.0], [2.0, 10.0, 5.0], [-2.0, 5.0, 21.0]];
        let factor = cholesky(&matrix);
        assert_eq!(factor[0][2], 0.0);
        for row in 0..3 {
            for column in 0..3 {
                let entry: f64 = (0..3).map(|at| factor[row][at] * factor[column][at]).sum();
                assert!((entry - matrix[row][column]).abs() < 1e-12);
            }
        }
    }
}
