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
  await page.getByRole("button", { name: "Pause", exact: true }).click();
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
  await expect(page.locator(".ending")).toContainText("resigned");
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


test("a hint leaves its button where it is, and Enter places the move that it holds out", async ({ page }) => {
  await openRoom(page, duo());
  expect(await myTurn(page)).toBe(true);
  const button = page.getByRole("button", { name: "Hint", exact: true });
  const before = await button.boundingBox();
  for (let strength = 1; strength <= 3; strength++) {
    await button.click();
    await expect(page.locator(".hint")).toContainText(strength < 3 ? /piece/i : / at /);
    expect(await button.boundingBox()).toEqual(before);
  }
  await expect(page.locator(".ghost .fits")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".moves .move").count()).toBeGreaterThan(0);
});

test("five fast undos are five, and none is told as wrong", async ({ page }) => {
  await openRoom(page, duo());
  for (let turn = 0; turn < 6; turn++) {
    expect(await myTurn(page)).toBe(true);
    await playByKeys(page);
  }
  expect(await myTurn(page)).toBe(true);
  await expect(page.locator(".moves .move")).toHaveCount(12);
  for (let press = 0; press < 5; press++) await page.keyboard.press("Control+z");
  await expect(page.locator(".moves .move")).toHaveCount(2);
  await page.waitForTimeout(300);
  await expect(page.locator(".moves .move")).toHaveCount(2);
  await expect(page.locator(".note.wrong")).toHaveCount(0);
  // The same with the button, pressed faster than the server answers.
  const redo = page.getByRole("button", { name: "Redo" });
  await redo.evaluate((element) => [1, 2, 3].forEach(() => element.click()));
  await expect(page.locator(".moves .move")).toHaveCount(8);
  await expect(page.locator(".note.wrong")).toHaveCount(0);
});

test("a loss on time is told as one, once", async ({ page }) => {
  await openRoom(page, { ...duo(), clock: { main: 1, increment: 0 } });
  const ending = page.locator(".ending");
  await expect(ending.locator("h2")).toHaveText("White wins: Black ran out of time");
  await expect(page.locator('[data-player="1"] header')).toContainText("out of time");
  await expect(page.locator('[data-player="1"] header')).not.toContainText("resigned");
  await expect(page.getByRole("main").getByText(/on time|ran out of time/)).toHaveCount(1);
  await expect(page.locator(".status")).toContainText("Game over");
});

test("an agent that waits for a processor is told as waiting", async ({ page }) => {
  await page.goto("/");
  let waiting = true;
  await page.routeWebSocket(/\/rooms\/.*\/socket/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.state?.thinking) message.state.thinking.waiting = waiting;
      socket.send(JSON.stringify(message));
    });
  });
  await openRoom(page, duo("mcts:time=20s"));
  expect(await myTurn(page)).toBe(true);
  await playByKeys(page);
  await expect(page.locator(".status")).toContainText("waits for a free processor");
  waiting = false;
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.locator(".status")).toContainText("is thinking");
});

test("pieces keep their places in the tray while others are placed", async ({ page }) => {
  await openRoom(page, duo());
  const places = () => page.locator(".own button.slot").evaluateAll((slots) => Object.fromEntries(slots.map((slot) => [slot.dataset.piece, slot.getBoundingClientRect().x + slot.getBoundingClientRect().y * 1e4])));
  expect(await myTurn(page)).toBe(true);
  const before = await places();
  for (let turn = 0; turn < 2; turn++) {
    // Pieces that are not turned, so that only what is placed could move the others.
    const square = turn ? "X" : "O";
    await page.keyboard.press(square.toLowerCase());
    await page.keyboard.press("g");
    await page.keyboard.press("Enter");
    await expect(page.locator(`.own .gap[data-piece="${square}"]`)).toHaveCount(1);
    expect(await myTurn(page)).toBe(true);
  }
  const after = await places();
  expect(Object.keys(after)).toHaveLength(19);
  for (const [piece, place] of Object.entries(after)) expect(place, piece).toBe(before[piece]);
});
