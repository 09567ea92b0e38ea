//! A command with its row, and its arguments as what they mean.

use std::str::FromStr;
use std::time::Duration;

use cornerwise_core::{Colour, Variant};

use super::refusal::Refusal;
use super::table::Row;
use crate::protocol::Command;

/// Longer times on a clock are as good as none.
const LONGEST_SECONDS: f64 = 1e9;

/// A command that is being executed.
pub(super) struct Call<'c> {
    pub row: &'static Row,
    pub command: &'c Command,
}

impl Call<'_> {
    /// All that follows the name.
    pub fn rest(&self) -> &str {
        self.command.rest.trim_end()
    }

    pub fn words(&self) -> &[String] {
        &self.command.arguments
    }

    /// The error that tells what the command takes.
    pub fn usage(&self) -> Refusal {
        Refusal::Usage(self.row.usage())
    }

    /// Exactly so many words.
    pub fn exactly<const N: usize>(&self) -> Result<[&str; N], Refusal> {
        let words: Vec<&str> = self.words().iter().map(String::as_str).collect();
        words.try_into().map_err(|_| self.usage())
    }
}

/// The colour that a word names.
pub(super) fn colour(variant: &Variant, word: &str) -> Result<Colour, Refusal> {
    variant.colour_named(word).ok_or_else(|| {
        let names: Vec<_> = variant.colours().map(|colour| variant.colour_name(colour)).collect();
        Refusal::argument(word, format!("a colour such as {}", names.join(", ")))
    })
}

/// A whole number from 0 on.
pub(super) fn number<T: FromStr>(word: &str) -> Result<T, Refusal> {
    word.parse().map_err(|_| Refusal::argument(word, "a whole number from 0 on"))
}

/// A time in hundredths of a second.
pub(super) fn hundredths(word: &str) -> Result<Duration, Refusal> {
    number::<u32>(word).map(|count| Duration::from_millis(10 * u64::from(count)))
}

/// A time in seconds, whole or not.
pub(super) fn seconds(word: &str) -> Result<Duration, Refusal> {
    let value: Option<f64> = word.parse().ok();
    let value = value.filter(|seconds| (0.0..=LONGEST_SECONDS).contains(seconds));
    let value = value.ok_or_else(|| Refusal::argument(word, "a number of seconds"))?;
    Ok(Duration::from_secs_f64(value))
}
