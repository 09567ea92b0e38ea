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
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app_state::AppState;
use crate::page;
use crate::pool::Origin;
use crate::refusal::{Code, Refusal};
use crate::shares::Shares;
use crate::visitor::{Secret, Visitor};

/// What every request gets.
#[derive(Clone)]
pub struct ApiState {
    /// The rooms and all else.
    pub app: Arc<AppState>,
    /// The names by which the server is known.
    pub hosts: Arc<Hosts>,
    /// The sockets that are open.
    pub sockets: Arc<Shares<Origin>>,
    /// What has to be known to be let in, if anything has.
    pub access: Option<Arc<AccessKey>>,
}

impl FromRef<ApiState> for Arc<AppState> {
    fn from_ref(api: &ApiState) -> Arc<AppState> {
        Arc::clone(&api.app)
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

impl FromRequestParts<ApiState> for Address {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        api: &ApiState,
    ) -> Result<Address, Self::Rejection> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::from([127, 0, 0, 1]), |info| info.0.ip());
        Ok(Address(api.hosts.address(&parts.headers, peer)))
    }
}

/// The routes of the API, each with its description. Axum and the document have them from here.
fn routes() -> OpenApiRouter<ApiState> {
    openapi::router()
        .routes(routes!(session::begin))
        .routes(routes!(catalogue::variants))
        .routes(routes!(catalogue::variant))
        .routes(routes!(catalogue::pieces))
        .routes(routes!(catalogue::agents))
        .routes(routes!(positions::position))
        .routes(routes!(positions::why))
        .routes(routes!(positions::picture))
        .routes(routes!(positions::read_games))
        .routes(routes!(positions::write_game))
        .routes(routes!(rooms::list, rooms::make))
        .routes(routes!(rooms::state))
        .routes(routes!(rooms::act))
        .routes(routes!(rooms::file))
        .routes(routes!(sockets::room))
        .routes(routes!(sockets::analysis))
}

/// The API and the page.
pub fn router(api: ApiState) -> Router {
    let (router, document) = routes().split_for_parts();
    router
        .merge(openapi::pages(&document))
        .method_not_allowed_fallback(wrong_method)
        .fallback(page::serve)
        .layer(middleware::from_fn_with_state(api.clone(), access::admit))
        .layer(middleware::from_fn_with_state(api.clone(), gate::guard))
        .layer(middleware::map_response(gate::headers))
        .layer(CatchPanicLayer::custom(gate::broken))
        .layer(CompressionLayer::new())
        .with_state(api)
}
