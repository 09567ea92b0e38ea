//! Standings and cross tables, for people and for programs.

use cornerwise_arena::{EloEstimate, GameResult, Mean, Rounds, Row, Standings};

use crate::output::columns;

/// The standings, the best first. With more than two players in a game, ranks are told too.
pub fn standings_table(standings: &Standings, players: usize) -> String {
    // Of two, the difference is all that a rating can say, and a match tells that itself.
    let rated = standings.rows.len() > 2;
    let mut head = vec!["", "agent", "games", "W-D-L", "points"];
    if rated {
        head.push("Elo");
    }
    if players > 2 {
        head.push("mean rank");
    }
    head.extend(["mean score", "margin", "squares left", "ms a move"]);
    let forfeits = standings.rows.iter().any(|row| row.forfeits > 0);
    if forfeits {
        head.push("forfeits");
    }
    let mut rows = vec![head.into_iter().map(str::to_owned).collect::<Vec<_>>()];
    for (place, (_, row)) in standings.sorted().enumerate() {
        let mut cells = vec![
            format!("{:>3}", place + 1),
            row.name.clone(),
            row.games.to_string(),
            format!("{}-{}-{}", row.wins, row.draws, row.losses),
            percent(row),
        ];
        if rated {
            cells.push(format!("{:+.0} ± {:.0}", row.rating.elo, row.rating.margin));
        }
        if players > 2 {
            cells.push(number(row.rank, 2));
        }
        cells.extend([
            number(row.score, 2),
            number(row.margin, 2),
            number(row.remaining, 2),
            number(row.millis, 3),
        ]);
        if forfeits {
            cells.push(row.forfeits.to_string());
        }
        rows.push(cells);
    }
    columns(&rows)
}

/// Everybody against everybody: won, drawn and lost when the row sits before the column, and after it.
pub fn cross_table(standings: &Standings) -> String {
    let order = &standings.order;
    let mut head = vec![String::new(), "against".to_owned()];
    head.extend((1..=order.len()).map(|place| place.to_string()));
    let mut rows = vec![head];
    for (place, &row) in order.iter().enumerate() {
        let mut cells = vec![format!("{:>3}", place + 1), standings.rows[row].name.clone()];
        cells.extend(order.iter().map(|&column| {
            let meeting = standings.cross.meeting(row, column);
            if meeting.all().total() == 0 {
                return "–".to_owned();
            }
            format!("{} {}", meeting.before, meeting.after)
        }));
        rows.push(cells);
    }
    columns(&rows)
}

/// The steps of a ladder: what each entrant scored against the one before it.
pub fn steps_table(names: &[String], games: &[GameResult]) -> String {
    let mut rows = vec![["step", "points", "Elo"].map(str::to_owned).to_vec()];
    for (below, pair) in names.windows(2).enumerate() {
        let elo = EloEstimate::of(&Rounds::between(games, below + 1, below));
        let score = elo.map_or("–".to_owned(), |elo| format!("{:.1}%", 100.0 * elo.score));
        let elo = elo.map_or("–".to_owned(), |elo| elo.to_string());
        rows.push(vec![format!("{} over {}", pair[1], pair[0]), score, elo]);
    }
    columns(&rows)
}

fn percent(row: &Row) -> String {
    if row.games == 0 {
        return "–".to_owned();
    }
    format!("{:.1}%", 100.0 * row.points / row.games as f64)
}

fn number(mean: Mean, decimals: usize) -> String {
    mean.get().map_or("–".to_owned(), |value| format!("{value:.decimals$}"))
}
