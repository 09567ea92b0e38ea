//! Thinking aloud: a stream of what the agent makes of the position.

use std::time::{Duration, Instant};

use cornerwise_core::{Colour, Move, Player};
use cornerwise_engine::{Budget, Candidate, Decision, Forfeit, Stop, Turn};

use super::call::{self, Call};
use super::refusal::Refusal;
use super::{Engine, Thought, turn_of};

/// How often there is a line when nobody says.
const INTERVAL: Duration = Duration::from_secs(1);
/// Nobody waits longer. It is a limit all the same, so that agents with a small one for when there is none
/// think on.
const LONGEST: Duration = Duration::from_hours(24);

/// What an analysis is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Whose moves.
    pub colour: Colour,
    /// The least time between two lines.
    pub interval: Duration,
    /// The most candidates in a line.
    pub most_moves: usize,
}

impl Engine {
    /// Reads `[colour] [interval] [interval N] [maxmoves N]`.
    pub(super) fn read_analysis(&self, call: &Call<'_>) -> Result<Analysis, Refusal> {
        let position = self.game.position();
        let variant = position.variant();
        let mut words = call.words().iter().map(String::as_str).peekable();
        let named = words.next_if(|word| variant.colour_named(word).is_some());
        let colour = match named {
            Some(word) => call::colour(variant, word)?,
            None => position.to_play().ok_or(Refusal::NoMove("nobody"))?,
        };
        let mut analysis = Analysis { colour, interval: INTERVAL, most_moves: usize::MAX };
        if let Some(word) = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
            analysis.interval = call::hundredths(word)?;
        }
        while let Some(key) = words.next() {
            let value = words.next().ok_or_else(|| call.usage())?;
            match key {
                "interval" => analysis.interval = call::hundredths(value)?,
                // A line without a move would be the empty one that ends the response.
                "maxmoves" => match call::number(value)? {
                    0 => return Err(Refusal::argument(value, "a number of moves from 1 on")),
                    most => analysis.most_moves = most,
                },
                _ => return Err(call.usage()),
            }
        }
        if !position.has_move(colour) {
            return Err(Refusal::NoMove(variant.colour_name(colour)));
        }
        Ok(analysis)
    }

    /// Thinks until the stop is raised or the agent has come to an end, and tells about it.
    ///
    /// # Errors
    /// When the agent fails.
    pub fn analyse(
        &mut self,
        analysis: &Analysis,
        stop: &Stop,
        tell: &mut dyn FnMut(&str),
    ) -> Result<(), Forfeit> {
        let Some(game) = turn_of(&self.game, analysis.colour) else { return Ok(()) };
        let mover = game.position().player_of(analysis.colour);
        let mut told: Option<Instant> = None;
        let mut report = |decision: &Decision| {
            if told.is_none_or(|told| told.elapsed() >= analysis.interval) {
                told = Some(Instant::now());
                tell(&line(decision, mover, analysis.most_moves));
            }
        };
        let time = self.limit.unwrap_or(LONGEST);
        let turn = Turn {
            budget: Budget { time: Some(time), ..Budget::default() },
            report: Some(&mut report),
            ..Turn::new(&game, self.game_seed, stop)
        };
        let decision = turn.ask(self.agent.as_mut())?;
        tell(&line(&decision, mover, analysis.most_moves));
        self.last = Some(Thought { mover, decision });
        Ok(())
    }
}

/// What is known of all candidates, the best first, in one line. What the agent has no opinion of is left out.
fn line(decision: &Decision, mover: Player, most: usize) -> String {
    let alone = Candidate {
        mv: decision.mv,
        visits: decision.counters.nodes.max(decision.counters.simulations),
        value: 0.0,
        prior: None,
        win_share: None,
        score: None,
    };
    let candidates = match &decision.candidates[..] {
        [] => std::slice::from_ref(&alone),
        candidates => candidates,
    };
    let told = candidates.iter().take(most).enumerate();
    told.map(|(order, candidate)| info(decision, candidate, mover, order))
        .collect::<Vec<_>>()
        .join(" ")
}

fn info(decision: &Decision, candidate: &Candidate, mover: Player, order: usize) -> String {
    let is_chosen = candidate.mv == decision.mv;
    let own = |values: &Option<Vec<f64>>| {
        let values = values.as_ref().filter(|_| is_chosen)?;
        values.get(mover.index()).copied()
    };
    let field = |name: &str, value: Option<f64>, decimals: usize| {
        value.map_or(String::new(), |value| format!(" {name} {value:.decimals$}"))
    };
    let line: &[Move] = if is_chosen { &decision.line } else { &[candidate.mv] };
    let line: Vec<String> = line.iter().map(ToString::to_string).collect();
    format!(
        "info move {} visits {}{}{}{} order {order} pv {}",
        candidate.mv,
        candidate.visits,
        field("winrate", candidate.win_share.or_else(|| own(&decision.values)), 4),
        field("score", candidate.score.or_else(|| own(&decision.scores)), 2),
        field("prior", candidate.prior, 4),
        line.join(" ")
    )
}
