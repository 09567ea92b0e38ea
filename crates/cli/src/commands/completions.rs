//! `cornerwise completions`

use std::io::Write;

use anyhow::Result;
use clap::{Args as ClapArgs, Command};
use clap_complete::{Shell, generate};

use crate::output::Outcome;

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  cornerwise completions bash > ~/.local/share/bash-completion/completions/cornerwise
  cornerwise completions zsh > ~/.zfunc/_cornerwise
  cornerwise completions fish > ~/.config/fish/completions/cornerwise.fish")]
pub struct Args {
    /// Whose completions
    shell: Shell,
}

pub fn run(args: &Args, mut cli: Command, out: &mut impl Write) -> Result<Outcome> {
    let name = cli.get_name().to_owned();
    // Into memory first, because the generator panics where nobody reads on.
    let mut script = Vec::new();
    generate(args.shell, &mut cli, name, &mut script);
    out.write_all(&script)?;
    Ok(Outcome::Success)
}
