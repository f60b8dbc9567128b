import { makeWorkerUtils, type Runner, run } from "graphile-worker";
import sql from "sql-template-tag";
import type { z } from "zod";
import { lendingPool } from "#lib/db/borrow.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";
import { log } from "#lib/log.ts";

/** A job is a declaration: its name, the shape of its payload and what it does. */
export type Job<Payload = unknown> = {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** Runs at least once; re-reads its row under lock and leaves if the state has moved on. */
  readonly handler: (db: Db, payload: Payload) => Promise<void>;
  readonly maxAttempts: number;
};

/** Declares a job. */
export function defineJob<Payload>(
  job: Omit<Job<Payload>, "maxAttempts"> & { maxAttempts?: number },
): Job<Payload> {
  return { maxAttempts: 25, ...job };
}

export type EnqueueOptions = {
  /** A job with the same key that has not run yet is replaced instead of doubled. */
  key?: string;
  runAt?: Date;
};

/** Puts a job into the queue in the caller's transaction: it exists if and only if the transaction commits. */
export async function enqueue<Payload>(
  tx: Queryable,
  job: Job<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<void> {
  await execute(
    tx,
    sql`select graphile_worker.add_job(
      ${job.name}, payload => ${JSON.stringify(job.payload.parse(payload))}::json, job_key => ${options.key ?? null},
      run_at => ${options.runAt ?? null}, max_attempts => ${job.maxAttempts})`,
  );
}

/** Whether a job under one of these keys has not been done yet, or was given up. */
export async function isQueued(db: Queryable, keys: readonly string[]): Promise<boolean> {
  const found = await maybeOne(
    db,
    sql`select 1 from graphile_worker._private_jobs where key = any (${[...keys]}::text[]) limit 1`,
  );
  return found !== null;
}

/** Creates or updates the queue's own tables and lets the app role use them. Runs as the owner. */
export async function migrateQueue(owner: Db): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: owner.pool });
  try {
    await utils.migrate();
  } finally {
    await utils.release();
  }
  await execute(owner, sql`grant usage on schema graphile_worker to sms_den_app`);
  await execute(
    owner,
    sql`grant select, insert, update, delete on all tables in schema graphile_worker to sms_den_app`,
  );
  // Which tables the queue has is the owner's to say.
  await execute(owner, sql`revoke insert, update, delete on graphile_worker.migrations from sms_den_app`);
  await execute(owner, sql`grant usage, select on all sequences in schema graphile_worker to sms_den_app`);
  await execute(owner, sql`grant execute on all functions in schema graphile_worker to sms_den_app`);
  // The queue's tables have row level security without a policy, which hides every row from all but their owner.
  await execute(
    owner,
    sql`do $$
      declare hidden record;
      begin
        for hidden in
          select c.oid::regclass as name from pg_class c
          where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
            and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'sms_den_app_all')
        loop
          execute format('create policy sms_den_app_all on %s to sms_den_app using (true) with check (true)', hidden.name);
        end loop;
      end $$`,
  );
}

/** Starts taking jobs. Stop with `runner.stop()`: running handlers are awaited. */
export async function startQueue(db: Db, jobs: readonly Job<never>[], concurrency = 4): Promise<Runner> {
  const taskList = Object.fromEntries(
    (jobs as unknown as readonly Job[]).map((job) => [
      job.name,
      (payload: unknown) => job.handler(db, job.payload.parse(payload)),
    ]),
  );
  const quiet = { error: "error", warning: "warn", info: "debug", debug: "debug" } as const;
  const { Logger } = await import("graphile-worker");
  const logger = new Logger(
    () => (level, message, meta) => log[quiet[level]]({ meta: meta?.error ?? undefined }, message),
  );
  // The queue gives a connection back as if nothing were wrong when its statement got no answer.
  return run({
    pgPool: lendingPool(db.pool),
    taskList,
    concurrency,
    noHandleSignals: true,
    pollInterval: 1_000,
    logger,
  });
}

/** Longer than any job may take; the mail server's time limits are the longest. */
const ABANDONED_AFTER = "3 minutes";

/**
 * Gives jobs back whose worker was killed while it ran them; the queue itself would wait four hours. Answers how many.
 */
export async function releaseAbandonedJobs(db: Db): Promise<number> {
  return execute(
    db,
    sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null
        where locked_at < now() - ${ABANDONED_AFTER}::interval`,
  );
}

/** Runs beside the features' sweeps. */
export const queueSweeps = [
  defineSweep({ name: "jobs: give back abandoned", everyMs: 30_000, run: releaseAbandonedJobs }),
];
