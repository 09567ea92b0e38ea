import { delayAnswers, duo, expect, myTurn, openRoom, test, watch } from "./fixture.js";
import { Server } from "./server.js";

test("a double click makes one game", async ({ page }) => {
  await page.goto("/");
  const made = [];
  page.on("request", (request) => request.method() === "POST" && request.url().endsWith("/api/rooms") && made.push(request.url()));
  await delayAnswers(page);
  await page.getByRole("button", { name: "Play", exact: true }).dblclick();
  expect(await myTurn(page)).toBe(true);
  expect(made).toHaveLength(1);
});

test("a game is removed from the list, and stays where it is", async ({ page }) => {
  const id = await openRoom(page, duo());
  expect(await myTurn(page)).toBe(true);
  await openRoom(page, { variant: "classic-2", seats: [{ kind: "me" }, { kind: "me" }] });
  await page.goto("/");
  const games = page.getByRole("region", { name: "Your games" });
  await expect(games.getByRole("listitem")).toHaveCount(2);
  const remove = games.getByRole("button", { name: /Remove Duo/ });
  await remove.click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(games.getByRole("listitem")).toHaveCount(2);
  await remove.click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(games.getByRole("listitem")).toHaveCount(1);
  await page.reload();
  await expect(games.getByRole("listitem")).toHaveCount(1);
  await page.goto(`/room/${id}`);
  expect(await myTurn(page)).toBe(true);
});

test("an address at which there is nothing is told as such", async ({ page }) => {
  for (const path of ["/foo/bar", "/analysis/of/nothing", "/room"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
  }
  await page.getByRole("link", { name: "To the start", exact: true }).click();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

test("the focus goes along from view to view", async ({ page }) => {
  await page.goto("/");
  const heading = (/** @type {string | RegExp} */ name) => page.getByRole("heading", { level: 1, name });
  await page.getByRole("link", { name: "New game", exact: true }).press("Enter");
  await expect(heading("New game")).toBeFocused();
  await page.getByRole("link", { name: "Analyse", exact: true }).press("Enter");
  await expect(heading("Analysis")).toBeFocused();
  await page.goBack();
  await expect(heading("New game")).toBeFocused();
  await page.getByRole("button", { name: "Start the game" }).press("Enter");
  await expect(heading("Game")).toBeFocused();
});

test("whoever shares a link of this machine alone is told so, and how to host", async ({ browser }) => {
  const server = await Server.start({ local: true });
  const context = await browser.newContext({ baseURL: server.url });
  const wrong = watch(context, server.url);
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.locator("body")).toContainText("open the address that was printed");
  await page.goto(server.door);
  // The key is exchanged for a cookie, and does not stay in the address.
  expect(page.url()).toBe(`${server.url}/`);
  await page.getByRole("button", { name: /Duo with a friend/ }).click();
  await expect(page.locator(".lobby")).toContainText("this machine only");
  await expect(page.locator(".lobby")).toContainText("cornerwise serve --listen 0.0.0.0:8080");
  await page.goto("/new?friends");
  await expect(page.getByRole("note")).toContainText("this machine only");
  expect(wrong).toEqual([]);
  await context.close();
  await server.stop();
});

test("a hosted server does not tell visitors how to start one", async ({ page }) => {
  await openRoom(page, { variant: "duo", seats: [{ kind: "me" }, { kind: "open" }] });
  await expect(page.locator(".lobby")).toContainText("this machine only");
  await expect(page.locator(".lobby")).not.toContainText("cornerwise serve");
});
