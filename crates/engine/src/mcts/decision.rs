//! What a search answers.

use cornerwise_core::{Move, Position};

use crate::decision::{Candidate, Counters, Decision};
use crate::outcome::{PerPlayer, share};

use crate::mcts::tree::ranking::ranking;
use crate::mcts::tree::root_stats::RootStats;
use crate::mcts::tree::{Node, Tree};

/// What a tree and the games of its search say about the position of its root.
pub(super) fn decision(
    position: &Position,
    tree: &Tree,
    totals: &RootStats,
    counters: Counters,
) -> Decision {
    let children = tree.children(tree.root());
    let mover = position.player_to_play().expect("the game is not over").index();
    let players = position.variant().player_count();
    let numbers = ranking(children);
    let chosen = numbers[0];
    let of_players = |means: PerPlayer| means[..players].to_vec();
    let candidate = |&number: &usize| {
        let child = &children[number];
        let games = totals.of_move(number);
        Candidate {
            mv: child.mv(),
            visits: child.visits().into(),
            value: share(child.mean(), players),
            prior: Some(child.prior().into()),
            win_share: games.mean_shares().map(|shares| shares[mover]),
            score: games.mean_scores().map(|scores| scores[mover]),
        }
    };
    Decision {
        mv: children[chosen].mv(),
        values: totals.of_move(chosen).mean_shares().map(of_players),
        scores: totals.of_move(chosen).mean_scores().map(of_players),
        candidates: numbers.iter().map(candidate).collect(),
        line: line(tree, &children[chosen]),
        counters,
    }
}

/// The most visited moves from a child of the root on.
fn line<'t>(tree: &'t Tree, mut node: &'t Node) -> Vec<Move> {
    let mut line = vec![node.mv()];
    loop {
        let visited = tree.children(node).iter().filter(|child| child.visits() > 0);
        let Some(next) = visited.rev().max_by_key(|child| child.visits()) else { return line };
        line.push(next.mv());
        node = next;
    }
}
