import assert from "node:assert/strict";
import { test } from "node:test";
import { outline } from "../../board/outline.js";
import { PIECES, forms, shapeOf } from "../../board/shapes.js";

/** The area inside of an outline without rounding, by the shoelace formula. */
function area(path) {
  return path
    .split("Z")
    .filter(Boolean)
    .map((loop) => {
      const points = loop.slice(1).split("L").map((part) => part.split("Q")[0].split(" ").map(Number));
      return points.reduce((sum, [x, y], i) => {
        const [nx, ny] = points[(i + 1) % points.length];
        return sum + (x * ny - nx * y) / 2;
      }, 0);
    })
    .reduce((sum, part) => sum + part, 0);
}

test("an outline encloses as many squares as the piece has", () => {
  for (const piece of PIECES) {
    for (const form of forms(shapeOf(piece))) assert.ok(Math.abs(area(outline(form, 0, 0)) - form.length) < 1e-9, piece);
  }
});

test("an inset makes a square smaller on all sides", () => {
  assert.ok(Math.abs(area(outline([[3, 5]], 0.1, 0)) - 0.64) < 1e-9);
});

test("squares that meet at a corner are two loops", () => {
  const path = outline([[0, 0], [1, 1]], 0, 0);
  assert.equal(path.match(/Z/g)?.length, 2);
  assert.equal(area(path), 2);
});

test("a ring has an inner and an outer line", () => {
  const ring = [[0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [0, 2], [1, 2], [2, 2]];
  assert.equal(outline(ring, 0, 0).match(/Z/g)?.length, 2);
  assert.equal(area(outline(ring, 0, 0)), 8);
});
