//! Where a run stands.

use std::path::Path;

use safetensors::tensor::{Dtype, SafeTensors, TensorView};

use crate::adamw::AdamW;
use crate::network::Losses;

/// Everything that the next step depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The weights and how they move.
    pub adam: AdamW,
    /// The epoch that is under way, from 0.
    pub epoch: u64,
    /// How many of its samples were taken.
    pub samples: u64,
    /// What was lost in the steps since the last report.
    pub window: Losses,
}

/// The rows of numbers in a file.
const ROWS: [&str; 4] = ["weights", "averaged", "first", "second"];
/// The sums of the losses.
const WINDOW: &str = "window";
/// Counters: steps, epoch, samples.
const COUNTERS: &str = "counters";
const COUNTER_COUNT: usize = 3;

impl Checkpoint {
    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let AdamW { weights, averaged, first, second, steps } = &self.adam;
        let bytes = |numbers: &Vec<f32>| -> Vec<u8> {
            numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
        };
        let rows = [weights, averaged, first, second].map(bytes);
        let counters: Vec<u8> = [*steps, self.epoch, self.samples]
            .iter()
            .flat_map(|counter| counter.to_le_bytes())
            .collect();
        let view = |dtype, length, data| {
            TensorView::new(dtype, vec![length], data).expect("the length is that of the data")
        };
        let mut views: Vec<(&str, TensorView<'_>)> = ROWS
            .into_iter()
            .zip(&rows)
            .map(|(name, row)| (name, view(Dtype::F32, weights.len(), row)))
            .collect();
        let window: Vec<u8> =
            self.window.to_array().iter().flat_map(|sum| sum.to_le_bytes()).collect();
        views.push((WINDOW, view(Dtype::F64, Losses::COUNT, &window)));
        views.push((COUNTERS, view(Dtype::U64, COUNTER_COUNT, &counters)));
        safetensors::serialize(views, None).expect("plain numbers can be written")
    }

    /// Reads a file, which is for so many weights.
    ///
    /// # Errors
    /// Says what is wrong.
    pub fn from_bytes(bytes: &[u8], weights: usize) -> Result<Checkpoint, String> {
        let file =
            SafeTensors::deserialize(bytes).map_err(|_| "it is no whole checkpoint".to_owned())?;
        let data = |name: &str, dtype: Dtype, length: usize| {
            let tensor = file.tensor(name).map_err(|_| format!("there is no {name} in it"))?;
            if tensor.dtype() != dtype || tensor.shape() != [length] {
                return Err(format!("it is of another network: {name} are not {length}"));
            }
            Ok(tensor.data().to_vec())
        };
        let row = |name: &str| {
            let data = data(name, Dtype::F32, weights)?;
            let (numbers, _) = data.as_chunks();
            let numbers: Vec<f32> =
                numbers.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
            let is_finite = numbers.iter().all(|number| number.is_finite());
            is_finite.then_some(numbers).ok_or_else(|| format!("{name} are not finite"))
        };
        let [weights, averaged, first, second] = ROWS.map(row);
        let counters = data(COUNTERS, Dtype::U64, COUNTER_COUNT)?;
        let (counters, _) = counters.as_chunks();
        let [steps, epoch, samples] =
            [0, 1, 2].map(|counter: usize| u64::from_le_bytes(counters[counter]));
        let window = data(WINDOW, Dtype::F64, Losses::COUNT)?;
        let (window, _) = window.as_chunks();
        let window = Losses::from_array(std::array::from_fn(|at| f64::from_le_bytes(window[at])));
        let adam =
            AdamW { weights: weights?, averaged: averaged?, first: first?, second: second?, steps };
        Ok(Checkpoint { adam, epoch, samples, window })
    }

    /// The step of a file, by its name.
    pub(super) fn step_of(path: &Path) -> Option<u64> {
        let name = path.file_name()?.to_str()?;
        name.strip_prefix("checkpoint-")?.strip_suffix(".safetensors")?.parse().ok()
    }

    /// The name of the file of a step.
    pub(super) fn file_name(step: u64) -> String {
        format!("checkpoint-{step:08}.safetensors")
    }
}
