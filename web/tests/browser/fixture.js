import { test as base, expect } from "@playwright/test";
import { Server } from "./server.js";

export { expect };

/** Pages of the real server; whatever they ask of anybody else, and whatever goes wrong in them, is a failure. */
export const test = base.extend({
  server: [
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  context: async ({ context, server }, use) => {
    const wrong = watch(context, server.url);
    await use(context);
    expect(wrong).toEqual([]);
  },
});

/**
 * @param {import("@playwright/test").BrowserContext} context
 * @param {string} url
 */
export function watch(context, url) {
  /** @type {string[]} */
  const wrong = [];
  context.on("request", (request) => {
    const { host, protocol } = new URL(request.url());
    if (!["data:", "blob:"].includes(protocol) && host !== new URL(url).host) wrong.push(`foreign request: ${request.url()}`);
  });
  context.on("weberror", (error) => wrong.push(`error in the page: ${error.error().stack}`));
  return wrong;
}

/**
 * Lets the server answer late, as one far away does.
 *
 * @param {import("@playwright/test").Page} page
 */
export const delayAnswers = (page) =>
  page.route("**/api/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });

/**
 * A room, made as the page does it.
 *
 * @param {import("@playwright/test").Page} page
 * @param {object} wish
 */
export async function openRoom(page, wish) {
  if (!page.url().startsWith("http")) await page.goto("/");
  const id = await page.evaluate(async (body) => {
    const post = (path, content) => fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(content) });
    await post("/api/session", {});
    const answer = await post("/api/rooms", body);
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()).id;
  }, wish);
  await page.goto(`/room/${id}`);
  return id;
}

export const duo = (agent = "level:1") => ({ variant: "duo", seats: [{ kind: "me" }, { kind: "agent", agent }] });

/**
 * Waits until the visitor is to play, or the game is over.
 *
 * @param {import("@playwright/test").Page} page
 * @returns {Promise<boolean>} whether it is the visitor's turn
 */
export async function myTurn(page) {
  const ready = page.locator(".own .tray:not(.inactive) .slot:not(.dim), .ending:not([hidden])").first();
  await expect(ready).toBeVisible();
  return !(await page.locator(".ending").isVisible());
}

/** @param {import("@playwright/test").Page} page */
export const placed = (page) => page.locator(".pieces .piece").count();

/**
 * Plays a turn with keys.
 *
 * @param {import("@playwright/test").Page} page
 */
export async function playByKeys(page) {
  const before = await page.locator(".moves .move").count();
  await page.keyboard.press(".");
  await page.keyboard.press("g");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".moves .move").count()).toBeGreaterThan(before);
}

/**
 * Takes a piece and turns it until it has a place; answers where on the screen.
 *
 * @param {import("@playwright/test").Page} page
 */
export async function takeWithMouse(page, slot = page.locator(".own .slot:not(.dim)").first()) {
  await slot.click();
  const board = await page.locator(".game .board, .analysis .board").boundingBox();
  await page.mouse.move(board.x + board.width / 2, board.y + board.height / 2);
  for (let turn = 0; turn < 8; turn++) {
    const target = page.locator(".dots .target").first();
    if (await target.count()) {
      const box = await target.boundingBox();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }
    if (turn === 3) await page.mouse.click(board.x + board.width / 2, board.y + board.height / 2, { button: "right" });
    else await page.mouse.wheel(0, 100);
    await page.waitForTimeout(30);
  }
  throw new Error("a piece that is not dimmed fits nowhere");
}

/**
 * Takes the first piece that fits with a finger and lays it where it may go; answers the buttons beside it.
 *
 * @param {import("@playwright/test").Page} page
 */
export async function holdByTouch(page) {
  await page.locator(".own .slot:not(.dim)").first().tap();
  const target = page.locator(".dots .target").first();
  for (let way = 0; way < 8 && !(await target.count()); way++) await page.getByRole("toolbar", { name: "Turn the piece" }).getByRole("button", { name: way === 3 ? "Mirror" : "Turn right" }).tap();
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  const tools = page.getByRole("toolbar", { name: "Piece in hand", exact: true });
  await expect(tools).toBeVisible();
  return tools;
}

/**
 * A finger on the screen, which moves as fingers do: through many places.
 *
 * @param {import("@playwright/test").Page} page
 */
export async function finger(page) {
  const client = await page.context().newCDPSession(page);
  const touch = (type, touchPoints) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
  let at = { x: 0, y: 0 };
  return {
    down: (x, y) => touch("touchStart", [(at = { x, y })]),
    async move(x, y) {
      const from = at;
      for (let step = 1; step <= 20; step++) await touch("touchMove", [(at = { x: from.x + ((x - from.x) * step) / 20, y: from.y + ((y - from.y) * step) / 20 })]);
    },
    up: () => touch("touchEnd", []),
  };
}
