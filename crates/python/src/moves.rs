//! `Move`.

use cornerwise_core::{Cell, Move};
use pyo3::prelude::*;

use crate::error::{IllegalMoveError, OrRaise};

/// The placement of a piece.
#[pyclass(name = "Move", module = "cornerwise", frozen, eq, ord, hash, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PyMove(pub Move);

/// A move, or how it is written.
#[derive(FromPyObject)]
pub enum MoveLike {
    /// A move.
    Move(PyMove),
    /// Its cells.
    Text(String),
}

impl MoveLike {
    /// The move.
    pub fn mv(self) -> PyResult<Move> {
        match self {
            MoveLike::Move(mv) => Ok(mv.0),
            MoveLike::Text(text) => text.parse::<Move>().or_raise(),
        }
    }
}

#[pymethods]
impl PyMove {
    #[new]
    fn new(text: MoveLike) -> PyResult<PyMove> {
        text.mv().map(PyMove)
    }

    #[staticmethod]
    fn covering(cells: Vec<(usize, usize)>) -> PyResult<PyMove> {
        let wrong =
            || IllegalMoveError::new_err(format!("the cells {cells:?} do not form a piece"));
        let most = cornerwise_core::MAX_SIZE;
        if cells.iter().any(|&(column, row)| column >= most || row >= most) {
            return Err(wrong());
        }
        let cells_of = cells.iter().map(|&(column, row)| Cell::new(column, row));
        Move::covering(cells_of).map(PyMove).ok_or_else(wrong)
    }

    #[getter]
    fn piece(&self) -> &'static str {
        self.0.piece().name()
    }

    #[getter]
    fn size(&self) -> usize {
        self.0.piece().size()
    }

    #[getter]
    fn orientation(&self) -> usize {
        self.0.orientation().index()
    }

    #[getter]
    fn cells(&self) -> Vec<(usize, usize)> {
        self.0.cells().map(|cell| (cell.column(), cell.row())).collect()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<PyMove>().into_any(), (self.0.to_string(),))
    }
}
