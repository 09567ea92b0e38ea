import { MOVES } from "../../start/showcase-game.js";
import { expect, holdByTouch, myTurn, openRoom, test } from "./fixture.js";

/**
 * Pictures for the documentation. They are written when they are asked for: `SCREENSHOTS=1 npm run browser -- screenshots`.
 * Otherwise the views are only opened, so that nobody finds out too late that one of them cannot be.
 */
const WRITE = Boolean(process.env.SCREENSHOTS);
const IMAGES = new URL("../../../docs/images/", import.meta.url).pathname;

/** How many moves of the game are analysed; after them there are still some to find. */
const ANALYSED = 18;

/**
 * @param {import("@playwright/test").Page} page
 * @param {string} name
 */
async function shoot(page, name) {
  await page.evaluate(() => (/** @type {HTMLElement | null} */ (document.activeElement)?.blur(), document.fonts.ready));
  const picture = await page.screenshot({ animations: "disabled", ...(WRITE ? { path: `${IMAGES}${name}.png` } : {}) });
  expect(picture.length).toBeGreaterThan(5_000);
}

async function start(page) {
  await page.goto("/");
  await expect(page.locator(".preset").first()).toBeVisible();
}

async function game(page, variant, count) {
  const seats = [{ kind: "me" }, ...Array(count - 1).fill({ kind: "agent", agent: "level:1" })];
  await openRoom(page, { variant, seats });
  for (let turn = 0; turn < 5; turn++) {
    expect(await myTurn(page)).toBe(true);
    const hint = page.getByRole("button", { name: "Hint" });
    await hint.click();
    await page.getByRole("button", { name: "Tell me more" }).click();
    await page.getByRole("button", { name: "Tell me more" }).click();
    await expect(page.locator(".ghost .fits")).toBeVisible();
    if (turn === 4) break;
    const before = await page.locator(".moves .move").count();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".moves .move").count()).toBeGreaterThan(before);
  }
  await page.getByRole("button", { name: "Hide the hint" }).click();
}

async function analysis(page) {
  await page.goto(`/analysis?variant=duo&moves=${MOVES.slice(0, ANALYSED).join("+")}&names=You|Level+3`);
  await page.getByLabel("Effort of the review").selectOption("quick");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.locator(".grades")).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.locator(".candidate-row")).not.toHaveCount(0);
  await page.waitForTimeout(2000);
  await page.keyboard.press("a");
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, reducedMotion: "reduce" });
    const name = (view) => `board-${view}${colorScheme === "dark" ? "-dark" : ""}`;
    test("the first page", async ({ page }) => {
      await start(page);
      await shoot(page, name("start"));
    });
    test("a game of Duo", async ({ page }) => {
      await game(page, "duo", 2);
      await shoot(page, name("duo"));
    });
    test("a game of Classic", async ({ page }) => {
      await game(page, "classic", 4);
      await shoot(page, name("classic"));
    });
    test("the analysis", async ({ page }) => {
      await analysis(page);
      await shoot(page, name("analysis"));
    });
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, reducedMotion: "reduce" });
  test("a game of Duo", async ({ page }) => {
    await game(page, "duo", 2);
    // The hint left its piece in hand, and a tap on that would place it.
    await page.keyboard.press("Escape");
    await holdByTouch(page);
    await shoot(page, "board-phone");
  });
});
