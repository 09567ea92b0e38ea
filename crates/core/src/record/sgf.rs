//! SGF as syntax: trees of nodes with properties, whatever they mean.
//!
//! Nodes live in an arena and every walk keeps its own stack, so that the depth of a file costs
//! nothing but memory.

use std::fmt::Write;

pub use super::sgf_reader::{SyntaxError, SyntaxProblem, read};

/// The most nodes of one tree; no game with all its analysis comes near.
pub const MAX_NODES: usize = 200_000;
/// The most nodes of all trees of a file.
pub const MAX_FILE_NODES: usize = 5_000_000;
/// The most property values of all trees of a file.
pub const MAX_FILE_VALUES: usize = 10_000_000;

/// A node of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

/// What a property says, kept as written between the brackets, so that escapes in properties that
/// we do not know stay what they were.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// Has no unescaped closing bracket and no lone backslash at its end.
    written: String,
}

impl Value {
    /// The value that means this text.
    ///
    /// ```
    /// use cornerwise_core::record::sgf::Value;
    /// let value = Value::of_text(r"a [sic] \o/");
    /// assert_eq!(value.written(), r"a [sic\] \\o/");
    /// assert_eq!(value.text(), r"a [sic] \o/");
    /// ```
    #[must_use]
    pub fn of_text(text: &str) -> Value {
        let mut written = String::with_capacity(text.len());
        for c in text.chars() {
            if matches!(c, ']' | '\\') {
                written.push('\\');
            }
            written.push(c);
        }
        Value { written }
    }

    pub(super) fn of_written(written: &str) -> Value {
        Value { written: written.to_owned() }
    }

    /// The value as it stands in the file.
    pub fn written(&self) -> &str {
        &self.written
    }

    /// What the value means: escapes are resolved, an escaped line break joins the lines, and every kind
    /// of line break is a line feed.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(self.written.len());
        let mut chars = self.written.chars().peekable();
        let mut escaped = false;
        while let Some(c) = chars.next() {
            let is_break = matches!(c, '\n' | '\r');
            if is_break {
                chars.next_if(|&next| matches!(next, '\n' | '\r') && next != c);
            }
            match (escaped, c) {
                (false, '\\') => {
                    escaped = true;
                    continue;
                }
                (true, _) if is_break => {}
                (false, _) if is_break => text.push('\n'),
                _ => text.push(c),
            }
            escaped = false;
        }
        text
    }
}

/// A property of a node: a name of letters and digits, and one value or more.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Property {
    identifier: String,
    values: Vec<Value>,
}

impl Property {
    /// A property, unless the identifier is not made of ASCII letters and digits or there is no value.
    #[must_use]
    pub fn new(identifier: &str, values: Vec<Value>) -> Option<Property> {
        let plain = !identifier.is_empty() && identifier.bytes().all(|b| b.is_ascii_alphanumeric());
        (plain && !values.is_empty())
            .then(|| Property { identifier: identifier.to_owned(), values })
    }

    /// The property's name.
    pub fn identifier(&self) -> &str {
        &self.identifier
    }

    /// What it says, at least one value.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// What the first value means.
    pub fn text(&self) -> String {
        self.values[0].text()
    }
}

/// A node with its place in the tree.
#[derive(Clone, Debug)]
struct Node {
    properties: Vec<Property>,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    /// Where the node begins, if it was read.
    line: Option<usize>,
}

/// A game tree: a root and what follows it. The first child of a node continues the main line.
///
/// Two trees are equal when their nodes have the same properties in the same order.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Never empty; the first one is the root.
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::new()
    }
}

impl Tree {
    /// A tree of one node without properties.
    #[must_use]
    pub fn new() -> Tree {
        Tree {
            nodes: vec![Node { properties: vec![], parent: None, children: vec![], line: None }],
        }
    }

    /// The node that all others follow.
    #[allow(clippy::unused_self)] // Only a tree has a root.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The number of nodes.
    #[allow(clippy::len_without_is_empty)] // There is always a root.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a node after all other children of this one.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let child = NodeId(self.nodes.len() as u32);
        let node = Node { properties: vec![], parent: Some(parent), children: vec![], line: None };
        self.nodes.push(node);
        self.nodes[parent.0 as usize].children.push(child);
        child
    }

    /// The node that this one follows.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.0 as usize].parent
    }

    /// The nodes that follow this one, the main line first.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.0 as usize].children
    }

    /// What a node says.
    pub fn properties(&self, node: NodeId) -> &[Property] {
        &self.nodes[node.0 as usize].properties
    }

    /// What a node says, to be changed.
    pub fn properties_mut(&mut self, node: NodeId) -> &mut Vec<Property> {
        &mut self.nodes[node.0 as usize].properties
    }

    /// The property of a node with this identifier, the first if there are several.
    pub fn property(&self, node: NodeId, identifier: &str) -> Option<&Property> {
        self.properties(node).iter().find(|property| property.identifier == identifier)
    }

    /// The line, counted from 1, in which the node began when it was read.
    pub fn line(&self, node: NodeId) -> Option<usize> {
        self.nodes[node.0 as usize].line
    }

    pub(super) fn set_line(&mut self, node: NodeId, line: usize) {
        self.nodes[node.0 as usize].line = Some(line);
    }

    /// All nodes in the order in which they are written.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        let mut waiting = vec![self.root()];
        std::iter::from_fn(move || {
            let node = waiting.pop()?;
            waiting.extend(self.children(node).iter().rev());
            Some(node)
        })
    }

    /// The nodes from the root to this one.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(node), |&node| self.parent(node)).collect();
        path.reverse();
        path
    }

    /// The root, its first child, the first child of that, and so on.
    pub fn main_line(&self) -> Vec<NodeId> {
        let first = |&node: &NodeId| self.children(node).first().copied();
        std::iter::successors(Some(self.root()), first).collect()
    }

    /// Appends the tree as text, a node a line.
    pub fn write(&self, text: &mut String) {
        enum Step {
            Node(NodeId),
            Open(NodeId),
            Close,
        }
        let mut steps = vec![Step::Open(self.root())];
        while let Some(step) = steps.pop() {
            let node = match step {
                Step::Close => {
                    text.push(')');
                    continue;
                }
                Step::Open(node) => {
                    // A variation after another one begins a line, like all nodes but the first.
                    text.push_str(if text.ends_with(')') { "\n(" } else { "(" });
                    steps.push(Step::Close);
                    node
                }
                Step::Node(node) => node,
            };
            text.push(';');
            for property in self.properties(node) {
                text.push_str(&property.identifier);
                for value in &property.values {
                    write!(text, "[{}]", value.written).expect("a string takes all text");
                }
            }
            match self.children(node) {
                [] => continue,
                [only] => steps.push(Step::Node(*only)),
                several => steps.extend(several.iter().rev().map(|&child| Step::Open(child))),
            }
            text.push('\n');
        }
        text.push('\n');
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        // The numbers of children in this order determine the shape.
        let same = |own, others| {
            self.children(own).len() == other.children(others).len()
                && self.properties(own) == other.properties(others)
        };
        self.len() == other.len()
            && self.nodes().zip(other.nodes()).all(|(own, others)| same(own, others))
    }
}

impl Eq for Tree {}
