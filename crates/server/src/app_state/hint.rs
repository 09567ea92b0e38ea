//! Hints: what the analysis would play, told by halves.

use std::sync::Arc;
use std::time::Duration;

use cornerwise_core::{CellSet, Game, Move, Player, Position};
use cornerwise_engine::{Budget, Turn};
use serde::Serialize;
use utoipa::ToSchema;

use super::{AppState, internal};
use crate::pool::Owner;
use crate::refusal::{Code, Refusal};
use crate::room::Strength;
use crate::why::names;

/// Who is asked, and for how long at most.
const ADVISER: &str = "mcts:sims=6000,book=yes,tree-mib=64";
const TIME: Duration = Duration::from_millis(1500);

/// What to play, told by halves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Hint {
    /// How many moves the game had.
    pub number: usize,
    /// How much is told.
    #[schema(value_type = u8)]
    pub strength: Strength,
    /// The piece to play.
    pub piece: &'static str,
    /// Cells around where it goes.
    pub area: Option<Vec<String>>,
    /// Where exactly.
    #[serde(rename = "move")]
    #[schema(value_type = Option<String>)]
    pub mv: Option<Move>,
    /// The player's expected share of the win.
    pub share: Option<f64>,
}

/// Thinks about a move for somebody.
pub(super) async fn hint(
    app: &AppState,
    owner: Owner,
    game: Game,
    strength: Strength,
) -> Result<Hint, Refusal> {
    let stop = app.stop();
    let failed = || Refusal::new(Code::Internal, "there is no hint now");
    let mut held = app.agents.new_agent(ADVISER, owner.origin, &stop).await?.ok_or_else(failed)?;
    let thought = move || {
        let budget = Budget { time: Some(TIME), ..Budget::default() };
        let decision = Turn { budget, ..Turn::new(&game, 1, &stop) }.ask(held.agent.as_mut());
        (game, decision)
    };
    // Somebody's turn waits for it, as for the move of an agent.
    let done = app.play.run(owner, &Arc::default(), thought).await;
    let (game, decision) = done.ok_or_else(failed)?;
    let decision = decision.map_err(|error| internal(&error))?;
    let position = game.position();
    let player = position.player_to_play().map_or(0, Player::index);
    Ok(Hint {
        number: game.moves().len(),
        strength,
        piece: decision.mv.piece().name(),
        area: (strength >= Strength::AREA).then(|| area(position, decision.mv)),
        mv: (strength >= Strength::MOVE).then_some(decision.mv),
        share: decision.values.and_then(|values| values.get(player).copied()),
    })
}

/// The free cells of a move and around it.
fn area(position: &Position, mv: Move) -> Vec<String> {
    let size = position.variant().size();
    let cells = mv.cell_set();
    let around: CellSet = cells | cells.edge_neighbours(size) | cells.diagonal_neighbours(size);
    names((around - position.occupied()).iter())
}
