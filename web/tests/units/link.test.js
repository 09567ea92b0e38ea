import assert from "node:assert/strict";
import { test } from "node:test";
import { analysisPath, readAnalysis, readTree, treeFragment } from "../../analysis/link.js";
import { Tree, movesTo } from "../../analysis/tree.js";
import { clockText, secondsLeft } from "../../room/clock.js";
import { isOwn } from "../../shell/reach.js";

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
  // A clock that begins to run later than now, after a delay, has all its time until then.
  const later = { now: 10_000, running: { player: 1, since: 10_800 } };
  assert.deepEqual([500, 1_300, 2_300].map((now) => secondsLeft(later, { player: 1, clock: 60 }, 500, now)), [60, 60, 59]);
});

test("clocks are read in minutes, and in tenths when it is close", () => {
  assert.deepEqual([3_723, 600, 59.2, 9.95, 0].map(clockText), ["1:02:03", "10:00", "1:00", "9.9", "0.0"]);
});

test("an address has all branches and comments, in their order", () => {
  const tree = Tree.of(["a1", "b2,b3", "c4"]);
  const [root, first, second] = tree.main();
  tree.add("f2", tree.add("f1", tree.add("e1", second)));
  tree.add("d1", first);
  tree.add("d2", first);
  tree.add("g1", root);
  tree.add("h1", tree.numbered().nodes.find(({ move }) => move === "f1"));
  root.comment = "a game: ~ & # %\nof two lines";
  second.comment = "good";
  const again = readTree(["a1", "b2,b3", "c4"], treeFragment(tree));
  assert.deepEqual(again.write(), tree.write());
  assert.equal(again.root.comment, root.comment);
  assert.deepEqual(again.numbered().lines, tree.numbered().lines);
  // The number of a position is the same on both sides.
  assert.deepEqual(again.numbered().nodes.map(movesTo), tree.numbered().nodes.map(movesTo));
});

test("a line alone needs no fragment, and old links have none", () => {
  assert.equal(treeFragment(Tree.of(["a1", "b2"])), "");
  assert.deepEqual(readTree(["a1", "b2"], "").write(), Tree.of(["a1", "b2"]).write());
});

test("damaged and unknown branches are told as such", () => {
  for (const fragment of ["layout=2&branches=1:a1", "layout=1&branches=9:a1", "layout=1&branches=x:a1", "layout=1&comments=%7B", "layout=1&comments={\"9\":\"x\"}"]) assert.throws(() => readTree(["a1"], fragment), /branches/, fragment);
});

test("only names of the machine for itself are its own", () => {
  assert.deepEqual(["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "board.localhost"].map(isOwn), Array(5).fill(true));
  assert.deepEqual(["192.168.1.20", "127.example.org", "play.example.org", "localhost.example.org"].map(isOwn), Array(4).fill(false));
});
