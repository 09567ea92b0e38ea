/**
 * The form of a new game: variant, seats, clocks.
 *
 * @import { AgentCatalogue, VariantInfo } from "../shell/types.js"
 */
import { note } from "../shell/announcer.js";
import { api } from "../shell/api.js";
import { capital, fill, h } from "../shell/dom.js";
import { reachNote } from "../shell/reach.js";
import { navigate } from "../shell/router.js";
import { settings } from "../shell/settings.js";
import { single } from "../shell/single.js";
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
  /**
   * What was chosen; its seats are shown as soon as it is known.
   *
   * @type {Promise<VariantInfo>}
   */
  #variant;

  /** @param {URLSearchParams} query */
  static async open(query) {
    const [offer, variants] = await Promise.all([api.offer(), api.variants()]);
    return new NewGame(query.has("friends"), offer, [...variants.values()]);
  }

  /**
   * @param {boolean} friends whether it is for friends, who come by a link
   * @param {AgentCatalogue} offer
   * @param {VariantInfo[]} variants
   */
  constructor(friends, offer, variants) {
    document.title = "New game · Cornerwise";
    this.friends = friends;
    this.offer = offer;
    const named = variants.filter(({ usual, name }) => usual && !/^\d/.test(name));
    const choices = named.map((variant, index) => choice(variant.name, variant.title, `${variant.size} × ${variant.size}, ${variant.players.length} players`, index === 0, () => this.#choose(variant)));
    const square = choice("", "Square board", `${SMALLEST} × ${SMALLEST} to ${LARGEST} × ${LARGEST}`, false, () => this.#square());
    this.seatList = h("ul", { class: "seats" });
    this.clock = h("select", { id: "clock" }, CLOCKS.map(([value, text]) => h("option", { value }, text)));
    this.random = check("Random seats", false);
    this.hints = check("Hints allowed", true);
    this.chat = check("Chat", false);
    this.size = h("select", { "aria-label": "Size of the board", onchange: () => this.#square() });
    for (let size = SMALLEST; size <= LARGEST; size++) this.size.append(h("option", { value: String(size), selected: size === 8 }, `${size} × ${size}`));
    this.people = h("select", { "aria-label": "Number of players", onchange: () => this.#square() }, [2, 3, 4].map((count) => h("option", { value: String(count) }, `${count} players`)));
    this.squareRow = h("div", { class: "row", hidden: true }, this.size, this.people);
    this.element = h(
      "main",
      { class: "form" },
      h("h1", {}, friends ? "Play with friends" : "New game"),
      friends && reachNote(offer),
      h(
        "form",
        { onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void this.#make()) },
        h(
          "div",
          { class: "fields" },
          h("section", {}, h("h2", {}, "Variant"), h("div", { class: "choices", role: "radiogroup", "aria-label": "Variant" }, choices, square), this.squareRow),
          h("section", {}, h("h2", {}, "Seats"), this.seatList, this.random.element),
          h("section", { class: "options" }, h("h2", {}, "Options"), h("label", { for: "clock" }, "Clock"), this.clock, this.hints.element, this.chat.element),
        ),
        h("div", { class: "row end submit" }, h("button", { class: "button main large", type: "submit" }, friends ? "Open the room" : "Start the game")),
      ),
    );
    this.#variant = Promise.resolve(named[0]);
    this.#seat(named[0]);
  }

  #square() {
    const name = `${this.size.value}x${this.size.value}${this.people.value === "2" ? "" : `-${this.people.value}`}`;
    this.#choose(api.variant(name), true);
  }

  /**
   * @param {VariantInfo | Promise<VariantInfo>} chosen
   * @param {boolean} square whether its size and number of players are chosen too
   */
  #choose(chosen, square = false) {
    this.squareRow.hidden = !square;
    const variant = Promise.resolve(chosen);
    this.#variant = variant;
    variant.then(
      (known) => variant === this.#variant && this.#seat(known),
      (error) => note(error.message, "wrong"),
    );
  }

  /** @param {VariantInfo} variant */
  #seat(variant) {
    const kept = this.#seats;
    this.#seats = variant.players.map(({ player }, index) => kept[index] ?? new SeatChoice(player, this.offer, this.friends, index === 0));
    fill(
      this.seatList,
      this.#seats.map((seat, index) => {
        const { colours } = variant.players[index];
        const names = colours.map((colour) => capital(variant.colours[colour - 1].name)).join(" and ");
        return h("li", { class: "seat" }, h("span", { class: "swatches" }, colours.map((colour) => swatch(colour, variant))), h("span", { class: "seat-name" }, names), seat.element);
      }),
    );
  }

  #make = single(async () => {
    const [main, increment] = this.clock.value.split("+").map(Number);
    try {
      const { name: variant } = await this.#variant;
      const room = await api.makeRoom({
        variant,
        seats: this.#seats.map((seat) => seat.wish(settings.name)),
        random_seats: this.random.input.checked,
        hints: this.hints.input.checked,
        chat: this.chat.input.checked,
        clock: this.clock.value === "none" ? null : { main, increment },
      });
      await navigate(`/room/${room.id}`);
    } catch (error) {
      note(/** @type {Error} */ (error).message, "wrong");
    }
  });
}

/**
 * One of the variants.
 *
 * @param {string} value
 * @param {string} title
 * @param {string} about
 * @param {boolean} checked
 * @param {() => void} onchange
 */
const choice = (value, title, about, checked, onchange) =>
  h("label", { class: "choice" }, h("input", { type: "radio", name: "variant", value, checked, onchange }), h("span", {}, h("strong", {}, title), h("span", { class: "quiet" }, about)));

/**
 * @param {string} text
 * @param {boolean} checked
 */
function check(text, checked) {
  const input = h("input", { type: "checkbox", class: "switch", checked });
  return { input, element: h("label", { class: "preference" }, h("span", {}, text), input) };
}
