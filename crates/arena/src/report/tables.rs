//! The tables of a report.

use super::summary::{Summary, percent};
use super::table::{Cell, Table};
use crate::result::{End, GameResult};

/// What the columns of the standings mean, where their names do not say it.
pub const STANDINGS_NOTE: &str = "Elo is relative to the mean of all entrants, with a 95 % interval; \
    “> next” is the likelihood that the entrant is stronger than the one below. W-D-L counts games won alone, \
    shared and lost, points are shares of wins, the margin is the distance to the best other player. Scores, \
    margins and squares left are means over games that were played to the end.";

/// How to read the cross table.
pub const CROSS_NOTE: &str = "Wins-draws-losses of the row against the column: when the row sat before the \
    column, then when it sat after it. With more than two players in a game, by rank.";

/// Variant, number of games, and whatever else the head says.
pub fn conditions(summary: &Summary) -> Table {
    let pair = |name: &str, value: &str| vec![Cell::text(name), Cell::text(value)];
    let mut rows = vec![
        pair("variant", &summary.variant_name),
        pair("entrants", &summary.head.entrants.len().to_string()),
        pair("games", &summary.games.len().to_string()),
    ];
    rows.extend(summary.head.conditions.iter().map(|(name, value)| pair(name, value)));
    Table { header: pair("condition", "value"), rows }
}

/// A row for each entrant, the best first.
pub fn standings(summary: &Summary) -> Table {
    let names = [
        "Elo", "± 95 %", "> next", "games", "W-D-L", "points", "score", "margin", "left", "rank",
        "ms/move", "max ms",
    ];
    let mut header = vec![Cell::number("#"), Cell::text("entrant")];
    header.extend(names.map(Cell::number));
    let standings = &summary.standings;
    let forfeits = standings.rows.iter().any(|row| row.forfeits > 0);
    header.extend(forfeits.then(|| Cell::number("forfeits")));
    let rows = (1..).zip(standings.sorted()).map(|(place, (entrant, row))| {
        let next =
            standings.order.get(place).map(|&next| standings.ratings.superiority(entrant, next));
        let mut cells = vec![
            Cell::number(place.to_string()),
            Cell::Code(row.name.clone()),
            Cell::number(format!("{:+.0}", tidy(row.rating.elo))),
            Cell::decimal(Some(row.rating.margin), 0),
            Cell::number(next.map_or_else(|| "–".to_owned(), percent)),
            Cell::number(row.games.to_string()),
            Cell::number(format!("{}-{}-{}", row.wins, row.draws, row.losses)),
            Cell::number(points(row.points)),
            Cell::decimal(row.score.get(), 1),
            Cell::number(row.margin.get().map_or_else(|| "–".to_owned(), |m| format!("{m:+.1}"))),
            Cell::decimal(row.remaining.get(), 1),
            Cell::decimal(row.rank.get(), 2),
            Cell::decimal(row.millis.get(), 1),
            Cell::decimal(row.longest, 0),
        ];
        cells.extend(forfeits.then(|| Cell::number(row.forfeits.to_string())));
        cells
    });
    Table { header, rows: rows.collect() }
}

/// A number that is rounded to 0 has no sign to show.
fn tidy(value: f64) -> f64 {
    if value.abs() < 0.5 { 0.0 } else { value }
}

/// Points are mostly whole or half; thirds and quarters get two decimals.
fn points(points: f64) -> String {
    if (points * 2.0).fract() == 0.0 { format!("{points}") } else { format!("{points:.2}") }
}

/// Everybody against everybody.
pub fn cross(summary: &Summary) -> Table {
    let order = &summary.standings.order;
    let mut header = vec![Cell::number("#"), Cell::text("entrant")];
    header.extend((1..=order.len()).map(|place| Cell::number(place.to_string())));
    let rows = (1..).zip(order).map(|(place, &row)| {
        let mut cells =
            vec![Cell::number(place.to_string()), Cell::Code(summary.head.entrants[row].clone())];
        cells.extend(order.iter().map(|&column| {
            let meeting = summary.standings.cross.meeting(row, column);
            Cell::number(match meeting.all().total() {
                0 => String::new(),
                _ => format!("{} / {}", meeting.before, meeting.after),
            })
        }));
        cells
    });
    Table { header, rows: rows.collect() }
}

/// Every game, in the order of the schedule.
pub fn games(summary: &Summary) -> Table {
    let mut header = ["game", "round"].map(Cell::number).to_vec();
    header.extend(["seats", "ranks", "scores", "moves", "end"].map(Cell::text));
    let mut games: Vec<&GameResult> = summary.games.iter().collect();
    games.sort_by_key(|game| game.game);
    let rows = games.into_iter().map(|game| {
        let places = game.seats.iter().map(|&entrant| summary.places[entrant]);
        vec![
            Cell::number(game.game.to_string()),
            Cell::number(game.round.to_string()),
            Cell::Text(joined(places, COLON)),
            Cell::Text(joined(game.ranks.iter(), COLON)),
            Cell::Text(joined(game.scores.iter(), COLON)),
            Cell::Folded(game.moves.len().to_string(), joined(game.moves.iter(), "; ")),
            Cell::Text(end(summary, game)),
        ]
    });
    Table { header, rows: rows.collect() }
}

/// Between numbers of the players of a game.
const COLON: &str = "\u{a0}:\u{a0}";

fn joined(items: impl Iterator<Item = impl ToString>, between: &str) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(between)
}

fn end(summary: &Summary, game: &GameResult) -> String {
    match &game.end {
        End::Played => "played".to_owned(),
        End::Adjudicated => "adjudicated".to_owned(),
        End::Forfeit { player, reason } => {
            format!("{} forfeits: {reason}", summary.places[game.seats[*player]])
        }
    }
}
