/** The board of the first page, on which a game plays itself. */
import { Board } from "../board/board.js";
import { parseCell, parseMove } from "../board/cells.js";
import { h } from "../shell/dom.js";
import { isCalm } from "../shell/settings.js";
import { MOVES } from "./showcase-game.js";

/** Pieces that are there from the beginning, so that the board is worth a look at once. */
const FIRST = 12;
const PACE = 1800;

export class Showcase {
  #count = FIRST;

  constructor() {
    this.element = h("div", { class: "board-host showcase", "data-colours": 2, "aria-hidden": "true" });
    this.board = new Board(this.element);
    this.board.setUp(14, [{ colour: 1, point: parseCell("e10") }, { colour: 2, point: parseCell("j5") }], 2);
    this.#draw(false);
    this.timer = isCalm() ? 0 : setInterval(() => this.#step(), PACE);
  }

  #step() {
    // After the end it stays for a while, then begins again.
    this.#count = this.#count > MOVES.length + 6 ? 1 : this.#count + 1;
    this.#draw(true);
  }

  /** @param {boolean} animate */
  #draw(animate) {
    const pieces = MOVES.slice(0, this.#count).map((move, index) => ({ colour: (index % 2) + 1, cells: parseMove(move) }));
    this.board.show(pieces, animate);
  }

  close() {
    clearInterval(this.timer);
  }
}
