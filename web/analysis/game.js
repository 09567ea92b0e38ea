/**
 * The game that is analysed: its variant, names and tree, and what the server says of its positions.
 *
 * @import { PositionRequest, PositionState, SetUp, VariantInfo } from "../shell/types.js"
 * @import { TreeNode } from "./tree.js"
 */
import { api } from "../shell/api.js";
import { analysisPath } from "./link.js";
import { Tree, movesTo } from "./tree.js";

export class Game {
  /** The colour that made a move, by the node's id. @type {Map<number, number>} */
  colours = new Map();
  /** Positions that were asked for. @type {Map<TreeNode, Promise<PositionState>>} */
  #known = new Map();

  /**
   * @param {VariantInfo} variant
   * @param {SetUp | null} setup
   * @param {Tree} tree
   * @param {readonly string[]} names of the players
   */
  constructor(variant, setup, tree, names) {
    this.variant = variant;
    this.setup = setup;
    this.tree = tree;
    this.names = names;
  }

  /**
   * A game whose moves are all legal.
   *
   * @param {string} variant
   * @param {SetUp | null} setup
   * @param {Tree} tree
   * @param {readonly string[]} names
   */
  static async open(variant, setup, tree, names) {
    const game = new Game(await api.variant(variant), setup, tree, names);
    // One question for each line tells the colours of all its moves, and whether it can be played.
    for (const end of tree.ends()) {
      const { moves } = await game.position(end);
      let node = end;
      for (let index = moves.length - 1; node.parent; index--, node = node.parent) game.colours.set(node.id, moves[index].colour);
    }
    return game;
  }

  /**
   * @param {TreeNode} [node]
   * @returns {PositionRequest}
   */
  request(node = this.tree.at) {
    return { variant: this.variant.name, setup: this.setup, moves: movesTo(node) };
  }

  /**
   * @param {TreeNode} node
   * @returns {Promise<PositionState>}
   */
  position(node) {
    let answer = this.#known.get(node);
    if (!answer) {
      answer = api.position(this.request(node));
      this.#known.set(node, answer);
      answer.catch(() => this.#known.delete(node));
    }
    return answer;
  }

  /**
   * Goes to a position; one that cannot be reached is taken out of the tree again.
   *
   * @param {TreeNode} node
   * @returns {Promise<PositionState | null>} nothing if somebody went elsewhere meanwhile
   */
  async go(node) {
    const before = this.tree.at;
    this.tree.at = node;
    try {
      const position = await this.position(node);
      if (node.parent) this.colours.set(node.id, position.moves[position.moves.length - 1].colour);
      return this.tree.at === node ? position : null;
    } catch (error) {
      this.tree.at = before;
      this.tree.remove(node);
      throw error;
    }
  }

  /** Whether one looks at the main line. */
  isOnMain() {
    return this.tree.main().includes(this.tree.at);
  }

  /** @param {boolean} whole the line on which one looks to its end; else this position alone */
  link(whole) {
    const main = this.tree.main();
    const end = whole ? (this.isOnMain() ? main[main.length - 1] : this.tree.last()) : this.tree.at;
    const at = movesTo(this.tree.at).length;
    const request = this.request(end);
    return analysisPath(request, { names: [...this.names], ...(at < request.moves.length ? { at } : {}) });
  }

  /** The game as a file. */
  write() {
    const { variant, setup, names, tree } = this;
    return api.write({ variant: variant.name, ...(setup ? { setup } : {}), ...(names.length ? { players: names } : {}), nodes: tree.write() });
  }
}
