//! What was found, beside what was published.

use serde::Serialize;

use super::file::{By, Figure, Match};
use crate::chi_square::ChiSquare;
use crate::interval::{Estimate, Share};
use crate::plan::Plan;
use crate::result::{End, GameResult};

/// What was published of an agent or a seat, and what our games say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// The name of the match.
    pub name: String,
    /// Whose numbers they are: an agent, or a player.
    pub who: String,
    /// The agent with the first seat in the games that are meant; all games if there is none.
    pub begins: Option<String>,
    /// Games won in the published work, in percent.
    pub theirs_won: Option<f64>,
    /// Games that were won alone.
    pub ours_won: Share,
    /// Squares left in the published work.
    pub theirs_left: Option<f64>,
    /// Squares left, in games that were played to the end.
    pub ours_left: Option<Estimate>,
    /// What the work says of a test of equal chances.
    pub theirs_equal: Option<String>,
    /// Our test of equal chances, where the work has one.
    pub ours_equal: Option<ChiSquare>,
}

/// The findings of a match from its games as far as they were played.
pub fn findings(part: &Match, plan: &Plan, games: &[GameResult]) -> Vec<Finding> {
    part.figures.iter().flat_map(|figure| of_figure(part, plan, games, figure)).collect()
}

fn of_figure(part: &Match, plan: &Plan, games: &[GameResult], figure: &Figure) -> Vec<Finding> {
    let begins = figure.begins.map(|agent| agent - 1);
    let meant = |game: &&GameResult| begins.is_none_or(|agent| game.seats[0] == agent);
    let games: Vec<&GameResult> = games.iter().filter(meant).collect();
    let names = plan.names();
    let percent = |won: f64| figure.of.map_or(won, |of| 100.0 * won / of as f64);
    let entry = |at: usize| {
        let theirs_equal = figure.equal_chances.clone().filter(|_| at == 0);
        let wins = |who| games.iter().filter(|game| won(game, figure.by, who)).count() as u64;
        let ours_equal = theirs_equal.as_ref().and_then(|_| {
            let all: Vec<u64> = (0..entries(figure.by, plan, &games)).map(wins).collect();
            ChiSquare::of_equal_chances(&all)
        });
        Finding {
            name: part.name.clone(),
            who: match figure.by {
                By::Agent => names[at].clone(),
                By::Seat => format!("player {}", at + 1),
            },
            begins: begins.map(|agent| names[agent].clone()),
            theirs_won: figure.won.get(at).copied().map(percent),
            ours_won: Share { count: wins(at), of: games.len() as u64 },
            theirs_left: figure.left.get(at).copied(),
            ours_left: Estimate::of(&left(&games, figure.by, at)),
            theirs_equal,
            ours_equal,
        }
    };
    (0..figure.won.len().max(figure.left.len())).map(entry).collect()
}

/// How many agents or players there are.
fn entries(by: By, plan: &Plan, games: &[&GameResult]) -> usize {
    match by {
        By::Agent => plan.entrants.len(),
        By::Seat => games.first().map_or(0, |game| game.seats.len()),
    }
}

/// Whether a player belongs to an agent, or has the seat that is meant.
fn is_meant(game: &GameResult, by: By, who: usize, player: usize) -> bool {
    match by {
        By::Agent => game.seats[player] == who,
        By::Seat => player == who,
    }
}

/// Whether nobody else shares the first rank. An agent in several seats may share it with itself.
fn won(game: &GameResult, by: By, who: usize) -> bool {
    let mut firsts = (0..game.ranks.len()).filter(|&player| game.ranks[player] == 1);
    firsts.all(|player| is_meant(game, by, who, player))
}

fn left(games: &[&GameResult], by: By, who: usize) -> Vec<f64> {
    let played = games.iter().filter(|game| game.end == End::Played);
    let values = played.flat_map(|game| {
        let players = (0..game.seats.len()).filter(|&player| is_meant(game, by, who, player));
        players.map(|player| f64::from(game.remaining[player]))
    });
    values.collect()
}
