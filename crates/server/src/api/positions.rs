//! Positions, pictures of them, and game files.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use cornerwise_core::Colour;
use cornerwise_core::draw::{self, Style, Theme};
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::Body;
use crate::app_state::{AppState, internal};
use crate::files::{GameText, GameToWrite, ReadGames, read_games as read};
use crate::position_spec::{PositionRequest, Setup};
use crate::refusal::{Code, ErrorBody, Refusal};
use crate::response::PositionState;
use crate::why::Why;
use crate::written_move::WrittenMove;

/// What the rules say of a position.
#[utoipa::path(post, path = "/api/position", tag = "positions", request_body = PositionRequest,
    responses((status = 200, body = PositionState), (status = "4XX", body = ErrorBody)))]
pub async fn position(
    State(app): State<Arc<AppState>>,
    Body(place): Body<PositionRequest>,
) -> Result<Json<PositionState>, Refusal> {
    Ok(Json(PositionState::of_game(&place.game(&app.tables_cache)?)))
}

/// A placement in a position.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Placement {
    /// The name of a preset.
    #[schema(example = "duo")]
    variant: String,
    /// What is set up before the moves.
    #[serde(default)]
    setup: Option<Setup>,
    /// The moves.
    #[serde(default)]
    moves: Vec<String>,
    /// The cells of the piece.
    #[serde(rename = "move")]
    #[schema(value_type = String, example = "a1,b1")]
    mv: WrittenMove,
    /// The number of the colour; the one to play if it is not told.
    #[serde(default)]
    colour: Option<usize>,
}

/// Why a placement is not legal.
#[utoipa::path(post, path = "/api/why", tag = "positions", request_body = Placement,
    responses((status = 200, body = Why), (status = "4XX", body = ErrorBody)))]
pub async fn why(
    State(app): State<Arc<AppState>>,
    Body(asked): Body<Placement>,
) -> Result<Json<Why>, Refusal> {
    let place = PositionRequest { variant: asked.variant, setup: asked.setup, moves: asked.moves };
    let game = place.game(&app.tables_cache)?;
    let position = game.position();
    let colours = position.variant().colour_count();
    let colour = match asked.colour {
        Some(number) if (1..=colours).contains(&number) => Colour::from_index(number - 1),
        Some(number) => {
            let text = format!("colour is {number}; the colours are 1 to {colours}");
            return Err(Refusal::new(Code::Malformed, text));
        }
        None => position.to_play().unwrap_or(Colour::from_index(0)),
    };
    Ok(Json(Why::of(position, colour, &asked.mv)))
}

/// How a picture is to be.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    /// The name of a preset.
    #[schema(example = "duo")]
    variant: String,
    /// What is set up before the moves.
    #[serde(default)]
    setup: Option<Setup>,
    /// The moves.
    #[serde(default)]
    moves: Vec<String>,
    /// Light unless told otherwise.
    #[serde(default)]
    theme: DrawingTheme,
    /// Whether letters and numbers stand around the board.
    #[serde(default = "yes")]
    coordinates: bool,
    /// Whether the last move is marked.
    #[serde(default = "yes")]
    last: bool,
}

fn yes() -> bool {
    true
}

/// A light or a dark picture.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DrawingTheme {
    /// For white paper.
    #[default]
    Light,
    /// For dark pages.
    Dark,
}

/// A picture of a position.
#[utoipa::path(post, path = "/api/picture", tag = "positions", request_body = Drawing,
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = "4XX", body = ErrorBody)))]
pub async fn picture(
    State(app): State<Arc<AppState>>,
    Body(asked): Body<Drawing>,
) -> Result<Response, Refusal> {
    let place = PositionRequest { variant: asked.variant, setup: asked.setup, moves: asked.moves };
    let game = place.game(&app.tables_cache)?;
    let theme = match asked.theme {
        DrawingTheme::Light => Theme::Light,
        DrawingTheme::Dark => Theme::Dark,
    };
    let style =
        Style { theme, coordinates: asked.coordinates, corner_dots: false, ..Style::default() };
    let last: Vec<_> = game.placements().next_back().filter(|_| asked.last).into_iter().collect();
    let svg = draw::svg(game.position(), &last, &style);
    Ok(([(CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

/// The games of a `.blksgf` text.
#[utoipa::path(post, path = "/api/games/read", tag = "files", request_body = GameText,
    responses((status = 200, body = ReadGames), (status = "4XX", body = ErrorBody)))]
pub async fn read_games(
    State(app): State<Arc<AppState>>,
    Body(text): Body<GameText>,
) -> Result<Json<ReadGames>, Refusal> {
    // A large tree takes a while.
    let games = tokio::task::spawn_blocking(move || read(&text.text, &app.tables_cache)).await;
    Ok(Json(games.map_err(|error| internal(&error))??))
}

/// A game as a `.blksgf` text.
#[utoipa::path(post, path = "/api/games/write", tag = "files", request_body = GameToWrite,
    responses((status = 200, body = GameText), (status = "4XX", body = ErrorBody)))]
pub async fn write_game(
    State(app): State<Arc<AppState>>,
    Body(game): Body<GameToWrite>,
) -> Result<Json<GameText>, Refusal> {
    let text = tokio::task::spawn_blocking(move || game.text(&app.tables_cache)).await;
    Ok(Json(GameText { text: text.map_err(|error| internal(&error))?? }))
}
