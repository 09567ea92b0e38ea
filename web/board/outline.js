/**
 * The outline of connected cells as the path of an SVG, in units of cells with y downwards.
 *
 * @import { Point } from "./cells.js"
 */

/** The sides of a square, clockwise on the screen: from where, which way, and the cell beyond. */
const SIDES = [
  { from: [0, 0], step: [1, 0], beyond: [0, -1] },
  { from: [1, 0], step: [0, 1], beyond: [1, 0] },
  { from: [1, 1], step: [-1, 0], beyond: [0, 1] },
  { from: [0, 1], step: [0, -1], beyond: [-1, 0] },
];

/**
 * @param {readonly Point[]} cells with y downwards
 * @param {number} inset how far the outline stays inside of the cells
 * @param {number} radius of its corners
 */
export function outline(cells, inset, radius) {
  const covered = new Set(cells.map(String));
  /** @type {Map<string, number[][]>} */
  const steps = new Map();
  for (const [x, y] of cells) {
    for (const { from, step, beyond } of SIDES) {
      if (covered.has(String([x + beyond[0], y + beyond[1]]))) continue;
      const key = String([x + from[0], y + from[1]]);
      steps.set(key, [...(steps.get(key) ?? []), step]);
    }
  }
  let path = "";
  for (const start of [...steps.keys()]) {
    while (steps.get(start)?.length) path += loop(steps, start, inset, radius);
  }
  return path;
}

/**
 * One closed line, which is taken out of the steps.
 *
 * @param {Map<string, number[][]>} steps
 * @param {string} start
 * @param {number} inset
 * @param {number} radius
 */
function loop(steps, start, inset, radius) {
  /** @type {{ at: number[], into: number[], out: number[] }[]} */
  const corners = [];
  let at = start.split(",").map(Number);
  let into = [0, 0];
  do {
    const ways = steps.get(String(at)) ?? [];
    // Where two squares meet at a corner, turning right keeps to the same square.
    const right = ways.findIndex(([x, y]) => x === -into[1] && y === into[0]);
    const [out] = ways.splice(Math.max(right, 0), 1);
    if (String(out) !== String(into)) corners.push({ at, into, out });
    into = out;
    at = [at[0] + out[0], at[1] + out[1]];
  } while (String(at) !== start);
  // The first corner was met before the way into it was known.
  if (String(corners[0].out) === String(into)) corners.shift();
  else corners[0].into = into;
  const parts = corners.map(({ at: [x, y], into: [ix, iy], out: [ox, oy] }) => {
    // The inside is to the right of the way.
    const px = x + inset * (-iy - oy);
    const py = y + inset * (ix + ox);
    const from = `${round(px - ix * radius)} ${round(py - iy * radius)}`;
    return `${from}Q${round(px)} ${round(py)} ${round(px + ox * radius)} ${round(py + oy * radius)}`;
  });
  return `M${parts.join("L")}Z`;
}

/** @param {number} value */
const round = (value) => Math.round(value * 1000) / 1000;
