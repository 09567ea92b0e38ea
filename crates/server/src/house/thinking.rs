//! Agents that think about their moves.

use std::sync::Arc;
use std::time::Duration;

use cornerwise_core::Game;
use cornerwise_engine::{Agent, Budget, Decision, Forfeit, Stop, TimeLeft, Turn};

use super::House;
use super::live::{Inner, Live};
use crate::clock::now;
use crate::room::{Due, Event, Room};
use crate::view::Reason;

/// An agent that thinks.
pub(super) struct Thought {
    /// Whose turn it is about.
    pub due: Due,
    /// Makes it play what it knows so far.
    pub stop: Stop,
    /// When it began.
    pub since: u64,
}

impl Live {
    /// Lets an agent think. It plays when it is done, if it is still its turn.
    pub(super) fn think(self: &Arc<Live>, house: &Arc<House>, room: &Room, due: Due) -> Thought {
        let stop = house.stop();
        let since = now();
        let clock = room.charter().options.clock;
        let left = room.time_left(since).zip(clock).map(|(left, clock)| TimeLeft {
            main: Duration::from_millis(left),
            increment: Duration::from_secs_f64(clock.increment),
            moves: None,
        });
        let most = house.limits.thinking;
        let own = due.time.map(Duration::from_secs_f64);
        let request = Request {
            start: room.ledger().start().clone(),
            moves: room.ledger().played().iter().map(|played| played.mv).collect(),
            key: (self.id().to_owned(), due.player, due.spec.clone()),
            seed: room.charter().seed,
            budget: Budget { time: own.into_iter().chain([most]).min(), ..Budget::default() },
            left,
            stop: stop.clone(),
        };
        let maker = room.charter().maker;
        let whose = u64::from_be_bytes(maker.bytes()[..8].try_into().expect("there are 32"));
        let (live, house, asked) = (Arc::downgrade(self), Arc::clone(house), due.clone());
        tokio::spawn(async move {
            let thinkers = Arc::clone(&house);
            let answer = house.play.run(whose, move || request.answer(&thinkers)).await;
            if let Some(live) = live.upgrade().filter(|_| !house.is_ending()) {
                live.answered(&asked, answer).await;
            }
        });
        Thought { due, stop, since }
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
            Some(Ok(decision)) => match inner.room.play(&decision.mv.to_string(), now()) {
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

/// What an agent is asked.
struct Request {
    start: cornerwise_core::Position,
    moves: Vec<cornerwise_core::Move>,
    key: crate::pool::StableKey,
    seed: u64,
    budget: Budget,
    left: Option<TimeLeft>,
    stop: Stop,
}

impl Request {
    fn answer(self, house: &House) -> Result<Decision, Forfeit> {
        let mut game = Game::new(self.start.clone());
        for &mv in &self.moves {
            game.play(mv).map_err(|error| Forfeit::Failed(error.to_string()))?;
        }
        let mut agent = match house.stable.take(&self.key) {
            Some(agent) => agent,
            None => self.new_agent(house)?,
        };
        let turn = Turn {
            budget: self.budget,
            time_left: self.left,
            ..Turn::new(&game, self.seed, &self.stop)
        };
        let decision = turn.ask(agent.as_mut());
        house.stable.put(self.key, agent);
        decision
    }

    fn new_agent(&self, house: &House) -> Result<Box<dyn Agent>, Forfeit> {
        let mut agent = house
            .registry
            .agent(&self.key.2)
            .map_err(|error| Forfeit::Failed(error.to_string()))?;
        agent.new_game(self.seed);
        Ok(agent)
    }
}
