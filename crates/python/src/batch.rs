//! `Batch`: games that are stepped together, into arrays of Python.

use cornerwise_env::{Autoreset, Batch, EnvError, Masks, Outputs};
use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::agents_in_python;
use crate::board::PyBoard;
use crate::error::{OrRaise, wrong_option};
use crate::setup::PySetup;
use crate::work::detached;

/// Games that are stepped together.
#[pyclass(name = "Batch", module = "cornerwise._native")]
pub struct PyBatch(Batch);

/// Declares the arrays that a batch writes to, which come as a dictionary.
macro_rules! arrays {
    ($($name:ident: $element:ty,)*) => {
        /// Arrays that a batch writes to; those that are left out are not written.
        #[derive(Default)]
        struct Arrays<'py> {
            $($name: Borrowed<'py, $element>,)*
        }

        impl<'py> Arrays<'py> {
            fn of(given: Option<&Bound<'py, PyDict>>) -> PyResult<Arrays<'py>> {
                let mut arrays = Arrays::default();
                for (name, array) in given.into_iter().flatten() {
                    let name: String = name.extract()?;
                    match name.as_str() {
                        $(stringify!($name) => arrays.$name = borrow::<$element>(&name, &array)?,)*
                        _ => return Err(wrong_option(format!(
                            "out has no \"{name}\"; it can have {}",
                            [$(stringify!($name)),*].join(", ")
                        ))),
                    }
                }
                Ok(arrays)
            }
        }
    };
}

arrays! {
    rewards: f32,
    terminated: u8,
    to_play: i8,
    rewarded: i8,
    illegal: u8,
    observation: u8,
    numbers: f32,
    masks: i8,
    packed: u8,
    sampled: i64,
    final_observation: u8,
    final_numbers: f32,
    final_scores: i32,
    final_lengths: i32,
}

/// An array that is borrowed for writing.
type Borrowed<'py, T> = Option<PyReadwriteArrayDyn<'py, T>>;

fn borrow<'py, T: Element>(name: &str, array: &Bound<'py, PyAny>) -> PyResult<Borrowed<'py, T>> {
    if array.is_none() {
        return Ok(None);
    }
    let array = array.cast::<PyArrayDyn<T>>().map_err(|_| {
        let element = T::get_dtype(array.py());
        wrong_option(format!("{name}: an array of {element} is expected"))
    })?;
    let borrowed = array.try_readwrite();
    borrowed.map(Some).map_err(|error| wrong_option(format!("{name}: {error}")))
}

fn slice<'a, T: Element>(name: &str, array: &'a mut Borrowed<'_, T>) -> PyResult<&'a mut [T]> {
    match array {
        None => Ok(&mut []),
        Some(array) => array
            .as_slice_mut()
            .map_err(|_| wrong_option(format!("{name}: the array is not contiguous"))),
    }
}

impl PyBatch {
    /// Does something with the batch, which writes to arrays.
    fn write(
        &mut self,
        py: Python<'_>,
        out: Option<&Bound<'_, PyDict>>,
        work: impl FnOnce(&mut Batch, &mut Outputs<'_>) -> Result<(), EnvError> + Send,
    ) -> PyResult<()> {
        let mut arrays = Arrays::of(out)?;
        let (masks, packed) = (&mut arrays.masks, &mut arrays.packed);
        if masks.is_some() && packed.is_some() {
            return Err(wrong_option("masks are written as bytes or as bits, not as both"));
        }
        let masks = match (masks, packed) {
            (None, None) => Masks::None,
            (None, packed) => Masks::Packed(slice("packed", packed)?),
            (masks, _) => Masks::Dense(bytemuck::cast_slice_mut(slice("masks", masks)?)),
        };
        let mut outputs = Outputs {
            rewards: slice("rewards", &mut arrays.rewards)?,
            terminated: slice("terminated", &mut arrays.terminated)?,
            to_play: slice("to_play", &mut arrays.to_play)?,
            rewarded: slice("rewarded", &mut arrays.rewarded)?,
            illegal: slice("illegal", &mut arrays.illegal)?,
            observation: slice("observation", &mut arrays.observation)?,
            numbers: slice("numbers", &mut arrays.numbers)?,
            masks,
            sampled: slice("sampled", &mut arrays.sampled)?,
            final_observation: slice("final_observation", &mut arrays.final_observation)?,
            final_numbers: slice("final_numbers", &mut arrays.final_numbers)?,
            final_scores: slice("final_scores", &mut arrays.final_scores)?,
            final_lengths: slice("final_lengths", &mut arrays.final_lengths)?,
        };
        let batch = &mut self.0;
        detached(py, || work(batch, &mut outputs))?;
        agents_in_python::raise(&self.0.setup().options().opponents)
    }

    fn check_game(&self, game: usize) -> PyResult<()> {
        let count = self.0.games().len();
        if game < count {
            return Ok(());
        }
        Err(wrong_option(format!("game {game} of {count}; games count from 0")))
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    fn new(
        py: Python<'_>,
        setup: &PySetup,
        games: usize,
        threads: usize,
        autoreset: &str,
    ) -> PyResult<PyBatch> {
        let autoreset: Autoreset = autoreset.parse().or_raise()?;
        detached(py, || Batch::new(&setup.0, games, threads, autoreset)).map(PyBatch)
    }

    fn __len__(&self) -> usize {
        self.0.games().len()
    }

    #[getter]
    fn threads(&self) -> usize {
        self.0.threads()
    }

    #[pyo3(signature = (seeds, out = None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        seeds: Option<Vec<u64>>,
        out: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        self.write(py, out, |batch, outputs| batch.reset(seeds.as_deref(), outputs))
    }

    #[pyo3(signature = (flags, out = None))]
    fn reset_some(
        &mut self,
        py: Python<'_>,
        flags: Vec<bool>,
        out: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        self.write(py, out, |batch, outputs| batch.reset_some(&flags, outputs))
    }

    #[pyo3(signature = (actions, out = None))]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        out: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        // The actions may be those that are drawn anew into the same array.
        let played = actions.as_array().to_vec();
        drop(actions);
        self.write(py, out, |batch, outputs| batch.step(&played, outputs))
    }

    #[pyo3(signature = (out))]
    fn look(&mut self, py: Python<'_>, out: &Bound<'_, PyDict>) -> PyResult<()> {
        self.write(py, Some(out), Batch::look)
    }

    /// Where the legal actions of each game begin, and all of them.
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>) {
        let (offsets, actions) = py.detach(|| self.0.legal_actions());
        (PyArray1::from_vec(py, offsets), PyArray1::from_vec(py, actions))
    }

    fn board(&self, game: usize) -> PyResult<PyBoard> {
        self.check_game(game)?;
        let game = &self.0.games()[game];
        Ok(PyBoard::of_moves(game.setup().tables(), game.placed().iter().map(|&(_, mv)| mv)))
    }

    fn seat(&self, game: usize) -> PyResult<Option<usize>> {
        self.check_game(game)?;
        Ok(self.0.games()[game].seat().map(cornerwise_core::Player::index))
    }

    fn save(&self) -> Vec<Vec<u8>> {
        self.0.games().iter().map(cornerwise_env::Environment::save).collect()
    }

    fn restore(&mut self, games: Vec<Vec<u8>>) -> PyResult<()> {
        self.0.restore(&games).or_raise()
    }
}
