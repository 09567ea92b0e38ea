//! How much anybody may ask for.

use std::time::Duration;

use crate::agents::half_of_machine;

/// What a server allows.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Whether everybody on it is trusted: the server of one's own machine.
    pub local: bool,
    /// Whether specs of agents may name programs to start and files to read.
    pub programs: bool,
    /// The most rooms that are awake at a time.
    pub rooms: usize,
    /// How many of them one visitor may have made.
    pub rooms_of_visitor: usize,
    /// How many of them may have been made or woken from one address.
    pub rooms_of_address: usize,
    /// The most `WebSocket`s at a time.
    pub sockets: usize,
    /// How many of them one address may have.
    pub sockets_of_address: usize,
    /// The most connections at a time that are not `WebSocket`s yet.
    pub connections: usize,
    /// How many of them one address may have.
    pub connections_of_address: usize,
    /// The longest time for the head of a request, from the moment that one is awaited, and then for its body.
    pub request: Duration,
    /// The most analyses and reviews of one visitor at a time.
    pub analyses_of_visitor: usize,
    /// The most analyses and reviews of one address at a time.
    pub analyses_of_address: usize,
    /// The largest message or body, in bytes.
    pub message: usize,
    /// The most messages a second from a socket, and requests a second from an address.
    pub rate: f64,
    /// The longest time for a move of an agent.
    pub thinking: Duration,
    /// The same in a game that no person plays in.
    pub unattended: Duration,
    /// For how long an agent goes on thinking while somebody at another address waits for a thread.
    pub contended: Duration,
    /// The longest time for an analysis.
    pub analysis: Duration,
    /// How many threads think about moves; half as many analyse.
    pub threads: usize,
    /// The memory of all agents together, in MiB.
    pub memory: usize,
    /// Rooms that nobody has touched for so long are forgotten; never, if there is no time.
    pub keep: Option<Duration>,
}

/// For the server of one's own machine.
impl Default for Limits {
    fn default() -> Limits {
        Limits {
            local: true,
            programs: false,
            rooms: 1000,
            rooms_of_visitor: 1000,
            rooms_of_address: 1000,
            sockets: 1000,
            sockets_of_address: 1000,
            connections: 1000,
            connections_of_address: 1000,
            request: Duration::from_secs(10),
            analyses_of_visitor: 1000,
            analyses_of_address: 1000,
            message: 256 << 10,
            rate: 100.0,
            thinking: Duration::from_mins(10),
            unattended: Duration::from_mins(10),
            contended: Duration::from_secs(5),
            analysis: Duration::from_hours(1),
            threads: std::thread::available_parallelism().map_or(2, usize::from),
            memory: half_of_machine(),
            keep: None,
        }
    }
}

impl Limits {
    /// For strangers.
    #[must_use]
    pub fn hosted() -> Limits {
        Limits {
            local: false,
            rooms: 2000,
            rooms_of_visitor: 20,
            rooms_of_address: 100,
            sockets: 4000,
            sockets_of_address: 200,
            connections: 2000,
            connections_of_address: 100,
            analyses_of_visitor: 2,
            analyses_of_address: 8,
            message: 64 << 10,
            rate: 20.0,
            thinking: Duration::from_secs(30),
            unattended: Duration::from_secs(5),
            analysis: Duration::from_mins(5),
            keep: Some(Duration::from_hours(30 * 24)),
            ..Limits::default()
        }
    }

    /// How many threads one address may keep busy: where strangers are served, one is left to the others.
    pub(crate) fn threads_of_address(&self, threads: usize) -> usize {
        if self.local { threads } else { threads.saturating_sub(1).max(1) }
    }
}
