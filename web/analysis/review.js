/**
 * How well a game was played: progress of the review, then the grades of each player.
 *
 * @import { VariantInfo } from "../shell/types.js"
 *
 * @typedef {{ player: number, moves: number, loss: number, grades: Record<string, number> }} Summary
 */
import { swatch } from "../room/names.js";
import { button } from "../shell/button.js";
import { fill, h, plural } from "../shell/dom.js";

const GRADES = /** @type {const} */ (["best", "good", "inaccuracy", "mistake", "blunder"]);

export class Review {
  /** @param {{ start: (effort: string) => void, stop: () => void }} reports */
  constructor(reports) {
    this.reports = reports;
    this.effort = h("select", { "aria-label": "Effort of the review" }, [["quick", "Quick"], ["normal", "Normal"], ["deep", "Deep"]].map(([value, text]) => h("option", { value, selected: value === "normal" }, text)));
    this.element = h("section", { class: "review panel", "aria-label": "Review" });
    this.idle(0);
  }

  /** @param {number} moves of the game */
  idle(moves) {
    this.element.hidden = moves === 0;
    fill(
      this.element,
      h("div", { class: "row" }, h("span", {}, `Review ${plural(moves, "move")}`), h("span", { class: "spring" }), this.effort, button({ text: "Review", class: "slim", press: () => this.reports.start(this.effort.value) })),
    );
  }

  /**
   * @param {number} done
   * @param {number} of
   */
  progress(done, of) {
    this.element.hidden = false;
    let bar = this.element.querySelector("progress");
    if (!bar) {
      bar = h("progress", { "aria-label": "Progress of the review" });
      fill(this.element, h("div", { class: "row" }, h("span", { class: "thinking" }, "Reviewing"), bar, button({ text: "Stop", class: "slim", press: this.reports.stop })));
    }
    bar.max = of;
    bar.value = done;
  }

  /**
   * @param {Summary[]} players
   * @param {VariantInfo} variant
   * @param {readonly string[]} names
   */
  done(players, variant, names) {
    fill(
      this.element,
      h(
        "table",
        { class: "grades" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Review"), GRADES.map((grade) => h("th", { scope: "col", class: `grade-${grade}` }, grade)), h("th", { scope: "col", title: "Share of the win lost a move" }, "loss"))),
        h(
          "tbody",
          {},
          players.map(({ player, loss, grades }) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, h("span", { class: "row" }, variant.players[player - 1].colours.map((colour) => swatch(colour, variant)), names[player - 1] ?? "")),
              GRADES.map((grade) => h("td", {}, grades[grade] ?? 0)),
              h("td", {}, `${(loss * 100).toFixed(1)}%`),
            ),
          ),
        ),
      ),
    );
  }
}
