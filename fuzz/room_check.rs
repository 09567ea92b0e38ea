//! What must hold for any messages that are sent to a room.

use cornerwise_core::{Game, Ply, Position};
use cornerwise_server::position_spec::{PositionSpec, TablesCache};
use cornerwise_server::room::{Action, Event, NewRoom, NewSeat, Presence, Room, RoomConfig};
use cornerwise_server::visitor::Visitor;
use cornerwise_server::{Envelope, Limits};

/// Somebody with this number.
fn visitor(number: u8) -> Visitor {
    let text = format!("\"{}\"", format!("{number:02x}").repeat(32));
    serde_json::from_str(&text).unwrap()
}

fn config(variant: &str, seats: Vec<NewSeat>) -> RoomConfig {
    let new = NewRoom {
        variant: variant.to_owned(),
        seats,
        random_seats: false,
        clock: None,
        pace: None,
        hints: true,
        chat: true,
        setup: None,
        moves: Vec::new(),
    };
    RoomConfig::new(new, "room".to_owned(), visitor(1), 1000, 7, &Limits::default(), |_| Ok(()))
        .unwrap()
}

/// A room, and all that has happened in it.
pub struct Table {
    tables_cache: TablesCache,
    pub room: Room,
    events: Vec<(u64, Event)>,
    now: u64,
}

impl Table {
    /// Three seats on a small board: one of who made the room, an open one and an agent.
    pub fn new() -> Table {
        let tables_cache = TablesCache::default();
        let agent = NewSeat::Agent { agent: "largest".to_owned(), time: None };
        let config = config("6x6-3", vec![NewSeat::Me { name: None }, NewSeat::Open {}, agent]);
        let room = Room::new(config, &tables_cache).unwrap();
        Table { tables_cache, room, events: Vec::new(), now: 1000 }
    }

    /// Somebody sends a text; nobody has the number 0. Answers whether anything happened.
    pub fn send(&mut self, who: u8, text: &str) -> bool {
        self.now += 10;
        let who = (who > 0).then(|| visitor(who));
        let before = self.room.version();
        let verdict = match Envelope::<Action>::read(text) {
            Err(unread) => Err(unread.refusal),
            Ok(envelope) => {
                self.room.decide(who.as_ref(), &envelope.content, self.now, &Limits::default())
            }
        };
        match verdict {
            Err(refusal) => {
                assert!(
                    !refusal.message.is_empty() && refusal.message.lines().count() == 1,
                    "{refusal:?}"
                );
                assert_eq!(self.room.version(), before);
                return false;
            }
            Ok(verdict) => self.happen(verdict.events),
        }
        self.room.version() > before
    }

    /// The agent moves, if it is its turn.
    pub fn agent_moves(&mut self) -> bool {
        if self.room.due().is_none() {
            return false;
        }
        let mv = self.room.position().legal_moves()[0];
        let events = self.room.play(mv, self.now).unwrap().events;
        self.happen(events);
        true
    }

    fn happen(&mut self, events: Vec<Event>) {
        for event in events {
            let written = serde_json::to_string(&event).unwrap();
            assert_eq!(serde_json::from_str::<Event>(&written).unwrap(), event);
            self.room.apply(&event, self.now).unwrap();
            self.events.push((self.now, event));
        }
    }

    /// What is on disk makes the same room again, and its game keeps to the rules.
    pub fn check(&self) {
        let mut again = Room::new(self.room.config().clone(), &self.tables_cache).unwrap();
        for (at, event) in &self.events {
            again.apply(event, *at).unwrap();
        }
        for who in [None, Some(visitor(1)), Some(visitor(2)), Some(visitor(3))] {
            assert_eq!(self.told(&self.room, who), self.told(&again, who));
        }
        let PositionSpec { moves, .. } = self.room.position_spec();
        let mut game = Game::new(Position::new(&self.tables_cache.tables("6x6-3").unwrap()));
        for ply in moves {
            let Ply::Move(mv) = ply else { panic!("a room leaves out passes") };
            game.play(mv).unwrap();
        }
        assert!(game.position() == self.room.position());
    }

    fn told(&self, room: &Room, who: Option<Visitor>) -> String {
        let presence = Presence { is_connected: &|_| false, spectators: 0, thinking: None };
        let position = serde_json::value::to_raw_value(&room.position_state()).unwrap();
        serde_json::to_string(&room.state(who.as_ref(), position, &presence, self.now)).unwrap()
    }
}

/// Each line begins with who sends it, `0` to `3`, or is `m` for a move of the agent.
pub fn room(data: &[u8]) {
    let mut table = Table::new();
    for line in String::from_utf8_lossy(data).lines().take(200) {
        match line.as_bytes().first() {
            Some(b'm') => {
                table.agent_moves();
            }
            Some(who @ b'0'..=b'3') => {
                table.send(who - b'0', &line[1..]);
            }
            _ => {}
        }
    }
    table.check();
}
