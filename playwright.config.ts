import { defineConfig } from "@playwright/test";
import { findChromium } from "./lib/tooling/chromium.ts";

// Journeys run against the default start: `npm run verify` starts one on free ports and names it in JOURNEY_URL.
const baseURL = process.env.JOURNEY_URL ?? "http://localhost:3000";

export default defineConfig({
  testDir: "app",
  projects: [
    { name: "journeys", testMatch: "**/*.e2e.ts", testIgnore: "**/*.later.e2e.ts" },
    // These move the product's clock on, which does not come back.
    { name: "later", testMatch: "**/*.later.e2e.ts", dependencies: ["journeys"] },
  ],
  outputDir: "test-results",
  // One product, one SIM bank, two cores: journeys that race each other would measure the machine.
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 180_000,
  // Generous: a crowded machine is slow, and a page that comes late is no other page.
  expect: { timeout: 30_000 },
  reporter: process.env.VERIFY_COUNTS ? [["list"], ["./lib/testing/counting-journeys.ts"]] : [["list"]],
  use: {
    baseURL,
    browserName: "chromium",
    locale: "en-US",
    timezoneId: "Asia/Kathmandu",
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
