//! Functions whose last digit does not depend on the machine.
//!
//! The system's library may choose other instructions on another processor, and rounds otherwise then. Searches compare sums of such
//! numbers, so that one digit may become another move. These are computed by the same steps everywhere.

/// A number with logarithm and exponential function.
pub(crate) trait Elementary {
    /// e to the power of this.
    fn exponential(self) -> Self;
    /// The natural logarithm.
    fn logarithm(self) -> Self;
}

impl Elementary for f32 {
    #[inline]
    fn exponential(self) -> f32 {
        libm::expf(self)
    }

    #[inline]
    fn logarithm(self) -> f32 {
        libm::logf(self)
    }
}

impl Elementary for f64 {
    #[inline]
    fn exponential(self) -> f64 {
        libm::exp(self)
    }

    #[inline]
    fn logarithm(self) -> f64 {
        libm::log(self)
    }
}

/// A number to a power.
#[inline]
pub(crate) fn power(base: f64, exponent: f64) -> f64 {
    libm::pow(base, exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_those_of_the_system_but_for_rounding() {
        for number in (-2000..2000).map(|number| f64::from(number) / 50.0) {
            let [ours, theirs] = [number.exponential(), number.exp()];
            assert!((ours - theirs).abs() <= 4.0 * f64::EPSILON * theirs, "{number}");
            let [ours, theirs] = [(number as f32).exponential(), (number as f32).exp()];
            assert!((ours - theirs).abs() <= 4.0 * f32::EPSILON * theirs, "{number}");
        }
        for number in (1..2000).map(|number| f64::from(number) / 10.0) {
            assert!((number.logarithm() - number.ln()).abs() < 1e-14);
            assert!(((number as f32).logarithm() - (number as f32).ln()).abs() < 1e-6);
            assert!((power(number, 0.4) / number.powf(0.4) - 1.0).abs() < 1e-14);
        }
    }
}
