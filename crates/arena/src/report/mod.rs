//! What a match or tournament says, as a page and as Markdown.
//!
//! Both are made of the same tables; the page has plots too. The same results give the same text, to the
//! byte.

mod elo_plot;
mod heat_map;
pub(crate) mod ink;
mod page;
pub(crate) mod plot;
mod rows_plot;
mod score_plot;
mod summary;
mod table;
mod tables;
mod value_plot;
mod values;

use std::fmt::Write;

use crate::result::GameResult;
use plot::Medium;
use summary::Summary;

/// What a report says before the results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// What was played, in a few words.
    pub title: String,
    /// The variant: a preset's name, or a definition as in a variant file. When it is neither, nobody can
    /// say whose moves were whose, and the report does without times and values.
    pub variant: String,
    /// The specs of the entrants, by their numbers.
    pub entrants: Vec<String>,
    /// Anything else that matters to the results, with its name.
    pub conditions: Vec<(String, String)>,
}

/// One self-contained page: it loads nothing, adapts to light and dark screens and to narrow ones.
///
/// The results must have passed [`GameResult::check`].
pub fn html(head: &Head, games: &[GameResult]) -> String {
    page::page(&Summary::new(head, games))
}

/// The plot of the ratings with their intervals, as an SVG file of its own.
///
/// The results must have passed [`GameResult::check`], and there is an entrant.
pub fn elo_svg(head: &Head, games: &[GameResult]) -> String {
    elo_plot::elo_plot(&Summary::new(head, games), Medium::Paper)
}

/// The tables as Markdown, without the list of games.
///
/// The results must have passed [`GameResult::check`].
pub fn markdown(head: &Head, games: &[GameResult]) -> String {
    let summary = Summary::new(head, games);
    let title = head.title.split_whitespace().collect::<Vec<_>>().join(" ").replace('<', "&lt;");
    let mut out = format!("# {title}\n\n{}", tables::conditions(&summary).markdown());
    if let Some(verdict) = summary.verdict() {
        let _ = write!(out, "\n{verdict}\n");
    }
    let _ = write!(out, "\n## Standings\n\n{}", tables::standings(&summary).markdown());
    let _ = write!(out, "\n{}\n", tables::STANDINGS_NOTE);
    let _ = write!(out, "\n## Cross table\n\n{}", tables::cross(&summary).markdown());
    let _ = write!(out, "\n{}\n", tables::CROSS_NOTE);
    out
}
