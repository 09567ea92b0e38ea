//! Steps on several threads.

use std::ops::ControlFlow;
use std::sync::Arc;

use cornerwise_core::Tables;
use cornerwise_dataset::pool;
use cornerwise_dataset::samples::{Batch, Sample, SampleEncoder};
use cornerwise_engine::Stop;

use super::baseline::Baseline;
use crate::network::{LossWeights, Losses, Network, Workspace};
use crate::run::RunError;

/// Samples that a thread takes at a time. Sums are made of theirs in order, so that they do not depend on the number of threads.
const CHUNK: usize = 16;

/// What a thread works with.
pub(super) struct Worker {
    encoder: SampleEncoder,
    batch: Batch,
    workspace: Workspace,
    baseline: Baseline,
}

/// Threads that compute chunks of samples.
pub(super) struct Workers {
    workers: Vec<Worker>,
}

impl Workers {
    pub fn new(tables: &Arc<Tables>, network: &Network, threads: usize) -> Workers {
        let variant = tables.variant();
        let worker = || Worker {
            encoder: SampleEncoder::new(tables),
            batch: Batch::new(variant),
            workspace: Workspace::new(network, variant.size()),
            baseline: Baseline::new(tables),
        };
        Workers { workers: (0..threads.max(1)).map(|_| worker()).collect() }
    }

    /// The losses of samples, and the gradient of their sum in the order of the network's layout.
    pub fn gradient(
        &mut self,
        network: &Network,
        samples: &[Sample],
        weights: &LossWeights,
        gradient: &mut [f32],
    ) -> Result<Losses, RunError> {
        let parts = self.each(samples, |chunk, worker| {
            worker.encode(chunk);
            let (losses, gradient) = worker.workspace.gradient(network, &worker.batch, weights);
            (losses, gradient.to_vec())
        })?;
        let mut losses = Losses::default();
        let mut sum = vec![0.0; network.gradient_len()];
        for (part, slopes) in &parts {
            losses += part;
            sum.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
        }
        gradient.fill(0.0);
        network.unpack_into(&sum, gradient);
        Ok(losses)
    }

    /// The losses of samples.
    pub fn losses(
        &mut self,
        network: &Network,
        samples: &[Sample],
        weights: &LossWeights,
    ) -> Result<Losses, RunError> {
        let parts = self.each(samples, |chunk, worker| {
            worker.encode(chunk);
            worker.workspace.losses(network, &worker.batch, weights)
        })?;
        Ok(sum(&parts))
    }

    /// The same of the linear model.
    pub fn baseline(&mut self, samples: &[Sample]) -> Result<Losses, RunError> {
        let parts = self.each(samples, |chunk, worker| {
            worker.encode(chunk);
            let mut losses = Losses::default();
            for (number, sample) in chunk.iter().enumerate() {
                let target = &worker.batch.policy[worker.batch.moves(number)];
                worker.baseline.add(sample, target, &mut losses);
            }
            losses
        })?;
        Ok(sum(&parts))
    }

    /// What comes of every chunk, in order.
    fn each<T: Send>(
        &mut self,
        samples: &[Sample],
        of: impl Fn(&[Sample], &mut Worker) -> T + Sync,
    ) -> Result<Vec<T>, RunError> {
        let chunks = samples.chunks(CHUNK);
        if let [worker] = &mut self.workers[..] {
            return Ok(chunks.map(|chunk| of(chunk, worker)).collect());
        }
        let mut parts: Vec<Option<T>> = chunks.clone().map(|_| None).collect();
        let work =
            |(at, chunk): (usize, &[Sample]), worker: &mut Worker| Some((at, of(chunk, worker)));
        let stop = Stop::default();
        pool::run(chunks.enumerate(), &mut self.workers, &stop, work, |(at, part)| {
            parts[at] = Some(part);
            Ok::<_, RunError>(ControlFlow::Continue(()))
        })?;
        Ok(parts.into_iter().flatten().collect())
    }
}

impl Worker {
    fn encode(&mut self, samples: &[Sample]) {
        self.batch.clear();
        for sample in samples {
            self.encoder.add(sample, &mut self.batch);
        }
    }
}

fn sum(parts: &[Losses]) -> Losses {
    let mut sum = Losses::default();
    for part in parts {
        sum += part;
    }
    sum
}
