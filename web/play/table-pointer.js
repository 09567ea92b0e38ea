/**
 * Mouse and fingers at a table. A mouse shows the piece where it points and places it where it presses; a finger lays it
 * down first, to be turned, moved and then placed.
 *
 * @import { Reports } from "../board/board.js"
 * @import { Point } from "../board/cells.js"
 * @import { LegalMove } from "./position.js"
 * @import { Table } from "./table.js"
 */
import { shapeKey } from "../board/shapes.js";
import { carry } from "./drag.js";

/** How far from where a finger points a piece may go, in cells. */
const REACH = 1.6;

export class TablePointer {
  /** Where a finger holds the piece on the board, from its grip. @type {Point | null} */
  #held = null;
  /** Where the piece was when a finger came down on it. @type {Point | null} */
  #tapped = null;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** @returns {Reports} */
  reports() {
    return {
      hover: (point) => this.#hover(point),
      press: (point, event) => this.#press(point, event),
      drag: (point) => this.#drag(point),
      release: (point) => this.#release(point),
      wheel: (turns) => this.table.turn(turns > 0 ? "right" : "left"),
      menu: () => this.table.turn("mirror"),
    };
  }

  /** @param {Point | null} point */
  #hover(point) {
    const { table } = this;
    table.host.classList.remove("touched");
    if (table.hand.piece) table.hand.moveTo(point);
  }

  /**
   * @param {Point} point
   * @param {PointerEvent} event
   */
  #press(point, event) {
    const { table } = this;
    const { hand } = table;
    if (!hand.piece) return;
    const mouse = event.pointerType === "mouse";
    table.host.classList.toggle("touched", !mouse);
    if (mouse) {
      hand.moveTo(point);
      table.place();
      return;
    }
    const on = hand.cells?.some((cell) => String(cell) === String(point));
    if (on && hand.at) {
      this.#held = [point[0] - hand.at[0], point[1] - hand.at[1]];
      this.#tapped = hand.at;
      return;
    }
    hand.moveTo(this.#near(point));
    this.#held = [0, 0];
  }

  /**
   * A tap on the piece places it; a drag has moved it.
   *
   * @param {Point | null} point nothing if it was interrupted
   */
  #release(point) {
    const { hand } = this.table;
    if (point && this.#tapped && String(hand.at) === String(this.#tapped)) this.table.place();
    this.#held = null;
    this.#tapped = null;
  }

  /**
   * The nearest place for the piece as it is turned, if it is a finger's breadth away.
   *
   * @param {Point} point
   * @returns {Point}
   */
  #near(point) {
    const { table } = this;
    const form = shapeKey(table.hand.form);
    const moves = table.hand.piece ? table.legal.of(table.hand.piece).filter((move) => move.form === form) : [];
    const distance = (/** @type {LegalMove} */ { hold }) => Math.hypot(hold[0] - point[0], hold[1] - point[1]);
    const near = moves.filter((move) => distance(move) < REACH).sort((a, b) => distance(a) - distance(b));
    return near[0]?.hold ?? point;
  }

  /** @param {Point | null} point */
  #drag(point) {
    const { table } = this;
    if (!point || !this.#held || !table.hand.piece) return;
    table.hand.moveTo([point[0] - this.#held[0], point[1] - this.#held[1]]);
  }

  /**
   * @param {string} piece
   * @param {PointerEvent} event
   */
  grab(piece, event) {
    const { table } = this;
    const again = table.hand.piece === piece;
    if (!again) table.take(piece);
    const touch = event.pointerType !== "mouse";
    table.host.classList.toggle("touched", touch);
    const { unit } = table.board.windowPlace([0, 0]);
    carry(event, {
      piece: () => ({ form: table.hand.form, colour: table.trayColour, unit }),
      over: (x, y) => {
        const point = table.board.pointAt(x, y);
        table.hand.moveTo(point);
        return point !== null;
      },
      end: (dragged, x, y) => {
        if (!dragged) {
          if (again) table.hand.drop();
          return;
        }
        const point = table.board.pointAt(x, y);
        if (!point) table.hand.moveTo(null);
        else if (touch) table.hand.moveTo(this.#near(table.hand.at ?? point));
        else table.place();
      },
    });
  }
}
