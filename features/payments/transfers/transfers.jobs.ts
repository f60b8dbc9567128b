import { expireTransfers } from "#features/payments/transfers/transfer-confirmation.writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

const BATCH = 50;

export const transferSweeps = [
  defineSweep({
    name: "payments: expire transfers",
    everyMs: 60_000,
    run: (db) => expireTransfers(db, BATCH),
  }),
];
