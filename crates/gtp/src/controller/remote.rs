//! The agent that lets another program decide.

use std::time::{Duration, Instant};

use cornerwise_core::Position;
use cornerwise_engine::{Agent, Context, Decision, Forfeit};

use super::failure::{Failure, one_line};
use super::peer::Peer;

/// How much later than its clock says a program is given up; whether it has lost on time is for others to say.
const GRACE: Duration = Duration::from_millis(500);

/// How a program is started, and how long one waits for it.
pub struct Launch {
    /// The command line as written, for messages.
    pub command: String,
    pub program: String,
    pub arguments: Vec<String>,
    /// The limit of a move.
    pub timeout: Duration,
    /// The limit of every other command.
    pub start: Duration,
    /// Commands after the start.
    pub send: Vec<String>,
}

/// A player in another program.
pub struct Remote {
    launch: Launch,
    /// Once it was started, until it fails.
    peer: Option<Peer>,
    seed: Option<u64>,
}

impl Remote {
    pub fn new(launch: Launch) -> Remote {
        Remote { launch, peer: None, seed: None }
    }

    fn choose(&mut self, position: &Position, context: &Context<'_>) -> Result<Decision, Failure> {
        let (stop, variant) = (context.stop, position.variant());
        if stop.is_raised() {
            return Err(Failure::Interrupted);
        }
        let peer = match &mut self.peer {
            Some(peer) => peer,
            none => none.insert(Peer::start(&self.launch, stop)?),
        };
        peer.follow(position, context.history, self.seed, stop)?;
        let colour = position.to_play().expect("the game is not over");
        let mut limit = self.launch.timeout;
        if let Some(left) = context.time_left {
            peer.tell_clock(variant, colour, left, stop)?;
            limit = limit.min(left.main + GRACE);
        }
        let mv = peer.choose(position, colour, limit, stop)?;
        let values = peer.values(position, stop)?;
        Ok(Decision { values, ..Decision::of(mv) })
    }
}

impl Agent for Remote {
    fn decide(
        &mut self,
        position: &Position,
        context: &mut Context<'_>,
    ) -> Result<Decision, Forfeit> {
        let begin = Instant::now();
        match self.choose(position, context) {
            Ok(mut decision) => {
                decision.counters.time = begin.elapsed();
                Ok(decision)
            }
            Err(Failure::Resigned) => Err(Forfeit::Resigned),
            Err(failure) => {
                // Nobody knows what it would say next: it is killed, and another one starts when it is needed.
                self.peer = None;
                Err(Forfeit::Failed(format!("{}: {failure}", one_line(&self.launch.command))))
            }
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.seed = Some(seed);
        // A program that left after a game is no worse for it.
        if let Some(peer) = &mut self.peer {
            if peer.has_ended() {
                self.peer = None;
            } else {
                peer.forget_game();
            }
        }
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        if let Some(peer) = self.peer.take() {
            peer.quit();
        }
    }
}
