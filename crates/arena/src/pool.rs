//! Playing games on several threads.

use std::ops::ControlFlow;
use std::sync::{Mutex, mpsc};
use std::thread;

use cornerwise_engine::Stop;

use crate::arena::ArenaError;
use crate::referee::{Referee, Team};
use crate::result::GameResult;
use crate::schedule::Fixture;

/// Lets every team take games in order, on a thread of its own, until all are played, the referee's stop is raised, or `keep`,
/// which gets the results as they come, has enough or fails. Games that are interrupted do not count.
pub(crate) fn play(
    fixtures: impl Iterator<Item = Fixture> + Send,
    teams: &mut [Team],
    referee: &Referee,
    mut keep: impl FnMut(GameResult) -> Result<ControlFlow<()>, ArenaError>,
) -> Result<(), ArenaError> {
    let fixtures = Mutex::new(fixtures);
    let count = teams.len();
    let (sender, games) = mpsc::channel();
    thread::scope(|scope| {
        // However this ends, nobody goes on playing.
        let _halt = Halt(&referee.stop);
        for team in teams {
            let (sender, fixtures) = (sender.clone(), &fixtures);
            let work = move || {
                while !referee.stop.is_raised() {
                    let next = fixtures.lock().expect("nobody panics with it").next();
                    let Some(fixture) = next else { return };
                    let Some(result) = referee.play(&fixture, team) else { return };
                    if sender.send(result).is_err() {
                        return;
                    }
                }
            };
            let started = thread::Builder::new().spawn_scoped(scope, work);
            started.map_err(|error| ArenaError::Threads { count, error })?;
        }
        drop(sender);
        for result in games {
            if keep(result)?.is_break() {
                return Ok(());
            }
        }
        Ok(())
    })
}

/// Raises a stop when it goes out of scope.
pub(crate) struct Halt<'s>(pub &'s Stop);

impl Drop for Halt<'_> {
    fn drop(&mut self) {
        self.0.raise();
    }
}
