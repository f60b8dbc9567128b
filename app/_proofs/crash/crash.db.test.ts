import { expect, test } from "vitest";
import { type CrashGoals, runCrash } from "#app/_proofs/crash/crash.ts";

const MINUTE_MS = 60_000;
/** `npm run crash -- --minutes 30` sets it; a minute does about what the goals of a plain run do in two. */
const minutes = Number(process.env.CRASH_MINUTES ?? 0);
const plain: CrashGoals = { apiKills: 50, workerKills: 50, databaseKills: 25, acknowledged: 20_000 };
const factor = minutes === 0 ? 1 : minutes / 2;
const goals: CrashGoals = {
  apiKills: Math.ceil(plain.apiKills * factor),
  workerKills: Math.ceil(plain.workerKills * factor),
  databaseKills: Math.ceil(plain.databaseKills * factor),
  acknowledged: Math.ceil(plain.acknowledged * factor),
};

/** A safety net: the run counts deeds. */
const atMostMs = 60 * MINUTE_MS + minutes * 10 * MINUTE_MS;

test("kill -9 of the API, the worker and PostgreSQL under load loses nothing and doubles nothing", {
  timeout: atMostMs,
}, async () => {
  const say = (text: string) => void process.stdout.write(`${text}\n`);
  const report = await runCrash(goals, minutes === 0 ? () => undefined : say);
  if (minutes > 0 || process.env.CRASH_REPORT) say(JSON.stringify(report, null, 2));
  expect(report.verdict).toEqual({ lost: [], doubled: [], unbalanced: [], mismatched: [] });
  expect(report.kills.api).toBeGreaterThanOrEqual(goals.apiKills);
  expect(report.kills.worker).toBeGreaterThanOrEqual(goals.workerKills);
  expect(report.kills.database).toBeGreaterThanOrEqual(goals.databaseKills);
  expect(report.acknowledged).toBeGreaterThanOrEqual(goals.acknowledged);
  // Points that the load does not reach in time are kills at random; some must be where they are meant to be.
  expect(report.pointsHit.api).toBeGreaterThanOrEqual(goals.apiKills / 5);
  expect(report.pointsHit.worker).toBeGreaterThanOrEqual(1);
  expect(report.pointsHit.database).toBeGreaterThanOrEqual(Math.floor(goals.databaseKills / 10));
});
