//! Weights in the order in which the loops read them.

use std::ops::Range;

use cornerwise_core::Orientation;
use cornerwise_net::Residual;

use super::layout::Layout;

/// Maps over cells are computed together, in so many channels.
pub(super) const MAPS: usize = 16;
/// The map of the cells that the next player's move covers; those of the owners come last.
pub(super) const REPLY: usize = 2 * Residual::CELL_RELATIONS;
/// The first map of the owners.
pub(super) const OWNERSHIP: usize = REPLY + 1;

/// A number that no tensor has: always 0.
const NONE: u32 = u32::MAX;

/// Where packed weights come from in the [`Layout`], and where their parts are.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    /// The number of each packed weight in the layout.
    sources: Vec<u32>,
    /// The same for the convolutions that bring slopes back.
    backward_sources: Vec<u32>,
    pub stem: Layer,
    /// A row of channels for each global.
    pub globals: Range<usize>,
    pub blocks: Vec<Block>,
    pub policies: [Policy; 2],
    pub maps: Layer,
    pub hidden: Dense,
    pub outcome: Dense,
    pub scores: Dense,
    pub margin: Dense,
    /// What the linear model counts for, in policy and value.
    pub linear: Option<[usize; 2]>,
}

/// Weights and bias of a convolution.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// For every tap and input, a row of outputs.
    pub weights: Range<usize>,
    pub bias: Range<usize>,
    /// Those that bring slopes back, among the backward weights: for every tap and output, a row of inputs.
    pub backward: Range<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Block {
    pub convolutions: [Layer; 2],
    /// A row of channels for each of the pooled numbers.
    pub pool: Option<Range<usize>>,
}

/// The weights of a policy but for its maps.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    pub weights: Range<usize>,
    pub bias: Range<usize>,
    pub pool: Range<usize>,
}

/// A row of inputs for each output.
#[derive(Clone, Debug)]
pub(super) struct Dense {
    pub weights: Range<usize>,
    pub bias: Range<usize>,
}

impl Packing {
    pub fn new(residual: &Residual, layout: &Layout) -> Packing {
        let channels = residual.channels;
        let mut to = Sources { layout, forward: Vec::new(), backward: Vec::new() };
        let stem = to.convolution("stem.conv", residual.planes, channels, false);
        let globals = to.transposed("stem.globals.weight", channels, residual.globals);
        let block = |number: usize| Block {
            convolutions: [1, 2].map(|conv| {
                to.convolution(&format!("block.{number}.conv{conv}"), channels, channels, true)
            }),
            pool: residual.pooling.contains(&number).then(|| {
                to.transposed(&format!("block.{number}.pool.weight"), channels, 2 * channels)
            }),
        };
        let blocks = (0..residual.blocks).map(block).collect();
        let policies = ["policy", "soft"].map(|name| Policy {
            weights: to.plain(&format!("{name}.orientation.weight")),
            bias: to.plain(&format!("{name}.orientation.bias")),
            pool: to.plain(&format!("{name}.orientation.pool")),
        });
        debug_assert_eq!(policies[0].bias.len(), Orientation::COUNT);
        let maps = to.maps(residual);
        let mut dense = |name: &str| Dense {
            weights: to.plain(&format!("value.{name}.weight")),
            bias: to.plain(&format!("value.{name}.bias")),
        };
        let [hidden, outcome, scores, margin] =
            ["hidden", "outcome", "scores", "margin"].map(&mut dense);
        let linear = residual
            .linear
            .then(|| ["policy", "value"].map(|name| to.plain(&format!("{name}.linear")).start));
        let Sources { forward: sources, backward: backward_sources, .. } = to;
        Packing {
            sources,
            backward_sources,
            stem,
            globals,
            blocks,
            policies,
            maps,
            hidden,
            outcome,
            scores,
            margin,
            linear,
        }
    }

    /// How many packed weights there are.
    pub fn len(&self) -> usize {
        self.sources.len()
    }

    /// Packs weights.
    pub fn pack(&self, numbers: &[f32]) -> Packed {
        let gather = |sources: &[u32]| {
            let number = |&from: &u32| if from == NONE { 0.0 } else { numbers[from as usize] };
            sources.iter().map(number).collect()
        };
        Packed { forward: gather(&self.sources), backward: gather(&self.backward_sources) }
    }

    /// Adds a packed gradient to one in the order of the layout.
    pub fn unpack_into(&self, packed: &[f32], gradient: &mut [f32]) {
        for (&to, number) in self.sources.iter().zip(packed) {
            if to != NONE {
                gradient[to as usize] += number;
            }
        }
    }
}

/// Packed weights.
#[derive(Clone, Debug)]
pub(super) struct Packed {
    pub forward: Vec<f32>,
    pub backward: Vec<f32>,
}

struct Sources<'l> {
    layout: &'l Layout,
    forward: Vec<u32>,
    backward: Vec<u32>,
}

impl Sources<'_> {
    fn append(&mut self, sources: impl Iterator<Item = u32>) -> Range<usize> {
        let begin = self.forward.len();
        self.forward.extend(sources);
        begin..self.forward.len()
    }

    fn plain(&mut self, name: &str) -> Range<usize> {
        let range = self.layout.range(name);
        self.append(range.map(|number| number as u32))
    }

    /// The transpose of a matrix with so many rows and columns.
    fn transposed(&mut self, name: &str, rows: usize, columns: usize) -> Range<usize> {
        let begin = self.layout.range(name).start;
        let number = move |at: usize| (begin + at % rows * columns + at / rows) as u32;
        self.append((0..rows * columns).map(number))
    }

    /// From rows for each output, input and tap to rows for each tap, input and output.
    fn convolution(
        &mut self,
        name: &str,
        inputs: usize,
        outputs: usize,
        has_backward: bool,
    ) -> Layer {
        let begin = self.layout.range(&format!("{name}.weight")).start;
        let source = |tap: usize, input: usize, output: usize| {
            (begin + (output * inputs + input) * 9 + tap) as u32
        };
        let forward = (0..9 * inputs * outputs)
            .map(|at| source(at / (inputs * outputs), at / outputs % inputs, at % outputs));
        let weights = self.append(forward);
        let bias = self.plain(&format!("{name}.bias"));
        let start = self.backward.len();
        if has_backward {
            // What a tap takes from one side goes back to it from the other side.
            let back = (0..9 * inputs * outputs)
                .map(|at| source(8 - at / (inputs * outputs), at % inputs, at / inputs % outputs));
            self.backward.extend(back);
        }
        Layer { weights, bias, backward: start..self.backward.len() }
    }

    /// All that is a sum of channels for each cell: the policies' maps, the reply and the owners.
    fn maps(&mut self, residual: &Residual) -> Layer {
        let channels = residual.channels;
        let mut rows = vec![None; MAPS];
        let mut biases = vec![NONE; MAPS];
        let relations = Residual::CELL_RELATIONS;
        for (policy, name) in ["policy", "soft"].iter().enumerate() {
            let begin = self.layout.range(&format!("{name}.cells.weight")).start;
            for relation in 0..relations {
                rows[policy * relations + relation] = Some(begin + relation * channels);
            }
        }
        let mut add = |name: &str, first: usize, count: usize| {
            let weights = self.layout.range(&format!("{name}.weight")).start;
            let bias = self.layout.range(&format!("{name}.bias")).start;
            for row in 0..count {
                rows[first + row] = Some(weights + row * channels);
                biases[first + row] = (bias + row) as u32;
            }
        };
        add("reply", REPLY, 1);
        add("ownership", OWNERSHIP, residual.colours + 1);
        let source = |channel: usize, map: usize| {
            rows[map].map_or(NONE, |row: usize| (row + channel) as u32)
        };
        let forward: Vec<u32> =
            (0..channels * MAPS).map(|at| source(at / MAPS, at % MAPS)).collect();
        let weights = self.append(forward.into_iter());
        let bias = self.append(biases.into_iter());
        let start = self.backward.len();
        self.backward.extend((0..channels * MAPS).map(|at| source(at % channels, at / channels)));
        Layer { weights, bias, backward: start..self.backward.len() }
    }
}
