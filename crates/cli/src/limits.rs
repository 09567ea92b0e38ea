//! Limits of a move on the command line.

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_engine::Budget;

use crate::input;

/// What a move may cost, besides the limits in the specs.
#[derive(ClapArgs)]
pub struct Limits {
    /// The longest time for a move, such as 500ms, 1.5s or 2m
    #[arg(long)]
    time: Option<String>,
    /// The most simulations for a move
    #[arg(long, value_name = "N")]
    sims: Option<u64>,
    /// The most positions to visit for a move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

impl Limits {
    /// The limits as agents know them.
    pub fn budget(&self) -> Result<Budget> {
        for (name, limit) in [("--sims", self.sims), ("--nodes", self.nodes)] {
            ensure!(limit != Some(0), "{name} is 0; it can be 1 or more");
        }
        let time = self.time.as_deref().map(|word| input::time("--time", word)).transpose()?;
        Ok(Budget { time, simulations: self.sims, nodes: self.nodes, depth: None })
    }

    /// The limits as they were given.
    pub fn flags(&self) -> impl Iterator<Item = (&'static str, String)> {
        let number = |limit: Option<u64>| limit.map(|most| most.to_string());
        let flags = [
            ("--time", self.time.clone()),
            ("--sims", number(self.sims)),
            ("--nodes", number(self.nodes)),
        ];
        flags.into_iter().filter_map(|(flag, value)| Some((flag, value?)))
    }
}
