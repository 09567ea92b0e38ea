/**
 * Cells and their names.
 *
 * A point is a column from the left and a row from the bottom, both from 0, so that `a1` is [0, 0].
 *
 * @typedef {readonly [number, number]} Point
 */

const LETTERS = "abcdefghijklmnopqrst";

/** @param {Point} point */
export const cellName = ([column, row]) => `${LETTERS[column]}${row + 1}`;

/**
 * @param {string} name
 * @returns {Point}
 */
export const parseCell = (name) => [LETTERS.indexOf(name[0].toLowerCase()), Number(name.slice(1)) - 1];

/**
 * The cells of a move.
 *
 * @param {string} move
 * @returns {Point[]}
 */
export const parseMove = (move) => move.split(",").map(parseCell);

/**
 * A move as the server writes it: its cells by row, then column.
 *
 * @param {readonly Point[]} points
 */
export function moveName(points) {
  return [...points]
    .sort((a, b) => a[1] - b[1] || a[0] - b[0])
    .map(cellName)
    .join(",");
}

/**
 * @param {Point} point
 * @param {number} size
 */
export const isOn = ([column, row], size) => column >= 0 && row >= 0 && column < size && row < size;
