import { defineConfig } from "@playwright/test";
import { findChromium } from "./lib/tooling/chromium.ts";

// Journeys run against the default start: `npm run verify` starts one on free ports and names it in JOURNEY_URL.
const baseURL = process.env.JOURNEY_URL ?? "http://localhost:3000";

export default defineConfig({
  testDir: "app",
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results",
  // One product, one SIM bank, two cores: journeys that race each other would measure the machine.
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
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
