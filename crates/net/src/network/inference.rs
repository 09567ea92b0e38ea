//! A network at work on positions, one at a time.

use cornerwise_core::{
    Cell, Colour, Isa, MAX_SIZE, Move, Orientation, Position, Variant, for_each_isa,
};

use crate::convolution::{Bytes, Grid, HIGHEST};
use crate::encoder::Encoder;
use crate::frame::Frame;
use crate::move_cells::{MoveCells, Sheets};
use crate::network::Network;
use crate::network::heads::{PolicyHead, relate};
use crate::value_head::{Forecast, ValueHead};

/// A network at work for one thread, on positions of one variant; nothing is allocated for a position.
///
/// ```
/// use cornerwise_core::Position;
/// use cornerwise_net::{About, Architecture, Inference, Network, Weights};
/// let position = Position::start("duo".parse().unwrap());
/// let architecture = Architecture::residual(position.variant(), 16, 2);
/// let about = About { architecture, variant: "duo".to_owned(), run: String::new() };
/// let network = Network::new(&Weights::random(about, 1).unwrap());
/// let mut inference = Inference::new(&network, position.variant());
/// inference.run(&position, |_| None);
/// let (shares, mut logits) = (inference.forecast().shares(), Vec::new());
/// inference.logits(&position.legal_moves(), &mut logits);
/// assert_eq!((shares.len(), logits.len()), (2, 414));
/// ```
pub struct Inference<'n> {
    network: &'n Network,
    isa: Isa,
    grid: Grid,
    encoder: Encoder,
    cells: MoveCells,
    /// For each colour, the places of cells in its frame.
    places: Vec<[u16; MAX_SIZE * MAX_SIZE]>,
    viewer: Colour,
    planes: Bytes,
    globals: Vec<f32>,
    /// The trunk, the hidden layer of a block, and the next state of the trunk.
    trunk: Bytes,
    hidden: Bytes,
    next: Bytes,
    bias: Vec<f32>,
    /// Means and greatest activations of the trunk's channels, in steps; then the input of the value head.
    pooled: Vec<f32>,
    policy: PolicyTables,
    /// Whether the tables are about the position at hand.
    is_policy_ready: bool,
    forecast: Forecast,
}

/// What logits of moves are looked up in.
struct PolicyTables {
    sheets: Sheets,
    common: [f32; Orientation::COUNT],
}

impl<'n> Inference<'n> {
    /// The network on boards of a variant.
    ///
    /// # Panics
    /// When it is one for other numbers of colours or players.
    pub fn new(network: &'n Network, variant: &Variant) -> Inference<'n> {
        Inference::with_isa(network, variant, Isa::best())
    }

    /// The same with a given instruction set.
    ///
    /// # Panics
    /// As before.
    pub fn with_isa(network: &'n Network, variant: &Variant, isa: Isa) -> Inference<'n> {
        assert!(network.about.architecture.suits(variant), "the network is for another game");
        let grid = Grid { size: variant.size() };
        let encoder = Encoder::new(variant);
        let places = |colour: Colour| {
            let frame = encoder.frame(colour);
            let mut places = [0; MAX_SIZE * MAX_SIZE];
            for row in 0..grid.size {
                for cell in (0..grid.size).map(|column| Cell::new(column, row)) {
                    places[cell.index()] = grid.place(frame.cell(cell)) as u16;
                }
            }
            places
        };
        let bytes = |channels: usize| Bytes::new(grid.area() * channels);
        Inference {
            network,
            isa,
            grid,
            cells: MoveCells::new(grid),
            places: variant.colours().map(places).collect(),
            encoder,
            viewer: Colour::from_index(0),
            planes: bytes(network.planes),
            globals: Vec::new(),
            trunk: bytes(network.channels),
            hidden: bytes(network.channels),
            next: bytes(network.channels),
            bias: Vec::new(),
            pooled: Vec::new(),
            policy: PolicyTables { sheets: Sheets::new(), common: [0.0; Orientation::COUNT] },
            is_policy_ready: false,
            forecast: Forecast::default(),
        }
    }

    /// The instruction set.
    pub fn isa(&self) -> Isa {
        self.isa
    }

    /// Looks at a position as the colour to play sees it; `last` answers the last move of a colour, if it is known.
    ///
    /// # Panics
    /// When the game is over.
    pub fn run(&mut self, position: &Position, last: impl Fn(Colour) -> Option<Move>) {
        self.encode(position, last);
        self.compute();
    }

    /// Writes the planes and globals of a position.
    fn encode(&mut self, position: &Position, last: impl Fn(Colour) -> Option<Move>) {
        self.viewer = position.to_play().expect("the game is not over");
        let stride = self.network.planes;
        let planes = self.planes.get_mut(self.grid.area() * stride);
        planes.fill(0);
        let places = &self.places[self.viewer.index()];
        self.encoder.describe(position, last, self.viewer, &mut self.globals, |number, plane| {
            for cell in plane.iter() {
                planes[usize::from(places[cell.index()]) * stride + number] = 1;
            }
        });
    }

    /// Computes the trunk for what was written.
    fn compute(&mut self) {
        let Network { stem, blocks, channels, planes, .. } = self.network;
        let (isa, grid) = (self.isa, self.grid);
        let bytes = grid.area() * channels;
        let count = self.network.residual().channels;
        self.bias.clone_from(&stem.bias);
        stem.globals.add_to(&self.globals, &mut self.bias[..count]);
        let input = self.planes.get(grid.area() * planes);
        stem.conv.apply(isa, grid, input, &self.bias, None, self.trunk.get_mut(bytes));
        for block in blocks {
            let (trunk, hidden) = (self.trunk.get(bytes), self.hidden.get_mut(bytes));
            self.bias.clone_from(&block.first_bias);
            if let Some(weights) = &block.pool {
                pool(isa, grid, trunk, *channels, count, &mut self.pooled);
                weights.add_to(&self.pooled, &mut self.bias[..count]);
            }
            block.first.apply(isa, grid, trunk, &self.bias, None, hidden);
            let next = self.next.get_mut(bytes);
            block.second.apply(isa, grid, hidden, &block.second_bias, Some(trunk), next);
            std::mem::swap(&mut self.trunk, &mut self.next);
        }
        pool(isa, grid, self.trunk.get(bytes), *channels, count, &mut self.pooled);
        let step = self.network.residual().limit / HIGHEST;
        for number in &mut self.pooled {
            *number *= step;
        }
        self.pooled.extend_from_slice(&self.globals);
        foresee(isa, &self.network.value, &self.pooled, &mut self.forecast);
        self.is_policy_ready = false;
    }

    /// Applies one convolution from the trunk's channels to as many, and answers how many products that was: for measuring what the
    /// processor can do at best. `None` when the network has no blocks.
    pub fn convolve(&mut self) -> Option<usize> {
        let block = self.network.blocks.first()?;
        let bytes = self.grid.area() * self.network.channels;
        let (trunk, hidden) = (self.trunk.get(bytes), self.hidden.get_mut(bytes));
        block.first.apply(self.isa, self.grid, trunk, &block.first_bias, None, hidden);
        Some(block.first.products(self.grid))
    }

    fn frame(&self) -> &Frame {
        self.encoder.frame(self.viewer)
    }

    /// How the game is expected to end, players counted from the mover's, without the linear model.
    pub fn forecast(&self) -> &Forecast {
        &self.forecast
    }

    /// Overwrites the list with the logits of moves as they lie on the board, without those of the linear model.
    pub fn logits(&mut self, moves: &[Move], logits: &mut Vec<f32>) {
        logits.clear();
        self.each_logit(moves.iter().copied(), |logit| logits.push(logit));
    }

    /// Shows the logits of moves in their order.
    pub fn each_logit(&mut self, moves: impl Iterator<Item = Move>, mut show: impl FnMut(f32)) {
        let policy = &self.network.policy;
        let channels = self.network.channels;
        let trunk = self.trunk.get(self.grid.area() * channels);
        if !self.is_policy_ready {
            let pooled = &self.pooled[..2 * self.network.residual().channels];
            prepare(self.isa, policy, self.grid, trunk, pooled, &mut self.policy);
            self.is_policy_ready = true;
        }
        let tables = &self.policy;
        let frame = self.frame();
        for mv in moves {
            let mv = frame.to_frame(mv);
            let number = mv.orientation().index();
            let cell = &trunk[self.grid.place(mv.first()) * channels..][..channels];
            let own = policy.orientations.dot(number, cell);
            show(own + tables.common[number] + self.cells.sum(self.grid, &tables.sheets, mv));
        }
    }

    /// For nobody and every colour of the game, the logits that they own the cells at the end. The numbers of a row are those of the
    /// board's cells from the lowest row on.
    pub fn ownership(&self) -> Vec<Vec<f32>> {
        let trunk = self.trunk.get(self.grid.area() * self.network.channels);
        let in_frame = self.network.ownership.apply(self.grid, trunk);
        let frame = self.frame();
        let size = self.grid.size;
        let on_board = |logits: &Vec<f32>| {
            let cells = (0..size * size).map(|at| frame.cell(Cell::new(at % size, at / size)));
            cells.map(|seen| logits[seen.row() * size + seen.column()]).collect()
        };
        let mut all = vec![on_board(&in_frame[0]); in_frame.len()];
        for (logits, colour) in in_frame[1..].iter().zip(frame.colours()) {
            all[1 + colour.index()] = on_board(logits);
        }
        all
    }
}

for_each_isa! {
    /// Fills the tables that the logits of moves are looked up in.
    prepare = prepare_tables(
        policy: &PolicyHead, grid: Grid, trunk: &[u8], pooled: &[f32], tables: &mut PolicyTables
    )
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn prepare_tables(
    policy: &PolicyHead,
    grid: Grid,
    trunk: &[u8],
    pooled: &[f32],
    tables: &mut PolicyTables,
) {
    policy.common.apply(pooled, &mut tables.common);
    relate(&policy.cells, grid, trunk, &mut tables.sheets);
}

for_each_isa! {
    /// The forecast of a value head.
    foresee = apply_value_head(head: &ValueHead, input: &[f32], forecast: &mut Forecast)
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn apply_value_head(head: &ValueHead, input: &[f32], forecast: &mut Forecast) {
    head.apply(input, forecast);
}

for_each_isa! {
    /// Overwrites `pooled` with the means and then the greatest activations of the channels that count, in steps.
    pool = pool_channels(
        grid: Grid, trunk: &[u8], channels: usize, count: usize, pooled: &mut Vec<f32>
    )
}

/// The channels that are pooled side by side.
const POOLED: usize = 16;

#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn pool_channels(grid: Grid, trunk: &[u8], channels: usize, count: usize, pooled: &mut Vec<f32>) {
    pooled.clear();
    pooled.resize(2 * count, 0.0);
    let cells = (grid.size * grid.size) as f32;
    for first in (0..count).step_by(POOLED) {
        // The sums of 400 bytes up to 127 fit.
        let mut sums = [0_u16; POOLED];
        let mut most = [0_u8; POOLED];
        for place in grid.rows().flatten() {
            let bytes: &[u8; POOLED] =
                trunk[place * channels + first..].first_chunk().expect("a cell has whole vectors");
            for lane in 0..POOLED {
                sums[lane] += u16::from(bytes[lane]);
                most[lane] = most[lane].max(bytes[lane]);
            }
        }
        let (means, greatest) = pooled.split_at_mut(count);
        let lanes = means[first..].iter_mut().zip(&mut greatest[first..]);
        for (lane, (mean, greatest)) in lanes.enumerate().take(POOLED) {
            *mean = f32::from(sums[lane]) / cells;
            *greatest = f32::from(most[lane]);
        }
    }
}
