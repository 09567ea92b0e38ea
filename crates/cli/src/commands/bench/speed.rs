//! Measuring rates of random play on one thread, in processor time: what other programs take does not
//! count.

use std::time::Duration;

use cornerwise_core::{GameRng, Generator, Move, Position, game_rng};
use cpu_time::ThreadTime;

/// The seed of all measured games.
const SEED: u64 = 1;

/// How the moves of a random game are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Drawn from the set of legal moves without writing a list.
    Sampled,
    /// Drawn from the full list that a generator writes.
    Listed(Generator),
}

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Method::Sampled => f.write_str("sampled"),
            Method::Listed(generator) => write!(f, "{generator}"),
        }
    }
}

/// Random games one after the other, with everything that is reused between them.
pub struct RandomPlay {
    start: Position,
    position: Position,
    list: Vec<Move>,
    rng: GameRng,
    method: Method,
    /// Games begun, moves played in them, and legal moves found on the way.
    pub games: u64,
    pub steps: u64,
    pub moves: u64,
}

impl RandomPlay {
    pub fn new(start: Position, method: Method) -> RandomPlay {
        let position = start.clone();
        let rng = game_rng(SEED, 0);
        RandomPlay { start, position, list: Vec::new(), rng, method, games: 0, steps: 0, moves: 0 }
    }

    /// Plays one game to the end.
    pub fn play(&mut self) {
        self.position.clone_from(&self.start);
        let moves = &mut self.moves;
        let seen = |count: usize| *moves += count as u64;
        let steps = match self.method {
            Method::Sampled => self.position.playout_counting(&mut self.rng, seen),
            Method::Listed(generator) => {
                self.position.playout_listing(generator, &mut self.list, &mut self.rng, seen)
            }
        };
        self.steps += steps as u64;
        self.games += 1;
    }
}

/// How often some work is done per second: the median over short windows, so that a moment in which the machine did something else
/// does not count.
pub fn rate(time: Duration, mut work: impl FnMut()) -> f64 {
    let window = (time / 20).max(Duration::from_millis(2));
    let begin = ThreadTime::now();
    let mut rates = Vec::new();
    while rates.is_empty() || begin.elapsed() < time {
        let (mut times, start) = (0_u32, ThreadTime::now());
        while times == 0 || start.elapsed() < window {
            work();
            times += 1;
        }
        rates.push(f64::from(times) / start.elapsed().as_secs_f64());
    }
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}

/// Games and legal moves per second.
pub fn rates(play: &mut RandomPlay, time: Duration) -> (f64, f64) {
    let games = rate(time, || play.play());
    (games, games * play.moves as f64 / play.games as f64)
}

/// The seconds that so many steps of random play take, and how many were really played when the
/// time for them was limited.
pub fn seconds_for_steps(play: &mut RandomPlay, steps: u64, limit: Option<Duration>) -> (f64, u64) {
    let start = ThreadTime::now();
    while play.steps < steps && limit.is_none_or(|limit| start.elapsed() < limit) {
        play.play();
    }
    let played = play.steps;
    (start.elapsed().as_secs_f64() * steps as f64 / played as f64, played)
}
