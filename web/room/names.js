/**
 * How seats, colours and scores are shown in a line of text.
 *
 * @import { VariantInfo } from "../shell/types.js"
 */
import { h } from "../shell/dom.js";

/** @param {{ name: string }} seat of which only an open one has no name */
export const seatName = ({ name }) => name || "Open seat";

/**
 * @param {number} colour
 * @param {VariantInfo} variant
 */
export const swatch = (colour, variant) =>
  h("i", { class: `swatch c${colour}`, title: variant.colours[colour - 1].name, "data-colours": variant.colours.length === 2 ? 2 : 4 });

/**
 * @param {number} score
 * @param {VariantInfo} variant
 */
export const signed = (score, variant) => (variant.scoring === "advanced" && score > 0 ? `+${score}` : String(score).replace("-", "−"));
