/**
 * The form of a new game: variant, seats, clocks.
 *
 * @import { Offer, RoomWish, VariantInfo } from "../shell/types.js"
 */
import { note } from "../shell/announcer.js";
import { api } from "../shell/api.js";
import { capital, fill, h } from "../shell/dom.js";
import { navigate } from "../shell/router.js";
import { settings } from "../shell/settings.js";
import { swatch } from "../room/names.js";
import { SeatChoice } from "./seat-choice.js";

/** Main time and increment in seconds. */
const CLOCKS = [
  ["none", "No clock"],
  ["180+2", "3 min + 2 s a move"],
  ["300+5", "5 min + 5 s a move"],
  ["600+5", "10 min + 5 s a move"],
  ["1800+10", "30 min + 10 s a move"],
];

const SMALLEST = 5;
const LARGEST = 20;

export class NewGame {
  /** @type {SeatChoice[]} */
  #seats = [];
  /** @type {VariantInfo | null} */
  #variant = null;
  /** @type {Offer | null} */
  #offer = null;

  /** @param {URLSearchParams} query */
  constructor(query) {
    document.title = "New game · Cornerwise";
    this.friends = query.has("friends");
    this.variants = h("div", { class: "choices", role: "radiogroup", "aria-label": "Variant" });
    this.seatList = h("ul", { class: "seats" });
    this.clock = h("select", { id: "clock" }, CLOCKS.map(([value, text]) => h("option", { value }, text)));
    this.random = check("Random seats", false);
    this.hints = check("Hints allowed", true);
    this.chat = check("Chat", false);
    this.size = h("select", { "aria-label": "Size of the board", onchange: () => this.#small() });
    for (let size = SMALLEST; size <= LARGEST; size++) this.size.append(h("option", { value: String(size), selected: size === 8 }, `${size} × ${size}`));
    this.people = h("select", { "aria-label": "Number of players", onchange: () => this.#small() }, [2, 3, 4].map((count) => h("option", { value: String(count) }, `${count} players`)));
    this.smallRow = h("div", { class: "row", hidden: true }, this.size, this.people);
    this.element = h(
      "main",
      { class: "form" },
      h("h1", {}, this.friends ? "Play with friends" : "New game"),
      h(
        "form",
        { onsubmit: (/** @type {Event} */ event) => this.#submit(event) },
        h("section", {}, h("h2", {}, "Variant"), this.variants, this.smallRow),
        h("section", {}, h("h2", {}, "Seats"), this.seatList, this.random.element),
        h("section", { class: "options" }, h("h2", {}, "Options"), h("label", { for: "clock" }, "Clock"), this.clock, this.hints.element, this.chat.element),
        h("div", { class: "row end sticky" }, h("button", { class: "button main large", type: "submit" }, this.friends ? "Open the room" : "Start the game")),
      ),
    );
    this.#load();
  }

  async #load() {
    try {
      this.#offer = await api.offer();
      const usual = [...(await api.variants()).values()].filter((variant) => variant.usual);
      const other = h("label", { class: "choice" }, h("input", { type: "radio", name: "variant", value: "", onchange: () => this.#small() }), h("span", {}, h("strong", {}, "Square board"), h("span", { class: "quiet" }, `${SMALLEST} × ${SMALLEST} to ${LARGEST} × ${LARGEST}`)));
      const listed = usual.filter(({ name }) => !/^\d/.test(name));
      fill(
        this.variants,
        listed.map((variant, index) =>
          h(
            "label",
            { class: "choice" },
            h("input", { type: "radio", name: "variant", value: variant.name, checked: index === 0, onchange: () => this.#choose(variant) }),
            h("span", {}, h("strong", {}, variant.title), h("span", { class: "quiet" }, `${variant.size} × ${variant.size}, ${variant.players.length} players`)),
          ),
        ),
        other,
      );
      this.#choose(listed[0]);
    } catch (error) {
      note(/** @type {Error} */ (error).message, "wrong");
    }
  }

  async #small() {
    const name = `${this.size.value}x${this.size.value}${this.people.value === "2" ? "" : `-${this.people.value}`}`;
    this.#choose(await api.variant(name));
    this.smallRow.hidden = false;
  }

  /** @param {VariantInfo} variant */
  #choose(variant) {
    this.#variant = variant;
    this.smallRow.hidden = true;
    const offer = this.#offer;
    if (!offer) return;
    const kept = this.#seats;
    this.#seats = variant.players.map(({ player }, index) => kept[index] ?? new SeatChoice(player, offer, this.friends, index === 0));
    fill(
      this.seatList,
      this.#seats.map((seat, index) => {
        const { colours } = variant.players[index];
        const names = colours.map((colour) => capital(variant.colours[colour - 1].name)).join(" and ");
        return h("li", { class: "seat" }, h("span", { class: "swatches" }, colours.map((colour) => swatch(colour, variant))), h("span", { class: "seat-name" }, names), seat.element);
      }),
    );
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    if (!this.#variant) return;
    const [main, increment] = this.clock.value.split("+").map(Number);
    /** @type {RoomWish} */
    const wish = {
      variant: this.#variant.name,
      seats: this.#seats.map((seat) => seat.wish(settings.name)),
      random_seats: this.random.input.checked,
      hints: this.hints.input.checked,
      chat: this.chat.input.checked,
      clock: this.clock.value === "none" ? null : { main, increment },
    };
    try {
      const room = await api.makeRoom(wish);
      await navigate(`/room/${room.id}`);
    } catch (error) {
      note(/** @type {Error} */ (error).message, "wrong");
    }
  }
}

/**
 * @param {string} text
 * @param {boolean} checked
 */
function check(text, checked) {
  const input = h("input", { type: "checkbox", class: "switch", checked });
  return { input, element: h("label", { class: "preference" }, h("span", {}, text), input) };
}
