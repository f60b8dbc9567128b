import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { proofSeed } from "#lib/testing/proof.ts";
import { childEnvironment } from "#lib/tooling/child-environment.ts";
import { ROOT } from "#lib/tooling/files.ts";
import { drawMoment } from "#lib/tooling/proofs/calendar/days.ts";

const LONG_MS = 300_000;
const VITEST = path.join(ROOT, "node_modules/vitest/vitest.mjs");
const SHIFTED_DATE = path.join(ROOT, "lib/testing/shifted-date.ts");

/** These read the tree, let Python tell the time, which sees the true clock, or measure a log. */
const WITHOUT_A_DATE = [
  "lib/tooling/**",
  "features/api-docs/samples/**",
  "lib/log.test.ts",
  "**/*.db.test.ts",
];

const listFiles = () =>
  globSync("{features,components,lib}/**/*.test.ts", { cwd: ROOT, exclude: WITHOUT_A_DATE });

/** Runs Node with this clock; resolves with what it printed, also when it fails. */
async function runAt(shiftMs: number, args: string[]): Promise<{ code: number; printed: string }> {
  const env = childEnvironment({
    HOME: process.env.HOME,
    NODE_OPTIONS: `--import=${SHIFTED_DATE}`,
    DATE_SHIFT_MS: String(shiftMs),
  });
  const options = { cwd: ROOT, env, maxBuffer: 64 * 1024 * 1024 };
  return promisify(execFile)(process.execPath, args, options).then(
    ({ stdout }) => ({ code: 0, printed: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      printed: `${error.stdout}\n${error.stderr}`,
    }),
  );
}

test("a shifted process sees the drawn moment in every way to ask Date for it", async () => {
  const program = `
    const now = Date.now();
    console.log(JSON.stringify([now, new Date().getTime(), Date.parse(Date()), new Date(7).getTime(),
      new Date() instanceof Date, new Date().constructor === Date]));`;
  const shiftMs = 10 * 365 * 24 * 3_600_000;
  const { printed } = await runAt(shiftMs, ["--eval", program]);
  const [now, made, text, given, isDate, hasConstructor] = JSON.parse(printed) as [number, ...unknown[]];
  expect(Math.abs(now - (Date.now() + shiftMs))).toBeLessThan(60_000);
  expect(Math.abs((made as number) - now)).toBeLessThan(5_000);
  expect(Math.abs((text as number) - now)).toBeLessThan(5_000);
  expect([given, isDate, hasConstructor]).toEqual([7, true, true]);
});

// `npm run check` leaves it to `npm run verify`: it takes as long as the unit tests themselves.
test.skipIf(process.env.DRAWN_DAY === "no")(
  "the unit tests of features and of lib pass on a day drawn by a seed",
  { timeout: LONG_MS },
  async () => {
    const seed = proofSeed("CALENDAR_SEED");
    const nowMs = Date.now();
    const { name, startMs } = drawMoment(seed, nowMs);
    const files = listFiles();
    expect(files.length).toBeGreaterThan(80);
    const projects = ["--project", "unit", "--project", "alone"];
    const { code, printed } = await runAt(startMs - nowMs, [
      VITEST,
      "run",
      ...projects,
      "--reporter=dot",
      ...files,
    ]);
    const where = `${name}, ${new Date(startMs).toISOString()}. Again: CALENDAR_SEED=${seed} npm test -- drawn-day`;
    expect(code, `${where}\n${printed}`).toBe(0);
  },
);
