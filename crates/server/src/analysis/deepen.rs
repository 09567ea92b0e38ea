//! A search that deepens until somebody has seen enough.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cornerwise_core::Game;
use cornerwise_engine::{Budget, Decision, Forfeit, Stop, Turn};
use tokio::sync::mpsc;

use super::report::AnalysisReport;
use crate::agents::Held;
use crate::app_state::AppState;
use crate::pool::Owner;
use crate::refusal::Refusal;

/// Who analyses, unless somebody else is asked: never sure enough to end. Strangers share the memory of the server.
const ANALYST: &str = "mcts:settle=no,tree-mib=256";
const ANALYST_OF_STRANGERS: &str = "mcts:settle=no,tree-mib=64";
/// The first slice is short, so that there is something to see at once.
const FIRST: Duration = Duration::from_millis(100);
const SLICE: Duration = Duration::from_millis(400);
/// Agents that begin anew in every slice get longer and longer ones.
const LONGEST: Duration = Duration::from_secs(8);
/// Who waits longer than this is told that others are served.
const PATIENCE: Duration = Duration::from_millis(500);

/// A search that goes on in slices, each of which waits for its turn among all analyses.
pub struct Deepening {
    app: Arc<AppState>,
    owner: Owner,
    game: Arc<Game>,
    spec: String,
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
        app: &Arc<AppState>,
        owner: Owner,
        game: Game,
        spec: Option<&str>,
        top: usize,
        seconds: Option<f64>,
        stop: Stop,
    ) -> Result<Deepening, Refusal> {
        let usual = if app.limits.local { ANALYST } else { ANALYST_OF_STRANGERS };
        let spec_of_agent = spec.unwrap_or(usual);
        app.agents.check(spec_of_agent)?;
        let most = app.limits.analysis;
        let wish = seconds.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(most));
        Ok(Deepening {
            app: Arc::clone(app),
            owner,
            game: Arc::new(game),
            spec: spec_of_agent.to_owned(),
            keeps: spec.is_none(),
            top,
            limit: wish.map_or(most, |wish| wish.min(most)),
            stop,
        })
    }

    /// Searches, and tells what it finds. The last report says that it does not go on, unless nobody listens any more.
    pub async fn run(self, tell: mpsc::Sender<AnalysisReport>) {
        let begin = Instant::now();
        let position = self.game.position();
        let mut last = if position.is_over() {
            AnalysisReport::of_end(position)
        } else {
            AnalysisReport::default()
        };
        let Some(mut held) = self.agent(&tell).await else { return };
        let mut slice = FIRST;
        while !self.game.position().is_over() && !self.stop.is_raised() {
            let left = self.limit.saturating_sub(begin.elapsed());
            if left.is_zero() {
                break;
            }
            let time = slice.min(left);
            let Some((back, decision)) = self.slice(held, time, &last, &tell).await else {
                return;
            };
            held = back;
            let Ok(decision) = decision else { break };
            let report = AnalysisReport {
                seconds: begin.elapsed().as_secs_f64(),
                running: true,
                ..AnalysisReport::of(self.game.position(), &decision, self.top)
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
        let _ = tell.send(AnalysisReport { running: false, queued: false, seconds, ..last }).await;
    }

    /// The agent, when there is memory for it; `None` when nobody wants it any more.
    async fn agent(&self, tell: &mpsc::Sender<AnalysisReport>) -> Option<Held> {
        let made = self.app.agents.new_agent(&self.spec, self.owner.origin, &self.stop);
        let made = wait_for(made, PATIENCE, &AnalysisReport::default(), tell).await?;
        match made {
            Ok(held) => held,
            Err(refusal) => {
                // It was checked before: only a file that has changed since can be the cause.
                eprintln!("error: {}: {refusal}", self.spec);
                None
            }
        }
    }

    /// Thinks for so long, when it is our turn.
    async fn slice(
        &self,
        mut held: Held,
        time: Duration,
        last: &AnalysisReport,
        tell: &mpsc::Sender<AnalysisReport>,
    ) -> Option<(Held, Result<Decision, Forfeit>)> {
        let (game, stop) = (Arc::clone(&self.game), self.stop.clone());
        let work = move || {
            let budget = Budget { time: Some(time), ..Budget::default() };
            let decision = Turn { budget, ..Turn::new(&game, 1, &stop) }.ask(held.agent.as_mut());
            (held, decision)
        };
        let ticket = Arc::default();
        let done = self.app.analysis.run(self.owner, &ticket, work);
        wait_for(done, time + PATIENCE, last, tell).await?
    }
}

/// Waits, and tells that others are served if it takes long; `None` when nobody listens any more.
async fn wait_for<T>(
    done: impl Future<Output = T>,
    time: Duration,
    last: &AnalysisReport,
    tell: &mpsc::Sender<AnalysisReport>,
) -> Option<T> {
    let mut done = std::pin::pin!(done);
    tokio::select! {
        done = &mut done => return Some(done),
        () = tokio::time::sleep(time) => {}
    }
    let waiting = AnalysisReport { running: true, queued: true, ..last.clone() };
    tell.send(waiting).await.ok()?;
    tokio::select! {
        done = &mut done => Some(done),
        () = tell.closed() => None,
    }
}
