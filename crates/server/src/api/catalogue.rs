//! What there is to play.

use std::sync::{Arc, LazyLock};

use axum::Json;
use axum::extract::State;
use cornerwise_core::Variant;

use super::Named;
use crate::app_state::AppState;
use crate::refusal::{Code, ErrorBody, Refusal};
use crate::response::{AgentCatalogue, Pieces, VariantInfo, Variants};

/// All presets.
#[utoipa::path(get, path = "/api/variants", tag = "catalogue", responses((status = 200, body = Variants)))]
pub async fn variants() -> Json<&'static Variants> {
    static ALL: LazyLock<Variants> = LazyLock::new(Variants::all);
    Json(&ALL)
}

/// A preset.
#[utoipa::path(get, path = "/api/variants/{name}", tag = "catalogue",
    params(("name" = String, Path, description = "the name of a preset", example = "duo")),
    responses((status = 200, body = VariantInfo), (status = 404, body = ErrorBody), (status = "4XX", body = ErrorBody)))]
pub async fn variant(Named(name): Named) -> Result<Json<VariantInfo>, Refusal> {
    let variant: Variant =
        name.parse().map_err(|error| Refusal::new(Code::NotFound, format!("{error}")))?;
    Ok(Json(VariantInfo::of(&variant)))
}

/// The pieces with their orientations.
#[utoipa::path(get, path = "/api/pieces", tag = "catalogue", responses((status = 200, body = Pieces)))]
pub async fn pieces() -> Json<&'static Pieces> {
    static ALL: LazyLock<Pieces> = LazyLock::new(Pieces::all);
    Json(&ALL)
}

/// Levels, agents with their parameters, presets of new games, limits.
#[utoipa::path(get, path = "/api/agents", tag = "catalogue", responses((status = 200, body = AgentCatalogue)))]
pub async fn agents(State(app): State<Arc<AppState>>) -> Json<AgentCatalogue> {
    Json(AgentCatalogue::of(app.agents.registry(), &app.limits))
}
