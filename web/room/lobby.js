/**
 * A room before its game: the link to share, and the seats.
 *
 * @import { AgentCatalogue, RoomState, SeatState, VariantInfo } from "../shell/types.js"
 */
import { button } from "../shell/button.js";
import { copied } from "../shell/clipboard.js";
import { fill, h } from "../shell/dom.js";
import { reachNote } from "../shell/reach.js";
import { prefer, settings } from "../shell/settings.js";
import { seatName, swatch } from "./names.js";

export class Lobby {
  #shown = "";
  /** @type {number[]} */
  #own = [];

  /** @param {(type: string, fields?: Record<string, unknown>) => void} act */
  constructor(act) {
    this.act = act;
    this.element = h("section", { class: "lobby panel", hidden: true, "aria-label": "Seats" });
    this.name = h("input", {
      id: "seat-name",
      maxLength: 30,
      autocomplete: "nickname",
      placeholder: "Your name",
      value: settings.name,
      onchange: () => this.#rename(this.name.value.trim()),
    });
  }

  /** @param {string} name for this room and the next ones */
  #rename(name) {
    prefer("name", name);
    if (name) this.#own.forEach((seat) => this.act("rename", { seat, name }));
  }

  /**
   * @param {RoomState} state
   * @param {VariantInfo} variant
   * @param {AgentCatalogue} offer
   */
  update(state, variant, offer) {
    this.#own = state.you.seats;
    this.element.hidden = state.phase !== "waiting" && !state.seats.some(({ kind }) => kind === "open");
    const key = JSON.stringify([state.seats, state.you]);
    if (this.element.hidden || key === this.#shown) return;
    this.#shown = key;
    const link = h("input", { id: "room-link", readOnly: true, value: `${location.origin}/room/${state.id}`, onfocus: () => link.select() });
    fill(
      this.element,
      h("h2", {}, "Play together"),
      h("label", { for: "room-link" }, "Whoever has this link can watch, and take an open seat."),
      reachNote(offer),
      h("div", { class: "row" }, link, button({ text: "Copy link", icon: "link", press: () => copied(link.value, "The link") })),
      h("label", { for: "seat-name" }, "Your name"),
      this.name,
      h("ul", { class: "seats" }, state.seats.map((seat) => this.#seat(state, variant, offer, seat))),
    );
  }

  /**
   * @param {RoomState} state
   * @param {VariantInfo} variant
   * @param {AgentCatalogue} offer
   * @param {SeatState} seat
   */
  #seat(state, variant, offer, seat) {
    const levels = h(
      "select",
      {
        "aria-label": `An agent for seat ${seat.player}`,
        onchange: () => levels.value && this.act("agent", { seat: seat.player, agent: levels.value }),
      },
      h("option", { value: "" }, "Agent …"),
      offer.levels.map(({ spec, title }) => h("option", { value: spec }, title)),
    );
    return h(
      "li",
      { class: "seat", "data-seat": seat.player },
      h("span", { class: "swatches" }, seat.colours.map((colour) => swatch(colour, variant))),
      h("strong", { class: seat.kind === "open" ? "quiet" : "" }, seatName(seat)),
      seat.yours && h("span", { class: "tag" }, "you"),
      h("span", { class: "spring" }),
      seat.kind === "open" && button({ text: "Sit here", class: "main slim", press: () => this.act("sit", { seat: seat.player, name: this.name.value.trim() || "Guest" }) }),
      seat.kind === "open" && state.you.made && levels,
      seat.yours && button({ text: "Stand up", class: "slim", press: () => this.act("leave", { seat: seat.player }) }),
    );
  }
}
