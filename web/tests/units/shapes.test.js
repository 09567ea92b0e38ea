import assert from "node:assert/strict";
import { test } from "node:test";
import { moveName, parseMove } from "../../board/cells.js";
import { PIECES, forms, grip, mirrored, pieceOf, placedAt, settled, shapeKey, shapeOf, turnedLeft, turnedRight } from "../../board/shapes.js";

test("there are 21 pieces with 91 forms, all different", () => {
  const keys = PIECES.flatMap((piece) => forms(shapeOf(piece)).map(shapeKey));
  assert.equal(PIECES.length, 21);
  assert.equal(keys.length, 91);
  assert.equal(new Set(keys).size, 91);
});

test("a piece is known in every form, anywhere", () => {
  for (const piece of PIECES) {
    for (const form of forms(shapeOf(piece))) assert.equal(pieceOf(form.map(([x, y]) => [x + 7, y + 3])), piece);
  }
  assert.equal(pieceOf([[0, 0], [1, 1]]), undefined);
});

test("turning four times, back, or mirroring twice changes nothing", () => {
  for (const piece of PIECES) {
    const shape = shapeOf(piece);
    assert.deepEqual(turnedRight(turnedRight(turnedRight(turnedRight(shape)))), shape);
    assert.deepEqual(turnedLeft(turnedRight(shape)), shape);
    assert.deepEqual(mirrored(mirrored(shape)), shape);
  }
});

test("turning right is what it says on the screen", () => {
  // L4 lies with its foot at the lower left; turned right, the foot is at the upper left.
  const l4 = settled([[0, 0], [0, 1], [1, 1], [2, 1]]);
  assert.deepEqual(turnedRight(l4), settled([[0, 2], [1, 2], [1, 1], [1, 0]]));
});

test("a piece is held at one of its cells", () => {
  for (const piece of PIECES) {
    for (const form of forms(shapeOf(piece))) {
      assert.ok(form.some((cell) => String(cell) === String(grip(form))));
      assert.ok(placedAt(form, [4, 6]).some((cell) => String(cell) === "4,6"));
    }
  }
});

test("moves are written by row, then column, with two-digit rows", () => {
  assert.equal(moveName(parseMove("g10,f11,e10,f9,f10")), "f9,e10,f10,g10,f11");
});
