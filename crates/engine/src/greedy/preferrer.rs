//! Pieces in a fixed order of preference.

use cornerwise_core::Piece;

use super::choice::Greedy;
use super::sweep::{Score, Transition};
use crate::agent::Agent;
use crate::parameter::{Parameter, ParameterKind, Settings};
use crate::registry::AgentKind;

pub(crate) const KIND: AgentKind = AgentKind {
    name: "preferrer",
    summary: "any move of the piece that comes first in an order of preference",
    parameters: &[Parameter {
        name: "order",
        kind: ParameterKind::Text,
        default: "W/F/N/Z5/Y/T5/X/V5/L5/U/P/I5/Z4/L4/T4/I4/O/V3/I3/2/1",
        meaning: "pieces, the dearest first; those that are not named follow, large ones first",
    }],
    check: |settings| order(settings.word("order")).map(drop),
    build,
    ..AgentKind::PLAIN
};

/// The rank of each piece, larger is dearer.
struct Preferrer {
    ranks: [f64; Piece::COUNT],
}

impl Score for Preferrer {
    fn score(&mut self, transition: &Transition<'_>) -> f64 {
        self.ranks[transition.mv.piece().index()]
    }
}

fn build(settings: &Settings) -> Result<Box<dyn Agent>, String> {
    let order = order(settings.word("order"))?;
    let mut ranks = [0.0; Piece::COUNT];
    for (rank, piece) in order.iter().rev().enumerate() {
        ranks[piece.index()] = rank as f64;
    }
    Ok(Box::new(Greedy::new(Preferrer { ranks })))
}

/// All pieces, those of the text first.
fn order(text: &str) -> Result<Vec<Piece>, String> {
    let mut order = Vec::new();
    for word in text.split('/') {
        let piece: Piece = word.trim().parse().map_err(|error| format!("order: {error}"))?;
        if order.contains(&piece) {
            return Err(format!("order names the piece {piece} twice"));
        }
        order.push(piece);
    }
    let rest: Vec<Piece> = Piece::all().rev().filter(|piece| !order.contains(piece)).collect();
    order.extend(rest);
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_are_not_named_follow() {
        let order = order("2/1").unwrap();
        assert_eq!(order.len(), Piece::COUNT);
        assert_eq!(order[0].name(), "2");
        assert_eq!(order[1], Piece::SINGLE);
        assert_eq!(order[2].size(), 5);
        assert_eq!(order[20].size(), 3);
    }
}
