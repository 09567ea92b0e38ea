//! A review: what every move of a game was worth.

use std::sync::Arc;

use cornerwise_core::{Game, Move, Player, Position};
use cornerwise_engine::{Budget, Decision, Stop, Turn};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use utoipa::ToSchema;

use super::report::{CandidateInfo, candidates, round, rounded};
use crate::app_state::AppState;
use crate::pool::Owner;
use crate::refusal::{Code, Refusal};

/// Who reviews.
const REVIEWER: &str = "mcts:settle=no,tree-mib=32";
/// How many alternatives are told.
const ALTERNATIVES: usize = 3;

/// How thoroughly a game is reviewed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Effort {
    /// 2,000 simulations for each position.
    Quick,
    /// 10,000 of them.
    #[default]
    Normal,
    /// 50,000 of them.
    Deep,
}

impl Effort {
    fn simulations(self) -> u64 {
        match self {
            Effort::Quick => 2_000,
            Effort::Normal => 10_000,
            Effort::Deep => 50_000,
        }
    }
}

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// What the search would play, or as good.
    Best,
    /// Hardly worse.
    Good,
    /// A little worse.
    Inaccuracy,
    /// Worse.
    Mistake,
    /// Much worse.
    Blunder,
}

impl Grade {
    /// The grade of a move that lost so much of the mover's share of the win.
    pub fn of_loss(loss: f64) -> Grade {
        match loss {
            loss if loss < 0.01 => Grade::Best,
            loss if loss < 0.04 => Grade::Good,
            loss if loss < 0.09 => Grade::Inaccuracy,
            loss if loss < 0.18 => Grade::Mistake,
            _ => Grade::Blunder,
        }
    }
}

/// What is known of a position of a game, and of the move that was played there.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReviewEntry {
    /// How many moves were played before.
    pub number: usize,
    /// Every player's share of the win.
    pub values: Vec<f64>,
    /// Every player's expected final score.
    pub scores: Option<Vec<f64>>,
    /// How often moves were tried.
    pub visits: u64,
    /// The move that was played.
    #[serde(rename = "move")]
    #[schema(value_type = Option<String>)]
    pub mv: Option<Move>,
    /// Who played it.
    pub player: Option<usize>,
    /// How good it was.
    pub grade: Option<Grade>,
    /// What it lost of the mover's share of the win.
    pub loss: Option<f64>,
    /// What the search would play.
    pub best: Vec<CandidateInfo>,
}

/// How many moves of each grade there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct GradeCounts {
    best: usize,
    good: usize,
    inaccuracy: usize,
    mistake: usize,
    blunder: usize,
}

impl GradeCounts {
    fn add(&mut self, grade: Grade) {
        *match grade {
            Grade::Best => &mut self.best,
            Grade::Good => &mut self.good,
            Grade::Inaccuracy => &mut self.inaccuracy,
            Grade::Mistake => &mut self.mistake,
            Grade::Blunder => &mut self.blunder,
        } += 1;
    }
}

/// How a player did in a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerReview {
    /// The player's number, from 1.
    pub player: usize,
    /// How many moves.
    pub moves: usize,
    /// What they lost on average.
    pub loss: f64,
    /// How many of each grade.
    pub grades: GradeCounts,
}

/// A review under way.
pub struct Review {
    app: Arc<AppState>,
    owner: Owner,
    game: Game,
    effort: Effort,
    stop: Stop,
}

impl Review {
    /// A review of a game.
    pub fn new(
        app: &Arc<AppState>,
        owner: Owner,
        game: Game,
        effort: Effort,
        stop: Stop,
    ) -> Review {
        Review { app: Arc::clone(app), owner, game, effort, stop }
    }

    /// How many positions there are to look at.
    pub fn positions(&self) -> usize {
        self.game.moves().len() + 1
    }

    /// Looks at every position, the last one first, and tells each; answers how the players did, or `None` when
    /// it was stopped.
    pub async fn run(
        self,
        tell: mpsc::Sender<(usize, ReviewEntry)>,
    ) -> Result<Option<Vec<PlayerReview>>, Refusal> {
        let mut positions: Vec<(Position, Option<Move>)> =
            self.game.turns().map(|(before, mv)| (before.clone(), Some(mv))).collect();
        positions.push((self.game.position().clone(), None));
        let mut losses: Vec<Vec<(f64, Grade)>> =
            vec![Vec::new(); self.game.position().variant().player_count()];
        let mut after: Option<Vec<f64>> = None;
        for (done, (number, (position, mv))) in positions.into_iter().enumerate().rev().enumerate()
        {
            let Some(mut entry) = self.look(number, position.clone(), mv).await? else {
                return Ok(None);
            };
            let mover = position.player_to_play().map(Player::index);
            if let (Some(mover), Some(mv), Some(after)) = (mover, mv, &after) {
                let is_choice = entry.best.first().is_some_and(|best| best.mv == mv);
                let loss =
                    if is_choice { 0.0 } else { (entry.values[mover] - after[mover]).max(0.0) };
                let grade = Grade::of_loss(loss);
                losses[mover].push((loss, grade));
                entry.loss = Some(round(loss));
                entry.grade = Some(grade);
                entry.player = Some(mover + 1);
            }
            after = Some(entry.values.clone());
            if tell.send((done + 1, entry)).await.is_err() {
                return Ok(None);
            }
        }
        Ok(Some(summary(&losses)))
    }

    /// What the search thinks of a position; `None` when it was stopped.
    async fn look(
        &self,
        number: usize,
        position: Position,
        mv: Option<Move>,
    ) -> Result<Option<ReviewEntry>, Refusal> {
        let entry = ReviewEntry {
            number,
            values: position.win_shares(),
            scores: Some(position.player_scores().into_iter().map(f64::from).collect()),
            visits: 0,
            mv,
            player: None,
            grade: None,
            loss: None,
            best: Vec::new(),
        };
        if position.is_over() {
            return Ok(Some(entry));
        }
        let held = self.app.agents.new_agent(REVIEWER, self.owner.origin, &self.stop).await?;
        let Some(mut held) = held else { return Ok(None) };
        let (stop, simulations) = (self.stop.clone(), self.effort.simulations());
        let game = Game::new(position.clone());
        let work = move || -> Option<Decision> {
            if stop.is_raised() {
                return None;
            }
            let budget = Budget { simulations: Some(simulations), ..Budget::default() };
            Turn { budget, ..Turn::new(&game, 1, &stop) }.ask(held.agent.as_mut()).ok()
        };
        let decision = self.app.analysis.run(self.owner, &Arc::default(), work).await.flatten();
        let Some(decision) = decision.filter(|_| !self.stop.is_raised()) else { return Ok(None) };
        let values = decision.values.clone().ok_or_else(|| {
            Refusal::new(Code::Internal, "the reviewer has no opinion of the position")
        })?;
        Ok(Some(ReviewEntry {
            values: rounded(values),
            scores: decision.scores.clone().map(rounded),
            visits: decision.candidates.iter().map(|known| known.visits).sum(),
            best: candidates(&position, &decision, ALTERNATIVES),
            ..entry
        }))
    }
}

fn summary(losses: &[Vec<(f64, Grade)>]) -> Vec<PlayerReview> {
    let review = |(player, losses): (usize, &Vec<(f64, Grade)>)| {
        let mut grades = GradeCounts::default();
        for &(_, grade) in losses {
            grades.add(grade);
        }
        let total: f64 = losses.iter().map(|(loss, _)| loss).sum();
        PlayerReview {
            player: player + 1,
            moves: losses.len(),
            loss: round(total / losses.len().max(1) as f64),
            grades,
        }
    };
    losses.iter().enumerate().map(review).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Grade::{Best, Blunder, Good, Inaccuracy, Mistake};

    #[test]
    fn grades_follow_the_loss() {
        let grades = [0.0, 0.0099, 0.01, 0.05, 0.1, 0.2].map(Grade::of_loss);
        assert_eq!(grades, [Best, Best, Good, Inaccuracy, Mistake, Blunder]);
    }
}
