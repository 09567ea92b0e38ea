//! Games as rows, and back.

use cornerwise_core::Move;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, FloatType, Int32Type, Int64Type};
use parquet::errors::Result;
use parquet::file::reader::RowGroupReader;
use parquet::file::writer::SerializedRowGroupWriter;

use super::column::{List, Plain, Stored};
use crate::game::{Board, Search, SearchedGame, SearchedMove};

/// The rows of a row group, by column in the order of the schema.
#[derive(Default)]
pub(super) struct Rows {
    game: Plain<Int64Type>,
    seed: Plain<Int64Type>,
    agents: List<ByteArrayType>,
    ply: Plain<Int32Type>,
    opening: Plain<BoolType>,
    colour: Plain<Int32Type>,
    player: Plain<Int32Type>,
    mv: Plain<ByteArrayType>,
    action: Plain<Int32Type>,
    visit_actions: List<Int32Type>,
    visit_counts: List<Int32Type>,
    values: List<FloatType>,
    scores: List<FloatType>,
    full: Plain<BoolType>,
    settings: Plain<ByteArrayType>,
    final_scores: List<Int32Type>,
    win_shares: List<FloatType>,
    final_board: List<Int32Type>,
}

/// What is wrong with a row, which is counted from 0 in its group.
pub(super) type RowError = (usize, String);

impl Rows {
    pub fn len(&self) -> usize {
        self.game.0.len()
    }

    /// Adds the positions of a game.
    pub fn push(&mut self, game: &SearchedGame) {
        for (ply, turn) in game.turns.iter().enumerate() {
            let SearchedMove { mv, colour, player, ref search } = *turn;
            self.game.0.push(game.game as i64);
            self.seed.0.push(game.seed as i64);
            self.agents.push(game.agents.iter().map(|agent| text(agent)));
            self.ply.0.push(ply as i32);
            self.opening.0.push(ply < game.opening);
            self.colour.0.push(colour.into());
            self.player.0.push(player.into());
            self.mv.0.push(text(&mv.to_string()));
            self.action.0.push(mv.index() as i32);
            self.visit_actions.push(search.visits.iter().map(|(mv, _)| mv.index() as i32));
            self.visit_counts.push(search.visits.iter().map(|&(_, count)| count as i32));
            self.values.push_optional(search.values.iter().next().cloned());
            self.scores.push_optional(search.scores.iter().next().cloned());
            self.full.0.push(search.full);
            self.settings.0.push(text(game.settings(turn)));
            self.final_scores.push(game.scores.iter().copied());
            self.win_shares.push(game.win_shares.iter().copied());
            self.final_board.push(game.board.cells().iter().map(|&cell| cell.into()));
        }
    }

    pub fn write<W: std::io::Write + Send>(
        &self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<()> {
        self.game.write(group)?;
        self.seed.write(group)?;
        self.agents.write(group)?;
        self.ply.write(group)?;
        self.opening.write(group)?;
        self.colour.write(group)?;
        self.player.write(group)?;
        self.mv.write(group)?;
        self.action.write(group)?;
        self.visit_actions.write(group)?;
        self.visit_counts.write(group)?;
        self.values.write(group)?;
        self.scores.write(group)?;
        self.full.write(group)?;
        self.settings.write(group)?;
        self.final_scores.write(group)?;
        self.win_shares.write(group)?;
        self.final_board.write(group)
    }

    pub fn read(group: &dyn RowGroupReader) -> Result<Rows> {
        let mut columns = 0..;
        let mut next = || columns.next().expect("there is no end");
        Ok(Rows {
            game: Stored::read(group, next())?,
            seed: Stored::read(group, next())?,
            agents: Stored::read(group, next())?,
            ply: Stored::read(group, next())?,
            opening: Stored::read(group, next())?,
            colour: Stored::read(group, next())?,
            player: Stored::read(group, next())?,
            mv: Stored::read(group, next())?,
            action: Stored::read(group, next())?,
            visit_actions: Stored::read(group, next())?,
            visit_counts: Stored::read(group, next())?,
            values: Stored::read(group, next())?,
            scores: Stored::read(group, next())?,
            full: Stored::read(group, next())?,
            settings: Stored::read(group, next())?,
            final_scores: Stored::read(group, next())?,
            win_shares: Stored::read(group, next())?,
            final_board: Stored::read(group, next())?,
        })
    }

    /// The game that begins with a row, and the first row after it.
    pub fn game(&self, first: usize) -> std::result::Result<(SearchedGame, usize), RowError> {
        let wrong = |row: usize| move |reason: String| (row, reason);
        let mut game = self.beginning(first).map_err(wrong(first))?;
        let mut row = first;
        while row < self.len() && (row == first || self.ply.0[row] != 0) {
            self.check_same(first, row).map_err(wrong(row))?;
            let turn = self.turn(row, &game).map_err(wrong(row))?;
            game.turns.push(turn);
            game.opening += usize::from(self.opening.0[row]);
            row += 1;
        }
        Ok((game, row))
    }

    /// A game without its turns.
    fn beginning(&self, row: usize) -> std::result::Result<SearchedGame, String> {
        let agents = self.agents.row(row).unwrap_or_default().iter();
        let cells = self.final_board.row(row).unwrap_or_default().iter();
        let cells: Vec<u8> = cells.map(|&cell| u8::try_from(cell).unwrap_or(u8::MAX)).collect();
        Ok(SearchedGame {
            game: self.game.0[row] as u64,
            seed: self.seed.0[row] as u64,
            agents: agents.map(read_text).collect::<std::result::Result<_, _>>()?,
            opening: 0,
            turns: Vec::new(),
            scores: self.final_scores.row(row).unwrap_or_default().to_vec(),
            win_shares: self.win_shares.row(row).unwrap_or_default().to_vec(),
            board: Board::try_from(cells).map_err(|error| error.to_string())?,
        })
    }

    /// Whether a row goes on with the game of the first one.
    fn check_same(&self, first: usize, row: usize) -> std::result::Result<(), String> {
        let ply = row - first;
        if usize::try_from(self.ply.0[row]) != Ok(ply) {
            return Err(format!("ply {}, where ply {ply} is next", self.ply.0[row]));
        }
        if self.opening.0[row] && row > first && !self.opening.0[row - 1] {
            return Err("an opening after moves that are none".to_owned());
        }
        let is_same = self.game.0[row] == self.game.0[first]
            && self.seed.0[row] == self.seed.0[first]
            && self.agents.row(row) == self.agents.row(first)
            && self.final_scores.row(row) == self.final_scores.row(first)
            && self.win_shares.row(row) == self.win_shares.row(first)
            && self.final_board.row(row) == self.final_board.row(first);
        if is_same { Ok(()) } else { Err("not the game of the row before".to_owned()) }
    }

    fn turn(&self, row: usize, game: &SearchedGame) -> std::result::Result<SearchedMove, String> {
        let mv = action(self.action.0[row])?;
        let written = read_text(&self.mv.0[row])?;
        if written != mv.to_string() {
            return Err(format!(
                "move {} is not action {}",
                cornerwise_core::excerpt(&written),
                mv.index()
            ));
        }
        let actions = self.visit_actions.row(row).unwrap_or_default();
        let counts = self.visit_counts.row(row).unwrap_or_default();
        if actions.len() != counts.len() {
            return Err(format!("{} moves with {} counts of visits", actions.len(), counts.len()));
        }
        let visits = actions.iter().zip(counts);
        let visits = visits.map(|(&mv, &count)| Ok((action(mv)?, count as u32)));
        let player = small(self.player.0[row])?;
        let settings = read_text(&self.settings.0[row])?;
        let search = Search {
            visits: visits.collect::<std::result::Result<_, String>>()?,
            values: self.values.row(row).map(<[_]>::to_vec),
            scores: self.scores.row(row).map(<[_]>::to_vec),
            full: self.full.0[row],
            settings: Some(settings).filter(|settings| settings != game.agent(player)),
        };
        Ok(SearchedMove { mv, colour: small(self.colour.0[row])?, player, search })
    }
}

fn text(text: &str) -> ByteArray {
    text.into()
}

fn read_text(bytes: &ByteArray) -> std::result::Result<String, String> {
    let text = std::str::from_utf8(bytes.data());
    text.map(str::to_owned).map_err(|_| "text that is not UTF-8".to_owned())
}

fn action(index: i32) -> std::result::Result<Move, String> {
    let mv = usize::try_from(index).ok().and_then(Move::from_index);
    mv.ok_or_else(|| format!("there is no action {index}"))
}

fn small(number: i32) -> std::result::Result<u8, String> {
    u8::try_from(number).map_err(|_| format!("{number} is no colour or player"))
}
