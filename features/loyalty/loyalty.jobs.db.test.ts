import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { givenTopUp } from "#features/payments/top-ups.factory.ts";
import { execute, one } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { spawnProcess } from "#lib/testing/spawned-process.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner, url } = await useTestDb();
const USERS = 250;

const startWorker = () =>
  spawnProcess("worker", {
    AUTH_SECRET: env.AUTH_SECRET as string,
    DATA_KEY: env.DATA_KEY as string,
    DATABASE_URL: url,
    WORKER_PORT: "0",
  });

const paidCount = async () =>
  (await one<{ count: number }>(db, sql`select count(*)::int as count from loyalty_weeks`)).count;

async function until(count: number): Promise<void> {
  while ((await paidCount()) < count) await pause(5);
}

test("workers that are killed in the middle of Monday's round leave everybody paid exactly once", async () => {
  await execute(owner, sql`update loyalty_settings set welcome_bp = 0`);
  const users = Array.from({ length: USERS }, (_, index) => 20_000 + index);
  for (const userId of users) await givenTopUp(db, { userId, amountKopecks: 100_000 });
  await moveClock(owner, "8 days");
  for (const count of [37, 140]) {
    const workers = await Promise.all([startWorker(), startWorker()]);
    await until(count);
    await Promise.all(workers.map((worker) => worker.stop("SIGKILL")));
  }
  const last = await startWorker();
  await until(USERS);
  await last.stop();
  const paid = await one(
    db,
    sql`select count(*)::int as postings, count(distinct credit_account_id)::int as users, sum(amount_kopecks)::int as kopecks
        from ledger_transfers where kind = 'cashback'`,
  );
  expect(paid).toEqual({ postings: USERS, users: USERS, kopecks: USERS * 1_000 });
}, 180_000);
