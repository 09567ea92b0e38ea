import { duo, expect, myTurn, openRoom, takeWithMouse, test } from "./fixture.js";

test("a whole game of Duo against level 1 with the mouse", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "New game", exact: true }).click();
  await page.getByLabel("Who plays seat 2").selectOption("level:1");
  await page.getByRole("button", { name: "Start the game" }).click();
  let turns = 0;
  while (await myTurn(page)) {
    const before = await page.locator(".moves .move").count();
    const place = await takeWithMouse(page);
    if (turns % 2) {
      // Every other piece is carried from the tray.
      await page.keyboard.press("Escape");
      await page.locator(".own .slot:not(.dim)").first().hover();
      await page.mouse.down();
      await page.mouse.move(place.x - 40, place.y, { steps: 4 });
      await page.mouse.move(place.x, place.y, { steps: 4 });
      await page.mouse.up();
    } else await page.mouse.click(place.x, place.y);
    await expect.poll(() => page.locator(".moves .move").count()).toBeGreaterThan(before);
    turns += 1;
  }
  expect(turns).toBeGreaterThan(8);
  const ending = page.locator(".ending");
  await expect(ending.getByRole("row")).toHaveCount(2);
  await expect(ending.locator("h2")).toHaveText(/wins by \d+|draw/i);
  const scores = await ending.locator(".score").allTextContents();
  expect(scores.map((score) => Number(score.replace("−", "-"))).every(Number.isFinite)).toBe(true);

  await ending.getByRole("button", { name: "Review" }).click();
  await expect(page.locator(".lines .move").first()).toBeVisible();
  await page.goBack();
  await page.locator(".ending").getByRole("button", { name: "Rematch" }).click();
  await expect(page.locator(".ending")).toBeHidden();
  await expect(page.locator(".player")).toHaveCount(2);
});

test("a misplaced piece is told which rule it breaks, and the cells flash", async ({ page }) => {
  await openRoom(page, duo());
  expect(await myTurn(page)).toBe(true);
  await page.locator('.own [data-piece="X"]').click();
  const board = await page.locator(".board").boundingBox();
  await page.mouse.move(board.x + board.width / 2, board.y + board.height / 2);
  await expect(page.locator(".ghost .misfits .cross")).toBeVisible();
  await page.mouse.click(board.x + board.width / 2, board.y + board.height / 2);
  await expect(page.locator(".note.wrong")).toContainText("must cover e10");
  await expect(page.locator(".flash path").first()).toBeAttached();
  await expect(page.locator(".moves .move")).toHaveCount(0);
});
