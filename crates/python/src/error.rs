//! The exceptions, and which one an error becomes.

use std::fmt::Display;

use cornerwise_core::record::{GameLineError, Problem, ReadError, RecordError};
use cornerwise_core::{ParseMoveError, PlayError, VariantError};
use cornerwise_engine::{Forfeit, SpecError};
use cornerwise_env::EnvError;
use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(cornerwise, CornerwiseError, PyException, "Whatever goes wrong in Cornerwise.");
create_exception!(cornerwise, IllegalMoveError, CornerwiseError, "A move or action breaks a rule.");
create_exception!(cornerwise, NoVariantError, CornerwiseError, "There is no such variant.");
create_exception!(
    cornerwise,
    AgentError,
    CornerwiseError,
    "There is no such agent, or it has no move."
);
create_exception!(cornerwise, NoRecordError, CornerwiseError, "A text is no record of a game.");
create_exception!(cornerwise, DataError, CornerwiseError, "A file of games cannot be used.");
create_exception!(cornerwise, OptionError, CornerwiseError, "An option is none, or does not fit.");

/// Adds the exceptions to the module.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("CornerwiseError", py.get_type::<CornerwiseError>())?;
    module.add("IllegalMoveError", py.get_type::<IllegalMoveError>())?;
    module.add("VariantError", py.get_type::<NoVariantError>())?;
    module.add("AgentError", py.get_type::<AgentError>())?;
    module.add("RecordError", py.get_type::<NoRecordError>())?;
    module.add("DataError", py.get_type::<DataError>())?;
    module.add("OptionError", py.get_type::<OptionError>())
}

/// An error that becomes an exception of ours, with its one line.
pub trait IntoException {
    /// The exception.
    fn exception(self) -> PyErr;
}

macro_rules! exceptions {
    ($($error:ty => $exception:ident),* $(,)?) => {
        $(impl IntoException for $error {
            fn exception(self) -> PyErr {
                $exception::new_err(self.to_string())
            }
        })*
    };
}

exceptions! {
    ParseMoveError => IllegalMoveError,
    PlayError => IllegalMoveError,
    VariantError => NoVariantError,
    SpecError => AgentError,
    Forfeit => AgentError,
    ReadError => NoRecordError,
    RecordError => NoRecordError,
    Problem => NoRecordError,
    GameLineError => NoRecordError,
    cornerwise_net::UnknownLayout => OptionError,
    cornerwise_core::draw::UnknownTheme => OptionError,
    cornerwise_core::draw::PngError => OptionError,
    cornerwise_net::ActionError => IllegalMoveError,
}

impl IntoException for EnvError {
    fn exception(self) -> PyErr {
        match self {
            EnvError::Spec(error) => error.exception(),
            EnvError::Action(_)
            | EnvError::Illegal { .. }
            | EnvError::Negative(_)
            | EnvError::Over => IllegalMoveError::new_err(self.to_string()),
            _ => OptionError::new_err(self.to_string()),
        }
    }
}

/// Results whose errors become exceptions.
pub trait OrRaise<T> {
    /// The value, or the exception.
    fn or_raise(self) -> PyResult<T>;
}

impl<T, E: IntoException> OrRaise<T> for Result<T, E> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(IntoException::exception)
    }
}

/// An exception for an option that does not fit.
pub fn wrong_option(reason: impl Display) -> PyErr {
    OptionError::new_err(reason.to_string())
}
