//! `Environment`: one game of an environment.

use std::sync::{Mutex, PoisonError};

use cornerwise_core::{Colour, Move, Player};
use cornerwise_env::{Ending, EnvError, Environment, Observer, Opponents};
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::agents_in_python;
use crate::board::PyBoard;
use crate::error::{OrRaise, wrong_option};
use crate::setup::PySetup;
use crate::work::detached;

/// One game with its opponents.
#[pyclass(name = "Environment", module = "cornerwise._native")]
pub struct PyEnvironment {
    game: Environment,
    /// Never waited for: whoever changes the game has it alone.
    opponents: Mutex<Opponents>,
    list: Vec<Move>,
}

/// The bytes, and the numbers if there are some.
type Written<'py> = (Bound<'py, PyArrayDyn<u8>>, Option<Bound<'py, PyArray1<f32>>>);

/// The bytes, the numbers if there are some, and a mask.
type Observed<'py> =
    (Bound<'py, PyArrayDyn<u8>>, Option<Bound<'py, PyArray1<f32>>>, Bound<'py, PyArray1<i8>>);

impl PyEnvironment {
    fn player(&self, number: usize) -> PyResult<Player> {
        let count = self.game.setup().player_count();
        if number < count {
            return Ok(Player::from_index(number));
        }
        Err(wrong_option(format!("player {number} of {count}; players count from 0")))
    }

    /// What a colour sees, in new arrays.
    fn write<'py>(
        &self,
        py: Python<'py>,
        observer: &Observer,
        viewer: Colour,
    ) -> PyResult<Written<'py>> {
        let bytes = PyArrayDyn::<u8>::zeros(py, observer.shape(), false);
        let numbers = match observer.number_count() {
            0 => None,
            count => Some(PyArray1::<f32>::zeros(py, count, false)),
        };
        let mut to = bytes.readwrite();
        let to = to.as_slice_mut().map_err(wrong_option)?;
        let (position, placed) = (self.game.position(), self.game.placed());
        if let Some(numbers) = &numbers {
            let mut rest = numbers.readwrite();
            let rest = rest.as_slice_mut().map_err(wrong_option)?;
            observer.write(position, placed, viewer, to, rest);
        } else {
            observer.write(position, placed, viewer, to, &mut []);
        }
        Ok((bytes, numbers))
    }

    /// Lets opponents think, which may take long.
    fn run<T: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut Environment, &mut Opponents) -> Result<T, EnvError> + Send,
    ) -> PyResult<T> {
        let opponents = self.opponents.get_mut().unwrap_or_else(PoisonError::into_inner);
        if !self.game.setup().has_opponents() {
            // A step of less than a microsecond is not worth a change of threads.
            return work(&mut self.game, opponents).or_raise();
        }
        let game = &mut self.game;
        let done = detached(py, || work(game, opponents))?;
        agents_in_python::raise(&self.game.setup().options().opponents)?;
        Ok(done)
    }
}

#[pymethods]
impl PyEnvironment {
    #[new]
    fn new(py: Python<'_>, setup: &PySetup) -> PyResult<PyEnvironment> {
        let opponents = Mutex::new(detached(py, || setup.0.opponents())?);
        Ok(PyEnvironment { game: Environment::new(&setup.0), opponents, list: Vec::new() })
    }

    #[pyo3(signature = (seed = None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        self.run(py, |game, opponents| {
            game.reset(seed, opponents);
            Ok(())
        })
    }

    fn step(&mut self, py: Python<'_>, action: i64) -> PyResult<()> {
        self.run(py, |game, opponents| game.step(action, opponents))
    }

    fn sample_action(&mut self) -> Option<i64> {
        self.game.sample_action()
    }

    /// The rewards of the last step.
    fn rewards(&self) -> Vec<f32> {
        self.game.rewards()[..self.game.setup().player_count()].to_vec()
    }

    #[getter]
    fn rewarded(&self) -> usize {
        self.game.rewarded().index()
    }

    #[getter]
    fn to_play(&self) -> Option<usize> {
        self.game.player_to_play().map(Player::index)
    }

    #[getter]
    fn colour(&self) -> usize {
        self.game.viewer().index()
    }

    #[getter]
    fn seat(&self) -> Option<usize> {
        self.game.seat().map(Player::index)
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.game.ending().is_some()
    }

    #[getter]
    fn was_illegal(&self) -> bool {
        self.game.was_illegal()
    }

    #[getter]
    fn forfeit(&self) -> Option<(usize, String)> {
        match self.game.ending() {
            Some(Ending::Illegal(player)) => {
                Some((player.index(), "played an illegal action".to_owned()))
            }
            Some(Ending::Forfeit(player, forfeit)) => Some((player.index(), forfeit.to_string())),
            Some(Ending::Over) | None => None,
        }
    }

    #[getter]
    fn scores(&self) -> Vec<i32> {
        self.game.scores()
    }

    #[getter]
    fn win_shares(&self) -> Vec<f32> {
        self.game.shares()
    }

    #[getter]
    fn ply(&self) -> usize {
        self.game.placed().len()
    }

    /// What a player sees, who is to play if nobody is named, with `extra` further actions at the end of the mask, which are legal
    /// for those who wait.
    #[pyo3(signature = (player = None, extra = 0))]
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        player: Option<usize>,
        extra: usize,
    ) -> PyResult<Observed<'py>> {
        let viewer = match player {
            None => self.game.viewer(),
            Some(number) => self.game.viewer_of(self.player(number)?),
        };
        let (bytes, numbers) = self.write(py, self.game.setup().observer(), viewer)?;
        let mask = self.mask(py, player, extra)?;
        Ok((bytes, numbers, mask))
    }

    /// What who is to play sees as another setup of the same variant says.
    fn observe_as<'py>(&self, py: Python<'py>, setup: &PySetup) -> PyResult<Written<'py>> {
        if setup.0.options().variant != self.game.setup().options().variant {
            return Err(wrong_option("the setup is one of another variant"));
        }
        self.write(py, setup.0.observer(), self.game.viewer())
    }

    /// The legal actions as flags; those of nobody when somebody else is to play.
    #[pyo3(signature = (player = None, extra = 0))]
    fn mask<'py>(
        &mut self,
        py: Python<'py>,
        player: Option<usize>,
        extra: usize,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let count = self.game.setup().actions().count();
        let mask = PyArray1::<i8>::zeros(py, count + extra, false);
        let mover = self.game.player_to_play().map(Player::index);
        let is_mover = mover.is_some() && player.is_none_or(|player| Some(player) == mover);
        let mut flags = mask.readwrite();
        let flags = flags.as_slice_mut().map_err(wrong_option)?;
        if is_mover {
            let flags = bytemuck::cast_slice_mut(&mut flags[..count]);
            self.game.write_mask(&mut self.list, flags);
        } else {
            flags[count..].fill(1);
        }
        Ok(mask)
    }

    /// The legal actions as numbers.
    fn actions<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let actions: Vec<i64> = self.game.actions(&mut self.list).map(|a| a as i64).collect();
        actions.to_pyarray(py)
    }

    fn board(&self) -> PyBoard {
        PyBoard::of_moves(self.game.setup().tables(), self.game.placed().iter().map(|&(_, mv)| mv))
    }

    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.game.save())
    }

    fn restore(&mut self, data: &[u8]) -> PyResult<()> {
        self.game = Environment::restore(self.game.setup(), data).or_raise()?;
        Ok(())
    }
}
