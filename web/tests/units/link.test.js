import assert from "node:assert/strict";
import { test } from "node:test";
import { analysisPath, readAnalysis } from "../../analysis/link.js";
import { clockText, secondsLeft } from "../../room/clock.js";

test("an address has all of a game", () => {
  const position = { variant: "5x5", setup: { board: ["11...", ".....", ".....", ".....", "...22"], to_play: 2 }, moves: ["c3,c4", "b1"] };
  const { search } = new URL(analysisPath(position, { names: ["Ada | Co", "Bob"], at: 1, review: true }), "http://host");
  const read = readAnalysis(new URLSearchParams(search));
  assert.deepEqual(read.position, position);
  assert.equal(read.at, 1);
  assert.equal(read.review, true);
});

test("an address with nothing is the start of Duo", () => {
  assert.deepEqual(readAnalysis(new URLSearchParams("")).position, { variant: "duo", setup: null, moves: [] });
});

test("clocks run from when the server said", () => {
  const state = { now: 10_000, running: { player: 1, since: 8_000 } };
  assert.equal(secondsLeft(state, { player: 1, clock: 60 }, 500, 1_500), 57);
  assert.equal(secondsLeft(state, { player: 2, clock: 60 }, 500, 1_500), 60);
  assert.equal(secondsLeft(state, { player: 1, clock: 1 }, 500, 1_500), 0);
  assert.equal(secondsLeft(state, { player: 1, clock: null }, 500, 1_500), null);
});

test("clocks are read in minutes, and in tenths when it is close", () => {
  assert.deepEqual([3_723, 600, 59.2, 9.95, 0].map(clockText), ["1:02:03", "10:00", "1:00", "9.9", "0.0"]);
});
