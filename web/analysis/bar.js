/** The bar of win shares: as much of it in a player's colour as that player is expected to win. */
/** @import { VariantInfo } from "../shell/types.js" */
import { fill, h } from "../shell/dom.js";

export class WinBar {
  constructor() {
    this.element = h("div", { class: "win-bar", role: "img", "aria-label": "No evaluation yet" });
  }

  /**
   * @param {VariantInfo} variant
   * @param {readonly number[] | null | undefined} values
   */
  update(variant, values) {
    const shares = values ?? variant.players.map(() => 1 / variant.players.length);
    this.element.classList.toggle("unknown", !values);
    const names = variant.players.map(({ colours }) => variant.colours[colours[0] - 1].name);
    this.element.setAttribute("aria-label", values ? `Expected win: ${names.map((name, i) => `${name} ${percent(shares[i])}`).join(", ")}` : "No evaluation yet");
    while (this.element.children.length > variant.players.length) this.element.lastElementChild?.remove();
    variant.players.forEach(({ colours }, index) => {
      const part = /** @type {HTMLElement} */ (this.element.children[index] ?? this.element.appendChild(h("span")));
      part.className = `c${colours[0]}`;
      const text = values && shares[index] > 0.12 && percent(shares[index]);
      part.style.flexGrow = String(shares[index]);
      // Space around a text would be left where there is no share.
      part.style.paddingInline = text ? "" : "0";
      fill(part, text);
    });
  }
}

/** @param {number} share */
export const percent = (share) => `${Math.round(share * 100)}%`;
