/**
 * Reads what the server says of a position, for drawing.
 *
 * @import { Point } from "../board/cells.js"
 * @import { PlacedPiece } from "../board/board.js"
 * @import { PositionState } from "../shell/types.js"
 */
import { parseMove } from "../board/cells.js";
import { grip, settled, shapeKey } from "../board/shapes.js";

/**
 * The pieces on a board. Pieces of a colour never share an edge, so connected cells are a piece.
 *
 * @param {readonly string[]} rows from the top
 * @returns {PlacedPiece[]}
 */
export function piecesOn(rows) {
  const size = rows.length;
  const colourAt = (/** @type {number} */ x, /** @type {number} */ y) => Number(rows[size - 1 - y]?.[x]) || 0;
  const seen = new Set();
  /** @type {PlacedPiece[]} */
  const pieces = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const colour = colourAt(x, y);
      if (!colour || seen.has(`${x},${y}`)) continue;
      /** @type {Point[]} */
      const cells = [];
      /** @type {Point[]} */
      const open = [[x, y]];
      seen.add(`${x},${y}`);
      for (let point = open.pop(); point; point = open.pop()) {
        cells.push(point);
        const [px, py] = point;
        for (const [nx, ny] of [[px + 1, py], [px - 1, py], [px, py + 1], [px, py - 1]]) {
          if (colourAt(nx, ny) !== colour || seen.has(`${nx},${ny}`)) continue;
          seen.add(`${nx},${ny}`);
          open.push([nx, ny]);
        }
      }
      pieces.push({ colour, cells: cells.sort((a, b) => a[1] - b[1] || a[0] - b[0]) });
    }
  }
  return pieces;
}

/**
 * The latest move of each colour.
 *
 * @param {PositionState} position
 * @returns {PlacedPiece[]}
 */
export function lastMoves({ moves, colours }) {
  return moves.slice(-colours.length).map(({ colour, move }) => ({ colour, cells: parseMove(move) }));
}

/**
 * @typedef {object} LegalMove
 * @property {string} move
 * @property {Point[]} cells
 * @property {string} form the key of its shape
 * @property {Point} hold where it is held
 */

/** The legal moves of the colour to play, to look up. */
export class Legal {
  /** @type {Map<string, LegalMove[]>} */
  #byPiece = new Map();
  /** @type {Set<string>} */
  #all;

  /** @param {Record<string, string[]>} byPiece */
  constructor(byPiece) {
    this.source = byPiece;
    this.#all = new Set(Object.values(byPiece).flat());
  }

  /** @param {string} move */
  has(move) {
    return this.#all.has(move);
  }

  /**
   * @param {string} piece
   * @returns {LegalMove[]}
   */
  of(piece) {
    let moves = this.#byPiece.get(piece);
    if (!moves) {
      moves = (this.source[piece] ?? []).map((move) => {
        const cells = parseMove(move);
        const shape = settled(cells);
        const [x, y] = grip(shape);
        const left = Math.min(...cells.map((cell) => cell[0]));
        const bottom = Math.min(...cells.map((cell) => cell[1]));
        return { move, cells, form: shapeKey(shape), hold: /** @type {Point} */ ([left + x, bottom + y]) };
      });
      this.#byPiece.set(piece, moves);
    }
    return moves;
  }
}
