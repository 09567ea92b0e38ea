import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const ROOT = new URL("../../", import.meta.url);

test("the page names every file that it begins with, so that none waits for another", async () => {
  const needed = new Set();
  const open = ["main.js"];
  for (let path = open.pop(); path; path = open.pop()) {
    if (needed.has(path)) continue;
    needed.add(path);
    const text = await readFile(new URL(path, ROOT), "utf8");
    for (const [, target] of text.matchAll(/^import [^;]*?from "(\.[^"]+)"/gm)) open.push(new URL(target, `http://x/${path}`).pathname.slice(1));
  }
  needed.delete("main.js");
  const html = await readFile(new URL("index.html", ROOT), "utf8");
  const named = [...html.matchAll(/rel="modulepreload" href="\/files\/([^"]+)"/g)].map(([, path]) => path);
  assert.deepEqual(named, [...needed].sort());
});
