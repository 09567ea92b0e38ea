import assert from "node:assert/strict";
import { test } from "node:test";
import { Wheel } from "../../board/wheel.js";

/** The turns of events, each with its delta and the milliseconds since the one before. */
function turns(events, deltaMode = 0) {
  const wheel = new Wheel();
  let timeStamp = 1000;
  return events.map(([deltaY, wait]) => {
    timeStamp += wait;
    return wheel.turns({ deltaX: 0, deltaY, deltaMode, timeStamp });
  });
}

const sum = (list) => list.reduce((total, turn) => total + turn, 0);

test("a notch of a mouse is a turn, however the browser counts it", () => {
  assert.deepEqual(turns([[100, 500], [100, 30], [-100, 30]]), [1, 1, -1]);
  assert.deepEqual(turns([[120, 500], [120, 30], [120, 30], [120, 30], [120, 30], [120, 30]]), [1, 1, 1, 1, 1, 1]);
  assert.deepEqual(turns([[3, 500], [3, 30], [-3, 30]], 1), [1, 1, -1]);
  assert.deepEqual(turns([[1, 500], [-1, 300]], 2), [1, -1]);
  // Some have small notches.
  assert.deepEqual(turns([[53, 500], [53, 300]]), [1, 1]);
});

test("a stroke on a trackpad turns by how far it went, not by its events", () => {
  const stroke = Array.from({ length: 50 }, () => [5, 16]);
  assert.equal(sum(turns(stroke)), 2);
  assert.equal(sum(turns(Array.from({ length: 50 }, () => [-5, 16]))), -2);
});

test("what is left of a stroke is forgotten after a pause, and when it turns back", () => {
  assert.equal(sum(turns([...Array(15).fill([6, 16]), [6, 400], ...Array(10).fill([6, 16])])), 0);
  assert.equal(sum(turns([...Array(16).fill([6, 16]), ...Array(16).fill([-6, 16])])), 0);
});
