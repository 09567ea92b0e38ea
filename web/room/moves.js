/**
 * The list of moves.
 *
 * @import { PlayedMove, VariantInfo } from "../shell/types.js"
 */
import { parseMove } from "../board/cells.js";
import { pieceIcon } from "../board/piece.js";
import { settled } from "../board/shapes.js";
import { capital, h } from "../shell/dom.js";

export class Moves {
  #drawn = "";

  /** @param {(move: PlayedMove | null) => void} point tells which move is pointed at */
  constructor(point) {
    this.point = point;
    this.list = h("ol", { class: "moves", "aria-label": "Moves", tabIndex: 0 });
    this.element = h("section", { class: "move-list" }, this.list);
  }

  /**
   * @param {PlayedMove[]} moves
   * @param {VariantInfo} variant
   */
  update(moves, variant) {
    const key = moves.map(({ move }) => move).join(" ");
    if (key === this.#drawn) return;
    this.#drawn = key;
    // Who cannot move once never can again: it is told when it happens, not at every pass.
    const out = new Set();
    const news = (/** @type {PlayedMove} */ { passed }) => passed.filter((colour) => !out.has(colour) && out.add(colour));
    this.list.replaceChildren(...moves.flatMap((move) => [this.#row(move), ...news(move).map((colour) => passRow(colour, variant))]));
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {PlayedMove} move */
  #row(move) {
    const cells = parseMove(move.move);
    return h(
      "li",
      {
        class: "move",
        "data-move": move.move,
        title: move.move,
        onpointerenter: () => this.point(move),
        onpointerleave: () => this.point(null),
      },
      h("span", { class: "number" }, move.number),
      pieceIcon(settled(cells), move.colour),
      h("span", {}, move.piece),
      h("span", { class: "quiet" }, move.move.split(",")[0]),
    );
  }
}

/**
 * @param {number} colour
 * @param {VariantInfo} variant
 */
const passRow = (colour, variant) => h("li", { class: "pass quiet" }, `${capital(variant.colours[colour - 1].name)} is out`);
