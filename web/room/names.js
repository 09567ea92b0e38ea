/**
 * How seats, colours and scores are shown in a line of text.
 *
 * @import { Seat, VariantInfo } from "../shell/types.js"
 */
import { h } from "../shell/dom.js";

/** @param {Seat} seat */
export const seatName = (seat) => seat.name || (seat.kind === "open" ? "Open seat" : `Player ${seat.player}`);

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
