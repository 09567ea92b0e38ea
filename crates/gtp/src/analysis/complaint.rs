//! What is wrong with a request.

use serde_json::{Map, Value};

/// An error or warning, as it is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// What is wrong.
    pub text: String,
    /// The field that it is about.
    pub field: Option<String>,
    /// The request, if it said its name.
    pub id: Option<String>,
}

impl Complaint {
    /// A complaint about a request that does not say its name.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Complaint {
        Complaint { text: text.into(), field: None, id: None }
    }

    pub(super) fn about(field: &str, text: impl Into<String>) -> Complaint {
        Complaint { field: Some(field.to_owned()), ..Complaint::new(text) }
    }

    pub(super) fn of(self, id: &str) -> Complaint {
        Complaint { id: Some(id.to_owned()), ..self }
    }

    /// The answer to a request that is refused.
    #[must_use]
    pub fn error(self) -> Value {
        self.told_as("error")
    }

    /// What is said of a request that is answered all the same.
    #[must_use]
    pub fn warning(self) -> Value {
        self.told_as("warning")
    }

    fn told_as(self, kind: &str) -> Value {
        let mut object = Map::new();
        object.insert(kind.to_owned(), self.text.into());
        for (name, value) in [("field", self.field), ("id", self.id)] {
            if let Some(value) = value {
                object.insert(name.to_owned(), value.into());
            }
        }
        object.into()
    }
}
