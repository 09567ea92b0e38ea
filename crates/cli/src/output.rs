//! What commands answer, and how files are written.

use std::env;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cornerwise_core::draw::Ink;
use cornerwise_core::{Player, Variant};
use cornerwise_engine::files;

/// How a command that did its work ended; errors are `Err` and exit with 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Exit code 0.
    Success,
    /// The answer is no, such as a file that does not verify: exit code 1.
    Negative,
}

/// Whether an error is only that nobody reads our output any more.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Colours where a person sees them and has not asked for none.
pub fn ink() -> Ink {
    let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if io::stdout().is_terminal() && !unwanted { Ink::Ansi } else { Ink::Plain }
}

/// Writes a file whole or not at all.
pub fn write_file(path: &Path, contents: &[u8]) -> Result<()> {
    files::write(path, contents).with_context(|| format!("cannot write {}", path.display()))
}

/// Whether two paths lead to the same file, which need not be there.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| -> PathBuf {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let whole =
            || Some(parent.unwrap_or(Path::new(".")).canonicalize().ok()?.join(path.file_name()?));
        path.canonicalize().ok().or_else(whole).unwrap_or_else(|| path.to_owned())
    };
    place(one) == place(other)
}

/// The names of a player's colours.
pub fn colours_of(variant: &Variant, player: Player) -> String {
    let names: Vec<_> = variant.colours_of(player).map(|own| variant.colour_name(own)).collect();
    names.join(" and ")
}

/// Rows of cells with aligned columns, two spaces apart.
pub fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..count).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}
