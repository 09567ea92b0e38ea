/**
 * Draws pieces.
 *
 * @import { Point } from "./cells.js"
 */
import { outline } from "./outline.js";
import { svg } from "./svg.js";

/**
 * A piece as a group: its body, its squares, and a pattern for those who do not go by colour.
 *
 * @param {readonly Point[]} cells with y downwards
 * @param {number} colour from 1
 * @param {string} [className]
 */
export function drawnPiece(cells, colour, className = "") {
  const body = outline(cells, 0.035, 0.13);
  return svg(
    "g",
    { class: `piece c${colour} ${className}` },
    svg("path", { class: "body", d: body }),
    svg("path", { class: "squares", d: squares(cells) }),
    svg("path", { class: "pattern", d: body, fill: `url(#pattern-${colour})` }),
  );
}

/**
 * A raised square in each cell, as one path.
 *
 * @param {readonly Point[]} cells
 */
const squares = (cells) => cells.map((cell) => outline([cell], 0.13, 0.1)).join("");

/**
 * A piece as a picture of its own, for trays and lists.
 *
 * @param {readonly Point[]} cells with y upwards
 * @param {number} colour
 */
export function pieceIcon(cells, colour) {
  const width = Math.max(...cells.map(([x]) => x)) + 1;
  const height = Math.max(...cells.map(([, y]) => y)) + 1;
  const down = cells.map(([x, y]) => /** @type {Point} */ ([x, height - 1 - y]));
  const icon = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", class: "piece-icon" }, drawnPiece(down, colour));
  icon.style.setProperty("--width", String(width));
  icon.style.setProperty("--height", String(height));
  return icon;
}

/** The patterns of the colours, once for the whole document. */
export function patterns() {
  const marks = [
    "M-1 1L1-1M0 4L4 0M3 5L5 3",
    "M2 1V3M1 2H3",
    "M0 2H4",
    "M2 1.4A.6.6 0 1 0 2 2.6A.6.6 0 1 0 2 1.4",
  ];
  const defs = marks.map((d, index) =>
    svg(
      "pattern",
      { id: `pattern-${index + 1}`, width: 4, height: 4, patternUnits: "userSpaceOnUse", patternTransform: "scale(0.09)" },
      svg("path", { d, class: `pattern-mark c${index + 1}` }),
    ),
  );
  return svg("svg", { class: "definitions", "aria-hidden": "true", width: 0, height: 0 }, svg("defs", {}, ...defs));
}
