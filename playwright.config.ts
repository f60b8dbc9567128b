import { defineConfig } from "@playwright/test";
import { findChromium } from "./lib/tooling/chromium.ts";

// Journeys run against the default start: `npm run verify` starts one on free ports and names it in JOURNEY_URL.
const baseURL = process.env.JOURNEY_URL ?? "http://localhost:3000";

const atStandIns = "**/profile/pay/**/*.e2e.ts";

export default defineConfig({
  testDir: "app",
  projects: [
    // These listen where the product looks for payment providers: one at a time, beside the others; first, since they take long.
    { name: "stand-ins", testMatch: atStandIns, workers: 1 },
    // Beside one another: each with people of its own, see docs/testing.md.
    { name: "journeys", testMatch: "**/*.e2e.ts", testIgnore: ["**/*.later.e2e.ts", atStandIns] },
    // These move the product's clock on, which does not come back.
    {
      name: "later",
      testMatch: "**/*.later.e2e.ts",
      dependencies: ["journeys", "stand-ins"],
      workers: 1,
    },
  ],
  outputDir: "test-results",
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Generous, and said here alone: a crowded machine is slow, and a page that comes late is no other page.
  timeout: 900_000,
  expect: { timeout: 120_000, toPass: { timeout: 120_000 } },
  reporter: process.env.VERIFY_COUNTS ? [["list"], ["./lib/testing/counting-journeys.ts"]] : [["list"]],
  use: {
    baseURL,
    browserName: "chromium",
    locale: "en-US",
    timezoneId: "Asia/Kathmandu",
    // Without a graphics card every frame of a motion is drawn by the processor. `gallery.e2e.ts` looks at motion.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
