import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { decideClaim } from "#features/payments/claims/claim-decision.writes.ts";
import {
  givenTetherPayment,
  givenTetherTransfer,
  PAYERS_ADDRESS,
} from "#features/payments/claims/claims.factory.ts";
import { listClaims } from "#features/payments/claims/claims.reads.ts";
import { sendClaim } from "#features/payments/claims/claims.writes.ts";
import { rows } from "#lib/db/query.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const [ANNA, BORIS] = [11, 12];
/** 700 USDT at 81.5, above the limit of 50,000 roubles. */
const LARGE_MICRO = 700_000_000;
const LARGE_KOPECKS = 5_705_000;
let lastUser = 75_000;

async function givenClaim(amountMicro = LARGE_MICRO) {
  const payment = await givenTetherPayment(owner, ++lastUser);
  const transactionId = await givenTetherTransfer(owner, payment, amountMicro);
  const { id } = await sendClaim(db, {
    userId: payment.user,
    paymentId: payment.id,
    transactionId,
    returnAddress: PAYERS_ADDRESS,
    contact: "me@example.com",
    idempotencyKey: crypto.randomUUID(),
  });
  return { id, user: payment.user };
}

type Part = { withFee?: boolean; key?: string };
function credit(claimId: number, staffId: number, { withFee = false, key = crypto.randomUUID() }: Part = {}) {
  return decideClaim(db, {
    ...{ claimId, staffId, decision: "credit", withFee },
    ...{ reason: "seen on the chain", key },
  });
}
const balanceOf = async (user: number) => (await getBalance(db, user)).availableKopecks;
const lineOf = async (id: number) =>
  (await listClaims(db, { states: ["open", "credited"], afterId: id - 1, limit: 1 }))[0];

test("a claim above the limit is credited once two people of the staff have said the same, and by nobody alone", async () => {
  const { id, user } = await givenClaim();
  const waits = { state: "open", creditedKopecks: null, isWaitingForSecond: true, replayed: false };
  expect(await credit(id, ANNA)).toEqual(waits);
  expect(await credit(id, ANNA)).toEqual(waits);
  expect(await lineOf(id)).toMatchObject({ state: "open", signatures: [{ actorId: ANNA, withFee: false }] });
  // Another amount follows from it.
  expect(await credit(id, BORIS, { withFee: true })).toEqual(waits);
  expect(await balanceOf(user)).toBe(0);
  expect(await credit(id, BORIS)).toEqual({
    ...{ state: "credited", creditedKopecks: LARGE_KOPECKS },
    ...{ isWaitingForSecond: false, replayed: false },
  });
  expect(await balanceOf(user)).toBe(LARGE_KOPECKS);
  const audited = await rows<{ action: string; actor: number }>(
    db,
    sql`select action, actor_id as actor from identity_audit where subject = ${`claim:${id}`} order by id`,
  );
  expect(audited).toEqual([
    { action: "claim.sign", actor: ANNA },
    { action: "claim.sign", actor: ANNA },
    { action: "claim.sign", actor: BORIS },
    { action: "claim.credit", actor: BORIS },
  ]);
});

test("a first signature that is repeated under its key answers as it stands, and other words under the key are refused", async () => {
  const { id, user } = await givenClaim();
  const key = crypto.randomUUID();
  await credit(id, ANNA, { key });
  expect(await credit(id, ANNA, { key })).toMatchObject({ isWaitingForSecond: true, replayed: true });
  await expect(credit(id, ANNA, { key, withFee: true })).rejects.toMatchObject({
    code: "IDEMPOTENCY_MISMATCH",
  });
  await credit(id, BORIS);
  expect(await credit(id, ANNA, { key })).toEqual({
    ...{ state: "credited", creditedKopecks: LARGE_KOPECKS },
    ...{ isWaitingForSecond: false, replayed: true },
  });
  expect(await balanceOf(user)).toBe(LARGE_KOPECKS);
});

test("two people who sign a large claim at the same moment credit it once", async () => {
  const { id, user } = await givenClaim();
  const answers = await Promise.all([credit(id, ANNA), credit(id, BORIS)]);
  expect(answers.map(({ state }) => state).sort()).toEqual(["credited", "open"]);
  expect(await balanceOf(user)).toBe(LARGE_KOPECKS);
});

test("a claim that one person has signed is not credited by that person with the fee that brings it below the limit", async () => {
  const { id, user } = await givenClaim(620_000_000);
  expect((await credit(id, ANNA)).isWaitingForSecond).toBe(true);
  expect((await credit(id, ANNA, { withFee: true })).isWaitingForSecond).toBe(true);
  expect(await balanceOf(user)).toBe(0);
});

test("a large claim is rejected by one person, also after another has signed it, and one up to the limit is credited by one", async () => {
  const large = await givenClaim();
  await credit(large.id, ANNA);
  const rejected = await decideClaim(db, {
    ...{ claimId: large.id, staffId: BORIS, decision: "reject" },
    ...{ reason: "not the payer's", key: crypto.randomUUID() },
  });
  expect(rejected).toMatchObject({ state: "rejected", isWaitingForSecond: false });
  const { id, user } = await givenClaim(613_496_932);
  expect(await credit(id, ANNA)).toMatchObject({ state: "credited", creditedKopecks: 4_999_999 });
  expect([await balanceOf(large.user), await balanceOf(user)]).toEqual([0, 4_999_999]);
});
