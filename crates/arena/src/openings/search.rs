//! Looking for openings after which nobody is ahead.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use cornerwise_core::{Game, GameRng, Move, Position, Symmetries, Tables, game_rng};
use cornerwise_dataset::pool::{Halt, ThreadsError};
use cornerwise_engine::{
    Agent, Budget, Candidate, Decision, Forfeit, Registry, SpecError, Stop, Turn,
};
use rand::RngExt;

/// Keeps the chance of candidates apart from that of games with the same seed.
const CANDIDATE_CHANCE: u64 = 0x6576_656e;

/// What openings are looked for.
///
/// Candidates are numbered. One is played move by move, each drawn from those that a quick search considers, in
/// proportion to how often it tried them: so that openings are sensible, and varied. Then longer searches judge it.
/// A candidate depends on all this and its number alone.
#[derive(Clone, Debug)]
pub struct OpeningSearch {
    /// The tables of the variant.
    pub tables: Arc<Tables>,
    /// How many moves an opening has.
    pub plies: usize,
    /// The spec of the agent that plays and judges. It must have an opinion on who wins.
    pub agent: String,
    /// The most simulations for a move of a candidate.
    pub quick: u64,
    /// How far each player's share of the win may be from an equal one.
    pub tolerance: f64,
    /// What all chance depends on.
    pub seed: u64,
}

/// An opening after which nobody is ahead.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// The number of the candidate.
    pub number: u64,
    /// The moves from the start.
    pub moves: Vec<Move>,
    /// Every player's share of the win, as it was judged.
    pub values: Vec<f64>,
}

/// What became of the candidates so far, in order of their numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The even ones, no two of which are the same up to symmetry and the order of moves.
    pub openings: Vec<Opening>,
    /// Candidates looked at.
    pub tried: u64,
    /// Those that had come up before.
    pub doubles: u64,
    /// Those in which somebody was ahead.
    pub uneven: u64,
    /// Those in which the game was over too soon.
    pub short: u64,
}

/// Why no openings can be found.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The spec names no agent.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The agent broke down.
    #[error("agent \"{agent}\": {forfeit}")]
    Forfeit {
        /// The spec.
        agent: String,
        /// What it says.
        forfeit: Forfeit,
    },
    /// The agent does not say who wins.
    #[error("agent \"{0}\" has no opinion on who wins; one that has is uct")]
    NoOpinion(String),
    /// The system has no more threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}

/// A candidate that was looked at.
struct Judged {
    number: u64,
    moves: Vec<Move>,
    /// `None` when it came up before.
    values: Option<Vec<f64>>,
}

impl OpeningSearch {
    /// Looks at candidates until so many openings are found, so many candidates were tried, or the stop is
    /// raised. `watch` sees every change.
    ///
    /// Without a stop the result is the same for any number of threads, unless the agent's own limits are a time
    /// or it has several threads itself.
    ///
    /// # Errors
    /// When the agent does not exist, breaks down or has no opinion, or threads cannot be started.
    pub fn run(
        &self,
        registry: &Registry,
        wanted: usize,
        tries: u64,
        threads: usize,
        stop: &Stop,
        mut watch: impl FnMut(&Found),
    ) -> Result<Found, OpeningError> {
        let mut agents = Vec::new();
        for _ in 0..threads.max(1) {
            agents.push(registry.agent(&self.agent)?);
        }
        let stop = stop.part();
        let desk = Desk {
            symmetries: Symmetries::new(&self.tables),
            tries,
            next: AtomicU64::new(0),
            known: Mutex::new(HashMap::new()),
            stop: &stop,
        };
        let mut found = Found::default();
        if wanted == 0 {
            return Ok(found);
        }
        let (sender, judged) = mpsc::channel();
        thread::scope(|scope| {
            // However this ends, nobody goes on searching.
            let _halt = Halt(&stop);
            for mut agent in agents {
                let (sender, desk, stop) = (sender.clone(), &desk, &stop);
                let work = move || {
                    while let Some(number) = desk.next() {
                        let judged = self.judge(number, agent.as_mut(), desk);
                        // What an interrupted search says does not count.
                        if stop.is_raised() || sender.send(judged).is_err() {
                            return;
                        }
                    }
                };
                let started = thread::Builder::new().spawn_scoped(scope, work);
                started.map_err(|error| ThreadsError { count: threads, error })?;
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut seen = BTreeSet::new();
            for judged in judged {
                let judged = judged?;
                waiting.insert(judged.number, judged);
                while let Some(judged) = waiting.remove(&found.tried) {
                    let identity = desk.symmetries.identity(&judged.moves);
                    self.sort(judged, seen.insert(identity), &mut found);
                    watch(&found);
                    if found.openings.len() == wanted {
                        return Ok(found);
                    }
                }
            }
            Ok(found)
        })
    }

    /// Puts the next candidate where it belongs.
    fn sort(&self, judged: Judged, is_new: bool, found: &mut Found) {
        found.tried += 1;
        if judged.moves.len() < self.plies {
            found.short += 1;
            return;
        }
        let Some(values) = judged.values.filter(|_| is_new) else {
            found.doubles += 1;
            return;
        };
        let equal = 1.0 / values.len() as f64;
        if values.iter().all(|value| (value - equal).abs() <= self.tolerance) {
            found.openings.push(Opening { number: judged.number, moves: judged.moves, values });
        } else {
            found.uneven += 1;
        }
    }

    fn judge(
        &self,
        number: u64,
        agent: &mut dyn Agent,
        desk: &Desk<'_>,
    ) -> Result<Judged, OpeningError> {
        let mut rng = game_rng(self.seed ^ CANDIDATE_CHANCE, number);
        let seed: u32 = rng.random();
        agent.new_game(seed.into());
        let mut game = Game::new(Position::new(&self.tables));
        let quick = Budget { simulations: Some(self.quick), ..Budget::default() };
        while game.moves().len() < self.plies && !game.position().is_over() {
            let decision = self.ask(agent, &game, seed, quick, desk.stop)?;
            let mv = draw(&decision, &mut rng);
            game.play(mv).map_err(|error| {
                self.broken(Forfeit::Failed(format!("illegal candidate {mv}: {error}")))
            })?;
        }
        let moves = game.moves().to_vec();
        let is_candidate = moves.len() == self.plies && !game.position().is_over();
        if !is_candidate || desk.is_double(number, &moves) {
            let moves = if is_candidate { moves } else { Vec::new() };
            return Ok(Judged { number, moves, values: None });
        }
        Ok(Judged { number, moves, values: Some(self.values(agent, game, seed, desk.stop)?) })
    }

    /// Every player's share of the win: the mean of what each colour thinks in turn, along the line that they
    /// would play.
    ///
    /// A search values the move that it found best, and so makes whoever moves look better than they are; on
    /// Duo by more than a tenth of the win. Asked in turn, everybody has that advantage once.
    fn values(
        &self,
        agent: &mut dyn Agent,
        mut game: Game,
        seed: u32,
        stop: &Stop,
    ) -> Result<Vec<f64>, OpeningError> {
        let variant = self.tables.variant();
        let mut opinions: Vec<Vec<f64>> = Vec::new();
        while opinions.len() < variant.colour_count() && !game.position().is_over() {
            let decision = self.ask(agent, &game, seed, Budget::default(), stop)?;
            let opinion = decision.values;
            opinions.push(opinion.ok_or_else(|| OpeningError::NoOpinion(self.agent.clone()))?);
            game.play(decision.mv).expect("a turn answers legal moves");
        }
        let mean = |player: usize| {
            let sum: f64 = opinions.iter().map(|values| values[player]).sum();
            sum / opinions.len() as f64
        };
        Ok((0..variant.player_count()).map(mean).collect())
    }

    fn ask(
        &self,
        agent: &mut dyn Agent,
        game: &Game,
        seed: u32,
        budget: Budget,
        stop: &Stop,
    ) -> Result<Decision, OpeningError> {
        let turn = Turn { budget, ..Turn::new(game, seed.into(), stop) };
        turn.ask(agent).map_err(|forfeit| self.broken(forfeit))
    }

    fn broken(&self, forfeit: Forfeit) -> OpeningError {
        OpeningError::Forfeit { agent: self.agent.clone(), forfeit }
    }
}

/// One of the considered moves, in proportion to its visits; the chosen one if nothing was considered.
fn draw(decision: &Decision, rng: &mut GameRng) -> Move {
    let visits = |candidate: &Candidate| candidate.visits;
    let total: u64 = decision.candidates.iter().map(visits).sum();
    if total == 0 {
        return decision.mv;
    }
    let mut rest = rng.random_range(0..total);
    for candidate in &decision.candidates {
        if rest < candidate.visits {
            return candidate.mv;
        }
        rest -= candidate.visits;
    }
    decision.mv
}

/// What the threads share.
struct Desk<'s> {
    symmetries: Symmetries,
    tries: u64,
    /// The number of the candidate that nobody has taken yet.
    next: AtomicU64,
    /// The lowest number of every candidate that came up.
    known: Mutex<HashMap<u64, u64>>,
    stop: &'s Stop,
}

impl Desk<'_> {
    fn next(&self) -> Option<u64> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        (next < self.tries && !self.stop.is_raised()).then_some(next)
    }

    /// Whether an earlier candidate is known to be the same, so that nobody needs to judge this one.
    ///
    /// When the earlier one comes up later both are judged, and the second is dropped where they are sorted: who
    /// is faster changes the work, not the result.
    fn is_double(&self, number: u64, moves: &[Move]) -> bool {
        let identity = self.symmetries.identity(moves);
        let mut known = self.known.lock().expect("nobody panics with it");
        let lowest = known.entry(identity).or_insert(number);
        let is_double = *lowest < number;
        *lowest = number.min(*lowest);
        is_double
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(variant: &str, agent: &str) -> OpeningSearch {
        OpeningSearch {
            tables: Tables::new(variant.parse().unwrap()),
            plies: 3,
            agent: agent.to_owned(),
            quick: 40,
            tolerance: 0.25,
            seed: 3,
        }
    }

    fn run(search: &OpeningSearch, wanted: usize, tries: u64, threads: usize) -> Found {
        let stop = Stop::default();
        search.run(&Registry::default(), wanted, tries, threads, &stop, |_| {}).unwrap()
    }

    #[test]
    fn openings_are_legal_even_and_all_different() {
        for variant in ["7x7", "10x10-3", "10x10-4"] {
            let search = search(variant, "uct-enhanced:sims=60");
            let found = run(&search, 6, 60, 1);
            assert_eq!(found.openings.len(), 6, "{variant}: {found:?}");
            let sorted = 6 + found.doubles + found.uneven + found.short;
            assert_eq!(found.tried, sorted, "{variant}");
            let players = search.tables.variant().player_count();
            let symmetries = Symmetries::new(&search.tables);
            let mut identities = BTreeSet::new();
            for opening in &found.openings {
                let mut position = Position::new(&search.tables);
                assert_eq!(opening.moves.len(), 3);
                for &mv in &opening.moves {
                    position.play(mv).unwrap();
                }
                assert!(identities.insert(symmetries.identity(&opening.moves)));
                assert_eq!(opening.values.len(), players);
                let even = 1.0 / players as f64;
                assert!(opening.values.iter().all(|value| (value - even).abs() <= 0.25));
            }
        }
    }

    #[test]
    fn openings_are_the_same_on_any_number_of_threads() {
        let search =
            OpeningSearch { plies: 1, tolerance: 0.4, ..search("4x4", "uct-enhanced:sims=30") };
        let alone = run(&search, 8, 200, 1);
        assert_eq!(alone, run(&search, 8, 200, 3));
        assert!(alone.doubles > 0, "a small board repeats itself: {alone:?}");
        let other = OpeningSearch { seed: 4, ..search };
        assert_ne!(alone.openings, run(&other, 8, 200, 1).openings);
    }

    #[test]
    fn a_search_ends_with_its_candidates() {
        let mut search = search("7x7", "uct:sims=20");
        search.tolerance = -1.0;
        let found = run(&search, 5, 9, 2);
        assert_eq!((found.tried, found.openings.len()), (9, 0));
        // Nobody can play fifty moves on a board of 16 cells.
        let search = OpeningSearch { plies: 50, ..self::search("4x4", "uct:sims=5") };
        assert_eq!(run(&search, 5, 3, 1).short, 3);
    }

    #[test]
    fn who_has_no_opinion_cannot_judge() {
        let stop = Stop::default();
        for (agent, says) in [("largest", "no opinion"), ("nobody", "unknown name")] {
            let search = search("7x7", agent);
            let error = search.run(&Registry::default(), 1, 9, 1, &stop, |_| {}).unwrap_err();
            assert!(error.to_string().contains(says), "{error}");
        }
    }

    #[test]
    fn moves_are_drawn_by_their_visits() {
        let start = Position::new(&Tables::new("7x7".parse().unwrap()));
        let moves = start.legal_moves();
        let candidate = |at: usize, visits| Candidate::valued(moves[at], visits, 0.0);
        let mut decision = Decision::of(moves[0]);
        let mut rng = game_rng(1, 1);
        assert_eq!(draw(&decision, &mut rng), moves[0]);
        decision.candidates = vec![candidate(1, 30), candidate(2, 0), candidate(3, 10)];
        let mut drawn = [0; 4];
        for _ in 0..4000 {
            let mv = draw(&decision, &mut rng);
            drawn[moves.iter().position(|&other| other == mv).unwrap()] += 1;
        }
        assert_eq!((drawn[0], drawn[2]), (0, 0));
        assert!((2800..3200).contains(&drawn[1]), "{drawn:?}");
    }
}
