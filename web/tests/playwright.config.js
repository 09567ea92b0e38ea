import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** The system's browser, if there is one; else the one that `npx playwright install chromium` brings. */
const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => path && existsSync(path));

/** How many times longer than usual to wait, for machines that are busy with something else. */
const patience = Number(process.env.PATIENCE ?? 1);

export default defineConfig({
  projects: ["browser", "speed"].map((name) => ({ name, testDir: name })),
  outputDir: "results",
  // Each worker has its own server.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000 * patience,
  expect: { timeout: 30_000 * patience },
  reporter: [["list"]],
  use: {
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
    trace: "retain-on-failure",
    launchOptions: { executablePath, args: ["--no-sandbox"] },
  },
});
