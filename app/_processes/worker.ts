import type { AddressInfo } from "node:net";
import "#lib/tooling/say-problems.ts";
import { setTimeout as pause } from "node:timers/promises";
import { collectReconciliation } from "#app/_processes/worker/reconciliation-metrics.ts";
import { collectSuppliers } from "#app/_processes/worker/supplier-metrics.ts";
import { sweeps } from "#app/_processes/worker/sweeps.ts";
import { settleSearches } from "#features/activations/search/search.jobs.ts";
import { identityJobs } from "#features/identity/identity.jobs.ts";
import {
  accountDoubted,
  ownerTold,
  recoveryNoticeSent,
  registered,
  webhooksUnwanted,
} from "#features/identity/identity.topics.ts";
import { loyaltySubscribers } from "#features/loyalty/loyalty.jobs.ts";
import { pushSubscribers, settlePushes } from "#features/notifications/push/push.jobs.ts";
import { telegramSubscribers } from "#features/notifications/telegram/telegram.jobs.ts";
import { settleDeliveries, webhookSubscribers } from "#features/notifications/webhooks/webhooks.jobs.ts";
import { partnerSubscribers } from "#features/partners/partner-applications/partner-applications.jobs.ts";
import { guestSubscribers } from "#features/payments/guests/guests.jobs.ts";
import { toppedUp, topUpReversed } from "#features/payments/payments.topics.ts";
import {
  withdrawalJobs,
  withdrawalSubscribers,
} from "#features/payments/withdrawals/sending/sending.jobs.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { readyAccountJobs } from "#features/ready-accounts/ready-accounts.jobs.ts";
import { referralSubscribers } from "#features/referrals/referrals.jobs.ts";
import { unusableAnswersWritten } from "#features/supply/health/unusable-answers.writes.ts";
import { collectPool, Health, serveHealth } from "#lib/api/health.ts";
import { databaseAnswers, databaseIsMigrated } from "#lib/api/readiness.ts";
import { ClockWatch } from "#lib/clocks/clock-watch.ts";
import { listen } from "#lib/db/listen.ts";
import { createDb } from "#lib/db/pool.ts";
import { env, requireEnv } from "#lib/env.ts";
import { type Job, startQueue } from "#lib/jobs/queue.ts";
import { runSweeps } from "#lib/jobs/sweeps.ts";
import { type Subscriber, type Topic, topicJobs } from "#lib/jobs/topics.ts";
import { log } from "#lib/log.ts";
import { sendMailJob } from "#lib/mail/send.ts";
import { refuseOwnersLogin } from "#lib/tooling/database/app-login.ts";
import { refuseWrongClock } from "#lib/tooling/database/database-clock.ts";

/** Everything that happens by itself: jobs out of the queue, deadlines, supplier polls, outboxes. Any number may run. */
const databaseUrl = requireEnv("DATABASE_URL");
await refuseOwnersLogin(databaseUrl);
await refuseWrongClock(databaseUrl);
const db = createDb(databaseUrl, { max: env.DATABASE_POOL_MAX, applicationName: "sms-den worker" });

const health = new Health({
  process: "worker",
  checks: { database: databaseAnswers(db), migrations: databaseIsMigrated(db) },
});
collectPool(health.registry, db.pool);
collectReconciliation(health.registry, db);
collectSuppliers(health.registry, db);

const topics = [
  registered,
  accountDoubted,
  webhooksUnwanted,
  recoveryNoticeSent,
  ownerTold,
  toppedUp,
  topUpReversed,
] as unknown as Topic<never>[];
// The order matters: bonuses are reversed before what was kept aside for that is free again.
const subscribers: Subscriber[] = [
  ...loyaltySubscribers,
  ...withdrawalSubscribers,
  ...referralSubscribers,
  ...webhookSubscribers,
  ...pushSubscribers,
  ...telegramSubscribers,
  ...partnerSubscribers,
  ...guestSubscribers,
];
const jobs = [
  ...identityJobs,
  ...withdrawalJobs,
  ...readyAccountJobs,
  ...topicJobs(topics, subscribers),
  sendMailJob as unknown as Job<never>,
];

const notices = listen(databaseUrl, {
  applicationName: "sms-den worker notices",
  channels: { policy_changed: () => forgetPolicy(db) },
  onConnected: (isGap) => {
    if (isGap) forgetPolicy(db);
  },
});

const stopping = new AbortController();
const sweeping = runSweeps(db, sweeps, stopping.signal);
const watchingClock = new ClockWatch("worker", health.registry).run(db, stopping.signal);
const runner = await startQueueWhenReady();
const server = await serveHealth(health, env.WORKER_PORT, env.HOST);
const { port } = server.address() as AddressInfo;
log.info({ port, sweeps: sweeps.length, jobs: jobs.length }, "worker is at work");

async function startQueueWhenReady() {
  for (;;) {
    try {
      return await startQueue(db, jobs);
    } catch (error) {
      if (stopping.signal.aborted) throw error;
      log.warn({ error: (error as Error).message }, "the queue is not ready");
      await pause(1_000);
    }
  }
}

async function stop(): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  health.stop();
  await Promise.all([runner.stop(), sweeping, watchingClock]);
  await Promise.all([settleDeliveries(), settlePushes(), settleSearches(), unusableAnswersWritten(db)]);
  server.close();
  await notices.close();
  await db.close();
  process.exit(0);
}
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop());
