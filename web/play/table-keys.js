/**
 * The keys of a table: pieces by their letters, arrows to move them, and a way through all places that fit.
 *
 * @import { Point } from "../board/cells.js"
 * @import { Bindings } from "../shell/keys.js"
 * @import { Table } from "./table.js"
 */
import { moveName } from "../board/cells.js";
import { PIECES, settled, shapeKey } from "../board/shapes.js";
import { announce } from "../shell/announcer.js";

/**
 * @param {Table} table
 * @returns {Bindings}
 */
export function tableKeys(table) {
  const { hand } = table;
  const colour = () => table.position?.colours[table.trayColour - 1];
  const among = (/** @type {string[] | undefined} */ pieces) => PIECES.filter((piece) => pieces?.includes(piece));
  const held = (/** @type {() => void} */ action) => () => (hand.piece ? action() : false);
  const step = (/** @type {number} */ x, /** @type {number} */ y) => held(() => moveBy(table, x, y));
  return {
    piece: ({ key }) => nextPiece(table, among(colour()?.left).filter((piece) => piece[0].toLowerCase() === key.toLowerCase()), 1),
    nextPiece: () => nextPiece(table, among(colour()?.playable), 1),
    previousPiece: () => nextPiece(table, among(colour()?.playable), -1),
    rotateRight: held(() => table.turn("right")),
    rotateLeft: held(() => table.turn("left")),
    flip: held(() => table.turn("mirror")),
    up: step(0, 1),
    down: step(0, -1),
    left: step(-1, 0),
    right: step(1, 0),
    nextPlace: held(() => nextPlace(table, 1)),
    previousPlace: held(() => nextPlace(table, -1)),
    place: held(() => void table.place()),
    drop: held(() => hand.drop()),
  };
}

/**
 * @param {Table} table
 * @param {readonly string[]} pieces
 * @param {number} step
 */
function nextPiece(table, pieces, step) {
  if (!table.active || !pieces.length) return false;
  const at = pieces.indexOf(table.hand.piece ?? "");
  const next = at < 0 ? (step > 0 ? 0 : pieces.length - 1) : (at + step + pieces.length) % pieces.length;
  table.take(pieces[next]);
}

/**
 * @param {Table} table
 * @param {number} x
 * @param {number} y
 */
function moveBy(table, x, y) {
  const { hand, board, host } = table;
  hand.moveTo(hand.at ? [hand.at[0] + x, hand.at[1] + y] : firstPlace(table));
  host.classList.remove("touched");
  table.announcePlace();
}

/**
 * Where a piece appears that was taken by a key: where it fits, if it does as it is turned.
 *
 * @param {Table} table
 * @returns {Point}
 */
function firstPlace({ hand, legal, board }) {
  const middle = Math.floor(board.size / 2);
  const form = shapeKey(hand.form);
  return legal.of(hand.piece ?? "").find((move) => move.form === form)?.hold ?? [middle, middle];
}

/**
 * Goes through the places of the piece in hand, those of its present form first.
 *
 * @param {Table} table
 * @param {number} step
 */
function nextPlace(table, step) {
  const { hand, legal } = table;
  const moves = legal.of(hand.piece ?? "");
  if (!moves.length) {
    announce(`Piece ${hand.piece} fits nowhere`);
    return;
  }
  const form = shapeKey(hand.form);
  const now = hand.cells && moveName(hand.cells);
  const at = moves.findIndex(({ move }) => move === now);
  const same = moves.findIndex((move) => move.form === form);
  const next = at >= 0 ? moves[(at + step + moves.length) % moves.length] : moves[Math.max(same, 0)];
  hand.hold(settled(next.cells), next.hold);
  table.announcePlace();
}
