//! Streams a large dataset, shuffled and split, and says how much memory that took.
//!
//! `cargo run --release -p cornerwise-dataset --example stream -- write 20000 games.jsonl` writes so many made-up games, as `.jsonl` about 50 kB each and as
//! `.parquet` a fifth of it; `-- read games.jsonl` reads them. These are two processes, so that the peak of one does not hide that of the other.

use std::error::Error;
use std::path::Path;
use std::time::Instant;
use std::{env, fs};

use cornerwise_core::{Position, Tables, game_rng};
use cornerwise_dataset::{
    Header, Played, Reader, Search, SearchedGame, Series, Shuffle, Side, Split, Writer,
};
use rand::RngExt;

/// Games that wait in the buffer of the shuffle.
const BUFFER: usize = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["read", path] => read(Path::new(path)),
        ["write", games, path] => write(games.parse()?, Path::new(path)),
        _ => Err("usage: stream write GAMES FILE | stream read FILE".into()),
    }
}

/// Writes random games of Duo with made-up visits, about a hundred in every position.
fn write(games: u64, path: &Path) -> Result<(), Box<dyn Error>> {
    let tables = Tables::new("duo".parse()?);
    let settings = serde_json::Map::new();
    let series = Series { agents: vec!["nobody".to_owned()], seed: 1, settings };
    let mut writer = Writer::create(path, &Header::new(tables.variant(), vec![series]))?;
    let begin = Instant::now();
    for number in 0..games {
        writer.add(&made_up(&tables, number))?;
    }
    writer.finish()?;
    let size = fs::metadata(path)?.len() >> 20;
    println!("{games} games, {size} MiB, written in {:.1} s", begin.elapsed().as_secs_f64());
    memory();
    Ok(())
}

fn made_up(tables: &std::sync::Arc<Tables>, number: u64) -> SearchedGame {
    let mut rng = game_rng(1, number);
    let mut position = Position::new(tables);
    let mut moves = Vec::new();
    while let Some(mv) = position.sample_move(&mut rng) {
        let legal = position.legal_moves();
        let share = 100.0 / legal.len().max(100) as f64;
        let tried = legal.into_iter().filter(|_| rng.random_bool(share)).collect::<Vec<_>>();
        let visits =
            tried.into_iter().map(|mv| (mv, 1 + 2000 / rng.random_range(1..2000))).collect();
        let value = rng.random_range(0.0..1.0);
        let values = Some(vec![value, 1.0 - value]);
        moves.push((mv, Search { visits, values, ..Search::default() }));
        position.play(mv).expect("it is legal");
    }
    let agents = vec!["nobody".to_owned()];
    let played = Played { game: number, seed: rng.random(), agents, opening: 0, moves };
    played.record(tables).expect("a game by the rules")
}

fn read(path: &Path) -> Result<(), Box<dyn Error>> {
    let size = fs::metadata(path)?.len() >> 20;
    let begin = Instant::now();
    let split = Split { validation: 0.1, seed: 1 };
    let (mut training, mut validation, mut positions) = (0_u64, 0_u64, 0);
    for game in Shuffle::new(Reader::open(path)?, BUFFER, 1) {
        let game = game?;
        match split.side(&game) {
            Side::Training => training += 1,
            Side::Validation => validation += 1,
        }
        positions += game.turns.len();
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{size} MiB, {training} + {validation} games, {positions} positions, read in {seconds:.1} s"
    );
    memory();
    Ok(())
}

/// The most memory that the process had, where the system tells.
fn memory() {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM"));
    println!("{}", peak.unwrap_or("the system does not tell how much memory that took"));
}
