import { expect, test } from "vitest";
import { env } from "#lib/env.ts";
import { spawnProcess } from "#lib/testing/spawned-process.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { findFreePort } from "#lib/tooling/ports.ts";

const { url } = await useTestDb();

/** Settings of a process whose clock is `aheadMs` ahead of the machine's. */
const settings = (aheadMs: number) => ({
  AUTH_SECRET: env.AUTH_SECRET as string,
  DATA_KEY: env.DATA_KEY as string,
  DATABASE_URL: url,
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`const now=Date.now;Date.now=()=>now()+${aheadMs}`)}`,
  PORT: "0",
  WORKER_PORT: "0",
  WEB_URL: "http://127.0.0.1:9",
});

test.each([
  ["api", 7_200_000, "ahead of"],
  ["worker", -7_200_000, "behind"],
])(
  "%s does not start with a clock %i ms ahead of the database's, and says what to do",
  async (name, aheadMs, direction) => {
    await expect(spawnProcess(name, settings(aheadMs))).rejects.toThrow(
      new RegExp(
        `ended with 1:.*The clock of this machine is [12] h(?: \\d+ min)? ${direction} the database's\\. .* follow a time server .* start again\\.`,
        "s",
      ),
    );
  },
  60_000,
);

test("a worker whose clock is half a minute wrong starts, and tells so in its metrics", async () => {
  // It logs the port it was told to take, so 0 would not say which one it got.
  const port = await findFreePort();
  const worker = await spawnProcess("worker", { ...settings(30_000), WORKER_PORT: String(port) });
  try {
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text(), { timeout: 30_000 })
      .toMatch(/^clock_ahead_of_database_seconds\{process="worker"\} (29|3\d)[.\d]*$/m);
  } finally {
    await worker.stop();
  }
  expect(worker.printed()).not.toContain("the clock is");
}, 60_000);
