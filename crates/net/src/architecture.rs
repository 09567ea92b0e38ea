//! The shapes that networks come in.

use serde::{Deserialize, Serialize};

use cornerwise_core::{Colour, Orientation, Variant};

use crate::encoder::Encoder;

/// What a network is made of: everything that decides the names and shapes of its tensors.
///
/// It does not depend on the size of the board, so that one network serves all of them.
///
/// ```
/// use cornerwise_net::Architecture;
/// let duo = "duo".parse().unwrap();
/// let architecture = Architecture::residual(&duo, 32, 4);
/// let text = serde_json::to_string(&architecture).unwrap();
/// assert!(text.starts_with(r#"{"kind":"residual","channels":32,"blocks":4,"#));
/// assert_eq!(architecture.check(), Ok(()));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Architecture {
    /// Blocks of two convolutions that add to their input.
    Residual(Residual),
}

/// A residual network with a policy over placements and heads for outcome, scores, margin and ownership.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Residual {
    /// Channels of the trunk.
    pub channels: usize,
    /// Residual blocks of the trunk.
    pub blocks: usize,
    /// The blocks that are told the means and greatest values of their input's channels, in order.
    pub pooling: Vec<usize>,
    /// Where activations are cut off.
    pub limit: f32,
    /// Planes of the input.
    pub planes: usize,
    /// Globals of the input.
    pub globals: usize,
    /// Colours of the game.
    pub colours: usize,
    /// Players of the game.
    pub players: usize,
    /// Whether the network corrects the linear model instead of replacing it.
    pub linear: bool,
}

/// Why a network cannot be so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a network cannot have {0}")]
pub struct ArchitectureError(String);

impl Residual {
    /// The channels of the value head's hidden layer.
    pub const HIDDEN: usize = 64;
    /// The bins of the mover's margin.
    pub const MARGINS: usize = 41;
    /// The margin of the first bin, and how much more that of the next one is.
    pub const MARGIN_BINS: (i32, i32) = (-40, 2);
    /// The points that a score is counted in.
    pub const SCORE_UNIT: f32 = 20.0;
    /// What a policy weighs cells for: those that a move covers, borders on, and touches at a corner.
    pub const CELL_RELATIONS: usize = 3;

    /// The most channels and blocks.
    const MOST_CHANNELS: usize = 256;
    const MOST_BLOCKS: usize = 64;

    fn tensors(&self) -> Vec<(String, Vec<usize>)> {
        let &Residual { channels: c, players: n, .. } = self;
        let mut tensors: Vec<(String, Vec<usize>)> = Vec::new();
        let mut add = |name: &str, shape: &[usize]| tensors.push((name.to_owned(), shape.to_vec()));
        add("stem.conv.weight", &[c, self.planes, 3, 3]);
        add("stem.conv.bias", &[c]);
        add("stem.globals.weight", &[c, self.globals]);
        for block in 0..self.blocks {
            for conv in ["conv1", "conv2"] {
                add(&format!("block.{block}.{conv}.weight"), &[c, c, 3, 3]);
                add(&format!("block.{block}.{conv}.bias"), &[c]);
            }
            if self.pooling.contains(&block) {
                add(&format!("block.{block}.pool.weight"), &[c, 2 * c]);
            }
        }
        add("policy.orientation.weight", &[Orientation::COUNT, c]);
        add("policy.orientation.bias", &[Orientation::COUNT]);
        add("policy.orientation.pool", &[Orientation::COUNT, 2 * c]);
        add("policy.cells.weight", &[Residual::CELL_RELATIONS, c]);
        add("value.hidden.weight", &[Residual::HIDDEN, 2 * c + self.globals]);
        add("value.hidden.bias", &[Residual::HIDDEN]);
        for (head, outputs) in [("outcome", n + 1), ("scores", n), ("margin", Residual::MARGINS)] {
            add(&format!("value.{head}.weight"), &[outputs, Residual::HIDDEN]);
            add(&format!("value.{head}.bias"), &[outputs]);
        }
        add("ownership.weight", &[self.colours + 1, c]);
        add("ownership.bias", &[self.colours + 1]);
        if self.linear {
            add("policy.linear", &[1]);
            add("value.linear", &[1]);
        }
        tensors
    }

    fn check(&self) -> Result<(), String> {
        let within = |what: &str, number: usize, least: usize, most: usize| {
            let is_within = (least..=most).contains(&number);
            is_within.then_some(()).ok_or_else(|| format!("{number} {what}"))
        };
        within("channels", self.channels, 1, Residual::MOST_CHANNELS)?;
        within("blocks", self.blocks, 0, Residual::MOST_BLOCKS)?;
        within("colours", self.colours, 2, Colour::MAX)?;
        within("players", self.players, 2, self.colours)?;
        let planes = Encoder::planes_of(self.colours);
        within("planes", self.planes, planes, planes)?;
        let globals = Encoder::globals_of(self.colours);
        within("globals", self.globals, globals, globals)?;
        if !(self.limit.is_finite() && self.limit > 0.0) {
            return Err(format!("the limit {}", self.limit));
        }
        let is_sorted = self.pooling.windows(2).all(|pair| pair[0] < pair[1]);
        if !is_sorted || self.pooling.last().is_some_and(|&last| last >= self.blocks) {
            return Err(format!("pooling in the blocks {:?} of {}", self.pooling, self.blocks));
        }
        Ok(())
    }
}

impl Architecture {
    /// Where activations are cut off, unless it is chosen.
    pub const LIMIT: f32 = 6.0;

    /// A residual network for games with the colours and players of a variant, with pooling in every other block.
    #[must_use]
    pub fn residual(variant: &Variant, channels: usize, blocks: usize) -> Architecture {
        let colours = variant.colour_count();
        Architecture::Residual(Residual {
            channels,
            blocks,
            pooling: (1..blocks).step_by(2).collect(),
            limit: Architecture::LIMIT,
            planes: Encoder::planes_of(colours),
            globals: Encoder::globals_of(colours),
            colours,
            players: variant.player_count(),
            linear: false,
        })
    }

    /// The names and shapes of the tensors that play needs, in the order in which they are used.
    pub fn tensors(&self) -> Vec<(String, Vec<usize>)> {
        match self {
            Architecture::Residual(residual) => residual.tensors(),
        }
    }

    /// Whether networks can be so.
    ///
    /// # Errors
    /// Says what they cannot have.
    pub fn check(&self) -> Result<(), ArchitectureError> {
        match self {
            Architecture::Residual(residual) => residual.check().map_err(ArchitectureError),
        }
    }

    /// How many numbers are learnt.
    pub fn parameter_count(&self) -> usize {
        self.tensors().iter().map(|(_, shape)| shape.iter().product::<usize>()).sum()
    }

    /// The colours and players of the games that it is for.
    pub fn seats(&self) -> (usize, usize) {
        match self {
            Architecture::Residual(residual) => (residual.colours, residual.players),
        }
    }

    /// Whether a network like this can play a variant.
    pub fn suits(&self, variant: &Variant) -> bool {
        self.seats() == (variant.colour_count(), variant.player_count())
    }
}
