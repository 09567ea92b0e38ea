//! Variants of the game as data, and the presets.

use std::fmt;
use std::str::FromStr;

use crate::cell::{Cell, MAX_SIZE};
use crate::notation::excerpt;
use crate::piece::{Piece, PieceSet};
use crate::symmetry::Symmetry;

/// One of the up to four colours, in the order of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(u8);

impl Colour {
    /// The most colours a game can have.
    pub const MAX: usize = 4;

    /// The colour that plays in this place of the order, counted from 0.
    #[must_use]
    pub const fn from_index(index: usize) -> Colour {
        debug_assert!(index < Colour::MAX);
        Colour(index as u8)
    }

    /// The colour's place in the order of play, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The colour's number as people count: 1 for the first.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }
}

/// The number of the colour, counted from 1.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Debug for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Colour({})", self.number())
    }
}

/// One of the players, in the order of their first colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

impl Player {
    /// The player with this number, counted from 0.
    #[must_use]
    pub const fn from_index(index: usize) -> Player {
        debug_assert!(index < Colour::MAX);
        Player(index as u8)
    }

    /// The player's number, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The player's number, counted from 1.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// Who plays a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// One player, who gets its score.
    Player(Player),
    /// All players in turn; it scores for nobody.
    Shared,
}

impl Owner {
    /// The one player, if there is one.
    pub fn player(self) -> Option<Player> {
        match self {
            Owner::Player(player) => Some(player),
            Owner::Shared => None,
        }
    }
}

/// How a finished game is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// The number of squares placed.
    Area,
    /// Minus one for every square left, a bonus for placing all pieces and for ending with the
    /// single square.
    Advanced,
}

impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scoring::Area => "area",
            Scoring::Advanced => "advanced",
        })
    }
}

/// Where a colour starts and who plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    /// The cell that the colour's first piece covers.
    pub start: Cell,
    /// Who plays the colour.
    pub owner: Owner,
}

/// The rules of one game: board, colours, pieces and scoring. Always consistent.
///
/// ```
/// use cornerwise_core::Variant;
/// let duo: Variant = "duo".parse().unwrap();
/// assert_eq!((duo.size(), duo.colour_count()), (14, 2));
/// assert!("21x21".parse::<Variant>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    name: String,
    size: usize,
    seats: Vec<Seat>,
    pieces: PieceSet,
    scoring: Scoring,
}

/// Why there is no such variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariantError {
    /// The name is no preset.
    #[error(
        "unknown variant \"{0}\"; the presets are duo, classic, classic-2, classic-3, \
         and 2x2 to 20x20, with -3 or -4 for more colours"
    )]
    Unknown(String),
    /// The board is too small or too large.
    #[error("the board's size is {0}; it can be 2 to {MAX_SIZE}")]
    Size(usize),
    /// Too few or too many colours.
    #[error("there are {0} colours; a game has 2 to 4")]
    Colours(usize),
    /// A start cell is not on the board.
    #[error("colour {colour} starts on {cell}, which is off the {size}x{size} board")]
    StartOffBoard {
        /// Whose start cell it is.
        colour: Colour,
        /// The cell.
        cell: Cell,
        /// The board's size.
        size: usize,
    },
    /// Two colours start on one cell.
    #[error("colours {first} and {second} both start on {cell}")]
    SharedStart {
        /// One of the colours.
        first: Colour,
        /// The other colour.
        second: Colour,
        /// The cell.
        cell: Cell,
    },
    /// The owners leave a player without a colour.
    #[error("no colour belongs to player {0}, but one belongs to a later player")]
    OwnerGap(Player),
    /// There is no opponent.
    #[error("the colours belong to {0} player(s); a game needs 2 or more")]
    Players(usize),
    /// There is nothing to place.
    #[error("the piece set is empty")]
    NoPieces,
    /// The name would be misread.
    #[error("the name \"{0}\" is not made of letters, digits and -_. only, or is a preset's")]
    Name(String),
    /// A file does not have the form of a variant.
    #[error("{0}")]
    File(String),
}

impl Variant {
    /// A variant of these parts, if they are consistent.
    ///
    /// # Errors
    /// When the parts contradict each other or the bounds.
    pub fn new(
        name: impl Into<String>,
        size: usize,
        seats: Vec<Seat>,
        pieces: PieceSet,
        scoring: Scoring,
    ) -> Result<Variant, VariantError> {
        let variant = Variant { name: name.into(), size, seats, pieces, scoring };
        variant.check()?;
        Ok(variant)
    }

    fn check(&self) -> Result<(), VariantError> {
        if !(2..=MAX_SIZE).contains(&self.size) {
            return Err(VariantError::Size(self.size));
        }
        if !(2..=Colour::MAX).contains(&self.seats.len()) {
            return Err(VariantError::Colours(self.seats.len()));
        }
        for (second, seat) in self.colours().zip(&self.seats) {
            let cell = seat.start;
            if !cell.is_on(self.size) {
                return Err(VariantError::StartOffBoard { colour: second, cell, size: self.size });
            }
            if let Some(first) =
                self.colours().take(second.index()).find(|c| self.start(*c) == cell)
            {
                return Err(VariantError::SharedStart { first, second, cell });
            }
        }
        let players = self.player_count();
        let owns = |player| self.seats.iter().any(|s| s.owner == Owner::Player(player));
        if let Some(idle) = (0..players).map(Player::from_index).find(|&p| !owns(p)) {
            return Err(VariantError::OwnerGap(idle));
        }
        if players < 2 {
            return Err(VariantError::Players(players));
        }
        if self.pieces.is_empty() {
            return Err(VariantError::NoPieces);
        }
        Ok(())
    }

    /// The names of the presets, the square boards as three patterns.
    pub fn preset_names() -> impl Iterator<Item = String> {
        let named = ["duo", "classic", "classic-2", "classic-3"].map(str::to_owned);
        let square = (2..=MAX_SIZE)
            .flat_map(|n| ["", "-3", "-4"].map(|colours| format!("{n}x{n}{colours}")));
        named.into_iter().chain(square)
    }

    /// The variant's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of rows and of columns of the board.
    #[inline]
    pub fn size(&self) -> usize {
        self.size
    }

    /// How many colours play.
    #[inline]
    pub fn colour_count(&self) -> usize {
        self.seats.len()
    }

    /// The colours in the order of play.
    pub fn colours(&self) -> impl DoubleEndedIterator<Item = Colour> + use<> {
        (0..self.seats.len()).map(Colour::from_index)
    }

    /// How many players there are.
    pub fn player_count(&self) -> usize {
        let players = self.seats.iter().filter_map(|seat| seat.owner.player());
        players.map(|player| player.index() + 1).max().unwrap_or(0)
    }

    /// The players in order.
    pub fn players(&self) -> impl Iterator<Item = Player> + use<> {
        (0..self.player_count()).map(Player::from_index)
    }

    /// The cell that the first piece of a colour covers.
    pub fn start(&self, colour: Colour) -> Cell {
        self.seats[colour.index()].start
    }

    /// Who plays a colour.
    pub fn owner(&self, colour: Colour) -> Owner {
        self.seats[colour.index()].owner
    }

    /// The colours that a player owns alone, in the order of play.
    ///
    /// ```
    /// use cornerwise_core::Variant;
    /// let variant: Variant = "classic-2".parse().unwrap();
    /// let own: Vec<_> = variant.colours_of(variant.players().next().unwrap()).collect();
    /// assert_eq!(own.iter().map(|&colour| variant.colour_name(colour)).collect::<Vec<_>>(), ["blue", "red"]);
    /// ```
    pub fn colours_of(&self, player: Player) -> impl Iterator<Item = Colour> {
        self.colours().filter(move |&colour| self.owner(colour) == Owner::Player(player))
    }

    /// Whether two colours are on one side: they are the same, or one player owns both. A shared
    /// colour is on nobody's side.
    ///
    /// ```
    /// use cornerwise_core::Variant;
    /// let variant: Variant = "classic-2".parse().unwrap();
    /// let [blue, yellow, red] = ["blue", "yellow", "red"].map(|name| variant.colour_named(name).unwrap());
    /// assert!(variant.are_allied(blue, red));
    /// assert!(!variant.are_allied(blue, yellow));
    /// let shared: Variant = "classic-3".parse().unwrap();
    /// let green = shared.colour_named("green").unwrap();
    /// assert!(shared.colours().all(|colour| shared.are_allied(colour, green) == (colour == green)));
    /// ```
    pub fn are_allied(&self, a: Colour, b: Colour) -> bool {
        a == b
            || self.owner(a).player().is_some_and(|player| self.owner(b).player() == Some(player))
    }

    /// The pieces that each colour has at the beginning.
    pub fn pieces(&self) -> PieceSet {
        self.pieces
    }

    /// How finished games are scored.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The same rules with the other way to score.
    #[must_use]
    pub fn with_scoring(mut self, scoring: Scoring) -> Variant {
        self.scoring = scoring;
        self
    }

    /// The same rules on a turned or mirrored board.
    #[must_use]
    pub fn turned(mut self, symmetry: Symmetry) -> Variant {
        for seat in &mut self.seats {
            seat.start = symmetry.cell(seat.start, self.size);
        }
        self
    }

    /// Whether a preset describes exactly this variant.
    pub fn is_preset(&self) -> bool {
        preset(&self.name).is_ok_and(|preset| preset == *self)
    }

    /// A colour's name: black and white for two colours, else blue, yellow, red and green.
    pub fn colour_name(&self, colour: Colour) -> &'static str {
        if self.seats.len() == 2 {
            ["black", "white"][colour.index()]
        } else {
            ["blue", "yellow", "red", "green"][colour.index()]
        }
    }

    /// The colour that a word names: its number, its name, or its initial letter.
    ///
    /// ```
    /// use cornerwise_core::Variant;
    /// let duo: Variant = "duo".parse().unwrap();
    /// assert_eq!(duo.colour_named("W"), duo.colours().nth(1));
    /// assert_eq!(duo.colour_named("green"), duo.colours().nth(1));
    /// assert_eq!(duo.colour_named("3"), None);
    /// ```
    pub fn colour_named(&self, word: &str) -> Option<Colour> {
        let word = word.to_ascii_lowercase();
        let names = |colour: Colour| -> &[&str] {
            match (self.seats.len(), colour.index()) {
                (2, 0) => &["1", "b", "black", "blue"],
                (2, _) => &["2", "w", "white", "green"],
                (_, 0) => &["1", "b", "blue"],
                (_, 1) => &["2", "y", "yellow"],
                (_, 2) => &["3", "r", "red"],
                (_, _) => &["4", "g", "green"],
            }
        };
        self.colours().find(|&colour| names(colour).contains(&word.as_str()))
    }
}

/// Reads the name of a preset.
impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(name: &str) -> Result<Variant, VariantError> {
        preset(name)
    }
}

fn preset(name: &str) -> Result<Variant, VariantError> {
    let own = |start| (start, None);
    let (size, seats, scoring) = match name {
        "duo" => {
            let starts = vec![own(Cell::new(4, 9)), own(Cell::new(9, 4))];
            (14, starts, Scoring::Advanced)
        }
        "classic" | "classic-2" | "classic-3" => {
            let owner = |colour: usize| match name {
                "classic-2" => Some(Owner::Player(Player::from_index(colour % 2))),
                "classic-3" if colour == 3 => Some(Owner::Shared),
                _ => None,
            };
            let seats = corners(20).into_iter().enumerate();
            let seats = seats.map(|(colour, start)| (start, owner(colour)));
            (20, seats.collect(), Scoring::Advanced)
        }
        _ => {
            let (size, colours) = square_board(name)?;
            let starts = match colours {
                2 => vec![corners(size)[0], corners(size)[2]],
                _ => corners(size)[..colours].to_vec(),
            };
            (size, starts.into_iter().map(own).collect(), Scoring::Area)
        }
    };
    let seats = seats.into_iter().enumerate().map(|(colour, (start, owner))| Seat {
        start,
        owner: owner.unwrap_or(Owner::Player(Player::from_index(colour))),
    });
    Variant::new(name, size, seats.collect(), Piece::all().collect(), scoring)
}

/// Size and number of colours of `NxN`, `NxN-3` and `NxN-4`.
fn square_board(name: &str) -> Result<(usize, usize), VariantError> {
    let unknown = || VariantError::Unknown(excerpt(name));
    let (board, colours) = match name.rsplit_once('-') {
        None => (name, 2),
        Some((board, "3")) => (board, 3),
        Some((board, "4")) => (board, 4),
        Some(_) => return Err(unknown()),
    };
    let (columns, rows) = board.split_once('x').ok_or_else(unknown)?;
    // Only digits, no sign and no leading zero: a variant has one name.
    let plain = columns.bytes().all(|b| b.is_ascii_digit()) && !columns.starts_with('0');
    if columns != rows || !plain {
        return Err(unknown());
    }
    let size = columns.parse().map_err(|_| unknown())?;
    if !(2..=MAX_SIZE).contains(&size) {
        return Err(VariantError::Size(size));
    }
    Ok((size, colours))
}

/// The corners of a board, clockwise from the top left.
fn corners(size: usize) -> [Cell; 4] {
    let last = size - 1;
    [(0, last), (last, last), (last, 0), (0, 0)].map(|(column, row)| Cell::new(column, row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_name_gives_its_variant() {
        for name in Variant::preset_names() {
            let variant: Variant = name.parse().unwrap();
            assert_eq!(variant.name(), name);
            assert!(variant.is_preset());
        }
    }

    #[test]
    fn the_starts_are_those_of_the_rules() {
        let starts = |name: &str| -> Vec<String> {
            let variant: Variant = name.parse().unwrap();
            variant.colours().map(|c| variant.start(c).to_string()).collect()
        };
        assert_eq!(starts("duo"), ["e10", "j5"]);
        assert_eq!(starts("classic-3"), ["a20", "t20", "t1", "a1"]);
        assert_eq!(starts("7x7"), ["a7", "g1"]);
        assert_eq!(starts("10x10-3"), ["a10", "j10", "j1"]);
    }

    #[test]
    fn wrong_names_are_refused() {
        for name in ["", "x", "1x1", "21x21", "7x8", "07x07", "+7x+7", "7x7-2", "7x7-5", "Duo "] {
            assert!(name.parse::<Variant>().is_err(), "{name}");
        }
        assert_eq!("21x21".parse::<Variant>(), Err(VariantError::Size(21)));
    }
}
