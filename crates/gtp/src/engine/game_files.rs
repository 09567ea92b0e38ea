//! Games from files and into files.

use std::path::Path;

use cornerwise_core::record::Record;

use super::Engine;
use super::call::{self, Call};
use super::refusal::Refusal;
use cornerwise_engine::files;

impl Engine {
    pub(super) fn loadsgf(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let (path, before) = path_and_number(call)?;
        let bytes = files::read(Path::new(path)).map_err(|error| file("read", path, error))?;
        let records = Record::read(&bytes);
        let records = records.map_err(|error| Refusal::NoGame { path: path.to_owned(), error })?;
        let record = records.first().expect("a file that is read has a game");
        let main_line = record.main_line();
        let end = main_line.last().copied().unwrap_or(record.root());
        let node = before.and_then(|number| record.node_after(number - 1)).unwrap_or(end);
        let tables = self.tables_of(record.variant());
        let game =
            record.game_at(&tables, node).map_err(|error| Refusal::of_record(path, error))?;
        self.set_game(game);
        Ok(String::new())
    }

    pub(super) fn savesgf(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let path = call.rest();
        if path.is_empty() {
            return Err(call.usage());
        }
        let text = Record::of(&self.game)?.to_string();
        files::write(Path::new(path), text.as_bytes())
            .map_err(|error| file("write", path, error))?;
        Ok(String::new())
    }
}

fn file(action: &'static str, path: &str, error: std::io::Error) -> Refusal {
    Refusal::File { action, path: path.to_owned(), error }
}

/// A file's name, which may have spaces, and the number of a move after it.
fn path_and_number<'c>(call: &'c Call<'_>) -> Result<(&'c str, Option<usize>), Refusal> {
    let rest = call.rest();
    if rest.is_empty() {
        return Err(call.usage());
    }
    let Some((path, word)) = rest.rsplit_once(char::is_whitespace) else {
        return Ok((rest, None));
    };
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok((rest, None));
    }
    let number: usize = call::number(word)?;
    if number == 0 {
        return Err(Refusal::argument(word, "a move, which are counted from 1"));
    }
    Ok((path.trim_end(), Some(number)))
}
