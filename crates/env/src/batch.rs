//! Thousands of games that are stepped together.

use std::sync::{Arc, Mutex};

use cornerwise_core::{Colour, Move};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::autoreset::Autoreset;
use crate::environment::Environment;
use crate::error::EnvError;
use crate::illegal::Illegal;
use crate::opponents::Opponents;
use crate::outputs::{Masks, Outputs, Rows};
use crate::setup::Setup;

/// Games with the same options, stepped together on several threads.
///
/// Every game has its own seed, and is the same alone and in a batch of any size on any number of threads.
///
/// ```
/// use cornerwise_env::{Autoreset, Batch, Options, Outputs, Setup};
/// let setup = Setup::new(Options::new("duo".parse().unwrap())).unwrap();
/// let mut batch = Batch::new(&setup, 16, 1, Autoreset::NextStep).unwrap();
/// let (mut actions, mut rewards, mut terminated) = (vec![0; 16], vec![0.0; 32], vec![0; 16]);
/// batch.reset_all(1, &mut Outputs { sampled: &mut actions, ..Outputs::default() }).unwrap();
/// while terminated.iter().all(|&ended| ended == 0) {
///     let played = actions.clone();
///     let (rewards, terminated) = (&mut rewards[..], &mut terminated[..]);
///     batch.step(&played, &mut Outputs { rewards, terminated, sampled: &mut actions, ..Outputs::default() }).unwrap();
/// }
/// assert!(rewards.iter().any(|&reward| reward == 1.0 || reward == 0.0));
/// ```
pub struct Batch {
    setup: Arc<Setup>,
    games: Vec<Environment>,
    autoreset: Autoreset,
    threads: usize,
    /// None for one thread, which is the caller's.
    pool: Option<Pool>,
    teams: Mutex<Vec<Team>>,
}

/// Threads, and the process that they belong to.
struct Pool {
    threads: ThreadPool,
    process: u32,
}

/// What one thread needs.
struct Team {
    opponents: Opponents,
    list: Vec<Move>,
}

/// What is done with every game.
#[derive(Clone, Copy)]
enum Job<'a> {
    /// Begin anew with these seeds, or the next game.
    Reset(Option<&'a [u64]>),
    /// Begin those anew whose flag is set.
    ResetSome(&'a [bool]),
    /// Play these actions.
    Step(&'a [i64]),
    /// Only write.
    Look,
}

impl<'a> Job<'a> {
    /// The part for so many games from this one on.
    fn part(self, from: usize, games: usize) -> Job<'a> {
        match self {
            Job::Reset(seeds) => Job::Reset(seeds.map(|seeds| &seeds[from..from + games])),
            Job::ResetSome(flags) => Job::ResetSome(&flags[from..from + games]),
            Job::Step(actions) => Job::Step(&actions[from..from + games]),
            Job::Look => Job::Look,
        }
    }
}

/// Games come in several parts a thread, since some take longer than others.
const PARTS: usize = 4;

impl Batch {
    /// So many games, which are to be reset before anything else.
    ///
    /// # Errors
    /// When there are no games, agents cannot be made, or threads cannot be started.
    pub fn new(
        setup: &Arc<Setup>,
        games: usize,
        threads: usize,
        autoreset: Autoreset,
    ) -> Result<Batch, EnvError> {
        if games == 0 {
            return Err(EnvError::NoGames);
        }
        let threads = threads.clamp(1, games);
        let mut teams = Vec::new();
        for _ in 0..threads {
            teams.push(Team { opponents: setup.opponents()?, list: Vec::new() });
        }
        Ok(Batch {
            setup: setup.clone(),
            games: vec![Environment::new(setup); games],
            autoreset,
            threads,
            pool: (threads > 1).then(|| Pool::new(threads)).transpose()?,
            teams: Mutex::new(teams),
        })
    }

    /// The games.
    pub fn games(&self) -> &[Environment] {
        &self.games
    }

    /// One of the games, to be changed.
    pub fn game_mut(&mut self, game: usize) -> Option<&mut Environment> {
        self.games.get_mut(game)
    }

    /// What the games share.
    pub fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// When games begin anew.
    pub fn autoreset(&self) -> Autoreset {
        self.autoreset
    }

    /// On how many threads games are stepped.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Resets all games, with a seed for each or, without seeds, to the next game of their seeds.
    ///
    /// # Errors
    /// When there is not a seed for each game, or an array has not a row for each.
    pub fn reset(
        &mut self,
        seeds: Option<&[u64]>,
        outputs: &mut Outputs<'_>,
    ) -> Result<(), EnvError> {
        if let Some(seeds) = seeds {
            self.check_length("seeds", seeds.len())?;
        }
        self.run(Job::Reset(seeds), outputs)
    }

    /// Resets all games, the first one with this seed and each other one with the seed after.
    ///
    /// # Errors
    /// When an array has not a row for each game.
    pub fn reset_all(&mut self, seed: u64, outputs: &mut Outputs<'_>) -> Result<(), EnvError> {
        let seeds: Vec<u64> = (0..self.games.len() as u64).map(|i| seed.wrapping_add(i)).collect();
        self.reset(Some(&seeds), outputs)
    }

    /// Resets the games whose flag is set to the next game of their seeds; rows of others are written too.
    ///
    /// # Errors
    /// When there is not a flag for each game, or an array has not a row for each.
    pub fn reset_some(
        &mut self,
        flags: &[bool],
        outputs: &mut Outputs<'_>,
    ) -> Result<(), EnvError> {
        self.check_length("flags", flags.len())?;
        self.run(Job::ResetSome(flags), outputs)
    }

    /// Plays an action in each game.
    ///
    /// Games that are over are handled as the autoreset mode says; where they are not reset, nothing happens to them and they end with
    /// each step, with rewards of 0.
    ///
    /// # Errors
    /// When there is not an action for each game, an array has not a row for each, or an action is illegal and that is to be an error:
    /// then nothing was played in any game.
    pub fn step(&mut self, actions: &[i64], outputs: &mut Outputs<'_>) -> Result<(), EnvError> {
        self.check_length("actions", actions.len())?;
        outputs.check(self.games.len(), Rows::new(&self.setup))?;
        if self.setup.options.illegal == Illegal::Raise {
            for (game, &action) in self.games.iter().zip(actions) {
                if let Some(colour) = game.to_play() {
                    game.find(colour, action)?;
                }
            }
        }
        self.run(Job::Step(actions), outputs)
    }

    /// Writes what the games look like; there are no rewards.
    ///
    /// # Errors
    /// When an array has not a row for each game.
    pub fn look(&mut self, outputs: &mut Outputs<'_>) -> Result<(), EnvError> {
        self.run(Job::Look, outputs)
    }

    /// Draws a legal action in each game, 0 for those that are over.
    ///
    /// # Errors
    /// When there is not room for an action of each game.
    pub fn sample_legal(&mut self, actions: &mut [i64]) -> Result<(), EnvError> {
        self.check_length("actions", actions.len())?;
        self.look(&mut Outputs { sampled: actions, ..Outputs::default() })
    }

    /// The legal actions of all games, one game after the other, and where those of each game begin; the last offset is their number.
    pub fn legal_actions(&self) -> (Vec<i64>, Vec<i32>) {
        let (mut offsets, mut actions) = (vec![0], Vec::new());
        let mut list = Vec::new();
        for game in &self.games {
            actions.extend(game.actions(&mut list).map(|action| action as i32));
            offsets.push(actions.len() as i64);
        }
        (offsets, actions)
    }

    /// Puts saved games in the place of all games.
    ///
    /// # Errors
    /// When there is not one for each game, or one is of other options; then all games stay as they were.
    pub fn restore(&mut self, games: &[Vec<u8>]) -> Result<(), EnvError> {
        self.check_length("saved games", games.len())?;
        let restored = games.iter().map(|bytes| Environment::restore(&self.setup, bytes));
        self.games = restored.collect::<Result<_, _>>()?;
        Ok(())
    }

    fn check_length(&self, what: &'static str, found: usize) -> Result<(), EnvError> {
        let expected = self.games.len();
        if found == expected { Ok(()) } else { Err(EnvError::Length { what, found, expected }) }
    }

    fn run(&mut self, job: Job<'_>, outputs: &mut Outputs<'_>) -> Result<(), EnvError> {
        let rows = Rows::new(&self.setup);
        let count = self.games.len();
        outputs.check(count, rows)?;
        let mut rest = outputs.take(count, rows);
        let runner = Runner { autoreset: self.autoreset, rows };
        let Some(pool) = &mut self.pool else {
            let team = &mut self.teams.lock().expect("no thread panics with it")[0];
            runner.run(&mut self.games, job, rest, team);
            return Ok(());
        };
        pool.renew(self.threads)?;
        let size = count.div_ceil(self.threads * PARTS);
        let teams = &self.teams;
        pool.threads.scope(|scope| {
            for (number, games) in self.games.chunks_mut(size).enumerate() {
                let part = rest.take(games.len(), rows);
                let job = job.part(number * size, games.len());
                scope.spawn(move |_| {
                    let mut team = lend(teams);
                    runner.run(games, job, part, &mut team);
                    teams.lock().expect("no thread panics with it").push(team);
                });
            }
        });
        Ok(())
    }
}

/// A team that no other thread has.
fn lend(teams: &Mutex<Vec<Team>>) -> Team {
    let team = teams.lock().expect("no thread panics with it").pop();
    team.expect("there is one for each thread")
}

impl Pool {
    fn new(count: usize) -> Result<Pool, EnvError> {
        let threads = ThreadPoolBuilder::new()
            .num_threads(count)
            .thread_name(|number| format!("cornerwise-{number}"))
            .build()
            .map_err(|error| EnvError::Threads { count, reason: error.to_string() })?;
        Ok(Pool { threads, process: std::process::id() })
    }

    /// Starts the threads again in a process that was forked from the one that had them.
    fn renew(&mut self, count: usize) -> Result<(), EnvError> {
        if self.process != std::process::id() {
            let old = std::mem::replace(self, Pool::new(count)?);
            // Nobody would ever answer its farewell.
            std::mem::forget(old);
        }
        Ok(())
    }
}

/// Does a job with some games.
#[derive(Clone, Copy)]
struct Runner {
    autoreset: Autoreset,
    rows: Rows,
}

impl Runner {
    fn run(
        self,
        games: &mut [Environment],
        job: Job<'_>,
        mut outputs: Outputs<'_>,
        team: &mut Team,
    ) {
        for (number, game) in games.iter_mut().enumerate() {
            let mut row = outputs.take(1, self.rows);
            match job {
                Job::Reset(seeds) => {
                    game.reset(seeds.map(|seeds| seeds[number]), &mut team.opponents);
                    write_result(game, &mut row, false, false);
                }
                Job::ResetSome(flags) => {
                    if flags[number] {
                        game.reset(None, &mut team.opponents);
                    }
                    write_result(game, &mut row, false, false);
                }
                Job::Step(actions) => self.step(game, actions[number], &mut row, team),
                Job::Look => {}
            }
            write(game, row, &mut team.list);
        }
    }

    fn step(self, game: &mut Environment, action: i64, row: &mut Outputs<'_>, team: &mut Team) {
        if game.to_play().is_none() {
            match self.autoreset {
                Autoreset::Disabled => {
                    write_result(game, row, false, true);
                    return;
                }
                Autoreset::NextStep | Autoreset::SameStep => {
                    game.reset(None, &mut team.opponents);
                    write_result(game, row, false, false);
                    return;
                }
            }
        }
        game.step(action, &mut team.opponents).expect("it was checked, and the game is not over");
        let has_ended = game.ending().is_some();
        write_result(game, row, true, has_ended);
        if has_ended {
            write_end(game, row);
            if self.autoreset == Autoreset::SameStep {
                game.reset(None, &mut team.opponents);
            }
        }
    }
}

/// What a step led to.
#[inline]
fn write_result(game: &Environment, row: &mut Outputs<'_>, is_rewarded: bool, has_ended: bool) {
    for (to, reward) in row.rewards.iter_mut().zip(game.rewards()) {
        *to = if is_rewarded { *reward } else { 0.0 };
    }
    row.terminated.fill(has_ended.into());
    row.rewarded.fill(game.rewarded().index() as i8);
    row.illegal.fill((is_rewarded && game.was_illegal()).into());
}

/// The last of a game, before another one begins.
fn write_end(game: &Environment, row: &mut Outputs<'_>) {
    if !row.final_observation.is_empty() {
        game.observe(game.viewer(), row.final_observation, row.final_numbers);
    }
    for (to, score) in row.final_scores.iter_mut().zip(game.scores()) {
        *to = score;
    }
    row.final_lengths.fill(steps(game) as i32);
}

/// How many of the moves were the learner's.
fn steps(game: &Environment) -> usize {
    let is_learners = |&&(colour, _): &&(Colour, Move)| match game.seat() {
        None => true,
        Some(seat) => game.setup().options.variant.owner(colour).player() == Some(seat),
    };
    game.placed().iter().filter(is_learners).count()
}

/// What a game looks like.
#[inline]
fn write(game: &mut Environment, row: Outputs<'_>, list: &mut Vec<Move>) {
    row.to_play.fill(game.player_to_play().map_or(-1, |player| player.index() as i8));
    if !row.observation.is_empty() {
        game.observe(game.viewer(), row.observation, row.numbers);
    }
    match row.masks {
        Masks::None => {}
        Masks::Dense(mask) => game.write_mask(list, mask),
        Masks::Packed(mask) => game.write_bits(list, mask),
    }
    if !row.sampled.is_empty() {
        row.sampled.fill(game.sample_action().unwrap_or(0));
    }
}
