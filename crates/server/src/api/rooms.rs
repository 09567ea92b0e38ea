//! Rooms over plain requests.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::Body;
use super::{Address, ApiState, Guest, Named};
use crate::app_state::{AppState, Hint};
use crate::refusal::{Code, ErrorBody, Refusal};
use crate::room::{Action, NewRoom, RoomState, RoomSummary};
use crate::why::Why;

/// What making a room counts beside other requests.
const COST: f64 = 4.0;

/// Somebody's rooms.
#[derive(Serialize, ToSchema)]
pub struct Rooms {
    /// The latest first.
    pub rooms: Vec<RoomSummary>,
}

/// What came of an action.
#[derive(Serialize, ToSchema)]
pub struct Acted {
    /// The room's version after it.
    pub version: u64,
    /// The room after it.
    pub state: RoomState,
    /// What to play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<Hint>,
    /// Why a placement is not legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// The room of the next game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
}

/// The rooms that you made or sit in.
#[utoipa::path(get, path = "/api/rooms", tag = "rooms",
    responses((status = 200, body = Rooms), (status = "4XX", body = ErrorBody)))]
pub async fn list(State(app): State<Arc<AppState>>, guest: Guest) -> Result<Json<Rooms>, Refusal> {
    let rooms = match guest.0 {
        None => Vec::new(),
        Some(visitor) => app.rooms_of(visitor).await?,
    };
    Ok(Json(Rooms { rooms }))
}

/// Makes a room.
#[utoipa::path(post, path = "/api/rooms", tag = "rooms", request_body = NewRoom,
    responses((status = 201, body = RoomState), (status = "4XX", body = ErrorBody)))]
pub async fn make(
    State(api): State<ApiState>,
    guest: Guest,
    address: Address,
    Body(new): Body<NewRoom>,
) -> Result<Response, Refusal> {
    let visitor = guest.visitor()?;
    if !api.app.rates.take(address.origin(), COST) {
        return Err(Refusal::new(Code::TooMany, "too many new rooms; slow down"));
    }
    let live = api.app.make(new, visitor, address.origin()).await?;
    let state = live.state(Some(&visitor)).await?;
    Ok((StatusCode::CREATED, Json(state)).into_response())
}

/// A room as you see it.
#[utoipa::path(get, path = "/api/rooms/{id}", tag = "rooms",
    params(("id" = String, Path, description = "the room's name")),
    responses((status = 200, body = RoomState), (status = "4XX", body = ErrorBody)))]
pub async fn state(
    State(app): State<Arc<AppState>>,
    guest: Guest,
    address: Address,
    Named(id): Named,
) -> Result<Json<RoomState>, Refusal> {
    let live = app.room(&id, address.origin()).await?;
    live.wake_up().await;
    Ok(Json(live.state(guest.0.as_ref()).await?))
}

/// Does something in a room.
#[utoipa::path(post, path = "/api/rooms/{id}/actions", tag = "rooms", request_body = Action,
    params(("id" = String, Path, description = "the room's name")),
    responses((status = 200, body = Acted), (status = "4XX", body = ErrorBody)))]
pub async fn act(
    State(app): State<Arc<AppState>>,
    guest: Guest,
    address: Address,
    Named(id): Named,
    Body(action): Body<Action>,
) -> Result<Json<Acted>, Refusal> {
    let live = app.room(&id, address.origin()).await?;
    let done = live.act(guest.0, action).await?;
    let state = live.state(guest.0.as_ref()).await?;
    let (hint, why, room) = (done.hint, done.why.map(|why| *why), done.room);
    Ok(Json(Acted { version: done.version, state, hint, why, room }))
}

/// The game of a room as a file.
#[utoipa::path(get, path = "/api/rooms/{id}/game.blksgf", tag = "rooms",
    params(("id" = String, Path, description = "the room's name")),
    responses((status = 200, content_type = "application/x-go-sgf", body = String), (status = "4XX", body = ErrorBody)))]
pub async fn file(
    State(app): State<Arc<AppState>>,
    address: Address,
    Named(id): Named,
) -> Result<Response, Refusal> {
    let live = app.room(&id, address.origin()).await?;
    let text = live.record().await?;
    let name = format!("attachment; filename=\"{}.blksgf\"", live.id());
    let headers = [(CONTENT_TYPE, "application/x-go-sgf".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((headers, text).into_response())
}
