//! Reading what people type: variants, lists of moves, files.

use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use cornerwise_core::record::{NodeId, Record};
use cornerwise_core::{Ply, Position, Variant};
use cornerwise_engine::{files, read_time};

use crate::games::{Format, GameLines};

/// The variant that a word names: a preset, or a `.toml` file that describes one.
pub fn variant(word: &str) -> Result<Variant> {
    if Path::new(word).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml")) {
        return Variant::from_toml(&text_file(Path::new(word))?).with_context(|| word.to_owned());
    }
    Ok(word.parse()?)
}

/// The position after moves separated by semicolons; forced passes may be written or left out.
pub fn position(variant: Variant, moves: &str) -> Result<Position> {
    let moves = moves.split(';').map(str::trim).filter(|word| !word.is_empty());
    position_after(Position::start(variant), moves)
}

/// The position after a list of written moves.
pub fn position_after<'m>(
    mut position: Position,
    moves: impl IntoIterator<Item = &'m str>,
) -> Result<Position> {
    let mut plies = Vec::new();
    for (at, word) in moves.into_iter().enumerate() {
        let ply: Ply = word.parse().with_context(|| format!("move {}", at + 1))?;
        plies.push(ply);
    }
    position.play_plies(&plies).map_err(|(at, error)| {
        anyhow::Error::new(error).context(format!("move {} ({})", at + 1, plies[at]))
    })?;
    Ok(position)
}

/// The games of a `.blksgf` or `.jsonl` file, at least one; those of a `.jsonl` file are legal.
pub fn records(path: &Path) -> Result<Vec<Record>> {
    let name = path.display();
    match Format::of(path)? {
        Format::Blksgf => Record::read(&binary_file(path)?).with_context(|| name.to_string()),
        Format::Jsonl => {
            let mut lines = GameLines::open(path)?;
            let mut records = Vec::new();
            while let Some(line) = lines.next()? {
                let moves = line.game.played(&line.tables).with_context(|| line.place.clone())?;
                records.push(Record::of_game(&line.tables, &moves)?);
            }
            ensure!(!records.is_empty(), "{name}: there is no game in it");
            Ok(records)
        }
    }
}

/// One game of a file, counted from 1.
pub fn record(path: &Path, number: usize) -> Result<Record> {
    let mut records = records(path)?;
    let count = records.len();
    ensure!(
        (1..=count).contains(&number),
        "{}: there is no game {number}; it has {count}",
        path.display()
    );
    Ok(records.swap_remove(number - 1))
}

/// The node of a game's main line after so many moves; without a wish, the last one.
pub fn node(record: &Record, ply: Option<usize>) -> Result<NodeId> {
    let line = record.main_line();
    let is_move = |node: &&NodeId| matches!(record.ply(**node), Some((_, Ply::Move(_))));
    let shown = within(ply, line.iter().filter(is_move).count())?;
    let node = match ply {
        None => line.last().copied(),
        Some(_) => record.node_after(shown),
    };
    Ok(node.unwrap_or(record.root()))
}

/// Checks that a game is long enough; without a wish, it goes to its end.
pub fn within(ply: Option<usize>, moves: usize) -> Result<usize> {
    let wish = ply.unwrap_or(moves);
    ensure!(wish <= moves, "--ply {wish} is beyond the end: the game has {moves} moves");
    Ok(wish)
}

/// A number that is not negative.
pub fn whole(option: &str, word: &str) -> Result<usize> {
    let number = word.parse().ok();
    number.with_context(|| format!("{option} {word}: not a whole number from 0 on"))
}

/// The number that chance depends on.
pub fn seed(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| format!("not a whole number from 0 to {}", u64::MAX))
}

/// A length of time.
pub fn time(option: &str, word: &str) -> Result<Duration> {
    let time = read_time(word);
    time.with_context(|| format!("{option} {word}: not a time such as 500ms, 1.5s or 2m"))
}

/// The text of a file.
pub fn text_file(path: &Path) -> Result<String> {
    let bytes = binary_file(path)?;
    String::from_utf8(bytes).ok().with_context(|| format!("{}: not UTF-8 text", path.display()))
}

/// The bytes of a file that is not absurdly large.
pub fn binary_file(path: &Path) -> Result<Vec<u8>> {
    files::read(path).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => anyhow!("{}: {error}", path.display()),
        _ => anyhow::Error::new(error).context(format!("cannot read {}", path.display())),
    })
}
