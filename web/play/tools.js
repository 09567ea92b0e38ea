/** The buttons at the piece in hand. */
/** @import { Board } from "../board/board.js" */
/** @import { Hand } from "./hand.js" */
import { button } from "../shell/button.js";
import { h } from "../shell/dom.js";

export class Tools {
  /**
   * @param {{ turn: (way: "right" | "left" | "mirror") => void, place: () => void, drop: () => void }} reports
   */
  constructor({ turn, place, drop }) {
    this.placeButton = button({ label: "Place", icon: "place", key: "Enter", class: "main", press: place });
    this.element = h(
      "div",
      { class: "tools", role: "toolbar", "aria-label": "Piece in hand", hidden: true },
      button({ label: "Turn left", icon: "rotateLeft", key: "E", press: () => turn("left") }),
      button({ label: "Mirror", icon: "flip", key: "M", press: () => turn("mirror") }),
      button({ label: "Turn right", icon: "rotateRight", key: "R", press: () => turn("right") }),
      button({ label: "Put back", icon: "drop", key: "Esc", press: drop }),
      this.placeButton,
    );
  }

  /**
   * @param {Hand} hand
   * @param {Board} board
   * @param {boolean} fits
   */
  update(hand, board, fits) {
    const cells = hand.cells;
    // A mouse needs none of them, and would only be in their way.
    this.element.hidden = !cells || !board.host.classList.contains("touched");
    this.placeButton.disabled = !fits;
    if (!cells || this.element.hidden) return;
    const places = cells.map((cell) => board.windowPlace(cell));
    const box = board.host.getBoundingClientRect();
    const { unit } = places[0];
    const top = Math.min(...places.map(({ y }) => y)) - unit / 2 - box.top;
    const bottom = Math.max(...places.map(({ y }) => y)) + unit / 2 - box.top;
    const middle = places.reduce((sum, { x }) => sum + x, 0) / places.length - box.left;
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const gap = unit * 0.6;
    const below = bottom + gap + height < box.height;
    const left = Math.min(Math.max(middle - width / 2, 4), box.width - width - 4);
    this.element.style.translate = `${Math.round(left)}px ${Math.round(below ? bottom + gap : Math.max(top - gap - height, 0))}px`;
  }
}
