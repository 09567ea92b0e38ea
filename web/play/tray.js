/**
 * The pieces of a colour. Those that are left keep their places; those that are placed leave a gap.
 *
 * @import { ColourState } from "../shell/types.js"
 * @import { Hand } from "./hand.js"
 */
import { pieceIcon } from "../board/piece.js";
import { PIECES, shapeOf } from "../board/shapes.js";
import { fill, h } from "../shell/dom.js";

/** A tray from which pieces are taken. */
export class Tray {
  #key = "";
  #colour = 0;

  /**
   * @param {Hand} hand
   * @param {{ take: (piece: string) => void, grab: (piece: string, event: PointerEvent) => void }} reports
   */
  constructor(hand, reports) {
    this.hand = hand;
    this.reports = reports;
    this.element = h("div", { class: "tray", role: "group" });
  }

  /**
   * @param {ColourState} state
   * @param {readonly string[]} all pieces that the colour had at the start
   * @param {boolean} active whether pieces can be taken now
   * @param {string | null} hinted a piece to point at
   */
  update(state, all, active, hinted) {
    this.#colour = state.colour;
    const key = JSON.stringify([state.colour, all, state.left, state.playable, active]);
    if (key !== this.#key) {
      this.#key = key;
      this.element.setAttribute("aria-label", `${state.name}'s pieces, ${state.left.length} left`);
      this.element.classList.toggle("inactive", !active);
      const slot = (/** @type {string} */ piece) => (state.left.includes(piece) ? this.#slot(piece, state.playable.includes(piece), active) : gap(piece));
      fill(this.element, state.left.length ? inOrder(all).map(slot) : h("p", { class: "quiet" }, "All pieces placed"));
    }
    for (const slot of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll(".slot"))) {
      const piece = slot.dataset.piece ?? "";
      const taken = piece === this.hand.piece;
      slot.classList.toggle("hinted", piece === hinted);
      if (slot.hasAttribute("aria-pressed") && slot.getAttribute("aria-pressed") !== String(taken)) slot.setAttribute("aria-pressed", String(taken));
      const form = String(this.hand.formOf(piece));
      if (slot.dataset.form !== form) {
        slot.dataset.form = form;
        slot.replaceChildren(pieceIcon(this.hand.formOf(piece), this.#colour));
      }
    }
  }

  /**
   * @param {string} piece
   * @param {boolean} playable
   * @param {boolean} active
   */
  #slot(piece, playable, active) {
    return h("button", {
      type: "button",
      class: `slot ${playable ? "" : "dim"}`,
      disabled: !active,
      "data-piece": piece,
      "aria-pressed": "false",
      "aria-label": `Piece ${piece}${playable ? "" : ", fits nowhere"}`,
      onclick: (/** @type {MouseEvent} */ event) => {
        // A press by pointer has been reported when it began.
        if (event.detail === 0) this.reports.take(piece);
      },
      // The focus goes to the board with the piece.
      onmousedown: (/** @type {MouseEvent} */ event) => event.preventDefault(),
      onpointerdown: (/** @type {PointerEvent} */ event) => {
        if (active && event.button === 0) this.reports.grab(piece, event);
      },
    });
  }
}

/** @param {readonly string[]} pieces */
const inOrder = (pieces) => PIECES.filter((piece) => pieces.includes(piece));

/**
 * Where a piece was.
 *
 * @param {string} piece
 */
const gap = (piece) => h("span", { class: "slot dim gap", "data-piece": piece, "aria-hidden": "true" });

/**
 * A small tray to look at.
 *
 * @param {ColourState} state
 * @param {readonly string[]} all pieces that the colour had at the start
 */
export function smallTray(state, all) {
  const slots = inOrder(all).map((piece) => {
    const left = state.left.includes(piece);
    return h("span", { class: `slot ${!left ? "dim gap" : state.playable.includes(piece) ? "" : "dim"}`, ...(left ? { title: piece } : {}) }, pieceIcon(shapeOf(piece), state.colour));
  });
  const label = `${state.name}: ${state.left.length ? `left are ${state.left.join(", ")}` : "all pieces placed"}`;
  return h("div", { class: "small tray", role: "img", "aria-label": label }, slots);
}
