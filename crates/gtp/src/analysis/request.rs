//! What can be asked.

use serde_json::Value;

use super::complaint::Complaint;
use super::fields::Fields;
use super::query::{Query, Shelf};

pub(super) enum Request {
    Query(Query),
    Action(Action),
}

/// What is done at once, and answered by the request itself.
pub(super) enum Action {
    /// To end analyses that wait or run: those with an id, or all; of these the given turns, or all.
    Terminate {
        id: Option<String>,
        turns: Option<Vec<usize>>,
    },
    QueryVersion,
    ClearCache,
}

impl Request {
    /// Reads a request, and warnings of what it says in vain.
    pub fn read(request: Value, shelf: &mut Shelf) -> Result<(Request, Vec<Complaint>), Complaint> {
        let mut fields = Fields::of(request)?;
        let read = match fields.text("action") {
            Ok(Some(action)) => Action::read(&action, &mut fields).map(Request::Action),
            Ok(None) => Query::read(&mut fields, shelf).map(Request::Query),
            Err(complaint) => Err(complaint),
        };
        let request = read.map_err(|complaint| complaint.of(&fields.id))?;
        Ok((request, fields.unknown().collect()))
    }
}

impl Action {
    fn read(action: &str, fields: &mut Fields) -> Result<Action, Complaint> {
        match action {
            "terminate" => {
                let id = fields.text("terminateId")?;
                let id = id.ok_or_else(|| Complaint::about("terminateId", "not given"))?;
                Ok(Action::Terminate {
                    id: Some(id),
                    turns: fields.turns("turnNumbers", usize::MAX)?,
                })
            }
            "terminate_all" => {
                Ok(Action::Terminate { id: None, turns: fields.turns("turnNumbers", usize::MAX)? })
            }
            "query_version" => Ok(Action::QueryVersion),
            "clear_cache" => Ok(Action::ClearCache),
            _ => {
                let known = "terminate, terminate_all, query_version and clear_cache";
                Err(Complaint::about("action", format!("unknown; there are {known}")))
            }
        }
    }
}
