/**
 * Whose turn it is, and what can be done with agents.
 *
 * @import { RoomState, VariantInfo } from "../shell/types.js"
 */
import { capital, fill, h, plural } from "../shell/dom.js";
import { Controls } from "./controls.js";
import { seatName, swatch } from "./names.js";

export class Status {
  /** @param {(type: string, fields?: Record<string, unknown>) => void} act */
  constructor(act) {
    this.controls = new Controls(act);
    this.mark = h("span", { class: "swatches" });
    this.says = h("div", { class: "says" });
    this.element = h("div", { class: "status" }, this.mark, this.says, h("span", { class: "spring" }), this.controls.element);
  }

  /**
   * @param {RoomState} state
   * @param {VariantInfo} variant
   */
  update(state, variant) {
    const { position, thinking, phase } = state;
    const { turn } = position;
    const detail = turn && phase === "playing" ? `Round ${position.round} · ${plural(position.legal_count, "legal move")}` : "";
    // The result is told beside, with its table.
    const title = phase === "over" ? "Game over" : whoseTurn(state, variant);
    this.mark.hidden = !turn || phase === "over";
    fill(this.mark, turn && swatch(turn.colour, variant));
    fill(this.says, h("strong", { class: thinking ? "thinking" : "" }, title), detail && h("span", { class: "quiet" }, detail));
    this.controls.update(state);
  }
}

/**
 * @param {RoomState} state
 * @param {VariantInfo} variant
 */
export function whoseTurn({ phase, position, seats, you, thinking, paused }, variant) {
  const { turn } = position;
  if (phase === "waiting") return "Waiting for players";
  if (phase === "over" || !turn) return position.result?.text ?? "Game over";
  const seat = seats[turn.player - 1];
  const colour = variant.colours[turn.colour - 1].name;
  if (paused && !you.to_move && !thinking) return `Paused: ${seatName(seat)} to play`;
  if (thinking?.waiting) return `${seatName(seat)} waits for a free processor`;
  if (thinking) return `${seatName(seat)} is thinking`;
  if (you.to_move) return you.seats.length > 1 || variant.colours.length > variant.players.length ? `${capital(colour)} to play` : "Your turn";
  return `${seatName(seat)} to play`;
}
