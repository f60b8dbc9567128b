import sql from "sql-template-tag";
import { afterAll } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { type RentInput, rentNumber } from "#features/rentals/purchase.writes.ts";
import { rentInput } from "#features/rentals/rent-inputs.factory.ts";
import type { RentalState } from "#features/rentals/rentals.rules.ts";
import { deliverCallToRentals, deliverSmsToRentals } from "#features/rentals/rentals.writes.ts";
import { forgetOldSms, receiveSms } from "#features/supply/intake/intake.writes.ts";
import { forgetOldCalls, receiveCall } from "#features/supply/rent/rent.writes.ts";
import { givenRentOffer, takeOthersOffline } from "#features/supply/rent-offers.factory.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the suites of rentals: a test file that imports it has a database of its own. */
export const { db, owner } = await useTestDb({ max: 40 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);

afterAll(async () => {
  await forgetOldSms(db, 10_000);
  await forgetOldCalls(db, 10_000);
});

/** A rental of 4 hours for 560 kopecks (a rouble an hour, 40 % margin) on a number of its own. */
export async function given(part: Partial<RentInput> = {}, balanceKopecks = 10_000) {
  const countryId = 6;
  const offer = await givenRentOffer(db, { countryId, count: 1, services: [52, 20, 46, null] });
  const userId = await givenUser(db, balanceKopecks);
  // Only the new number can be had.
  await takeOthersOffline(owner, offer.supplierId);
  const rented = await rentNumber(db, rentInput({ userId, countryId, ...part }));
  return { ...offer, userId, id: rented.id, number: Number(rented.number) };
}

let lastSmsId = 0n;
/** Answers how many rentals took the SMS. */
export async function push(on: { supplierId: number; number: number }, text: string, sender = "Telegram") {
  lastSmsId += 1n;
  let taken = 0;
  const sms = { supplierId: on.supplierId, smsId: lastSmsId, phone: on.number, sender, text };
  await receiveSms(db, sms, async (tx, rules, one) => {
    taken = await deliverSmsToRentals(tx, rules, one);
    return taken;
  });
  return taken;
}

export async function ring(on: { supplierId: number; number: number }, caller = "4930123456") {
  lastSmsId += 1n;
  let taken = 0;
  const call = {
    supplierId: on.supplierId,
    callId: lastSmsId,
    phone: on.number,
    caller,
    calledAt: new Date(),
  };
  await receiveCall(db, call, async (tx, forDb, one) => {
    taken = await deliverCallToRentals(tx, forDb, one);
    return taken;
  });
  return taken;
}

export async function stateOf(id: number): Promise<{ state: RentalState; phase: string | null }> {
  return one(
    db,
    sql`select r.state, t.phase from rentals r left join ledger_transfers t on t.pending_id = r.hold_id where r.id = ${id}`,
  );
}

export async function outcomes<T>(tasks: Promise<T>[]): Promise<{ done: T[]; codes: string[] }> {
  const settled = await Promise.allSettled(tasks);
  return {
    done: settled.filter((result) => result.status === "fulfilled").map((result) => result.value),
    codes: settled
      .filter((result) => result.status === "rejected")
      .map(
        (result) =>
          (result.reason as { code?: string }).code ?? String((result as PromiseRejectedResult).reason),
      ),
  };
}
