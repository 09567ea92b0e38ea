//! What all requests share: the rooms that are awake, the games on disk, the threads that think.

mod hint;
mod live;
mod presence;
mod thinking;

pub use hint::Hint;
pub use live::{Done, Live};
pub use presence::{CrowdState, Present};

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cornerwise_engine::{Guard, Registry, Stop};
use tokio::sync::watch;

use crate::agents::Agents;
use crate::clock::now;
use crate::limits::Limits;
use crate::pool::{Back, Origin, Owner, Pool};
use crate::position_spec::TablesCache;
use crate::rate::Rates;
use crate::refusal::{Code, Refusal};
use crate::room::{NewRoom, Occupant, Room, RoomConfig, RoomSummary};
use crate::shares::{Full, Share, Shares};
use crate::store::{Store, StoreError, Stored};
use crate::visitor::Visitor;

/// What an agent of a stranger may take.
const GUARD: Guard = Guard { threads: 1, mib: 288 };
/// How long a room stays awake that nobody is in.
const IDLE: Duration = Duration::from_mins(5);
/// How many rooms a list has.
const MOST_LISTED: usize = 50;

/// What all requests share.
pub struct AppState {
    /// What is allowed.
    pub limits: Limits,
    /// Tables of variants.
    pub tables_cache: TablesCache,
    /// How often everybody asks.
    pub rates: Rates,
    /// The agents that may be asked for.
    pub agents: Agents,
    /// The threads that analyse.
    pub analysis: Pool,
    play: Pool,
    store: Arc<Store>,
    analyses_of_visitors: Arc<Shares<(Origin, u64)>>,
    analyses_of_addresses: Arc<Shares<Origin>>,
    rooms: Mutex<HashMap<String, Arc<Live>>>,
    /// Becomes true when the server ends.
    ending: watch::Sender<bool>,
    /// Ends all searches.
    stop: Stop,
}

impl AppState {
    /// The state of a server with the games of a store. Its agents are those of the registry where programs are allowed, and else those
    /// that think for themselves.
    ///
    /// # Errors
    /// When the system has not enough threads.
    pub fn new(limits: Limits, registry: Registry, store: Store) -> std::io::Result<Arc<AppState>> {
        let registry = match (limits.programs, limits.local) {
            (true, _) => registry,
            (false, true) => Registry::default().guarded(Guard { threads: 256, mib: i64::MAX }),
            (false, false) => Registry::default().guarded(GUARD),
        };
        let pool = |name: &str, threads: usize, back: Back| {
            Pool::new(name, threads, limits.threads_of_address(threads), back)
        };
        Ok(Arc::new(AppState {
            tables_cache: TablesCache::default(),
            rates: Rates::new(limits.rate),
            agents: Agents::new(registry, limits.memory, !limits.local),
            play: pool("play", limits.threads.max(1), Back::Little)?,
            analysis: pool("analysis", limits.threads.div_ceil(2).max(1), Back::Far)?,
            store: Arc::new(store),
            analyses_of_visitors: Shares::new(usize::MAX, limits.analyses_of_visitor),
            analyses_of_addresses: Shares::new(usize::MAX, limits.analyses_of_address),
            rooms: Mutex::default(),
            ending: watch::channel(false).0,
            stop: Stop::default(),
            limits,
        }))
    }

    /// Lets somebody begin an analysis or a review, which counts until the answer is dropped.
    ///
    /// # Errors
    /// When they have too many.
    pub fn begin_analysis(&self, owner: &Owner) -> Result<AnalysisShare, Refusal> {
        let refuse = |_: Full| {
            let text = "you have as many analyses and reviews as are allowed at a time";
            Refusal::new(Code::TooMany, text)
        };
        let visitor =
            self.analyses_of_visitors.take((owner.origin, owner.visitor)).map_err(refuse)?;
        let address = self.analyses_of_addresses.take(owner.origin).map_err(refuse)?;
        Ok(AnalysisShare { _visitor: visitor, _address: address })
    }

    /// Makes a room.
    ///
    /// # Errors
    /// When it is not well described, or there are too many.
    pub async fn make(
        self: &Arc<AppState>,
        new: NewRoom,
        maker: Visitor,
        origin: Origin,
    ) -> Result<Arc<Live>, Refusal> {
        let seed = u64::from_be_bytes(random_bytes()?);
        let check = |spec: &str| self.agents.check(spec);
        let config = RoomConfig::new(new, new_id()?, maker, now(), seed, &self.limits, check)?;
        self.found(config, origin).await
    }

    /// Makes the room of another game between the same, each a seat further.
    async fn make_rematch(
        self: &Arc<AppState>,
        old: &Room,
        maker: Visitor,
        origin: Origin,
    ) -> Result<Arc<Live>, Refusal> {
        let mut seats: Vec<Occupant> =
            old.seats().iter().map(|seat| seat.occupant.clone()).collect();
        seats.rotate_right(1);
        let config = RoomConfig {
            id: new_id()?,
            created: now(),
            maker,
            seats,
            move_delay: old.chosen_move_delay(),
            seed: u64::from_be_bytes(random_bytes()?),
            ..old.config().clone()
        };
        self.found(config, origin).await
    }

    async fn found(
        self: &Arc<AppState>,
        config: RoomConfig,
        origin: Origin,
    ) -> Result<Arc<Live>, Refusal> {
        let room = Room::new(config, &self.tables_cache)?;
        self.make_room(&room.config().maker, origin)?;
        self.store.create(room.config()).await.map_err(|error| told(&error))?;
        let live = Live::new(self, room, origin);
        self.rooms
            .lock()
            .expect("nobody panics with it")
            .insert(live.id().to_owned(), Arc::clone(&live));
        live.wake_up().await;
        Ok(live)
    }

    /// Sees to it that one more room may be awake; those that nobody is in go to sleep for it.
    fn make_room(&self, maker: &Visitor, origin: Origin) -> Result<(), Refusal> {
        let mut rooms = self.rooms.lock().expect("nobody panics with it");
        let limits = &self.limits;
        let mut keep_to = |most: usize, is_counted: &dyn Fn(&Live) -> bool, text: &str| {
            let mut count = rooms.values().filter(|live| is_counted(live)).count();
            if count >= most {
                rooms.retain(|_, live| !is_counted(live) || !live.can_sleep());
                count = rooms.values().filter(|live| is_counted(live)).count();
            }
            if count < most { Ok(()) } else { Err(Refusal::new(Code::TooMany, text)) }
        };
        keep_to(
            limits.rooms_of_visitor,
            &|live| live.maker() == maker,
            "you have too many games under way; leave one of them first",
        )?;
        keep_to(
            limits.rooms_of_address,
            &|live| live.origin() == origin,
            "there are too many games under way from your address",
        )?;
        keep_to(
            limits.rooms,
            &|_| true,
            "there are too many games on this server now; try again later",
        )
    }

    /// A room, from memory or from disk. Whoever wakes it has one more room.
    ///
    /// # Errors
    /// When there is none with this name.
    pub async fn room(
        self: &Arc<AppState>,
        id: &str,
        origin: Origin,
    ) -> Result<Arc<Live>, Refusal> {
        let unknown = || Refusal::new(Code::NotFound, "there is no such room");
        if id.len() > 40 || !id.bytes().all(|letter| letter.is_ascii_alphanumeric()) {
            return Err(unknown());
        }
        if let Some(live) = self.awake(id) {
            return Ok(live);
        }
        let stored = self.read(id).await?.ok_or_else(unknown)?;
        self.make_room(&stored.config.maker, origin)?;
        let (room, _) = self.revive(stored)?;
        let live = {
            let mut rooms = self.rooms.lock().expect("nobody panics with it");
            // Somebody else may have been as quick.
            let live = rooms.entry(id.to_owned()).or_insert_with(|| Live::new(self, room, origin));
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
        let mut room = Room::new(stored.config, &self.tables_cache)?;
        for (at, event) in &stored.events {
            room.apply(event, *at).map_err(|error| internal(&error))?;
        }
        room.resume(now());
        Ok((room, stored.touched))
    }

    /// The rooms that somebody made or sits in, the latest first, without those that are damaged.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn rooms_of(
        self: &Arc<AppState>,
        visitor: Visitor,
    ) -> Result<Vec<RoomSummary>, Refusal> {
        let app = Arc::clone(self);
        let list = move || -> Result<Vec<RoomSummary>, Refusal> {
            let ids = app.store.rooms_of(&visitor, MOST_LISTED).map_err(|error| told(&error))?;
            let mut list = Vec::new();
            for id in ids {
                // The disk knows everything that has happened, also in rooms that are awake.
                let stored = match app.store.read(&id) {
                    // The log tells of a damaged room; the others can be played.
                    Err(error @ StoreError::Content { .. }) => {
                        told(&error);
                        continue;
                    }
                    read => read.map_err(|error| told(&error))?,
                };
                let Some(stored) = stored else { continue };
                match app.revive(stored) {
                    Ok((room, touched)) => list.push(room.summary(Some(&visitor), touched)),
                    Err(refusal) => eprintln!("error: room {id} cannot be opened: {refusal}"),
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
            rooms.retain(|_, live| !live.is_idle(IDLE) || !live.can_sleep());
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

/// Ready when the server ends.
pub(crate) async fn server_ends(ending: &mut watch::Receiver<bool>) {
    // Who cannot be told any more has ended too.
    let _ = ending.wait_for(|ends| *ends).await;
}

/// An analysis or a review that is counted, until this is dropped.
pub struct AnalysisShare {
    _visitor: Share<(Origin, u64)>,
    _address: Share<Origin>,
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
