import { delayAnswers, expect, myTurn, playByKeys, test, watch } from "./fixture.js";

test("two browsers play in one room, and a third is refused a seat", async ({ page, browser, server }) => {
  const visitor = async () => {
    const context = await browser.newContext({ baseURL: server.url });
    return { context, page: await context.newPage(), wrong: watch(context, server.url) };
  };
  await page.goto("/");
  await page.getByRole("link", { name: "Play with friends" }).click();
  await page.getByRole("button", { name: "Open the room" }).click();
  await expect(page.locator(".lobby")).toBeVisible();
  const link = await page.locator("#room-link").inputValue();
  expect(link).toMatch(/\/room\/\w+$/);

  const [friend, third] = [await visitor(), await visitor()];
  await third.page.goto(link);
  const late = third.page.getByRole("button", { name: "Sit here" });
  await expect(late).toBeVisible();

  await friend.page.goto(link);
  await friend.page.getByPlaceholder("Your name").fill("Bob");
  await friend.page.getByRole("button", { name: "Sit here" }).click();
  await expect(friend.page.locator('[data-player="2"]')).toContainText("Bob");

  // Whoever comes too late has no seat to take, and the server refuses one who asks all the same.
  await expect(late).toBeHidden();
  await expect(third.page.locator(".own")).toBeHidden();
  const refused = await third.page.evaluate(async (address) => {
    const post = (path, body) => fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    const id = address.split("/").at(-1);
    await post("/api/session", {});
    const sit = await (await post(`/api/rooms/${id}/actions`, { type: "sit", seat: 2, name: "Eve" })).json();
    const move = await (await post(`/api/rooms/${id}/actions`, { type: "move", number: 0, move: "e10" })).json();
    return [sit.error?.code, move.error?.code];
  }, link);
  expect(refused).toEqual(["taken", "not-yours"]);

  expect(await myTurn(page)).toBe(true);
  await playByKeys(page);
  expect(await myTurn(friend.page)).toBe(true);
  await playByKeys(friend.page);
  expect(await myTurn(page)).toBe(true);
  await expect(third.page.locator(".moves .move")).toHaveCount(2);
  await expect(third.page.locator(".pieces .piece")).toHaveCount(2);

  // Taking back needs the other's word.
  await page.getByRole("button", { name: "Undo" }).click();
  await friend.page.getByRole("button", { name: "Agree" }).click();
  await expect(page.locator(".moves .move")).toHaveCount(0);

  // Who comes back is in the same seat.
  await friend.page.reload();
  await expect(friend.page.locator('[data-player="2"] .tag')).toContainText("you");
  for (const { context, wrong } of [friend, third]) {
    expect(wrong).toEqual([]);
    await context.close();
  }
});

test("chat is off unless the room was made with it", async ({ page, browser, server }) => {
  await page.goto("/new?friends");
  await page.getByText("Chat", { exact: true }).click();
  await page.getByRole("button", { name: "Open the room" }).click();
  await page.getByPlaceholder("Say something").fill("hello there");
  await page.keyboard.press("Enter");
  await expect(page.locator(".chat-list")).toContainText("hello there");

  await page.goto("/new?friends");
  await page.getByRole("button", { name: "Open the room" }).click();
  await expect(page.locator(".lobby")).toBeVisible();
  await expect(page.locator(".chat")).toBeHidden();
});

test("what is pressed while the server is slow to answer is not lost", async ({ page }) => {
  await delayAnswers(page);
  await page.goto("/new?friends");
  await page.getByText("Chat", { exact: true }).click();
  await page.getByRole("button", { name: "Open the room" }).click();
  await expect(page.locator(".lobby")).toBeVisible();
  await expect(page.locator(".chat")).toBeVisible();
});

test("a room that does not exist is told as such", async ({ page }) => {
  await page.goto("/room/nosuchroom00");
  await expect(page.getByRole("heading", { name: "There is no such room" })).toBeVisible();
});
