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
  // How long it lasts is the agent’s luck.
  expect(turns).toBeGreaterThan(4);
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

/**
 * Where the middle of a cell is on the screen.
 *
 * @param {import("@playwright/test").Page} page
 */
async function at(page, column, row) {
  const board = await page.locator(".board").boundingBox();
  const unit = board.width / (14 + 0.8 + 0.3);
  return { x: board.x + (column + 1.3) * unit, y: board.y + (14 - row - 0.2) * unit };
}

test("a piece that is turned at the rim is played where it is shown", async ({ page }) => {
  // A black piece whose corner lets the next one stand at the right rim.
  await openRoom(page, { variant: "duo", seats: [{ kind: "me" }, { kind: "me" }], setup: { board: board({ l13: "1", m13: "1", a1: "2" }), to_play: 1 } });
  await expect(page.locator(".own .tray:not(.inactive)")).toBeVisible();
  await page.locator('.own [data-piece="I5"]').click();
  const { x, y } = await at(page, 13, 9);
  await page.mouse.move(x, y);
  await expect(page.locator(".ghost .piece")).toBeVisible();
  await page.mouse.wheel(0, 100);
  const ghost = page.locator(".ghost .body");
  const box = await ghost.boundingBox();
  expect(x).toBeGreaterThan(box.x);
  expect(x).toBeLessThan(box.x + box.width);
  expect(box.height).toBeGreaterThan(box.width * 4);
  await page.mouse.click(x, y);
  await expect(page.locator(".moves .move")).toHaveCount(1);
  await expect(page.locator(".moves .move").first()).toHaveAttribute("data-move", "n8,n9,n10,n11,n12");
});

test("a stroke on a trackpad turns a piece by how far it goes, and Ctrl leaves it to the browser", async ({ page }) => {
  await openRoom(page, duo());
  expect(await myTurn(page)).toBe(true);
  const piece = page.locator('.own [data-piece="F"]');
  await piece.click();
  const { x, y } = await at(page, 6, 6);
  await page.mouse.move(x, y);
  await expect(page.locator(".ghost .piece")).toBeVisible();
  const stroke = (events, more = {}) =>
    page.locator(".board").evaluate((board, [count, init]) => {
      /** @type {Set<string | undefined>} */
      const forms = new Set();
      let prevented = 0;
      for (let i = 0; i < count; i++) {
        const event = new WheelEvent("wheel", { deltaY: 5, bubbles: true, cancelable: true, ...init });
        board.dispatchEvent(event);
        prevented += Number(event.defaultPrevented);
        forms.add(document.querySelector('.own [data-piece="F"]')?.dataset.form);
      }
      return { forms: forms.size, prevented };
    }, [events, more]);
  // 150 pixels in thirty events are one turn.
  expect(await stroke(30)).toEqual({ forms: 2, prevented: 30 });
  await page.waitForTimeout(250);
  expect(await stroke(30, { ctrlKey: true })).toEqual({ forms: 1, prevented: 0 });
});

test("a piece that is let go outside the board leaves nothing there", async ({ page }) => {
  await openRoom(page, duo());
  expect(await myTurn(page)).toBe(true);
  await page.locator('.own [data-piece="X"]').click();
  const { x, y } = await at(page, 7, 7);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const title = await page.locator(".status").boundingBox();
  await page.mouse.move(title.x + 40, title.y + 10, { steps: 5 });
  await page.mouse.up();
  await expect(page.locator(".ghost .piece")).toHaveCount(0);
  // It is still in hand, and the mouse shows it again without being pressed.
  await page.mouse.move(x, y);
  await expect(page.locator(".ghost .piece")).toHaveCount(1);
});

/** Rows of a Duo board with some cells. @param {Record<string, string>} cells */
function board(cells) {
  const rows = Array.from({ length: 14 }, () => Array(14).fill("."));
  for (const [name, colour] of Object.entries(cells)) rows[14 - Number(name.slice(1))]["abcdefghijklmn".indexOf(name[0])] = colour;
  return rows.map((row) => row.join(""));
}
