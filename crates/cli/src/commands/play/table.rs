//! The dialogue of a game between the user and an agent.

use std::cmp::Reverse;
use std::ffi::OsStr;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use cornerwise_core::record::Record;
use cornerwise_core::{Cell, Colour, Game, Move, Piece, PieceSet, Player, Position, Variant, draw};
use cornerwise_engine::Forfeit;
use cornerwise_gtp::lines::Lines;

use super::order::{Filter, HELP, Order};
use super::pictures::pictures;
use crate::opponent::Opponent;
use crate::output::{self, colours_of};

/// The widest line of a list.
const WIDTH: usize = 96;

/// Where the user and an agent sit.
pub struct Table {
    game: Game,
    user: Player,
    opponent: Opponent,
    /// Who the user can ask for a move.
    adviser: Opponent,
    /// The moves that the user may choose by number.
    list: Vec<Move>,
    /// The colours that are known to have no move left.
    stuck: Vec<Colour>,
}

/// Whether the dialogue goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Ask again.
    Ask,
    /// The position has changed.
    Turn,
    Leave,
}

impl Table {
    pub fn new(variant: Variant, user: Player, opponent: Opponent, adviser: Opponent) -> Table {
        let game = Game::new(Position::start(variant));
        Table { game, user, opponent, adviser, list: Vec::new(), stuck: Vec::new() }
    }

    /// Plays until the user leaves.
    pub fn play<R: BufRead>(&mut self, mut lines: Lines<R>, out: &mut impl Write) -> Result<()> {
        let variant = self.variant();
        let colours = colours_of(variant, self.user);
        writeln!(out, "Cornerwise {}: you play {colours}.", variant.name())?;
        let seed = self.opponent.seed();
        writeln!(out, "The opponent's seed is {seed}. Type `help` for what you can do.\n")?;
        loop {
            self.announce_stuck(out)?;
            if self.game.position().player_to_play().is_some_and(|player| player != self.user) {
                if self.answer(out)? == Next::Leave {
                    return Ok(());
                }
                continue;
            }
            self.list.clear();
            self.show(out)?;
            loop {
                self.prompt(out)?;
                let Some(line) = lines.next()? else {
                    writeln!(out, "\nGoodbye.")?;
                    return Ok(());
                };
                let next = match Order::parse(&line.text) {
                    Ok(order) => self.follow(order, out)?,
                    Err(error) => {
                        writeln!(out, "{error}.")?;
                        Next::Ask
                    }
                };
                match next {
                    Next::Ask => {}
                    Next::Turn => break,
                    Next::Leave => return Ok(()),
                }
            }
        }
    }

    fn variant(&self) -> &Variant {
        self.game.position().variant()
    }

    fn prompt(&self, out: &mut impl Write) -> Result<()> {
        match self.game.position().to_play() {
            Some(colour) => write!(out, "{}> ", self.variant().colour_name(colour))?,
            None => write!(out, "save, undo, new or quit> ")?,
        }
        out.flush()?;
        Ok(())
    }

    /// The opponent moves.
    fn answer(&mut self, out: &mut impl Write) -> Result<Next> {
        // What the user did is seen before the opponent thinks.
        out.flush()?;
        let position = self.game.position();
        let mv = match self.opponent.choose(&self.game) {
            Ok(mv) => mv,
            Err(Forfeit::Resigned) => {
                writeln!(out, "The opponent resigns: you win!")?;
                return Ok(Next::Leave);
            }
            Err(forfeit) => bail!("the opponent has no move: {forfeit}"),
        };
        if let Some(colour) = position.to_play() {
            writeln!(out, "{} plays {mv} ({}).", self.variant().colour_name(colour), mv.piece())?;
        }
        self.game.play(mv)?;
        Ok(Next::Turn)
    }

    /// Says which colours have just lost their last move.
    fn announce_stuck(&mut self, out: &mut impl Write) -> Result<()> {
        let position = self.game.position();
        let stuck: Vec<_> =
            position.variant().colours().filter(|&c| !position.has_move(c)).collect();
        for &colour in stuck.iter().filter(|colour| !self.stuck.contains(colour)) {
            let name = position.variant().colour_name(colour);
            if position.pieces(colour).is_empty() {
                writeln!(out, "{name} has placed every piece.")?;
            } else {
                writeln!(out, "{name} cannot move any more.")?;
            }
        }
        self.stuck = stuck;
        Ok(())
    }

    /// The board, what the user has left, and the result of a finished game.
    fn show(&self, out: &mut impl Write) -> Result<()> {
        let position = self.game.position();
        let recent = self.game.recent(self.user);
        writeln!(out, "\n{}", draw::text(position, &recent, output::ink()))?;
        match position.to_play() {
            Some(colour) => {
                write!(out, "{}", pictures(position.pieces(colour)))?;
                let (name, count) = (self.variant().colour_name(colour), position.count_moves());
                let moves = if count == 1 { "move" } else { "moves" };
                writeln!(out, "\nYour turn with {name}: {count} legal {moves}.")?;
            }
            None => self.write_result(out)?,
        }
        Ok(())
    }

    fn write_result(&self, out: &mut impl Write) -> Result<()> {
        let position = self.game.position();
        let (scores, ranks) = (position.player_scores(), position.ranks());
        let mut players: Vec<Player> = self.variant().players().collect();
        players.sort_by_key(|player| Reverse(scores[player.index()]));
        for player in players {
            let (rank, score) = (ranks[player.index()], scores[player.index()]);
            let you = if player == self.user { " (you)" } else { "" };
            writeln!(out, "  {rank}. {}{you}: {score}", colours_of(self.variant(), player))?;
        }
        let shared = ranks.iter().filter(|&&rank| rank == 1).count() > 1;
        let verdict = match (ranks[self.user.index()], shared) {
            (1, false) => "You win!",
            (1, true) => "You share the first place.",
            _ => "You lose.",
        };
        writeln!(out, "{verdict}")?;
        Ok(())
    }

    fn follow(&mut self, order: Order, out: &mut impl Write) -> Result<Next> {
        match order {
            Order::Nothing => {}
            Order::Help => writeln!(out, "{HELP}")?,
            Order::Board => self.show(out)?,
            Order::Pieces => self.write_pieces(out)?,
            Order::Quit => {
                writeln!(out, "Goodbye.")?;
                return Ok(Next::Leave);
            }
            Order::Undo => {
                if self.game.undo_turn(self.user) {
                    return Ok(Next::Turn);
                }
                writeln!(out, "You have not moved yet.")?;
            }
            Order::New => {
                self.game.restart();
                self.opponent.new_game();
                self.adviser.new_game();
                return Ok(Next::Turn);
            }
            Order::Save(path) => match self.save(&path) {
                Ok(path) => writeln!(out, "Saved to {}.", path.display())?,
                Err(error) => writeln!(out, "{error:#}.")?,
            },
            Order::Play(_)
            | Order::Place(..)
            | Order::Choose(_)
            | Order::Show(_)
            | Order::List(_)
            | Order::Hint
                if self.game.position().is_over() =>
            {
                writeln!(out, "The game is over; you can still `undo`.")?;
            }
            Order::Play(mv) => return self.place(mv, out),
            Order::Place(piece, cell) => return self.place_piece(piece, cell, out),
            Order::Choose(number) => {
                if let Some(mv) = self.listed(number, out)? {
                    return self.place(mv, out);
                }
            }
            Order::Show(number) => {
                if let Some(mv) = self.listed(number, out)? {
                    self.preview(mv, out)?;
                }
            }
            Order::List(filter) if filter == Filter::default() => self.write_counts(out)?,
            Order::List(filter) => self.write_list(filter, out)?,
            Order::Hint => {
                let mv = self.adviser.choose(&self.game)?;
                self.preview(mv, out)?;
                writeln!(out, "Hint: {mv} ({}); `1` plays it.", mv.piece())?;
                self.list = vec![mv];
            }
        }
        Ok(Next::Ask)
    }

    /// Plays the user's move, or explains why it cannot be.
    fn place(&mut self, mv: Move, out: &mut impl Write) -> Result<Next> {
        match self.game.play(mv) {
            Ok(()) => Ok(Next::Turn),
            Err(error) => {
                writeln!(out, "{mv} is not possible: {error}.")?;
                Ok(Next::Ask)
            }
        }
    }

    fn place_piece(&mut self, piece: Piece, cell: Cell, out: &mut impl Write) -> Result<Next> {
        let filter = Filter { piece: Some(piece), cell: Some(cell) };
        if let [only] = self.admitted(filter)[..] {
            return self.place(only, out);
        }
        self.write_list(filter, out)?;
        Ok(Next::Ask)
    }

    fn admitted(&self, filter: Filter) -> Vec<Move> {
        let mut moves = self.game.position().legal_moves();
        moves.retain(|&mv| filter.admits(mv));
        moves
    }

    fn listed(&self, number: usize, out: &mut impl Write) -> Result<Option<Move>> {
        let mv = number.checked_sub(1).and_then(|index| self.list.get(index)).copied();
        match (mv, self.list.len()) {
            (Some(_), _) => {}
            (None, 0) => writeln!(out, "There is no list to choose from; try `moves F`.")?,
            (None, count) => writeln!(out, "The list has the numbers 1 to {count}.")?,
        }
        Ok(mv)
    }

    /// The board with a move of the user suggested.
    fn preview(&self, mv: Move, out: &mut impl Write) -> Result<()> {
        let position = self.game.position();
        let suggested: Vec<_> = position.to_play().map(|colour| (colour, mv)).into_iter().collect();
        writeln!(out, "\n{}", draw::text(position, &suggested, output::ink()))?;
        Ok(())
    }

    /// Numbers the moves that a filter admits.
    fn write_list(&mut self, filter: Filter, out: &mut impl Write) -> Result<()> {
        let position = self.game.position();
        let used = |&piece: &Piece| {
            position.to_play().is_some_and(|colour| !position.pieces(colour).contains(piece))
        };
        if let Some(piece) = filter.piece.filter(used) {
            writeln!(out, "Piece {piece} is not among your pieces any more.")?;
            return Ok(());
        }
        let moves = self.admitted(filter);
        if moves.is_empty() {
            writeln!(out, "There is no such legal move.")?;
            return Ok(());
        }
        if let Some(piece) = filter.piece {
            write!(out, "{}", pictures(PieceSet::from_iter([piece])))?;
        }
        let entry = |(index, mv): (usize, &Move)| match filter.piece {
            Some(_) => format!("{:>3}  {mv}", index + 1),
            None => format!("{:>3}  {mv} ({})", index + 1, mv.piece()),
        };
        let entries: Vec<String> = moves.iter().enumerate().map(entry).collect();
        let width = entries.iter().map(String::len).max().unwrap_or(0) + 2;
        for row in entries.chunks((WIDTH / width).max(1)) {
            let row: Vec<String> = row.iter().map(|entry| format!("{entry:<width$}")).collect();
            writeln!(out, "{}", row.concat().trim_end())?;
        }
        writeln!(out, "A number plays that move, `show` and a number draws it.")?;
        self.list = moves;
        Ok(())
    }

    /// How many legal moves each piece has.
    fn write_counts(&self, out: &mut impl Write) -> Result<()> {
        let position = self.game.position();
        let moves = position.legal_moves();
        let mut counts = [0_usize; Piece::COUNT];
        for mv in &moves {
            counts[mv.piece().index()] += 1;
        }
        let told: Vec<String> = Piece::all()
            .rev()
            .filter(|piece| counts[piece.index()] > 0)
            .map(|piece| format!("{piece} {}", counts[piece.index()]))
            .collect();
        writeln!(out, "{} legal moves: {}.", moves.len(), told.join(", "))?;
        Ok(())
    }

    fn write_pieces(&self, out: &mut impl Write) -> Result<()> {
        let position = self.game.position();
        for colour in position.variant().colours() {
            let left = position.pieces(colour);
            let name = position.variant().colour_name(colour);
            writeln!(out, "{name} has {} pieces, {} squares, left.", left.len(), left.squares())?;
            writeln!(out, "{}", pictures(left))?;
        }
        Ok(())
    }

    /// Writes the game so far; answers the name of the file.
    fn save(&self, path: &Path) -> Result<PathBuf> {
        let path = match path.extension().and_then(OsStr::to_str) {
            None => path.with_extension("blksgf"),
            Some("blksgf") => path.to_owned(),
            Some(other) => bail!("games are saved as .blksgf files, not .{other}"),
        };
        let mut record = Record::of_game(self.game.position().tables(), self.game.moves())?;
        for player in self.variant().players() {
            let name = if player == self.user { "You" } else { "Cornerwise" };
            record.set_player_name(player, name);
        }
        output::write_file(&path, Record::write([&record]).as_bytes())?;
        Ok(path)
    }
}
