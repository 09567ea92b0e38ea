//! How a game ended.

use cornerwise_core::{Piece, Position, Scoring};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::names::player_name;

/// Why a game ended, or somebody left it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// No colour can move any more.
    PlayedOut,
    /// Somebody gave up.
    Resigned,
    /// Somebody ran out of time.
    Time,
    /// An agent broke down.
    Failed,
}

/// The end of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameResult {
    /// In a line for people.
    pub text: String,
    /// Why it ended.
    pub reason: Reason,
    /// Every player's rank and score.
    pub players: Vec<PlayerResult>,
    /// Every colour's score and bonuses.
    pub colours: Vec<ColourResult>,
}

/// How a player did.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerResult {
    /// The player's number, from 1.
    pub player: usize,
    /// 1 for the best; equal ones share a rank.
    pub rank: usize,
    /// The sum over the player's colours.
    pub score: i32,
    /// The share of the win.
    pub share: f64,
}

/// How a colour did.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ColourResult {
    /// The colour's number, from 1.
    pub colour: usize,
    /// By the variant's scoring, bonuses included.
    pub score: i32,
    /// The squares placed.
    pub squares: i32,
    /// Whether all pieces were placed.
    pub all_placed: bool,
    /// Whether the single square came last of all.
    pub single_last: bool,
    /// What both are worth by the variant's scoring.
    pub bonus: i32,
}

/// The players' ranks, those who dropped out behind all others, and shares of the win.
pub fn placing(position: &Position, dropped: &[bool]) -> Vec<PlayerResult> {
    let scores = position.player_scores();
    let is_out = |player: usize| dropped.get(player).copied().unwrap_or(false);
    let key = |player: usize| (is_out(player), -scores[player]);
    let rank =
        |player: usize| 1 + (0..scores.len()).filter(|&other| key(other) < key(player)).count();
    let winners = (0..scores.len()).filter(|&player| rank(player) == 1).count();
    let result = |player: usize| PlayerResult {
        player: player + 1,
        rank: rank(player),
        score: scores[player],
        share: if rank(player) == 1 { 1.0 / winners as f64 } else { 0.0 },
    };
    (0..scores.len()).map(result).collect()
}

impl GameResult {
    /// The result of a game that was played to its end, or that all but one have left: `left` are the players who
    /// did, in order, and why.
    pub fn of(position: &Position, left: &[(usize, Reason)]) -> GameResult {
        let mut dropped = vec![false; position.variant().player_count()];
        for &(player, _) in left {
            dropped[player] = true;
        }
        let players = placing(position, &dropped);
        let reason = if position.is_over() { None } else { left.last() };
        let text = text(position, &players, reason.copied());
        let reason = reason.map_or(Reason::PlayedOut, |&(_, reason)| reason);
        GameResult { text, reason, players, colours: colours(position) }
    }
}

fn text(position: &Position, players: &[PlayerResult], left: Option<(usize, Reason)>) -> String {
    let variant = position.variant();
    let name = |number: usize| {
        player_name(variant, variant.players().nth(number - 1).expect("results are of players"))
    };
    let winners: Vec<_> = players.iter().filter(|player| player.rank == 1).collect();
    let names: Vec<_> = winners.iter().map(|player| name(player.player)).collect();
    let several = |name: &str| if name.contains(" and ") { "win" } else { "wins" };
    let win = match &names[..] {
        [winner] => format!("{winner} {}", several(winner)),
        all if all.len() == players.len() && all.len() == 2 => "A draw".to_owned(),
        all => format!("{} share the win", all.join(", ")),
    };
    if let Some((player, reason)) = left {
        let how = match reason {
            Reason::Time => "ran out of time",
            Reason::Failed => "broke down",
            Reason::Resigned | Reason::PlayedOut => "resigned",
        };
        return format!("{win}: {} {how}", name(player + 1));
    }
    let best_other =
        players.iter().filter(|player| player.rank > 1).map(|player| player.score).max();
    match (&winners[..], best_other) {
        ([winner], Some(other)) if winner.score > other => {
            format!("{win} by {}", winner.score - other)
        }
        _ => win,
    }
}

fn colours(position: &Position) -> Vec<ColourResult> {
    let variant = position.variant();
    let result = |colour| {
        let all_placed = position.pieces(colour).is_empty();
        let single_last = all_placed && position.last_piece(colour) == Some(Piece::SINGLE);
        let advanced = variant.scoring() == Scoring::Advanced && all_placed;
        ColourResult {
            colour: cornerwise_core::Colour::number(colour),
            score: position.score(colour),
            squares: position.area(colour),
            all_placed,
            single_last,
            bonus: if advanced { position.advanced_score(colour) } else { 0 },
        }
    };
    variant.colours().map(result).collect()
}

#[cfg(test)]
mod tests {
    use cornerwise_core::game_rng;

    use super::*;

    #[test]
    fn results_are_told_for_any_number_of_players() {
        for (name, count) in
            [("duo", 2), ("classic", 4), ("classic-2", 2), ("classic-3", 3), ("2x2", 2)]
        {
            let mut position = Position::start(name.parse().unwrap());
            let early = GameResult::of(&position, &[(1, Reason::Resigned)]);
            assert_eq!(early.players.len(), count);
            assert_eq!(early.players[1].rank, count);
            assert!(early.text.ends_with("resigned"), "{}", early.text);
            position.playout(&mut game_rng(3, 1));
            let result = GameResult::of(&position, &[]);
            assert_eq!(result.reason, Reason::PlayedOut);
            let ranks: Vec<_> = result.players.iter().map(|player| player.rank).collect();
            assert_eq!(ranks, position.ranks(), "{name}");
            let shares: f64 = result.players.iter().map(|player| player.share).sum();
            assert!((shares - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn the_winner_is_named_with_the_margin() {
        let mut position = Position::start("2x2".parse().unwrap());
        position.play("a1,a2,b2".parse().unwrap()).unwrap();
        position.play("b1".parse().unwrap()).unwrap();
        assert_eq!(GameResult::of(&position, &[]).text, "Black wins by 2");
        let white = GameResult::of(&position, &[(0, Reason::Time)]);
        assert_eq!(white.players[0].rank, 2);
    }
}
