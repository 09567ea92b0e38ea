//! Steps against a gradient whose lengths are its own for every weight.

/// Adam (Kingma and Ba 2014), with the constants of the paper.
pub(super) struct Adam {
    /// Decaying means of the derivatives and of their squares.
    means: Vec<f64>,
    squares: Vec<f64>,
    steps: i32,
}

const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;
const NEARLY_ZERO: f64 = 1e-8;

impl Adam {
    /// For so many weights.
    pub(super) fn new(weights: usize) -> Adam {
        Adam { means: vec![0.0; weights], squares: vec![0.0; weights], steps: 0 }
    }

    /// Makes a step.
    pub(super) fn step(&mut self, weights: &mut [f64], gradient: &[f64], rate: f64) {
        self.steps += 1;
        // The means begin at zero; this is what they have missed.
        let begun = |decay: f64| 1.0 - decay.powi(self.steps);
        let (mean_begun, square_begun) = (begun(MEAN_DECAY), begun(SQUARE_DECAY));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean += (1.0 - MEAN_DECAY) * (slope - *mean);
            *square += (1.0 - SQUARE_DECAY) * (slope * slope - *square);
            let scale = (*square / square_begun).sqrt() + NEARLY_ZERO;
            *weight -= rate * (*mean / mean_begun) / scale;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_point_of_a_long_valley_is_found() {
        let mut adam = Adam::new(2);
        let mut weights = [0.0, 0.0];
        for step in 0..2000 {
            let gradient = [weights[0] - 3.0, 1000.0 * (weights[1] + 2.0)];
            adam.step(&mut weights, &gradient, 0.05 * (1.0 - f64::from(step) / 2000.0));
        }
        assert!((weights[0] - 3.0).abs() < 1e-3 && (weights[1] + 2.0).abs() < 1e-3, "{weights:?}");
    }
}
