//! The page that a report is.

use std::fmt::Write;

use super::elo_plot::elo_plot;
use super::heat_map::heat_map;
use super::plot::Medium;
use super::score_plot::score_plot;
use super::summary::Summary;
use super::table::escape;
use super::tables;
use super::value_plot::value_plot;
use super::values::Values;

const STYLE: &str = include_str!("page.css");

/// Lists of games up to this long are open from the start.
const OPEN_LIST: usize = 40;

pub fn page(summary: &Summary) -> String {
    let title = escape(&summary.head.title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    out += &tables::conditions(summary).html();
    if let Some(verdict) = summary.verdict() {
        let _ = writeln!(out, "<p><strong>{}</strong></p>", escape(&verdict));
    }
    if !summary.head.entrants.is_empty() {
        entrants(&mut out, summary);
    }
    if let Some(plot) = score_plot(summary) {
        let note = "How often each score was reached, and the mean as a line. Rows have their own heights.";
        section(&mut out, "Scores", &plot, note);
    }
    values(&mut out, summary);
    games(&mut out, summary);
    out + "</body>\n</html>\n"
}

fn entrants(out: &mut String, summary: &Summary) {
    section(out, "Standings", &tables::standings(summary).html(), tables::STANDINGS_NOTE);
    section(
        out,
        "Elo",
        &elo_plot(summary, Medium::Page),
        "Points are ratings, bars their 95 % intervals.",
    );
    section(out, "Cross table", &tables::cross(summary).html(), tables::CROSS_NOTE);
    let note =
        "Mean score of the row against the column in per cent; blue is ahead, orange is behind.";
    section(out, "Heat map", &heat_map(summary), note);
}

fn section(out: &mut String, title: &str, content: &str, note: &str) {
    let _ = write!(out, "<h2>{title}</h2>\n{content}<p class=\"note\">{}</p>\n", escape(note));
}

fn values(out: &mut String, summary: &Summary) {
    let values = Values::of(summary);
    if values.iter().all(Values::is_empty) {
        return;
    }
    out.push_str("<h2>Win rate over plies</h2>\n");
    out.push_str(
        "<p class=\"note\">The mean of the entrant's own estimates of its share of the win at each ply: \
         <span class=\"key\"></span>in all games, <span class=\"key good\"></span>in games that it then \
         won, <span class=\"key bad\"></span>in those that it did not win. Late plies have few games.</p>\n",
    );
    for (entrant, row) in summary.standings.sorted() {
        if !values[entrant].is_empty() {
            let (place, name) = (summary.places[entrant], escape(&row.name));
            let _ = writeln!(out, "<h3>{place} <code>{name}</code></h3>");
            out.push_str(&value_plot(&values[entrant]));
        }
    }
}

fn games(out: &mut String, summary: &Summary) {
    let count = summary.games.len();
    let open = if count <= OPEN_LIST { " open" } else { "" };
    let _ = write!(
        out,
        "<h2>Games</h2>\n<details{open}>\n<summary>{count} games</summary>\n{}</details>\n\
         <p class=\"note\">Seats, ranks and scores by player, in the order of play; seats name the \
         entrants by their places in the standings.</p>\n",
        tables::games(summary).html()
    );
}
