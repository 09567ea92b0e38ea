//! The network against slower ways to compute the same.

use std::sync::Arc;

use cornerwise_core::{Position, Tables, game_rng};
use cornerwise_dataset::samples::{Batch, Sample, SampleEncoder};
use cornerwise_dataset::{Played, Search, SearchedGame};
use cornerwise_engine::evaluator::RecentMoves;
use cornerwise_net::{About, Architecture, Encoder, Inference, Reference, Residual};
use rand::RngExt;

use super::gradient::{Network, Workspace};
use super::kernel::Kernel;
use super::layout::Layout;
use super::loss::LossWeights;

/// A random game with visits of random moves.
fn game(tables: &Arc<Tables>, number: u64) -> SearchedGame {
    let mut rng = game_rng(5, number);
    let mut position = Position::new(tables);
    let mut moves = Vec::new();
    let players = tables.variant().player_count();
    while !position.is_over() {
        let legal = position.legal_moves();
        let visits = legal.iter().step_by(3).map(|&mv| (mv, rng.random_range(1..50))).collect();
        let values = Some(vec![1.0 / players as f32; players]);
        let mv = position.sample_move(&mut rng).unwrap();
        position.play_unchecked(mv);
        moves.push((mv, Search { visits, values, ..Search::default() }));
    }
    let agents = vec!["nobody".to_owned()];
    Played { game: number, seed: 0, agents, opening: 0, moves }.record(tables).unwrap()
}

struct Case {
    architecture: Architecture,
    layout: Layout,
    numbers: Vec<f32>,
    about: About,
    samples: Vec<Sample>,
    batch: Batch,
    encoder: SampleEncoder,
}

fn case(variant: &str, linear: bool) -> Case {
    let tables = Tables::new(variant.parse().unwrap());
    let architecture = Architecture::residual(tables.variant(), 16, 2);
    let Architecture::Residual(residual) = architecture;
    let architecture = Architecture::Residual(Residual { linear, limit: 2.0, ..residual });
    let layout = Layout::new(&architecture);
    let about =
        About { architecture: architecture.clone(), variant: variant.into(), run: String::new() };
    let mut numbers = layout.random(about.clone(), 1).unwrap();
    let mut rng = game_rng(3, 0);
    // Nothing is 0, so that everything has a gradient.
    for number in &mut numbers {
        *number += rng.random_range(-0.05..0.05);
    }
    let game = Arc::new(game(&tables, 0));
    let sample = |ply| {
        let symmetry = cornerwise_core::Symmetry::IDENTITY;
        Sample { game: game.clone(), ply, symmetry, weight: 1.0 + ply as f32 }
    };
    let samples: Vec<Sample> = (0..game.turns.len()).step_by(5).map(sample).collect();
    let mut encoder = SampleEncoder::new(&tables);
    let mut batch = Batch::new(tables.variant());
    for sample in &samples {
        encoder.add(sample, &mut batch);
    }
    Case { architecture, layout, numbers, about, samples, batch, encoder }
}

impl Case {
    fn network(&self, is_quantised: bool) -> Network {
        Network::new(&self.architecture, &self.layout, &self.numbers, is_quantised)
    }
}

#[test]
fn outputs_are_those_of_the_reference() {
    for variant in ["duo", "5x5-3", "classic"] {
        let case = case(variant, false);
        let weights = case.layout.weights(case.about.clone(), &case.numbers).unwrap();
        let reference = Reference::new(&weights);
        let network = case.network(false);
        for (number, sample) in case.samples.iter().enumerate() {
            let (position, recent): (Position, RecentMoves) = case.encoder.position(sample);
            let encoder = Encoder::new(position.variant());
            let colours = position.variant().colours();
            let before: Vec<_> =
                colours.filter_map(|colour| Some((colour, recent.of(colour)?))).collect();
            let frame = encoder.frame(position.to_play().unwrap());
            let moves: Vec<_> =
                position.legal_moves().into_iter().map(|mv| frame.to_frame(mv)).collect();
            let expected = reference.run(&encoder.encode(&position, &before).unwrap(), &moves);
            for kernel in Kernel::available() {
                let size = position.variant().size();
                let mut workspace = Workspace::for_tests(&network, size, kernel);
                let found = workspace.outputs(&network, &case.batch, number);
                assert_near(&found.logits, &expected.logits);
                assert_near(&found.outcome, &expected.forecast.outcome);
                assert_near(&found.scores, &expected.forecast.scores);
                assert_near(&found.margin, &expected.forecast.margin);
                for (colour, logits) in expected.ownership.iter().enumerate() {
                    let found: Vec<f32> = found.ownership.iter().map(|cell| cell[colour]).collect();
                    assert_near(&found, logits);
                }
            }
        }
    }
}

#[track_caller]
fn assert_near(found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        let far = 1e-3 * (1.0 + expected.abs());
        assert!((found - expected).abs() < far, "{found} instead of {expected}");
    }
}

/// Along random directions in every tensor, the loss changes by what the gradient says.
#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let weights = LossWeights { margin: 0.5, ..LossWeights::default() };
    for (variant, linear) in [("7x7", true), ("5x5-3", true), ("duo", false)] {
        let mut case = case(variant, linear);
        let mut network = case.network(false);
        let size = case.batch.shape.size;
        let mut workspace = Workspace::new(&network, size);
        let mut gradient = vec![0.0; case.layout.len()];
        let (losses, packed) = workspace.gradient(&network, &case.batch, &weights);
        network.unpack_into(packed, &mut gradient);
        assert_eq!(losses, workspace.losses(&network, &case.batch, &weights));
        let start = case.numbers.clone();
        for (name, range) in case.layout.named() {
            let mut rng = game_rng(8, range.start as u64);
            let slopes = &gradient[range.clone()];
            // Uphill nothing is lost in rounding; by chance nothing is left out.
            let uphill = slopes.iter().map(|slope| slope.signum()).collect();
            let random = slopes.iter().map(|_| if rng.random() { 1.0 } else { -1.0 }).collect();
            let directions: [Vec<f32>; 2] = [uphill, random];
            for (direction, rounding) in directions.iter().zip([0.02, 0.1]) {
                let products = slopes.iter().zip(direction);
                let expected: f64 = products.map(|(slope, step)| f64::from(slope * step)).sum();
                // Shorter steps drown in rounding, longer ones meet the corners of the rectifiers.
                let mut slope_of = |length: f32| {
                    let mut at = |length: f32| {
                        case.numbers.copy_from_slice(&start);
                        for (number, step) in case.numbers[range.clone()].iter_mut().zip(direction)
                        {
                            *number += length * step;
                        }
                        network.set(&case.layout, &case.numbers, false);
                        workspace.losses(&network, &case.batch, &weights).loss
                    };
                    (at(length) - at(-length)) / f64::from(2.0 * length)
                };
                let found = [1e-5, 3e-5, 1e-4, 1e-3].map(&mut slope_of);
                let is_near =
                    |slope: &f64| (slope - expected).abs() < 0.03 * expected.abs() + rounding;
                assert!(
                    found.iter().any(is_near),
                    "{variant} {name}: {found:?} instead of {expected}"
                );
            }
        }
    }
}

#[test]
fn rounded_activations_are_steps_of_the_limit() {
    let case = case("duo", false);
    let network = case.network(true);
    let mut workspace = Workspace::new(&network, 14);
    let exact = workspace.outputs(&case.network(false), &case.batch, 1);
    let rounded = workspace.outputs(&network, &case.batch, 1);
    assert_ne!(exact.logits, rounded.logits);
    let most = exact.logits.iter().zip(&rounded.logits).map(|(a, b)| (a - b).abs());
    assert!(most.fold(0.0, f32::max) < 0.5);
    for activation in workspace.trunk_output() {
        let steps = activation * 127.0 / 2.0;
        assert!((steps - steps.round()).abs() < 1e-3, "{activation}");
    }
}

/// What is trained with rounding is what plays in 8 bits.
#[test]
fn a_quantised_network_says_what_it_says_in_play() {
    for variant in ["duo", "5x5-3"] {
        let case = case(variant, false);
        let weights = case.layout.weights(case.about.clone(), &case.numbers).unwrap();
        let played = cornerwise_net::Network::new(&weights);
        let network = case.network(true);
        for (number, sample) in case.samples.iter().enumerate() {
            let (position, recent) = case.encoder.position(sample);
            let mut inference = Inference::new(&played, position.variant());
            inference.run(&position, |colour| recent.of(colour));
            let mut logits = Vec::new();
            inference.logits(&position.legal_moves(), &mut logits);
            let mut workspace = Workspace::new(&network, position.variant().size());
            let found = workspace.outputs(&network, &case.batch, number);
            assert_near(&found.logits, &logits);
            assert_near(&found.outcome, &inference.forecast().outcome);
        }
    }
}
