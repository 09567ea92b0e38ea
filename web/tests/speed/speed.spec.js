import { duo, expect, myTurn, openRoom, takeWithMouse, test } from "../browser/fixture.js";

// Measurements, to be read: how fast a machine is, is not something that a test can fail on.

/** @param {readonly number[]} times */
const milliseconds = (times) => `${times.map((time) => time.toFixed(1)).join(", ")} ms`;

test("how soon the page is usable", async ({ browser, server }) => {
  const [first, again] = [[], []];
  for (let visit = 0; visit < 5; visit++) {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    for (const times of [first, again]) {
      await page.goto("/", { waitUntil: "commit" });
      await page.getByRole("button", { name: "Play", exact: true }).waitFor();
      times.push(await page.evaluate(() => performance.getEntriesByName("usable")[0].startTime));
    }
    await context.close();
  }
  console.log(`usable at the first visit after ${milliseconds(first)}`);
  console.log(`usable at the second visit after ${milliseconds(again)}`);
});

test("how soon a placed piece is on the board", async ({ page }) => {
  await openRoom(page, duo());
  const times = [];
  for (let turn = 0; turn < 5; turn++) {
    expect(await myTurn(page)).toBe(true);
    const place = await takeWithMouse(page);
    await page.mouse.move(place.x, place.y);
    await page.evaluate(() => {
      const layer = document.querySelector(".pieces");
      const count = layer.children.length;
      document.querySelector(".board").addEventListener("pointerdown", () => (window.pressed = performance.now()), { once: true, capture: true });
      window.answered = new Promise((resolve) => {
        new MutationObserver((_, observer) => {
          if (layer.children.length <= count) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - window.pressed));
        }).observe(layer, { childList: true });
      });
    });
    await page.mouse.down();
    await page.mouse.up();
    times.push(await page.evaluate(() => window.answered));
  }
  console.log(`a placed piece is drawn after ${milliseconds(times)}`);
});

test("how smoothly a piece is dragged", async ({ page }) => {
  await openRoom(page, { variant: "classic", seats: [{ kind: "me" }, ...Array(3).fill({ kind: "agent", agent: "level:1" })] });
  expect(await myTurn(page)).toBe(true);
  const slot = await page.locator(".own .slot:not(.dim)").last().boundingBox();
  const board = await page.locator(".board").boundingBox();
  await page.mouse.move(slot.x + slot.width / 2, slot.y + slot.height / 2);
  await page.mouse.down();
  await page.evaluate(() => {
    window.frames = [];
    let last = performance.now();
    const frame = (/** @type {number} */ now) => {
      window.frames.push(now - last);
      last = now;
      window.frame = requestAnimationFrame(frame);
    };
    window.frame = requestAnimationFrame(frame);
  });
  for (let step = 0; step < 240; step++) {
    const angle = step / 20;
    await page.mouse.move(board.x + board.width * (0.5 + 0.4 * Math.cos(angle)), board.y + board.height * (0.5 + 0.4 * Math.sin(angle)));
  }
  const frames = await page.evaluate(() => (cancelAnimationFrame(window.frame), window.frames.slice(2)));
  await page.mouse.up();
  const sorted = frames.toSorted((/** @type {number} */ one, /** @type {number} */ two) => one - two);
  const part = (/** @type {number} */ share) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)];
  console.log(`dragged for ${frames.length} frames: middle ${part(0.5).toFixed(1)} ms, 95 % within ${part(0.95).toFixed(1)} ms, longest ${part(1).toFixed(1)} ms`);
});
