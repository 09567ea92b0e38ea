//! What `play` and `serve` have in common: where games are kept, and a server until Ctrl-C.

use std::env;
use std::fs::DirBuilder;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use cornerwise_server::Settings;

use crate::output::Outcome;

/// Where games are kept.
#[derive(Args, Default)]
pub struct Place {
    /// The directory for games [default: cornerwise in the user's directory for data]
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// The file with the games [default: games.db in the directory for games]
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
}

impl Place {
    /// The file with the games; its directory exists.
    pub fn database(&self) -> Result<PathBuf> {
        let path = match &self.db {
            Some(path) => path.clone(),
            None => match &self.data_dir {
                Some(directory) => directory.clone(),
                None => user_directory()
                    .context("there is no directory for data; name one with --data-dir")?,
            }
            .join("games.db"),
        };
        if let Some(directory) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            make_directory(directory)
                .with_context(|| format!("cannot make the directory {}", directory.display()))?;
        }
        Ok(path)
    }
}

/// Makes a directory where there is none, for its owner alone.
fn make_directory(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(path)
}

/// Where programs keep the user's data on this system.
fn user_directory() -> Option<PathBuf> {
    let variable =
        |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || variable("HOME");
    let base = if cfg!(target_os = "windows") {
        variable("APPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("cornerwise"))
}

/// Serves until Ctrl-C or a signal to terminate; what is said at the start is seen at once.
pub fn serve<W: Write>(
    settings: Settings,
    out: &mut W,
    started: impl FnOnce(&str, &mut W) -> Result<()>,
) -> Result<Outcome> {
    let mut told = Ok(());
    cornerwise_server::serve(settings, |url| {
        told = started(url, out).and_then(|()| Ok(out.flush()?));
    })?;
    told?;
    Ok(Outcome::Success)
}
