import sql from "sql-template-tag";
import { beforeEach, expect, test } from "vitest";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { decideClaim } from "#features/payments/claims/claim-decision.writes.ts";
import {
  givenTetherPayment,
  givenTetherTransfer,
  PAYERS_ADDRESS,
  type TetherPayment,
} from "#features/payments/claims/claims.factory.ts";
import { listClaims } from "#features/payments/claims/claims.reads.ts";
import { sendClaim } from "#features/payments/claims/claims.writes.ts";
import type { TransferMatch } from "#features/payments/tether.rules.ts";
import { execute } from "#lib/db/query.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();

let lastUser = 73_000;
const newUser = () => ++lastUser;

/** A USDT was worth 70 roubles until two days ago, 75 until an hour ago, and is worth 79 now. */
beforeEach(async () => {
  await execute(owner, sql`delete from pricing_usd_rates`);
  await execute(
    owner,
    sql`insert into pricing_usd_rates (day, rub_per_usd, source, fetched_at) values
          (current_date - 90, 70, 'seed', app_now() - interval '90 days'),
          (current_date - 2, 75, 'cbr', app_now() - interval '2 days'),
          (current_date, 79, 'cbr', app_now() - interval '1 hour')`,
  );
});

/** A payment at a rate whose hour began so long ago. */
async function givenPayment(rate: number, begun: string, user = newUser()): Promise<TetherPayment> {
  const payment = await givenTetherPayment(owner, user, "expired");
  const micro = Math.ceil(200_000_000_000 / rate / 100);
  const charge = `${Math.floor(micro / 1_000_000)}.${String(micro % 1_000_000).padStart(6, "0")}`;
  await execute(
    owner,
    sql`update payments set rub_per_unit = ${rate}, charge_amount = ${charge} where id = ${payment.id}`,
  );
  await execute(
    owner,
    sql`update payments_tether_invoices set amount_micro = ${micro}, created_at = app_now() - ${begun}::interval,
          expires_at = app_now() - ${begun}::interval + interval '1 hour'
        where payment_id = ${payment.id}`,
  );
  return payment;
}

/** 20 USDT that came so long ago. */
async function givenTransfer(payment: TetherPayment | null, match: TransferMatch, came: string) {
  const transactionId = await givenTetherTransfer(owner, payment, 20_000_000, match);
  await execute(
    owner,
    sql`update payments_tether_transfers set block_at = app_now() - ${came}::interval
        where transaction_id = ${transactionId}`,
  );
  return transactionId;
}

/** The rate at which the staff credit a transfer to who claims it by a payment; they have read the same worth before. */
async function creditedRate({ id, user }: TetherPayment, transactionId: string): Promise<number> {
  const claim = await sendClaim(db, {
    ...{ userId: user, paymentId: id, transactionId, returnAddress: PAYERS_ADDRESS },
    ...{ contact: "me@example.com", idempotencyKey: crypto.randomUUID() },
  });
  const shown = async (state: "open" | "credited") =>
    (await listClaims(db, { states: [state], afterId: claim.id - 1, limit: 1 }))[0]?.transfer?.worthKopecks;
  const before = await shown("open");
  const { creditedKopecks } = await decideClaim(db, {
    ...{ claimId: claim.id, staffId: 9, decision: "credit", withFee: false },
    ...{ reason: "seen on the chain", key: crypto.randomUUID() },
  });
  expect([before, await shown("credited")]).toEqual([creditedKopecks, creditedKopecks]);
  expect((await getBalance(db, user)).availableKopecks).toBe(creditedKopecks);
  return Number(creditedKopecks) / 2_000;
}

test.each([
  ["from long before it", "60 days"],
  ["that was begun after it", "5 minutes"],
])(
  "a claim by a payment %s is credited at the rate of the day on which the transfer came",
  async (_when, begun) => {
    const transactionId = await givenTransfer(null, "unmatched", "20 minutes");
    expect(await creditedRate(await givenPayment(120, begun), transactionId)).toBe(79);
  },
);

test("a claim is credited at the rate of the payment that the transfer was put down to, whichever payment it names", async () => {
  const matched = await givenPayment(81, "30 minutes");
  const named = await givenPayment(120, "30 minutes", matched.user);
  const transactionId = await givenTransfer(matched, "underpaid", "20 minutes");
  expect(await creditedRate(named, transactionId)).toBe(81);
});

test("a transfer that was put down to no payment is credited at the rate of the claimed one whose time it came in", async () => {
  const transactionId = await givenTransfer(null, "unmatched", "20 minutes");
  expect(await creditedRate(await givenPayment(82, "30 minutes"), transactionId)).toBe(82);
});

test("a transfer that came too late is credited at the rate of when it came, not of when it was begun or is decided", async () => {
  const late = await givenPayment(71, "3 days");
  expect(await creditedRate(late, await givenTransfer(late, "late", "1 day"))).toBe(75);
});

test("a transfer from before the first known rate is credited at the first", async () => {
  const old = await givenPayment(120, "1 hour");
  expect(await creditedRate(old, await givenTransfer(null, "unmatched", "100 days"))).toBe(70);
});
