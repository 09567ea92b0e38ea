/**
 * Sets up a position, cell by cell. Connected cells of a colour are a piece; the server says whether all is well.
 *
 * @import { Board } from "../board/board.js"
 * @import { Point } from "../board/cells.js"
 * @import { PositionState, Setup, VariantInfo } from "../shell/types.js"
 */
import { api } from "../shell/api.js";
import { button } from "../shell/button.js";
import { capital, fill, h } from "../shell/dom.js";
import { piecesOn } from "../play/position.js";

export class Editor {
  /** @type {string[][]} rows from the top */
  #rows = [];
  /** @type {VariantInfo | null} */
  #variant = null;
  #brush = 1;
  #toPlay = 1;
  /** What a stroke paints: nothing if it began on a cell of the brush's colour. */
  #stroke = ".";
  #asked = 0;

  /**
   * @param {Board} board
   * @param {{ done: (setup: Setup) => void, cancel: () => void }} reports
   */
  constructor(board, reports) {
    this.board = board;
    this.message = h("p", { class: "quiet", role: "status" });
    this.brushes = h("div", { class: "segments", role: "radiogroup", "aria-label": "Colour to paint" });
    this.turns = h("select", { id: "to-play", onchange: () => this.#choose() });
    this.doneButton = button({
      text: "Use this position",
      class: "main",
      press: () => reports.done({ board: this.#rows.map((row) => row.join("")), to_play: this.#toPlay }),
    });
    this.element = h(
      "section",
      { class: "editor panel", hidden: true, "aria-label": "Set up a position" },
      h("h2", {}, "Set up a position"),
      h("p", { class: "quiet" }, "Press or drag over cells to paint them; again to clear them."),
      this.brushes,
      h("div", { class: "row" }, h("label", { for: "to-play" }, "To play"), this.turns),
      this.message,
      h("div", { class: "row" }, this.doneButton, button({ text: "Clear", press: () => this.#clear() }), button({ text: "Cancel", press: reports.cancel })),
    );
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /**
   * @param {VariantInfo} variant
   * @param {PositionState} position
   */
  open(variant, position) {
    this.#variant = variant;
    this.#rows = position.board.map((row) => [...row]);
    this.#toPlay = position.turn?.colour ?? 1;
    this.#brush = this.#toPlay;
    this.element.hidden = false;
    const colours = variant.colours.map(({ colour, name }) => ({ value: colour, text: capital(name) }));
    fill(
      this.brushes,
      [...colours, { value: 0, text: "Erase" }].map(({ value, text }) =>
        h("label", {}, h("input", { type: "radio", name: "brush", checked: value === this.#brush, onchange: () => (this.#brush = value) }), h("span", {}, value > 0 && h("i", { class: `swatch c${value}` }), ` ${text}`)),
      ),
    );
    fill(this.turns, colours.map(({ value, text }) => h("option", { value: String(value), selected: value === this.#toPlay }, text)));
    this.board.mark([]);
    this.#draw();
  }

  close() {
    this.element.hidden = true;
  }

  #choose() {
    this.#toPlay = Number(this.turns.value);
    this.#draw();
  }

  #clear() {
    this.#rows = this.#rows.map((row) => row.map(() => "."));
    this.#draw();
  }

  /** @param {Point} point */
  press(point) {
    const paint = this.#brush ? String(this.#brush) : ".";
    this.#stroke = this.#at(point) === paint ? "." : paint;
    this.drag(point);
  }

  /** @param {Point | null} point */
  drag(point) {
    if (!point || this.#at(point) === undefined || this.#at(point) === this.#stroke) return;
    this.#rows[this.#rows.length - 1 - point[1]][point[0]] = this.#stroke;
    this.#draw();
  }

  /** @param {Point} point */
  #at([column, row]) {
    return this.#rows[this.#rows.length - 1 - row]?.[column];
  }

  async #draw() {
    const board = this.#rows.map((row) => row.join(""));
    this.board.show(piecesOn(board), false);
    const turn = ++this.#asked;
    const { message = "", ok } = await api.position({ variant: this.#variant?.name ?? "", setup: { board, to_play: this.#toPlay }, moves: [] }).then(
      ({ legal_count, over }) => ({ ok: true, message: over ? "Nobody can move here." : `${legal_count} legal moves` }),
      (error) => ({ ok: false, message: capital(error.message) }),
    );
    if (turn !== this.#asked) return;
    this.message.textContent = message;
    this.message.classList.toggle("wrong", !ok);
    this.doneButton.disabled = !ok;
  }
}
