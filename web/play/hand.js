/**
 * The piece in hand: which one, how it is turned, and where it is held over the board.
 *
 * @import { Point } from "../board/cells.js"
 */
import { grip, mirrored, placedAt, shapeOf, turnedLeft, turnedRight } from "../board/shapes.js";

export class Hand {
  /** @type {string | null} */
  piece = null;
  /** @type {Point[]} */
  form = [];
  /** How large the board is. */
  size = 0;
  /** The cell that is pointed at, which may be too near to the rim for the piece. @type {Point | null} */
  #pointed = null;
  /** How each piece was last held, so that it lies in the tray as it was left. @type {Map<string, Point[]>} */
  #forms = new Map();

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  /** @param {string} piece */
  formOf(piece) {
    return this.#forms.get(piece) ?? shapeOf(piece);
  }

  /** @param {string} piece */
  take(piece) {
    this.piece = piece;
    this.form = this.formOf(piece);
    this.#pointed = null;
    this.changed();
  }

  drop() {
    if (!this.piece) return;
    this.piece = null;
    this.#pointed = null;
    this.changed();
  }

  /** Lays all pieces back as they were at the start. */
  forget() {
    this.#forms.clear();
    this.drop();
  }

  /** @param {"right" | "left" | "mirror"} way */
  turn(way) {
    if (!this.piece) return;
    const turned = { right: turnedRight, left: turnedLeft, mirror: mirrored }[way];
    this.#set(turned(this.form));
  }

  /**
   * Holds the piece in a form with its grip over a cell.
   *
   * @param {readonly Point[]} form
   * @param {Point} at
   */
  hold(form, at) {
    this.#pointed = at;
    this.#set([...form]);
  }

  /** @param {Point[]} form */
  #set(form) {
    this.form = form;
    if (this.piece) this.#forms.set(this.piece, form);
    this.changed();
  }

  /**
   * Moves the piece over a cell.
   *
   * @param {Point | null} point
   */
  moveTo(point) {
    if (String(point) === String(this.#pointed)) return;
    this.#pointed = point;
    this.changed();
  }

  /**
   * The cell over which the piece is held: the one that is pointed at, as far as the piece stays on the board as it is
   * turned now.
   *
   * @returns {Point | null}
   */
  get at() {
    if (!this.#pointed) return null;
    const hold = grip(this.form);
    const [x, y] = this.#pointed;
    const clamp = (/** @type {number} */ cell, /** @type {0 | 1} */ axis) => {
      const reach = Math.max(...this.form.map((other) => other[axis]));
      return Math.min(Math.max(cell, hold[axis]), this.size - 1 - reach + hold[axis]);
    };
    return [clamp(x, 0), clamp(y, 1)];
  }

  /** @returns {Point[] | null} the cells that it would cover, as drawn and as played */
  get cells() {
    const { at } = this;
    return at && placedAt(this.form, at);
  }
}
