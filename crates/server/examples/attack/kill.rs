//! A server that is killed while many games are played.

use std::path::Path;
use std::time::Duration;

use crate::common::games::play_and_kill;
use crate::table::{Figure, text};

const ROOMS: usize = 20;
const TIME: Duration = Duration::from_secs(5);
const THOUGHT: Duration = Duration::from_millis(100);

pub fn run(binary: &Path) -> Vec<Figure> {
    let games = play_and_kill(binary, ROOMS, TIME, THOUGHT);
    let most = games.within(99).unwrap_or_default();
    vec![
        Figure::count(
            format!("moves acknowledged in {ROOMS} rooms, and looked up after kill -9"),
            games.looked_up,
            1..=usize::MAX,
        ),
        Figure::told("99 of 100 acknowledged within", text(most)),
        Figure::count("lost", games.lost.len(), 0..=0),
    ]
}
