//! Actions of boards.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use cornerwise_core::{Tables, Variant};
use cornerwise_env::{ActionTable, Perspective};
use cornerwise_net::Layout;
use pyo3::prelude::*;

use crate::error::OrRaise;

type Key = (Variant, Layout, Perspective);

/// The actions of a variant, made once in a process.
pub fn actions(
    tables: &Arc<Tables>,
    layout: &str,
    perspective: &str,
) -> PyResult<Arc<ActionTable>> {
    static ALL: LazyLock<Mutex<HashMap<Key, Arc<ActionTable>>>> = LazyLock::new(Mutex::default);
    let (layout, perspective) =
        (layout.parse::<Layout>().or_raise()?, perspective.parse::<Perspective>().or_raise()?);
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (tables.variant().clone(), layout, perspective);
    let made = all.entry(key);
    Ok(made.or_insert_with(|| Arc::new(ActionTable::new(tables, layout, perspective))).clone())
}
