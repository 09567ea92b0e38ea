//! A request for the analysis of positions in a game.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use cornerwise_core::{Colour, Game, PlayError, Ply, Position, Tables, Variant};
use cornerwise_engine::Budget;
use serde_json::Value;

use super::complaint::Complaint;
use super::fields::Fields;

/// What to analyse, and how.
pub(super) struct Query {
    pub id: String,
    tables: Arc<Tables>,
    plies: Vec<Ply>,
    /// The turns to analyse with their priorities. Turn `n` is the position after `n` entries of the list
    /// of moves, forced passes that are written there included.
    pub turns: Vec<(usize, i64)>,
    pub budget: Budget,
    /// The spec of another agent than the usual one.
    pub agent: Option<String>,
    /// How often to tell what the agent thinks so far.
    pub report_every: Option<Duration>,
}

/// Tables by the name of the variant, so that they are made once.
pub(super) type Shelf = HashMap<String, Arc<Tables>>;

impl Query {
    pub fn read(fields: &mut Fields, shelf: &mut Shelf) -> Result<Query, Complaint> {
        let name = fields.text("variant")?.unwrap_or_else(|| "duo".to_owned());
        let variant: Variant =
            name.parse().map_err(|error| Complaint::about("variant", format!("{error}")))?;
        let tables = shelf.entry(variant.name().to_owned()).or_insert_with(|| Tables::new(variant));
        let tables = Arc::clone(tables);
        let plies = moves(&tables, &fields.list("moves")?.unwrap_or_default())
            .map_err(|text| Complaint::about("moves", text))?;
        Ok(Query {
            id: fields.id.clone(),
            turns: turns(fields, plies.len())?,
            budget: Budget {
                simulations: fields.take("maxVisits", "a whole number from 1 on", |value| {
                    value.as_u64().filter(|&visits| visits > 0)
                })?,
                time: fields.take("maxTime", "seconds, more than 0", seconds)?,
                ..Budget::default()
            },
            agent: fields.text("agent")?,
            report_every: fields.take(
                "reportDuringSearchEvery",
                "seconds, more than 0",
                seconds,
            )?,
            tables,
            plies,
        })
    }

    /// The game up to a turn.
    pub fn game(&self, turn: usize) -> Game {
        let mut game = Game::new(Position::new(&self.tables));
        for ply in &self.plies[..turn] {
            if let Ply::Move(mv) = ply {
                game.play(*mv).expect("checked when the request was read");
            }
        }
        game
    }
}

fn turns(fields: &mut Fields, last: usize) -> Result<Vec<(usize, i64)>, Complaint> {
    let turns = fields.turns("analyzeTurns", last)?.unwrap_or_else(|| vec![last]);
    let priority = fields.take("priority", "a whole number", Value::as_i64)?.unwrap_or(0);
    let priorities = fields.take("priorities", "a list of whole numbers", |value| {
        value.as_array()?.iter().map(Value::as_i64).collect::<Option<Vec<i64>>>()
    })?;
    let priorities = priorities.unwrap_or_else(|| vec![priority; turns.len()]);
    if priorities.len() != turns.len() {
        let text = format!("{} priorities for {} turns", priorities.len(), turns.len());
        return Err(Complaint::about("priorities", text));
    }
    Ok(turns.into_iter().zip(priorities).collect())
}

/// A time of at most a day, as the specs of agents have it.
fn seconds(value: &Value) -> Option<Duration> {
    let seconds = value.as_f64().filter(|&seconds| seconds > 0.0 && seconds <= 86_400.0)?;
    Some(Duration::from_secs_f64(seconds))
}

/// Reads moves, all of them legal: each is a move, or a pair of a colour and a move.
fn moves(tables: &Arc<Tables>, list: &[Value]) -> Result<Vec<Ply>, String> {
    let (mut plies, mut colours) = (Vec::new(), Vec::new());
    for (at, value) in list.iter().enumerate() {
        let place = |text: String| format!("move {}: {text}", at + 1);
        let (colour, word) = match value {
            Value::String(word) => (None, word),
            Value::Array(pair) => match pair.as_slice() {
                [Value::String(colour), Value::String(word)] => (Some(colour), word),
                _ => return Err(place("a pair is a colour and a move".to_owned())),
            },
            _ => return Err(place("not a string, nor a pair of a colour and a move".to_owned())),
        };
        let ply: Ply = word.parse().map_err(|error| place(format!("{error}")))?;
        plies.push(ply);
        let named = |word: &String| tables.variant().colour_named(word);
        let known = |word| named(word).ok_or_else(|| place(format!("no colour {word:?}")));
        colours.push(colour.map(known).transpose()?);
    }
    let told =
        |(at, error): (usize, PlayError)| format!("move {} ({}): {error}", at + 1, plies[at]);
    Position::new(tables).play_plies(&plies).map_err(told)?;
    check_colours(tables, &plies, &colours).map_err(told)?;
    Ok(plies)
}

/// Checks for legal moves that they are those of the colours which are said to play them.
fn check_colours(
    tables: &Arc<Tables>,
    plies: &[Ply],
    colours: &[Option<Colour>],
) -> Result<(), (usize, PlayError)> {
    let mut position = Position::new(tables);
    for (at, (ply, colour)) in plies.iter().zip(colours).enumerate() {
        match (ply, *colour, position.to_play()) {
            (Ply::Move(_), Some(colour), Some(to_play)) if colour != to_play => {
                return Err((at, PlayError::NotYourTurn { colour, to_play }));
            }
            (Ply::Pass, Some(colour), _) if position.has_move(colour) => {
                return Err((at, PlayError::MayNotPass(colour)));
            }
            _ => {}
        }
        if let Ply::Move(mv) = ply {
            position.play_unchecked(*mv);
        }
    }
    Ok(())
}
