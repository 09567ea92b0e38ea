//! Everything under `/api`.

#![allow(clippy::unused_async, reason = "handlers are async by their form")]

mod access;
mod body;
mod catalogue;
mod gate;
mod openapi;
mod positions;
mod rooms;
mod session;
mod sockets;

pub use access::AccessKey;
pub use gate::{Hosts, wrong_method};

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::extract::{ConnectInfo, FromRef, FromRequestParts, Path};
use axum::http::request::Parts;
use axum::middleware;
use axum::routing::{get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use crate::house::House;
use crate::page;
use crate::pool::Origin;
use crate::refusal::{Code, Refusal};
use crate::shares::Shares;
use crate::visitor::{Secret, Visitor};

/// What every request gets.
#[derive(Clone)]
pub struct App {
    /// The rooms and all else.
    pub house: Arc<House>,
    /// The names by which the server is known.
    pub hosts: Arc<Hosts>,
    /// The sockets that are open.
    pub sockets: Arc<Shares<Origin>>,
    /// What has to be known to be let in, if anything has.
    pub access: Option<Arc<AccessKey>>,
}

impl FromRef<App> for Arc<House> {
    fn from_ref(app: &App) -> Arc<House> {
        Arc::clone(&app.house)
    }
}

/// Who asks, if they have a session.
pub struct Guest(pub Option<Visitor>);

impl<S: Sync> FromRequestParts<S> for Guest {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Guest, Self::Rejection> {
        Ok(Guest(Secret::of(&parts.headers).map(|secret| secret.visitor())))
    }
}

impl Guest {
    /// The visitor.
    ///
    /// # Errors
    /// When there is no session.
    pub fn visitor(&self) -> Result<Visitor, Refusal> {
        let text = "there is no session; POST {} to /api/session first";
        self.0.ok_or_else(|| Refusal::new(Code::NoSession, text))
    }
}

/// The name in the address, which stands for a room or a variant.
pub struct Named(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named, Refusal> {
        let Path(name) = Path::from_request_parts(parts, state)
            .await
            .map_err(|_| Refusal::new(Code::NotFound, "the address is not readable"))?;
        Ok(Named(name))
    }
}

/// The address of who asks.
pub struct Address(pub IpAddr);

impl Address {
    /// What counts as one address.
    pub fn origin(&self) -> Origin {
        Origin::of(self.0)
    }
}

impl FromRequestParts<App> for Address {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Address, Self::Rejection> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::from([127, 0, 0, 1]), |info| info.0.ip());
        Ok(Address(app.hosts.address(&parts.headers, peer)))
    }
}

/// The API and the page.
pub fn router(app: App) -> Router {
    let api = Router::new()
        .route("/api", get(openapi::readable))
        .route("/api/openapi.json", get(openapi::document))
        .route("/api/session", post(session::begin))
        .route("/api/variants", get(catalogue::variants))
        .route("/api/variants/{name}", get(catalogue::variant))
        .route("/api/pieces", get(catalogue::pieces))
        .route("/api/agents", get(catalogue::agents))
        .route("/api/position", post(positions::position))
        .route("/api/why", post(positions::why))
        .route("/api/picture", post(positions::picture))
        .route("/api/games/read", post(positions::read_games))
        .route("/api/games/write", post(positions::write_game))
        .route("/api/rooms", get(rooms::list).post(rooms::make))
        .route("/api/rooms/{id}", get(rooms::state))
        .route("/api/rooms/{id}/actions", post(rooms::act))
        .route("/api/rooms/{id}/game.blksgf", get(rooms::file))
        .route("/api/rooms/{id}/socket", get(sockets::room))
        .route("/api/analysis/socket", get(sockets::analysis))
        .method_not_allowed_fallback(wrong_method);
    api.fallback(page::serve)
        .layer(middleware::from_fn_with_state(app.clone(), access::admit))
        .layer(middleware::from_fn_with_state(app.clone(), gate::guard))
        .layer(middleware::map_response(gate::headers))
        .layer(CatchPanicLayer::custom(gate::broken))
        .layer(CompressionLayer::new())
        .with_state(app)
}
