/**
 * A game with its branches.
 *
 * @import { ReadGame } from "../shell/types.js"
 *
 * @typedef {object} TreeNode a position, and the move that led to it
 * @property {number} id
 * @property {string | null} move nothing at the root
 * @property {TreeNode | null} parent
 * @property {TreeNode[]} children the first one is the main line
 * @property {string | null} comment
 */

export class Tree {
  #count = 0;

  constructor() {
    this.root = this.#node(null, null);
    /** Where one looks. */
    this.at = this.root;
  }

  /**
   * @param {string | null} move
   * @param {TreeNode | null} parent
   * @returns {TreeNode}
   */
  #node(move, parent) {
    return { id: this.#count++, move, parent, children: [], comment: null };
  }

  /**
   * The position after a move, which becomes a branch if there are others.
   *
   * @param {string} move
   * @param {TreeNode} [from]
   */
  add(move, from = this.at) {
    const known = from.children.find((child) => child.move === move);
    if (known) return known;
    const node = this.#node(move, from);
    from.children.push(node);
    return node;
  }

  /**
   * A line from the root.
   *
   * @param {readonly string[]} moves
   */
  static of(moves) {
    const tree = new Tree();
    moves.reduce((node, move) => tree.add(move, node), tree.root);
    return tree;
  }

  /**
   * All that a game file has.
   *
   * @param {ReadGame["nodes"]} nodes
   */
  static read(nodes) {
    const tree = new Tree();
    /** @type {TreeNode[]} */
    const made = [];
    for (const { parent, move, comment } of nodes) {
      const node = tree.add(move, parent == null ? tree.root : made[parent]);
      node.comment = comment ?? null;
      made.push(node);
    }
    return tree;
  }

  /** All nodes but the root, each line before the branches that leave it. */
  all() {
    /** @type {TreeNode[]} */
    const nodes = [];
    const visit = (/** @type {TreeNode} */ node) => {
      nodes.push(node);
      node.children.forEach(visit);
    };
    this.root.children.forEach(visit);
    return nodes;
  }

  /**
   * As game files have it: each move with the place of the one before.
   *
   * @returns {{ parent: number | null, move: string, comment?: string }[]}
   */
  write() {
    const nodes = this.all();
    /** @type {Map<TreeNode | null, number>} */
    const places = new Map(nodes.map((node, place) => [node, place]));
    return nodes.map(({ parent, move, comment }) => ({ parent: places.get(parent) ?? null, move: move ?? "", ...(comment ? { comment } : {}) }));
  }

  /**
   * The lines of which the tree consists, each from the number of a node: the root is 0, the nodes of the main line
   * follow, then those of each other line in the order of the lines.
   */
  numbered() {
    const nodes = [this.root];
    /** @type {{ from: number, moves: string[] }[]} */
    const lines = [];
    const write = (/** @type {TreeNode | undefined} */ first, /** @type {number} */ from) => {
      /** @type {string[]} */
      const moves = [];
      for (let node = first; node; node = node.children[0]) {
        moves.push(node.move ?? "");
        nodes.push(node);
      }
      lines.push({ from, moves });
    };
    write(this.root.children[0], 0);
    // The list grows while lines are found.
    for (let number = 0; number < nodes.length; number++) nodes[number].children.slice(1).forEach((branch) => write(branch, number));
    return { nodes, lines };
  }

  /** The main line, the root first. */
  main() {
    const line = [this.root];
    for (let node = this.root.children[0]; node; node = node.children[0]) line.push(node);
    return line;
  }

  /** The end of the line on which one looks. */
  last() {
    let node = this.at;
    while (node.children[0]) node = node.children[0];
    return node;
  }

  /**
   * Takes a branch away, with all that follows.
   *
   * @param {TreeNode} node
   */
  remove(node) {
    const { parent } = node;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== node);
    if (path(this.at).includes(node)) this.at = parent;
  }
}

/**
 * The nodes from the root to this one, without the root.
 *
 * @param {TreeNode} node
 * @returns {TreeNode[]}
 */
export function path(node) {
  const nodes = [];
  for (let at = node; at.parent; at = at.parent) nodes.unshift(at);
  return nodes;
}

/** @param {TreeNode} node */
export const movesTo = (node) => path(node).map(({ move }) => move ?? "");
