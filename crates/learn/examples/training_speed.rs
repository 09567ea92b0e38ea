//! The processor time that forward and backward take for a position: `training_speed GAMES.jsonl [CHANNELS [BLOCKS]]`.

use std::error::Error;

use cornerwise_dataset::samples::{Batch, Epoch, GameFiles, SampleEncoder, Sampling, Survey};
use cornerwise_learn::network::{Layout, LossWeights, Network, Workspace};
use cornerwise_net::{About, Architecture};
use cpu_time::ProcessTime;

const POSITIONS: usize = 256;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let path = words.next().ok_or("the file of games is missing")?;
    let channels = words.next().map_or(Ok(32), |word| word.parse())?;
    let blocks = words.next().map_or(Ok(4), |word| word.parse())?;
    let files = GameFiles::open(&[path.into()])?;
    let sampling = Sampling::default();
    let survey = Survey::of(&files, sampling.split)?;
    let variant = files.tables().variant();
    let mut encoder = SampleEncoder::new(files.tables());
    let mut batch = Batch::new(variant);
    let samples: Vec<_> =
        Epoch::new(&files, &survey, sampling, 0)?.take(POSITIONS).collect::<Result<_, _>>()?;
    let begin = ProcessTime::now();
    for sample in &samples {
        encoder.add(sample, &mut batch);
    }
    report("encoding", begin, samples.len());

    let architecture = Architecture::residual(variant, channels, blocks);
    let layout = Layout::new(&architecture);
    let about = About { architecture, variant: variant.name().to_owned(), run: String::new() };
    let numbers = layout.random(about.clone(), 1)?;
    let network = Network::new(&about.architecture, &layout, &numbers, false);
    let mut workspace = Workspace::new(&network, variant.size());
    let weights = LossWeights::default();
    for _ in 0..8 {
        let begin = ProcessTime::now();
        workspace.losses(&network, &batch, &weights);
        report("forward", begin, batch.len());
        let begin = ProcessTime::now();
        workspace.gradient(&network, &batch, &weights);
        report("forward and backward", begin, batch.len());
    }
    Ok(())
}

fn report(what: &str, begin: ProcessTime, positions: usize) {
    let micros = begin.elapsed().as_secs_f64() * 1e6 / positions as f64;
    println!("{what}: {micros:.0} us a position");
}
