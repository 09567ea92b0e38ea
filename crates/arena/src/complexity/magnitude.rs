//! Numbers too large for floating point.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Div, Mul};

use serde::{Serialize, Serializer};

/// A number that is not negative, by its natural logarithm.
///
/// ```
/// use cornerwise_arena::complexity::Magnitude;
/// let googol = Magnitude::from_log10(100.0);
/// assert_eq!((googol * googol).to_string(), "1.00e200");
/// assert_eq!(Magnitude::from(1_234.0).to_string(), "1234");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Magnitude {
    ln: f64,
}

/// Outside of these bounds a number is written with an exponent.
const SHORT: f64 = 0.01;
const LONG: f64 = 1e6;

impl Magnitude {
    /// Nothing.
    pub const ZERO: Magnitude = Magnitude { ln: f64::NEG_INFINITY };
    /// A single thing.
    pub const ONE: Magnitude = Magnitude { ln: 0.0 };

    /// The number with this natural logarithm.
    #[must_use]
    pub const fn from_ln(ln: f64) -> Magnitude {
        Magnitude { ln }
    }

    /// The number with this decimal logarithm.
    #[must_use]
    pub const fn from_log10(log10: f64) -> Magnitude {
        Magnitude { ln: log10 * std::f64::consts::LN_10 }
    }

    /// The product of the numbers from 1 to this one.
    #[must_use]
    pub fn factorial(number: usize) -> Magnitude {
        (1..=number)
            .fold(Magnitude::ONE, |product, factor| product * Magnitude::from(factor as f64))
    }

    /// The natural logarithm.
    pub const fn ln(self) -> f64 {
        self.ln
    }

    /// The decimal logarithm.
    pub const fn log10(self) -> f64 {
        self.ln / std::f64::consts::LN_10
    }

    /// The number itself, infinite if it is too large.
    pub fn value(self) -> f64 {
        self.ln.exp()
    }

    /// The number so many times as a factor.
    #[must_use]
    pub fn power(self, exponent: f64) -> Magnitude {
        Magnitude { ln: self.ln * exponent }
    }
}

/// A negative number counts as nothing.
impl From<f64> for Magnitude {
    fn from(value: f64) -> Magnitude {
        Magnitude { ln: value.max(0.0).ln() }
    }
}

impl From<u128> for Magnitude {
    fn from(value: u128) -> Magnitude {
        Magnitude::from(value as f64)
    }
}

impl Add for Magnitude {
    type Output = Magnitude;
    fn add(self, other: Magnitude) -> Magnitude {
        let (less, more) = if self.ln < other.ln { (self, other) } else { (other, self) };
        if less == Magnitude::ZERO {
            return more;
        }
        Magnitude { ln: more.ln + (less.ln - more.ln).exp().ln_1p() }
    }
}

impl Mul for Magnitude {
    type Output = Magnitude;
    #[expect(clippy::suspicious_arithmetic_impl, reason = "products are sums of logarithms")]
    fn mul(self, other: Magnitude) -> Magnitude {
        Magnitude { ln: self.ln + other.ln }
    }
}

/// A share of nothing is nothing.
impl Div for Magnitude {
    type Output = Magnitude;
    fn div(self, other: Magnitude) -> Magnitude {
        if self == Magnitude::ZERO { self } else { Magnitude { ln: self.ln - other.ln } }
    }
}

impl Sum for Magnitude {
    fn sum<I: Iterator<Item = Magnitude>>(values: I) -> Magnitude {
        values.fold(Magnitude::ZERO, Add::add)
    }
}

impl fmt::Display for Magnitude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value();
        if *self == Magnitude::ZERO {
            return f.write_str("0");
        }
        if (SHORT..LONG).contains(&value) {
            let decimals =
                if value < 100.0 && (value - value.round()).abs() > 5e-3 { 2 } else { 0 };
            return write!(f, "{value:.decimals$}");
        }
        let log10 = self.log10();
        let exponent = log10.floor();
        let mantissa = 10_f64.powf(log10 - exponent);
        // Rounding must not lead to a mantissa of ten.
        let (mantissa, exponent) =
            if mantissa >= 9.995 { (1.0, exponent + 1.0) } else { (mantissa, exponent) };
        write!(f, "{mantissa:.2}e{exponent}")
    }
}

/// The decimal logarithm; nothing for zero.
impl Serialize for Magnitude {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let log10 = (*self != Magnitude::ZERO).then_some(self.log10());
        log10.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_products_are_those_of_numbers() {
        let [two, five] = [2.0, 5.0].map(Magnitude::from);
        assert!(((two + five).value() - 7.0).abs() < 1e-12);
        assert!(((two * five).value() - 10.0).abs() < 1e-12);
        assert!(((two / five).value() - 0.4).abs() < 1e-12);
        assert_eq!(Magnitude::ZERO + two, two);
        assert_eq!(Magnitude::ZERO / Magnitude::ZERO, Magnitude::ZERO);
        assert_eq!([].into_iter().sum::<Magnitude>(), Magnitude::ZERO);
        // Far beyond floating point.
        let huge = Magnitude::from_log10(400.0);
        assert!(((huge + huge).log10() - (400.0 + 2_f64.log10())).abs() < 1e-12);
        assert!((Magnitude::factorial(21).log10() - 19.708_343).abs() < 1e-5);
    }

    #[test]
    fn numbers_are_written_as_people_read_them() {
        let written = |log10: f64| Magnitude::from_log10(log10).to_string();
        assert_eq!(written(93.396_2), "2.49e93");
        assert_eq!(written(12.999_9), "1.00e13");
        assert_eq!(Magnitude::from(0.0).to_string(), "0");
        assert_eq!(Magnitude::from(19_892_439.0).to_string(), "1.99e7");
        assert_eq!(Magnitude::from(58.0).to_string(), "58");
        assert_eq!(Magnitude::from(0.25).to_string(), "0.25");
        assert_eq!(written(-8.5), "3.16e-9");
    }
}
