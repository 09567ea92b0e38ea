//! What is answered when something is not done.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::why::{Rule, Why};

/// Why something was refused, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// Not JSON, not the fields that are asked for, or values out of bounds.
    Malformed,
    /// Breaks the rules of the game.
    Illegal,
    /// No such agent, or one that is not allowed here.
    Agent,
    /// Only visitors can do that.
    NoSession,
    /// The seat or the room belongs to somebody else, or it is switched off.
    NotYours,
    /// The request comes from another site.
    Foreign,
    /// The request does not have the key of this server.
    NoAccess,
    /// There is no such thing.
    NotFound,
    /// It is somebody else's turn.
    OutOfTurn,
    /// Meant for another state of the game.
    Late,
    /// Not in this phase of the game.
    NotNow,
    /// The seat is taken.
    Taken,
    /// The message is too large.
    TooLarge,
    /// The request did not arrive in time.
    TooSlow,
    /// Later it will do.
    TooMany,
    /// Our fault.
    Internal,
}

impl Code {
    /// The status of an answer over HTTP.
    pub fn status(self) -> StatusCode {
        match self {
            Code::Malformed => StatusCode::BAD_REQUEST,
            Code::Illegal | Code::Agent => StatusCode::UNPROCESSABLE_ENTITY,
            Code::NoSession => StatusCode::UNAUTHORIZED,
            Code::NotYours | Code::Foreign | Code::NoAccess => StatusCode::FORBIDDEN,
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::OutOfTurn | Code::Late | Code::NotNow | Code::Taken => StatusCode::CONFLICT,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// Why something was not done; everything is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, ToSchema)]
#[error("{message}")]
pub struct Refusal {
    /// For programs.
    pub code: Code,
    /// One line for people.
    pub message: String,
    /// The rule that a move breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Rule>,
    /// The cells that break it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
    /// What they collide with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub touching: Vec<String>,
}

impl Refusal {
    /// A refusal with its one line.
    pub fn new(code: Code, message: impl Into<String>) -> Refusal {
        // Whatever was sent, the answer stays one line.
        let message = message.into().replace(char::is_control, "\u{fffd}");
        Refusal { code, message, rule: None, cells: Vec::new(), touching: Vec::new() }
    }

    /// The refusal of a placement.
    pub(crate) fn of_placement(why: Why) -> Refusal {
        let Why { rule, message, cells, touching, .. } = why;
        Refusal {
            rule,
            cells,
            touching,
            ..Refusal::new(Code::Illegal, message.unwrap_or_default())
        }
    }
}

/// What an HTTP answer or a message about a refusal contains.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// What is wrong.
    pub error: Refusal,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.code.status(), Json(ErrorBody { error: self })).into_response()
    }
}
