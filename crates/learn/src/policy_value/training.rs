//! A run from its beginning or its last checkpoint to its end.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use cornerwise_core::Variant;
use cornerwise_dataset::samples::{Epoch, GameFiles, HeldOut, Sample, Sampling, Survey};
use cornerwise_dataset::{Side, Split};
use cornerwise_engine::Stop;
use cornerwise_net::{About, Architecture};
use serde_json::json;

use super::metrics::{Report, Scores};
use super::progress::Progress;
use super::settings::Settings;
use super::steps::Workers;
use crate::adamw::AdamW;
use crate::network::{Layout, Losses, Network};
use crate::run::{Checkpoint, RunDirectory, RunError};

/// Steps between lines of the metrics.
const REPORT: u64 = 50;
/// Steps between checkpoints: some minutes of work.
const CHECKPOINT: u64 = 200;
/// Held-out samples that are read at a time.
const HELD_OUT: usize = 4096;
/// What may differ from the beginning of a run: programs of all versions go on.
const FREE: [&str; 1] = ["version"];

/// A run that is ready to go on.
pub struct Training {
    settings: Settings,
    directory: RunDirectory,
    files: GameFiles,
    survey: Arc<Survey>,
    about: About,
    layout: Layout,
    network: Network,
    workers: Workers,
    state: Checkpoint,
    gradient: Vec<f32>,
    /// The step of the checkpoint on the disk.
    kept: u64,
}

/// Where a run ended, or was stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// The steps that were made.
    pub step: u64,
    /// All steps of the run.
    pub steps: u64,
    /// The network for play, if there is one yet.
    pub network: Option<PathBuf>,
    /// The last metrics of the positions held out, if there are any.
    pub validation: Option<Scores>,
    /// Those of the linear model.
    pub linear: Option<Scores>,
}

impl Training {
    /// Opens the run in a directory, or begins it there. A run that goes on learns from as many games as it began with, whatever was added
    /// to the files since.
    ///
    /// # Errors
    /// When the games or the directory cannot be used.
    pub fn open(
        directory: &Path,
        variant: &Variant,
        data: &[PathBuf],
        settings: Settings,
        threads: usize,
    ) -> Result<Training, RunError> {
        let settings = settings.checked()?;
        let architecture = settings.architecture(variant);
        architecture.check().map_err(cornerwise_net::WeightsError::from)?;
        let before = RunDirectory::settings(directory)?.and_then(|found| games_of(&found));
        let mut files = GameFiles::open(data)?;
        let found = files.tables().variant();
        if found != variant {
            let [found, wanted] = [found, variant].map(|variant| variant.name().to_owned());
            return Err(RunError::Variant { found, wanted });
        }
        if let Some(before) = before {
            files = files.limited(&before)?;
        }
        let sources = files.sources().iter();
        let sources: Vec<_> =
            sources.map(|(path, games)| (path.to_string_lossy().into_owned(), *games)).collect();
        let table = settings.to_table(variant, &sources);
        let mut directory = RunDirectory::open(directory, &table, &FREE)?;

        let split = Split { validation: settings.holdout, seed: settings.holdout_seed };
        let survey = Arc::new(Survey::of(&files, split)?);
        if survey.distinct(Side::Training) == 0 {
            return Err(RunError::Nothing(survey.games(Side::Training)));
        }
        let layout = Layout::new(&architecture);
        let run = json!({
            "games": survey.games(Side::Training),
            "positions": survey.distinct(Side::Training),
            "settings": settings,
        });
        let about =
            About { architecture, variant: variant.name().to_owned(), run: run.to_string() };
        let resumed = directory.resume(layout.len())?;
        let kept = resumed.as_ref().map_or(0, |checkpoint| checkpoint.adam.steps);
        let state = if let Some(checkpoint) = resumed {
            checkpoint
        } else {
            let weights = layout.random(about.clone(), settings.seed)?;
            let window = Losses::default();
            Checkpoint { adam: AdamW::new(weights), epoch: 0, samples: 0, window }
        };
        let network = Network::new(&about.architecture, &layout, &state.adam.weights, false);
        let workers = Workers::new(files.tables(), &network, threads);
        let gradient = vec![0.0; layout.len()];
        Ok(Training {
            settings,
            directory,
            files,
            survey,
            about,
            layout,
            network,
            workers,
            state,
            gradient,
            kept,
        })
    }

    /// The network's architecture.
    pub fn architecture(&self) -> &Architecture {
        &self.about.architecture
    }

    /// All steps of the run.
    pub fn steps(&self) -> u64 {
        (self.settings.epochs * self.steps_of_epoch()).ceil().max(1.0) as u64
    }

    fn steps_of_epoch(&self) -> f64 {
        self.survey.distinct(Side::Training) as f64 / self.settings.batch as f64
    }

    /// How often every position was learnt from after so many steps.
    fn epoch_of(&self, step: u64) -> f64 {
        step as f64 / self.steps_of_epoch()
    }

    /// Whether weights and activations are rounded in a step.
    fn is_quantised(&self, step: u64) -> bool {
        step as f64 >= (1.0 - self.settings.quantised) * self.steps() as f64
    }

    /// Goes on until the end, or until the stop is raised; `watch` learns how far it has come.
    ///
    /// # Errors
    /// When a file cannot be read or written, or the loss is not finite. The last checkpoint stays.
    pub fn run(&mut self, stop: &Stop, mut watch: impl FnMut(Progress)) -> Result<End, RunError> {
        let steps = self.steps();
        let sides = [Side::Training, Side::Validation];
        watch(Progress::Counted {
            games: sides.map(|side| self.survey.games(side)),
            positions: sides.map(|side| self.survey.distinct(side)),
            steps,
            done: self.state.adam.steps,
        });
        let mut end = End {
            step: self.state.adam.steps,
            steps,
            network: None,
            validation: None,
            linear: None,
        };
        if self.state.adam.steps == 0 {
            end.linear = self.measure_linear(&mut watch)?;
        }
        // The samples borrow them while weights change.
        let files = self.files.clone();
        let survey = Arc::clone(&self.survey);
        let mut epoch = Stream::new(&files, &survey, self.sampling(), &self.state)?;
        // For the speed: positions since then.
        let (mut since, mut positions) = (Instant::now(), 0.0);
        while self.state.adam.steps < steps && !stop.is_raised() {
            let step = self.state.adam.steps;
            let samples = epoch.batch(self.settings.batch)?;
            let (losses, norm, rate) = self.step(&samples, step)?;
            (self.state.epoch, self.state.samples) = (epoch.number, epoch.taken);
            self.state.window += &losses;
            positions += losses.positions;
            watch(Progress::Step { loss: losses.mean(losses.loss) });

            let step = self.state.adam.steps;
            let is_last = step == steps;
            if step.is_multiple_of(REPORT) || is_last {
                let losses = std::mem::take(&mut self.state.window);
                let speed = positions / since.elapsed().as_secs_f64();
                self.report(
                    &mut watch,
                    Report::Training {
                        step,
                        epoch: self.epoch_of(step),
                        rate,
                        norm,
                        quantised: self.is_quantised(step - 1),
                        speed,
                        scores: Scores::of_network(&losses),
                    },
                )?;
                (since, positions) = (Instant::now(), 0.0);
            }
            if self.epoch_of(step).floor() > self.epoch_of(step - 1).floor() || is_last {
                end.validation = self.validate(&mut watch)?;
                end.network = Some(self.export()?);
                (since, positions) = (Instant::now(), 0.0);
            }
            if step.is_multiple_of(CHECKPOINT) || is_last {
                self.keep()?;
            }
        }
        if self.kept < self.state.adam.steps {
            self.keep()?;
        }
        end.step = self.state.adam.steps;
        if end.step == steps && end.network.is_none() {
            // It was finished before.
            end.network = Some(self.export()?);
        }
        Ok(end)
    }

    fn sampling(&self) -> Sampling {
        let Settings { seed, window, augment, .. } = self.settings;
        Sampling { split: self.survey.split(), seed, window, augment }
    }

    /// One step; answers the losses, the norm of the gradient and the rate.
    fn step(&mut self, samples: &[Sample], step: u64) -> Result<(Losses, f64, f64), RunError> {
        let Settings { loss, optimizer, .. } = &self.settings;
        let is_quantised = self.is_quantised(step);
        self.network.set(&self.layout, &self.state.adam.weights, is_quantised);
        let losses = self.workers.gradient(&self.network, samples, loss, &mut self.gradient)?;
        let share = 1.0 / losses.positions as f32;
        self.gradient.iter_mut().for_each(|slope| *slope *= share);
        let rate = optimizer.rate_at(step, self.steps());
        let decayed = self.layout.decayed();
        let norm = self.state.adam.step(&self.gradient, rate, optimizer, decayed);
        if !(losses.loss.is_finite() && norm.is_finite()) {
            return Err(RunError::NotFinite { step: step + 1, kept: self.kept });
        }
        Ok((losses, norm, rate))
    }

    /// Measures the averaged weights on the positions held out.
    fn validate(&mut self, watch: &mut impl FnMut(Progress)) -> Result<Option<Scores>, RunError> {
        let step = self.state.adam.steps;
        let quantised = self.is_quantised(step - 1);
        self.network.set(&self.layout, &self.state.adam.averaged, quantised);
        let losses = self.held_out(|workers, network, samples, settings| {
            workers.losses(network, samples, &settings.loss)
        })?;
        if losses.positions == 0.0 {
            return Ok(None);
        }
        let scores = Scores::of_network(&losses);
        let epoch = self.epoch_of(step);
        self.report(watch, Report::Validation { step, epoch, quantised, scores })?;
        Ok(Some(scores))
    }

    /// Measures the linear model on the same positions.
    fn measure_linear(
        &mut self,
        watch: &mut impl FnMut(Progress),
    ) -> Result<Option<Scores>, RunError> {
        let losses = self.held_out(|workers, _, samples, _| workers.baseline(samples))?;
        if losses.positions == 0.0 {
            return Ok(None);
        }
        let scores = Scores::of_model(&losses);
        self.report(watch, Report::Linear { step: 0, scores })?;
        Ok(Some(scores))
    }

    /// Sums over all positions held out.
    fn held_out(
        &mut self,
        mut of: impl FnMut(&mut Workers, &Network, &[Sample], &Settings) -> Result<Losses, RunError>,
    ) -> Result<Losses, RunError> {
        let (files, survey) = (&self.files, &self.survey);
        let mut held_out = HeldOut::new(files, survey)?;
        let mut losses = Losses::default();
        loop {
            let samples = held_out.by_ref().take(HELD_OUT).collect::<Result<Vec<_>, _>>()?;
            if samples.is_empty() {
                return Ok(losses);
            }
            losses += &of(&mut self.workers, &self.network, &samples, &self.settings)?;
        }
    }

    fn report(&mut self, watch: &mut impl FnMut(Progress), report: Report) -> Result<(), RunError> {
        self.directory.report(&report)?;
        watch(Progress::Report(report));
        Ok(())
    }

    fn keep(&mut self) -> Result<(), RunError> {
        self.directory.keep(&self.state)?;
        self.kept = self.state.adam.steps;
        Ok(())
    }

    /// Writes the averaged weights for play.
    fn export(&self) -> Result<PathBuf, RunError> {
        let weights = self.layout.weights(self.about.clone(), &self.state.adam.averaged)?;
        self.directory.export(&weights.to_bytes())
    }
}

/// The samples of one epoch after the other.
struct Stream<'f> {
    files: &'f GameFiles,
    survey: &'f Survey,
    sampling: Sampling,
    samples: Epoch<'f>,
    /// The epoch under way.
    number: u64,
    /// How many of its samples were taken.
    taken: u64,
}

impl<'f> Stream<'f> {
    /// Goes on where a checkpoint says.
    fn new(
        files: &'f GameFiles,
        survey: &'f Survey,
        sampling: Sampling,
        checkpoint: &Checkpoint,
    ) -> Result<Stream<'f>, RunError> {
        let (number, taken) = (checkpoint.epoch, checkpoint.samples);
        let mut samples = Epoch::new(files, survey, sampling, number)?;
        for _ in 0..taken {
            samples.next().transpose()?;
        }
        Ok(Stream { files, survey, sampling, samples, number, taken })
    }

    fn batch(&mut self, length: usize) -> Result<Vec<Sample>, RunError> {
        let mut batch = Vec::with_capacity(length);
        while batch.len() < length {
            if let Some(sample) = self.samples.next() {
                batch.push(sample?);
                self.taken += 1;
            } else {
                (self.number, self.taken) = (self.number + 1, 0);
                self.samples = Epoch::new(self.files, self.survey, self.sampling, self.number)?;
            }
        }
        Ok(batch)
    }
}

/// How many games of each file a run in a directory began with.
fn games_of(settings: &toml::Table) -> Option<Vec<u64>> {
    let data = settings.get("data")?.as_array()?;
    data.iter().map(|file| Some(file.get("games")?.as_integer()? as u64)).collect()
}
