/**
 * The pieces' shapes and how they turn. Whether a piece may be placed somewhere is not known here.
 *
 * @import { Point } from "./cells.js"
 */

/** Each piece as rows from the top; names are those of the server. */
const DRAWN = {
  1: "#",
  2: "##",
  I3: "###",
  V3: "##/#.",
  I4: "####",
  L4: "###/#..",
  T4: "###/.#.",
  O: "##/##",
  Z4: "##./.##",
  F: ".##/##./.#.",
  I5: "#####",
  L5: "####/#...",
  N: "##../.###",
  P: "##/##/#.",
  T5: "###/.#./.#.",
  U: "#.#/###",
  V5: "#../#../###",
  W: "#../##./.##",
  X: ".#./###/.#.",
  Y: "####/.#..",
  Z5: "##./.#./.##",
};

/** The pieces' names in the order of trays: large ones first, since they are placed first. */
export const PIECES = ["F", "I5", "L5", "N", "P", "T5", "U", "V5", "W", "X", "Y", "Z5", "I4", "L4", "O", "T4", "Z4", "I3", "V3", "2", "1"];

/**
 * The cells of a piece as it lies in the tray.
 *
 * @param {string} piece
 * @returns {Point[]}
 */
export function shapeOf(piece) {
  const rows = DRAWN[/** @type {keyof typeof DRAWN} */ (piece)].split("/");
  return settled(
    rows.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === "#" ? [/** @type {Point} */ ([x, -y])] : []))),
  );
}

/**
 * Moves a shape so that it begins at column 0 and row 0, with its cells in order.
 *
 * @param {readonly Point[]} cells
 * @returns {Point[]}
 */
export function settled(cells) {
  const left = Math.min(...cells.map(([x]) => x));
  const bottom = Math.min(...cells.map(([, y]) => y));
  return cells
    .map(([x, y]) => /** @type {Point} */ ([x - left, y - bottom]))
    .sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

/** @param {readonly Point[]} cells */
export const turnedRight = (cells) => settled(cells.map(([x, y]) => [y, -x]));

/** @param {readonly Point[]} cells */
export const turnedLeft = (cells) => settled(cells.map(([x, y]) => [-y, x]));

/** @param {readonly Point[]} cells */
export const mirrored = (cells) => settled(cells.map(([x, y]) => [-x, y]));

/**
 * The cell of a shape that is held: the one nearest to its middle.
 *
 * @param {readonly Point[]} cells
 * @returns {Point}
 */
export function grip(cells) {
  const middle = [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length);
  const distance = (/** @type {Point} */ [x, y]) => (x - middle[0]) ** 2 + (y - middle[1]) ** 2;
  return cells.reduce((best, cell) => (distance(cell) < distance(best) - 1e-9 ? cell : best));
}

/**
 * A shape with its grip on a cell.
 *
 * @param {readonly Point[]} cells
 * @param {Point} at
 * @returns {Point[]}
 */
export function placedAt(cells, [column, row]) {
  const [x, y] = grip(cells);
  return cells.map((cell) => [cell[0] + column - x, cell[1] + row - y]);
}

/**
 * Which piece some cells are, or nothing if they are none.
 *
 * @param {readonly Point[]} cells
 */
export const pieceOf = (cells) => NAMES.get(shapeKey(cells));

/** @param {readonly Point[]} cells */
export const shapeKey = (cells) => settled(cells).join(" ");

/**
 * The different forms of a shape, itself first.
 *
 * @param {readonly Point[]} cells
 */
export function forms(cells) {
  /** @type {Map<string, Point[]>} */
  const all = new Map();
  let form = settled(cells);
  for (let turn = 0; turn < 8; turn++) {
    if (!all.has(shapeKey(form))) all.set(shapeKey(form), form);
    form = turn === 3 ? mirrored(form) : turnedRight(form);
  }
  return [...all.values()];
}

/** @type {Map<string, string>} */
const NAMES = new Map(PIECES.flatMap((piece) => forms(shapeOf(piece)).map((form) => [shapeKey(form), piece])));
