import { webhooksUnwanted } from "#features/identity/identity.topics.ts";
import { DeliveryPump, deliverySweep } from "#features/notifications/webhooks/delivery/delivery.jobs.ts";
import { fanOut } from "#features/notifications/webhooks/fan-out/fan-out.writes.ts";
import {
  endWebhooksOf,
  forgetOldDeliveries,
  forgetSmsAnswers,
} from "#features/notifications/webhooks/webhooks.writes.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";
import { subscribe } from "#lib/jobs/topics.ts";

const told = new Set<number>();
const pump = new DeliveryPump();

/** What a stopping worker waits for: deliveries that are under way. */
export const settleDeliveries = () => pump.settle();

export const webhookSweeps = [
  defineSweep({ name: "notifications: webhook fan-out", everyMs: 250, run: (db) => fanOut(db, told) }),
  deliverySweep(pump),
  defineSweep({
    name: "notifications: webhook retention",
    everyMs: 60_000,
    run: async (db) => (await forgetSmsAnswers(db, 5_000)) + (await forgetOldDeliveries(db, 5_000)),
  }),
];

/** Who ends everything with the old password ends these, too. */
export const webhookSubscribers = [
  subscribe(webhooksUnwanted, "notifications", (db, { userId }) =>
    withTransaction(db, (tx) => endWebhooksOf(tx, userId)),
  ),
];
