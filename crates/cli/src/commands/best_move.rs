//! `cornerwise move`

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_core::{Move, Position, Tables, game_rng};
use cornerwise_engine::{Budget, Candidate, Context, Decision};
use serde_json::{Value, json};

use crate::input;
use crate::interrupt;
use crate::limits::Limits;
use crate::output::{Outcome, colours_of, columns};
use crate::registry::agent;

#[derive(ClapArgs)]
#[command(after_help = "\
The limits hold besides those in the agent's spec. Ctrl-C ends the search and prints what it has found.

Values are each player's expected share of the win, scores the expected final ones, where the agent has \
an opinion. The value of a candidate is on the agent's own scale, larger is better for who moves.

Examples:
  cornerwise move duo --agent influence
  cornerwise move 7x7 --agent largest --moves \"a7,b7,a6,b6,a5\" --top 3
  cornerwise move duo --agent hybrid --file game.blksgf --ply 12 --json")]
pub struct Args {
    /// A preset such as duo, classic or 7x7, or a .toml file
    variant: String,
    /// Who chooses (`cornerwise agents` lists them)
    #[arg(long, value_name = "SPEC")]
    agent: String,
    /// Moves to play first, separated by semicolons
    #[arg(long, conflicts_with = "file", allow_hyphen_values = true)]
    moves: Option<String>,
    /// A game of this variant (.blksgf or .jsonl), whose moves are played first
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Only so many moves of the file, forced passes not counted [default: all]
    #[arg(long, value_name = "N", requires = "file", allow_hyphen_values = true)]
    ply: Option<String>,
    /// Which game of the file, counted from 1 [default: 1]
    #[arg(long, value_name = "K", requires = "file", allow_hyphen_values = true)]
    game: Option<String>,
    #[command(flatten)]
    limits: Limits,
    /// The most plies to look ahead
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// How many candidates to print
    #[arg(long, value_name = "K", default_value_t = 5)]
    top: usize,
    /// Which random choices
    #[arg(long, default_value_t = 1, value_parser = input::seed)]
    seed: u64,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    let mut agent = agent(&args.agent)?;
    let position = position(args)?;
    ensure!(!position.is_over(), "the game is over; there is no move");
    interrupt::listen()?;
    let stop = interrupt::stop();
    agent.new_game(args.seed);
    let mut rng = game_rng(args.seed, position.moves_played() as u64);
    let mut context = Context { budget: budget(args)?, ..Context::new(&stop, &mut rng) };
    let decision = agent.decide(&position, &mut context)?;
    let answer = Answer { spec: &args.agent, position: &position, decision, top: args.top };
    if args.json {
        writeln!(out, "{}", answer.json())?;
    } else {
        answer.write(out)?;
    }
    Ok(Outcome::Success)
}

fn position(args: &Args) -> Result<Position> {
    let variant = input::variant(&args.variant)?;
    let Some(path) = &args.file else {
        return input::position(variant, args.moves.as_deref().unwrap_or(""));
    };
    let number = args.game.as_deref().map_or(Ok(1), |word| input::whole("--game", word))?;
    let ply = args.ply.as_deref().map(|word| input::whole("--ply", word)).transpose()?;
    let record = input::record(path, number)?;
    let place = || format!("{}, game {number}", path.display());
    let name = record.variant().name();
    ensure!(*record.variant() == variant, "{}: a game of {name}, not {}", place(), variant.name());
    let node = input::node(&record, ply).with_context(place)?;
    record.position_at(&Tables::new(variant), node).with_context(place)
}

fn budget(args: &Args) -> Result<Budget> {
    ensure!(args.depth != Some(0), "--depth is 0; it can be 1 or more");
    Ok(Budget { depth: args.depth, ..args.limits.budget()? })
}

/// What there is to say of a decision.
struct Answer<'a> {
    spec: &'a str,
    position: &'a Position,
    decision: Decision,
    /// How many candidates are told.
    top: usize,
}

impl Answer<'_> {
    fn candidates(&self) -> &[Candidate] {
        &self.decision.candidates[..self.top.min(self.decision.candidates.len())]
    }

    fn write(&self, out: &mut impl Write) -> Result<()> {
        let decision = &self.decision;
        let colour = self.position.to_play().expect("the game is not over");
        let colour = self.position.variant().colour_name(colour);
        writeln!(out, "{colour}: {}", named(decision.mv))?;
        if let Some(values) = &decision.values {
            writeln!(out, "values: {}", self.by_player(values, 3))?;
        }
        if let Some(scores) = &decision.scores {
            writeln!(out, "scores: {}", self.by_player(scores, 1))?;
        }
        if !self.candidates().is_empty() {
            let mut rows =
                vec![["", "move", "visits", "value", "prior"].map(str::to_owned).to_vec()];
            for (at, candidate) in self.candidates().iter().enumerate() {
                rows.push(vec![
                    format!("{:>3}", at + 1),
                    named(candidate.mv),
                    candidate.visits.to_string(),
                    format!("{:.3}", candidate.value),
                    candidate.prior.map_or(String::new(), |prior| format!("{prior:.3}")),
                ]);
            }
            write!(out, "\n{}", columns(&rows))?;
            let more = decision.candidates.len() - self.candidates().len();
            if more > 0 {
                writeln!(out, "     and {more} more")?;
            }
            writeln!(out)?;
        }
        let line: Vec<String> = decision.line.iter().map(ToString::to_string).collect();
        writeln!(out, "line: {}", line.join("; "))?;
        writeln!(out, "{}", self.effort())?;
        Ok(())
    }

    fn by_player(&self, values: &[f64], decimals: usize) -> String {
        let variant = self.position.variant();
        let told = variant
            .players()
            .zip(values)
            .map(|(player, value)| format!("{} {value:.decimals$}", colours_of(variant, player)));
        told.collect::<Vec<_>>().join(", ")
    }

    /// The counters that counted, with their rates.
    fn effort(&self) -> String {
        let counters = &self.decision.counters;
        let mut parts = Vec::new();
        for (count, name) in [(counters.nodes, "nodes"), (counters.simulations, "simulations")] {
            if count > 0 {
                parts.push(format!("{count} {name} ({:.0}/s)", counters.per_second(count)));
            }
        }
        if counters.depth > 0 {
            parts.push(format!("depth {}", counters.depth));
        }
        parts.push(format!("{:.3} s", counters.time.as_secs_f64()));
        parts.join(", ")
    }

    fn json(&self) -> Value {
        let decision = &self.decision;
        let counters = &decision.counters;
        let candidates = self.candidates().iter().map(|candidate| {
            json!({
                "move": candidate.mv.to_string(),
                "visits": candidate.visits,
                "value": candidate.value,
                "prior": candidate.prior,
            })
        });
        json!({
            "variant": self.position.variant().name(),
            "agent": self.spec,
            "to_play": self.position.to_play().map(cornerwise_core::Colour::number),
            "move": decision.mv.to_string(),
            "piece": decision.mv.piece().name(),
            "values": decision.values,
            "scores": decision.scores,
            "candidates": candidates.collect::<Vec<_>>(),
            "considered": decision.candidates.len(),
            "line": decision.line.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "counters": {
                "nodes": counters.nodes,
                "nodes_per_second": counters.per_second(counters.nodes),
                "simulations": counters.simulations,
                "simulations_per_second": counters.per_second(counters.simulations),
                "depth": counters.depth,
                "seconds": counters.time.as_secs_f64(),
            },
        })
    }
}

fn named(mv: Move) -> String {
    format!("{mv} ({})", mv.piece())
}
