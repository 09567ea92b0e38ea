//! Positions of searched games as training samples for networks.
//!
//! [`GameFiles`] are the files that are learnt from. A [`Survey`] counts what is in them once, so that positions that many
//! games share, as openings are, count once in every epoch. An [`Epoch`] streams the samples of one side of a split in an
//! order by chance, with bounded memory. A [`SampleEncoder`] writes them to a [`Batch`] of flat arrays, which belong to no
//! training framework.
//!
//! ```no_run
//! use cornerwise_dataset::samples::{Batch, Epoch, GameFiles, SampleEncoder, Sampling, Survey};
//! let files = GameFiles::open(&["duo.jsonl".into()]).unwrap();
//! let sampling = Sampling::default();
//! let survey = Survey::of(&files, sampling.split).unwrap();
//! let mut encoder = SampleEncoder::new(files.tables());
//! let mut batch = Batch::new(files.tables().variant());
//! for sample in Epoch::new(&files, &survey, sampling, 0).unwrap().take(256) {
//!     encoder.add(&sample.unwrap(), &mut batch);
//! }
//! assert_eq!(batch.len(), 256);
//! ```

mod batch;
mod encoder;
mod epoch;
mod files;
mod sample;
mod survey;

pub use batch::{Batch, Shape};
pub use encoder::{SampleEncoder, winner};
pub use epoch::{Epoch, HeldOut, Sampling};
pub use files::{GameFiles, Games, SourceError};
pub use sample::Sample;
pub use survey::Survey;
