import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { marksOf } from "#features/identity/attribution/attribution.reads.ts";
import { recordArrival } from "#features/identity/attribution/attribution.writes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { givenTopUp } from "#features/payments/top-ups.factory.ts";
import { listFlags } from "#features/referrals/flags/flags.reads.ts";
import { flagPerson, liftFlags } from "#features/referrals/flags/flags.writes.ts";
import { createLink } from "#features/referrals/links.writes.ts";
import { attributePerson } from "#features/referrals/people.writes.ts";
import { attributeMissed, referralSubscribers } from "#features/referrals/referrals.jobs.ts";
import { listPeople, listPeopleAhead, readProgram } from "#features/referrals/referrals.reads.ts";
import {
  afterTheWait,
  db,
  givenPerson,
  givenReferrer,
  owner,
  STAFF,
  shareOf,
  spend,
} from "#features/referrals/referrals-writes.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

const reasonsOf = async (userId: number) =>
  (await listFlags(db, { isOpen: true, limit: 200 }))
    .filter((flag) => flag.userId === userId)
    .map(({ reason }) => reason);

const makeLink = (userId: UserId, name: string) => withTransaction(db, (tx) => createLink(tx, userId, name));

test("whose wallets have moved on is looked up part by part, and a round finds each of them once", async () => {
  const { code } = await givenReferrer();
  const people: UserId[] = [];
  for (let at = 0; at < 3; at += 1) people.push(await givenPerson(code));
  for (const person of people) await spend(person, 1_000);
  const found: number[] = [];
  let [afterUserId, parts] = [0, 0];
  do {
    const part = await listPeopleAhead(db, { afterUserId, size: 1, limit: 100 });
    found.push(...part.userIds);
    afterUserId = part.nextAfterUserId;
    parts += 1;
  } while (afterUserId !== 0);
  expect(found).toEqual(people.toSorted((one, other) => one - other));
  expect(parts).toBeGreaterThanOrEqual(people.length);
  const full = { afterUserId: (people[0] as number) - 1, size: 100, limit: 2 };
  expect(await listPeopleAhead(db, full)).toMatchObject({ nextAfterUserId: full.afterUserId });
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
    const { code } = await makeLink(userId, "  My   channel ");
    await givenPerson(code);
    const { links } = await readProgram(db, userId);
    expect(links.map(({ name, people }) => [name, people])).toEqual([
      ["", 0],
      ["My channel", 1],
    ]);
    expect((await listPeople(db, userId, undefined)).people).toMatchObject([
      { name: "Bu•••", link: "My channel" },
    ]);
    await expect(makeLink(userId, "My channel")).rejects.toMatchObject({ code: "LINK_NAME_TAKEN" });
    await expect(makeLink(userId, " ")).rejects.toMatchObject({ code: "LINK_NAME_INVALID" });
  });

  test("twenty links at most, also when many are made at once", async () => {
    const { userId } = await givenReferrer();
    const made = await Promise.allSettled(
      Array.from({ length: 25 }, (_unused, index) => makeLink(userId, `link ${index}`)),
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

  test("by the card: the referrer's own, or one that pays for several referrals; what was paid before is reversed", async () => {
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
