//! `Setup`: what all games of an environment share.

use std::sync::Arc;

use cornerwise_core::Colour;
use cornerwise_env::{Options, SeatChoice, Setup, Shaping};
use cornerwise_net::Layout;
use numpy::PyArray2;
use pyo3::prelude::*;

use crate::agent::registry;
use crate::error::{OrRaise, wrong_option};
use crate::moves::PyMove;
use crate::variant::{PyVariant, VariantLike};

/// Checked options of an environment.
#[pyclass(name = "Setup", module = "cornerwise._native", frozen)]
pub struct PySetup(pub Arc<Setup>);

/// A potential: its name, weight, discount and three values at the end.
type ShapingParts = (String, f32, f32, [f32; 3]);

fn shaping((name, weight, discount, ends): ShapingParts) -> PyResult<Shaping> {
    Ok(Shaping { discount, ends, ..Shaping::named(&name, weight).or_raise()? })
}

#[pymethods]
impl PySetup {
    #[new]
    #[pyo3(signature = (
        variant, *, layout, perspective, observation, reward, illegal, opponents, seat, shaping
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn new(
        variant: VariantLike,
        layout: &str,
        perspective: &str,
        observation: &str,
        reward: &str,
        illegal: &str,
        opponents: Vec<String>,
        seat: Option<i64>,
        shaping: Option<ShapingParts>,
    ) -> PyResult<PySetup> {
        let variant = variant.variant()?;
        let seat = match seat {
            None => SeatChoice::Random,
            Some(seat) => SeatChoice::Fixed(
                usize::try_from(seat)
                    .map_err(|_| wrong_option(format!("seat {seat}; seats count from 0")))?,
            ),
        };
        let options = Options {
            variant,
            layout: layout.parse::<Layout>().or_raise()?,
            perspective: perspective.parse().or_raise()?,
            observation: observation.parse().or_raise()?,
            reward: reward.parse().or_raise()?,
            shaping: shaping.map(self::shaping).transpose()?,
            illegal: illegal.parse().or_raise()?,
            opponents,
            seat,
        };
        Setup::with_registry(options, registry()).map(PySetup).or_raise()
    }

    #[getter]
    fn variant(&self) -> PyVariant {
        PyVariant(self.0.options().variant.clone())
    }

    #[getter]
    fn action_count(&self) -> usize {
        self.0.actions().count()
    }

    #[getter]
    fn observation_shape(&self) -> Vec<usize> {
        self.0.observer().shape()
    }

    #[getter]
    fn number_count(&self) -> usize {
        self.0.observer().number_count()
    }

    #[getter]
    fn player_count(&self) -> usize {
        self.0.player_count()
    }

    /// The placements of a colour: its action, piece, orientation, and the column and row of its first cell.
    fn action_rows<'py>(
        &self,
        py: Python<'py>,
        colour: usize,
    ) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let colour = self.colour(colour)?;
        let rows: Vec<Vec<i32>> = self
            .0
            .actions()
            .placements(colour)
            .map(|(action, mv)| {
                let first = mv.first();
                vec![
                    action as i32,
                    mv.piece().index() as i32,
                    mv.orientation().index() as i32,
                    first.column() as i32,
                    first.row() as i32,
                ]
            })
            .collect();
        PyArray2::from_vec2(py, &rows).map_err(wrong_option)
    }

    fn mv(&self, colour: usize, action: usize) -> PyResult<PyMove> {
        self.0.actions().mv(self.colour(colour)?, action).map(PyMove).or_raise()
    }

    fn action(&self, colour: usize, mv: PyMove) -> PyResult<usize> {
        let colour = self.colour(colour)?;
        if self.0.tables().placement_number(mv.0).is_none() {
            return Err(wrong_option(format!("{} does not fit on the board", mv.0)));
        }
        Ok(self.0.actions().action(colour, mv.0))
    }

    /// For each symmetry that keeps the start cells: where every action comes to lie, −1 for those that are no placement.
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let rows = self.0.actions().symmetries(self.0.tables());
        PyArray2::from_vec2(py, &rows).map_err(wrong_option)
    }
}

impl PySetup {
    fn colour(&self, number: usize) -> PyResult<Colour> {
        let count = self.0.options().variant.colour_count();
        if number < count {
            return Ok(Colour::from_index(number));
        }
        Err(wrong_option(format!("colour {number} of {count}; colours count from 0")))
    }
}
