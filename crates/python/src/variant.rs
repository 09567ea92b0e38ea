//! `Variant`.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use cornerwise_core::{Piece, Player, Tables, Variant};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::error::OrRaise;

/// The rules of a game.
#[pyclass(name = "Variant", module = "cornerwise", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub struct PyVariant(pub Variant);

/// The tables of a variant, made once in a process.
pub fn tables(variant: &Variant) -> Arc<Tables> {
    static TABLES: LazyLock<Mutex<HashMap<Variant, Arc<Tables>>>> = LazyLock::new(Mutex::default);
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    tables.entry(variant.clone()).or_insert_with(|| Tables::new(variant.clone())).clone()
}

/// A variant, or the name of one.
#[derive(FromPyObject)]
pub enum VariantLike {
    /// A variant.
    Variant(PyVariant),
    /// A name.
    Name(String),
}

impl VariantLike {
    /// The variant.
    pub fn variant(self) -> PyResult<Variant> {
        match self {
            VariantLike::Variant(variant) => Ok(variant.0),
            VariantLike::Name(name) => name.parse::<Variant>().or_raise(),
        }
    }
}

/// The names of all presets.
#[pyfunction]
pub fn variants() -> Vec<String> {
    Variant::preset_names().collect()
}

#[pymethods]
impl PyVariant {
    #[new]
    fn new(name: VariantLike) -> PyResult<PyVariant> {
        name.variant().map(PyVariant)
    }

    #[classmethod]
    fn from_toml(_: &Bound<'_, PyType>, text: &str) -> PyResult<PyVariant> {
        Variant::from_toml(text).map(PyVariant).or_raise()
    }

    fn to_toml(&self) -> String {
        self.0.to_toml()
    }

    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    #[getter]
    fn size(&self) -> usize {
        self.0.size()
    }

    #[getter]
    fn colours(&self) -> Vec<&'static str> {
        self.0.colours().map(|colour| self.0.colour_name(colour)).collect()
    }

    #[getter]
    fn players(&self) -> usize {
        self.0.player_count()
    }

    #[getter]
    fn owners(&self) -> Vec<Option<usize>> {
        let owner = |colour| self.0.owner(colour).player().map(Player::index);
        self.0.colours().map(owner).collect()
    }

    #[getter]
    fn starts(&self) -> Vec<String> {
        self.0.colours().map(|colour| self.0.start(colour).to_string()).collect()
    }

    #[getter]
    fn pieces(&self) -> Vec<&'static str> {
        self.0.pieces().iter().map(Piece::name).collect()
    }

    #[getter]
    fn scoring(&self) -> String {
        self.0.scoring().to_string()
    }

    fn __repr__(&self) -> String {
        if self.0.is_preset() {
            format!("Variant('{}')", self.0.name())
        } else {
            format!("Variant.from_toml({:?})", self.0.to_toml())
        }
    }

    fn __str__(&self) -> &str {
        self.0.name()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let class = py.get_type::<PyVariant>();
        Ok(if self.0.is_preset() {
            (class.into_any(), (self.0.name().to_owned(),))
        } else {
            (class.getattr("from_toml")?, (self.0.to_toml(),))
        })
    }
}
