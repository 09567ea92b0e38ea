import { duo, expect, myTurn, openRoom, placed, playByKeys, test, watch } from "./fixture.js";
import { Server } from "./server.js";

test("hints of three strengths, which can be hidden", async ({ page }) => {
  await openRoom(page, duo());
  expect(await myTurn(page)).toBe(true);
  const hint = page.locator(".hint");
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(hint).toContainText(/Try piece \w+/);
  await expect(page.locator(".own .slot.hinted")).toHaveCount(1);
  await expect(page.locator(".candidate")).toHaveCount(0);
  await hint.getByRole("button", { name: "Tell me more" }).click();
  await expect(page.locator(".candidate")).toHaveCount(1);
  await page.keyboard.press("h");
  await expect(page.locator(".ghost .fits")).toBeVisible();
  await hint.getByRole("button", { name: "Hide the hint" }).click();
  await expect(hint).toBeHidden();
  await expect(page.locator(".own .slot.hinted")).toHaveCount(0);
  // The move of the strongest hint is a legal one.
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".moves .move").count()).toBeGreaterThan(0);
});

test("hints can be switched off for a game", async ({ page }) => {
  await openRoom(page, { ...duo(), hints: false });
  expect(await myTurn(page)).toBe(true);
  await expect(page.getByRole("button", { name: "Hint" })).toHaveCount(0);
});

test("undo and redo against an agent", async ({ page }) => {
  await openRoom(page, duo());
  expect(await myTurn(page)).toBe(true);
  await playByKeys(page);
  expect(await myTurn(page)).toBe(true);
  await expect(page.locator(".moves .move")).toHaveCount(2);
  const moves = await page.locator(".moves .move").evaluateAll((rows) => rows.map((row) => row.dataset.move));
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".moves .move")).toHaveCount(0);
  expect(await placed(page)).toBe(0);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(page.locator(".moves .move")).toHaveCount(2);
  expect(await page.locator(".moves .move").evaluateAll((rows) => rows.map((row) => row.dataset.move))).toEqual(moves);
});

test("an agent that thinks can be stopped, and told to move now", async ({ page }) => {
  await openRoom(page, { variant: "duo", seats: [{ kind: "me" }, { kind: "agent", agent: "mcts:time=20s" }] });
  expect(await myTurn(page)).toBe(true);
  await playByKeys(page);
  await page.getByRole("button", { name: "Stop the agent" }).click();
  await expect(page.locator(".status")).toContainText("Paused");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "Move now" }).click();
  await expect(page.locator(".moves .move")).toHaveCount(2);
});

test("resigning ends the game", async ({ page }) => {
  await openRoom(page, duo());
  expect(await myTurn(page)).toBe(true);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(page.locator(".ending")).toContainText("by resignation");
});

test("a reload in the middle loses nothing", async ({ page }) => {
  await openRoom(page, duo());
  expect(await myTurn(page)).toBe(true);
  await playByKeys(page);
  expect(await myTurn(page)).toBe(true);
  const moves = await page.locator(".moves .move").evaluateAll((rows) => rows.map((row) => row.dataset.move));
  await page.reload();
  expect(await myTurn(page)).toBe(true);
  expect(await page.locator(".moves .move").evaluateAll((rows) => rows.map((row) => row.dataset.move))).toEqual(moves);
  await playByKeys(page);
});

test("the server is killed and started again in the middle of a game", async ({ browser }) => {
  const server = await Server.start();
  const context = await browser.newContext({ baseURL: server.url });
  const wrong = watch(context, server.url);
  const page = await context.newPage();
  await openRoom(page, duo());
  expect(await myTurn(page)).toBe(true);
  await playByKeys(page);
  expect(await myTurn(page)).toBe(true);
  const moves = await page.locator(".moves .move").evaluateAll((rows) => rows.map((row) => row.dataset.move));
  await server.kill("SIGKILL");
  await expect(page.locator(".offline")).toBeVisible();
  await server.run();
  await expect(page.locator(".offline")).toBeHidden();
  expect(await myTurn(page)).toBe(true);
  expect(await page.locator(".moves .move").evaluateAll((rows) => rows.map((row) => row.dataset.move))).toEqual(moves);
  await playByKeys(page);
  expect(wrong).toEqual([]);
  await context.close();
  await server.stop();
});

test("several people play at one screen, and agents play among them", async ({ page }) => {
  await openRoom(page, { variant: "classic-3", seats: [{ kind: "me" }, { kind: "agent", agent: "level:1" }, { kind: "me" }] });
  for (let turn = 0; turn < 4; turn++) {
    expect(await myTurn(page)).toBe(true);
    await playByKeys(page);
  }
  await expect(page.locator(".player")).toHaveCount(4);
  await expect(page.locator(".players")).toContainText("played in turn");
});

test("agents play for whoever watches", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: /watch/i }).click();
  await expect.poll(() => placed(page)).toBeGreaterThan(3);
  await expect(page.locator(".own")).toBeHidden();
});
