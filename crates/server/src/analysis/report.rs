//! What an analysis has found so far.

use cornerwise_core::{Move, Player, Position};
use cornerwise_engine::Decision;
use serde::Serialize;
use utoipa::ToSchema;

/// A move that was considered.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CandidateInfo {
    /// The cells.
    #[serde(rename = "move")]
    #[schema(value_type = String)]
    pub mv: Move,
    /// The piece.
    pub piece: &'static str,
    /// How often it was tried.
    pub visits: u64,
    /// The expected share of the win of the player to move.
    pub share: Option<f64>,
    /// The expected final score of the player to move.
    pub score: Option<f64>,
    /// How probable it looked before it was tried.
    pub prior: Option<f64>,
    /// What is expected to be played, as far as it is known.
    #[schema(value_type = Vec<String>)]
    pub line: Vec<Move>,
}

/// What an analysis has found so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct AnalysisReport {
    /// Whether it goes on.
    pub running: bool,
    /// Whether it waits for others.
    pub queued: bool,
    /// How long it has taken.
    pub seconds: f64,
    /// How often all moves were tried.
    pub visits: u64,
    /// Every player's share of the win.
    pub values: Option<Vec<f64>>,
    /// Every player's expected final score.
    pub scores: Option<Vec<f64>>,
    /// The moves that were considered, the best first.
    pub candidates: Vec<CandidateInfo>,
    /// What is expected to be played.
    #[schema(value_type = Vec<String>)]
    pub line: Vec<Move>,
}

impl AnalysisReport {
    /// What an agent thinks of a position, with so many candidates.
    pub fn of(position: &Position, decision: &Decision, top: usize) -> AnalysisReport {
        AnalysisReport {
            visits: decision.candidates.iter().map(|known| known.visits).sum(),
            values: decision.values.clone().map(rounded),
            scores: decision.scores.clone().map(rounded),
            candidates: candidates(position, decision, top),
            line: decision.line.clone(),
            ..AnalysisReport::default()
        }
    }

    /// The result of a game that is over.
    pub fn of_end(position: &Position) -> AnalysisReport {
        let scores = position.player_scores().into_iter().map(f64::from).collect();
        AnalysisReport {
            values: Some(position.win_shares()),
            scores: Some(scores),
            ..AnalysisReport::default()
        }
    }
}

/// The moves that an agent considered, its choice first.
pub fn candidates(position: &Position, decision: &Decision, top: usize) -> Vec<CandidateInfo> {
    let mover = position.player_to_play().map_or(0, Player::index);
    // What the agent thinks of the position is what it thinks of its choice.
    let of_choice =
        |values: &Option<Vec<f64>>| values.as_ref().and_then(|values| values.get(mover).copied());
    let mut known: Vec<_> = decision
        .candidates
        .iter()
        .filter(|known| known.visits > 0 && known.mv != decision.mv)
        .collect();
    known.truncate(top.saturating_sub(1));
    let chosen = decision.candidates.iter().find(|known| known.mv == decision.mv);
    let first = CandidateInfo {
        mv: decision.mv,
        piece: decision.mv.piece().name(),
        visits: chosen.map_or(0, |known| known.visits),
        share: chosen
            .and_then(|known| known.win_share)
            .or_else(|| of_choice(&decision.values))
            .map(round),
        score: chosen
            .and_then(|known| known.score)
            .or_else(|| of_choice(&decision.scores))
            .map(round),
        prior: chosen.and_then(|known| known.prior).map(round),
        line: decision.line.clone(),
    };
    let others = known.into_iter().map(|known| CandidateInfo {
        mv: known.mv,
        piece: known.mv.piece().name(),
        visits: known.visits,
        share: known.win_share.map(round),
        score: known.score.map(round),
        prior: known.prior.map(round),
        line: vec![known.mv],
    });
    std::iter::once(first).chain(others).collect()
}

/// More digits would be noise.
pub(super) fn round(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

pub(super) fn rounded(numbers: Vec<f64>) -> Vec<f64> {
    numbers.into_iter().map(round).collect()
}
