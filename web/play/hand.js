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
  /** @type {Point | null} */
  at = null;
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
    this.at = null;
    this.changed();
  }

  drop() {
    if (!this.piece) return;
    this.piece = null;
    this.at = null;
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
    this.at = at;
    this.#set([...form]);
  }

  /** @param {Point[]} form */
  #set(form) {
    this.form = form;
    if (this.piece) this.#forms.set(this.piece, form);
    this.changed();
  }

  /**
   * Moves the piece over a cell, as far as it stays on the board.
   *
   * @param {Point | null} point
   * @param {number} size of the board
   */
  moveTo(point, size) {
    const at = point && this.#within(point, size);
    if (String(at) === String(this.at)) return;
    this.at = at;
    this.changed();
  }

  /**
   * @param {Point} point
   * @param {number} size
   * @returns {Point}
   */
  #within(point, size) {
    const hold = grip(this.form);
    const clamp = (/** @type {0 | 1} */ axis) => {
      const reach = Math.max(...this.form.map((cell) => cell[axis]));
      return Math.min(Math.max(point[axis], hold[axis]), size - 1 - reach + hold[axis]);
    };
    return [clamp(0), clamp(1)];
  }

  /**
   * Puts the piece back on the board after it was turned at its rim.
   *
   * @param {number} size
   */
  settle(size) {
    if (this.at) this.at = this.#within(this.at, size);
  }

  /** @returns {Point[] | null} the cells that it would cover */
  get cells() {
    return this.at && placedAt(this.form, this.at);
  }
}
