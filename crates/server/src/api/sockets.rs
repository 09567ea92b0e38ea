//! Where sockets begin.

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::Response;

use super::{App, Guest, Named};
use crate::refusal::{Code, Refusal};
use crate::socket::{serve_analysis, serve_room};

type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// A socket with our limits.
fn bounded(upgrade: Upgrade, most: usize) -> Result<WebSocketUpgrade, Refusal> {
    let upgrade =
        upgrade.map_err(|error| Refusal::new(Code::Malformed, format!("a WebSocket: {error}")))?;
    Ok(upgrade.max_message_size(most).max_frame_size(most))
}

/// The WebSocket of a room.
pub async fn room(
    State(app): State<App>,
    guest: Guest,
    Named(id): Named,
    upgrade: Upgrade,
) -> Result<Response, Refusal> {
    let upgrade = bounded(upgrade, app.house.limits.message)?;
    let live = app.house.room(&id).await?;
    let counted = app.sockets.add(app.house.limits.sockets)?;
    Ok(upgrade.on_upgrade(move |socket| serve_room(app.house, live, guest.0, socket, counted)))
}

/// The WebSocket for analyses.
pub async fn analysis(
    State(app): State<App>,
    guest: Guest,
    upgrade: Upgrade,
) -> Result<Response, Refusal> {
    let upgrade = bounded(upgrade, app.house.limits.message)?;
    let counted = app.sockets.add(app.house.limits.sockets)?;
    Ok(upgrade.on_upgrade(move |socket| serve_analysis(app.house, guest.0, socket, counted)))
}
