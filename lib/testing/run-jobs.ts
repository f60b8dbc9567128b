import { Logger, runOnce } from "graphile-worker";
import type { Db } from "#lib/db/pool.ts";
import type { Job } from "#lib/jobs/queue.ts";
import { sendMailJob } from "#lib/mail/send.ts";
import { unseal } from "#lib/sealed-text.ts";

export type SentMail = { to: string; subject: string; text: string; html: string; messageId: string };

const silent = new Logger(() => () => {});

/**
 * Runs every job that is due, also those which they queue, and answers the mails that would have gone out, oldest
 * first. A failing job fails the test.
 */
export async function runDueJobs(db: Db, jobs: readonly Job<never>[]): Promise<SentMail[]> {
  const mails: SentMail[] = [];
  const failures: unknown[] = [];
  const taskList = Object.fromEntries(
    (jobs as unknown as readonly Job[]).map((job) => [
      job.name,
      async (payload: unknown) => {
        await job.handler(db, job.payload.parse(payload)).catch((error) => failures.push(error));
      },
    ]),
  );
  taskList[sendMailJob.name] = async (payload: unknown) => {
    mails.push(JSON.parse(unseal(sendMailJob.payload.parse(payload).sealed)) as SentMail);
  };
  await runOnce({ pgPool: db.pool, taskList, concurrency: 1, noHandleSignals: true, logger: silent });
  if (failures.length > 0) throw failures[0];
  return mails;
}
