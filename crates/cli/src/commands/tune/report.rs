//! What a tuning run says in the end.

use std::env;
use std::io::Write;

use anyhow::Result;
use cornerwise_arena::tuning::{self, Tuned, Tuner};
use serde_json::{Value, json};

use super::Args;
use crate::interrupt;
use crate::output::{columns, write_file};
use crate::registry::registry;
use crate::shell;

/// What there is to say of a run.
pub struct Report<'a> {
    args: &'a Args,
    tuner: &'a Tuner,
    tuned: Vec<Tuned>,
    /// The agent with the values that were found.
    spec: String,
}

impl<'a> Report<'a> {
    pub fn new(args: &'a Args, tuner: &'a Tuner) -> Result<Report<'a>> {
        let tuned = Tuned::of(&tuner.plan().knobs, tuner.iterations());
        let values: Vec<f64> = tuned.iter().map(|tuned| tuned.tuned).collect();
        let spec = tuner.plan().spec_with(registry(), &values)?;
        Ok(Report { args, tuner, tuned, spec })
    }

    /// Draws the plot, into the directory and wherever else it is wanted.
    pub fn draw(&self) -> Result<()> {
        let kept = self.args.conditions.out().map(|directory| directory.join("tune.svg"));
        let paths: Vec<_> = kept.iter().chain(&self.args.plot).collect();
        if paths.is_empty() {
            return Ok(());
        }
        let plan = self.tuner.plan();
        let title = format!("{} on {}", self.spec, plan.play.variant()?.name());
        let svg = tuning::plot(&title, &plan.knobs, self.tuner.iterations());
        paths.iter().try_for_each(|path| write_file(path, svg.as_bytes()))
    }

    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        self.write_head(out)?;
        writeln!(out, "{}", self.table())?;
        let at_end = self.at_end();
        if !at_end.is_empty() {
            let names = at_end.join(", ");
            writeln!(out, "at an end of its range, which may be too narrow: {names}\n")?;
        }
        let forfeits: u64 = self.tuner.iterations().iter().map(|each| each.forfeits).sum();
        if forfeits > 0 {
            writeln!(out, "{forfeits} games were lost by a failure, not by their moves\n")?;
        }
        writeln!(out, "spec    {}", self.spec)?;
        writeln!(out, "verify  {}", self.verification())?;
        Ok(())
    }

    /// Tells what was played, and how to go on after an interruption.
    fn write_head(&self, out: &mut impl Write) -> Result<()> {
        let (plan, count) = (self.tuner.plan(), self.tuner.iterations().len());
        if interrupt::asked() {
            writeln!(out, "interrupted after {count} of {} iterations", self.args.iterations)?;
            if self.args.conditions.out().is_some() {
                let again = env::args_os().map(|word| word.to_string_lossy().into_owned());
                writeln!(out, "to go on: {}", shell::command(again))?;
            }
        }
        let opponent = plan.against.as_deref().unwrap_or("itself");
        let mut told = vec![format!("{} against {opponent}", plan.spec)];
        for (name, value) in plan.play.conditions() {
            if !["format", "games"].contains(&name.as_str()) {
                told.push(format!("{name}: {value}"));
            }
        }
        writeln!(out, "{}", told.join(", "))?;
        writeln!(out, "{count} iterations of {} games\n", plan.games())?;
        Ok(())
    }

    fn table(&self) -> String {
        let head = ["parameter", "range", "start", "tuned", "in the last quarter"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for (knob, tuned) in self.tuner.plan().knobs.iter().zip(&self.tuned) {
            let [least, greatest] = [tuned.least, tuned.greatest].map(|value| knob.written(value));
            rows.push(vec![
                knob.name.clone(),
                format!("{}..{}", knob.low, knob.high),
                knob.start.to_string(),
                tuned.tuned.to_string(),
                format!("{least}..{greatest}"),
            ]);
        }
        columns(&rows)
    }

    /// The parameters that were as far as they could go in the last quarter.
    fn at_end(&self) -> Vec<&str> {
        let both = self.tuner.plan().knobs.iter().zip(&self.tuned);
        let stuck =
            both.filter(|(knob, tuned)| tuned.least <= knob.low || tuned.greatest >= knob.high);
        stuck.map(|(knob, _)| knob.name.as_str()).collect()
    }

    /// The command that tells whether the new values are better than the old ones, by other games than those they were found with.
    fn verification(&self) -> String {
        let (old, new) = (self.tuner.plan().spec.as_str(), self.spec.as_str());
        let mut words = match &self.args.against {
            None => {
                vec!["cornerwise", "match", new, old, "--games", "5000", "--sprt", "elo0=0,elo1=20"]
            }
            Some(other) => {
                vec!["cornerwise", "tournament", other, new, old, "--gauntlet", "--games", "400"]
            }
        };
        let flags = self.args.conditions.flags();
        let seed = self.args.conditions.seed().wrapping_add(1).to_string();
        words.extend(flags.iter().map(String::as_str));
        words.extend(["--seed", &seed]);
        shell::command(words)
    }

    pub fn json(&self) -> Value {
        let iterations = self.tuner.iterations();
        json!({
            "plan": self.tuner.plan(),
            "iterations": iterations.len(),
            "asked": self.args.iterations,
            "interrupted": interrupt::asked(),
            "parameters": self.tuned,
            "theta": iterations.last().map(|iteration| &iteration.theta),
            "spec": self.spec,
            "verify": self.verification(),
        })
    }
}
