import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import {
  carryOutCorrection,
  proposeCorrection,
} from "#features/back-office/corrections/corrections.writes.ts";
import { repayDebt } from "#features/ledger/debts/debts.writes.ts";
import { givenAgent, givenProduct } from "#features/licences/licences.factory.ts";
import { buyLicence } from "#features/licences/sales/sale.writes.ts";
import { givenTopUp, reverseTopUp } from "#features/payments/top-ups.factory.ts";
import { requestWithdrawal } from "#features/payments/withdrawals/withdrawal-request.writes.ts";
import { followWallet, recordReversal } from "#features/referrals/people.writes.ts";
import { listAccruals, readProgram } from "#features/referrals/referrals.reads.ts";
import { grantTerms } from "#features/referrals/referrals.writes.ts";
import {
  afterTheWait,
  db,
  givenPerson,
  givenReferrer,
  nextUnique,
  owner,
  STAFF,
  settle,
  shareOf,
  spend,
} from "#features/referrals/referrals-writes.factory.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

/** The staff gives a captured order back; above a limit two of them sign. */
async function refund(activationId: number): Promise<void> {
  const proposal = { kind: "activation_refund", activationId, reason: "the code was wrong" } as const;
  const { id } = await proposeCorrection(db, proposal, STAFF, `refund-${nextUnique()}-key`);
  const { state } = await one<{ state: string }>(
    owner,
    sql`select state from back_office_corrections where id = ${id}`,
  );
  const second = { ...STAFF, staffId: 990_002 as UserId };
  if (state === "proposed")
    await carryOutCorrection(db, { id, note: "" }, second, `sign-${nextUnique()}-key`);
}

describe("shares", () => {
  test("a rent earns when its money is taken, and so does every extension", async () => {
    const referrer = await givenReferrer();
    const userId = await givenPerson(referrer.code);
    await givenRentOffer(db, { countryId: 6, count: 1, hourCostKopecks: 10_000 });
    const common = { userId, maxPriceKopecks: null, channel: "site" } as const;
    const rent = { serviceCode: "tg", countryId: 6, operator: "any", hours: 4, idempotencyKey: "share-rent" };
    const turnover = async () => {
      const row = await one<{ turnover: number }>(
        owner,
        sql`select turnover_kopecks as turnover from referrals_people where user_id = ${userId}`,
      );
      return row.turnover;
    };
    const rented = await rentNumber(db, { ...common, ...rent });
    await settle();
    expect(await turnover()).toBe(0);
    await extendRental(db, { ...common, rentalId: rented.id, hours: 4, idempotencyKey: "share-more" });
    await settle();
    expect(await turnover()).toBe(2 * 56_000);
  });

  test("5 % of what was captured, rounded down, waiting first, then paid once", async () => {
    const { userId, code } = await givenReferrer();
    const person = await givenPerson(code);
    await spend(person, 12_345);
    await spend(person, 19);
    await spend(person, 50_000, false);
    await Promise.all([settle(), settle(), settle()]);
    expect(await readProgram(db, userId)).toMatchObject({
      people: 1,
      spentKopecks: 12_364,
      waitingKopecks: 617,
      receivedKopecks: 0,
      remainingKopecks: 0,
    });
    await afterTheWait();
    await Promise.all([settle(), settle()]);
    expect(await readProgram(db, userId)).toMatchObject({
      waitingKopecks: 0,
      receivedKopecks: 617,
      remainingKopecks: 617,
    });
  });

  test("a share is paid seven days after its purchase, and not an hour before", async () => {
    const { userId, code } = await givenReferrer();
    await spend(await givenPerson(code), 20_000);
    await settle();
    await moveClock(owner, "6 days 23 hours");
    await settle();
    expect(await readProgram(db, userId)).toMatchObject({ waitingKopecks: 1_000, receivedKopecks: 0 });
    expect(await shareOf(userId)).toBe(0);
    await moveClock(owner, "61 minutes");
    await settle();
    expect(await readProgram(db, userId)).toMatchObject({ waitingKopecks: 0, receivedKopecks: 1_000 });
    expect(await shareOf(userId)).toBe(1_000);
    await moveClock(owner, "-7 days -1 minute");
  });

  test("terms of one's own count for purchases from then on", async () => {
    const { userId, code } = await givenReferrer();
    const person = await givenPerson(code);
    await spend(person, 10_000);
    await settle();
    await grantTerms(db, { userId, basisPoints: 1_000, staffId: STAFF.staffId, reason: "a large shop" });
    await spend(person, 10_000);
    await afterTheWait();
    expect(await shareOf(userId)).toBe(500 + 1_000);
    expect((await readProgram(db, userId)).basisPoints).toBe(1_000);
  });

  test("licences bring none, and what an agent gets of one takes nobody's share back", async () => {
    const { userId, code } = await givenReferrer();
    const [person, seller] = [await givenPerson(code), await givenAgent(db)];
    const { productId } = await givenProduct(db);
    await spend(person, 10_000);
    const sale = { productId, maxPriceKopecks: null, channel: "site", agent: { code: seller.code } } as const;
    await buyLicence(db, { ...sale, userId: person, idempotencyKey: "a licence of nobody's share" });
    await afterTheWait();
    expect(await shareOf(userId)).toBe(500);
    expect(await readProgram(db, userId)).toMatchObject({ spentKopecks: 10_000, receivedKopecks: 500 });
  });

  test("purchases that many workers see at once make one share each", async () => {
    const { userId, code } = await givenReferrer();
    const person = await givenPerson(code);
    const buying = Array.from({ length: 10 }, () => spend(person, 10_000));
    const reading = Array.from({ length: 20 }, () => followWallet(db, person));
    await Promise.all([...buying, ...reading]);
    await settle();
    expect(await readProgram(db, userId)).toMatchObject({ spentKopecks: 100_000, waitingKopecks: 5_000 });
  });

  test("a purchase refunded while its share waits leaves nothing to pay", async () => {
    const { userId, code } = await givenReferrer();
    const person = await givenPerson(code);
    const id = await spend(person, 10_000);
    await settle();
    await refund(id);
    await afterTheWait();
    expect(await readProgram(db, userId)).toMatchObject({
      spentKopecks: 0,
      receivedKopecks: 0,
      remainingKopecks: 0,
    });
    expect((await listAccruals(db, userId, undefined, "en")).accruals).toMatchObject([
      { amountKopecks: 0, reversedKopecks: 500, stateText: "Reversed" },
    ]);
  });

  test("one refunded after its share was paid takes it back; what was withdrawn meanwhile is owed and taken from the next", async () => {
    const { userId, code } = await givenReferrer();
    const person = await givenPerson(code, { balance: 5_000_000 });
    const first = await spend(person, 200_000);
    await afterTheWait();
    expect(await shareOf(userId)).toBe(10_000);
    await requestWithdrawal(db, new Map(), {
      userId,
      source: "referral",
      method: "balance",
      amountKopecks: 9_900,
      paymentId: null,
      destination: null,
      idempotencyKey: "the share",
    });
    await refund(first);
    await settle();
    expect(await readProgram(db, userId)).toMatchObject({
      owedKopecks: 9_900,
      remainingKopecks: 0,
      reservedKopecks: 9_900,
      receivedKopecks: 0,
    });
    await spend(person, 300_000);
    await afterTheWait();
    expect(await readProgram(db, userId)).toMatchObject({ owedKopecks: 0, remainingKopecks: 5_100 });
  });

  test("a top-up reversed by its provider takes the shares of what was bought with it, newest first, and no more", async () => {
    const { userId, code } = await givenReferrer();
    const person = await givenPerson(code, { balance: 0 });
    const paymentId = await givenTopUp(db, { userId: person, amountKopecks: 100_000 });
    await spend(person, 30_000);
    await spend(person, 30_000);
    await settle();
    await reverseTopUp(db, paymentId, 100_000);
    await withTransaction(db, (tx) => repayDebt(tx, person));
    // 40 000 were still in the wallet; 60 000 were spent and never came.
    await Promise.all([recordReversal(db, person), recordReversal(db, person)]);
    expect(await readProgram(db, userId)).toMatchObject({ spentKopecks: 0, waitingKopecks: 0 });
    await afterTheWait();
    expect(await shareOf(userId)).toBe(0);
  });

  test("while somebody owes a provider's money, their shares wait", async () => {
    const { userId, code } = await givenReferrer();
    const person = await givenPerson(code, { balance: 0 });
    const paymentId = await givenTopUp(db, { userId: person, amountKopecks: 100_000 });
    await spend(person, 90_000);
    await settle();
    await reverseTopUp(db, paymentId, 50_000);
    await recordReversal(db, person);
    await afterTheWait();
    expect(await readProgram(db, userId)).toMatchObject({ receivedKopecks: 0, waitingKopecks: 2_000 });
  });
});
