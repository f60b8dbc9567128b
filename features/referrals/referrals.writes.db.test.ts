import sql from "sql-template-tag";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cancelActivation, deliverSms } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import {
  carryOutCorrection,
  proposeCorrection,
} from "#features/back-office/corrections/corrections.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { marksOf } from "#features/identity/attribution/attribution.reads.ts";
import { recordArrival } from "#features/identity/attribution/attribution.writes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { repayDebt } from "#features/ledger/debts/debts.writes.ts";
import { getReferralBalance } from "#features/ledger/ledger.reads.ts";
import { givenTopUp, takeTopUpBack } from "#features/payments/top-ups.factory.ts";
import { requestWithdrawal } from "#features/payments/withdrawals/withdrawal-request.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { listFlags } from "#features/referrals/flags/flags.reads.ts";
import { flagPerson, liftFlags } from "#features/referrals/flags/flags.writes.ts";
import { createLink, ensureFirstLink } from "#features/referrals/links.writes.ts";
import { attributePerson, followWallet, recordReversal } from "#features/referrals/people.writes.ts";
import {
  accrueShares,
  attributeMissed,
  payDueShares,
  referralSubscribers,
} from "#features/referrals/referrals.jobs.ts";
import { listAccruals, listPeople, readProgram } from "#features/referrals/referrals.reads.ts";
import { grantTerms } from "#features/referrals/referrals.writes.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 20 });

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
});
beforeEach(async () => {
  await settle();
});

let unique = 0;
const STAFF = { staffId: 990_001 as UserId, permission: "money-lead", ip: "" } as const;

async function givenReferrer(): Promise<{ userId: UserId; code: string }> {
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
async function givenPerson(
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
async function spend(userId: UserId, priceKopecks: number, comes = true): Promise<number> {
  const own = ++unique;
  const countryId = 10 + (own % 150);
  const offer = await givenOffer(db, { countryId, priceKopecks, costKopecks: 1, count: 1 });
  const { id, number } = await buyActivation(db, {
    userId,
    serviceId: 52,
    countryId,
    operator: "any",
    maxPriceKopecks: null,
    channel: "api",
    idempotencyKey: `spend-${own}`,
  });
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
/** The staff gives a captured order back; above a limit two of them sign. */
async function refund(activationId: number): Promise<void> {
  const proposal = { kind: "activation_refund", activationId, reason: "the code was wrong" } as const;
  const { id } = await proposeCorrection(db, proposal, STAFF, `refund-${++unique}-key`);
  const { state } = await one<{ state: string }>(
    owner,
    sql`select state from back_office_corrections where id = ${id}`,
  );
  const second = { ...STAFF, staffId: 990_002 as UserId };
  if (state === "proposed") await carryOutCorrection(db, { id, note: "" }, second, `sign-${++unique}-key`);
}
async function settle(): Promise<void> {
  while ((await accrueShares(db)) > 0);
  while ((await payDueShares(db)) > 0);
}
const afterTheWait = async () => {
  await settle();
  await moveClock(owner, "8 days");
  await settle();
  await moveClock(owner, "-8 days");
};
const shareOf = async (userId: number) => (await getReferralBalance(db, userId)).postedKopecks;
const reasonsOf = async (userId: number) =>
  (await listFlags(db, { isOpen: true, limit: 200 }))
    .filter((flag) => flag.userId === userId)
    .map(({ reason }) => reason);

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

  test("purchases that many workers see at once make one share each", async () => {
    const { userId, code } = await givenReferrer();
    const person = await givenPerson(code);
    const buying = Array.from({ length: 10 }, () => spend(person, 10_000));
    const reading = Array.from({ length: 20 }, () => followWallet(db, person));
    await Promise.all([...buying, ...reading]);
    await settle();
    expect(await readProgram(db, userId)).toMatchObject({ spentKopecks: 100_000, waitingKopecks: 5_000 });
  });

  test("a purchase given back while its share waits leaves nothing to pay", async () => {
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
      { amountKopecks: 0, reversedKopecks: 500, stateText: "Given back" },
    ]);
  });

  test("one given back after its share was paid takes it back; what was withdrawn meanwhile is owed and taken from the next", async () => {
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
      requisites: null,
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

  test("a top-up taken back by its provider takes the shares of what was bought with it, newest first, and no more", async () => {
    const { userId, code } = await givenReferrer();
    const person = await givenPerson(code, { balance: 0 });
    const paymentId = await givenTopUp(db, { userId: person, amountKopecks: 100_000 });
    await spend(person, 30_000);
    await spend(person, 30_000);
    await settle();
    await takeTopUpBack(db, paymentId, 100_000);
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
    await takeTopUpBack(db, paymentId, 50_000);
    await recordReversal(db, person);
    await afterTheWait();
    expect(await readProgram(db, userId)).toMatchObject({ receivedKopecks: 0, waitingKopecks: 2_000 });
  });
});

describe("who brought whom", () => {
  test("is told by the link's code and decided once, also when the notice is lost or doubled", async () => {
    const { userId, code } = await givenReferrer();
    const { userId: other, code: otherCode } = await givenReferrer();
    const { userId: person } = await givenApiBuyer(db, 0);
    await withTransaction(db, (tx) =>
      recordArrival(tx, person, { referralCode: code.toUpperCase(), deviceMark: null, networkMark: null }),
    );
    expect(await attributeMissed(db)).toBe(1);
    expect(await attributeMissed(db)).toBe(0);
    for (const { handle } of referralSubscribers.slice(0, 1)) await handle(db, { userId: person } as never);
    expect(otherCode).not.toBe(code);
    expect([(await readProgram(db, userId)).people, (await readProgram(db, other)).people]).toEqual([1, 0]);
  });

  test("an unknown code brings nobody, and a link of one's own neither", async () => {
    const { userId, code } = await givenReferrer();
    await givenPerson("nobodyslink");
    await withTransaction(db, (tx) =>
      recordArrival(tx, userId, { referralCode: code, deviceMark: null, networkMark: null }),
    );
    await attributePerson(db, userId);
    expect((await readProgram(db, userId)).people).toBe(0);
  });

  test("named links count their own people; names are masked", async () => {
    const { userId } = await givenReferrer();
    const { code } = await createLink(db, userId, "  My   channel ");
    await givenPerson(code);
    const { links } = await readProgram(db, userId);
    expect(links.map(({ name, people }) => [name, people])).toEqual([
      ["", 0],
      ["My channel", 1],
    ]);
    expect((await listPeople(db, userId, undefined)).people).toMatchObject([
      { name: "Bu•••", link: "My channel" },
    ]);
    await expect(createLink(db, userId, "My channel")).rejects.toMatchObject({ code: "LINK_NAME_TAKEN" });
    await expect(createLink(db, userId, " ")).rejects.toMatchObject({ code: "LINK_NAME_INVALID" });
  });

  test("twenty links at most, also when many are made at once", async () => {
    const { userId } = await givenReferrer();
    const made = await Promise.allSettled(
      Array.from({ length: 25 }, (_unused, index) => createLink(db, userId, `link ${index}`)),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(19);
  });
});

describe("one person behind both ends earns nothing and is flagged", () => {
  const visit = (userId: UserId, ip: string, userAgent = "Firefox") =>
    openSession(db, { userId, ip, userAgent });

  async function earned(referrerId: number, person: UserId): Promise<number> {
    await spend(person, 10_000);
    await afterTheWait();
    return shareOf(referrerId);
  }

  test("a referral with a mailbox that is thrown away earns nothing until the staff let them count", async () => {
    const { userId, code } = await givenReferrer();
    const person = await givenPerson(code);
    await execute(
      owner,
      sql`update identity_users set email = 'two@mailinator.com', email_key = 'two@mailinator.com' where id = ${person}`,
    );
    expect(await earned(userId, person)).toBe(0);
    expect(await reasonsOf(person)).toEqual(["mailbox"]);
    await liftFlags(db, { userId: person, staffId: STAFF.staffId, reason: "a company's own domain" });
    expect(await earned(userId, person)).toBeGreaterThan(0);
  });

  test("a referral is found out by the browser's id", async () => {
    const { userId, code } = await givenReferrer();
    await withTransaction(db, (tx) =>
      recordArrival(tx, userId, { referralCode: null, ...marksOf("same-browser", "198.51.100.1") }),
    );
    const person = await givenPerson(code, { deviceId: "same-browser", ip: "203.0.113.9" });
    expect(await reasonsOf(person)).toEqual(["device"]);
    expect(await earned(userId, person)).toBe(0);
    expect((await listPeople(db, userId, undefined)).people).toMatchObject([{ isCounted: false }]);
  });

  test("by the address, found when they begin to spend; private addresses say nothing", async () => {
    const { userId, code } = await givenReferrer();
    const [person, colleague] = [await givenPerson(code), await givenPerson(code)];
    await visit(userId, "203.0.113.77");
    await visit(person, "203.0.113.77", "Chrome");
    await visit(userId, "192.168.1.5");
    await visit(colleague, "192.168.1.5");
    expect(await earned(userId, person)).toBe(0);
    expect(await reasonsOf(person)).toEqual(["address"]);
    expect(await earned(userId, colleague)).toBe(500);
  });

  test("by the mailbox, whatever dots are written into it", async () => {
    const { userId, code } = await givenReferrer();
    const { userId: person } = await givenApiBuyer(db, 1_000_000);
    const rename = (id: UserId, email: string) =>
      execute(owner, sql`update identity_users set email = ${email}, email_key = ${email} where id = ${id}`);
    await rename(userId, "big.bear@gmail.com");
    await rename(person, "bigbear@googlemail.com");
    await withTransaction(db, (tx) =>
      recordArrival(tx, person, { referralCode: code, deviceMark: null, networkMark: null }),
    );
    await attributePerson(db, person);
    expect(await reasonsOf(person)).toEqual(["person"]);
    expect(await earned(userId, person)).toBe(0);
  });

  test("by the card: the referrer's own, or one that pays for several referrals; what was paid before is taken back", async () => {
    const { userId, code } = await givenReferrer();
    const [first, second] = [await givenPerson(code), await givenPerson(code)];
    expect(await earned(userId, first)).toBe(500);
    await givenTopUp(db, { userId: first, amountKopecks: 10_000, payerFingerprint: "card-of-a-ring" });
    await givenTopUp(db, { userId: second, amountKopecks: 10_000, payerFingerprint: "card-of-a-ring" });
    expect(await earned(userId, second)).toBe(500);
    expect(await reasonsOf(second)).toEqual(["payer"]);
    expect(await earned(userId, first)).toBe(0);
    expect(await reasonsOf(first)).toEqual(["payer"]);
    await givenTopUp(db, { userId, amountKopecks: 10_000, payerFingerprint: "own-card" });
    const third = await givenPerson(code);
    await givenTopUp(db, { userId: third, amountKopecks: 10_000, payerFingerprint: "own-card" });
    expect(await earned(userId, third)).toBe(0);
  });

  test("the staff flags and lifts with a trace; what a lifted sign said does not count again", async () => {
    const { userId, code } = await givenReferrer();
    const person = await givenPerson(code);
    await visit(userId, "203.0.113.80");
    await visit(person, "203.0.113.80", "Chrome");
    expect(await earned(userId, person)).toBe(0);
    await liftFlags(db, { userId: person, staffId: STAFF.staffId, reason: "two students of one hostel" });
    expect(await earned(userId, person)).toBe(500);
    await flagPerson(db, { userId: person, staffId: STAFF.staffId, reason: "seen in a chat" });
    expect(await shareOf(userId)).toBe(0);
    expect(await earned(userId, person)).toBe(0);
    const { actions } = await one<{ actions: string[] }>(
      owner,
      sql`select array_agg(action order by id) as actions from identity_audit where subject = ${`user:${person}`}`,
    );
    expect(actions).toEqual(["referral.unflag", "referral.flag"]);
  });
});
