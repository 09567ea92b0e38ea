//! A room that is awake: its state, who is in it, and what thinks for it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::{Mutex, MutexGuard, watch};
use tokio::task::AbortHandle;

use super::hint::Hint;
use super::presence::{Crowd, CrowdState, Present};
use super::thinking::Thought;
use super::{AppState, internal, told};
use crate::clock::now;
use crate::pool::{Origin, Owner};
use crate::refusal::{Code, Refusal};
use crate::response::Reason;
use crate::room::{Action, Effect, Event, Presence, Room, RoomState, Thinking};
use crate::visitor::Visitor;
use crate::why::Why;

/// How long agents go on thinking when nobody is in the room.
const ALONE: Duration = Duration::from_mins(1);

/// A room that is awake.
pub struct Live {
    id: String,
    maker: Visitor,
    /// Where it was made, or woken, from.
    origin: Origin,
    app: Weak<AppState>,
    pub(super) inner: Mutex<Inner>,
    crowd: std::sync::Mutex<Crowd>,
    /// Grows whenever there is something new to see.
    changed: watch::Sender<u64>,
    /// Grows whenever somebody comes or goes.
    moved: watch::Sender<u64>,
    /// When somebody was here last.
    touched: AtomicU64,
}

/// What changes in a room.
pub(super) struct Inner {
    pub room: Room,
    pub thought: Option<Thought>,
    /// Who watches the clock of this turn.
    watch: Option<AbortHandle>,
    /// The position as text, and the version that it belongs to.
    position: Option<(u64, Box<RawValue>)>,
}

/// What came of an action.
#[derive(Debug)]
pub struct Done {
    /// The room's version after it.
    pub version: u64,
    /// What to play.
    pub hint: Option<Hint>,
    /// Why a placement is not legal.
    pub why: Option<Box<Why>>,
    /// The room of the next game.
    pub room: Option<String>,
}

impl Live {
    pub(super) fn new(app: &Arc<AppState>, room: Room, origin: Origin) -> Arc<Live> {
        Arc::new(Live {
            id: room.id().to_owned(),
            maker: room.config().maker,
            origin,
            app: Arc::downgrade(app),
            inner: Mutex::new(Inner { room, thought: None, watch: None, position: None }),
            crowd: std::sync::Mutex::default(),
            changed: watch::channel(0).0,
            moved: watch::channel(0).0,
            touched: AtomicU64::new(now()),
        })
    }

    /// The room's name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Who made the room.
    pub(super) fn maker(&self) -> &Visitor {
        &self.maker
    }

    /// Where it was made, or woken, from.
    pub(super) fn origin(&self) -> Origin {
        self.origin
    }

    /// Told whenever there is something new to see.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Told whenever somebody comes or goes.
    pub fn movements(&self) -> watch::Receiver<u64> {
        self.moved.subscribe()
    }

    pub(super) fn app(&self) -> Option<Arc<AppState>> {
        self.app.upgrade()
    }

    /// Somebody comes in, and is there until the answer is dropped.
    pub async fn enter(self: &Arc<Live>, visitor: Option<Visitor>) -> Present {
        self.crowd().add(visitor);
        self.wake_up().await;
        self.show_crowd();
        Present { live: Arc::clone(self), visitor }
    }

    pub(super) fn left(&self, visitor: Option<Visitor>) {
        self.crowd().remove(visitor);
        self.touch();
        self.show_crowd();
    }

    fn crowd(&self) -> std::sync::MutexGuard<'_, Crowd> {
        self.crowd.lock().expect("nobody panics with it")
    }

    fn touch(&self) {
        self.touched.store(now(), Ordering::Relaxed);
    }

    pub(super) fn show(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    /// Who is there is told apart from the game: a room may have a thousand spectators.
    fn show_crowd(&self) {
        self.moved.send_modify(|count| *count += 1);
    }

    /// Whether nobody is here or uses the room, and no clock runs that only somebody awake can watch.
    pub(super) fn can_sleep(self: &Arc<Live>) -> bool {
        Arc::strong_count(self) == 1
            && self.crowd().is_empty()
            && self.inner.try_lock().is_ok_and(|inner| inner.room.time_left(now()).is_none())
    }

    /// Whether nobody has been here for so long.
    pub(super) fn is_idle(&self, time: Duration) -> bool {
        let since = now().saturating_sub(self.touched.load(Ordering::Relaxed));
        self.crowd().is_empty() && since > time.as_millis() as u64
    }

    /// Lets the agent think whose turn it is, since somebody is here.
    pub async fn wake_up(self: &Arc<Live>) {
        self.touch();
        let mut inner = self.inner.lock().await;
        self.wake(&mut inner);
    }

    /// Sees to it that exactly the agent thinks whose turn it is, and that somebody watches the clock.
    pub(super) fn wake(self: &Arc<Live>, inner: &mut Inner) {
        let Some(app) = self.app() else { return };
        self.watch_clock(inner);
        let is_awake = !app.is_ending() && !self.is_idle(ALONE);
        let due = inner.room.due().filter(|_| is_awake);
        if inner.thought.as_ref().map(|thought| &thought.due) == due.as_ref() {
            return;
        }
        if let Some(old) = inner.thought.take() {
            old.stop.raise();
        }
        inner.thought = due.map(|due| self.think(&app, &inner.room, due));
    }

    /// Sees to it that somebody looks when the time of this turn is up.
    fn watch_clock(self: &Arc<Live>, inner: &mut Inner) {
        if let Some(old) = inner.watch.take() {
            old.abort();
        }
        let Some(left) = inner.room.time_left(now()) else { return };
        let left = left + inner.room.delay_left(now());
        let live = Arc::downgrade(self);
        let watch = tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(left + 1)).await;
            if let Some(live) = live.upgrade() {
                // What happens then is not broken off by the next watch.
                tokio::spawn(async move { live.time_is_up().await });
            }
        });
        inner.watch = Some(watch.abort_handle());
    }

    /// Ends the game of whoever has no time left.
    async fn time_is_up(self: Arc<Live>) {
        let mut inner = self.inner.lock().await;
        if let (Some(player), Some(0)) = (inner.room.mover(), inner.room.time_left(now())) {
            let event = Event::Dropped { player, reason: Reason::Time };
            // What could not be written is tried again by whoever acts next.
            let _ = self.save(&mut inner, vec![event]).await;
        }
    }

    /// Writes what happens, and only then makes it happen.
    pub(super) async fn save(
        self: &Arc<Live>,
        inner: &mut MutexGuard<'_, Inner>,
        events: Vec<Event>,
    ) -> Result<(), Refusal> {
        if events.is_empty() {
            return Ok(());
        }
        let app = self.app().ok_or_else(|| Refusal::new(Code::Internal, "the server ends"))?;
        let at = now();
        let version = inner.room.version();
        app.store.append(&self.id, version, at, &events).await.map_err(|error| told(&error))?;
        for event in &events {
            inner.room.apply(event, at).map_err(|error| internal(&error))?;
        }
        self.wake(inner);
        self.show();
        Ok(())
    }

    /// Does what somebody wants, if they may. What happened is on disk when this is ready.
    ///
    /// # Errors
    /// Says why not; then nothing has happened.
    pub async fn act(
        self: &Arc<Live>,
        visitor: Option<Visitor>,
        action: Action,
    ) -> Result<Done, Refusal> {
        let live = Arc::clone(self);
        // Whoever hangs up in the middle must not leave a room that differs from what is on disk.
        let acting = tokio::spawn(async move { live.act_whole(visitor, action).await });
        acting.await.map_err(|error| internal(&error))?
    }

    async fn act_whole(
        self: &Arc<Live>,
        visitor: Option<Visitor>,
        action: Action,
    ) -> Result<Done, Refusal> {
        let app = self.app().ok_or_else(|| Refusal::new(Code::Internal, "the server ends"))?;
        if let Action::Agent { agent, .. } = &action {
            app.agents.check(agent)?;
        }
        self.touch();
        let mut inner = self.inner.lock().await;
        let verdict = inner.room.decide(visitor.as_ref(), &action, now(), &app.limits)?;
        self.save(&mut inner, verdict.events).await?;
        let version = inner.room.version();
        let mut done = Done { version, hint: None, why: None, room: None };
        match verdict.effect {
            Effect::None => {}
            Effect::MoveNow => {
                if let Some(thought) = &inner.thought {
                    thought.stop.raise();
                    app.play.hurry(&thought.ticket);
                    // A move that waits for its delay is not held back any longer.
                    self.show();
                }
            }
            Effect::Forget => {
                let visitor = visitor
                    .ok_or_else(|| Refusal::new(Code::NoSession, "only visitors can do that"))?;
                app.store.unlist(&visitor, &self.id).await.map_err(|error| told(&error))?;
            }
            Effect::Why(why) => done.why = Some(why),
            Effect::Rematch(Some(room)) => done.room = Some(room),
            Effect::Rematch(None) => {
                let maker = visitor
                    .ok_or_else(|| Refusal::new(Code::NoSession, "only visitors can do that"))?;
                let next = app.make_rematch(&inner.room, maker, self.origin).await?.id().to_owned();
                self.save(&mut inner, vec![Event::Rematch { room: next.clone() }]).await?;
                done = Done { version: inner.room.version(), room: Some(next), ..done };
            }
            Effect::Hint(strength) => {
                let game = inner.room.history().game();
                drop(inner);
                let owner = Owner::new(self.origin, visitor.as_ref(), &self.id);
                done.hint = Some(super::hint::hint(&app, owner, game, strength).await?);
            }
        }
        Ok(done)
    }

    /// The room as somebody sees it.
    ///
    /// # Errors
    /// When it cannot be written as text, which is our fault.
    pub async fn state(&self, visitor: Option<&Visitor>) -> Result<RoomState, Refusal> {
        let mut inner = self.inner.lock().await;
        let version = inner.room.version();
        let position = match &inner.position {
            Some((known, text)) if *known == version => text.clone(),
            _ => {
                let state = inner.room.position_state();
                let text = to_raw_value(&state).map_err(|error| internal(&error))?;
                inner.position = Some((version, text.clone()));
                text
            }
        };
        let crowd = self.crowd();
        let thinking = inner.thought.as_ref().map(|thought| Thinking {
            player: thought.due.player + 1,
            since: thought.since,
            waiting: thought.is_late(now()),
        });
        let presence = Presence {
            is_connected: &|visitor| crowd.has(visitor),
            spectators: crowd.spectators(&inner.room),
            thinking,
        };
        Ok(inner.room.state(visitor, position, &presence, now()))
    }

    /// Who is in the room.
    pub async fn crowd_state(&self) -> CrowdState {
        let inner = self.inner.lock().await;
        let crowd = self.crowd();
        let seats = inner.room.seats().iter();
        CrowdState {
            spectators: crowd.spectators(&inner.room),
            connected: seats.map(|seat| seat.is_connected(|visitor| crowd.has(visitor))).collect(),
        }
    }

    /// The game as a file, with the names of who plays.
    ///
    /// # Errors
    /// When it cannot be written, which is our fault.
    pub async fn record(&self) -> Result<String, Refusal> {
        let inner = self.inner.lock().await;
        let names: Vec<_> = inner.room.seats().iter().map(crate::room::Seat::name).collect();
        crate::files::write_game(&inner.room.history().game(), &names, &[])
    }
}

/// Nobody is left who could use what is thought.
impl Drop for Live {
    fn drop(&mut self) {
        let inner = self.inner.get_mut();
        if let Some(thought) = inner.thought.take() {
            thought.stop.raise();
        }
        if let Some(watch) = inner.watch.take() {
            watch.abort();
        }
    }
}
