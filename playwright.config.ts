import { defineConfig } from "@playwright/test";
import { findChromium } from "./lib/tooling/machine/chromium.ts";

// Journeys run against the default start: `npm run verify` starts one on free ports and names it in JOURNEY_URL.
const baseURL = process.env.JOURNEY_URL ?? "http://localhost:3000";

/** One press, one typed text. */
const ACTION_MS = 20_000;
/** What has to come: a page, an SMS of the SIM bank, a mail. */
const SEEN_MS = 60_000;
/** A journey whole. */
const JOURNEY_MS = 180_000;

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
  // Said here alone. A press that meets nothing is lost for ever: it ends its journey within seconds, whatever the machine is doing.
  timeout: JOURNEY_MS,
  expect: { timeout: SEEN_MS, toPass: { timeout: SEEN_MS } },
  reporter: [
    ["list"],
    ["./lib/testing/told-figures.ts"],
    ...(process.env.VERIFY_RECORDS ? [["./lib/testing/counting-journeys.ts"] as const] : []),
  ],
  use: {
    baseURL,
    actionTimeout: ACTION_MS,
    navigationTimeout: SEEN_MS,
    browserName: "chromium",
    locale: "en-US",
    timezoneId: "Asia/Kathmandu",
    // Without a graphics card every frame of a motion is drawn by the processor. `gallery.e2e.ts` looks at motion.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // Without its film and copies of the pages, which cost more than the journeys. By hand: `playwright test --trace on`.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
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
