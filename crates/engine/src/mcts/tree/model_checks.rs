//! Every order in which two threads may see the tree change, tried by Loom on trees of a few nodes.
//!
//! `cargo xtask test` runs these tests; they need `--cfg loom`.

use cornerwise_core::Move;
use loom::model::Builder;
use loom::sync::Arc;
use loom::thread;

use crate::mcts::tree::{NewChild, Tree};

const VIRTUAL_LOSS: f64 = 1.0;
/// More switches between threads where neither waits find nothing new here, and take much longer.
const PREEMPTIONS: usize = 4;

fn check(model: impl Fn() + Send + Sync + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(PREEMPTIONS);
    builder.check(model);
}

fn child(number: u16) -> NewChild {
    let mv: Move = bytemuck::cast(number);
    NewChild { mv, prior: f32::from(number) / 8.0 }
}

/// A tree with room for so many nodes, and these below its root.
fn planted(room: usize, moves: &[NewChild]) -> Arc<Tree> {
    let mut tree = Tree::with_room(room, 0).unwrap();
    tree.plant(moves);
    Arc::new(tree)
}

/// Runs the same on two threads.
fn both<T: 'static>(tree: &Arc<Tree>, work: fn(&Tree, usize) -> T) -> [T; 2] {
    let other = {
        let tree = Arc::clone(tree);
        thread::spawn(move || work(&tree, 1))
    };
    let own = work(tree, 0);
    [own, other.join().unwrap()]
}

#[test]
fn whoever_sees_children_sees_all_of_them() {
    check(|| {
        let tree = planted(4, &[child(1)]);
        let grown = both(&tree, |tree, _| {
            let (leaf, moves) = (tree.node(1), [child(2), child(3)]);
            let grown = tree.grow(leaf, || (&moves, true));
            let seen = tree.children(leaf);
            assert!(seen.is_empty() || seen.len() == 2);
            for (seen, given) in seen.iter().zip(&moves) {
                assert_eq!(seen.mv().index(), given.mv.index());
                assert_eq!((seen.prior(), seen.visits()), (given.prior, 0));
                assert!(tree.children(seen).is_empty());
            }
            grown
        });
        // The other one goes on without children, unless it came after.
        assert_eq!(grown.iter().filter(|&&grown| grown).count(), 1);
        assert_eq!((tree.children(tree.node(1)).len(), tree.len()), (2, 4));
        assert!(!tree.is_full());
    });
}

#[test]
fn the_last_room_goes_to_one() {
    check(|| {
        let tree = planted(5, &[child(1), child(2)]);
        let grown = both(&tree, |tree, number| {
            let moves = [child(3), child(4)];
            tree.grow(&tree.children(tree.root())[number], || (&moves, true))
        });
        let [first, second] = [1, 2].map(|number| tree.children(tree.node(number)).len());
        assert_eq!([first == 2, second == 2], grown);
        assert_eq!((first + second, tree.len(), tree.is_full()), (2, 5, true));
    });
}

#[test]
fn no_visit_and_no_reward_is_lost() {
    check(|| {
        let tree = planted(2, &[child(1)]);
        let seen = both(&tree, |tree, number| {
            let node = tree.node(1);
            node.enter(VIRTUAL_LOSS);
            let seen = (node.visits(), node.sum());
            node.leave(VIRTUAL_LOSS, number as f64);
            node.add_rave(number as f64);
            seen
        });
        for (visits, sum) in seen {
            // The own simulation counts as lost, the other one may have won.
            assert!((1..=2).contains(&visits) && (-2.0..=0.0).contains(&sum), "{visits} {sum}");
        }
        let node = tree.node(1);
        assert_eq!((node.visits(), node.sum()), (2, 1.0));
        assert_eq!((node.rave_visits(), node.rave_sum()), (2, 1.0));
    });
}

/// What a simulation does with the tree, from the root to a leaf and back.
#[test]
fn simulations_meet_in_the_tree() {
    check(|| {
        let tree = planted(3, &[child(1)]);
        let below = both(&tree, |tree, _| {
            let leaf = tree.node(1);
            leaf.enter(VIRTUAL_LOSS);
            let moves = [child(2)];
            if tree.children(leaf).is_empty() {
                tree.grow(leaf, || (&moves, true));
            }
            let chosen = tree.children(leaf).first();
            if let Some(node) = chosen {
                node.enter(VIRTUAL_LOSS);
                node.leave(VIRTUAL_LOSS, -0.5);
            }
            leaf.leave(VIRTUAL_LOSS, 0.5);
            chosen.is_some()
        });
        let below = below.iter().filter(|&&below| below).count() as u32;
        let (leaf, inner) = (tree.node(1), tree.node(2));
        assert!(below > 0);
        assert_eq!((leaf.visits(), leaf.sum()), (2, 1.0));
        assert_eq!((inner.visits(), inner.sum()), (below, -0.5 * f64::from(below)));
    });
}
