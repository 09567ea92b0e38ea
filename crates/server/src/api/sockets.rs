//! Where sockets begin.

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::Response;

use super::{Address, ApiState, Guest, Named};
use crate::pool::{Origin, Owner};
use crate::refusal::{Code, ErrorBody, Refusal};
use crate::shares::{Full, Share};
use crate::socket::{serve_analysis, serve_room};

type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// A socket with our limits.
fn bounded(upgrade: Upgrade, most: usize) -> Result<WebSocketUpgrade, Refusal> {
    let upgrade =
        upgrade.map_err(|error| Refusal::new(Code::Malformed, format!("a WebSocket: {error}")))?;
    Ok(upgrade.max_message_size(most).max_frame_size(most))
}

fn count(api: &ApiState, origin: Origin) -> Result<Share<Origin>, Refusal> {
    api.sockets.take(origin).map_err(|full| {
        let text = match full {
            Full::All => "there are too many sockets on this server now",
            Full::Each => "there are too many sockets from your address",
        };
        Refusal::new(Code::TooMany, text)
    })
}

/// The WebSocket of a room.
#[utoipa::path(get, path = "/api/rooms/{id}/socket", tag = "rooms",
    params(("id" = String, Path, description = "the room's name")),
    responses((status = 101, description = "messages, as docs/17-api.md tells"), (status = "4XX", body = ErrorBody)))]
pub async fn room(
    State(api): State<ApiState>,
    guest: Guest,
    address: Address,
    Named(id): Named,
    upgrade: Upgrade,
) -> Result<Response, Refusal> {
    let upgrade = bounded(upgrade, api.app.limits.message)?;
    let counted = count(&api, address.origin())?;
    let live = api.app.room(&id, address.origin()).await?;
    Ok(upgrade.on_upgrade(move |socket| serve_room(api.app, live, guest.0, socket, counted)))
}

/// The WebSocket for analyses.
#[utoipa::path(get, path = "/api/analysis/socket", tag = "analysis",
    responses((status = 101, description = "messages, as docs/17-api.md tells"), (status = "4XX", body = ErrorBody)))]
pub async fn analysis(
    State(api): State<ApiState>,
    guest: Guest,
    address: Address,
    upgrade: Upgrade,
) -> Result<Response, Refusal> {
    let upgrade = bounded(upgrade, api.app.limits.message)?;
    let counted = count(&api, address.origin())?;
    let owner = Owner::new(address.origin(), guest.0.as_ref(), "");
    Ok(upgrade.on_upgrade(move |socket| serve_analysis(api.app, owner, socket, counted)))
}
