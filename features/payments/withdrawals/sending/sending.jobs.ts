import { z } from "zod";
import { accountDoubted } from "#features/identity/identity.topics.ts";
import type { Gateways } from "#features/payments/gateway/provider.gateway.ts";
import { configuredGateways } from "#features/payments/payments.gateway.ts";
import { topUpReversed } from "#features/payments/payments.topics.ts";
import {
  listDueWithdrawals,
  listForgottenAside,
  listKeptAside,
} from "#features/payments/withdrawals/sending/sending.reads.ts";
import {
  freeKeptBonus,
  rejectForDebt,
  sendWithdrawal,
} from "#features/payments/withdrawals/sending/sending.writes.ts";
import { stopWithdrawals } from "#features/payments/withdrawals/withdrawal-request.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";
import { defineJob, type Job } from "#lib/jobs/queue.ts";
import { defineSweep, takeEach } from "#lib/jobs/sweeps.ts";
import { subscribe } from "#lib/jobs/topics.ts";
import { log } from "#lib/log.ts";

const BATCH = 20;
const gateways = configuredGateways();

/** Sends an approved withdrawal at once; the sweep behind it does so too, and asks again where an answer was lost. */
export const sendWithdrawalJob = defineJob({
  name: "payments_send_withdrawal",
  payload: z.strictObject({ withdrawalId: z.number().int() }),
  handler: (db, { withdrawalId }) => sendWithdrawal(db, gateways, withdrawalId),
});

/** Works on all withdrawals whose turn it is; one that fails does not stop the others. Answers how many there were. */
export async function sendDueWithdrawals(db: Db, providers: Gateways): Promise<number> {
  const due = await listDueWithdrawals(db, BATCH, env.WITHDRAWALS_PAUSED);
  for (const id of due) {
    await sendWithdrawal(db, providers, id).catch((error: Error) =>
      log.error({ withdrawalId: id, error: error.message }, "withdrawal could not be sent"),
    );
  }
  return due.length;
}

export const withdrawalJobs = [sendWithdrawalJob as unknown as Job<never>];

/** Bonus money nobody asked about for so long after the withdrawal was paid is free again. */
const FORGOTTEN_MINUTES = 10;

export const withdrawalSweeps = [
  defineSweep({
    name: "payments: send withdrawals",
    everyMs: 2_000,
    run: (db) => sendDueWithdrawals(db, gateways),
  }),
  defineSweep({ name: "payments: free bonus money", everyMs: 30_000, run: freeForgottenBonus }),
];

/** Gives bonus money free that was kept aside for long enough. Answers how many withdrawals there were. */
export async function freeForgottenBonus(db: Db): Promise<number> {
  const ids = await listForgottenAside(db, FORGOTTEN_MINUTES, BATCH);
  return takeEach("free kept bonus money", ids, (id) => freeKeptBonus(db, id));
}

/**
 * To stand behind those who give bonuses for top-ups: what they took back is a debt by then. What is not on its way yet is
 * stopped when a provider took a top-up back: its money pays the debt first.
 */
export const withdrawalSubscribers = [
  subscribe(topUpReversed, "withdrawals: stop for debt, free bonus money", async (db, { userId }) => {
    await rejectForDebt(db, userId);
    for (const id of await listKeptAside(db, userId)) await freeKeptBonus(db, id);
  }),
  subscribe(accountDoubted, "withdrawals: cancel what waits", (db, { userId }) =>
    stopWithdrawals(db, userId),
  ),
];
