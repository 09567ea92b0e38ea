//! `cornerwise legal`

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::Args as ClapArgs;
use cornerwise_core::{Colour, Position, Tables};
use cornerwise_gtp::lines::{Line, Lines};
use serde::{Deserialize, Serialize};

use crate::input;
use crate::json_line::json;
use crate::output::Outcome;

#[derive(ClapArgs)]
#[command(after_help = "\
Moves are written by their cells, in any order and case; forced passes may be written or left out. \
The list is sorted as text, byte by byte.

With --batch every line of the input is a position, and every answer one line:
  {\"variant\":\"duo\",\"moves\":[\"f9,e10,f10,g10,f11\"]}
  {\"to_play\":2,\"moves\":[…],\"counts\":[…],\"area\":[5,0],\"advanced\":[-84,-89],\"over\":false}
`counts` has the legal moves that each colour would have if it were its turn. A line that cannot be \
answered gets {\"error\":\"line 3: …\"} in its place, and the exit code is 2 at the end. Empty lines are \
skipped, other fields ignored; `variant` may be left out when VARIANT is given.

Examples:
  cornerwise legal duo
  cornerwise legal 5x5 --moves \"a5,b5;e1;pass\" --json
  cornerwise legal --batch < games.jsonl")]
pub struct Args {
    /// A preset such as duo, classic or 7x7, or a .toml file
    #[arg(required_unless_present = "batch")]
    variant: Option<String>,
    /// Moves to play first, separated by semicolons
    #[arg(
        long,
        default_value = "",
        hide_default_value = true,
        conflicts_with = "batch",
        allow_hyphen_values = true
    )]
    moves: String,
    /// Read positions as JSON lines from standard input and answer each with a JSON line
    #[arg(long)]
    batch: bool,
    /// Print a JSON object with the moves, the counts of all colours and the scores
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    if args.batch {
        return answer_batch(io::stdin().lock(), args.variant.as_deref(), out);
    }
    let name = args.variant.as_deref().context("no variant is given")?;
    let position = input::position(input::variant(name)?, &args.moves)?;
    let answer = Answer::of(&position);
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&answer)?)?;
    } else {
        for mv in &answer.moves {
            writeln!(out, "{mv}")?;
        }
    }
    Ok(Outcome::Success)
}

/// What can be played in a position, and how it stands.
#[derive(Serialize)]
struct Answer {
    /// The number of the colour, counted from 1.
    to_play: Option<usize>,
    /// Sorted as text.
    moves: Vec<String>,
    /// Of each colour, as if it were its turn.
    counts: Vec<usize>,
    area: Vec<i32>,
    advanced: Vec<i32>,
    over: bool,
}

impl Answer {
    fn of(position: &Position) -> Answer {
        let mut moves: Vec<_> = position.legal_moves().iter().map(ToString::to_string).collect();
        moves.sort_unstable();
        let colours = || position.variant().colours();
        Answer {
            to_play: position.to_play().map(Colour::number),
            moves,
            counts: colours().map(|colour| position.count_moves_of(colour)).collect(),
            area: colours().map(|colour| position.area(colour)).collect(),
            advanced: colours().map(|colour| position.advanced_score(colour)).collect(),
            over: position.is_over(),
        }
    }
}

/// One line of a batch.
#[derive(Deserialize)]
struct Question {
    variant: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
}

#[derive(Serialize)]
struct Refusal {
    error: String,
}

/// Answers every line before it reads the next, so that a program can hold a dialogue.
fn answer_batch(
    questions: impl BufRead,
    variant: Option<&str>,
    out: &mut impl Write,
) -> Result<Outcome> {
    let mut shelf = Shelf::default();
    if let Some(name) = variant {
        shelf.tables(name)?;
    }
    let mut lines = Lines::new(questions);
    let (mut asked, mut refused) = (0_usize, 0_usize);
    while let Some(line) = lines.next().context("cannot read standard input")? {
        if line.text.trim().is_empty() {
            continue;
        }
        asked += 1;
        let answer = match answer_line(&line, variant, &mut shelf) {
            Ok(answer) => serde_json::to_string(&answer)?,
            Err(error) => {
                refused += 1;
                let error = format!("line {}: {error:#}", line.number);
                serde_json::to_string(&Refusal { error })?
            }
        };
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    if refused > 0 {
        bail!("{refused} of {asked} lines could not be answered");
    }
    Ok(Outcome::Success)
}

fn answer_line(line: &Line, variant: Option<&str>, shelf: &mut Shelf) -> Result<Answer> {
    let question: Question = json(line)?;
    let name = question.variant.as_deref().or(variant).context("no variant is given")?;
    let start = Position::new(shelf.tables(name)?);
    let position = input::position_after(start, question.moves.iter().map(String::as_str))?;
    Ok(Answer::of(&position))
}

/// The tables of every variant met so far.
#[derive(Default)]
struct Shelf(HashMap<String, Arc<Tables>>);

impl Shelf {
    fn tables(&mut self, name: &str) -> Result<&Arc<Tables>> {
        if !self.0.contains_key(name) {
            self.0.insert(name.to_owned(), Tables::new(input::variant(name)?));
        }
        Ok(&self.0[name])
    }
}
