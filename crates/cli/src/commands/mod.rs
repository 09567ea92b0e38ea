//! The subcommands.

mod agents;
mod analysis;
mod bench;
mod best_move;
mod book;
mod completions;
mod complexity;
mod contest;
mod convert;
mod data;
mod gtp;
mod learn;
mod legal;
mod openings;
mod perft;
mod play;
mod playouts;
mod report;
mod repro;
mod serve;
mod show;
mod solve;
mod tournament;
mod tune;
mod variants;
mod verify;
mod versus;

use std::io::Write;

use anyhow::Result;
use clap::{CommandFactory, Subcommand};

use crate::Cli;
use crate::output::Outcome;

/// What `cornerwise` can do.
#[derive(Subcommand)]
pub enum Command {
    /// Play and analyse in the browser, or in the terminal with --terminal
    Play(play::Args),
    /// Host rooms in which people and agents play in their browsers
    Serve(serve::Args),
    /// Draw a position: in the terminal, or as an SVG or PNG picture
    Show(show::Args),
    /// List the legal moves of a position
    Legal(legal::Args),
    /// Ask an agent for its move in a position
    Move(best_move::Args),
    /// List the agents, or tell all about one
    Agents(agents::Args),
    /// Let agents play a match, with swapped seats from the same openings
    Match(versus::Args),
    /// Let many agents play a round robin or a gauntlet
    Tournament(tournament::Args),
    /// Find better values of an agent's parameters by matches
    Tune(tune::Args),
    /// Learn which moves a search prefers and who wins, from games of an agent against itself
    Learn(learn::Args),
    /// Tell of files of such games, check, convert and merge them
    Data(data::Args),
    /// Make a page of the results of a match or tournament
    Report(report::Args),
    /// Find openings after which nobody is ahead
    Openings(openings::Args),
    /// Make books of moves for the first turns of a game
    Book(book::Args),
    /// Repeat the experiments of published works, and set ours beside theirs
    Repro(repro::Args),
    /// Play random games, or games of agents, and print their statistics
    Playouts(playouts::Args),
    /// Count the positions of the game tree, the classical test of a move generator
    Perft(perft::Args),
    /// Estimate how large a game is: lines of play, finished games, positions
    Complexity(complexity::Args),
    /// Check recorded games against the rules
    Verify(verify::Args),
    /// Turn game files from one format into another
    Convert(convert::Args),
    /// List the variants of the game, or tell all about one
    Variants(variants::Args),
    /// Find out what perfect play leads to, in endgames and on small boards
    Solve(solve::Args),
    /// Play through GTP, the protocol of other programs
    Gtp(gtp::Args),
    /// Analyse positions for other programs: requests and answers are JSON lines
    Analysis(analysis::Args),
    /// Play Blokus Duo by the protocol of the design contests, or host such games
    Contest(contest::Args),
    /// Measure the speed of move generation, random play and agents
    Bench(bench::Args),
    /// Print a script that completes commands and options in your shell
    Completions(completions::Args),
}

/// Without a command, the board opens in the browser.
impl Default for Command {
    fn default() -> Command {
        Command::Play(play::Args::default())
    }
}

impl Command {
    /// Runs the command; what it answers goes to `out`.
    pub fn run(self, out: &mut impl Write) -> Result<Outcome> {
        match self {
            Command::Play(args) => play::run(&args, out),
            Command::Serve(args) => serve::run(&args, out),
            Command::Show(args) => show::run(&args, out),
            Command::Legal(args) => legal::run(&args, out),
            Command::Move(args) => best_move::run(&args, out),
            Command::Agents(args) => agents::run(&args, out),
            Command::Match(args) => versus::run(&args, out),
            Command::Tournament(args) => tournament::run(&args, out),
            Command::Tune(args) => tune::run(&args, out),
            Command::Learn(args) => learn::run(&args, out),
            Command::Data(args) => data::run(&args, out),
            Command::Repro(args) => repro::run(&args, out),
            Command::Openings(args) => openings::run(&args, out),
            Command::Book(args) => book::run(&args, out),
            Command::Report(args) => report::run(&args, out),
            Command::Playouts(args) => playouts::run(&args, out),
            Command::Perft(args) => perft::run(&args, out),
            Command::Complexity(args) => complexity::run(&args, out),
            Command::Gtp(args) => gtp::run(args, out),
            Command::Verify(args) => verify::run(&args, out),
            Command::Convert(args) => convert::run(&args, out),
            Command::Variants(args) => variants::run(&args, out),
            Command::Solve(args) => solve::run(&args, out),
            Command::Analysis(args) => analysis::run(&args, out),
            Command::Contest(args) => contest::run(&args, out),
            Command::Bench(args) => bench::run(&args, out),
            Command::Completions(args) => completions::run(&args, Cli::command(), out),
        }
    }
}
