import { duo, expect, finger, holdByTouch, myTurn, openRoom, test } from "./fixture.js";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

test("a touch session on a phone", async ({ page }) => {
  await openRoom(page, duo());
  expect(await myTurn(page)).toBe(true);
  // Nothing sticks out sideways.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  for (let turn = 0; turn < 3; turn++) {
    const before = await page.locator(".moves .move").count();
    const tools = await holdByTouch(page);
    for (const tool of await tools.getByRole("button").all()) {
      const box = await tool.boundingBox();
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    }
    await tools.getByRole("button", { name: "Place" }).tap();
    await expect.poll(() => page.locator(".moves .move").count()).toBeGreaterThan(before);
    expect(await myTurn(page)).toBe(true);
  }
});

test("a finger carries a piece from the tray, turns it there and puts it back", async ({ page }) => {
  await openRoom(page, duo());
  expect(await myTurn(page)).toBe(true);
  const slot = await page.locator('.own [data-piece="F"]').boundingBox();
  const board = await page.locator(".board").boundingBox();
  const touch = await finger(page);
  const to = { x: board.x + board.width / 2, y: board.y + board.height / 2 };
  await touch.down(slot.x + slot.width / 2, slot.y + slot.height / 2);
  await touch.move(to.x, to.y);
  await expect(page.locator(".ghost .piece")).toBeVisible();
  // A finger that lays something down comes to rest. One that flicks makes the browser swallow the next tap.
  for (let rest = 0; rest < 3; rest++) {
    await page.waitForTimeout(100);
    await touch.move(to.x, to.y - rest);
  }
  await touch.up();
  const tools = page.getByRole("toolbar", { name: "Piece in hand", exact: true });
  await expect(tools).toBeVisible();
  const form = await page.locator('[data-piece="F"]').getAttribute("data-form");
  await tools.getByRole("button", { name: "Turn right" }).tap();
  await expect(page.locator('[data-piece="F"]')).not.toHaveAttribute("data-form", form);
  await tools.getByRole("button", { name: "Put back" }).tap();
  await expect(page.locator(".ghost .piece")).toHaveCount(0);
});

test("a hint can be read without looking for it", async ({ page }) => {
  await openRoom(page, duo());
  expect(await myTurn(page)).toBe(true);
  await page.getByRole("button", { name: "Hint", exact: true }).tap();
  await expect(page.locator(".hint strong")).toHaveText(/Try piece/);
  await expect(page.locator(".hint strong")).toBeInViewport();
});
