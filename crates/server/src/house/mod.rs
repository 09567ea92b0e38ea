//! Everything that is shared: the rooms that are awake, the games on disk, the threads that think.

mod hint;
mod live;
mod presence;
mod thinking;

pub use hint::HintView;
pub use live::{Done, Live};
pub use presence::Present;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cornerwise_engine::{Guard, Registry, Stop};
use tokio::sync::watch;

use crate::clock::now;
use crate::limits::Limits;
use crate::place::Shelf;
use crate::pool::{Back, Pool, Stable};
use crate::rate::Rates;
use crate::refusal::{Code, Refusal};
use crate::room::{Charter, NewRoom, Occupant, Room, Summary};
use crate::store::{Store, StoreError, Stored};
use crate::visitor::Visitor;

/// How many agents are kept between their turns.
const MOST_AGENTS: usize = 24;
/// What an agent of a stranger may take.
const GUARD: Guard = Guard { threads: 1, mib: 256 };
/// How long a room stays awake that nobody is in.
const IDLE: Duration = Duration::from_mins(5);
/// How many rooms a list has.
const MOST_LISTED: usize = 50;

/// Everything that is shared.
pub struct House {
    /// What is allowed.
    pub limits: Limits,
    /// Tables of variants.
    pub shelf: Shelf,
    /// How often everybody asks.
    pub rates: Rates,
    /// The agents that may be asked for.
    pub registry: Registry,
    /// The threads that analyse.
    pub analysis: Pool,
    play: Pool,
    store: Arc<Store>,
    stable: Stable,
    rooms: Mutex<HashMap<String, Arc<Live>>>,
    /// Becomes true when the server ends.
    ending: watch::Sender<bool>,
    /// Ends all searches.
    stop: Stop,
}

impl House {
    /// A house with the games of a store. Its agents are those of the registry, for strangers with a guard.
    ///
    /// # Errors
    /// When the system has not enough threads.
    pub fn new(limits: Limits, registry: Registry, store: Store) -> std::io::Result<Arc<House>> {
        let registry = if limits.local { registry } else { Registry::default().guarded(GUARD) };
        Ok(Arc::new(House {
            shelf: Shelf::default(),
            rates: Rates::new(limits.rate),
            registry,
            play: Pool::new("play", limits.threads.max(1), Back::Little)?,
            analysis: Pool::new("analysis", limits.threads.div_ceil(2).max(1), Back::Far)?,
            store: Arc::new(store),
            stable: Stable::new(MOST_AGENTS),
            rooms: Mutex::default(),
            ending: watch::channel(false).0,
            stop: Stop::default(),
            limits,
        }))
    }

    /// Checks that a spec names an agent that may play here.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn check_agent(&self, spec: &str) -> Result<(), Refusal> {
        // Making an agent may take a large tree; its parts are checked without it where that does.
        match self.registry.agent(spec) {
            Ok(_) => Ok(()),
            Err(error) => Err(Refusal::new(Code::Agent, error.to_string())),
        }
    }

    /// Makes a room.
    ///
    /// # Errors
    /// When it is not well described, or there are too many.
    pub async fn make(
        self: &Arc<House>,
        new: NewRoom,
        maker: Visitor,
    ) -> Result<Arc<Live>, Refusal> {
        let seed = u64::from_be_bytes(random_bytes()?);
        let check = |spec: &str| self.check_agent(spec);
        let charter = Charter::new(new, new_id()?, maker, now(), seed, &self.limits, check)?;
        self.found(charter).await
    }

    /// Makes the room of another game between the same, each a seat further.
    async fn make_rematch(
        self: &Arc<House>,
        old: &Room,
        maker: Visitor,
    ) -> Result<Arc<Live>, Refusal> {
        let mut seats: Vec<Occupant> =
            old.seats().iter().map(|seat| seat.occupant.clone()).collect();
        seats.rotate_right(1);
        let charter = Charter {
            id: new_id()?,
            created: now(),
            maker,
            seats,
            seed: u64::from_be_bytes(random_bytes()?),
            ..old.charter().clone()
        };
        self.found(charter).await
    }

    async fn found(self: &Arc<House>, charter: Charter) -> Result<Arc<Live>, Refusal> {
        let room = Room::new(charter, &self.shelf)?;
        self.must_have_room()?;
        self.store.create(room.charter()).await.map_err(|error| told(&error))?;
        let live = Live::new(self, room);
        self.rooms
            .lock()
            .expect("nobody panics with it")
            .insert(live.id().to_owned(), Arc::clone(&live));
        live.wake_up().await;
        Ok(live)
    }

    fn must_have_room(&self) -> Result<(), Refusal> {
        let awake = self.rooms.lock().expect("nobody panics with it").len();
        if awake < self.limits.rooms {
            return Ok(());
        }
        Err(Refusal::new(
            Code::TooMany,
            "there are too many games on this server now; try again later",
        ))
    }

    /// A room, from memory or from disk.
    ///
    /// # Errors
    /// When there is none with this name.
    pub async fn room(self: &Arc<House>, id: &str) -> Result<Arc<Live>, Refusal> {
        let unknown = || Refusal::new(Code::NotFound, "there is no such room");
        if id.len() > 40 || !id.bytes().all(|letter| letter.is_ascii_alphanumeric()) {
            return Err(unknown());
        }
        if let Some(live) = self.awake(id) {
            return Ok(live);
        }
        let stored = self.read(id).await?.ok_or_else(unknown)?;
        self.must_have_room()?;
        let (room, _) = self.revive(stored)?;
        let live = {
            let mut rooms = self.rooms.lock().expect("nobody panics with it");
            // Somebody else may have been as quick.
            let live = rooms.entry(id.to_owned()).or_insert_with(|| Live::new(self, room));
            Arc::clone(live)
        };
        Ok(live)
    }

    fn awake(&self, id: &str) -> Option<Arc<Live>> {
        self.rooms.lock().expect("nobody panics with it").get(id).cloned()
    }

    async fn read(&self, id: &str) -> Result<Option<Stored>, Refusal> {
        let (store, id) = (Arc::clone(&self.store), id.to_owned());
        let read = tokio::task::spawn_blocking(move || store.read(&id)).await;
        read.map_err(|error| internal(&error))?.map_err(|error| told(&error))
    }

    /// The room that was written, and when something happened in it last.
    fn revive(&self, stored: Stored) -> Result<(Room, u64), Refusal> {
        let mut room = Room::new(stored.charter, &self.shelf)?;
        for (at, event) in &stored.events {
            room.apply(event, *at).map_err(|error| internal(&error))?;
        }
        room.resume(now());
        Ok((room, stored.touched))
    }

    /// The rooms that somebody made or sits in, the latest first.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn rooms_of(self: &Arc<House>, visitor: Visitor) -> Result<Vec<Summary>, Refusal> {
        let house = Arc::clone(self);
        let list = move || -> Result<Vec<Summary>, Refusal> {
            let ids = house.store.rooms_of(&visitor, MOST_LISTED).map_err(|error| told(&error))?;
            let mut list = Vec::new();
            for id in ids {
                // The disk knows everything that has happened, also in rooms that are awake.
                if let Some(stored) = house.store.read(&id).map_err(|error| told(&error))? {
                    let (room, touched) = house.revive(stored)?;
                    list.push(room.summary(Some(&visitor), touched));
                }
            }
            Ok(list)
        };
        tokio::task::spawn_blocking(list).await.map_err(|error| internal(&error))?
    }

    /// Lets rooms sleep that nobody is in, and forgets those that nobody has touched for long.
    pub async fn tidy(&self) {
        let awake: Vec<String> = {
            let mut rooms = self.rooms.lock().expect("nobody panics with it");
            // Whoever uses a room has it too.
            rooms.retain(|_, live| Arc::strong_count(live) > 1 || !live.is_idle(IDLE));
            rooms.keys().cloned().collect()
        };
        if let Some(keep) = self.limits.keep {
            let before = now().saturating_sub(keep.as_millis() as u64);
            // What could not be forgotten now is forgotten the next time.
            let _ = self.store.forget(before, awake).await;
        }
    }

    /// Told when the server ends.
    pub fn ending(&self) -> watch::Receiver<bool> {
        self.ending.subscribe()
    }

    /// Whether the server ends.
    pub fn is_ending(&self) -> bool {
        *self.ending.borrow()
    }

    /// A switch that ends a search, alone or with the server.
    pub fn stop(&self) -> Stop {
        self.stop.part()
    }

    /// Ends all searches and sockets.
    pub fn end(&self) {
        self.ending.send_replace(true);
        self.stop.raise();
        self.play.close();
        self.analysis.close();
    }
}

/// What a failure of our own is answered with. It may name files, so that only the log has it whole.
pub fn internal(error: &dyn std::error::Error) -> Refusal {
    eprintln!("error: {error}");
    Refusal::new(Code::Internal, "something went wrong on the server")
}

fn told(error: &StoreError) -> Refusal {
    internal(error)
}

fn random_bytes<const N: usize>() -> Result<[u8; N], Refusal> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| internal(&error))?;
    Ok(bytes)
}

/// A name that cannot be guessed: twelve letters and digits that are not mistaken for each other.
fn new_id() -> Result<String, Refusal> {
    const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz234567891";
    let bytes: [u8; 12] = random_bytes()?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[*byte as usize % LETTERS.len()])).collect())
}
