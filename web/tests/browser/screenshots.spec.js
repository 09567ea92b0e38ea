import { expect, holdByTouch, myTurn, openRoom, test } from "./fixture.js";

/**
 * Pictures for the documentation. They are written when they are asked for: `SCREENSHOTS=1 npm run browser -- screenshots`.
 * Otherwise the views are only opened, so that nobody finds out too late that one of them cannot be.
 */
const WRITE = Boolean(process.env.SCREENSHOTS);
const IMAGES = new URL("../../../docs/images/", import.meta.url).pathname;

/** A game between two levels. */
const GAME = [
  "e8,d9,e9,f9,e10",
  "j4,i5,j5,k5,j6",
  "g10,g11,h11,h12,i12",
  "g2,f3,g3,g4,h4",
  "h5,f6,g6,h6,f7",
  "h7,i7,h8,g9,h9",
  "j9,i10,j10,j11,k11",
  "k7,k8,k9,l9,k10",
  "e3,c4,d4,e4,e5",
  "d10,f10,d11,e11,f11",
  "i3,j3,k3,i4,k4",
  "a7,a8,b8,b9,c9",
  "b5,b6,b7,c7,d7",
  "g12,g13,f14,g14,h14",
  "c1,d1,e1,f1,d2",
  "m5,n5,l6,m6,n6",
  "h1,i1,j1,k1,h2",
  "i13,j13,j14,k14,l14",
];

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
  await page.goto(`/analysis?variant=duo&moves=${GAME.join("+")}&names=You|Level+3`);
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
