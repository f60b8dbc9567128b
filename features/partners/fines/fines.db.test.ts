import sql from "sql-template-tag";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { correctionChecks } from "#features/back-office/corrections/corrections.checks.ts";
import {
  carryOutCorrection,
  proposeCorrection,
} from "#features/back-office/corrections/corrections.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { collectAllOwed } from "#features/partners/earnings/earnings.jobs.ts";
import { readEarnings } from "#features/partners/earnings/earnings.reads.ts";
import { fineChecks } from "#features/partners/fines/fines.checks.ts";
import { endAppealTimes } from "#features/partners/fines/fines.jobs.ts";
import { listFines } from "#features/partners/fines/fines.reads.ts";
import { appealFine, decideFine, letStand } from "#features/partners/fines/fines.writes.ts";
import type { FineDecision } from "#features/partners/fines.rules.ts";
import { givenPartner } from "#features/partners/partners.factory.ts";
import { givenPartnerEarnings } from "#features/payments/withdrawals/partner-earnings.factory.ts";
import { requestWithdrawal } from "#features/payments/withdrawals/withdrawal-request.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { statisticsBusinessChecks } from "#features/statistics/business/business.checks.ts";
import { countBusiness } from "#features/statistics/business/business.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 20 });
const STAFF = { staffId: 990_001 as UserId, permission: "money-lead", ip: "" } as const;
const SECOND = { ...STAFF, staffId: 990_002 as UserId };
const gateways = new Map();

let unique = 0;
function newKey(): string {
  unique += 1;
  return `fine-key-${unique}`;
}
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
});
beforeEach(async () => {
  await runDueJobs(db, []);
});

async function givenOwner(earnedKopecks: number): Promise<UserId> {
  const { userId } = await givenApiBuyer(db, 0);
  if (earnedKopecks > 0) await givenPartnerEarnings(db, userId as UserId, earnedKopecks);
  else await givenPartner(db, userId as UserId);
  return userId as UserId;
}
const fineOf = (userId: number, amountKopecks: number, key = newKey()) =>
  proposeCorrection(
    db,
    { kind: "partner_fine", userId, amountKopecks, cause: "number_reused", reason: "sold twice" },
    STAFF,
    key,
  );
async function givenFine(userId: number, amountKopecks: number): Promise<number> {
  await fineOf(userId, amountKopecks);
  return (await listFines(db, { userId }, 1))[0]!.id;
}
const appeal = (userId: UserId, fineId: number) =>
  withTransaction(db, (tx) => appealFine(tx, { userId, fineId, text: "it was not me", ip: "" }));
const decide = (fineId: number, decision: FineDecision, staff = SECOND) =>
  withTransaction(db, (tx) =>
    decideFine(tx, { fineId, decision, reason: "we looked", staffId: staff.staffId, ip: "" }),
  );
const endTime = (fineId: number) =>
  execute(owner, sql`update partners_fines set appeal_until = app_now() where id = ${fineId}`);
const stateOf = async (fineId: number) =>
  (await one<{ state: string }>(owner, sql`select state from partners_fines where id = ${fineId}`)).state;
const withdraw = (userId: number, amountKopecks: number) =>
  requestWithdrawal(db, gateways, {
    ...{ userId, source: "partner", method: "balance", paymentId: null, destination: null, amountKopecks },
    idempotencyKey: newKey(),
  } as Parameters<typeof requestWithdrawal>[2]);
async function moneyOf(userId: number) {
  const { availableKopecks, heldKopecks, owedKopecks } = await readEarnings(db, userId);
  return [availableKopecks, heldKopecks, owedKopecks];
}
/** What the ledger took for a fine. */
async function takenFor(fineId: number): Promise<number> {
  const { sum } = await one<{ sum: number }>(
    owner,
    sql`select coalesce(sum(amount_kopecks), 0)::bigint as sum from ledger_transfers
        where kind = 'partner_fine' and phase = 'post' and reference like ${`fine:${fineId}:%`}`,
  );
  return sum;
}
async function expectInvariants() {
  for (const { name, sql: text } of [...fineChecks, ...correctionChecks])
    expect([name, await rows(owner, { text, values: [] })]).toEqual([name, []]);
}

describe("a fine", () => {
  test("is out of reach of a withdrawal from its announcement on, and is taken when nobody appealed in time", async () => {
    const partner = await givenOwner(50_000);
    const fine = await givenFine(partner, 20_000);
    expect(await moneyOf(partner)).toEqual([30_000, 20_000, 0]);
    await expect(withdraw(partner, 30_001)).rejects.toThrow();
    await endAppealTimes(db);
    expect(await takenFor(fine)).toBe(0);
    await endTime(fine);
    await endAppealTimes(db);
    expect([await stateOf(fine), await takenFor(fine)]).toEqual(["taken", 20_000]);
    expect(await moneyOf(partner)).toEqual([30_000, 0, 0]);
    await expectInvariants();
  });

  test("of more than the balance has is owed, and taken from later earnings, never below zero", async () => {
    const partner = await givenOwner(10_000);
    const fine = await givenFine(partner, 25_000);
    await endTime(fine);
    await endAppealTimes(db);
    expect([await stateOf(fine), await takenFor(fine)]).toEqual(["due", 10_000]);
    expect(await moneyOf(partner)).toEqual([0, 0, 15_000]);
    await givenPartnerEarnings(db, partner, 40_000);
    await collectAllOwed(db);
    expect([await stateOf(fine), await takenFor(fine)]).toEqual(["taken", 25_000]);
    expect(await moneyOf(partner)).toEqual([25_000, 0, 0]);
    await expectInvariants();
  });

  test("keeps aside what comes in while it waits, and gives all of it back when it is cancelled", async () => {
    const partner = await givenOwner(10_000);
    const fine = await givenFine(partner, 30_000);
    await givenPartnerEarnings(db, partner, 15_000);
    expect(await moneyOf(partner)).toEqual([0, 25_000, 0]);
    await appeal(partner, fine);
    await decide(fine, "cancel");
    expect([await stateOf(fine), await takenFor(fine)]).toEqual(["cancelled", 0]);
    expect(await moneyOf(partner)).toEqual([25_000, 0, 0]);
    await expectInvariants();
  });

  test("with the same key is announced once, also at the same moment", async () => {
    const partner = await givenOwner(50_000);
    const key = newKey();
    await Promise.all([1, 2, 3].map(() => fineOf(partner, 10_000, key)));
    expect(await listFines(db, { userId: partner }, 9)).toHaveLength(1);
    expect(await moneyOf(partner)).toEqual([40_000, 10_000, 0]);
    await expect(fineOf(partner, 11_000, key)).rejects.toMatchObject({ code: "IDEMPOTENCY_MISMATCH" });
    await expectInvariants();
  });

  test("above what one person may do alone is announced when another one has signed", async () => {
    const partner = await givenOwner(0);
    const { id } = await fineOf(partner, 100_001);
    expect(await listFines(db, { userId: partner }, 9)).toEqual([]);
    await expect(carryOutCorrection(db, { id, note: "" }, STAFF, newKey())).rejects.toMatchObject({
      code: "SAME_PERSON",
    });
    await carryOutCorrection(db, { id, note: "" }, SECOND, newKey());
    expect(await listFines(db, { userId: partner }, 9)).toMatchObject([
      { amountKopecks: 100_001, state: "announced", proposerId: STAFF.staffId },
    ]);
    await expectInvariants();
  });

  test("is for partners alone, and names no order of somebody else", async () => {
    const { userId } = await givenApiBuyer(db, 0);
    await expect(fineOf(userId, 1_000)).rejects.toMatchObject({ code: "DESK_NOTHING_THERE" });
    const partner = await givenOwner(5_000);
    const stranger = await givenOwner(5_000);
    const { orderId } = await one<{ orderId: number }>(
      owner,
      sql`select order_id as "orderId" from partners_earnings where user_id = ${stranger}`,
    );
    const about = { kind: "partner_fine", amountKopecks: 1_000, cause: "other", reason: "a test" } as const;
    await expect(
      proposeCorrection(db, { ...about, userId: partner, orderId }, STAFF, newKey()),
    ).rejects.toMatchObject({ code: "DESK_NOTHING_THERE" });
    await proposeCorrection(db, { ...about, userId: stranger, orderId }, STAFF, newKey());
    expect(await listFines(db, { userId: stranger }, 9)).toMatchObject([{ orderId }]);
  });
});

describe("an appeal", () => {
  test("is made once, in time, by the partner alone; the fine is not taken while it waits", async () => {
    const partner = await givenOwner(20_000);
    const fine = await givenFine(partner, 5_000);
    await expect(appeal(await givenOwner(0), fine)).rejects.toMatchObject({ code: "FINE_NOT_FOUND" });
    await appeal(partner, fine);
    await expect(appeal(partner, fine)).rejects.toMatchObject({ code: "FINE_APPEAL_CLOSED" });
    await endTime(fine);
    await endAppealTimes(db);
    expect([await stateOf(fine), await takenFor(fine)]).toEqual(["appealed", 0]);
    const late = await givenFine(partner, 5_000);
    await endTime(late);
    await expect(appeal(partner, late)).rejects.toMatchObject({ code: "FINE_APPEAL_CLOSED" });
    await endAppealTimes(db);
  });

  test("is refused by another person than who proposed the fine, which is then taken at once", async () => {
    const partner = await givenOwner(20_000);
    const fine = await givenFine(partner, 5_000);
    await expect(decide(fine, "uphold")).rejects.toMatchObject({ code: "FINE_DECIDED" });
    await appeal(partner, fine);
    await expect(decide(fine, "uphold", STAFF)).rejects.toMatchObject({ code: "FINE_OF_YOURS" });
    expect(await decide(fine, "uphold")).toBe("taken");
    expect(await takenFor(fine)).toBe(5_000);
    await expect(decide(fine, "cancel")).rejects.toMatchObject({ code: "FINE_DECIDED" });
    await expectInvariants();
  });

  test("of a fine, and the fine itself, are told to the partner by e-mail in the account's language, each once", async () => {
    const partner = await givenOwner(20_000);
    await execute(owner, sql`update identity_users set locale = 'es' where id = ${partner}`);
    const fine = await givenFine(partner, 5_000);
    await appeal(partner, fine);
    await decide(fine, "cancel");
    const mails = await runDueJobs(db, []);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining("una multa de 50,00 ₽"),
      expect.stringContaining("una multa ha sido anulada"),
    ]);
    expect(mails[0]?.text).toContain("sold twice");
    expect(mails[1]?.text).toContain("we looked");
  });
});

describe("at the same moment", () => {
  test("a fine and a withdrawal share the balance: every kopeck goes one way", async () => {
    for (let round = 0; round < 5; round += 1) {
      const partner = await givenOwner(50_000);
      const [, asked] = await Promise.allSettled([fineOf(partner, 40_000), withdraw(partner, 50_000)]);
      await collectAllOwed(db);
      expect((await moneyOf(partner)).slice(0, 2)).toEqual(
        asked.status === "fulfilled" ? [0, 50_000] : [10_000, 40_000],
      );
    }
    await expectInvariants();
  });

  test("many who take a fine take it once, and an appeal comes before that or not at all", async () => {
    for (let round = 0; round < 5; round += 1) {
      const partner = await givenOwner(50_000);
      const fine = await givenFine(partner, 30_000);
      await endTime(fine);
      await Promise.all([1, 2, 3, 4].map(() => letStand(db, fine)).concat(collectAllOwed(db).then(() => {})));
      expect([await stateOf(fine), await takenFor(fine)]).toEqual(["taken", 30_000]);
    }
    await expectInvariants();
  });

  test("of two decisions about an appeal one holds, and its money follows it", async () => {
    for (let round = 0; round < 5; round += 1) {
      const partner = await givenOwner(50_000);
      const fine = await givenFine(partner, 30_000);
      await appeal(partner, fine);
      const both = await Promise.allSettled([decide(fine, "uphold"), decide(fine, "cancel")]);
      expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const isTaken = (await stateOf(fine)) === "taken";
      expect([await takenFor(fine), ...(await moneyOf(partner))]).toEqual(
        isTaken ? [30_000, 20_000, 0, 0] : [0, 50_000, 0, 0],
      );
    }
    await expectInvariants();
  });
});

test("a process that dies while it takes a fine leaves the fine as it was, and the next one takes it once", async () => {
  const partner = await givenOwner(50_000);
  const fine = await givenFine(partner, 30_000);
  await appeal(partner, fine);
  const died = withTransaction(db, async (tx) => {
    await decideFine(tx, {
      fineId: fine,
      decision: "uphold",
      reason: "we looked",
      staffId: SECOND.staffId,
      ip: "",
    });
    throw new Error("killed");
  });
  await expect(died).rejects.toThrow("killed");
  expect([await stateOf(fine), await takenFor(fine)]).toEqual(["appealed", 0]);
  await decide(fine, "uphold");
  expect([await stateOf(fine), await takenFor(fine)]).toEqual(["taken", 30_000]);
  await expectInvariants();
});

test("a fine that is taken leaves the figures of the business what the ledger says without it", async () => {
  const partner = await givenOwner(20_000);
  const fine = await givenFine(partner, 5_000);
  await appeal(partner, fine);
  expect(await decide(fine, "uphold")).toBe("taken");
  while ((await countBusiness(db, 10_000)) > 0);
  const { taken } = await one<{ taken: number }>(
    owner,
    sql`select count(*)::int as taken from ledger_transfers, statistics_business_progress
        where kind = 'partner_fine' and phase = 'post' and id <= last_transfer_id`,
  );
  expect(taken).toBeGreaterThan(0);
  for (const { name, sql: text } of statisticsBusinessChecks)
    expect([name, await rows(owner, { text, values: [] })]).toEqual([name, []]);
});
