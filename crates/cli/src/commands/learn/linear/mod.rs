//! `cornerwise learn linear`

mod fit_args;
pub mod policy;
mod table;
pub mod value;

use std::io::Write;

use anyhow::Result;
use clap::{Args as ClapArgs, Subcommand};

use crate::output::Outcome;

#[derive(ClapArgs)]
pub struct Args {
    #[command(subcommand)]
    part: Part,
}

#[derive(Subcommand)]
enum Part {
    /// Fit the policy to the visits in files of searched games
    Policy(policy::Args),
    /// Fit the value to the ends of searched games
    Value(value::Args),
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    match &args.part {
        Part::Policy(args) => policy::run(args, out),
        Part::Value(args) => value::run(args, out),
    }
}
