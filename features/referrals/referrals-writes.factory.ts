import sql from "sql-template-tag";
import { beforeAll, beforeEach } from "vitest";
import { cancelActivation, deliverSms } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { marksOf } from "#features/identity/attribution/attribution.reads.ts";
import { recordArrival } from "#features/identity/attribution/attribution.writes.ts";
import { getReferralBalance } from "#features/ledger/ledger.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { ensureFirstLink } from "#features/referrals/links.writes.ts";
import { attributePerson } from "#features/referrals/people.writes.ts";
import { accrueShares, payDueShares } from "#features/referrals/referrals.jobs.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the suites of referrals: a test file that imports it has a database of its own. */
export const { db, owner } = await useTestDb({ max: 20 });

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
});
beforeEach(async () => {
  await settle();
});

let unique = 0;
export const nextUnique = () => ++unique;
export const STAFF = { staffId: 990_001 as UserId, permission: "money-lead", ip: "" } as const;

export async function givenReferrer(): Promise<{ userId: UserId; code: string }> {
  const { userId } = await givenApiBuyer(db, 0);
  await ensureFirstLink(db, userId);
  const { code } = await one<{ code: string }>(
    db,
    sql`select code from referrals_links where user_id = ${userId}`,
  );
  return { userId, code };
}

type Coming = { deviceId?: string; ip?: string; balance?: number };

/** Somebody who registered by a link, with money that was given to them. */
export async function givenPerson(
  code: string,
  { deviceId, ip, balance = 1_000_000 }: Coming = {},
): Promise<UserId> {
  const { userId } = await givenApiBuyer(db, balance);
  const marks = marksOf(deviceId ?? null, ip ?? "");
  await withTransaction(db, (tx) => recordArrival(tx, userId, { referralCode: code, ...marks }));
  await attributePerson(db, userId);
  return userId;
}

/** Buys for so much; the code comes unless said otherwise. Answers the order's id. */
export async function spend(userId: UserId, priceKopecks: number, comes = true): Promise<number> {
  const own = nextUnique();
  const countryId = 10 + (own % 150);
  const offer = await givenOffer(db, { countryId, priceKopecks, costKopecks: 1, count: 1 });
  const { id, number } = await buyActivation(
    db,
    purchase({ userId, countryId, channel: "api", idempotencyKey: `spend-${own}` }),
  );
  if (comes) {
    const sms = {
      supplierId: offer.supplierId,
      smsId: BigInt(own),
      phone: Number(number),
      sender: "T",
      text: "code 12345",
    };
    await receiveSms(db, sms, deliverSms);
  } else await cancelActivation(db, userId, id);
  return id;
}

export async function settle(): Promise<void> {
  while ((await accrueShares(db)) > 0);
  while ((await payDueShares(db)) > 0);
}
export const afterTheWait = async () => {
  await settle();
  await moveClock(owner, "8 days");
  await settle();
  await moveClock(owner, "-8 days");
};
export const shareOf = async (userId: number) => (await getReferralBalance(db, userId)).postedKopecks;
