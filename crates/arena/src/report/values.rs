//! What entrants thought of their chances while they played.

use super::summary::Summary;
use crate::standings::Mean;

/// The mean estimates of one entrant by ply: in all games, in those it then won alone, and in the others.
#[derive(Default)]
pub struct Values {
    pub all: Vec<Mean>,
    pub won: Vec<Mean>,
    pub not_won: Vec<Mean>,
}

impl Values {
    /// The estimates of all entrants, by their numbers.
    pub fn of(summary: &Summary) -> Vec<Values> {
        let mut values: Vec<Values> =
            summary.head.entrants.iter().map(|_| Values::default()).collect();
        for (index, game) in summary.games.iter().enumerate() {
            let firsts = game.ranks.iter().filter(|&&rank| rank == 1).count();
            let movers = summary.movers.after_opening(index, game);
            for (ply, (&player, turn)) in (game.opening..).zip(movers.iter().zip(&game.turns)) {
                let Some(value) = turn.value.filter(|value| value.is_finite()) else { continue };
                let values = &mut values[game.seats[player]];
                add(&mut values.all, ply, value);
                let won = game.ranks[player] == 1 && firsts == 1;
                add(if won { &mut values.won } else { &mut values.not_won }, ply, value);
            }
        }
        values
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

fn add(means: &mut Vec<Mean>, ply: usize, value: f64) {
    if means.len() <= ply {
        means.resize(ply + 1, Mean::default());
    }
    means[ply].add(value);
}
