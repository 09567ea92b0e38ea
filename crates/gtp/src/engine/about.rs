//! Commands about the engine itself.

use cpu_time::ProcessTime;

use super::Engine;
use super::call::Call;
use super::refusal::Refusal;
use super::table::{COMMANDS, Row};

#[allow(clippy::unused_self, reason = "all commands have one form")]
impl Engine {
    pub(super) fn name(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [] = call.exactly()?;
        Ok("Cornerwise".to_owned())
    }

    pub(super) fn version(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [] = call.exactly()?;
        Ok(env!("CARGO_PKG_VERSION").to_owned())
    }

    pub(super) fn protocol_version(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [] = call.exactly()?;
        Ok("2".to_owned())
    }

    pub(super) fn known_command(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [name] = call.exactly()?;
        Ok(Row::of(name).is_some().to_string())
    }

    pub(super) fn list_commands(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [] = call.exactly()?;
        let names: Vec<&str> = COMMANDS.iter().map(|row| row.name).collect();
        Ok(names.join("\n"))
    }

    pub(super) fn cputime(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [] = call.exactly()?;
        Ok(format!("{:.3}", ProcessTime::now().as_duration().as_secs_f64()))
    }
}
