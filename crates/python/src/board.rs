//! `Board`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use cornerwise_core::draw::{self, Ink, Size, Style};
use cornerwise_core::record::Record;
use cornerwise_core::{Cell, Colour, Game, Move, Piece, Player, Position, Tables, game_rng};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};

use crate::action::actions;
use crate::error::{IllegalMoveError, NoRecordError, OrRaise, wrong_option};
use crate::moves::{MoveLike, PyMove};
use crate::variant::{PyVariant, VariantLike, tables};

/// A game: a position and the moves that led to it.
#[pyclass(name = "Board", module = "cornerwise", eq)]
#[derive(Clone, PartialEq)]
pub struct PyBoard {
    /// The game.
    pub game: Game,
}

/// The style of a picture.
pub fn style(theme: &str, edge: Option<u32>, coordinates: bool) -> PyResult<Style> {
    Ok(Style {
        theme: theme.parse::<draw::Theme>().or_raise()?,
        size: edge.map_or(Style::default().size, Size::Edge),
        coordinates,
        ..Style::default()
    })
}

impl PyBoard {
    /// A game of legal moves from the start.
    pub fn of_moves(tables: &Arc<Tables>, moves: impl Iterator<Item = Move>) -> PyBoard {
        let mut game = Game::new(Position::new(tables));
        for mv in moves {
            game.play(mv).expect("the moves of a game are legal");
        }
        PyBoard { game }
    }

    fn position(&self) -> &Position {
        self.game.position()
    }

    /// The colour with this number.
    fn colour(&self, number: usize) -> PyResult<Colour> {
        let count = self.position().variant().colour_count();
        if number < count {
            return Ok(Colour::from_index(number));
        }
        Err(wrong_option(format!("colour {number} of {count}; colours count from 0")))
    }

    fn colour_or_turn(&self, number: Option<usize>) -> PyResult<Colour> {
        match number {
            Some(number) => self.colour(number),
            None => self.mover(),
        }
    }

    fn mover(&self) -> PyResult<Colour> {
        self.position().to_play().ok_or_else(|| IllegalMoveError::new_err("the game is over"))
    }

    fn last(&self) -> Option<(Colour, Move)> {
        self.game.placements().next_back()
    }

    fn cell(cell: &str) -> PyResult<Cell> {
        cell.parse::<Cell>().or_raise()
    }
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (variant = None, moves = None))]
    fn new(variant: Option<VariantLike>, moves: Option<Vec<MoveLike>>) -> PyResult<PyBoard> {
        let variant = variant.unwrap_or(VariantLike::Name("duo".to_owned())).variant()?;
        let mut board = PyBoard { game: Game::new(Position::new(&tables(&variant))) };
        for mv in moves.unwrap_or_default() {
            board.push(mv)?;
        }
        Ok(board)
    }

    #[getter]
    fn variant(&self) -> PyVariant {
        PyVariant(self.position().variant().clone())
    }

    #[getter]
    fn size(&self) -> usize {
        self.position().variant().size()
    }

    #[getter]
    fn turn(&self) -> Option<usize> {
        self.position().to_play().map(Colour::index)
    }

    #[getter]
    fn player(&self) -> Option<usize> {
        self.position().player_to_play().map(Player::index)
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.position().is_over()
    }

    #[getter]
    fn ply(&self) -> usize {
        self.position().moves_played()
    }

    #[getter]
    fn moves(&self) -> Vec<PyMove> {
        self.game.moves().iter().copied().map(PyMove).collect()
    }

    #[getter]
    fn legal_moves(&self) -> Vec<PyMove> {
        self.position().legal_moves().into_iter().map(PyMove).collect()
    }

    fn count_moves(&self) -> usize {
        self.position().count_moves()
    }

    fn is_legal(&self, r#move: MoveLike) -> PyResult<bool> {
        Ok(self.position().is_legal(r#move.mv()?))
    }

    fn push(&mut self, r#move: MoveLike) -> PyResult<()> {
        self.game.play(r#move.mv()?).or_raise()
    }

    fn pop(&mut self) -> PyResult<PyMove> {
        let undone = self.game.undo().map(PyMove);
        undone.ok_or_else(|| PyIndexError::new_err("there is no move to take back"))
    }

    fn reset(&mut self) {
        self.game.restart();
    }

    fn copy(&self) -> PyBoard {
        self.clone()
    }

    fn __copy__(&self) -> PyBoard {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: Bound<'_, PyAny>) -> PyBoard {
        self.clone()
    }

    #[getter]
    fn scores(&self) -> Vec<i32> {
        self.position().player_scores()
    }

    #[getter]
    fn ranks(&self) -> Vec<usize> {
        self.position().ranks()
    }

    #[getter]
    fn win_shares(&self) -> Vec<f64> {
        self.position().win_shares()
    }

    #[getter]
    fn areas(&self) -> Vec<i32> {
        let position = self.position();
        position.variant().colours().map(|colour| position.area(colour)).collect()
    }

    fn occupant(&self, cell: &str) -> PyResult<Option<usize>> {
        Ok(self.position().occupant(PyBoard::cell(cell)?).map(Colour::index))
    }

    #[pyo3(signature = (colour = None))]
    fn pieces_left(&self, colour: Option<usize>) -> PyResult<Vec<&'static str>> {
        let colour = self.colour_or_turn(colour)?;
        Ok(self.position().pieces(colour).iter().map(Piece::name).collect())
    }

    #[pyo3(signature = (colour = None))]
    fn corner_cells(&self, colour: Option<usize>) -> PyResult<Vec<String>> {
        let colour = self.colour_or_turn(colour)?;
        Ok(self.position().corner_cells(colour).iter().map(|cell| cell.to_string()).collect())
    }

    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let position = self.position();
        let size = position.variant().size();
        let rows: Vec<Vec<i8>> = (0..size)
            .map(|row| {
                let cells = (0..size).map(|column| Cell::new(column, row));
                let number = |cell| position.occupant(cell).map_or(0, |c: Colour| c.number() as i8);
                cells.map(number).collect()
            })
            .collect();
        PyArray2::from_vec2(py, &rows).map_err(wrong_option)
    }

    #[pyo3(signature = (layout = "placements", perspective = "mover"))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        layout: &str,
        perspective: &str,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let table = actions(self.position().tables(), layout, perspective)?;
        let mut mask = vec![0; table.count()];
        if let Some(colour) = self.position().to_play() {
            for mv in self.position().legal_moves() {
                mask[table.action(colour, mv)] = 1;
            }
        }
        Ok(PyArray1::from_vec(py, mask))
    }

    #[pyo3(signature = (r#move, layout = "placements", perspective = "mover"))]
    fn action(&self, r#move: MoveLike, layout: &str, perspective: &str) -> PyResult<usize> {
        let (mv, colour) = (r#move.mv()?, self.mover()?);
        let tables = self.position().tables();
        if tables.placement_number(mv).is_none() {
            return Err(IllegalMoveError::new_err(format!("{mv} does not fit on the board")));
        }
        Ok(actions(tables, layout, perspective)?.action(colour, mv))
    }

    #[pyo3(signature = (action, layout = "placements", perspective = "mover"))]
    fn r#move(&self, action: i64, layout: &str, perspective: &str) -> PyResult<PyMove> {
        let table = actions(self.position().tables(), layout, perspective)?;
        let number = usize::try_from(action).map_err(|_| {
            IllegalMoveError::new_err(format!("there is no action {action}; actions count from 0"))
        })?;
        table.mv(self.mover()?, number).map(PyMove).or_raise()
    }

    #[pyo3(signature = (seed = 0))]
    fn random_move(&self, seed: u64) -> PyResult<PyMove> {
        self.mover()?;
        let mut rng = game_rng(seed, self.position().moves_played() as u64);
        let mv = self.position().sample_move(&mut rng);
        Ok(PyMove(mv.expect("the colour to play has a move")))
    }

    fn to_blksgf(&self) -> PyResult<String> {
        Record::of(&self.game).map(|record| record.to_string()).or_raise()
    }

    #[classmethod]
    fn from_blksgf(_: &Bound<'_, PyType>, text: &str) -> PyResult<PyBoard> {
        let record = Record::read(text.as_bytes()).or_raise()?.swap_remove(0);
        let end = *record.main_line().last().expect("a line has a root");
        let game = record.game_at(&tables(record.variant()), end).or_raise()?;
        Ok(PyBoard { game })
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, self.to_blksgf()?.as_bytes()))
    }

    #[classmethod]
    fn from_bytes(class: &Bound<'_, PyType>, data: &[u8]) -> PyResult<PyBoard> {
        let text = std::str::from_utf8(data).map_err(|error| {
            NoRecordError::new_err(format!("not the bytes of a board: {error}"))
        })?;
        PyBoard::from_blksgf(class, text)
    }

    #[pyo3(signature = (theme = "light", edge = None, *, coordinates = true))]
    fn svg(&self, theme: &str, edge: Option<u32>, coordinates: bool) -> PyResult<String> {
        let style = style(theme, edge, coordinates)?;
        Ok(draw::svg(self.position(), self.last().as_slice(), &style))
    }

    #[pyo3(signature = (theme = "light", edge = None, *, coordinates = true))]
    fn png<'py>(
        &self,
        py: Python<'py>,
        theme: &str,
        edge: Option<u32>,
        coordinates: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let style = style(theme, edge, coordinates)?;
        let png = draw::png(self.position(), self.last().as_slice(), &style).or_raise()?;
        Ok(PyBytes::new(py, &png))
    }

    #[pyo3(signature = (theme = "light", edge = 480, *, coordinates = true))]
    fn rgb<'py>(
        &self,
        py: Python<'py>,
        theme: &str,
        edge: u32,
        coordinates: bool,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let style = style(theme, Some(edge), coordinates)?;
        let rgb = draw::rgb(self.position(), self.last().as_slice(), &style).or_raise()?;
        let edge = edge as usize;
        PyArray1::from_vec(py, rgb).reshape([edge, edge, 3])
    }

    #[pyo3(signature = (*, ansi = false))]
    fn text(&self, ansi: bool) -> String {
        let ink = if ansi { Ink::Ansi } else { Ink::Plain };
        draw::text(self.position(), self.last().as_slice(), ink)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("light", Some(360), true)
    }

    fn __str__(&self) -> String {
        self.text(false)
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.game.moves().iter().map(|mv| format!("'{mv}'")).collect();
        let variant = self.variant();
        let name = if variant.0.is_preset() {
            format!("'{}'", variant.0.name())
        } else {
            format!("<{}>", variant.0.name())
        };
        match moves.as_slice() {
            [] => format!("Board({name})"),
            moves => format!("Board({name}, [{}])", moves.join(", ")),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.position().hash().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let class = py.get_type::<PyBoard>();
        Ok((class.getattr("from_bytes")?, (self.to_bytes(py)?,)))
    }
}
