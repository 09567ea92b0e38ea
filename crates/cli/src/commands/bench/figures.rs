//! What the bench measures, and how it is printed.

use std::io::{self, Write};
use std::time::Duration;

use cornerwise_core::{Generator, Position, Variant, instruction_set, perft};
use cpu_time::ThreadTime;
use serde::Serialize;

use super::agents::{self, AgentSpeed};
use super::networks::{self, NetworkSpeed};
use super::signature::signature;
use super::speed::{Method, RandomPlay, rates, seconds_for_steps};

const PLAYOUT_VARIANTS: [&str; 6] = ["duo", "classic", "classic-2", "7x7", "10x10", "20x20"];
/// The boards and the number of steps of the published comparison of move generators.
const STEP_BOARDS: [&str; 4] = ["4x4", "7x7", "10x10", "20x20"];
const STEPS: u64 = 100_000;

/// Everything that was measured.
#[derive(Serialize)]
pub struct Figures {
    processor: Option<String>,
    instruction_set: &'static str,
    startup: Startup,
    playouts: Vec<Playouts>,
    perft: Vec<Perft>,
    agents: Vec<AgentSpeed>,
    networks: Vec<NetworkSpeed>,
    steps: Vec<Steps>,
    peak_memory_mib: Option<f64>,
    bench: u64,
}

/// The time from nothing to the first position, tables included.
#[derive(Serialize)]
struct Startup {
    /// The first position in this process, for which the pieces' geometry is generated too.
    first_ms: f64,
    /// The slowest of all presets after that.
    slowest_ms: f64,
    slowest: String,
}

#[derive(Serialize)]
struct Playouts {
    variant: &'static str,
    method: String,
    games_per_second: f64,
    moves_per_second: f64,
}

#[derive(Serialize)]
struct Perft {
    variant: &'static str,
    depth: usize,
    count: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Steps {
    board: &'static str,
    generator: String,
    /// The seconds that 100,000 steps take, computed from fewer if fewer were played.
    seconds: f64,
    played: u64,
}

fn start(name: &str) -> Position {
    Position::start(name.parse().expect("a preset's name"))
}

fn milliseconds(work: impl FnOnce()) -> f64 {
    let begin = ThreadTime::now();
    work();
    begin.elapsed().as_secs_f64() * 1e3
}

impl Figures {
    /// Measures everything; `full` lifts the time limit of the step table.
    pub fn measure(time: Duration, full: bool) -> Figures {
        Figures {
            startup: Startup::measure(),
            processor: processor(),
            instruction_set: instruction_set(),
            playouts: measure_playouts(time),
            perft: measure_perft(),
            agents: agents::measure(),
            networks: networks::measure(time / 2),
            steps: measure_steps((!full).then_some(time)),
            bench: signature(),
            // Last, so that it covers all the rest.
            peak_memory_mib: peak_memory_mib(),
        }
    }

    /// Prints the figures as tables, and the signature on the last line.
    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let processor = self.processor.as_deref().unwrap_or("unknown processor");
        writeln!(out, "{processor}, one thread, {} kernels", self.instruction_set)?;
        let Startup { first_ms, slowest_ms, slowest } = &self.startup;
        writeln!(
            out,
            "Start-up with tables: {first_ms:.1} ms; any further preset below {slowest_ms:.1} ms ({slowest})"
        )?;
        if let Some(peak) = self.peak_memory_mib {
            writeln!(out, "Peak memory: {peak:.1} MiB")?;
        }

        writeln!(out, "\nUniformly random games to the end")?;
        writeln!(out, "{:<10} {:<8} {:>11} {:>14}", "variant", "moves", "games/s", "M moves/s")?;
        for row in &self.playouts {
            let (games, moves) = (row.games_per_second, row.moves_per_second / 1e6);
            writeln!(out, "{:<10} {:<8} {games:>11.0} {moves:>14.1}", row.variant, row.method)?;
        }

        writeln!(out, "\nPerft, counting at the last ply")?;
        for Perft { variant, depth, count, seconds } in &self.perft {
            writeln!(out, "{variant:<10} depth {depth} {count:>12} {seconds:>8.3} s")?;
        }

        writeln!(out, "\nAgents, on one thread")?;
        for AgentSpeed { variant, agent, after, unit, per_second } in &self.agents {
            writeln!(
                out,
                "{variant:<10} {agent:<24} after {after:>2} moves {per_second:>11.0} {unit}/s"
            )?;
        }

        writeln!(out, "\nNetworks, one position at a time, with the logits of its moves")?;
        writeln!(
            out,
            "{:<10} {:<8} {:<9} {:>11} {:>10} {:>14}",
            "variant", "network", "kernels", "positions/s", "G MAC/s", "of convolution"
        )?;
        for row in &self.networks {
            let NetworkSpeed { variant, network, instruction_set, .. } = row;
            writeln!(
                out,
                "{variant:<10} {network:<8} {instruction_set:<9} {:>11.0} {:>10.1} {:>9.0} % of {:.1}",
                row.positions_per_second,
                row.giga_products_per_second,
                100.0 * row.giga_products_per_second / row.convolution_giga_products_per_second,
                row.convolution_giga_products_per_second,
            )?;
        }

        writeln!(out, "\nSeconds for 100,000 steps of random play")?;
        write!(out, "{:<10}", "generator")?;
        for board in STEP_BOARDS {
            write!(out, " {board:>9}")?;
        }
        writeln!(out)?;
        for generator in Generator::ALL.map(|generator| generator.to_string()) {
            write!(out, "{generator:<10}")?;
            for row in self.steps.iter().filter(|row| row.generator == generator) {
                let estimated = if row.played < STEPS { "~" } else { "" };
                write!(out, " {:>9}", format!("{estimated}{:.3}", row.seconds))?;
            }
            writeln!(out)?;
        }
        if self.steps.iter().any(|row| row.played < STEPS) {
            writeln!(out, "~ from fewer steps; --full plays them all")?;
        }
        writeln!(out, "\nBench: {}", self.bench)
    }
}

impl Startup {
    fn measure() -> Startup {
        let first_ms = milliseconds(|| drop(start("classic")));
        let times = Variant::preset_names().map(|name| (milliseconds(|| drop(start(&name))), name));
        let slowest = times.max_by(|a, b| a.0.total_cmp(&b.0)).expect("there are presets");
        Startup { first_ms, slowest_ms: slowest.0, slowest: slowest.1 }
    }
}

fn measure_playouts(time: Duration) -> Vec<Playouts> {
    let methods = [Method::Sampled].into_iter().chain(Generator::ALL.map(Method::Listed));
    let methods: Vec<_> = methods.collect();
    let mut rows = Vec::new();
    for variant in PLAYOUT_VARIANTS {
        for &method in &methods {
            let (games, moves) = rates(&mut RandomPlay::new(start(variant), method), time);
            rows.push(Playouts {
                variant,
                method: method.to_string(),
                games_per_second: games,
                moves_per_second: moves,
            });
        }
    }
    rows
}

fn measure_perft() -> Vec<Perft> {
    let rows = [("duo", 3), ("classic", 4), ("5x5", 5)].map(|(variant, depth)| {
        let position = start(variant);
        let begin = ThreadTime::now();
        let count = perft(&position, depth, Generator::Fast);
        Perft { variant, depth, count, seconds: begin.elapsed().as_secs_f64() }
    });
    rows.into()
}

fn measure_steps(limit: Option<Duration>) -> Vec<Steps> {
    let mut rows = Vec::new();
    for generator in Generator::ALL {
        for board in STEP_BOARDS {
            let mut play = RandomPlay::new(start(board), Method::Listed(generator));
            let (seconds, played) = seconds_for_steps(&mut play, STEPS, limit);
            rows.push(Steps { board, generator: generator.to_string(), seconds, played });
        }
    }
    rows
}

/// The processor's name, where the system tells it.
fn processor() -> Option<String> {
    let info = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// The most memory that the process has had, where the system tells it.
fn peak_memory_mib() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib / 1024.0)
}
