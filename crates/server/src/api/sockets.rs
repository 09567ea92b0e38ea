//! Where sockets begin.

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::Response;

use super::{Address, App, Guest, Named};
use crate::pool::{Origin, Owner};
use crate::refusal::{Code, Refusal};
use crate::shares::{Full, Share};
use crate::socket::{serve_analysis, serve_room};

type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// A socket with our limits.
fn bounded(upgrade: Upgrade, most: usize) -> Result<WebSocketUpgrade, Refusal> {
    let upgrade =
        upgrade.map_err(|error| Refusal::new(Code::Malformed, format!("a WebSocket: {error}")))?;
    Ok(upgrade.max_message_size(most).max_frame_size(most))
}

fn count(app: &App, origin: Origin) -> Result<Share<Origin>, Refusal> {
    app.sockets.take(origin).map_err(|full| {
        let text = match full {
            Full::All => "there are too many sockets on this server now",
            Full::Each => "there are too many sockets from your address",
        };
        Refusal::new(Code::TooMany, text)
    })
}

/// The WebSocket of a room.
pub async fn room(
    State(app): State<App>,
    guest: Guest,
    address: Address,
    Named(id): Named,
    upgrade: Upgrade,
) -> Result<Response, Refusal> {
    let upgrade = bounded(upgrade, app.house.limits.message)?;
    let counted = count(&app, address.origin())?;
    let live = app.house.room(&id, address.origin()).await?;
    Ok(upgrade.on_upgrade(move |socket| serve_room(app.house, live, guest.0, socket, counted)))
}

/// The WebSocket for analyses.
pub async fn analysis(
    State(app): State<App>,
    guest: Guest,
    address: Address,
    upgrade: Upgrade,
) -> Result<Response, Refusal> {
    let upgrade = bounded(upgrade, app.house.limits.message)?;
    let counted = count(&app, address.origin())?;
    let owner = Owner::new(address.origin(), guest.0.as_ref(), "");
    Ok(upgrade.on_upgrade(move |socket| serve_analysis(app.house, owner, socket, counted)))
}
