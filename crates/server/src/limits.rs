//! How much anybody may ask for.

use std::time::Duration;

/// What a server allows.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Whether everybody on it is trusted: the server of one's own machine.
    pub local: bool,
    /// The most rooms that are awake at a time.
    pub rooms: usize,
    /// The most `WebSocket`s at a time.
    pub sockets: usize,
    /// The largest message or body, in bytes.
    pub message: usize,
    /// The most messages a second from a socket, and requests a second from an address.
    pub rate: f64,
    /// The longest time for a move of an agent.
    pub thinking: Duration,
    /// The longest time for an analysis.
    pub analysis: Duration,
    /// How many threads think about moves; half as many analyse.
    pub threads: usize,
    /// Rooms that nobody has touched for so long are forgotten; never, if there is no time.
    pub keep: Option<Duration>,
}

/// For the server of one's own machine.
impl Default for Limits {
    fn default() -> Limits {
        Limits {
            local: true,
            rooms: 1000,
            sockets: 1000,
            message: 256 << 10,
            rate: 100.0,
            thinking: Duration::from_mins(10),
            analysis: Duration::from_hours(1),
            threads: std::thread::available_parallelism().map_or(2, usize::from),
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
            sockets: 4000,
            message: 64 << 10,
            rate: 20.0,
            thinking: Duration::from_secs(30),
            analysis: Duration::from_mins(5),
            keep: Some(Duration::from_hours(30 * 24)),
            ..Limits::default()
        }
    }
}
