/**
 * The course of a game: every player's share of the win, or expected score, after each move.
 *
 * @import { ReviewEntry, VariantInfo } from "../shell/types.js"
 */
import { svg } from "../board/svg.js";
import { fill, h } from "../shell/dom.js";

const WIDTH = 400;
const HEIGHT = 120;

/** @typedef {"values" | "scores"} Quantity */

export class Graph {
  /** @type {Quantity} */
  #quantity = "values";
  /** @type {{ variant: VariantInfo, entries: Map<number, ReviewEntry>, length: number, at: number } | null} */
  #shown = null;

  /** @param {(number: number) => void} go */
  constructor(go) {
    this.plot = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "graph", role: "img" });
    this.plot.addEventListener("click", (event) => {
      const box = this.plot.getBoundingClientRect();
      const share = (event.clientX - box.left) / box.width;
      if (this.#shown) go(Math.round(share * Math.max(this.#shown.length, 1)));
    });
    const choice = (/** @type {Quantity} */ value, /** @type {string} */ text) =>
      h("label", {}, h("input", { type: "radio", name: "quantity", checked: value === this.#quantity, onchange: () => this.#choose(value) }), h("span", {}, text));
    this.key = h("span", { class: "row quiet" });
    this.element = h(
      "section",
      { class: "graph-panel panel", hidden: true, "aria-label": "Course of the game" },
      h("div", { class: "row" }, this.key, h("span", { class: "spring" }), h("span", { class: "segments" }, choice("values", "Win"), choice("scores", "Score"))),
      this.plot,
    );
  }

  /** @param {Quantity} quantity */
  #choose(quantity) {
    this.#quantity = quantity;
    this.#draw();
  }

  /**
   * @param {VariantInfo} variant
   * @param {Map<number, ReviewEntry>} entries by the number of moves before
   * @param {number} length of the game
   * @param {number} at the move one looks at
   */
  update(variant, entries, length, at) {
    this.#shown = { variant, entries, length, at };
    this.element.hidden = entries.size === 0;
    if (entries.size) this.#draw();
  }

  #draw() {
    if (!this.#shown) return;
    const { variant, entries, length, at } = this.#shown;
    const known = [...entries.values()].filter((entry) => entry[this.#quantity]).sort((a, b) => a.number - b.number);
    const all = known.flatMap((entry) => entry[this.#quantity] ?? []);
    const [low, high] = this.#quantity === "values" ? [0, 1] : [Math.min(...all) - 2, Math.max(...all) + 2];
    const x = (/** @type {number} */ number) => (number / Math.max(length, 1)) * WIDTH;
    const y = (/** @type {number} */ value) => HEIGHT - 4 - ((value - low) / (high - low || 1)) * (HEIGHT - 8);
    const line = (/** @type {number} */ player) => known.map((entry) => `${x(entry.number).toFixed(1)} ${y((entry[this.#quantity] ?? [])[player]).toFixed(1)}`).join("L");
    const middle = this.#quantity === "values" ? y(1 / variant.players.length) : y(0);
    const players = variant.players.map(({ colours }) => colours[0]);
    this.plot.setAttribute("aria-label", `${this.#quantity === "values" ? "Win shares" : "Scores"} over ${length} moves, ${known.length} positions known`);
    fill(
      this.plot,
      svg("path", { class: "middle", d: `M0 ${middle}H${WIDTH}` }),
      ...(known.length ? players.map((colour, player) => svg("path", { class: `under c${colour}`, d: `M${line(player)}` })) : []),
      ...(known.length ? players.map((colour, player) => svg("path", { class: `course c${colour}`, d: `M${line(player)}` })) : []),
      svg("path", { class: "now", d: `M${x(at)} 0V${HEIGHT}` }),
    );
    fill(this.key, players.map((colour) => h("span", { class: "row key" }, h("i", { class: `swatch c${colour}` }), variant.colours[colour - 1].name)));
  }
}
