//! The speed of networks, with random weights.

use std::time::Duration;

use cornerwise_core::{Isa, Move, Position, Variant, game_rng};
use cornerwise_net::{About, Architecture, Inference, Network, Weights};
use serde::Serialize;

use super::speed::rate;

/// How fast a network is on one thread, one position at a time.
#[derive(Serialize)]
pub struct NetworkSpeed {
    pub variant: &'static str,
    /// Channels and blocks.
    pub network: String,
    pub instruction_set: &'static str,
    /// Encoding and the logits of all legal moves included.
    pub positions_per_second: f64,
    /// The products of convolutions in that time.
    pub giga_products_per_second: f64,
    /// The same when a convolution between blocks is all that is done.
    pub convolution_giga_products_per_second: f64,
}

/// Variant, channels and blocks.
const MEASURED: [(&str, usize, usize); 4] =
    [("duo", 32, 4), ("duo", 32, 6), ("duo", 64, 4), ("classic", 32, 6)];

/// Measures every network with every instruction set.
pub fn measure(time: Duration) -> Vec<NetworkSpeed> {
    let mut rows = Vec::new();
    for (name, channels, blocks) in MEASURED {
        let variant: Variant = name.parse().expect("a preset's name");
        let architecture = Architecture::residual(&variant, channels, blocks);
        let about = About { architecture, variant: name.to_owned(), run: String::new() };
        let weights = Weights::random(about, 1).expect("an architecture of the bench");
        let network = Network::new(&weights);
        let positions = positions(&variant);
        for isa in Isa::available() {
            let mut inference = Inference::with_isa(&network, &variant, isa);
            let mut logits = Vec::new();
            let mut turn = positions.iter().cycle();
            let positions_per_second = rate(time, || {
                let (position, moves) = turn.next().expect("there are positions");
                inference.run(position, |_| None);
                inference.logits(moves, &mut logits);
            });
            let convolution = inference.convolve().expect("the network has blocks");
            let convolutions = rate(time, || {
                inference.convolve();
            });
            rows.push(NetworkSpeed {
                variant: name,
                network: format!("{channels}x{blocks}"),
                instruction_set: isa.name(),
                positions_per_second,
                giga_products_per_second: positions_per_second
                    * network.products(variant.size()) as f64
                    / 1e9,
                convolution_giga_products_per_second: convolutions * convolution as f64 / 1e9,
            });
        }
    }
    rows
}

/// The positions of a random game, with their moves.
fn positions(variant: &Variant) -> Vec<(Position, Vec<Move>)> {
    let mut position = Position::start(variant.clone());
    let mut rng = game_rng(1, 0);
    let mut positions = Vec::new();
    while let Some(mv) = position.sample_move(&mut rng) {
        positions.push((position.clone(), position.legal_moves()));
        position.play_unchecked(mv);
    }
    positions
}
