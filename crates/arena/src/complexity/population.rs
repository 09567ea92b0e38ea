//! Many games side by side, drawn anew at every ply: sequential Monte Carlo.

use std::sync::Arc;

use cornerwise_core::{Position, Tables};
use rand::{Rng, RngExt};

use super::magnitude::Magnitude;
use super::parents::Parents;

/// What a population estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Lines of play, which are the nodes of the game tree.
    Lines,
    /// Positions, however many lines lead to them. Where a colour is out of moves, some orders of play that are not legal
    /// are taken for legal, so that the estimate is, by a little, too low.
    Positions,
}

/// What there is after so many moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    /// Lines or positions.
    pub all: Magnitude,
    /// Those of them where the game is over.
    pub over: Magnitude,
}

/// The sizes of all plies, from one run. Each is right on average.
#[derive(Clone, Debug, PartialEq)]
pub struct Population {
    /// By the number of moves, none first.
    pub generations: Vec<Generation>,
}

/// A game under way, for so many lines or positions like it.
#[derive(Clone)]
struct Particle {
    position: Position,
    parents: Option<Box<Parents>>,
    weight: f64,
    moves: usize,
}

impl Population {
    /// Plays games of this number at a time to their end.
    ///
    /// At every ply the games go on in proportion to their weight times their moves: one that has many is continued in
    /// several ways, one that has few perhaps in none.
    pub fn new(
        tables: &Arc<Tables>,
        counted: Counted,
        size: usize,
        rng: &mut impl Rng,
    ) -> Population {
        let position = Position::new(tables);
        let parents = (counted == Counted::Positions).then(|| Box::new(Parents::new()));
        let first = Particle { moves: position.count_moves(), position, parents, weight: 1.0 };
        let over = if first.moves == 0 { Magnitude::ONE } else { Magnitude::ZERO };
        let mut generations = vec![Generation { all: Magnitude::ONE, over }];
        // Weights are relative to this, so that they stay in the range of floating point.
        let mut scale = Magnitude::ONE;
        let (mut particles, mut next) = (vec![first], Vec::new());
        while particles.iter().any(|particle| particle.moves > 0) {
            let children: f64 = particles.iter().map(|p| p.weight * p.moves as f64).sum();
            scale = scale * Magnitude::from(children / size as f64);
            multiply(&particles, size, &mut next, rng);
            for particle in &mut next {
                particle.advance(rng);
            }
            std::mem::swap(&mut particles, &mut next);
            let weigh = |is_counted: fn(&Particle) -> bool| {
                let counted = particles.iter().filter(|particle| is_counted(particle));
                scale * Magnitude::from(counted.map(|particle| particle.weight).sum::<f64>())
            };
            generations.push(Generation { all: weigh(|_| true), over: weigh(|p| p.moves == 0) });
        }
        Population { generations }
    }

    /// All lines or positions.
    pub fn all(&self) -> Magnitude {
        self.generations.iter().map(|generation| generation.all).sum()
    }

    /// Those where the game is over.
    pub fn over(&self) -> Magnitude {
        self.generations.iter().map(|generation| generation.over).sum()
    }
}

impl Particle {
    /// Plays a random move.
    fn advance(&mut self, rng: &mut impl Rng) {
        let colour = self.position.to_play().expect("only games that go on are multiplied");
        let mv = self.position.sample_move(rng).expect("a colour to play has a move");
        self.position.play_unchecked(mv);
        self.moves = self.position.count_moves();
        let parents = self.parents.as_mut().map_or(1, |parents| parents.place(colour, mv));
        self.weight = 1.0 / f64::from(parents);
    }

    fn copy_from(&mut self, other: &Particle) {
        self.position.clone_from(&other.position);
        self.parents.clone_from(&other.parents);
    }
}

/// Copies so many particles in proportion to the lines that go on from them, by one random number (systematic
/// resampling): each is copied as often as it should be, to the next whole number up or down.
fn multiply(particles: &[Particle], size: usize, next: &mut Vec<Particle>, rng: &mut impl Rng) {
    let share = |particle: &Particle| particle.weight * particle.moves as f64;
    let step = particles.iter().map(share).sum::<f64>() / size as f64;
    let mut mark = rng.random::<f64>() * step;
    let mut copies = 0;
    for particle in particles.iter().filter(|particle| particle.moves > 0) {
        mark -= share(particle);
        while mark < 0.0 && copies < size {
            match next.get_mut(copies) {
                Some(old) => old.copy_from(particle),
                None => next.push(particle.clone()),
            }
            copies += 1;
            mark += step;
        }
    }
    // Rounding may lose the last one; the others stand for it.
    next.truncate(copies);
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use cornerwise_core::game_rng;

    use super::super::SizeEstimate;
    use super::*;

    fn estimate(name: &str, counted: Counted, size: fn(&Population) -> Magnitude) -> SizeEstimate {
        let tables = Tables::new(name.parse().unwrap());
        let run = |game| Population::new(&tables, counted, 200, &mut game_rng(5, game));
        let samples: Vec<Magnitude> = (0..24).map(|game| size(&run(game))).collect();
        SizeEstimate::of(&samples).unwrap()
    }

    fn check(estimate: &SizeEstimate, truth: f64) {
        let (low, high) = estimate.interval.unwrap();
        assert!(low.value() <= truth && truth <= high.value(), "{truth}: {low} to {high}");
        assert!(estimate.converges && estimate.relative_error.unwrap() < 0.1, "{estimate:?}");
    }

    #[test]
    fn lines_are_as_many_as_an_exact_count_finds() {
        check(&estimate("5x5", Counted::Lines, Population::all), 19_892_439.0);
        check(&estimate("5x5", Counted::Lines, Population::over), 11_235_866.0);
    }

    /// All positions of a variant, by walking the tree.
    fn walk(position: &Position, seen: &mut HashSet<u64>) {
        if seen.insert(position.hash()) {
            for mv in position.legal_moves() {
                let mut child = position.clone();
                child.play_unchecked(mv);
                walk(&child, seen);
            }
        }
    }

    #[test]
    fn positions_are_as_many_as_there_are() {
        for name in ["4x4", "4x4-3"] {
            let mut seen = HashSet::new();
            walk(&Position::start(name.parse().unwrap()), &mut seen);
            check(&estimate(name, Counted::Positions, Population::all), seen.len() as f64);
        }
    }
}
