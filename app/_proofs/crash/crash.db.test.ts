import { expect, test } from "vitest";
import { type CrashGoals, runCrash } from "#app/_proofs/crash/crash.ts";
import { isFullProof, proofSeed, recordFigures } from "#lib/testing/proof.ts";

const MINUTE_MS = 60_000;
/** `npm run prove -- crash --minutes 30` sets it: the goals of a whole proof are worth about two minutes of a quiet machine. */
const minutes = Number(process.env.CRASH_MINUTES ?? 2);
const whole: CrashGoals = { apiKills: 50, workerKills: 50, databaseKills: 25, acknowledged: 20_000 };
/** The short form: some kills of each kind. Its seed says at which named points it begins, so that a few runs meet them all. */
const short: CrashGoals = { apiKills: 6, workerKills: 3, databaseKills: 1, acknowledged: 700 };
const goals: CrashGoals = isFullProof
  ? {
      apiKills: Math.ceil((whole.apiKills * minutes) / 2),
      workerKills: Math.ceil((whole.workerKills * minutes) / 2),
      databaseKills: Math.ceil((whole.databaseKills * minutes) / 2),
      acknowledged: Math.ceil((whole.acknowledged * minutes) / 2),
    }
  : short;
const seed = proofSeed("CRASH_SEED");

/** A safety net: the run counts deeds. */
const atMostMs = 60 * MINUTE_MS + minutes * 10 * MINUTE_MS;

test("kill -9 of the API, the worker and PostgreSQL under load loses nothing and doubles nothing", {
  timeout: atMostMs,
}, async () => {
  const say = (text: string) => void process.stdout.write(`${text}\n`);
  const report = await runCrash(goals, seed, isFullProof ? say : () => undefined);
  if (isFullProof) say(JSON.stringify(report, null, 2));
  recordFigures("kill -9 under load", {
    "killed: API / worker / PostgreSQL": `${report.kills.api} / ${report.kills.worker} / ${report.kills.database}`,
    "of these at a named statement": `${report.pointsHit.api} / ${report.pointsHit.worker} / ${report.pointsHit.database}`,
    "acknowledged in all": report.acknowledged,
    ...report.deeds,
    "calls that were repeated because nobody answered": report.repeats,
    "lost / doubled / unbalanced / mismatched": Object.values(report.verdict)
      .map((offences) => offences.length)
      .join(" / "),
    seconds: report.seconds,
  });
  expect(report.verdict, `CRASH_SEED=${seed}`).toEqual({
    lost: [],
    doubled: [],
    unbalanced: [],
    mismatched: [],
  });
  expect(report.kills.api).toBeGreaterThanOrEqual(goals.apiKills);
  expect(report.kills.worker).toBeGreaterThanOrEqual(goals.workerKills);
  expect(report.kills.database).toBeGreaterThanOrEqual(goals.databaseKills);
  expect(report.acknowledged).toBeGreaterThanOrEqual(goals.acknowledged);
  // What nobody did was not proven.
  for (const [deed, count] of Object.entries(report.deeds)) expect(count, deed).toBeGreaterThan(0);
  // Points that the load does not reach in time are kills at random; some must be where they are meant to be.
  expect(report.pointsHit.api).toBeGreaterThanOrEqual(isFullProof ? goals.apiKills / 5 : 1);
  if (isFullProof) expect(report.pointsHit.worker).toBeGreaterThanOrEqual(1);
  expect(report.pointsHit.database).toBeGreaterThanOrEqual(Math.floor(goals.databaseKills / 10));
});
