import assert from "node:assert/strict";
import { test } from "node:test";
import { moveName } from "../../board/cells.js";
import { Legal, piecesOn } from "../../play/position.js";
import { Hand } from "../../play/hand.js";
import { settled, shapeKey, shapeOf } from "../../board/shapes.js";

test("connected cells of a colour are a piece", () => {
  const pieces = piecesOn(["..2.", ".12.", "1.2.", "11.."]);
  assert.deepEqual(
    pieces.map(({ colour, cells }) => [colour, moveName(cells)]),
    [[1, "a1,b1,a2"], [2, "c2,c3,c4"], [1, "b3"]],
  );
});

test("legal moves are found by piece and form", () => {
  const legal = new Legal({ V3: ["a1,b1,a2", "a1,b1,b2"], 1: ["a1"] });
  assert.ok(legal.has("a1,b1,b2"));
  assert.ok(!legal.has("a1,b1"));
  const [first, second] = legal.of("V3");
  assert.notEqual(first.form, second.form);
  assert.equal(first.form, shapeKey(settled([[0, 0], [1, 0], [0, 1]])));
  assert.ok(first.cells.some((cell) => String(cell) === String(first.hold)));
  assert.deepEqual(legal.of("X"), []);
});

test("a piece in hand stays on the board, however it is turned", () => {
  let changes = 0;
  const hand = new Hand(() => changes++);
  hand.size = 14;
  hand.take("I5");
  hand.moveTo([0, 0]);
  const on = () => hand.cells?.every(([x, y]) => x >= 0 && y >= 0 && x < 14 && y < 14);
  assert.ok(on());
  hand.turn("right");
  assert.ok(on());
  hand.moveTo([20, 20]);
  assert.ok(on());
  assert.equal(changes, 4);
});

test("a piece that is turned at the rim is held where one points, as far as it fits", () => {
  const hand = new Hand(() => {});
  hand.size = 14;
  hand.take("I5");
  hand.moveTo([13, 9]);
  assert.deepEqual(hand.at, [11, 9]);
  hand.turn("right");
  assert.deepEqual(hand.at, [13, 9]);
  assert.ok(hand.cells.every(([x]) => x === 13));
  hand.turn("right");
  assert.deepEqual(hand.at, [11, 9]);
});

test("a piece lies in the tray as it was left", () => {
  const hand = new Hand(() => {});
  hand.take("L4");
  hand.turn("mirror");
  const left = hand.form;
  hand.drop();
  assert.deepEqual(hand.formOf("L4"), left);
  assert.notDeepEqual(left, shapeOf("L4"));
  hand.forget();
  assert.deepEqual(hand.formOf("L4"), shapeOf("L4"));
});
