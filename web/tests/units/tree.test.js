import assert from "node:assert/strict";
import { test } from "node:test";
import { Tree, movesTo, path } from "../../analysis/tree.js";

test("playing another move makes a branch, playing the same does not", () => {
  const tree = Tree.of(["a", "b", "c"]);
  tree.at = tree.main()[1];
  const branch = tree.add("x");
  assert.equal(tree.add("b"), tree.main()[2]);
  assert.deepEqual(movesTo(branch), ["a", "x"]);
  assert.deepEqual(movesTo(tree.main()[3]), ["a", "b", "c"]);
});

test("what is written is read again", () => {
  const tree = Tree.of(["a", "b", "c"]);
  tree.add("y", tree.add("x", tree.main()[1]));
  tree.main()[2].comment = "good";
  const again = Tree.read(tree.write().map((node) => ({ colour: 1, ...node })));
  assert.deepEqual(again.write(), tree.write());
  assert.equal(again.main()[2].comment, "good");
});

test("the end of a line is that of the branch one is on", () => {
  const tree = Tree.of(["a", "b"]);
  const branch = tree.add("x", tree.main()[1]);
  const end = tree.add("y", branch);
  tree.at = branch;
  assert.equal(tree.last(), end);
});

test("a branch that is removed lets go of where one looks", () => {
  const tree = Tree.of(["a", "b"]);
  tree.at = tree.add("y", tree.add("x", tree.main()[1]));
  tree.remove(path(tree.at)[1]);
  assert.equal(tree.at, tree.main()[1]);
  assert.deepEqual(tree.main().length, 3);
});
