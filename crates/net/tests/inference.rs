//! Inference in 8 bits: the same on every instruction set, and close to floating point.

use std::sync::Arc;

use cornerwise_core::{Colour, Isa, Move, Position, Tables, game_rng};
use cornerwise_net::{
    About, Architecture, Encoder, Forecast, Inference, Network, Output, Reference, Weights,
};
use rand::RngExt;

/// Random weights with biases, so that nothing is left out.
fn weights(variant: &str, channels: usize, blocks: usize, seed: u64) -> Weights {
    let architecture = Architecture::residual(&variant.parse().unwrap(), channels, blocks);
    let about = About { architecture, variant: variant.to_owned(), run: String::new() };
    let weights = Weights::random(about.clone(), seed).unwrap();
    let mut tensors = weights.tensors().clone();
    let mut rng = game_rng(seed, 1);
    for (_, tensor) in tensors.iter_mut().filter(|(name, _)| name.ends_with("bias")) {
        tensor.numbers.fill_with(|| rng.random_range(-0.3..0.3));
    }
    Weights::new(about, tensors).unwrap()
}

/// Some positions of random games with the moves before.
fn positions(variant: &str, games: u64) -> Vec<(Position, Vec<(Colour, Move)>)> {
    let tables: Arc<Tables> = Tables::new(variant.parse().unwrap());
    let mut positions = Vec::new();
    for game in 0..games {
        let mut rng = game_rng(11, game);
        let (mut position, mut before) = (Position::new(&tables), Vec::new());
        while let Some(colour) = position.to_play() {
            if rng.random_range(0..3) == 0 || before.is_empty() {
                positions.push((position.clone(), before.clone()));
            }
            let mv = position.sample_move(&mut rng).unwrap();
            position.play(mv).unwrap();
            before.push((colour, mv));
        }
    }
    positions
}

fn last(before: &[(Colour, Move)]) -> impl Fn(Colour) -> Option<Move> {
    |colour| before.iter().rev().find(|(other, _)| *other == colour).map(|&(_, mv)| mv)
}

/// All that inference says of a position.
fn run(inference: &mut Inference<'_>, position: &Position, before: &[(Colour, Move)]) -> Output {
    inference.run(position, last(before));
    let mut logits = Vec::new();
    inference.logits(&position.legal_moves(), &mut logits);
    Output { logits, forecast: inference.forecast().clone(), ownership: inference.ownership() }
}

#[test]
fn all_instruction_sets_say_the_same_bit_for_bit() {
    for (variant, channels, blocks) in [
        ("duo", 32, 3),
        ("duo", 9, 1),
        ("classic", 48, 2),
        ("classic-3", 16, 2),
        ("7x7", 32, 2),
        ("5x5-3", 20, 1),
        ("2x2", 32, 1),
    ] {
        let network = Network::new(&weights(variant, channels, blocks, 2));
        let about = variant.parse().unwrap();
        let mut all: Vec<_> = Isa::available()
            .into_iter()
            .map(|isa| Inference::with_isa(&network, &about, isa))
            .collect();
        for (position, before) in positions(variant, 2) {
            let outputs: Vec<Output> =
                all.iter_mut().map(|inference| run(inference, &position, &before)).collect();
            for output in &outputs {
                assert_eq!(output, &outputs[0], "{variant}");
            }
        }
    }
}

/// How far numbers are from others, as a part of how much those differ among each other.
#[derive(Default)]
struct Error {
    squares: f64,
    values: Vec<f64>,
}

impl Error {
    fn add(&mut self, found: &[f32], expected: &[f32]) {
        assert_eq!(found.len(), expected.len());
        for (&found, &expected) in found.iter().zip(expected) {
            self.squares += f64::from(found - expected).powi(2);
            self.values.push(expected.into());
        }
    }

    fn part(&self) -> f64 {
        let count = self.values.len() as f64;
        let mean = self.values.iter().sum::<f64>() / count;
        let variance = self.values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
        (self.squares / count / variance).sqrt()
    }
}

#[test]
fn eight_bits_are_close_to_floating_point() {
    for (variant, channels, blocks) in
        [("duo", 32, 4), ("classic", 32, 2), ("classic-3", 24, 2), ("7x7-3", 16, 3)]
    {
        let weights = weights(variant, channels, blocks, 4);
        let network = Network::new(&weights);
        let reference = Reference::new(&weights);
        let variant = variant.parse().unwrap();
        let encoder = Encoder::new(&variant);
        let mut inference = Inference::new(&network, &variant);
        let (mut policy, mut outcome, mut scores) = <(Error, Error, Error)>::default();
        let mut owners = Error::default();
        for (position, before) in positions(variant.name(), 2) {
            let found = run(&mut inference, &position, &before);
            let frame = encoder.frame(position.to_play().unwrap());
            let moves: Vec<Move> =
                position.legal_moves().iter().map(|&mv| frame.to_frame(mv)).collect();
            let expected = reference.run(&encoder.encode(&position, &before).unwrap(), &moves);
            policy.add(&found.logits, &expected.logits);
            outcome.add(&found.forecast.outcome, &expected.forecast.outcome);
            scores.add(&found.forecast.scores, &expected.forecast.scores);
            // On the board, a cell of a colour is what the mover sees in the frame.
            let size = variant.size();
            for (number, &colour) in frame.colours().iter().enumerate() {
                for at in 0..size * size {
                    let cell = cornerwise_core::Cell::new(at % size, at / size);
                    let seen = frame.cell(cell);
                    let expected =
                        expected.ownership[1 + number][seen.row() * size + seen.column()];
                    owners.add(&[found.ownership[1 + colour.index()][at]], &[expected]);
                }
            }
        }
        let parts = [policy.part(), outcome.part(), scores.part(), owners.part()];
        println!("{} {parts:?}", variant.name());
        assert!(parts.iter().all(|&part| part < 0.1), "{} {parts:?}", variant.name());
    }
}

#[test]
fn shares_are_those_of_the_outcome() {
    let ln = |number: f32| number.ln();
    let outcome = vec![ln(0.5), ln(0.2), ln(0.3)];
    let shares = Forecast { outcome, ..Forecast::default() }.shares();
    assert!((shares[0] - 0.65).abs() < 1e-6 && (shares[1] - 0.35).abs() < 1e-6, "{shares:?}");
}

/// A position that looks the same from every seat is the same to all colours.
#[test]
fn every_seat_has_the_same_network() {
    let network = Network::new(&weights("duo", 16, 2, 6));
    let duo = "duo".parse().unwrap();
    let mut inference = Inference::new(&network, &duo);
    let start = Position::start(duo);
    let first = start.legal_moves()[7];
    let image = cornerwise_core::Symmetry::from_index(2).placement(first, 14);
    let second = Colour::from_index(1);
    let mut seen = Vec::new();
    for (mv, position) in [(first, start.clone()), (image, start.with_turn(second).unwrap())] {
        inference.run(&position, |_| None);
        let mut logits = Vec::new();
        inference.logits(&[mv], &mut logits);
        seen.push((logits, inference.forecast().clone()));
    }
    assert_eq!(seen[0], seen[1]);
}
