//! Playing one game.

use std::sync::Arc;
use std::time::Instant;

use cornerwise_core::{Game, Position, Tables};
use cornerwise_engine::{Agent, Decision, Forfeit, Registry, SpecError, Stop, Turn};

use crate::plan::{Adjudication, Plan};
use crate::result::{End, GameResult, MoveStats};
use crate::schedule::Fixture;

/// The agents of one thread, which stay from game to game.
pub struct Team {
    /// For each entrant, one agent for every seat that it may have at the same time.
    agents: Vec<Vec<Box<dyn Agent>>>,
}

impl Team {
    /// Makes the agents of a plan, as many of each as sit at the table together in some game.
    ///
    /// # Errors
    /// When a spec names no agent.
    pub fn new(registry: &Registry, specs: &[String], copies: &[usize]) -> Result<Team, SpecError> {
        let agents = specs.iter().zip(copies).map(|(spec, &copies)| {
            (0..copies).map(|_| registry.agent(spec)).collect::<Result<Vec<_>, _>>()
        });
        Ok(Team { agents: agents.collect::<Result<_, _>>()? })
    }

    /// Gives an entrant new agents, as many as it had.
    ///
    /// # Errors
    /// When the spec names no agent.
    pub fn renew(
        &mut self,
        registry: &Registry,
        entrant: usize,
        spec: &str,
    ) -> Result<(), SpecError> {
        for agent in &mut self.agents[entrant] {
            *agent = registry.agent(spec)?;
        }
        Ok(())
    }

    /// Which agent sits where: the entrant and which of its agents.
    fn places(seats: &[usize]) -> Vec<(usize, usize)> {
        let copy = |seat: usize| seats[..seat].iter().filter(|&&who| who == seats[seat]).count();
        (0..seats.len()).map(|seat| (seats[seat], copy(seat))).collect()
    }
}

/// Who sees that a game is played by the rules.
pub struct Referee<'p> {
    /// What is played.
    pub plan: &'p Plan,
    /// The tables of its variant.
    pub tables: Arc<Tables>,
    /// Ends everything.
    pub stop: Stop,
}

impl Referee<'_> {
    /// Plays a game; `None` when it was interrupted, since it does not count then.
    pub fn play(&self, fixture: &Fixture, team: &mut Team) -> Option<GameResult> {
        let mut game = Game::new(Position::new(&self.tables));
        for &mv in &fixture.opening {
            game.play(mv).expect("the schedule has checked its openings");
        }
        let places = Team::places(&fixture.seats);
        for &(entrant, copy) in &places {
            team.agents[entrant][copy].new_game(fixture.seed.into());
        }
        let clock = self.plan.limits.clock.map(|clock| clock.time_left());
        let mut clocks = vec![clock; places.len()];
        let mut turns = Vec::new();
        let mut verdict = self.plan.adjudication.map(Verdict::new);
        let mut end = End::Played;
        let mut winner = None;
        while let Some(player) = game.position().player_to_play() {
            let player = player.index();
            let (entrant, copy) = places[player];
            let turn = Turn {
                budget: self.plan.limits.budget(),
                time_left: clocks[player],
                ..Turn::new(&game, fixture.seed.into(), &self.stop)
            };
            let begin = Instant::now();
            let asked = turn.ask(team.agents[entrant][copy].as_mut());
            let taken = begin.elapsed();
            if self.stop.is_raised() {
                return None;
            }
            let in_time = asked.and_then(|decision| {
                if let Some(clock) = &mut clocks[player] {
                    let late = || Forfeit::Failed(format!("lost on time: {taken:.3?} for a move"));
                    *clock = clock.after(taken).ok_or_else(late)?;
                }
                Ok(decision)
            });
            let decision = match in_time {
                Ok(decision) => decision,
                Err(forfeit) => {
                    end = End::Forfeit { player, reason: forfeit.to_string() };
                    break;
                }
            };
            let value = decision.values.as_ref().map(|values| values[player]);
            turns.push(MoveStats { millis: taken.as_secs_f64() * 1e3, value });
            game.play(decision.mv).expect("a turn answers legal moves");
            winner = verdict.as_mut().and_then(|verdict| verdict.after(&decision));
            if winner.is_some() && !game.position().is_over() {
                end = End::Adjudicated;
                break;
            }
        }
        Some(result(fixture, &game, end, winner, turns))
    }
}

/// What is kept of a game.
fn result(
    fixture: &Fixture,
    game: &Game,
    end: End,
    winner: Option<usize>,
    turns: Vec<MoveStats>,
) -> GameResult {
    let position = game.position();
    let variant = position.variant();
    let mut ranks = position.ranks();
    match (&end, winner) {
        // Whoever is at fault is last, and all others have won.
        (End::Forfeit { player, .. }, _) => {
            ranks.fill(1);
            ranks[*player] = variant.player_count();
        }
        (End::Adjudicated, Some(winner)) => {
            let best = ranks[winner];
            for rank in &mut ranks {
                *rank += usize::from(*rank <= best);
            }
            ranks[winner] = 1;
        }
        _ => {}
    }
    let remaining = variant.players().map(|player| {
        let squares = |colour| position.pieces(colour).squares() as u32;
        variant.colours_of(player).map(squares).sum()
    });
    GameResult {
        game: fixture.game,
        round: fixture.round,
        seats: fixture.seats.clone(),
        seed: fixture.seed,
        opening: fixture.opening.len(),
        moves: game.moves().to_vec(),
        ranks,
        scores: position.player_scores(),
        remaining: remaining.collect(),
        end,
        turns,
    }
}

/// For how long everybody has agreed on the winner.
struct Verdict {
    rule: Adjudication,
    winner: usize,
    moves: usize,
}

impl Verdict {
    fn new(rule: Adjudication) -> Verdict {
        Verdict { rule, winner: 0, moves: 0 }
    }

    /// The winner, when enough moves in a row have said so.
    fn after(&mut self, decision: &Decision) -> Option<usize> {
        let values = decision.values.as_deref().unwrap_or_default();
        match values.iter().position(|&share| share >= self.rule.share) {
            None => self.moves = 0,
            Some(winner) if winner == self.winner => self.moves += 1,
            Some(winner) => (self.winner, self.moves) = (winner, 1),
        }
        (self.moves >= self.rule.moves).then_some(self.winner)
    }
}
