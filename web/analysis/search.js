/**
 * Questions to the server's search: one position that deepens, or a whole game.
 *
 * @import { AnalysisReport, PositionRequest, ReviewEntry } from "../shell/types.js"
 */
import { Socket } from "../shell/socket.js";

/** How many candidates are asked for. */
const TOP = 5;

export class Search {
  /** @type {number | null} */
  #analysis = null;
  /** @type {number | null} */
  #review = null;
  /** What to ask when the connection is there. @type {(() => void)[]} */
  #postponed = [];

  /**
   * @param {object} reports
   * @param {(report: AnalysisReport) => void} reports.analysis
   * @param {(entry: ReviewEntry, done: number, of: number) => void} reports.review
   * @param {(summary: { player: number, moves: number, loss: number, grades: Record<string, number> }[]) => void} reports.reviewed
   * @param {(message: string) => void} reports.refused
   */
  constructor(reports) {
    this.reports = reports;
    this.socket = new Socket("/analysis/socket", {
      message: (message) => this.#receive(message),
      state: (connected) => {
        if (connected) this.#postponed.splice(0).forEach((ask) => ask());
        else this.#analysis = this.#review = null;
      },
    });
  }

  /** @param {any} message */
  #receive(message) {
    if (message.type === "analysis" && message.id === this.#analysis) this.reports.analysis(message);
    if (message.type === "review" && message.id === this.#review) this.reports.review(message.entry, message.done, message.of);
    if (message.type === "review-done" && message.id === this.#review) this.reports.reviewed(message.players);
    if (message.type === "error" && (message.id === this.#analysis || message.id === this.#review)) this.reports.refused(message.error.message);
  }

  /** @param {PositionRequest} position */
  analyse(position) {
    this.#analysis = this.socket.send({ type: "analyse", position, top: TOP });
    if (this.#analysis === null) this.#postponed = [() => this.analyse(position)];
  }

  stop() {
    this.#postponed = [];
    if (this.#analysis !== null) this.socket.send({ type: "stop", id: this.#analysis });
    this.#analysis = null;
  }

  /**
   * @param {PositionRequest} position
   * @param {string} effort
   */
  review(position, effort) {
    this.#review = this.socket.send({ type: "review", position, effort });
    if (this.#review === null) this.#postponed.push(() => this.review(position, effort));
  }

  stopReview() {
    if (this.#review !== null) this.socket.send({ type: "stop", id: this.#review });
    this.#review = null;
  }

  close() {
    this.socket.close();
  }
}
