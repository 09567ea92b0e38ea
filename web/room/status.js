/**
 * Whose turn it is, and what can be done while an agent thinks.
 *
 * @import { RoomState, VariantInfo } from "../shell/types.js"
 */
import { button } from "../shell/button.js";
import { capital, fill, h, plural } from "../shell/dom.js";
import { seatName, swatch } from "./names.js";

export class Status {
  /** @param {(type: string, fields?: Record<string, unknown>) => void} act */
  constructor(act) {
    this.act = act;
    this.element = h("div", { class: "status" });
  }

  /**
   * @param {RoomState} state
   * @param {VariantInfo} variant
   */
  update(state, variant) {
    const { position, you, thinking, paused } = state;
    const { turn } = position;
    const number = state.moves.length;
    const buttons = [];
    if (you.can_control && thinking) {
      buttons.push(
        button({ label: "Move now", icon: "now", key: "Q", press: () => this.act("move-now", { number }) }),
        button({ label: "Stop the agent", icon: "stop", press: () => this.act("stop", { number }) }),
      );
    }
    if (you.can_control && paused) buttons.push(button({ text: "Go on", icon: "play", class: "slim main", press: () => this.act("go") }));
    const detail = turn && state.phase !== "waiting" ? `Round ${position.round} · ${plural(position.legal_count, "legal move")}` : "";
    fill(
      this.element,
      turn && state.phase !== "over" && swatch(turn.colour, variant),
      h("div", { class: "says" }, h("strong", { class: thinking ? "thinking" : "" }, whoseTurn(state, variant)), detail && h("span", { class: "quiet" }, detail)),
      h("span", { class: "spring" }),
      buttons,
    );
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
  if (paused) return `Paused: ${seatName(seat)} to play`;
  if (thinking) return `${seatName(seat)} is thinking`;
  if (you.to_move) return you.seats.length > 1 || variant.colours.length > variant.players.length ? `${capital(colour)} to play` : "Your turn";
  return `${seatName(seat)} to play`;
}
