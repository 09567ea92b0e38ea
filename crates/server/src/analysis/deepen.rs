//! A search that deepens until somebody has seen enough.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cornerwise_core::Game;
use cornerwise_engine::{Agent, Budget, Decision, Forfeit, Stop, Turn};
use tokio::sync::mpsc;

use super::report::Report;
use crate::house::House;
use crate::refusal::{Code, Refusal};

/// Who analyses, unless somebody else is asked: never sure enough to end.
const ANALYST: &str = "mcts:settle=no,tree-mib=256";
/// The first slice is short, so that there is something to see at once.
const FIRST: Duration = Duration::from_millis(100);
const SLICE: Duration = Duration::from_millis(400);
/// Agents that begin anew in every slice get longer and longer ones.
const LONGEST: Duration = Duration::from_secs(8);
/// Who waits longer than this is told that others are served.
const PATIENCE: Duration = Duration::from_millis(500);

/// A search that goes on in slices, each of which waits for its turn among all analyses.
pub struct Deepening {
    house: Arc<House>,
    whose: u64,
    game: Arc<Game>,
    agent: Box<dyn Agent>,
    /// Whether the agent goes on from what it found in the slice before.
    keeps: bool,
    /// How many candidates to tell.
    top: usize,
    limit: Duration,
    stop: Stop,
}

impl Deepening {
    /// An analysis of the position at the end of a game.
    ///
    /// # Errors
    /// When there is no such agent.
    pub fn new(
        house: &Arc<House>,
        whose: u64,
        game: Game,
        spec: Option<&str>,
        top: usize,
        seconds: Option<f64>,
        stop: Stop,
    ) -> Result<Deepening, Refusal> {
        let agent = house
            .registry
            .agent(spec.unwrap_or(ANALYST))
            .map_err(|error| Refusal::new(Code::Agent, error.to_string()))?;
        let most = house.limits.analysis;
        let wish = seconds.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(most));
        Ok(Deepening {
            house: Arc::clone(house),
            whose,
            game: Arc::new(game),
            agent,
            keeps: spec.is_none(),
            top,
            limit: wish.map_or(most, |wish| wish.min(most)),
            stop,
        })
    }

    /// Searches, and tells what it finds. The last report says that it does not go on, unless nobody listens any more.
    pub async fn run(mut self, tell: mpsc::Sender<Report>) {
        let begin = Instant::now();
        let position = self.game.position();
        let mut last =
            if position.is_over() { Report::of_end(position) } else { Report::default() };
        let mut slice = FIRST;
        while !self.game.position().is_over() && !self.stop.is_raised() {
            let left = self.limit.saturating_sub(begin.elapsed());
            if left.is_zero() {
                break;
            }
            let Some((agent, decision)) = self.slice(slice.min(left), &last, &tell).await else {
                return;
            };
            self.agent = agent;
            let Ok(decision) = decision else { break };
            let report = Report {
                seconds: begin.elapsed().as_secs_f64(),
                running: true,
                ..Report::of(self.game.position(), &decision, self.top)
            };
            let has_grown = report.visits > last.visits || !self.keeps;
            // A search that is done with the position does not get further; but one that has not begun yet, on a
            // machine that is busy, needs more time.
            let is_done = !has_grown && (report.visits > 0 || slice >= LONGEST);
            last = report;
            if is_done || (has_grown && tell.send(last.clone()).await.is_err()) {
                break;
            }
            slice = if self.keeps && has_grown { SLICE } else { (slice * 2).min(LONGEST) };
        }
        let seconds = begin.elapsed().as_secs_f64();
        let _ = tell.send(Report { running: false, queued: false, seconds, ..last }).await;
    }

    /// Thinks for so long, when it is our turn.
    async fn slice(
        &mut self,
        time: Duration,
        last: &Report,
        tell: &mpsc::Sender<Report>,
    ) -> Option<(Box<dyn Agent>, Result<Decision, Forfeit>)> {
        let (game, stop) = (Arc::clone(&self.game), self.stop.clone());
        let mut agent = std::mem::replace(&mut self.agent, Box::new(Nobody));
        let work = move || {
            let budget = Budget { time: Some(time), ..Budget::default() };
            let decision = Turn { budget, ..Turn::new(&game, 1, &stop) }.ask(agent.as_mut());
            (agent, decision)
        };
        let house = Arc::clone(&self.house);
        let mut done = std::pin::pin!(house.analysis.run(self.whose, work));
        tokio::select! {
            done = &mut done => return done,
            () = tokio::time::sleep(time + PATIENCE) => {}
        }
        let waiting = Report { running: true, queued: true, ..last.clone() };
        if tell.send(waiting).await.is_err() {
            return None;
        }
        done.await
    }
}

/// In the place of an agent that is at work.
struct Nobody;

impl Agent for Nobody {
    fn decide(
        &mut self,
        _: &cornerwise_core::Position,
        _: &mut cornerwise_engine::Context<'_>,
    ) -> Result<Decision, Forfeit> {
        Err(Forfeit::Failed("the agent is at work elsewhere".to_owned()))
    }
}
