import sql from "sql-template-tag";
import { expect, it } from "vitest";
import { z } from "zod";
import { execute } from "#lib/db/query.ts";
import { defineJob, enqueue, releaseAbandonedJobs } from "#lib/jobs/queue.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const done: string[] = [];
const job = defineJob({
  name: "queue_probe",
  payload: z.object({ mark: z.string() }),
  handler: async (_db, { mark }) => {
    done.push(mark);
  },
});

/** As a worker leaves the jobs that it ran when it was killed. */
const abandon = (ago: string) =>
  execute(
    owner,
    sql`update graphile_worker._private_jobs set locked_at = now() - ${ago}::interval, locked_by = 'a dead worker'`,
  );

it("a job whose worker was killed runs again within minutes; one that is being run is left alone", async () => {
  await enqueue(db, job, { mark: "a" });
  await abandon("1 minute");
  expect(await releaseAbandonedJobs(db)).toBe(0);
  await runDueJobs(db, [job as never]);
  expect(done).toEqual([]);
  await abandon("4 minutes");
  expect(await releaseAbandonedJobs(db)).toBe(1);
  await runDueJobs(db, [job as never]);
  expect(done).toEqual(["a"]);
});
