//! All estimates of one variant.

use std::ops::ControlFlow;
use std::sync::Arc;

use cornerwise_core::{Tables, game_rng};
use cornerwise_dataset::pool::{self, ThreadsError};
use cornerwise_engine::Stop;
use serde::Serialize;

use super::bounds::Bounds;
use super::descent::{Descent, Proposal};
use super::magnitude::Magnitude;
use super::population::{Counted, Population};
use super::size_estimate::SizeEstimate;

/// Descents of one job.
const BATCH: u64 = 64;

/// How much is sampled. The result depends on this and the variant alone, not on the number of threads.
#[derive(Clone, Copy, Debug)]
pub struct Survey {
    /// Random games, and as many that prefer large pieces.
    pub descents: u64,
    /// Populations that count lines, and as many that count positions.
    pub populations: u64,
    /// Games of each population.
    pub size: usize,
    /// Which games.
    pub seed: u64,
}

impl Default for Survey {
    fn default() -> Survey {
        Survey { descents: 10_000, populations: 40, size: 1_000, seed: 1 }
    }
}

/// The estimates of one estimator.
#[derive(Clone, Debug, Serialize)]
pub struct Sizes {
    /// Lines of play, or positions.
    pub nodes: SizeEstimate,
    /// Those where the game is over.
    pub leaves: SizeEstimate,
}

/// The tree after so many moves.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PlyShape {
    /// The lines of so many moves.
    pub nodes: Magnitude,
    /// Those of them where the game is over.
    pub leaves: Magnitude,
    /// Moves a line that goes on, over all lines.
    pub branching: Option<f64>,
    /// The same in random games, and how many of them got so far.
    pub random_branching: Option<f64>,
    /// How many random games had a move here.
    pub random_games: u64,
}

/// How large a variant is.
#[derive(Clone, Debug)]
pub struct Complexity {
    /// Lines by Knuth's estimator.
    pub knuth: Sizes,
    /// Lines by descents that prefer large pieces.
    pub weighted: Sizes,
    /// Lines by populations.
    pub populations: Sizes,
    /// Positions by populations.
    pub positions: Sizes,
    /// The tree by ply, from the populations, the empty line first.
    pub plies: Vec<PlyShape>,
    /// The samples of Knuth's estimator of the leaves, and of the other two, the smallest first.
    pub samples: [Vec<Magnitude>; 3],
    /// Bounds of the number of positions.
    pub bounds: Bounds,
}

/// Something that can be done on its own.
#[derive(Clone, Copy)]
enum Job {
    Descents { proposal: Proposal, stream: u64, batch: u64 },
    Population { counted: Counted, number: u64 },
}

enum Done {
    Descents(u64, Vec<Descent>),
    Population(Counted, u64, Population),
}

impl Survey {
    /// Samples on some threads; tells how many of [`Survey::jobs`] are done. `None` when it was stopped.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn run(
        &self,
        tables: &Arc<Tables>,
        threads: usize,
        stop: &Stop,
        mut tell: impl FnMut(u64),
    ) -> Result<Option<Complexity>, ThreadsError> {
        let batches = self.descents.div_ceil(BATCH);
        let descents = [Proposal::Uniform, Proposal::large_first()].into_iter().zip(0..);
        let descents = descents.flat_map(|(proposal, stream)| {
            (0..batches).map(move |batch| Job::Descents { proposal, stream, batch })
        });
        let populations = [Counted::Lines, Counted::Positions].into_iter().flat_map(|counted| {
            (0..self.populations).map(move |number| Job::Population { counted, number })
        });
        let mut done = Vec::new();
        let jobs = populations.chain(descents);
        let work = |job, (): &mut ()| (!stop.is_raised()).then(|| self.work(tables, job));
        let halt = Stop::default();
        pool::run(jobs, &mut vec![(); threads], &halt, work, |one| {
            done.push(one);
            tell(done.len() as u64);
            Ok::<_, ThreadsError>(ControlFlow::Continue(()))
        })?;
        Ok((done.len() as u64 == self.jobs()).then(|| summed_up(tables, done)))
    }

    /// How many jobs there are.
    pub fn jobs(&self) -> u64 {
        2 * (self.descents.div_ceil(BATCH) + self.populations)
    }

    fn work(&self, tables: &Arc<Tables>, job: Job) -> Done {
        match job {
            Job::Descents { proposal, stream, batch } => {
                let games = batch * BATCH..self.descents.min((batch + 1) * BATCH);
                let rng = |game| game_rng(self.seed, stream << 48 | game);
                let descents = games.map(|game| Descent::new(tables, proposal, &mut rng(game)));
                Done::Descents(stream, descents.collect())
            }
            Job::Population { counted, number } => {
                let stream = 2 + u64::from(counted == Counted::Positions);
                let mut rng = game_rng(self.seed, stream << 48 | number);
                Done::Population(
                    counted,
                    number,
                    Population::new(tables, counted, self.size, &mut rng),
                )
            }
        }
    }
}

fn summed_up(tables: &Tables, done: Vec<Done>) -> Complexity {
    let mut descents: [Vec<Descent>; 2] = Default::default();
    let (mut lines, mut positions) = (Vec::new(), Vec::new());
    for one in done {
        match one {
            Done::Descents(stream, some) => descents[stream as usize].extend(some),
            Done::Population(Counted::Lines, number, population) => {
                lines.push((number, population));
            }
            Done::Population(Counted::Positions, number, population) => {
                positions.push((number, population));
            }
        }
    }
    // In whatever order threads came, sums of floating point are to be the same.
    for some in &mut descents {
        some.sort_by(|a, b| a.nodes.ln().total_cmp(&b.nodes.ln()));
    }
    lines.sort_by_key(|(number, _)| *number);
    positions.sort_by_key(|(number, _)| *number);
    let lines: Vec<Population> = lines.into_iter().map(|(_, population)| population).collect();
    let positions: Vec<Population> =
        positions.into_iter().map(|(_, population)| population).collect();
    let populations = sizes_of(&lines, Population::all, Population::over);
    let leaves = |descent: &Descent| descent.leaves;
    Complexity {
        knuth: sizes_of(&descents[0], |descent| descent.nodes, leaves),
        weighted: sizes_of(&descents[1], |descent| descent.nodes, leaves),
        positions: sizes_of(&positions, Population::all, Population::over),
        plies: plies(&lines, &descents[0]),
        samples: [
            sorted(descents[0].iter().map(leaves)),
            sorted(descents[1].iter().map(leaves)),
            sorted(lines.iter().map(Population::over)),
        ],
        bounds: Bounds::new(tables, Some(populations.leaves.mean)),
        populations,
    }
}

fn sizes_of<T>(
    samples: &[T],
    nodes: impl Fn(&T) -> Magnitude,
    leaves: impl Fn(&T) -> Magnitude,
) -> Sizes {
    let estimate = |size: &dyn Fn(&T) -> Magnitude| {
        let sizes: Vec<Magnitude> = samples.iter().map(size).collect();
        SizeEstimate::of(&sizes).expect("there are samples, and none of them is zero")
    };
    Sizes { nodes: estimate(&nodes), leaves: estimate(&leaves) }
}

fn sorted(samples: impl Iterator<Item = Magnitude>) -> Vec<Magnitude> {
    let mut samples: Vec<Magnitude> = samples.collect();
    samples.sort_by(|a, b| a.ln().total_cmp(&b.ln()));
    samples
}

/// The means of the populations by ply, and what random games met there.
fn plies(populations: &[Population], descents: &[Descent]) -> Vec<PlyShape> {
    let count = populations.iter().map(|p| p.generations.len()).max().unwrap_or(0);
    let mean = |ply: usize, size: fn(&super::Generation) -> Magnitude| {
        let sum: Magnitude =
            populations.iter().filter_map(|p| p.generations.get(ply)).map(size).sum();
        sum / Magnitude::from(populations.len() as f64)
    };
    let nodes: Vec<Magnitude> = (0..count).map(|ply| mean(ply, |g| g.all)).collect();
    let shape = |ply: usize| {
        let leaves = mean(ply, |generation| generation.over);
        // Some lines end here: the share of those that go on.
        let going_on = 1.0 - (leaves / nodes[ply]).value();
        let next = nodes.get(ply + 1).filter(|_| going_on > 1e-9);
        let branchings = descents.iter().filter_map(|descent| descent.branching.get(ply));
        let (games, moves) = branchings.fold((0, 0.0), |(n, sum), &b| (n + 1, sum + f64::from(b)));
        PlyShape {
            nodes: nodes[ply],
            leaves,
            branching: next.map(|&next| (next / nodes[ply]).value() / going_on),
            random_branching: (games > 0).then(|| moves / games as f64),
            random_games: games,
        }
    };
    (0..count).map(shape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let tables = Tables::new("6x6".parse().unwrap());
        let survey = Survey { descents: 300, populations: 3, size: 50, seed: 9 };
        let run = |threads| {
            let mut told = 0;
            let complexity = survey.run(&tables, threads, &Stop::default(), |done| told = done);
            assert_eq!(told, survey.jobs());
            complexity.unwrap().unwrap()
        };
        let (one, two) = (run(1), run(2));
        assert_eq!(one.knuth.nodes, two.knuth.nodes);
        assert_eq!(one.positions.leaves, two.positions.leaves);
        assert_eq!(one.samples, two.samples);
        assert_eq!(one.plies.len(), two.plies.len());
        // The first two plies are certain.
        assert!((one.plies[1].nodes.value() - 58.0).abs() < 1e-6);
        assert_eq!(one.plies[0].random_branching, Some(58.0));
    }

    #[test]
    fn a_stop_ends_it_without_a_result() {
        let tables = Tables::new("6x6".parse().unwrap());
        let stop = Stop::default();
        stop.raise();
        assert!(Survey::default().run(&tables, 1, &stop, |_| {}).unwrap().is_none());
    }
}
