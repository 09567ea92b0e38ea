//! Records of searched games in files, and what arena and learn share to play and keep games.
//!
//! A [`SearchedGame`] is a game with what a search found out in every position. A [`Reader`] reads such games one at a time, whatever the format: JSON lines, which grow game by game,
//! or Parquet, which other programs read fast; a [`Writer`] writes either, [`convert`] makes one of the other, and [`merge`] one file of several. A [`Split`] holds games out, and a [`Shuffle`] mixes what
//! is read with bounded memory.
//!
//! [`samples`] are the positions of such games as training needs them: what a network sees, and the targets.
//!
//! A [`Journal`](journal::Journal) is a file of JSON lines that grows and outlives a killed process; [`pool`] lets several threads take
//! jobs in order.
//!
//! ```
//! # use cornerwise_core::{Move, Position, Tables};
//! # use cornerwise_dataset::{Header, Played, Reader, Search, Series, Writer};
//! let tables = Tables::new("2x2".parse().unwrap());
//! let moves: [Move; 2] = ["a1,a2,b2", "b1"].map(|text| text.parse().unwrap());
//! let search = Search { visits: vec![(moves[0], 12)], values: Some(vec![0.9, 0.1]), ..Search::default() };
//! let agents = vec!["mcts:sims=12".to_owned()];
//! let played = Played { game: 0, seed: 7, agents: agents.clone(), opening: 0, moves: vec![(moves[0], search), (moves[1], Search::default())] };
//! let game = played.record(&tables).unwrap();
//! assert_eq!(String::from(game.board.clone()), "1211");
//!
//! let directory = tempfile::tempdir().unwrap();
//! let path = directory.path().join("games.parquet");
//! let header = Header::new(tables.variant(), vec![Series { agents, seed: 1, settings: Default::default() }]);
//! let mut writer = Writer::create(&path, &header).unwrap();
//! writer.add(&game).unwrap();
//! writer.finish().unwrap();
//! let games: Vec<_> = Reader::open(&path).unwrap().map(Result::unwrap).collect();
//! assert_eq!(games, [game]);
//! ```

mod columnar;
mod error;
mod game;
mod header;
pub mod journal;
mod jsonl;
mod legacy;
pub mod pool;
mod reader;
pub mod samples;
mod shuffle;
mod split;
mod summary;
mod writer;

pub use columnar::{COLUMNS, Column};
pub use error::{FileError, damaged, io_error};
pub use game::{Board, BoardError, GameError, Played, Search, SearchedGame, SearchedMove, Visits};
pub use header::{FORMAT, Header, HeaderError, Series, VERSION};
pub use reader::{Format, Reader};
pub use shuffle::Shuffle;
pub use split::{Side, Split};
pub use summary::Summary;
pub use writer::{ConvertError, Writer, convert, merge};
