/**
 * The first page: a board, and a game one press away.
 *
 * @import { AgentCatalogue, RoomSummary, NewRoom, VariantInfo } from "../shell/types.js"
 */
import { announce, note } from "../shell/announcer.js";
import { api } from "../shell/api.js";
import { button } from "../shell/button.js";
import { confirmed } from "../shell/dialog.js";
import { capital, fill, h, plural } from "../shell/dom.js";
import { navigate } from "../shell/router.js";
import { single } from "../shell/single.js";
import { seatName } from "../room/names.js";
import { Showcase } from "./showcase.js";

/** How many games to go on with are listed. */
const RECENT = 5;

export class StartView {
  static async open() {
    const [offer, rooms, variants] = await Promise.all([api.offer(), api.rooms().catch(() => []), api.variants()]);
    return new StartView(offer, rooms, variants);
  }

  /**
   * @param {AgentCatalogue} offer
   * @param {RoomSummary[]} rooms
   * @param {Map<string, VariantInfo>} variants
   */
  constructor({ presets: [first, ...others] }, rooms, variants) {
    document.title = "Cornerwise";
    this.showcase = new Showcase();
    this.element = h(
      "main",
      { class: "start" },
      h("section", { class: "stage" }, this.showcase.element),
      h(
        "section",
        { class: "welcome" },
        h("h1", {}, "Pieces meet cornerwise."),
        h("p", { class: "lead" }, "Twenty-one pieces each. Every piece touches one of your own at a corner, and never along an edge. Who places most wins."),
        h("div", { class: "call" }, button({ text: "Play", icon: "play", class: "main huge", press: () => this.#begin(first.room) }), h("p", { class: "quiet" }, first.summary)),
        h(
          "div",
          { class: "presets" },
          others.map(({ title, summary, room }) =>
            h("button", { type: "button", class: "preset", onclick: () => this.#begin(room) }, h("strong", {}, title), h("span", { class: "quiet" }, summary)),
          ),
        ),
        h(
          "div",
          { class: "row doors" },
          h("a", { class: "button", href: "/new?friends" }, "Play with friends"),
          h("a", { class: "button", href: "/new" }, "New game …"),
          h("a", { class: "button", href: "/analysis" }, "Analyse"),
        ),
        recent(rooms, variants),
      ),
    );
  }

  #begin = single(async (/** @type {NewRoom} */ wish) => {
    try {
      const room = await api.makeRoom(wish);
      await navigate(`/room/${room.id}`);
    } catch (error) {
      note(/** @type {Error} */ (error).message, "wrong");
    }
  });

  close() {
    this.showcase.close();
  }
}

/**
 * The games to go on with, if there are any.
 *
 * @param {RoomSummary[]} rooms
 * @param {Map<string, VariantInfo>} variants
 */
function recent(rooms, variants) {
  const open = rooms.filter(({ phase }) => phase !== "over");
  const list = h("ul");
  const section = h("section", { class: "recent", "aria-label": "Your games", hidden: true }, h("h2", { tabIndex: -1 }, "Go on with"), list);
  const forget = async (/** @type {RoomSummary} */ room, /** @type {string} */ name) => {
    if (!(await confirmed("Remove this game?", `${name} leaves this list. The game itself stays: whoever has its link can go on.`, "Remove"))) return;
    try {
      await api.forget(room.id);
    } catch (error) {
      note(capital(/** @type {Error} */ (error).message), "wrong");
      return;
    }
    open.splice(open.indexOf(room), 1);
    show();
    section.querySelector("h2")?.focus();
    announce(`${name} was removed.`);
  };
  const show = () => {
    section.hidden = !open.length;
    fill(
      list,
      open.slice(0, RECENT).map((room) => {
        const title = variants.get(room.variant)?.title ?? capital(room.variant);
        const about = `${room.seats.map(seatName).join(", ")} · ${plural(room.number, "move")}`;
        return h(
          "li",
          {},
          h("a", { href: `/room/${room.id}` }, h("strong", {}, title), h("span", { class: "quiet" }, about), room.your_turn && h("span", { class: "tag" }, "your turn")),
          button({ label: `Remove ${title}, ${about}`, icon: "drop", press: () => forget(room, title) }),
        );
      }),
    );
  };
  show();
  return section;
}
