//! Games of agents against themselves, and datasets as arrays.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use cornerwise_core::Variant;
use cornerwise_dataset::samples::{
    Batch, Epoch, GameFiles, HeldOut, Sample, SampleEncoder, Sampling, SourceError, Survey,
};
use cornerwise_dataset::{ConvertError, FileError, Side, Split};
use cornerwise_engine::Stop;
use cornerwise_learn::{Plan, SelfPlay, SelfPlayError};
use numpy::ndarray::IxDyn;
use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::agent::registry;
use crate::error::{AgentError, CornerwiseError, DataError, IntoException, wrong_option};
use crate::variant::{PyVariant, VariantLike};
use crate::work::{detached, interruptible};

macro_rules! data_errors {
    ($($error:ty),*) => {
        $(impl IntoException for $error {
            fn exception(self) -> PyErr {
                DataError::new_err(self.to_string())
            }
        })*
    };
}

data_errors!(FileError, SourceError, ConvertError);

impl IntoException for SelfPlayError {
    fn exception(self) -> PyErr {
        match self {
            SelfPlayError::Spec(error) => error.exception(),
            SelfPlayError::Forfeit { .. } => AgentError::new_err(self.to_string()),
            _ => DataError::new_err(self.to_string()),
        }
    }
}

/// Lets an agent play games against itself until a file has so many; answers how many it has. They are fewer after Ctrl-C.
#[pyfunction]
#[pyo3(signature = (variant, agent, path, *, games, seed, random_plies, threads))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub fn self_play(
    py: Python<'_>,
    variant: VariantLike,
    agent: String,
    path: PathBuf,
    games: u64,
    seed: u64,
    random_plies: Option<usize>,
    threads: usize,
) -> PyResult<u64> {
    let mut plan = Plan::new(&variant.variant()?, &agent, seed);
    plan.random_plies = random_plies.unwrap_or(plan.random_plies);
    let stop = Stop::default();
    interruptible(py, &stop, || {
        let mut series = SelfPlay::open(plan, registry(), &path)?;
        series.run(games, threads, &stop, |_| ())?;
        Ok::<_, SelfPlayError>(series.games())
    })
}

/// Writes the games of several files to one; answers how many there are.
#[pyfunction]
pub fn merge_games(py: Python<'_>, inputs: Vec<PathBuf>, out: PathBuf) -> PyResult<u64> {
    detached(py, || cornerwise_dataset::merge(&inputs, &out, |_| true))
}

/// Files of games with what was counted in them.
#[pyclass(name = "Samples", module = "cornerwise._native", frozen)]
pub struct PySamples(Arc<Counted>);

struct Counted {
    files: GameFiles,
    survey: Survey,
}

/// Batches that a thread makes ahead.
#[pyclass(name = "SampleBatches", module = "cornerwise._native", frozen)]
pub struct PySampleBatches(Mutex<Receiver<Result<Batch, String>>>);

/// As many batches wait at most.
const AHEAD: usize = 4;

#[pymethods]
impl PySamples {
    #[new]
    fn new(py: Python<'_>, paths: Vec<PathBuf>, validation: f64, seed: u64) -> PyResult<PySamples> {
        if !(0.0..1.0).contains(&validation) {
            return Err(wrong_option(format!(
                "validation is {validation}; it can be 0 or more, and less than 1"
            )));
        }
        detached(py, || {
            let files = GameFiles::open(&paths)?;
            let survey = Survey::of(&files, Split { validation, seed })?;
            Ok::<_, SourceError>(PySamples(Arc::new(Counted { files, survey })))
        })
    }

    #[getter]
    fn variant(&self) -> PyVariant {
        PyVariant(self.0.files.tables().variant().clone())
    }

    /// Games, positions and different positions of a side.
    fn counts(&self, held_out: bool) -> (u64, u64, u64) {
        let side = if held_out { Side::Validation } else { Side::Training };
        let survey = &self.0.survey;
        (survey.games(side), survey.positions(side), survey.distinct(side))
    }

    #[pyo3(signature = (*, batch_size, epoch, seed, window, augment, drop_last))]
    fn epoch(
        &self,
        batch_size: usize,
        epoch: u64,
        seed: u64,
        window: usize,
        augment: bool,
        drop_last: bool,
    ) -> PyResult<PySampleBatches> {
        let split = self.0.survey.split();
        let sampling = Sampling { split, seed, window: window.max(1), augment };
        self.start(batch_size, drop_last, move |counted, batches| {
            batches.take(Epoch::new(&counted.files, &counted.survey, sampling, epoch)?)
        })
    }

    fn held_out(&self, batch_size: usize) -> PyResult<PySampleBatches> {
        self.start(batch_size, false, |counted, batches| {
            batches.take(HeldOut::new(&counted.files, &counted.survey)?)
        })
    }
}

impl PySamples {
    /// Starts the thread that makes batches.
    fn start(
        &self,
        size: usize,
        drop_last: bool,
        work: impl FnOnce(&Counted, &mut Batches<'_>) -> Result<(), FileError> + Send + 'static,
    ) -> PyResult<PySampleBatches> {
        if size == 0 {
            return Err(wrong_option("batch_size is 0; it can be 1 or more"));
        }
        let (sender, receiver) = sync_channel(AHEAD);
        let counted = self.0.clone();
        let labour = move || {
            // When nobody waits any more, sending fails and the work ends.
            let send = |batch: Batch| sender.send(Ok(batch)).is_ok();
            let mut batches = Batches::new(&counted, size, &send);
            let done = work(&counted, &mut batches);
            if !drop_last && !batches.batch.is_empty() {
                send(batches.batch);
            }
            if let Err(error) = done {
                let _ = sender.send(Err(error.to_string()));
            }
        };
        let started = thread::Builder::new().name("cornerwise-samples".to_owned()).spawn(labour);
        started
            .map_err(|error| CornerwiseError::new_err(format!("cannot start a thread: {error}")))?;
        Ok(PySampleBatches(Mutex::new(receiver)))
    }
}

/// Samples on their way into batches.
struct Batches<'a> {
    variant: Variant,
    encoder: SampleEncoder,
    batch: Batch,
    size: usize,
    send: &'a dyn Fn(Batch) -> bool,
}

impl<'a> Batches<'a> {
    fn new(counted: &Counted, size: usize, send: &'a dyn Fn(Batch) -> bool) -> Batches<'a> {
        let tables = counted.files.tables();
        let (variant, batch) = (tables.variant().clone(), Batch::new(tables.variant()));
        Batches { variant, encoder: SampleEncoder::new(tables), batch, size, send }
    }

    fn take(
        &mut self,
        samples: impl Iterator<Item = Result<Sample, FileError>>,
    ) -> Result<(), FileError> {
        for sample in samples {
            self.encoder.add(&sample?, &mut self.batch);
            if self.batch.len() == self.size {
                let next = Batch::new(&self.variant);
                if !(self.send)(std::mem::replace(&mut self.batch, next)) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

#[pymethods]
impl PySampleBatches {
    fn __iter__(slf: Py<PySampleBatches>) -> Py<PySampleBatches> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let next = py.detach(|| {
            let receiver = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            receiver.recv()
        });
        match next {
            // The thread has ended.
            Err(_) => Ok(None),
            Ok(Err(error)) => Err(DataError::new_err(error)),
            Ok(Ok(batch)) => arrays(py, batch).map(Some),
        }
    }
}

/// A batch as arrays by name.
fn arrays(py: Python<'_>, batch: Batch) -> PyResult<Bound<'_, PyDict>> {
    let (shape, count) = (batch.shape, batch.len());
    let (size, area) = (shape.size, shape.area());
    let dict = PyDict::new(py);
    let actions: Vec<i64> = batch
        .move_orientations
        .iter()
        .zip(&batch.move_cells)
        .map(|(&orientation, &cell)| (usize::from(orientation) * area + usize::from(cell)) as i64)
        .collect();
    let mut offsets: Vec<i64> = vec![0];
    offsets.extend(batch.move_ends.iter().map(|&end| i64::from(end)));
    put(&dict, "weights", batch.weights, [count])?;
    put(&dict, "planes", batch.planes, [count, shape.planes, size, size])?;
    put(&dict, "globals", batch.globals, [count, shape.globals])?;
    put(&dict, "move_offsets", offsets, [count + 1])?;
    let moves = actions.len();
    put(&dict, "moves", actions, [moves])?;
    put(&dict, "policy", batch.policy, [moves])?;
    put(&dict, "linear_policy", batch.linear_policy, [moves])?;
    put(&dict, "policy_known", batch.policy_known, [count])?;
    put(&dict, "results", batch.results, [count, shape.players])?;
    put(&dict, "root_values", batch.root_values, [count, shape.players])?;
    put(&dict, "linear_values", batch.linear_values, [count, shape.players])?;
    put(&dict, "scores", batch.scores, [count, shape.players])?;
    put(&dict, "margins", batch.margins, [count])?;
    put(&dict, "ownership", batch.ownership, [count, size, size])?;
    put(&dict, "reply", batch.reply, [count, size, size])?;
    put(&dict, "reply_known", batch.reply_known, [count])?;
    Ok(dict)
}

fn put<T: Element, const N: usize>(
    dict: &Bound<'_, PyDict>,
    name: &str,
    values: Vec<T>,
    shape: [usize; N],
) -> PyResult<()> {
    dict.set_item(name, PyArray1::from_vec(dict.py(), values).reshape(IxDyn(&shape))?)
}
