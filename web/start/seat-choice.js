/**
 * Who sits on a seat of a new game.
 *
 * @import { AgentCatalogue, NewSeat } from "../shell/types.js"
 */
import { h } from "../shell/dom.js";

/** Longest times for a move of an agent, in seconds; 0 leaves it to the agent. */
const TIMES = [0, 0.5, 1, 2, 5, 10, 30];

const FRIENDLY = "level:2";

export class SeatChoice {
  /**
   * @param {number} player
   * @param {AgentCatalogue} offer
   * @param {boolean} friends whether seats are left open for others at first
   * @param {boolean} me
   */
  constructor(player, offer, friends, me) {
    const option = (/** @type {string} */ value, /** @type {string} */ text) => h("option", { value }, text);
    this.who = h(
      "select",
      { "aria-label": `Who plays seat ${player}`, onchange: () => this.#changed() },
      option("me", "Me"),
      option("open", "A friend, by link"),
      h("optgroup", { label: "Levels" }, offer.levels.map(({ spec, title }) => option(spec, title))),
      h("optgroup", { label: "Agents" }, offer.agents.map(({ name }) => option(name, name))),
      option("other", "Another agent …"),
    );
    this.spec = h("input", { "aria-label": `Agent of seat ${player}`, placeholder: "mcts:sims=2000", hidden: true });
    this.time = h(
      "select",
      { "aria-label": `Time for a move of seat ${player}` },
      TIMES.filter((time) => time <= offer.limits.thinking).map((time) => option(String(time), time ? `${time} s a move` : "own time")),
    );
    this.who.value = me ? "me" : friends ? "open" : FRIENDLY;
    this.element = h("span", { class: "row seat-choice" }, this.who, this.spec, this.time);
    this.#changed();
  }

  #changed() {
    const { value } = this.who;
    this.spec.hidden = value !== "other";
    this.time.hidden = value === "me" || value === "open";
  }

  /**
   * @param {string} name of the visitor
   * @returns {NewSeat}
   */
  wish(name) {
    const { value } = this.who;
    if (value === "me") return name ? { kind: "me", name } : { kind: "me" };
    if (value === "open") return { kind: "open" };
    const time = Number(this.time.value);
    const agent = value === "other" ? this.spec.value.trim() : value;
    return time ? { kind: "agent", agent, time } : { kind: "agent", agent };
  }
}
