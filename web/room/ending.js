/**
 * How a game ended: ranks, scores and bonuses.
 *
 * @import { RoomState, VariantInfo } from "../shell/types.js"
 */
import { button } from "../shell/button.js";
import { fill, h } from "../shell/dom.js";
import { seatName, signed, swatch } from "./names.js";

export class Ending {
  #shown = "";

  /** @param {{ rematch: () => void, review: () => void, again: () => void }} actions */
  constructor(actions) {
    this.actions = actions;
    this.element = h("section", { class: "ending panel", hidden: true, "aria-label": "Result" });
  }

  /**
   * @param {RoomState} state
   * @param {VariantInfo} variant
   */
  update(state, variant) {
    const { result } = state.position;
    this.element.hidden = state.phase !== "over" || !result;
    const key = JSON.stringify([result, state.next, state.you.seats]);
    if (!result || key === this.#shown) return;
    this.#shown = key;
    const ranked = [...result.players].sort((a, b) => a.rank - b.rank);
    const bonuses = (/** @type {number[]} */ colours) =>
      colours.map((colour) => result.colours[colour - 1]).filter(({ all_placed }) => all_placed);
    const rows = ranked.map(({ player, rank, score }) => {
      const seat = state.seats[player - 1];
      const said = bonuses(seat.colours).map(({ bonus, single_last }) => (bonus ? `all placed${single_last ? ", the single square last" : ""}: +${bonus}` : "all placed"));
      return h(
        "tr",
        { class: seat.yours ? "yours" : "" },
        h("td", { class: "rank" }, `${rank}.`),
        h("td", {}, h("span", { class: "swatches" }, seat.colours.map((colour) => swatch(colour, variant)))),
        h("th", { scope: "row" }, seatName(seat), said.length > 0 && h("small", {}, said.join("; "))),
        h("td", { class: "score" }, signed(score, variant)),
      );
    });
    fill(
      this.element,
      h("h2", {}, result.text),
      h("table", {}, h("tbody", {}, rows)),
      h(
        "div",
        { class: "row" },
        (state.you.seats.length > 0 || state.you.made) && button({ text: "Rematch", icon: "again", class: "main", press: this.actions.rematch }),
        button({ text: "Review", icon: "analyse", press: this.actions.review }),
        button({ text: "New game", press: this.actions.again }),
      ),
    );
  }
}
