//! Agents that think about their moves.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use cornerwise_core::Game;
use cornerwise_engine::{Budget, Decision, Forfeit, Stop, TimeLeft, Turn};

use super::AppState;
use super::live::{Inner, Live};
use crate::agents::{AgentKey, Claim};
use crate::clock::now;
use crate::pool::{Owner, Ticket};
use crate::response::Reason;
use crate::room::{Due, Event, Room};

/// An agent that thinks.
pub(super) struct Thought {
    /// Whose turn it is about.
    pub due: Due,
    /// Makes it play what it knows so far.
    pub stop: Stop,
    /// When it was asked.
    pub since: u64,
    /// Whether it has begun.
    pub ticket: Arc<Ticket>,
}

/// Who waits longer than this is told that others come first.
const LATE: Duration = Duration::from_millis(300);

impl Thought {
    /// Whether it should have begun by now.
    pub fn is_late(&self, now: u64) -> bool {
        !self.ticket.has_begun() && now.saturating_sub(self.since) >= LATE.as_millis() as u64
    }
}

impl Live {
    /// Lets an agent think. It plays when it is done, if it is still its turn.
    pub(super) fn think(self: &Arc<Live>, app: &Arc<AppState>, room: &Room, due: Due) -> Thought {
        let stop = app.stop();
        let since = now();
        let clock = room.config().options.clock;
        let left = room.time_left(since).zip(clock).map(|(left, clock)| TimeLeft {
            main: Duration::from_millis(left),
            increment: Duration::from_secs_f64(clock.increment),
            moves: None,
        });
        let attended = room.seats().iter().any(|seat| seat.holder().is_some());
        let most = if attended { app.limits.thinking } else { app.limits.unattended };
        let own = due.time.map(Duration::from_secs_f64);
        let request = Request {
            start: room.history().start().clone(),
            moves: room.history().played().iter().map(|played| played.mv).collect(),
            key: (self.id().to_owned(), due.player, due.spec.clone()),
            seed: room.config().seed,
            budget: Budget { time: own.into_iter().chain([most]).min(), ..Budget::default() },
            left,
            stop: stop.clone(),
        };
        let owner = Owner { attended, ..Owner::new(self.origin(), Some(self.maker()), self.id()) };
        let ticket: Arc<Ticket> = Arc::default();
        let (live, app, asked) = (Arc::downgrade(self), Arc::clone(app), due.clone());
        tokio::spawn(tell_if_late(Arc::clone(&ticket), Weak::clone(&live)));
        tokio::spawn(give_way(Arc::clone(&app), owner, Arc::downgrade(&ticket), stop.clone()));
        let follow = Arc::clone(&ticket);
        tokio::spawn(async move {
            let answer = match app.agents.claim(&request.key, owner.origin, &request.stop).await {
                Err(refusal) => Some(Err(Forfeit::Failed(refusal.message))),
                Ok(claim) => {
                    let thinkers = Arc::clone(&app);
                    let work = move || request.answer(&thinkers, claim);
                    app.play.run(owner, &follow, work).await
                }
            };
            let Some(live) = live.upgrade() else { return };
            live.hold(&asked).await;
            if !app.is_ending() {
                live.answered(&asked, answer).await;
            }
        });
        Thought { due, stop, since, ticket }
    }

    /// Waits until the delay of the turn is over, or somebody wants the move now.
    async fn hold(&self, asked: &Due) {
        let mut changes = self.changes();
        loop {
            changes.mark_unchanged();
            let left = {
                let inner = self.inner.lock().await;
                let thought = inner.thought.as_ref().filter(|thought| thought.due == *asked);
                let is_held = thought.is_some_and(|thought| !thought.stop.is_raised());
                if is_held { inner.room.delay_left(now()) } else { 0 }
            };
            if left == 0 {
                return;
            }
            // Whatever changes may end the delay, or make it another one.
            let _ = tokio::time::timeout(Duration::from_millis(left), changes.changed()).await;
        }
    }

    async fn answered(self: Arc<Live>, asked: &Due, answer: Option<Result<Decision, Forfeit>>) {
        let mut inner = self.inner.lock().await;
        let is_awaited =
            |inner: &Inner| inner.thought.as_ref().is_some_and(|thought| thought.due == *asked);
        if !is_awaited(&inner) {
            return;
        }
        let dropped = |reason| vec![Event::Dropped { player: asked.player, reason }];
        let events = match answer {
            Some(Ok(decision)) => match inner.room.play(decision.mv, now()) {
                Ok(verdict) => verdict.events,
                Err(refusal) => {
                    eprintln!("error: {} answered {}: {refusal}", asked.spec, decision.mv);
                    dropped(Reason::Failed)
                }
            },
            Some(Err(Forfeit::Resigned)) => dropped(Reason::Resigned),
            Some(Err(Forfeit::Failed(text))) => {
                eprintln!("error: {}: {text}", asked.spec);
                dropped(Reason::Failed)
            }
            None => dropped(Reason::Failed),
        };
        // What could not be written did not happen, and the agent is asked again when somebody comes.
        if self.save(&mut inner, events).await.is_err() {
            inner.thought = None;
        }
    }
}

/// Shows the room when its agent should have begun by now, and again when it has.
async fn tell_if_late(ticket: Arc<Ticket>, live: Weak<Live>) {
    let show = || live.upgrade().map(|live| live.show());
    tokio::time::sleep(LATE).await;
    if ticket.has_begun() || show().is_none() {
        return;
    }
    // Nobody else has the ticket of a thought that is over.
    while !ticket.has_begun() && Arc::strong_count(&ticket) > 1 {
        tokio::time::sleep(LATE).await;
    }
    show();
}

/// Makes an agent play what it knows so far when it has thought for long and others wait for its thread.
async fn give_way(app: Arc<AppState>, owner: Owner, ticket: Weak<Ticket>, stop: Stop) {
    let mut begun: Option<Instant> = None;
    // Nobody has the ticket of a thought that is over.
    while let Some(has_begun) = ticket.upgrade().map(|ticket| ticket.has_begun()) {
        if has_begun
            && begun.get_or_insert_with(Instant::now).elapsed() >= app.limits.contended
            && app.play.others_wait(&owner)
        {
            stop.raise();
            return;
        }
        tokio::time::sleep(LATE).await;
    }
}

/// What an agent is asked.
struct Request {
    start: cornerwise_core::Position,
    moves: Vec<cornerwise_core::Move>,
    key: AgentKey,
    seed: u64,
    budget: Budget,
    left: Option<TimeLeft>,
    stop: Stop,
}

impl Request {
    fn answer(self, app: &AppState, claim: Claim) -> Result<Decision, Forfeit> {
        let mut game = Game::new(self.start.clone());
        for &mv in &self.moves {
            game.play(mv).map_err(|error| Forfeit::Failed(error.to_string()))?;
        }
        let held = app.agents.make(&self.key.2, claim, self.seed);
        let mut held = held.map_err(|error| Forfeit::Failed(error.to_string()))?;
        let turn = Turn {
            budget: self.budget,
            time_left: self.left,
            ..Turn::new(&game, self.seed, &self.stop)
        };
        let decision = turn.ask(held.agent.as_mut());
        app.agents.keep(self.key, held);
        decision
    }
}
