//! What there is to say about the size of a game, for people and for programs.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use cornerwise_arena::complexity::{Bounds, Complexity, Magnitude, PlyShape, SizeEstimate, Survey};
use cornerwise_core::Variant;
use cornerwise_engine::exact::{Layer, TreeCounter};
use serde_json::{Value, json};

use crate::output::columns;

pub struct Report<'r> {
    pub variant: &'r Variant,
    pub survey: Survey,
    pub complexity: &'r Complexity,
    /// The exact count, which may have been interrupted.
    pub counter: Option<&'r TreeCounter>,
    pub elapsed: Duration,
}

impl Report<'_> {
    /// Prints it for people.
    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        let Survey { descents, populations, size, seed } = self.survey;
        let name = self.variant.name();
        writeln!(
            out,
            "{name}: {descents} descents, {populations} populations of {size} games, seed {seed}"
        )?;
        let complexity = self.complexity;
        writeln!(out, "\nlines of play, the nodes of the game tree")?;
        let estimators = [
            ("Knuth", &complexity.knuth),
            ("weighted", &complexity.weighted),
            ("populations", &complexity.populations),
        ];
        let nodes = estimators.map(|(name, sizes)| (name, &sizes.nodes));
        out.write_all(estimates(&nodes).as_bytes())?;
        writeln!(out, "\nfinished games, its leaves")?;
        let leaves = estimators.map(|(name, sizes)| (name, &sizes.leaves));
        out.write_all(estimates(&leaves).as_bytes())?;
        writeln!(out, "\npositions")?;
        let positions = [
            ("reachable", &complexity.positions.nodes),
            ("finished", &complexity.positions.leaves),
        ];
        out.write_all(estimates(&positions).as_bytes())?;
        out.write_all(self.bounds().as_bytes())?;
        writeln!(out, "\nby ply")?;
        out.write_all(plies(&complexity.plies).as_bytes())?;
        if let Some(counter) = self.counter {
            writeln!(out, "\ncounted exactly")?;
            out.write_all(exact(counter).as_bytes())?;
        }
        writeln!(out, "\nseconds {:.1}", self.elapsed.as_secs_f64())?;
        Ok(())
    }

    fn bounds(&self) -> String {
        let (bounds, positions) = (self.complexity.bounds, self.complexity.positions.nodes.mean);
        let symmetries = Magnitude::from(bounds.symmetries as f64);
        let mut rows = vec![
            ["up to symmetry".to_owned(), (positions / symmetries).to_string()],
            ["at most".to_owned(), bounds.at_most().to_string()],
        ];
        if let Some(by_orders) = bounds.by_orders {
            let name = format!("leaves / (21!)^{}", self.variant.colour_count());
            let name =
                if self.variant.pieces().len() == 21 { name } else { "leaves / orders".to_owned() };
            rows.insert(0, [name, by_orders.to_string()]);
        }
        let indented = |row: [String; 2]| [vec![String::new()], row.to_vec()].concat();
        let rows: Vec<Vec<String>> = rows.into_iter().map(indented).collect();
        columns(&rows)
    }

    /// The same for programs; sizes are decimal logarithms.
    pub fn json(&self) -> Value {
        let complexity = self.complexity;
        let Survey { descents, populations, size, seed } = self.survey;
        let Bounds { by_placements, by_cells, by_orders, symmetries } = complexity.bounds;
        let mut value = json!({
            "variant": self.variant.name(),
            "descents": descents,
            "populations": populations,
            "population": size,
            "seed": seed,
            "lines": {
                "knuth": complexity.knuth,
                "weighted": complexity.weighted,
                "populations": complexity.populations,
            },
            "positions": {
                "estimate": complexity.positions,
                "by_orders": by_orders,
                "by_placements": by_placements,
                "by_cells": by_cells,
                "symmetries": symmetries,
            },
            "plies": complexity.plies,
        });
        if let Some(counter) = self.counter {
            // Numbers of JSON are not that exact.
            let layer = |layer: &Layer| json!({ "nodes": layer.nodes.to_string(), "leaves": layer.leaves.to_string() });
            let (nodes, leaves) = totals(counter);
            value["exact"] = json!({
                "whole": counter.is_done(),
                "nodes": nodes.to_string(),
                "leaves": leaves.to_string(),
                "plies": counter.layers().iter().map(layer).collect::<Vec<_>>(),
            });
        }
        value["timing"] = json!({ "seconds": self.elapsed.as_secs_f64() });
        value
    }
}

fn estimates(rows: &[(&str, &SizeEstimate)]) -> String {
    let head = ["", "", "estimate", "95 % interval", "at least", "top 1 %", ""];
    let mut table = vec![head.map(str::to_owned).to_vec()];
    for (name, estimate) in rows {
        let interval = estimate.interval.map(|(low, high)| format!("{low} to {high}"));
        let verdict = if estimate.converges { "converges" } else { "does not converge" };
        table.push(vec![
            String::new(),
            (*name).to_owned(),
            estimate.mean.to_string(),
            interval.unwrap_or("unknown".to_owned()),
            estimate.at_least.to_string(),
            format!("{:.1} %", 100.0 * estimate.tail),
            verdict.to_owned(),
        ]);
    }
    columns(&table)
}

fn plies(plies: &[PlyShape]) -> String {
    let head = ["", "moves", "lines", "finished", "branching", "in random games", "of them"];
    let mut table = vec![head.map(str::to_owned).to_vec()];
    for (at, ply) in plies.iter().enumerate() {
        let number =
            |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.1}"));
        table.push(vec![
            String::new(),
            at.to_string(),
            ply.nodes.to_string(),
            ply.leaves.to_string(),
            number(ply.branching),
            number(ply.random_branching),
            ply.random_games.to_string(),
        ]);
    }
    columns(&table)
}

fn totals(counter: &TreeCounter) -> (u128, u128) {
    let layers = counter.layers().iter();
    layers.fold((0, 0), |(nodes, leaves), layer| (nodes + layer.nodes, leaves + layer.leaves))
}

fn exact(counter: &TreeCounter) -> String {
    let mut table = vec![["", "moves", "lines", "finished"].map(str::to_owned).to_vec()];
    for (at, layer) in counter.layers().iter().enumerate() {
        let row =
            [String::new(), at.to_string(), layer.nodes.to_string(), layer.leaves.to_string()];
        table.push(row.to_vec());
    }
    let (nodes, leaves) = totals(counter);
    let all = if counter.is_done() { "all" } else { "so far" };
    table.push(vec![String::new(), all.to_owned(), nodes.to_string(), leaves.to_string()]);
    columns(&table)
}
