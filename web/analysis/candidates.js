/**
 * The moves that the search likes best.
 *
 * @import { AnalysisReport, CandidateInfo, VariantInfo } from "../shell/types.js"
 */
import { parseMove } from "../board/cells.js";
import { pieceIcon } from "../board/piece.js";
import { settled } from "../board/shapes.js";
import { fill, h } from "../shell/dom.js";
import { percent } from "./bar.js";

export class Candidates {
  /** @type {CandidateInfo[]} */
  #shown = [];

  /** @param {{ hover: (index: number | null) => void, choose: (move: string) => void }} reports */
  constructor(reports) {
    this.reports = reports;
    this.state = h("p", { class: "quiet" });
    this.list = h("ol", { class: "candidate-list", "aria-label": "Best moves" });
    this.element = h("section", { class: "candidates-panel" }, this.list, this.state);
  }

  /**
   * @param {AnalysisReport | null} report
   * @param {number} colour to play
   */
  update(report, colour) {
    const candidates = report?.candidates ?? [];
    const same = candidates.length === this.#shown.length && candidates.every(({ move }, i) => move === this.#shown[i].move);
    this.#shown = candidates;
    if (same && candidates.length) {
      candidates.forEach((candidate, index) => fill(this.list.children[index].querySelector(".figures") ?? this.list, ...figures(candidate)));
    } else fill(this.list, candidates.map((candidate, index) => this.#row(candidate, index, colour)));
    this.state.textContent = said(report);
  }

  /**
   * @param {CandidateInfo} candidate
   * @param {number} index
   * @param {number} colour
   */
  #row(candidate, index, colour) {
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: "candidate-row",
          title: `Play ${candidate.move}`,
          "data-move": candidate.move,
          onpointerenter: () => this.reports.hover(index),
          onpointerleave: () => this.reports.hover(null),
          onfocus: () => this.reports.hover(index),
          onblur: () => this.reports.hover(null),
          onclick: () => this.reports.choose(candidate.move),
        },
        h("span", { class: "rank" }, index + 1),
        pieceIcon(settled(parseMove(candidate.move)), colour),
        h("span", { class: "where" }, candidate.piece, " ", h("span", { class: "quiet" }, candidate.move.split(",")[0])),
        h("span", { class: "figures" }, ...figures(candidate)),
      ),
    );
  }
}

/** @param {CandidateInfo} candidate */
const figures = ({ share, score, visits }) => [
  h("strong", {}, typeof share === "number" ? percent(share) : ""),
  h("span", { class: "quiet", title: "Expected score" }, typeof score === "number" ? score.toFixed(1).replace("-", "−") : ""),
  h("span", { class: "quiet", title: "Visits" }, short(visits)),
];

/** @param {number} count */
export const short = (count) => (count < 1000 ? String(count) : count < 1e6 ? `${(count / 1000).toFixed(count < 1e4 ? 1 : 0)}k` : `${(count / 1e6).toFixed(1)}M`);

/** @param {AnalysisReport | null} report */
function said(report) {
  if (!report) return "The search is off.";
  if (report.queued) return "Waiting for others …";
  return `${report.running ? "Searching" : "Searched"}: ${short(report.visits)} simulations in ${report.seconds.toFixed(1)} s`;
}
