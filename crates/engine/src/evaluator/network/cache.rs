//! What a network said of the latest positions.

use cornerwise_core::Position;

use crate::evaluator::{MoveLogit, RecentMoves, Value};

/// How many positions are remembered: a few MiB with the logits of their moves.
const POSITIONS: usize = 1 << 11;

/// What a network says of a position.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// Of all legal moves, in their order.
    pub logits: Vec<MoveLogit>,
    pub value: Value,
}

/// A table of fixed size in which a position replaces the one that was in its place.
///
/// A position is only found again with the same last moves, which the network sees too. So an evaluation never depends on what was
/// asked before.
pub(super) struct Cache {
    places: Vec<Option<(u64, Known)>>,
}

impl Cache {
    pub(super) fn new() -> Cache {
        Cache { places: vec![None; POSITIONS] }
    }

    /// What is known of a position, or what `compute` fills in.
    pub(super) fn get(
        &mut self,
        position: &Position,
        recent: &RecentMoves,
        compute: impl FnOnce(&mut Known),
    ) -> &Known {
        let key = key(position, recent);
        let place = &mut self.places[key as usize % POSITIONS];
        if place.as_ref().is_none_or(|(known, _)| *known != key) {
            // What is replaced gives its memory.
            let mut known = place.take().map(|(_, known)| known).unwrap_or_default();
            compute(&mut known);
            *place = Some((key, known));
        }
        &place.as_ref().expect("it was filled").1
    }
}

/// A number that tells positions with their last moves apart.
fn key(position: &Position, recent: &RecentMoves) -> u64 {
    let mut key = position.hash();
    for colour in position.variant().colours() {
        let mv = recent.of(colour).map_or(0, |mv| mv.index() as u64 + 1);
        key = (key ^ mv).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
    key
}

#[cfg(test)]
mod tests {
    use cornerwise_core::{Colour, game_rng};

    use super::*;

    #[test]
    fn a_position_is_computed_once_and_others_take_its_place() {
        let mut cache = Cache::new();
        let mut computed = 0;
        let mut ask = |position: &Position, recent: &RecentMoves, score: f64| {
            let known = cache.get(position, recent, |known| {
                computed += 1;
                known.value.scores[0] = score;
            });
            (known.value.scores[0], computed)
        };
        let mut position = Position::start("duo".parse().unwrap());
        let mut recent = RecentMoves::default();
        assert_eq!(ask(&position, &recent, 1.0), (1.0, 1));
        assert_eq!(ask(&position, &recent, 2.0), (1.0, 1));
        recent.add(Colour::from_index(0), position.legal_moves()[0]);
        assert_eq!(ask(&position, &recent, 3.0), (3.0, 2), "the last moves differ");
        // More than there are places for.
        let start = position.clone();
        let mut rng = game_rng(1, 0);
        for number in 0..POSITIONS * 20 {
            match position.sample_move(&mut rng) {
                Some(mv) => position.play(mv).unwrap(),
                None => position.clone_from(&start),
            }
            ask(&position, &recent, number as f64);
        }
        let (score, _) = ask(&start, &RecentMoves::default(), 5.0);
        assert_eq!(score, 5.0, "another one took the place");
    }
}
