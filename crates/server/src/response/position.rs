//! A position with all that the rules say of it.

use std::collections::BTreeMap;

use cornerwise_core::{Colour, Game, Move, Piece, PieceSet, Position};
use serde::Serialize;
use utoipa::ToSchema;

use super::outcome::{GameResult, placing};
use crate::position_spec::board;
use crate::why::names;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ToPlay {
    /// The colour's number, from 1.
    pub colour: usize,
    /// The player's number, from 1.
    pub player: usize,
}

/// A position with all that the rules say of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionState {
    /// The variant's name.
    pub variant: String,
    /// How many pieces have been placed.
    pub number: usize,
    /// Which turn it is of the colour to play, from 1.
    pub round: usize,
    /// Whether no colour can move any more.
    pub over: bool,
    /// The rows from the top: `.` or the number of a colour.
    pub board: Vec<String>,
    /// Whose turn it is.
    pub turn: Option<ToPlay>,
    /// The colours that had to pass since the last move.
    pub passed: Vec<usize>,
    /// Every colour.
    pub colours: Vec<ColourState>,
    /// Every player.
    pub players: Vec<PlayerState>,
    /// The legal moves of the colour to play, by piece.
    #[schema(value_type = BTreeMap<String, Vec<String>>)]
    pub legal: BTreeMap<&'static str, Vec<Move>>,
    /// How many these are.
    pub legal_count: usize,
    /// The moves that led here.
    pub moves: Vec<PlacedMove>,
    /// How the game ended, if it has.
    pub result: Option<GameResult>,
}

/// What a colour has placed and can still do.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ColourState {
    /// Its number, from 1.
    pub colour: usize,
    /// Its name.
    pub name: &'static str,
    /// The player who owns it; none for a colour that everybody plays.
    pub owner: Option<usize>,
    /// By the variant's scoring.
    pub score: i32,
    /// The squares placed.
    pub squares: i32,
    /// The pieces placed.
    pub placed: usize,
    /// Whether it can place another piece.
    pub can_move: bool,
    /// In how many ways, were it its turn.
    pub moves: usize,
    /// The pieces that are left.
    pub left: Vec<&'static str>,
    /// Those of them that fit somewhere.
    pub playable: Vec<&'static str>,
    /// The free cells where its next piece can connect.
    pub corners: Vec<String>,
    /// The piece placed last.
    pub last: Option<&'static str>,
}

/// How a player stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerState {
    /// The number, from 1.
    pub player: usize,
    /// The colours that belong to the player alone.
    pub colours: Vec<usize>,
    /// The sum over these.
    pub score: i32,
    /// 1 for the best; equal ones share a rank.
    pub rank: usize,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlacedMove {
    /// Which move it is, from 1.
    pub number: usize,
    /// Whose piece it is.
    pub colour: usize,
    /// Who placed it.
    pub player: usize,
    /// Its cells.
    #[serde(rename = "move")]
    #[schema(value_type = String)]
    pub mv: Move,
    /// The piece.
    pub piece: &'static str,
    /// The colours that had to pass after it.
    pub passed: Vec<usize>,
}

/// The colours that have to pass between a colour's move and the next turn. At the end of a game nobody asks
/// any more.
pub fn passed_after(mover: Colour, after: &Position) -> Vec<usize> {
    if after.is_over() {
        return Vec::new();
    }
    let mut colour = mover;
    let mut passed = Vec::new();
    for _ in 0..after.passes_before() {
        colour = after.after(colour);
        passed.push(colour.number());
    }
    passed
}

impl PlacedMove {
    /// A move of a colour, with the positions before and after it.
    pub fn new(
        number: usize,
        before: &Position,
        colour: Colour,
        mv: Move,
        after: &Position,
    ) -> PlacedMove {
        PlacedMove {
            number,
            colour: colour.number(),
            player: before.player_of(colour).index() + 1,
            mv,
            piece: mv.piece().name(),
            passed: passed_after(colour, after),
        }
    }
}

impl PositionState {
    /// The position at the end of a game, with its moves.
    pub fn of_game(game: &Game) -> PositionState {
        let befores: Vec<_> = game.turns().map(|(before, _)| before).collect();
        let after = |at: usize| befores.get(at + 1).copied().unwrap_or(game.position());
        let moves = game.placements().enumerate();
        let moves = moves
            .map(|(at, (colour, mv))| PlacedMove::new(at + 1, befores[at], colour, mv, after(at)));
        PositionState::new(game.position(), moves.collect())
    }

    /// A position, and the moves that led to it.
    pub fn new(position: &Position, moves: Vec<PlacedMove>) -> PositionState {
        let variant = position.variant();
        let colours: Vec<_> =
            variant.colours().map(|colour| ColourState::of(position, colour)).collect();
        let turn = position.to_play().zip(position.player_to_play());
        let mut legal: BTreeMap<&'static str, Vec<Move>> = BTreeMap::new();
        for mv in if position.is_over() { Vec::new() } else { position.legal_moves() } {
            legal.entry(mv.piece().name()).or_default().push(mv);
        }
        let most_placed = colours.iter().map(|colour| colour.placed).max().unwrap_or(0);
        PositionState {
            variant: variant.name().to_owned(),
            number: position.moves_played(),
            round: position
                .to_play()
                .map_or(most_placed.max(1), |colour| position.placed_count(colour) + 1),
            over: position.is_over(),
            board: board(position),
            turn: turn.map(|(colour, player)| ToPlay {
                colour: colour.number(),
                player: player.index() + 1,
            }),
            passed: moves.last().map(|last| last.passed.clone()).unwrap_or_default(),
            legal_count: legal.values().map(Vec::len).sum(),
            legal,
            players: players(position),
            colours,
            moves,
            result: position.is_over().then(|| GameResult::of(position, &[])),
        }
    }
}

impl ColourState {
    fn of(position: &Position, colour: Colour) -> ColourState {
        let variant = position.variant();
        let own_turn = position.with_turn(colour);
        let moves = own_turn.map(|position| position.legal_moves()).unwrap_or_default();
        let playable: PieceSet = moves.iter().map(|mv| mv.piece()).collect();
        ColourState {
            colour: colour.number(),
            name: variant.colour_name(colour),
            owner: variant.owner(colour).player().map(|player| player.index() + 1),
            score: position.score(colour),
            squares: position.area(colour),
            placed: position.placed_count(colour),
            can_move: !moves.is_empty(),
            moves: moves.len(),
            left: position.pieces(colour).iter().map(Piece::name).collect(),
            playable: playable.iter().map(Piece::name).collect(),
            corners: names(position.corner_cells(colour).iter()),
            last: position.last_piece(colour).map(Piece::name),
        }
    }
}

fn players(position: &Position) -> Vec<PlayerState> {
    let variant = position.variant();
    let placing = placing(position, &[]);
    let state = |(player, place): (cornerwise_core::Player, super::PlayerResult)| PlayerState {
        player: place.player,
        colours: variant.colours_of(player).map(Colour::number).collect(),
        score: place.score,
        rank: place.rank,
    };
    variant.players().zip(placing).map(state).collect()
}

#[cfg(test)]
mod tests {
    use cornerwise_core::game_rng;

    use super::*;

    #[test]
    fn whole_games_are_told_as_the_rules_have_them() {
        for name in ["duo", "classic", "classic-2", "classic-3", "5x5", "8x8-3"] {
            let mut game = Game::new(Position::start(name.parse().unwrap()));
            let mut rng = game_rng(5, 2);
            loop {
                let state = PositionState::of_game(&game);
                let position = game.position();
                assert_eq!(state.number, game.moves().len());
                assert_eq!(state.legal_count, if state.over { 0 } else { position.count_moves() });
                assert_eq!(
                    state.turn.map(|turn| turn.colour),
                    position.to_play().map(Colour::number)
                );
                assert_eq!(state.over, state.result.is_some());
                let told: usize = state.moves.iter().map(|mv| mv.passed.len()).sum();
                let passes: usize = game
                    .turns()
                    .map(|(before, _)| before.passes_before())
                    .chain((!position.is_over()).then(|| position.passes_before()))
                    .sum();
                assert_eq!(told, passes, "{name}");
                for colour in &state.colours {
                    assert_eq!(colour.can_move, !colour.playable.is_empty());
                    assert!(colour.playable.iter().all(|piece| colour.left.contains(piece)));
                }
                let Some(mv) = position.sample_move(&mut rng) else { break };
                if position.is_over() {
                    break;
                }
                game.play(mv).unwrap();
            }
        }
    }
}
