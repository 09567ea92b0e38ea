/**
 * The game that is analysed: its variant, names and tree, and what the server says of its positions.
 *
 * @import { PositionRequest, PositionState, Setup, VariantInfo } from "../shell/types.js"
 * @import { TreeNode } from "./tree.js"
 */
import { api } from "../shell/api.js";
import { isKept, kept, newKey } from "./kept.js";
import { analysisPath, treeFragment } from "./link.js";
import { Tree, movesTo } from "./tree.js";

export class Game {
  /** The colour that made a move, by the node's id. @type {Map<number, number>} */
  colours = new Map();
  /** Positions that were asked for. @type {Map<TreeNode, Promise<PositionState>>} */
  #known = new Map();
  /** Under which branches are kept that are too large for an address. */
  #key = newKey();

  /**
   * @param {VariantInfo} variant
   * @param {Setup | null} setup
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
   * @param {Setup | null} setup
   * @param {Tree} tree
   * @param {readonly string[]} names
   */
  static async open(variant, setup, tree, names) {
    const game = new Game(await api.variant(variant), setup, tree, names);
    const colours = await game.#colours();
    tree.all().forEach((node, place) => game.colours.set(node.id, colours[place]));
    return game;
  }

  /**
   * The colours of all moves, which the server tells when they are legal. However many lines there are, it is asked twice
   * at most.
   */
  async #colours() {
    if (this.tree.numbered().lines.length < 2) {
      const { moves } = await this.position(this.tree.main().at(-1) ?? this.tree.root);
      return moves.map(({ colour }) => colour);
    }
    const [{ nodes }] = await api.read(await this.write());
    return nodes.map(({ colour }) => colour);
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

  /** The address of this position alone. */
  positionLink() {
    return analysisPath(this.request(), { names: this.names });
  }

  /** The address of the game with all its branches, and of where one looks. */
  link() {
    const { tree, names } = this;
    const main = tree.main();
    const at = tree.numbered().nodes.indexOf(tree.at);
    const path = analysisPath(this.request(main[main.length - 1]), { names, ...(at === main.length - 1 ? {} : { at }) });
    const fragment = kept(treeFragment(tree), this.#key);
    return fragment ? `${path}#${fragment}` : path;
  }

  /** Whether the address has all of the game, so that it is the same for everybody. */
  fitsLink() {
    return !isKept(new URL(this.link(), location.href).hash.slice(1));
  }

  /** The game as a file. */
  write() {
    const { variant, setup, names, tree } = this;
    const { comment } = tree.root;
    return api.write({ variant: variant.name, ...(setup ? { setup } : {}), ...(names.length ? { players: [...names] } : {}), ...(comment ? { comment } : {}), nodes: tree.write() });
  }
}
