import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { closeAccount } from "#features/identity/closing/carrying-out.writes.ts";
import { closingMoney } from "#features/ledger/closing.writes.ts";
import { referralClosing } from "#features/referrals/closing.writes.ts";
import { attributeMissed, payDueShares } from "#features/referrals/referrals.jobs.ts";
import { readProgram } from "#features/referrals/referrals.reads.ts";
import {
  afterTheWait,
  db,
  givenPerson,
  givenReferrer,
  owner,
  settle,
  shareOf,
  spend,
} from "#features/referrals/referrals-writes.factory.ts";
import { execute, rows } from "#lib/db/query.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

/** The owner of a link asks to close the account; `days` have passed since. */
const askClosing = (userId: number, days: number) =>
  execute(
    owner,
    sql`insert into identity_closings (user_id, asked_at, ends_at, due_at)
        select ${userId}, asked_at, asked_at + interval '14 days', asked_at + interval '14 days'
        from (select app_now() - make_interval(days => ${days}) as asked_at) asked`,
  );

/** A referrer whose account is closed, as the worker closes it. */
async function close(userId: Awaited<ReturnType<typeof givenReferrer>>["userId"]): Promise<void> {
  await askClosing(userId, 15);
  expect(await closeAccount(db, userId, { parts: [referralClosing], money: closingMoney })).toBe(true);
}

const statesOf = async (personId: number) =>
  (
    await rows<{ state: string }>(
      db,
      sql`select state from referrals_accruals where user_id = ${personId} order by id`,
    )
  ).map(({ state }) => state);

describe("the link of a closed account", () => {
  test("brings nobody any more, and no sweep looks for who came by it", async () => {
    const { userId, code } = await givenReferrer();
    await close(userId);
    const person = await givenPerson(code);
    expect(await attributeMissed(db)).toBe(0);
    await spend(person, 10_000);
    await afterTheWait();
    expect([(await readProgram(db, userId)).people, await statesOf(person)]).toEqual([0, []]);
  });

  test("brings people as before while its owner can still keep the account", async () => {
    const { userId, code } = await givenReferrer();
    await askClosing(userId, 3);
    await givenPerson(code);
    expect((await readProgram(db, userId)).people).toBe(1);
  });

  test("pays nothing for people of before: shares that wait and those of later purchases are refused", async () => {
    const { userId, code } = await givenReferrer();
    const person = await givenPerson(code);
    await spend(person, 10_000);
    await settle();
    expect(await statesOf(person)).toEqual(["waiting"]);
    await close(userId);
    await spend(person, 10_000);
    await afterTheWait();
    expect(await statesOf(person)).toEqual(["refused", "refused"]);
    const { waitingKopecks, receivedKopecks } = await readProgram(db, userId);
    expect([waitingKopecks, receivedKopecks, await shareOf(userId)]).toEqual([0, 0, 0]);
  });

  test("leaves no money in the closed account, also where a share is paid in the moment of the end", async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const { userId, code } = await givenReferrer();
      const person = await givenPerson(code);
      await spend(person, 10_000);
      await settle();
      await moveClock(owner, "8 days");
      await Promise.all([payDueShares(db), close(userId)]);
      await payDueShares(db);
      await moveClock(owner, "-8 days");
      expect(await shareOf(userId)).toBe(0);
      expect(["paid", "refused"]).toContain((await statesOf(person))[0]);
    }
  });
});
