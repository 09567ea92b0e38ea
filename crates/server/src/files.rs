//! Game files: reading and writing `.blksgf` texts.

use std::sync::Arc;

use cornerwise_core::record::{NodeId, Record};
use cornerwise_core::{Colour, Game, Move, Ply, Position};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::position_spec::{PositionRequest, Setup, TablesCache, board};
use crate::refusal::{Code, Refusal};
use crate::written_move::WrittenMove;

/// The most games of a text.
const MOST_GAMES: usize = 100;
/// The most moves of a tree.
const MOST_NODES: usize = 5000;

/// A `.blksgf` text.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameText {
    /// The text.
    pub text: String,
}

/// The games of a text.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReadGames {
    /// In order.
    pub games: Vec<ReadGame>,
}

/// A game of a text.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReadGame {
    /// The variant's name.
    pub variant: String,
    /// What is set up before the first move.
    pub setup: Option<Setup>,
    /// The players' names, where they are known.
    pub players: Vec<Option<String>>,
    /// What is said about the game.
    pub comment: Option<String>,
    /// All moves, variations too.
    pub nodes: Vec<GameNode>,
    /// The main line.
    #[schema(value_type = Vec<String>)]
    pub moves: Vec<Move>,
}

/// A move in a tree of moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameNode {
    /// The place in the list of the move before; none for a first move.
    pub parent: Option<usize>,
    /// The colour's number.
    pub colour: usize,
    /// The cells.
    #[serde(rename = "move")]
    #[schema(value_type = String)]
    pub mv: Move,
    /// What is said about it.
    pub comment: Option<String>,
}

/// A move in a tree of moves that is to be written.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NodeToWrite {
    /// The place in the list of the move before; none for a first move.
    #[serde(default)]
    pub parent: Option<usize>,
    /// The colour's number; the one to play if it is not told.
    #[serde(default)]
    pub colour: Option<usize>,
    /// The cells.
    #[serde(rename = "move")]
    #[schema(value_type = String)]
    pub mv: WrittenMove,
    /// What is said about it.
    #[serde(default)]
    pub comment: Option<String>,
}

/// A game to write.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameToWrite {
    /// The name of a preset.
    #[schema(example = "duo")]
    pub variant: String,
    /// What is set up before the moves.
    #[serde(default)]
    pub setup: Option<Setup>,
    /// The moves, if there are no variations.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The moves with variations, each after the one that it answers.
    #[serde(default)]
    pub nodes: Vec<NodeToWrite>,
    /// The players' names.
    #[serde(default)]
    pub players: Vec<String>,
    /// What is said about the game.
    #[serde(default)]
    pub comment: Option<String>,
}

fn illegal(error: &dyn std::fmt::Display) -> Refusal {
    Refusal::new(Code::Illegal, error.to_string())
}

/// Reads the games of a text. All their moves are legal.
///
/// # Errors
/// Says what is wrong, in which game, line and node.
pub fn read_games(text: &str, tables_cache: &TablesCache) -> Result<ReadGames, Refusal> {
    let records = Record::read(text.as_bytes()).map_err(|error| illegal(&error))?;
    if records.len() > MOST_GAMES {
        return Err(Refusal::new(
            Code::Malformed,
            format!("{} games; at most {MOST_GAMES}", records.len()),
        ));
    }
    let mut games = Vec::new();
    for (at, record) in records.iter().enumerate() {
        let place = |refusal: Refusal| Refusal {
            message: format!("game {}: {}", at + 1, refusal.message),
            ..refusal
        };
        games.push(read_game(record, tables_cache).map_err(place)?);
    }
    Ok(ReadGames { games })
}

fn read_game(record: &Record, tables_cache: &TablesCache) -> Result<ReadGame, Refusal> {
    let variant = record.variant();
    if !variant.is_preset() {
        let text = format!("{} is no preset; only presets are played here", variant.name());
        return Err(Refusal::new(Code::Illegal, text));
    }
    if record.tree().len() > MOST_NODES {
        return Err(Refusal::new(Code::Malformed, format!("more than {MOST_NODES} nodes")));
    }
    let tables = tables_cache.tables(variant.name())?;
    let mut tree = Tree { record, nodes: Vec::new() };
    let start = record.position_at(&tables, record.root()).map_err(|error| illegal(&error))?;
    // Siblings share the position before them.
    let mut stack = vec![(record.root(), None, Arc::new(start.clone()))];
    while let Some((node, parent, position)) = stack.pop() {
        for &child in record.tree().children(node).iter().rev() {
            stack.push((child, parent, Arc::clone(&position)));
        }
        if node != record.root() {
            // The children were given the state before the node; they need the one after it.
            let count = record.tree().children(node).len();
            let (place, after) = tree.add(node, parent, position)?;
            let last = stack.len();
            for entry in &mut stack[last - count..] {
                entry.1 = place;
                entry.2 = Arc::clone(&after);
            }
        }
    }
    let main = record.main_line();
    let moves = main.iter().filter_map(|&node| match record.ply(node) {
        Some((_, Ply::Move(mv))) => Some(mv),
        _ => None,
    });
    let to_play = start.to_play().map_or(1, Colour::number);
    Ok(ReadGame {
        variant: variant.name().to_owned(),
        setup: (start.moves_played() > 0).then(|| Setup { board: board(&start), to_play }),
        players: variant.players().map(|player| record.player_name(player)).collect(),
        comment: record.comment(record.root()),
        moves: moves.collect(),
        nodes: tree.nodes,
    })
}

/// The moves of a record, as they are found.
struct Tree<'r> {
    record: &'r Record,
    nodes: Vec<GameNode>,
}

impl Tree<'_> {
    /// Adds the move of a node; answers its place and the position after it.
    fn add(
        &mut self,
        node: NodeId,
        parent: Option<usize>,
        position: Arc<Position>,
    ) -> Result<(Option<usize>, Arc<Position>), Refusal> {
        if self.record.is_set_up(node) {
            let text = "pieces that are set up after the first move cannot be shown";
            return Err(Refusal::new(Code::Illegal, text));
        }
        let Some((colour, Ply::Move(mv))) = self.record.ply(node) else {
            return Ok((parent, position));
        };
        let number = self.nodes.len() + 1;
        let told = |error: &dyn std::fmt::Display| {
            Refusal::new(Code::Illegal, format!("move {number} ({mv}): {error}"))
        };
        if position.to_play().is_some_and(|to_play| to_play != colour) {
            return Err(told(&"it is another colour's turn"));
        }
        let mut after = (*position).clone();
        after.play(mv).map_err(|error| told(&error))?;
        let comment = self.record.comment(node);
        self.nodes.push(GameNode { parent, colour: colour.number(), mv, comment });
        Ok((Some(self.nodes.len() - 1), Arc::new(after)))
    }
}

/// A move in a tree, which is legal where it stands.
pub struct TreeMove {
    parent: Option<usize>,
    colour: Colour,
    mv: Move,
    comment: Option<String>,
}

/// The text of a game with its players, and these moves after its own.
///
/// # Errors
/// When it cannot be written.
pub fn write_game(game: &Game, players: &[String], nodes: &[TreeMove]) -> Result<String, Refusal> {
    let mut record = Record::of(game).map_err(|error| illegal(&error))?;
    for (player, name) in record.variant().clone().players().zip(players) {
        if !name.is_empty() {
            record.set_player_name(player, name);
        }
    }
    let mut ids: Vec<NodeId> = Vec::new();
    for TreeMove { parent, colour, mv, comment } in nodes {
        let parent = parent.map_or(record.root(), |at| ids[at]);
        let node = record.add_ply(parent, *colour, Ply::Move(*mv));
        if let Some(comment) = comment {
            record.set_comment(node, comment);
        }
        ids.push(node);
    }
    Ok(record.to_string())
}

impl GameToWrite {
    /// The text of the game.
    ///
    /// # Errors
    /// When a move is not legal, or a node has no parent before it.
    pub fn text(&self, tables_cache: &TablesCache) -> Result<String, Refusal> {
        if !self.nodes.is_empty() && !self.moves.is_empty() {
            return Err(Refusal::new(
                Code::Malformed,
                "a game to write has moves or nodes, not both",
            ));
        }
        let start = PositionRequest {
            variant: self.variant.clone(),
            setup: self.setup.clone(),
            moves: self.moves.clone(),
        };
        let game = start.game(tables_cache)?;
        let nodes = self.played_nodes(game.start())?;
        let text = write_game(&game, &self.players, &nodes)?;
        match &self.comment {
            None => Ok(text),
            Some(comment) => {
                let mut records = Record::read(text.as_bytes()).map_err(|error| illegal(&error))?;
                let root = records[0].root();
                records[0].set_comment(root, comment);
                Ok(records[0].to_string())
            }
        }
    }

    fn played_nodes(&self, start: &Position) -> Result<Vec<TreeMove>, Refusal> {
        if self.nodes.len() > MOST_NODES {
            return Err(Refusal::new(Code::Malformed, format!("more than {MOST_NODES} nodes")));
        }
        let mut played = Vec::new();
        for (at, node) in self.nodes.iter().enumerate() {
            let refuse = |code, text: String| Refusal::new(code, format!("node {at}: {text}"));
            if node.parent.is_some_and(|parent| parent >= at) {
                return Err(refuse(
                    Code::Malformed,
                    "its parent does not come before it".to_owned(),
                ));
            }
            let mv = node.mv.read().map_err(|error| refuse(Code::Malformed, error.to_string()))?;
            // The line from the start to the node.
            let mut line = vec![mv];
            let mut parent = node.parent;
            while let Some(place) = parent {
                let before: &TreeMove = &played[place];
                line.push(before.mv);
                parent = before.parent;
            }
            let mut position = start.clone();
            let mut colour = Colour::from_index(0);
            for &mv in line.iter().rev() {
                colour = position.to_play().unwrap_or(colour);
                position.play(mv).map_err(|error| refuse(Code::Illegal, error.to_string()))?;
            }
            if node.colour.is_some_and(|number| number != colour.number()) {
                return Err(refuse(Code::Illegal, "it is another colour's turn".to_owned()));
            }
            let comment = node.comment.clone();
            played.push(TreeMove { parent: node.parent, colour, mv, comment });
        }
        Ok(played)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: &str =
        "(;GM[Blokus 5x5]PB[Ada]C[a game];B[a5,b5]C[hm](;W[e1](;B[c4])(;B[c3,c4,d4]))(;W[d1,e1]))";

    fn to_write(node: GameNode) -> NodeToWrite {
        let GameNode { parent, colour, mv, comment } = node;
        NodeToWrite { parent, colour: Some(colour), mv: mv.into(), comment }
    }

    fn written(moves: &[Move]) -> String {
        moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn trees_are_read_and_written_again() {
        let tables_cache = TablesCache::default();
        let game = read_games(TREE, &tables_cache).unwrap().games.remove(0);
        assert_eq!((game.variant.as_str(), game.comment.as_deref()), ("5x5", Some("a game")));
        assert_eq!(game.players, [Some("Ada".to_owned()), None]);
        assert_eq!(written(&game.moves), "a5,b5 e1 c4");
        let parents: Vec<_> = game.nodes.iter().map(|node| node.parent).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(1), Some(0)]);
        let again = GameToWrite {
            variant: game.variant,
            setup: None,
            moves: Vec::new(),
            nodes: game.nodes.into_iter().map(to_write).collect(),
            players: vec!["Ada".to_owned()],
            comment: game.comment,
        };
        let text = again.text(&tables_cache).unwrap();
        let twice = read_games(&text, &tables_cache).unwrap().games.remove(0);
        assert_eq!(twice.moves, game.moves);
        assert_eq!(twice.nodes.len(), 5);
        assert_eq!(twice.nodes[0].comment.as_deref(), Some("hm"));
    }

    #[test]
    fn a_node_of_another_colour_is_refused() {
        let write = |colour: usize| {
            let node = serde_json::json!({"colour": colour, "move": "a5"});
            let game = serde_json::json!({"variant": "5x5", "nodes": [node]});
            let game: GameToWrite = serde_json::from_value(game).unwrap();
            game.text(&TablesCache::default())
        };
        assert!(write(1).is_ok());
        let refusal = write(2).unwrap_err();
        assert_eq!(refusal.message, "node 0: it is another colour's turn");
    }

    #[test]
    fn set_up_games_come_back() {
        let tables_cache = TablesCache::default();
        let setup = Setup {
            board: ["11...", ".....", ".....", ".....", "....2"].map(str::to_owned).to_vec(),
            to_play: 1,
        };
        let game = GameToWrite {
            variant: "5x5".to_owned(),
            setup: Some(setup.clone()),
            moves: vec!["c4".to_owned()],
            nodes: Vec::new(),
            players: Vec::new(),
            comment: None,
        };
        let read =
            read_games(&game.text(&tables_cache).unwrap(), &tables_cache).unwrap().games.remove(0);
        assert_eq!(read.setup, Some(setup));
        assert_eq!(written(&read.moves), "c4");
    }

    #[test]
    fn what_is_wrong_is_told() {
        let tables_cache = TablesCache::default();
        for (text, part) in [
            ("", "1"),
            ("(;GM[Go])", "unknown game"),
            ("(;GM[Blokus 5x5];B[a1])", "move 1 (a1)"),
            ("(;GM[Blokus 5x5];B[a5];B[b4])", "another colour"),
        ] {
            let error = read_games(text, &tables_cache).unwrap_err();
            assert!(error.message.contains(part), "{text}: {error}");
        }
    }
}
