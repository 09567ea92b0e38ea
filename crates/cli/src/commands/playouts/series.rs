//! Many games on several threads.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use anyhow::{Context, Result};
use cornerwise_core::{GameRng, Position, Tables, game_rng};
use cornerwise_engine::{Agent, Context as AgentContext};

use super::totals::{Totals, agent_in};
use crate::interrupt;
use crate::progress::Progress;
use crate::registry::agent;

/// Random games that a thread takes at a time: few enough that all threads end together, and enough
/// that they do not wait for each other. A game of agents is long enough alone.
const BATCH: u64 = 64;

/// Games to be played. A game depends on the seed and its number alone, so that the totals are the same
/// for any number of threads.
pub struct Series<'s> {
    pub tables: &'s Arc<Tables>,
    pub games: u64,
    pub seed: u64,
    pub threads: usize,
    /// The specs of those who play, one for each player; nobody for random games.
    pub agents: &'s [String],
}

type Agents = Vec<Box<dyn Agent>>;

impl Series<'_> {
    /// Plays and counts, until all games are played or the user interrupts.
    pub fn play(&self, progress: &Progress) -> Result<Totals> {
        let batch = if self.agents.is_empty() { BATCH } else { 1 };
        let threads = self.games.div_ceil(batch).min(self.threads as u64);
        let next = AtomicU64::new(0);
        let mut teams = Vec::new();
        for _ in 0..threads {
            let team: Result<Agents, _> = self.agents.iter().map(|spec| agent(spec)).collect();
            teams.push(team?);
        }
        let worker = |team: Agents| self.work(team, batch, &next, progress);
        thread::scope(|scope| {
            let start = |team| thread::Builder::new().spawn_scoped(scope, move || worker(team));
            let workers = teams.into_iter().map(start).collect::<io::Result<Vec<_>>>();
            let workers = workers.with_context(|| format!("cannot start {threads} threads"))?;
            let mut total = Totals::new(self.tables.variant(), self.agents.len());
            for worker in workers {
                total.merge(&worker.join().expect("a worker does not panic")?);
            }
            Ok(total)
        })
    }

    fn work(
        &self,
        mut team: Agents,
        batch: u64,
        next: &AtomicU64,
        progress: &Progress,
    ) -> Result<Totals> {
        let start = Position::new(self.tables);
        let mut position = start.clone();
        let mut totals = Totals::new(self.tables.variant(), team.len());
        let mut legal = Vec::new();
        loop {
            let first = next.fetch_add(batch, Ordering::Relaxed);
            if first >= self.games {
                return Ok(totals);
            }
            let last = self.games.min(first + batch);
            for game in first..last {
                position.clone_from(&start);
                legal.clear();
                let mut rng = game_rng(self.seed, game);
                let played = if team.is_empty() {
                    position.playout_counting(&mut rng, |count| legal.push(count));
                    Ok(())
                } else {
                    for agent in &mut team {
                        agent.new_game(self.seed.wrapping_add(game));
                    }
                    play_agents(&mut position, game, &mut team, &mut rng, &mut legal)
                };
                // Agents answer or give up at once when they are interrupted: such a game does not count.
                if interrupt::asked() {
                    return Ok(totals);
                }
                played?;
                totals.add(game, &position, &legal);
            }
            progress.advance(last - first);
        }
    }
}

/// Plays a game of agents; tells the number of legal moves before each move.
fn play_agents(
    position: &mut Position,
    game: u64,
    team: &mut Agents,
    rng: &mut GameRng,
    legal: &mut Vec<usize>,
) -> Result<()> {
    let stop = interrupt::stop();
    let mut history = Vec::new();
    while let Some(player) = position.player_to_play() {
        let agent = agent_in(player.index(), game, team.len());
        let mut context = AgentContext { history: &history, ..AgentContext::new(&stop, rng) };
        let decision = team[agent].decide(position, &mut context);
        let decision =
            decision.with_context(|| format!("game {}: player {player} forfeits", game + 1))?;
        legal.push(position.count_moves());
        position.play_unchecked(decision.mv);
        history.push(decision.mv);
    }
    Ok(())
}
