import { deliverSms } from "#features/activations/activations.writes.ts";
import { deliverManySms, lockBuyers } from "#features/activations/deliver-batch.writes.ts";
import { lockWallets } from "#features/ledger/ledger.writes.ts";
import { deliverManySmsToRentals, lockRenters } from "#features/rentals/deliver-batch.writes.ts";
import { deliverSmsToRentals } from "#features/rentals/rentals.writes.ts";
import type { SmsSinks } from "#features/supply/intake/batch-intake.writes.ts";

/** Where SMS go. A number is for single SMS or for rent, never both. */
export const smsSinks: SmsSinks = {
  one: async (tx, rules, sms) =>
    (await deliverSms(tx, rules, sms)) || (await deliverSmsToRentals(tx, rules, sms)),
  many: async (tx, rules, batch) => {
    const renters = await lockRenters(tx, batch);
    // Each of both kinds locks its wallets in order; one behind the other they would meet whoever locks them the other way round.
    if (renters.length > 0) await lockWallets(tx, [...renters, ...(await lockBuyers(tx, batch))]);
    const taken = await deliverManySms(tx, rules, batch);
    const left = batch.filter(({ id }) => !taken.has(id));
    if (left.length === 0) return taken;
    return new Set([...taken, ...(await deliverManySmsToRentals(tx, rules, left))]);
  },
};
