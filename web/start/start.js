/**
 * The first page: a board, and a game one press away.
 *
 * @import { Offer, RoomSummary, RoomWish, VariantInfo } from "../shell/types.js"
 */
import { note } from "../shell/announcer.js";
import { api } from "../shell/api.js";
import { button } from "../shell/button.js";
import { capital, fill, h, plural } from "../shell/dom.js";
import { navigate } from "../shell/router.js";
import { seatName } from "../room/names.js";
import { Showcase } from "./showcase.js";

/** How many games to go on with are listed. */
const RECENT = 5;

export class StartView {
  constructor() {
    document.title = "Cornerwise";
    this.showcase = new Showcase();
    this.presets = h("div", { class: "presets" });
    this.recent = h("section", { class: "recent", hidden: true, "aria-label": "Your games" });
    this.playButton = button({ text: "Play", icon: "play", class: "main huge", press: () => this.#quick() });
    this.about = h("p", { class: "quiet" }, "Duo against a friendly agent, at once.");
    this.element = h(
      "main",
      { class: "start" },
      h("section", { class: "stage" }, this.showcase.element),
      h(
        "section",
        { class: "welcome" },
        h("h1", {}, "Pieces meet cornerwise."),
        h("p", { class: "lead" }, "Twenty-one pieces each. Every piece touches one of your own at a corner, and never along an edge. Who places most wins."),
        h("div", { class: "call" }, this.playButton, this.about),
        this.presets,
        h(
          "div",
          { class: "row doors" },
          h("a", { class: "button", href: "/new?friends" }, "Play with friends"),
          h("a", { class: "button", href: "/new" }, "New game …"),
          h("a", { class: "button", href: "/analysis" }, "Analyse"),
        ),
        this.recent,
      ),
    );
    this.#load();
  }

  async #load() {
    try {
      const [offer, rooms, variants] = await Promise.all([api.offer(), api.rooms().catch(() => []), api.variants()]);
      const [first, ...others] = offer.presets;
      if (first) this.about.textContent = first.summary;
      fill(
        this.presets,
        others.map(({ title, summary, room }) =>
          h("button", { type: "button", class: "preset", onclick: () => this.#begin(room) }, h("strong", {}, title), h("span", { class: "quiet" }, summary)),
        ),
      );
      this.#list(rooms, variants);
    } catch (error) {
      note(/** @type {Error} */ (error).message, "wrong");
    }
  }

  /**
   * @param {RoomSummary[]} rooms
   * @param {Map<string, VariantInfo>} variants
   */
  #list(rooms, variants) {
    const open = rooms.filter(({ phase }) => phase !== "over").slice(0, RECENT);
    this.recent.hidden = open.length === 0;
    fill(
      this.recent,
      h("h2", {}, "Go on with"),
      h(
        "ul",
        {},
        open.map(({ id, variant, number, seats, your_turn }) =>
          h(
            "li",
            {},
            h(
              "a",
              { href: `/room/${id}` },
              h("strong", {}, variants.get(variant)?.title ?? capital(variant)),
              h("span", { class: "quiet" }, `${seats.map(seatName).join(", ")} · ${plural(number, "move")}`),
              your_turn && h("span", { class: "tag" }, "your turn"),
            ),
          ),
        ),
      ),
    );
  }

  async #quick() {
    const offer = await api.offer().catch(() => null);
    this.#begin(offer?.presets[0]?.room ?? { variant: "duo", seats: [{ kind: "me" }, { kind: "agent", agent: "level:1" }] });
  }

  /** @param {RoomWish} wish */
  async #begin(wish) {
    try {
      const room = await api.makeRoom(wish);
      await navigate(`/room/${room.id}`);
    } catch (error) {
      note(/** @type {Error} */ (error).message, "wrong");
    }
  }

  close() {
    this.showcase.close();
  }
}
