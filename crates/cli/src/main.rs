//! The `cornerwise` binary: one file per subcommand in `commands/`.

mod commands;
mod games;
mod histogram;
mod hosting;
mod input;
mod interrupt;
mod json_line;
mod limits;
mod matches;
mod opponent;
mod output;
mod progress;
mod registry;
mod shell;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};

use commands::Command;
use output::Outcome;

/// A Blokus engine, research lab and playground.
#[derive(Parser)]
#[command(
    version,
    max_term_width = 100,
    after_help = "\
Without a command, `cornerwise` opens the board in your browser.

Wherever a variant is asked for, it is a preset (`cornerwise variants` lists them) or a .toml file. \
The exit code is 0 for success, 1 for a negative result and 2 for an error.

Examples:
  cornerwise
  cornerwise play --terminal classic --colour red
  cornerwise legal duo --moves \"f9,e10,f10,g10,f11\"
  cornerwise playouts 7x7 --games 10000"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

fn main() -> ExitCode {
    let cli = match read_arguments() {
        Ok(cli) => Ok(cli),
        Err(error) if error.use_stderr() => {
            eprintln!("{}", one_line(&error.render().to_string()));
            return ExitCode::from(2);
        }
        Err(answer) => Err(answer),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let result = match cli {
        Ok(cli) => cli.command.unwrap_or_default().run(&mut out),
        // Help and version are answers, not errors.
        Err(answer) => answer.print().map(|()| Outcome::Success).map_err(Into::into),
    };
    let result = result.and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    });
    match result {
        Ok(Outcome::Success) => ExitCode::SUCCESS,
        Ok(Outcome::Negative) => ExitCode::from(1),
        // Whoever reads our output has seen enough.
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // What was printed before the error still belongs to the reader.
            let _ = out.flush();
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// What the command line says.
fn read_arguments() -> Result<Cli, clap::Error> {
    let matches = with_negative_numbers(Cli::command()).try_get_matches()?;
    Cli::from_arg_matches(&matches)
}

/// A negative number is the value of an option, not another option: what is wrong with it can then be told.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let values = |arg: clap::Arg| {
        let takes_values = arg.get_action().takes_values();
        arg.allow_negative_numbers(takes_values)
    };
    command.mut_args(values).mut_subcommands(with_negative_numbers)
}

/// A usage error in one line: what is wrong and the hint, without the usage that `--help` shows.
fn one_line(message: &str) -> String {
    let boilerplate = ["Usage:", "For more information"];
    let lines = message.lines().map(str::trim).filter(|line| {
        !line.is_empty() && !boilerplate.iter().any(|start| line.starts_with(start))
    });
    lines.collect::<Vec<_>>().join(" ").replace(" tip: ", "; tip: ") + " (try --help)"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The terminal breaks lines; one that is broken here too leaves single words behind.
    fn check_paragraphs(command: &clap::Command) {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        for pair in lines.windows(2) {
            let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
            let is_broken = is_prose(pair[0]) && is_prose(pair[1]);
            assert!(!is_broken, "{}: {pair:?}", command.get_name());
        }
        command.get_subcommands().for_each(check_paragraphs);
    }

    #[test]
    fn paragraphs_of_help_texts_are_one_line_each() {
        let command = Cli::command();
        assert!(command.get_subcommands().count() > 10);
        check_paragraphs(&command);
    }
}
