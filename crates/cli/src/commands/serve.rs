//! `cornerwise serve`

use std::io::Write;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_server::{Hosts, Limits, Settings};

use crate::hosting::{self, Place};
use crate::input;
use crate::output::Outcome;
use crate::registry::registry;

#[derive(ClapArgs)]
#[command(after_help = "\
Rooms are found by those who have their link. docs/18-hosting.md tells how to put the server behind TLS.

Examples:
  cornerwise serve --listen 127.0.0.1:8080
  cornerwise serve --listen 0.0.0.0:8080 --data-dir /var/lib/cornerwise
  cornerwise serve --listen 127.0.0.1:8080 --host play.example.org --behind-proxy")]
pub struct Args {
    /// The address and port to listen on
    #[arg(long, value_name = "ADDR")]
    listen: SocketAddr,
    #[command(flatten)]
    place: Place,
    /// A name by which browsers know the server, beside its addresses; may be given several times
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// A proxy in front tells who asks, in X-Forwarded-For
    #[arg(long)]
    behind_proxy: bool,
    /// The most rooms that are awake at a time
    #[arg(long, value_name = "N", default_value_t = Limits::hosted().rooms)]
    max_rooms: usize,
    /// How many of them one visitor may have made
    #[arg(long, value_name = "N", default_value_t = Limits::hosted().rooms_of_visitor)]
    max_rooms_of_visitor: usize,
    /// How many of them may have been made from one address
    #[arg(long, value_name = "N", default_value_t = Limits::hosted().rooms_of_address)]
    max_rooms_of_address: usize,
    /// The most sockets of browsers at a time
    #[arg(long, value_name = "N", default_value_t = Limits::hosted().sockets)]
    max_sockets: usize,
    /// How many of them one address may have
    #[arg(long, value_name = "N", default_value_t = Limits::hosted().sockets_of_address)]
    max_sockets_of_address: usize,
    /// The most other connections at a time
    #[arg(long, value_name = "N", default_value_t = Limits::hosted().connections)]
    max_connections: usize,
    /// How many of them one address may have
    #[arg(long, value_name = "N", default_value_t = Limits::hosted().connections_of_address)]
    max_connections_of_address: usize,
    /// The most analyses and reviews of one visitor at a time
    #[arg(long, value_name = "N", default_value_t = Limits::hosted().analyses_of_visitor)]
    max_analyses_of_visitor: usize,
    /// The most analyses and reviews of one address at a time
    #[arg(long, value_name = "N", default_value_t = Limits::hosted().analyses_of_address)]
    max_analyses_of_address: usize,
    /// The largest message or body, in KiB
    #[arg(long, value_name = "KIB", default_value_t = Limits::hosted().message >> 10)]
    max_message: usize,
    /// The most messages a second from a socket, and requests a second from an address
    #[arg(long, value_name = "N", default_value_t = Limits::hosted().rate)]
    rate: f64,
    /// The longest time for a move of an agent
    #[arg(long, value_name = "TIME", default_value = "30s")]
    thinking: String,
    /// The same in a game that no person plays in
    #[arg(long, value_name = "TIME", default_value = "5s")]
    unattended: String,
    /// The longest time for an analysis
    #[arg(long, value_name = "TIME", default_value = "5m")]
    analysis: String,
    /// How many threads think about moves; half as many analyse [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The memory of all agents together, in MiB [default: half of the machine's]
    #[arg(long, value_name = "MIB")]
    memory: Option<usize>,
    /// For how many days games are kept that nobody touches; 0 for ever
    #[arg(long, value_name = "DAYS", default_value_t = 30)]
    keep: u32,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    let settings = Settings {
        listen: args.listen,
        limits: args.limits()?,
        database: args.place.database()?,
        hosts: Hosts { names: args.host.clone(), local: false, behind_proxy: args.behind_proxy },
        registry: registry().clone(),
        needs_key: false,
    };
    hosting::serve(settings, out, |url, out| {
        writeln!(out, "Cornerwise serves on {url} (Ctrl-C ends it)")?;
        Ok(())
    })
}

impl Args {
    fn limits(&self) -> Result<Limits> {
        let hosted = Limits::hosted();
        ensure!(self.rate > 0.0 && self.rate.is_finite(), "--rate {}: not more than 0", self.rate);
        ensure!(
            (1..=1 << 20).contains(&self.max_message),
            "--max-message {}: not 1 to 1048576",
            self.max_message
        );
        ensure!(self.memory != Some(0), "--memory is 0; it can be 1 or more");
        ensure!(self.threads != Some(0), "--threads is 0; it can be 1 or more");
        let day = Duration::from_hours(24);
        Ok(Limits {
            rooms: self.max_rooms,
            rooms_of_visitor: self.max_rooms_of_visitor,
            rooms_of_address: self.max_rooms_of_address,
            sockets: self.max_sockets,
            sockets_of_address: self.max_sockets_of_address,
            connections: self.max_connections,
            connections_of_address: self.max_connections_of_address,
            analyses_of_visitor: self.max_analyses_of_visitor,
            analyses_of_address: self.max_analyses_of_address,
            message: self.max_message << 10,
            rate: self.rate,
            thinking: input::time("--thinking", &self.thinking)?,
            unattended: input::time("--unattended", &self.unattended)?,
            analysis: input::time("--analysis", &self.analysis)?,
            threads: self.threads.unwrap_or(hosted.threads),
            memory: self.memory.unwrap_or(hosted.memory),
            keep: (self.keep > 0).then(|| day * self.keep),
            ..hosted
        })
    }
}
