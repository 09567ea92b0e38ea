import { KEYS } from "../../shell/keys.js";
import { duo, expect, myTurn, openRoom, playByKeys, test } from "./fixture.js";

test("a whole game of Duo with the keyboard alone", async ({ page }) => {
  await page.goto("/");
  const play = page.getByRole("button", { name: "Play", exact: true });
  await expect(page.locator(".preset").first()).toBeVisible();
  for (let press = 0; press < 20 && !(await play.evaluate((element) => element === document.activeElement)); press++) await page.keyboard.press("Tab");
  await expect(play).toBeFocused();
  await page.keyboard.press("Enter");
  let turns = 0;
  while (await myTurn(page)) {
    await playByKeys(page);
    turns += 1;
  }
  // How long it lasts is the agent’s luck.
  expect(turns).toBeGreaterThan(4);
  await expect(page.locator(".ending h2")).toBeVisible();
  await expect(page.locator(".unseen[role=status]")).toContainText("Game over");
});

test("letters take pieces, arrows move them, and nothing of it needs a mouse", async ({ page }) => {
  await openRoom(page, duo());
  expect(await myTurn(page)).toBe(true);
  await page.keyboard.press("l");
  await expect(page.locator('[data-piece="L5"]')).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("l");
  await expect(page.locator('[data-piece="L4"]')).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".ghost .piece")).toBeVisible();
  const form = await page.locator('[data-piece="L4"]').getAttribute("data-form");
  await page.keyboard.press("r");
  await expect(page.locator('[data-piece="L4"]')).not.toHaveAttribute("data-form", form);
  await page.keyboard.press("m");
  await page.keyboard.press("Escape");
  await expect(page.locator(".ghost .piece")).toHaveCount(0);
});

test("the help lists the keys of the table", async ({ page }) => {
  await openRoom(page, duo());
  await myTurn(page);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  for (const name of ["piece", "flip", "place", "hint", "undo"]) await expect(dialog).toContainText(KEYS.find((row) => row.name === name).does);
  // What only the analysis does is not listed in a game.
  await expect(dialog).not.toContainText(KEYS.find((row) => row.name === "search").does);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});
