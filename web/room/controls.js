/**
 * What can be done with agents at their turns: let them wait, move now or move by move, faster or slower.
 *
 * The buttons stay where they are while moves come in, so that a press always finds its button.
 *
 * @import { RoomState } from "../shell/types.js"
 */
import { announce } from "../shell/announcer.js";
import { button } from "../shell/button.js";
import { h } from "../shell/dom.js";

/** Speeds by the least time between two moves of agents in a row, in seconds. @type {readonly (readonly [number, string])[]} */
const SPEEDS = [
  [2.5, "Slow"],
  [1, "Normal"],
  [0.4, "Fast"],
  [0, "Instant"],
];

export class Controls {
  /** @type {RoomState | null} */
  #state = null;

  /** @param {(type: string, fields?: Record<string, unknown>) => void} act */
  constructor(act) {
    this.act = act;
    this.now = button({ label: "Move now", icon: "now", key: "Q", press: () => this.moveNow() });
    this.stop = button({ label: "Pause", icon: "pause", key: "C", press: () => this.pause() });
    this.go = button({ text: "Go on", icon: "play", class: "slim main", press: () => this.pause() });
    this.one = button({ label: "One move", icon: "step", key: "J", press: () => this.step() });
    this.speed = h(
      "select",
      { "aria-label": "Speed of the agents", title: "Speed of the agents (< and >)", onchange: () => this.#choose(Number(this.speed.value)) },
      SPEEDS.map(([pace, name]) => h("option", { value: String(pace) }, name)),
    );
    this.element = h("div", { class: "row agent-controls", role: "toolbar", "aria-label": "Agents", hidden: true }, this.now, this.stop, this.go, this.one, this.speed);
  }

  /** @param {RoomState} state */
  update(state) {
    this.#state = state;
    const { you, phase, thinking, paused, seats } = state;
    const agents = seats.filter(({ kind, dropped }) => kind === "agent" || dropped).length;
    const waits = paused && this.#isAgents();
    const focused = document.activeElement;
    this.element.hidden = !you.can_control || phase !== "playing" || !(thinking || waits || agents > 1);
    this.stop.hidden = waits;
    this.stop.disabled = this.now.disabled = !thinking;
    this.go.hidden = !waits;
    this.one.hidden = !waits;
    this.now.hidden = waits;
    // Only moves in a row have a speed.
    this.speed.hidden = agents < 2;
    // Whoever pauses with the keyboard goes on with it.
    if (focused instanceof HTMLElement && focused.hidden && this.element.contains(focused)) (waits ? this.go : this.stop).focus({ preventScroll: true });
    if (focused !== this.speed) this.speed.value = String(SPEEDS[nearest(state.pace)][0]);
  }

  /** Whether it is an agent's turn. */
  #isAgents() {
    const { position, seats } = this.#state ?? {};
    const seat = position?.turn && seats?.[position.turn.player - 1];
    return Boolean(seat && (seat.kind === "agent" || seat.dropped));
  }

  /** @param {HTMLButtonElement} control */
  #can = (control) => !this.element.hidden && !control.hidden && !control.disabled;

  moveNow() {
    if (!this.#can(this.now)) return false;
    this.act("move-now", { number: this.#state?.moves.length });
  }

  /** Lets agents wait, or go on. */
  pause() {
    if (this.#can(this.go)) this.act("go");
    else if (this.#can(this.stop)) this.act("stop");
    else return false;
  }

  step() {
    if (!this.#can(this.one)) return false;
    this.act("step");
  }

  /** @param {number} by how many speeds */
  faster(by) {
    const state = this.#state;
    if (!state || this.element.hidden || this.speed.hidden) return false;
    const [pace, name] = SPEEDS[Math.min(Math.max(nearest(state.pace) + by, 0), SPEEDS.length - 1)];
    this.#choose(pace);
    announce(`Speed: ${name}`);
  }

  /** @param {number} pace */
  #choose(pace) {
    this.act("pace", { pace });
  }
}

/** @param {number} pace */
const nearest = (pace) => SPEEDS.reduce((best, [other], index) => (Math.abs(other - pace) < Math.abs(SPEEDS[best][0] - pace) ? index : best), 0);
