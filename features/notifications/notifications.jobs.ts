import { makeLowBalanceSweep } from "#features/notifications/low-balance/low-balance.jobs.ts";
import { pushSweeps } from "#features/notifications/push/push.jobs.ts";
import { telegramSweeps } from "#features/notifications/telegram/telegram.jobs.ts";
import { webhookSweeps } from "#features/notifications/webhooks/webhooks.jobs.ts";
import { forgetOldEvents } from "#lib/jobs/events.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** Events are kept for a day: long enough for any stream to resume, since each one is the whole current state. */
const eventRetention = defineSweep({
  name: "notifications: event retention",
  everyMs: 60_000,
  run: (db) => forgetOldEvents(db, 20_000),
});

export const notificationSweeps = [
  eventRetention,
  makeLowBalanceSweep(),
  ...webhookSweeps,
  ...pushSweeps,
  ...telegramSweeps,
];
