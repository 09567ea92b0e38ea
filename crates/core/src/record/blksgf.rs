//! A record: an SGF tree that is a Blokus game.

use std::fmt;

use super::error::{Problem, ReadError, RecordError};
use super::property::{self, Meaning};
use super::sgf::{self, NodeId, Property, Tree, Value};
use crate::notation::Ply;
use crate::position::Position;
use crate::variant::{Colour, Player, Variant};

/// A game with its variations, comments and all else that a `.blksgf` file says.
///
/// Whatever is read is written again, in order, what we do not understand too. The moves of a record are
/// well written; whether they are legal is seen by walking to them with [`Record::position_at`].
///
/// ```
/// use cornerwise_core::record::Record;
/// use cornerwise_core::Tables;
///
/// let text = "(;GM[Blokus Duo]PB[Ada]\n;B[f9,e10,f10,g10,f11]C[the usual one])\n";
/// let record = Record::read(text.as_bytes()).unwrap().remove(0);
/// assert_eq!(record.to_string(), text);
///
/// let end = record.main_line()[1];
/// assert_eq!(record.comment(end).as_deref(), Some("the usual one"));
/// let tables = Tables::new(record.variant().clone());
/// assert_eq!(record.position_at(&tables, end).unwrap().moves_played(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    variant: Variant,
    /// Its root says that it is a game of this variant, and every property that means something
    /// to the game is well written.
    pub(super) tree: Tree,
}

impl Record {
    /// A record without moves.
    ///
    /// # Errors
    /// When the variant is no preset and has the name of one, or a name that a file cannot hold.
    pub fn new(variant: Variant) -> Result<Record, Problem> {
        let mut tree = Tree::new();
        *tree.properties_mut(tree.root()) = property::game_properties(&variant)?;
        Ok(Record { variant, tree })
    }

    /// The records of a `.blksgf` text, at least one.
    ///
    /// # Errors
    /// Says where the text is not SGF, not a game that we know, or has an ill-written move.
    pub fn read(bytes: &[u8]) -> Result<Vec<Record>, ReadError> {
        let trees = sgf::read(bytes)?;
        trees.into_iter().map(|tree| Record::of_tree(tree).map_err(ReadError::from)).collect()
    }

    fn of_tree(tree: Tree) -> Result<Record, RecordError> {
        let variant = match property::game(&tree) {
            Ok(variant) => variant,
            Err(problem) => {
                return Err(RecordError { line: tree.line(tree.root()), node: 0, problem });
            }
        };
        let record = Record { variant, tree };
        for node in record.tree.nodes() {
            record.check_node(node).map_err(|problem| record.error(node, problem))?;
        }
        Ok(record)
    }

    fn check_node(&self, node: NodeId) -> Result<(), Problem> {
        let mut moves = 0;
        for property in self.properties(node) {
            if let Meaning::Move(..) = property::meaning(&self.variant, property)? {
                moves += 1;
                if moves > 1 {
                    return Err(Problem::SecondMove(property.identifier().to_owned()));
                }
            }
        }
        Ok(())
    }

    pub(super) fn error(&self, node: NodeId, problem: Problem) -> RecordError {
        let number = self.tree.nodes().position(|other| other == node);
        RecordError { line: self.tree.line(node), node: number.unwrap_or(0), problem }
    }

    /// The text of a file of records.
    pub fn write<'r>(records: impl IntoIterator<Item = &'r Record>) -> String {
        let mut text = String::new();
        for record in records {
            record.tree.write(&mut text);
        }
        text
    }

    /// The game's variant.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The tree, with all that the file says.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The beginning of the game.
    pub fn root(&self) -> NodeId {
        self.tree.root()
    }

    /// The nodes from the root to the end of the main line.
    pub fn main_line(&self) -> Vec<NodeId> {
        self.tree.main_line()
    }

    /// All that a node says.
    pub fn properties(&self, node: NodeId) -> &[Property] {
        self.tree.properties(node)
    }

    pub(super) fn meanings(&self, node: NodeId) -> impl Iterator<Item = Meaning> {
        self.properties(node).iter().map(|property| {
            property::meaning(&self.variant, property).expect("checked when it was read")
        })
    }

    /// The move or pass of a node, and whose it is.
    pub fn ply(&self, node: NodeId) -> Option<(Colour, Ply)> {
        self.meanings(node).find_map(|meaning| match meaning {
            Meaning::Move(colour, ply) => Some((colour, ply)),
            _ => None,
        })
    }

    /// Whether a node puts pieces on the board or takes some away, or says whose turn it is.
    pub fn is_set_up(&self, node: NodeId) -> bool {
        let sets_up =
            |meaning| matches!(meaning, Meaning::Add(..) | Meaning::Remove(_) | Meaning::ToPlay(_));
        self.meanings(node).any(sets_up)
    }

    /// The node of the main line after this many moves, passes not counted: the one of the last
    /// of these moves, or the root.
    pub fn node_after(&self, moves: usize) -> Option<NodeId> {
        let is_move = |node: &NodeId| matches!(self.ply(*node), Some((_, Ply::Move(_))));
        match moves.checked_sub(1) {
            None => Some(self.root()),
            Some(earlier) => self.main_line().into_iter().filter(is_move).nth(earlier),
        }
    }

    /// What is said about a node.
    pub fn comment(&self, node: NodeId) -> Option<String> {
        self.tree.property(node, "C").map(Property::text)
    }

    /// The name of a player.
    pub fn player_name(&self, player: Player) -> Option<String> {
        let identifiers = property::name_identifiers(&self.variant, player);
        let mut named = identifiers.iter().filter_map(|id| self.tree.property(self.root(), id));
        named.next().map(Property::text)
    }

    /// Adds a move or pass as the last child of a node.
    pub fn add_ply(&mut self, parent: NodeId, colour: Colour, ply: Ply) -> NodeId {
        let node = self.tree.add_child(parent);
        let property = property::move_property(&self.variant, colour, ply);
        self.tree.properties_mut(node).push(property);
        node
    }

    /// Adds a node that says whose turn it is.
    pub(super) fn add_turn(&mut self, parent: NodeId, colour: Colour) -> NodeId {
        let node = self.tree.add_child(parent);
        let property = property::turn_property(&self.variant, colour);
        self.tree.properties_mut(node).push(property);
        node
    }

    /// Sets a position up at a node that has no pieces before it.
    pub(super) fn add_set_up(&mut self, node: NodeId, position: &Position) {
        let mut properties = property::set_up_properties(position);
        let to_play = position.to_play();
        properties.extend(to_play.map(|colour| property::turn_property(&self.variant, colour)));
        self.tree.properties_mut(node).extend(properties);
    }

    /// Says something about a node, in place of what was said before.
    pub fn set_comment(&mut self, node: NodeId, comment: &str) {
        self.put(node, property::single("C", comment));
    }

    /// Names a player.
    pub fn set_player_name(&mut self, player: Player, name: &str) {
        let [identifier, _] = property::name_identifiers(&self.variant, player);
        self.put(self.root(), property::single(identifier, name));
    }

    /// Whether a property makes the game, as moves and set-up do, rather than tells about it.
    pub fn is_game_property(identifier: &str) -> bool {
        property::makes_the_game(identifier)
    }

    /// Sets a property that does not change the game, such as `DT` or `RE` of the root.
    ///
    /// # Errors
    /// When it is one of those that make the game, or has not the form of one.
    pub fn set_property(
        &mut self,
        node: NodeId,
        identifier: &str,
        text: &str,
    ) -> Result<(), Problem> {
        let reserved = || Problem::Reserved(crate::notation::excerpt(identifier));
        if Record::is_game_property(identifier) {
            return Err(reserved());
        }
        let property = Property::new(identifier, vec![Value::of_text(text)]);
        self.put(node, property.ok_or_else(reserved)?);
        Ok(())
    }

    fn put(&mut self, node: NodeId, property: Property) {
        let properties = self.tree.properties_mut(node);
        match properties.iter_mut().find(|old| old.identifier() == property.identifier()) {
            Some(old) => *old = property,
            None => properties.push(property),
        }
    }

    /// Writes every move as we write moves: one value, the cells in order, the colour by its
    /// letter or number.
    pub fn normalise(&mut self) {
        let nodes: Vec<NodeId> = self.tree.nodes().collect();
        for node in nodes {
            let variant = &self.variant;
            for property in self.tree.properties_mut(node) {
                if let Ok(Meaning::Move(colour, ply)) = property::meaning(variant, property) {
                    *property = property::move_property(variant, colour, ply);
                }
            }
        }
    }
}

/// The text of a file with this record alone.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Record::write([self]))
    }
}
