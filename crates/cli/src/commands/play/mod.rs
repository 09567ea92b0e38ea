//! `cornerwise play`, and `cornerwise` alone: the board in the browser, or a game in the terminal.

mod browser;
mod order;
mod pictures;
mod table;
mod terminal;

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};

use anyhow::Result;
use clap::Args as ClapArgs;
use cornerwise_server::{Hosts, Limits, Settings};

use crate::hosting::{self, Place};
use crate::output::Outcome;
use crate::registry::registry;

#[derive(ClapArgs, Default)]
#[command(after_help = "\
The board listens on this machine only, and lets in whoever has the key in the address that is printed; \
`cornerwise serve` is for others. Games are kept, and go on where they were when you start it again. \
Ctrl-C ends it.

With --terminal, type `help` in the game for what you can type. Where a player has several colours you \
play all of yours, and the opponent plays everyone else.

Examples:
  cornerwise play
  cornerwise play --port 8080 --no-browser
  cornerwise play --terminal classic-2 --colour yellow
  cornerwise play --terminal 7x7 --opponent random --seed 5
  cornerwise play --terminal --opponent \"heuristic:squares=1,corners=0.5\"")]
pub struct Args {
    /// The port of the board [default: any free one]
    #[arg(long, conflicts_with = "terminal")]
    port: Option<u16>,
    /// Only print the address, and open no browser
    #[arg(long, conflicts_with = "terminal")]
    no_browser: bool,
    /// Let agents of the page be programs (gtp:\"…\") and read the files that their specs name
    #[arg(long, conflicts_with = "terminal")]
    allow_programs: bool,
    #[command(flatten)]
    place: Place,
    /// Play here, without a browser
    #[arg(long)]
    terminal: bool,
    #[command(flatten)]
    game: terminal::TerminalArgs,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    if args.terminal {
        return terminal::run(&args.game, out);
    }
    let settings = Settings {
        listen: SocketAddr::from((Ipv4Addr::LOCALHOST, args.port.unwrap_or(0))),
        database: args.place.database()?,
        limits: Limits { programs: args.allow_programs, ..Limits::default() },
        hosts: Hosts { local: true, ..Hosts::default() },
        registry: registry().clone(),
        needs_key: true,
    };
    hosting::serve(settings, out, |url, out| {
        writeln!(out, "The board is at {url} (Ctrl-C ends it)")?;
        if !args.no_browser {
            browser::open(url);
        }
        Ok(())
    })
}
