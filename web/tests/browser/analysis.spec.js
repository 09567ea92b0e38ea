import { readFile } from "node:fs/promises";
import { expect, takeWithMouse, test } from "./fixture.js";

const MOVES = ["f9,e10,f10,g10,f11", "i4,i5,j5,k5,j6", "h7,h8,h9"];
const GAME = `/analysis?variant=duo&moves=${MOVES.join("+")}`;

const shownMoves = (page) => page.locator(".lines .move").evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label").split(", ").slice(2).join(",").split(",").filter((part) => /^[a-t]\d+$/.test(part)).join(",")));

test("the search deepens, draws its candidates and shows them one by one", async ({ page }) => {
  await page.goto(GAME);
  await expect(page.locator(".pieces .piece")).toHaveCount(3);
  await page.getByRole("button", { name: "Search" }).click();
  const rows = page.locator(".candidate-row");
  await expect(rows.first()).toBeVisible();
  await expect(page.locator(".win-bar")).toHaveAttribute("aria-label", /Expected win: black \d+%, white \d+%/);
  const visits = async () => Number((await page.locator(".candidates-panel > p").textContent()).match(/([\d.]+)(k|M)? sim/)?.slice(1, 3).reduce((n, unit) => Number(n) * ({ k: 1e3, M: 1e6 }[unit] ?? 1)) ?? 0);
  const first = await visits();
  await expect.poll(visits).toBeGreaterThan(first);
  await expect(page.locator(".candidate")).toHaveCount(await rows.count());
  await rows.first().hover();
  await expect(page.locator(".candidate.stressed")).toHaveCount(1);
  await page.keyboard.press("a");
  await expect(page.locator(".candidates-panel > p")).toContainText("Searched");
  await rows.first().click();
  await expect(page.locator(".pieces .piece")).toHaveCount(4);
});

test("arrows go through the moves, and playing on makes a branch", async ({ page }) => {
  await page.goto(GAME);
  await expect(page.locator(".pieces .piece")).toHaveCount(3);
  await page.keyboard.press("Home");
  await expect(page.locator(".pieces .piece")).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".pieces .piece")).toHaveCount(1);
  await page.keyboard.press("End");
  await expect(page.locator(".pieces .piece")).toHaveCount(3);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".pieces .piece")).toHaveCount(1);
  const place = await takeWithMouse(page, page.locator('.own [data-piece="W"]'));
  await page.mouse.click(place.x, place.y);
  await expect(page.locator(".branch .move")).toHaveCount(1);
  await expect(page.locator(".lines .move")).toHaveCount(4);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("End");
  await expect(page.locator(".lines [aria-current]")).toHaveAttribute("aria-label", new RegExp(MOVES[2]));
});

test("a review grades the moves and draws the course of the game", async ({ page }) => {
  await page.goto(GAME);
  await page.getByLabel("Effort of the review").selectOption("quick");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.locator(".grades tbody tr")).toHaveCount(2);
  await expect(page.locator(".graph .course")).toHaveCount(2);
  const grades = await page.locator(".grades tbody td").allTextContents();
  const counted = grades.filter((text) => /^\d+$/.test(text)).reduce((sum, text) => sum + Number(text), 0);
  expect(counted).toBe(MOVES.length);
  const win = await page.locator(".graph .course").first().getAttribute("d");
  await page.getByRole("radio", { name: "Score" }).check();
  expect(await page.locator(".graph .course").first().getAttribute("d")).not.toBe(win);
  // Best alternatives are there without another search.
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".candidate-row").first()).toBeVisible();
});

test("a game is saved and opened again with its branches", async ({ page }) => {
  await page.goto(GAME);
  await expect(page.locator(".pieces .piece")).toHaveCount(3);
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".pieces .piece")).toHaveCount(2);
  const place = await takeWithMouse(page, page.locator('.own [data-piece="F"]'));
  await page.mouse.click(place.x, place.y);
  await expect(page.locator(".lines .move")).toHaveCount(4);
  const before = await shownMoves(page);
  await page.getByRole("button", { name: "Share and save" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the game" }).click()]);
  const path = await download.path();
  expect(await readFile(path, "utf8")).toContain("GM[Blokus Duo]");
  await page.goto("/analysis?variant=classic");
  await expect(page.locator(".coordinate")).toHaveCount(40);
  await page.getByRole("button", { name: "Open a game" }).click();
  await page.getByLabel("Game file").setInputFiles(path);
  await expect(page.locator(".lines .move")).toHaveCount(4);
  expect(await shownMoves(page)).toEqual(before);
  await expect(page.locator(".coordinate")).toHaveCount(28);
});

test("a text that is no game is refused in one line", async ({ page }) => {
  await page.goto("/analysis");
  await page.getByRole("button", { name: "Open a game" }).click();
  await page.getByLabel("Text of a game").fill("not a game");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  // In the dialog, where it is not behind it.
  await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
  await page.getByLabel("Game file").setInputFiles({ name: "wrong.blksgf", mimeType: "text/plain", buffer: Buffer.from("(;GM[Go])") });
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("nknown game");
});

test("a link brings somebody else to the same position", async ({ page, context }) => {
  await page.goto(GAME);
  await expect(page.locator(".pieces .piece")).toHaveCount(3);
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".pieces .piece")).toHaveCount(2);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share and save" }).click();
  await page.getByRole("button", { name: "link to the whole game" }).click();
  // What is said is not behind the dialog, and stays when that is closed.
  await expect(page.locator("dialog .note")).toContainText("copied");
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(page.locator("body > div .note")).toContainText("copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.locator(".lines .move")).toHaveCount(3);
  await expect(other.locator(".pieces .piece")).toHaveCount(2);
});

test("pictures of a position, as SVG and PNG", async ({ page }) => {
  await page.goto(GAME);
  await expect(page.locator(".pieces .piece")).toHaveCount(3);
  await page.getByRole("button", { name: "Share and save" }).click();
  const saved = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return readFile(await download.path());
  };
  expect((await saved("Save a picture (SVG)")).toString()).toContain("<svg");
  expect((await saved("Save a picture (PNG)")).subarray(1, 4).toString()).toBe("PNG");
});

test("a position is set up by hand, checked, and played from", async ({ page }) => {
  await page.goto("/analysis?variant=duo");
  await expect(page.locator(".coordinate")).toHaveCount(28);
  await page.getByRole("button", { name: "Set up a position" }).click();
  const board = await page.locator(".board").boundingBox();
  const unit = board.width / (14 + 0.8 + 0.3);
  const press = (column, row) => page.mouse.click(board.x + (column + 1.3) * unit, board.y + (14 - row - 0.2) * unit);
  const editor = page.locator(".editor");
  // e10 and f10: a domino of black on its start.
  await press(4, 9);
  await press(5, 9);
  await expect(page.locator('.pieces [data-cells="e10,f10"]')).toBeVisible();
  await expect(editor).toContainText("legal moves");
  // A line of six is no piece.
  for (const column of [6, 7, 8, 9]) await press(column, 9);
  await expect(editor.locator(".wrong")).toBeVisible();
  await expect(editor.getByRole("button", { name: "Use this position" })).toBeDisabled();
  for (const column of [6, 7, 8, 9]) await press(column, 9);
  await editor.getByLabel("To play").selectOption({ label: "White" });
  await editor.getByRole("button", { name: "Use this position" }).click();
  await expect(editor).toBeHidden();
  await expect(page.locator(".status")).toContainText("White to play");
  await page.getByRole("button", { name: "Play from here" }).click();
  await expect(page).toHaveURL(/\/room\//);
  await expect(page.locator('.pieces [data-cells="e10,f10"]')).toBeVisible();
});

test("branches, comments and where one looks are there again after a reload, and for whoever has the link", async ({ page, context }) => {
  await page.goto("/analysis");
  await page.getByRole("button", { name: "Open a game" }).click();
  await page.getByLabel("Text of a game").fill("(;GM[Blokus 5x5]PB[Ada]C[a game];B[a5,b5]C[hm, why?\nTwo lines](;W[e1](;B[c4])(;B[c3,c4,d4]))(;W[d1,e1]))");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.locator(".lines .move")).toHaveCount(5);
  const comment = page.getByRole("note", { name: "Comment" });
  await expect(comment).toHaveText("a game");
  await page.keyboard.press("ArrowRight");
  await expect(comment).toHaveText("hm, why?\nTwo lines");
  await page.keyboard.press("ArrowRight");
  await expect(comment).toBeHidden();
  await page.locator(".branch .branch .move, .branch .move").last().click();
  const [moves, chosen] = [await shownMoves(page), await page.locator(".lines [aria-current]").getAttribute("aria-label")];
  await page.reload();
  await expect(page.locator(".lines .move")).toHaveCount(5);
  expect(await shownMoves(page)).toEqual(moves);
  await expect(page.locator(".lines [aria-current]")).toHaveAttribute("aria-label", chosen);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator(".lines .move")).toHaveCount(5);
  await other.keyboard.press("Home");
  await expect(other.getByRole("note", { name: "Comment" })).toHaveText("a game");
});

test("a branch that is played leaves the game as it was", async ({ page }) => {
  await page.goto(GAME);
  await expect(page.locator(".pieces .piece")).toHaveCount(3);
  await page.keyboard.press("Home");
  await expect(page.locator(".pieces .piece")).toHaveCount(0);
  await page.keyboard.press("f");
  await page.keyboard.press("g");
  await page.keyboard.press("Enter");
  await expect(page.locator(".lines .move")).toHaveCount(4);
  const before = await shownMoves(page);
  await page.reload();
  await expect(page.locator(".lines .move")).toHaveCount(4);
  expect(await shownMoves(page)).toEqual(before);
  await expect(page.locator(".branch [aria-current]")).toHaveCount(1);
});

test("branches that are too large for an address are kept in the tab, which is said", async ({ page }) => {
  await page.goto("/analysis");
  await page.getByRole("button", { name: "Open a game" }).click();
  await page.getByLabel("Text of a game").fill(`(;GM[Blokus 5x5];B[a5,b5]C[${"a long story ".repeat(2600)}](;W[e1])(;W[d1,e1]))`);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.locator(".lines .move")).toHaveCount(3);
  await expect(page.locator(".note")).toContainText("too large for a link");
  expect(page.url().length).toBeLessThan(1000);
  await page.reload();
  await expect(page.locator(".lines .move")).toHaveCount(3);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("note", { name: "Comment" })).toContainText("a long story");
  await page.getByRole("button", { name: "Share and save" }).click();
  await expect(page.getByRole("dialog")).toContainText("too large for a link");
});

test("at the end of a game the bar is full, and nothing is left empty", async ({ page }) => {
  await page.goto("/analysis?variant=2x2&moves=a1,a2,b2+b1");
  await expect(page.locator(".status")).toContainText("Black wins");
  await expect(page.locator(".win-bar")).toHaveAttribute("aria-label", /black 100%/);
  const whole = await page.locator(".win-bar").evaluate((bar) => bar.clientWidth);
  await expect.poll(() => page.locator(".win-bar .c1").evaluate((part) => part.clientWidth)).toBe(whole);
  await page.getByLabel("Effort of the review").selectOption("quick");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.locator(".grades tbody tr")).toHaveCount(2);
  const empty = await page.locator(".side > *").evaluateAll((parts) => parts.filter((part) => part.getBoundingClientRect().height > 0 && !part.textContent?.trim() && !part.querySelector("svg, input, select, button")).map((part) => part.className));
  expect(empty).toEqual([]);
});
