//! The subcommands.

mod perft;

use std::io::Write;

use anyhow::Result;
use clap::Subcommand;

use crate::output::Outcome;

/// What `cornerwise` can do.
#[derive(Subcommand)]
pub enum Command {
    /// Count the positions of the game tree, the classical test of a move generator
    Perft(perft::Args),
}

impl Command {
    /// Runs the command; what it answers goes to `out`.
    pub fn run(self, out: &mut impl Write) -> Result<Outcome> {
        match self {
            Command::Perft(args) => perft::run(&args, out),
        }
    }
}
