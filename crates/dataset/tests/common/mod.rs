//! What the tests share.

use std::fs;
use std::path::Path;

use cornerwise_core::{GameRng, Position, Tables, Variant, game_rng};
use cornerwise_dataset::{FileError, Header, Played, Reader, Search, SearchedGame, Series, Writer};
use rand::RngExt;

/// A random game with searches that are made up.
pub fn game(variant: &Variant, seed: u64, number: u64) -> SearchedGame {
    let tables = Tables::new(variant.clone());
    let mut rng = game_rng(seed, number);
    let mut position = Position::new(&tables);
    let opening = rng.random_range(0..3);
    let players = variant.player_count();
    let mut moves = Vec::new();
    while let Some(mv) = position.sample_move(&mut rng) {
        let is_decided = moves.len() >= opening;
        let search = if is_decided { search(&position, &mut rng) } else { Search::default() };
        position.play(mv).unwrap();
        moves.push((mv, search));
    }
    let agents = if rng.random() { 1 } else { players };
    let agents = (0..agents).map(|agent| format!("agent-{agent}:\"odd\\name\"")).collect();
    let opening = opening.min(moves.len());
    Played { game: number, seed: rng.random(), agents, opening, moves }.record(&tables).unwrap()
}

fn search(position: &Position, rng: &mut GameRng) -> Search {
    let players = position.variant().player_count();
    let mut visits = Vec::new();
    for mv in position.legal_moves() {
        if rng.random_bool(0.3) {
            visits
                .push((mv, if rng.random_bool(0.01) { u32::MAX } else { rng.random_range(1..99) }));
        }
    }
    let mut numbers = |low: f32, high: f32| {
        let values = (0..players).map(|_| rng.random_range(low..high)).collect();
        rng.random_bool(0.7).then_some(values)
    };
    let (values, scores) = (numbers(0.0, 1.0), numbers(-89.0, 21.0));
    let settings = rng.random_bool(0.2).then(|| "quick:sims=5".to_owned());
    Search { visits, values, scores, full: rng.random_bool(0.8), settings }
}

/// A header for made-up games.
pub fn header(variant: &Variant, seed: u64) -> Header {
    let settings = serde_json::Map::from_iter([("random_plies".to_owned(), 2.into())]);
    Header::new(variant, vec![Series { agents: vec!["mcts".to_owned()], seed, settings }])
}

/// Writes a file of games.
pub fn write(path: &Path, header: &Header, games: &[SearchedGame]) {
    let mut writer = Writer::create(path, header).unwrap();
    for game in games {
        writer.add(game).unwrap();
    }
    writer.finish().unwrap();
}

/// Reads all of a file.
pub fn read(path: &Path) -> Result<Vec<SearchedGame>, FileError> {
    Reader::open(path)?.collect()
}

/// The names in a directory.
pub fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
