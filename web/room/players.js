/**
 * A card for each player: who it is, the clock, the score, and the pieces that are left. Small screens have a line of scores
 * beside the board as well.
 *
 * @import { Reason, RoomState, SeatState, VariantInfo } from "../shell/types.js"
 */
import { smallTray } from "../play/tray.js";
import { capital, fill, h, plural, say } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { clockText, secondsLeft } from "./clock.js";
import { seatName, signed, swatch } from "./names.js";

/** Why a player has left the game. @type {Partial<Record<Reason, string>>} */
const DROPPED = { resigned: "resigned", time: "out of time", failed: "broke down" };

export class Players {
  /** @type {{ seat: SeatState, element: HTMLElement }[]} */
  #clocks = [];
  /** @type {RoomState | null} */
  #state = null;
  #received = 0;
  #timer = setInterval(() => this.#tick(), 100);

  constructor() {
    this.element = h("section", { class: "players", "aria-label": "Players" });
    this.scores = h("ul", { class: "scores", "aria-label": "Scores" });
  }

  /**
   * @param {RoomState} state
   * @param {VariantInfo} variant
   * @param {number} shown the colour whose tray is shown elsewhere
   */
  update(state, variant, shown) {
    this.#state = state;
    this.#received = Date.now();
    this.#clocks = [];
    const cards = state.seats.map((seat) => this.#card(state, variant, seat, shown));
    const shared = state.position.colours.filter(({ owner }) => owner === null);
    fill(this.element, cards, shared.map((colour) => this.#shared(state, variant, colour)));
    fill(this.scores, state.seats.map((seat) => this.#score(state, variant, seat)));
    this.#tick();
  }

  /**
   * @param {RoomState} state
   * @param {VariantInfo} variant
   * @param {SeatState} seat
   * @param {number} shown
   */
  #card(state, variant, seat, shown) {
    const { position } = state;
    const player = position.players[seat.player - 1];
    const plays = position.turn?.player === seat.player;
    const clock = this.#clock(seat);
    const colours = seat.colours.map((colour) => position.colours[colour - 1]);
    const away = seat.kind === "person" && !seat.connected && !seat.yours;
    return h(
      "article",
      { class: `player ${plays ? "turn" : ""} ${seat.resigned ? "resigned" : ""}`, "data-player": seat.player },
      h(
        "header",
        {},
        h("span", { class: "swatches" }, colours.map(({ colour }) => swatch(colour, variant))),
        seat.kind === "agent" ? icon("agent") : icon("person"),
        h("strong", { class: "name" }, seatName(seat)),
        seat.yours && h("span", { class: "tag" }, "you"),
        away && h("span", { class: "tag" }, "away"),
        seat.dropped && h("span", { class: "tag" }, DROPPED[seat.dropped]),
        h("span", { class: "spring" }),
        clock,
        h("span", { class: "score", title: "Score" }, signed(player.score, variant)),
      ),
      colours.map((colour) =>
        h(
          "div",
          { class: "colour" },
          h(
            "p",
            { class: "quiet" },
            h("span", { class: "whose" }, `${capital(colour.name)}: `),
            `${plural(colour.left.length, "piece")} left, `,
            colour.can_move ? plural(colour.moves, "legal move") : position.over ? "no move" : "out",
            colours.length > 1 && `, ${signed(colour.score, variant)}`,
          ),
          colour.colour !== shown && smallTray(colour, variant.pieces),
        ),
      ),
    );
  }

  /**
   * @param {RoomState} state
   * @param {VariantInfo} variant
   * @param {SeatState} seat
   */
  #score({ position }, variant, seat) {
    const { score } = position.players[seat.player - 1];
    return h(
      "li",
      { class: `${position.turn?.player === seat.player ? "turn" : ""} ${seat.yours ? "yours" : ""}`, title: seatName(seat) },
      h("span", { class: "swatches" }, seat.colours.map((colour) => swatch(colour, variant))),
      h("span", { class: "name" }, seatName(seat)),
      this.#clock(seat),
      h("strong", {}, signed(score, variant)),
    );
  }

  /** @param {SeatState} seat */
  #clock(seat) {
    const element = h("span", { class: "clock", title: "Time left" });
    if (seat.clock !== null && seat.clock !== undefined) this.#clocks.push({ seat, element });
    return element;
  }

  /**
   * @param {RoomState} state
   * @param {VariantInfo} variant
   * @param {RoomState["position"]["colours"][number]} colour
   */
  #shared(state, variant, colour) {
    const turn = state.position.turn?.colour === colour.colour;
    return h(
      "article",
      { class: `player ${turn ? "turn" : ""}` },
      h("header", {}, h("span", { class: "swatches" }, h("i", { class: `swatch c${colour.colour}` })), icon("people"), h("strong", { class: "name" }, `${capital(colour.name)}, played in turn`)),
      smallTray(colour, variant.pieces),
    );
  }

  #tick() {
    const state = this.#state;
    if (!state) return;
    for (const { seat, element } of this.#clocks) {
      const left = secondsLeft(state, seat, this.#received, Date.now()) ?? 0;
      say(element, clockText(left));
      element.classList.toggle("running", state.running?.player === seat.player);
      element.classList.toggle("short", left < 20);
    }
  }

  close() {
    clearInterval(this.#timer);
  }
}
