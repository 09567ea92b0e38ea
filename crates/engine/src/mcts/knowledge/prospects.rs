//! What a position promises before the game is over: a log-linear model of who wins.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use cornerwise_core::{CellSet, Colour, Owner, PieceSet, Position, Variant};

use super::rows::{self, WeightsError};
use crate::montecarlo::PerPlayer;

/// The phases of the game, by the moves played for every colour.
pub const PROSPECT_PHASES: usize = 7;

/// What is counted for every player.
pub const ASPECTS: [&str; 19] = [
    "squares placed",
    "corner cells",
    "cells nearer by 1 step",
    "cells nearer by 2 steps",
    "cells nearer by 3 steps",
    "cells nearer by 4 steps",
    "cells nearer by 6 steps",
    "cells nearer by 8 steps",
    "cells within 1 step",
    "cells within 2 steps",
    "cells within 4 steps",
    "cells within 8 steps",
    "cells that nobody else can cover",
    "logarithm of the moves",
    "pieces left with 1 square",
    "pieces left with 2 squares",
    "pieces left with 3 squares",
    "pieces left with 4 squares",
    "turn",
];

/// The number of each aspect for one player.
pub type Aspects = [f32; ASPECTS.len()];

/// The steps from corner cells after which cells are counted.
const NEARER: [usize; 6] = [1, 2, 3, 4, 6, 8];
const WITHIN: [usize; 4] = [1, 2, 4, 8];
const MOST_STEPS: usize = 8;

/// Counts the aspects of a position for every player.
///
/// A shared colour is nobody's: it only stands in the way.
pub fn aspects(position: &Position) -> [Aspects; Colour::MAX] {
    let variant = position.variant();
    let size = variant.size();
    let board = CellSet::board(size);
    let mut players = [[0.0; ASPECTS.len()]; Colour::MAX];
    let mut reached = [CellSet::EMPTY; Colour::MAX];
    let mut free = [CellSet::EMPTY; Colour::MAX];
    for colour in variant.colours().filter(|&colour| position.is_active(colour)) {
        reached[colour.index()] = position.corner_cells(colour);
        free[colour.index()] = board - position.locked_cells(colour);
    }
    for colour in variant.colours() {
        let Owner::Player(player) = variant.owner(colour) else { continue };
        let own = &mut players[player.index()];
        own[0] += position.area(colour) as f32;
        own[1] += reached[colour.index()].len() as f32;
        own[12] += (free[colour.index()] - others(variant, &free, colour)).len() as f32;
        if position.is_active(colour) {
            own[13] += (position.count_moves_of(colour) as f32 + 1.0).ln();
        }
        for squares in 1..=4 {
            own[13 + squares] +=
                (position.pieces(colour) & PieceSet::of_size(squares)).len() as f32;
        }
    }
    let mut nearer = [CellSet::EMPTY; Colour::MAX];
    for step in 0..=MOST_STEPS {
        if step > 0 {
            for colour in variant.colours().map(Colour::index) {
                let next = reached[colour].edge_neighbours(size) & free[colour];
                reached[colour] |= next;
            }
        }
        let (near, within) =
            (NEARER.iter().position(|&s| s == step), WITHIN.iter().position(|&s| s == step));
        for colour in variant.colours() {
            nearer[colour.index()] |= reached[colour.index()] - others(variant, &reached, colour);
            let Owner::Player(player) = variant.owner(colour) else { continue };
            let own = &mut players[player.index()];
            if let Some(number) = near {
                own[2 + number] += nearer[colour.index()].len() as f32;
            }
            if let Some(number) = within {
                own[8 + number] += reached[colour.index()].len() as f32;
            }
        }
    }
    if let Some(player) = position.player_to_play() {
        players[player.index()][18] = 1.0;
    }
    players
}

/// What all colours of other players have together.
fn others(variant: &Variant, cells: &[CellSet; Colour::MAX], colour: Colour) -> CellSet {
    let owner = variant.owner(colour);
    let foes = variant.colours().filter(|&other| {
        other != colour && (owner == Owner::Shared || variant.owner(other) != owner)
    });
    foes.fold(CellSet::EMPTY, |all, foe| all | cells[foe.index()])
}

/// The phase that a position is in.
pub fn prospect_phase(position: &Position) -> usize {
    (position.moves_played() / position.variant().colour_count() / 2).min(PROSPECT_PHASES - 1)
}

/// A weight for every aspect in every phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospects(Vec<f32>);

/// The rows of the text.
const ROWS: [(&str, usize); 1] = [("win", ASPECTS.len())];

impl Prospects {
    /// Asks for the weight of every aspect in every phase.
    #[must_use]
    pub fn from_fn(mut weight: impl FnMut(usize, usize) -> f32) -> Prospects {
        let all = (0..PROSPECT_PHASES).flat_map(|p| (0..ASPECTS.len()).map(move |a| (p, a)));
        Prospects(all.map(|(phase, aspect)| weight(phase, aspect)).collect())
    }

    /// Those that were learnt for games like this one.
    pub fn learnt(variant: &Variant) -> &'static Prospects {
        static DUO: LazyLock<Prospects> =
            LazyLock::new(|| read(include_str!("../../../../../data/prospects/duo.txt")));
        static CLASSIC: LazyLock<Prospects> =
            LazyLock::new(|| read(include_str!("../../../../../data/prospects/classic.txt")));
        if variant.colour_count() == 2 { &DUO } else { &CLASSIC }
    }

    /// Every player's probable share of the win.
    pub fn shares(&self, position: &Position) -> PerPlayer {
        let players = position.variant().player_count();
        let weights = &self.0[prospect_phase(position) * ASPECTS.len()..][..ASPECTS.len()];
        let mut shares = PerPlayer::default();
        for (share, own) in shares.iter_mut().zip(&aspects(position)[..players]) {
            *share = own.iter().zip(weights).map(|(a, w)| a * w).sum::<f32>().into();
        }
        let highest = shares[..players].iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut total = 0.0;
        for share in &mut shares[..players] {
            *share = (*share - highest).exp();
            total += *share;
        }
        for share in &mut shares[..players] {
            *share /= total;
        }
        shares
    }
}

fn read(text: &str) -> Prospects {
    text.parse().expect("the weights that come with the program are well-formed")
}

impl fmt::Display for Prospects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        rows::write(f, &ROWS, &self.0)
    }
}

impl FromStr for Prospects {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Prospects, WeightsError> {
        rows::read(text, PROSPECT_PHASES, &ROWS).map(Prospects)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cornerwise_core::game_rng;

    #[test]
    fn shares_are_shares_and_symmetric() {
        let prospects = Prospects::from_fn(|phase, aspect| (phase + aspect) as f32 / 100.0);
        assert_eq!(prospects.to_string().parse(), Ok(prospects.clone()));
        for name in ["duo", "classic", "classic-2", "classic-3", "7x7"] {
            let mut position = Position::start(name.parse().unwrap());
            let mut rng = game_rng(2, 0);
            while !position.is_over() {
                let players = position.variant().player_count();
                let shares = prospects.shares(&position);
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                assert!(shares[..players].iter().all(|&share| share > 0.0));
                position.play(position.sample_move(&mut rng).unwrap()).unwrap();
            }
        }
        let start = Position::start("duo".parse().unwrap());
        let [first, second, ..] = aspects(&start);
        assert_eq!(first[..18], second[..18]);
        assert_eq!((first[18], second[18]), (1.0, 0.0));
    }
}
