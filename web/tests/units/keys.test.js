import assert from "node:assert/strict";
import { test } from "node:test";
import { PIECES } from "../../board/shapes.js";
import { KEYS, keyName } from "../../shell/keys.js";

const row = (name) => KEYS.find((entry) => entry.name === name);

test("every piece has its letter, and no command has one of those", () => {
  const letters = new Set(PIECES.map((piece) => piece[0].toLowerCase()));
  assert.deepEqual(new Set(row("piece").keys), letters);
  for (const { name, keys } of KEYS) {
    if (name !== "piece") assert.deepEqual(keys.filter((key) => letters.has(key)), [], name);
  }
});

test("a key does one thing, but for arrows, which move a piece or go through moves", () => {
  const seen = new Map();
  for (const { name, keys } of KEYS) {
    for (const key of keys) {
      if (!key.startsWith("Arrow")) assert.ok(!seen.has(key), `${key}: ${seen.get(key)} and ${name}`);
      seen.set(key, name);
    }
  }
});

test("keys are named as in the table", () => {
  const event = (key, more = {}) => ({ key, ctrlKey: false, metaKey: false, shiftKey: false, ...more });
  assert.equal(keyName(event("?", { shiftKey: true })), "?");
  assert.equal(keyName(event("G", { shiftKey: true })), "Shift+G");
  assert.equal(keyName(event("R")), "r");
  assert.equal(keyName(event("z", { ctrlKey: true })), "Ctrl+z");
  assert.equal(keyName(event("z", { metaKey: true })), "Ctrl+z");
  assert.equal(keyName(event("Z", { ctrlKey: true, shiftKey: true })), "Ctrl+Shift+Z");
});
