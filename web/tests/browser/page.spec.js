import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { delayAnswers, duo, expect, myTurn, openRoom, test } from "./fixture.js";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const KIB = 1024;

test("all of the page weighs less than 200 KiB", async ({ page }) => {
  await page.goto("/");
  const { sent, whole } = await page.evaluate(async (paths) => {
    await Promise.all(paths.map(async (path) => (await fetch(`${path}?weighed`, { cache: "no-store" })).arrayBuffer()));
    const files = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource")).filter(({ name }) => name.endsWith("?weighed"));
    const sum = (/** @type {(file: PerformanceResourceTiming) => number} */ size) => files.reduce((total, file) => total + size(file), 0);
    return { sent: sum((file) => file.encodedBodySize), whole: sum((file) => file.decodedBodySize) };
  }, await sources());
  console.log(`the page weighs ${(sent / KIB).toFixed(1)} KiB as it is sent, ${(whole / KIB).toFixed(1)} KiB unpacked`);
  expect(sent).toBeGreaterThan(10 * KIB);
  expect(sent).toBeLessThan(200 * KIB);
  expect(sent).toBeLessThan(whole / 2);
});

/** Every file of the page, found by following imports. */
async function sources() {
  const root = new URL("../../", import.meta.url);
  const found = new Set(["index.html", "icon.svg"]);
  const html = await readFile(new URL("index.html", root), "utf8");
  const open = [...html.matchAll(/(?:href|src)="\/files\/([^"]+)"/g)].map(([, path]) => path);
  for (let path = open.pop(); path; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    if (!path.endsWith(".js")) continue;
    const text = await readFile(new URL(path, root), "utf8");
    for (const [, target] of text.matchAll(/(?:^import [^;]*?from |await import\()"(\.[^"]+)"/gm)) open.push(new URL(target, `http://x/${path}`).pathname.slice(1));
  }
  found.delete("index.html");
  return [...found].map((path) => `/files/any/${path}`);
}

const VIEWS = {
  start: async (page) => {
    await page.goto("/");
    await expect(page.locator(".preset").first()).toBeVisible();
  },
  "new game": async (page) => {
    await page.goto("/new");
    await expect(page.locator(".seat").first()).toBeVisible();
  },
  game: async (page) => {
    await openRoom(page, duo());
    await myTurn(page);
    await page.keyboard.press(".");
    await page.keyboard.press("g");
  },
  classic: async (page) => {
    await openRoom(page, { variant: "classic", seats: [{ kind: "me" }, ...Array(3).fill({ kind: "agent", agent: "level:1" })], clock: { main: 600, increment: 5 } });
    await myTurn(page);
  },
  room: async (page) => {
    await openRoom(page, { variant: "duo", seats: [{ kind: "me" }, { kind: "open" }], chat: true });
    await expect(page.locator(".lobby")).toBeVisible();
  },
  analysis: async (page) => {
    await page.goto("/analysis?variant=duo&moves=f9,e10,f10,g10,f11");
    await expect(page.locator(".pieces .piece")).toHaveCount(1);
  },
};

const DESK = { width: 1280, height: 800 };
const LOOKS = [
  { look: "light", colorScheme: "light", size: DESK },
  { look: "dark", colorScheme: "dark", size: DESK },
  { look: "light, a phone", colorScheme: "light", size: { width: 360, height: 640 } },
  { look: "dark, a phone turned", colorScheme: "dark", size: { width: 640, height: 360 } },
];

for (const [name, open] of Object.entries(VIEWS)) {
  for (const { look, colorScheme, size } of LOOKS) {
    test(`${name}, ${look}: roles, names and contrast`, async ({ page }) => {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await open(page);
      // Not as a script of the page, which the server's policy forbids.
      await page.evaluate(await readFile(AXE, "utf8"));
      const violations = await page.evaluate(async () => {
        const { violations: found } = await window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] });
        return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
      });
      expect(violations).toEqual([]);
    });
  }
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  for (const [name, open] of Object.entries(VIEWS)) {
    test(`${name}: nothing moves under the finger when the server answers late`, async ({ page }) => {
      await delayAnswers(page);
      await open(page);
      const moved = await page.evaluate(async () => {
        /** @type {string[]} */
        const seen = [];
        const note = (/** @type {any} */ { value, sources }) => seen.push(`${value}: ${sources.map(({ node }) => node?.className).join(", ")}`);
        new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "layout-shift", buffered: true });
        await new Promise((resolve) => setTimeout(resolve, 1000));
        return seen;
      });
      expect(moved).toEqual([]);
    });
  }
});

test("whatever has the focus shows it", async ({ page }) => {
  await VIEWS.game(page);
  await page.keyboard.press("Escape");
  const seen = new Set();
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press("Tab");
    const about = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return { name: element.outerHTML.slice(0, 80), shown: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 };
    });
    if (!about) continue;
    expect(about.shown, about.name).toBe(true);
    seen.add(about.name);
  }
  expect(seen.size).toBeGreaterThan(15);
});

test("reduced motion moves nothing by itself", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await expect(page.locator(".preset").first()).toBeVisible();
  const before = await page.locator(".showcase .piece").count();
  await page.waitForTimeout(2500);
  expect(await page.locator(".showcase .piece").count()).toBe(before);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test("preferences are kept: theme, patterns, sounds", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Preferences" }).click();
  await page.getByRole("radio", { name: "Dark" }).check();
  await page.getByText("Patterns", { exact: true }).click();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("html")).toHaveAttribute("data-patterns", "on");
  await expect(page.locator(".showcase .pattern").first()).toBeVisible();
});
