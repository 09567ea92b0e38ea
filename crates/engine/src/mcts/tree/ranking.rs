//! How the moves of a root stand against each other.

use std::cmp::Reverse;

use crate::mcts::tree::Node;

/// A move needs this part of the leader's visits for its value to count.
const WELL_TRIED: f64 = 0.125;
/// A runner-up with this part of the leader's visits is close.
const CLOSE: f64 = 0.7;
/// A leader with a runner-up of less than this part of its visits is clear.
const FAR: f64 = 0.25;

/// The moves of a root from the one to play down: the most visited first, then the best, then the most probable.
pub fn ranking(children: &[Node]) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..children.len()).collect();
    numbers.sort_by_key(|&number| Reverse(rank(children, number)));
    numbers
}

fn rank(children: &[Node], number: usize) -> (u32, i64, Reverse<usize>) {
    let child = &children[number];
    (child.visits(), (child.mean() * 1e9) as i64, Reverse(number))
}

/// Who leads, and by how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranking {
    /// The number of the move that would be played now.
    pub leader: usize,
    pub leader_visits: u32,
    /// The visits of the second most visited of all other moves.
    pub second_visits: u32,
    /// Whether no other well-tried move has a better value.
    pub is_best: bool,
}

impl Ranking {
    /// Looks at the moves of a root; there is at least one.
    pub fn of(children: &[Node]) -> Ranking {
        let leader = (0..children.len())
            .max_by_key(|&number| rank(children, number))
            .expect("the game is not over");
        let leader_visits = children[leader].visits();
        let others = || (0..children.len()).filter(|&number| number != leader);
        let second_visits = others().map(|number| children[number].visits()).max().unwrap_or(0);
        let is_well_tried =
            |&number: &usize| part(children[number].visits(), leader_visits) >= WELL_TRIED;
        let value = children[leader].mean();
        let is_best = others().filter(is_well_tried).all(|number| children[number].mean() <= value);
        Ranking { leader, leader_visits, second_visits, is_best }
    }

    /// Whether the runner-up leads even if it gets all of so many more visits.
    pub fn can_change_within(&self, visits: u64) -> bool {
        u64::from(self.second_visits) + visits >= u64::from(self.leader_visits)
    }

    /// Whether the runner-up is close.
    pub fn is_close(&self) -> bool {
        part(self.second_visits, self.leader_visits) >= CLOSE
    }

    /// Whether there is hardly a second opinion.
    pub fn is_clear(&self) -> bool {
        self.is_best && part(self.second_visits, self.leader_visits) < FAR
    }
}

fn part(visits: u32, of: u32) -> f64 {
    f64::from(visits) / f64::from(of.max(1))
}

#[cfg(all(test, not(loom)))]
mod tests {
    use cornerwise_core::{Colour, Move, Position};

    use super::*;
    use crate::mcts::tree::{NewChild, Tree};

    fn moves(count: usize) -> Vec<NewChild> {
        let position = Position::start("duo".parse().unwrap());
        let moves: Vec<Move> = position.legal_moves();
        assert_eq!(position.to_play(), Some(Colour::from_index(0)));
        moves[..count].iter().map(|&mv| NewChild { mv, prior: 0.1 }).collect()
    }

    #[test]
    fn the_runner_up_is_the_second_of_all_moves() {
        let mut tree = Tree::with_room(8, 0).unwrap();
        tree.plant(&moves(4));
        let children = tree.children(tree.root());
        // Visits, and the reward of each.
        for (child, (visits, reward)) in
            children.iter().zip([(3, 0.9), (16, 0.5), (1, 1.0), (9, 0.6)])
        {
            for _ in 0..visits {
                child.enter(1.0);
                child.leave(1.0, reward);
            }
        }
        let found = Ranking::of(children);
        let expected = Ranking { leader: 1, leader_visits: 16, second_visits: 9, is_best: false };
        assert_eq!(found, expected);
        assert_eq!(ranking(children), [1, 3, 0, 2]);
        assert!(found.can_change_within(7) && !found.can_change_within(6));
        assert!(!found.is_close() && !found.is_clear());
    }

    #[test]
    fn an_only_move_is_clear() {
        let mut tree = Tree::with_room(2, 0).unwrap();
        tree.plant(&moves(1));
        let found = Ranking::of(tree.children(tree.root()));
        assert!(found.is_best && found.is_clear());
        // Nothing has been tried: nobody knows.
        assert!(found.can_change_within(0));
    }
}
