//! `cornerwise agents`

use std::io::Write;

use anyhow::{Context, Result};
use clap::Args as ClapArgs;
use cornerwise_engine::AgentKind;
use serde_json::{Value, json};

use crate::output::{Outcome, columns};
use crate::registry::registry;

#[derive(ClapArgs)]
#[command(after_help = "\
An agent is written as its name, or as name:key=value,key=value. A value without a key goes to the first \
parameter. Agents inside of agents stand in parentheses.

Examples:
  cornerwise agents heuristic
  cornerwise move duo --agent heuristic:squares=1,corners=0.5
  cornerwise play --terminal --opponent \"mixed:0.9*(hybrid:ranks=5)+0.1*random\"")]
pub struct Args {
    /// An agent's name, for its parameters
    name: Option<String>,
    /// Print JSON; without a name, every agent
    #[arg(long)]
    json: bool,
    /// Print Markdown tables of all parameters; without a name, of every agent
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    let kind = args.name.as_deref().map(kind).transpose()?;
    match kind {
        Some(kind) if args.markdown => markdown(kind, out)?,
        None if args.markdown => {
            for kind in registry().kinds().filter(|kind| !kind.parameters.is_empty()) {
                markdown(kind, out)?;
            }
        }
        Some(kind) if args.json => writeln!(out, "{}", record(kind))?,
        Some(kind) => details(kind, out)?,
        None if args.json => {
            let records: Vec<Value> = registry().kinds().map(record).collect();
            writeln!(out, "{}", Value::from(records))?;
        }
        None => list(out)?,
    }
    Ok(Outcome::Success)
}

fn kind(name: &str) -> Result<&'static AgentKind> {
    registry().kinds().find(|kind| kind.name == name).with_context(|| {
        let names: Vec<_> = registry().kinds().map(|kind| kind.name).collect();
        let name = name.replace(char::is_control, "\u{fffd}");
        format!("unknown agent \"{name}\"; there are {}", names.join(", "))
    })
}

fn list(out: &mut impl Write) -> Result<()> {
    let mut rows = vec![vec!["name".to_owned(), "what it does".to_owned()]];
    rows.extend(registry().kinds().map(|kind| vec![kind.name.to_owned(), kind.summary.to_owned()]));
    write!(out, "{}", columns(&rows))?;
    writeln!(out, "\n`cornerwise agents NAME` tells the parameters of one.")?;
    Ok(())
}

fn details(kind: &AgentKind, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{}: {}", kind.name, kind.summary)?;
    if kind.parameters.is_empty() {
        writeln!(out, "It has no parameters.")?;
        return Ok(());
    }
    let mut rows = vec![["parameter", "default", "allowed", "meaning"].map(str::to_owned).to_vec()];
    for row in kind.parameters {
        let (default, allowed) = (row.default.to_owned(), row.kind.to_string());
        rows.push(vec![row.name.to_owned(), default, allowed, row.meaning.to_owned()]);
    }
    write!(out, "\n{}", columns(&rows))?;
    Ok(())
}

fn markdown(kind: &AgentKind, out: &mut impl Write) -> Result<()> {
    writeln!(out, "## `{}`\n\nIn short: {}.\n", kind.name, kind.summary)?;
    writeln!(out, "| parameter | default | allowed | meaning |\n|---|---|---|---|")?;
    for row in kind.parameters {
        let default = format!("`{}`", row.default);
        writeln!(out, "| `{}` | {default} | {} | {} |", row.name, row.kind, row.meaning)?;
    }
    writeln!(out)?;
    Ok(())
}

fn record(kind: &AgentKind) -> Value {
    let parameter = |row: &cornerwise_engine::Parameter| {
        json!({
            "name": row.name,
            "default": row.default,
            "allowed": row.kind.to_string(),
            "meaning": row.meaning,
        })
    };
    let parameters: Vec<Value> = kind.parameters.iter().map(parameter).collect();
    json!({ "name": kind.name, "summary": kind.summary, "parameters": parameters })
}
