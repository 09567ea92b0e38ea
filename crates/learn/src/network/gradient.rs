//! Losses of positions and their gradient.

use cornerwise_dataset::samples::{Batch, winner};
use cornerwise_net::{Architecture, Residual};

use super::kernel::{Conv, Grid, Kernel, Rectifier};
use super::layout::Layout;
use super::loss::{LossWeights, Losses, places, softmax};
use super::packing::{MAPS, OWNERSHIP, Packed, Packing, REPLY};
use super::policy_head::{Footprints, Moves, PolicyInput, PolicySlopes};
use super::trunk::{Pool, Trunk, back, layer_gradient};
use super::value_head::{ValueHead, ValueTarget, pooled_part};

/// Quantised weights go from -127 to 127, quantised activations from 0 to 127.
const STEPS: f32 = 127.0;
/// By which power visits are flattened for the second policy.
const FLATTEN: f32 = 0.25;

/// A network with its weights at some moment.
pub struct Network {
    residual: Residual,
    packing: Packing,
    packed: Packed,
    is_quantised: bool,
}

impl Network {
    /// A network with these weights, in the order of the layout. When it is quantised, weights and activations are rounded as they
    /// will be in play, and the gradient takes no notice of it.
    pub fn new(
        architecture: &Architecture,
        layout: &Layout,
        numbers: &[f32],
        is_quantised: bool,
    ) -> Network {
        let Architecture::Residual(residual) = architecture;
        let packing = Packing::new(residual, layout);
        let packed = if is_quantised {
            packing.pack(&quantised(layout, numbers))
        } else {
            packing.pack(numbers)
        };
        Network { residual: residual.clone(), packing, packed, is_quantised }
    }

    /// Takes on other weights.
    pub fn set(&mut self, layout: &Layout, numbers: &[f32], is_quantised: bool) {
        self.is_quantised = is_quantised;
        self.packed = if is_quantised {
            self.packing.pack(&quantised(layout, numbers))
        } else {
            self.packing.pack(numbers)
        };
    }

    /// How many numbers the gradient of a [`Workspace`] has.
    pub fn gradient_len(&self) -> usize {
        self.packing.len()
    }

    /// Adds the gradient of a workspace to one in the order of the layout.
    pub fn unpack_into(&self, packed: &[f32], gradient: &mut [f32]) {
        self.packing.unpack_into(packed, gradient);
    }

    fn rectifier(&self) -> Rectifier {
        let steps = self.is_quantised.then_some(STEPS);
        Rectifier { limit: self.residual.limit, steps }
    }
}

/// Rounds the convolutions of the trunk to what 8 bits can hold, with a scale for each output channel.
fn quantised(layout: &Layout, numbers: &[f32]) -> Vec<f32> {
    let mut numbers = numbers.to_vec();
    for (range, outputs) in layout.convolutions() {
        let length = range.len() / outputs;
        for channel in numbers[range].chunks_exact_mut(length) {
            let greatest = channel.iter().fold(0.0, |most: f32, weight| most.max(weight.abs()));
            if greatest > 0.0 {
                let scale = greatest / STEPS;
                for weight in channel {
                    *weight = (*weight / scale).round_ties_even() * scale;
                }
            }
        }
    }
    numbers
}

/// What a thread needs to compute positions.
pub struct Workspace {
    kernel: Kernel,
    trunk: Trunk,
    footprints: Footprints,
    maps: Grid,
    map_slopes: Grid,
    pool: Pool,
    value: ValueHead,
    logits: Vec<f32>,
    soft: Vec<f32>,
    targets: Vec<f32>,
    /// The gradient so far, in an order of its own.
    gradient: Vec<f32>,
}

impl Workspace {
    /// For boards of a size.
    pub fn new(network: &Network, size: usize) -> Workspace {
        Workspace::with(network, size, Kernel::best())
    }

    fn with(network: &Network, size: usize, kernel: Kernel) -> Workspace {
        Workspace {
            kernel,
            trunk: Trunk::new(&network.residual, size, kernel),
            footprints: Footprints::new(size, MAPS),
            maps: Grid::new(size, MAPS),
            map_slopes: Grid::new(size, MAPS),
            pool: Pool::default(),
            value: ValueHead::default(),
            logits: Vec::new(),
            soft: Vec::new(),
            targets: Vec::new(),
            gradient: vec![0.0; network.gradient_len()],
        }
    }

    /// The losses of all samples of a batch.
    pub fn losses(&mut self, network: &Network, batch: &Batch, weights: &LossWeights) -> Losses {
        let mut losses = Losses::default();
        for sample in 0..batch.len() {
            self.sample(network, batch, sample, weights, &mut losses);
        }
        losses
    }

    /// The losses of all samples of a batch, and the gradient of their sum. It is for [`Network::unpack_into`].
    pub fn gradient(
        &mut self,
        network: &Network,
        batch: &Batch,
        weights: &LossWeights,
    ) -> (Losses, &[f32]) {
        let mut losses = Losses::default();
        self.gradient.fill(0.0);
        for sample in 0..batch.len() {
            self.sample(network, batch, sample, weights, &mut losses);
            self.backward(network, batch, sample);
        }
        (losses, &self.gradient)
    }

    /// Computes a sample. In the end there are slopes of all outputs instead of logits.
    fn sample(
        &mut self,
        network: &Network,
        batch: &Batch,
        sample: usize,
        loss: &LossWeights,
        losses: &mut Losses,
    ) {
        self.forward(network, batch, sample);
        let shape = batch.shape;
        let (weight, known) = (batch.weights[sample], batch.policy_known[sample]);
        self.policy_losses(&batch.policy[batch.moves(sample)], known, weight, loss, losses);
        let results = &batch.results[batch.part(sample, shape.players)];
        let target = ValueTarget {
            results,
            winner: winner(results),
            root: &batch.root_values[batch.part(sample, shape.players)],
            scores: &batch.scores[batch.part(sample, shape.players)],
            margin: batch.margins[sample],
        };
        self.value.losses(&target, loss, weight, losses);
        self.map_losses(batch, sample, loss, losses);
        losses.positions += f64::from(weight);
    }

    /// Computes the outputs for a sample.
    fn forward(&mut self, network: &Network, batch: &Batch, sample: usize) {
        let Network { packing, packed, .. } = network;
        let weights = &packed.forward;
        let shape = batch.shape;
        let planes = &batch.planes[batch.part(sample, shape.planes * shape.area())];
        let globals = &batch.globals[batch.part(sample, shape.globals)];
        self.trunk.forward(packing, packed, network.rectifier(), (planes, globals));
        let trunk = self.trunk.output();
        self.pool.take(trunk);
        self.kernel.convolve(Conv {
            input: trunk,
            weights: &weights[packing.maps.weights.clone()],
            bias: Some(&weights[packing.maps.bias.clone()]),
            output: &mut self.maps,
        });

        let moves = moves(batch, sample);
        for (number, logits) in [&mut self.logits, &mut self.soft].into_iter().enumerate() {
            let input = PolicyInput {
                policy: &packing.policies[number],
                footprints: &self.footprints,
                weights,
                trunk,
                pooled: &self.pool.numbers,
                maps: &self.maps,
                first_map: number * Residual::CELL_RELATIONS,
            };
            input.logits(moves, logits);
        }
        if let Some([policy, _]) = packing.linear {
            let linear = &batch.linear_policy[batch.moves(sample)];
            for (logit, linear) in self.logits.iter_mut().zip(linear) {
                *logit += weights[policy] * linear;
            }
        }
        let linear = &batch.linear_values[batch.part(sample, shape.players)];
        let input = [&self.pool.numbers[..], globals].concat();
        self.value.forward(packing, weights, network.residual.limit, &input, linear);
    }

    fn policy_losses(
        &mut self,
        target: &[f32],
        is_known: f32,
        weight: f32,
        loss: &LossWeights,
        losses: &mut Losses,
    ) {
        let known = weight * is_known;
        if known == 0.0 {
            self.logits.fill(0.0);
            self.soft.fill(0.0);
            return;
        }
        let (first, first_five) = places(&self.logits, target);
        let policy = cross_entropy(&mut self.logits, target, known * loss.policy);
        let visited = target.iter().filter(|share| **share > 0.0);
        let entropy = -visited.map(|share| share * share.ln()).sum::<f32>();
        self.targets.clear();
        self.targets.extend(target.iter().map(|share| share.powf(FLATTEN)));
        let total: f32 = self.targets.iter().sum();
        self.targets.iter_mut().for_each(|share| *share /= total);
        let soft = cross_entropy(&mut self.soft, &self.targets, known * loss.soft_policy);

        let known = f64::from(known);
        losses.policies += known;
        losses.loss += known * f64::from(loss.policy * policy + loss.soft_policy * soft);
        losses.policy += known * f64::from(policy);
        losses.entropy += known * f64::from(entropy);
        losses.first += known * first;
        losses.first_five += known * first_five;
    }

    fn map_losses(
        &mut self,
        batch: &Batch,
        sample: usize,
        loss: &LossWeights,
        losses: &mut Losses,
    ) {
        let shape = batch.shape;
        let area = shape.area();
        let (weight, reply_known) = (batch.weights[sample], batch.reply_known[sample]);
        let owners = &batch.ownership[batch.part(sample, area)];
        let replies = &batch.reply[batch.part(sample, area)];
        let of_cell = weight / area as f32;
        let (mut ownership, mut reply) = (0.0, 0.0);
        self.map_slopes.numbers.fill(0.0);
        for (cell, (&owner, &is_reply)) in owners.iter().zip(replies).enumerate() {
            let slopes = self.map_slopes.cell_mut(cell);
            slopes[OWNERSHIP..].copy_from_slice(&self.maps.cell(cell)[OWNERSHIP..]);
            let classes = &mut slopes[OWNERSHIP..][..=shape.colours];
            let chosen = classes[usize::from(owner)];
            ownership += softmax(classes) - chosen;
            classes[usize::from(owner)] -= 1.0;
            for slope in classes {
                *slope *= of_cell * loss.ownership;
            }
            slopes[OWNERSHIP + shape.colours + 1..].fill(0.0);

            let logit = self.maps.cell(cell)[REPLY];
            let is_reply = f32::from(is_reply);
            // The logarithm of 1 + exp(logit), without overflow.
            reply += logit.max(0.0) + (-logit.abs()).exp().ln_1p() - is_reply * logit;
            let probability = 1.0 / (1.0 + (-logit).exp());
            slopes[REPLY] = of_cell * reply_known * loss.reply * (probability - is_reply);
        }
        let (ownership, reply) = (of_cell * ownership, of_cell * reply_known * reply);
        losses.loss += f64::from(loss.ownership * ownership + loss.reply * reply);
        losses.ownership += f64::from(ownership);
        losses.reply += f64::from(reply);
    }

    fn backward(&mut self, network: &Network, batch: &Batch, sample: usize) {
        let Network { packing, packed, .. } = network;
        let weights = &packed.forward;
        let (kernel, shape) = (self.kernel, batch.shape);
        let channels = network.residual.channels;
        let gradient = &mut self.gradient;
        let globals = &batch.globals[batch.part(sample, shape.globals)];
        let linear = &batch.linear_values[batch.part(sample, shape.players)];
        let input = [&self.pool.numbers[..], globals].concat();
        let rectifier = network.rectifier();
        let of_input = self.value.backward(packing, weights, rectifier, (&input, linear), gradient);
        let mut pooled = of_input[pooled_part(channels)].to_vec();

        let (trunk, trunk_slopes) = self.trunk.output_slopes();
        let moves = moves(batch, sample);
        for (number, slopes) in [&self.logits, &self.soft].into_iter().enumerate() {
            let input = PolicyInput {
                policy: &packing.policies[number],
                footprints: &self.footprints,
                weights,
                trunk,
                pooled: &self.pool.numbers,
                maps: &self.maps,
                first_map: number * Residual::CELL_RELATIONS,
            };
            let mut to = PolicySlopes {
                gradient,
                trunk: trunk_slopes,
                pooled: &mut pooled,
                maps: &mut self.map_slopes,
            };
            input.backward(moves, slopes, &mut to);
        }
        if let Some([policy, _]) = packing.linear {
            let linear = &batch.linear_policy[batch.moves(sample)];
            let products = self.logits.iter().zip(linear).map(|(slope, linear)| slope * linear);
            gradient[policy] += products.sum::<f32>();
        }
        clear_border(&mut self.map_slopes);
        layer_gradient(kernel, &packing.maps, trunk, &self.map_slopes, gradient);
        back(kernel, &packing.maps, packed, &self.map_slopes, trunk_slopes);
        self.pool.spread(&pooled, trunk_slopes);
        self.trunk.backward(packing, packed, network.residual.limit, gradient);
    }
}

fn moves(batch: &Batch, sample: usize) -> Moves<'_> {
    let range = batch.moves(sample);
    Moves { cells: &batch.move_cells[range.clone()], orientations: &batch.move_orientations[range] }
}

/// The cross-entropy of logits to a target; they become its slopes, times a weight.
pub(crate) fn cross_entropy(logits: &mut [f32], target: &[f32], weight: f32) -> f32 {
    let chosen: f32 = logits.iter().zip(target).map(|(logit, share)| logit * share).sum();
    let entropy = softmax(logits) - chosen;
    for (odds, share) in logits.iter_mut().zip(target) {
        *odds = weight * (*odds - share);
    }
    entropy
}

/// Moves at the edge border on cells beyond it, which nobody learns from.
fn clear_border(grid: &mut Grid) {
    let (size, row) = (grid.size, (grid.size + 2) * grid.channels);
    for (number, cells) in grid.numbers.chunks_exact_mut(row).enumerate() {
        if number == 0 || number == size + 1 {
            cells.fill(0.0);
        } else {
            cells[..grid.channels].fill(0.0);
            cells[row - grid.channels..].fill(0.0);
        }
    }
}

/// What a network says, for the tests.
#[cfg(test)]
pub(super) struct Outputs {
    pub logits: Vec<f32>,
    pub outcome: Vec<f32>,
    pub scores: Vec<f32>,
    pub margin: Vec<f32>,
    /// For every cell, the logits of its owners.
    pub ownership: Vec<Vec<f32>>,
}

#[cfg(test)]
impl Workspace {
    pub(super) fn for_tests(network: &Network, size: usize, kernel: Kernel) -> Workspace {
        Workspace::with(network, size, kernel)
    }

    pub(super) fn outputs(&mut self, network: &Network, batch: &Batch, sample: usize) -> Outputs {
        self.forward(network, batch, sample);
        let (outcome, scores, margin) = self.value.outputs();
        let owners = batch.shape.colours + 1;
        let of_cell = |cell| self.maps.cell(cell)[OWNERSHIP..][..owners].to_vec();
        Outputs {
            logits: self.logits.clone(),
            outcome,
            scores: scores.iter().map(|score| score * Residual::SCORE_UNIT).collect(),
            margin,
            ownership: (0..batch.shape.area()).map(of_cell).collect(),
        }
    }

    pub(super) fn trunk_output(&self) -> &[f32] {
        &self.trunk.output().numbers
    }
}
