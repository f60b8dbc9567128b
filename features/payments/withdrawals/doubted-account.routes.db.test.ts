import sql from "sql-template-tag";
import { afterAll, expect, test } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { accountDoubted } from "#features/identity/identity.topics.ts";
import { getReferralBalance } from "#features/ledger/ledger.reads.ts";
import { beginSending } from "#features/payments/withdrawals/approval.writes.ts";
import { withdrawalSubscribers } from "#features/payments/withdrawals/sending/sending.jobs.ts";
import {
  ANNA,
  approve,
  ask,
  codeIn,
  confirm,
  db,
  givenShare,
  listOf,
  owner,
  stateOf,
} from "#features/payments/withdrawals/withdrawals.factory.ts";
import { forgetOldSms } from "#features/supply/intake/intake.writes.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { formatMoment } from "#lib/i18n/formats.ts";
import { publish, type Topic, topicJobs } from "#lib/jobs/topics.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";

// A week passes here, in which the sweeps would have removed the codes of the orders that earned the share.
afterAll(() => forgetOldSms(db, 10_000));

const jobs = topicJobs([accountDoubted] as unknown as Topic<never>[], withdrawalSubscribers);

async function askByCard(user: number, requisites: string): Promise<number> {
  const input = { source: "referral", method: "card", amountKopecks: 500_000, requisites };
  return (await ask(user, input)).body.id;
}
const loggedOf = (user: number) =>
  rows<{ kind: string; what: string; amountKopecks: number | null }>(
    db,
    sql`select kind, what, amount_kopecks as "amountKopecks" from identity_security_events where user_id = ${user} order by id`,
  );

test("who doubts their account gets every withdrawal that waits back, once, and its log tells each step", async () => {
  const { userId } = await givenApiBuyer(db, 0);
  await givenShare(userId, 2_000_000);
  const first = await askByCard(userId, "4242 4242 4242 4242");
  expect((await confirm(userId, first, codeIn((await runDueJobs(db, [])).at(-1)))).status).toBe(200);
  const second = await askByCard(userId, "5555 5555 5555 4444");
  expect((await getReferralBalance(db, userId)).heldKopecks).toBe(1_000_000);
  for (let times = 0; times < 2; times += 1) {
    await withTransaction(db, (tx) => publish(tx, accountDoubted, { userId }));
    await runDueJobs(db, jobs);
  }
  expect([await stateOf(first), await stateOf(second)]).toEqual(["cancelled", "cancelled"]);
  expect((await getReferralBalance(db, userId)).heldKopecks).toBe(0);
  expect(await loggedOf(userId)).toEqual([
    { kind: "withdrawalAsked", what: "•••• 4242", amountKopecks: 500_000 },
    { kind: "payoutDestinationConfirmed", what: "•••• 4242", amountKopecks: null },
    { kind: "withdrawalAsked", what: "•••• 4444", amountKopecks: 500_000 },
    { kind: "withdrawalCancelled", what: "", amountKopecks: 500_000 },
    { kind: "withdrawalCancelled", what: "", amountKopecks: 500_000 },
  ]);
});

test("who doubts their account gets back what is signed and has not begun to leave, and what is on its way goes on", async () => {
  const { userId } = await givenApiBuyer(db, 0);
  await givenShare(userId, 2_000_000);
  const card = "4242 4242 4242 4242";
  const signed = await askByCard(userId, card);
  expect((await confirm(userId, signed, codeIn((await runDueJobs(db, [])).at(-1)))).status).toBe(200);
  const leaving = await askByCard(userId, card);
  await moveClock(owner, "24 hours");
  expect([await approve(signed), await approve(leaving)]).toEqual(["approved", "approved"]);
  await beginSending(db, { withdrawalId: leaving, staffId: ANNA, reason: "go" });
  await withTransaction(db, (tx) => publish(tx, accountDoubted, { userId }));
  await runDueJobs(db, jobs);
  expect([await stateOf(signed), await stateOf(leaving)]).toEqual(["cancelled", "sending"]);
  expect((await getReferralBalance(db, userId)).heldKopecks).toBe(500_000);
  await expect(beginSending(db, { withdrawalId: signed, staffId: ANNA, reason: "go" })).rejects.toMatchObject(
    { code: "WITHDRAWAL_MOVED_ON" },
  );
});

test("while an earlier address may take the account back, no card or wallet is paid, and everything goes on afterwards", async () => {
  const { userId } = await givenApiBuyer(db, 0);
  await givenShare(userId, 2_000_000);
  const id = await askByCard(userId, "4242 4242 4242 4242");
  expect((await confirm(userId, id, codeIn((await runDueJobs(db, [])).at(-1)))).status).toBe(200);
  await moveClock(owner, "24 hours");
  const { backUntil } = await one<{ backUntil: Date }>(
    db,
    sql`insert into identity_email_changes (user_id, old_email, old_email_key, new_email, new_email_key, code_expires_at, confirmed_at,
          back_hash, back_until)
        values (${userId}, 'old@example.com', 'old@example.com', 'new@example.com', 'new@example.com', app_now(), app_now(),
          sha256('way back'), app_now() + interval '7 days')
        returning back_until as "backUntil"`,
  );
  expect((await listOf(userId))[0]).toMatchObject({ restsUntil: backUntil.toISOString(), canCancel: true });
  await expect(approve(id)).rejects.toMatchObject({ code: "WITHDRAWAL_RESTS" });
  const balance = await ask(userId, { source: "referral", method: "balance", amountKopecks: 500_000 });
  expect(await approve(balance.body.id)).toBe("approved");
  // It did: two claim the account, and whoever is right needs the time to say so.
  await execute(
    owner,
    sql`update identity_email_changes set taken_back_at = app_now() where user_id = ${userId}`,
  );
  await expect(approve(id)).rejects.toMatchObject({ code: "WITHDRAWAL_RESTS" });
  await moveClock(owner, "7 days");
  expect((await listOf(userId)).at(-1)).toMatchObject({ restsUntil: null });
  expect(await approve(id)).toBe("approved");
});

test("while money rests after a lost second factor was removed, a withdrawal may be asked for and is not approved", async () => {
  const { userId } = await givenApiBuyer(db, 0);
  await givenShare(userId, 2_000_000);
  const card = "4242 4242 4242 4242";
  const approved = await askByCard(userId, card);
  expect((await confirm(userId, approved, codeIn((await runDueJobs(db, [])).at(-1)))).status).toBe(200);
  await moveClock(owner, "2 days");
  expect(await approve(approved)).toBe("approved");
  const { restsUntil } = await one<{ restsUntil: Date }>(
    db,
    sql`insert into identity_factor_recoveries (user_id, state, ends_at, decided_at, money_rests_until)
        values (${userId}, 'done', app_now(), app_now(), app_now() + interval '7 days') returning money_rests_until as "restsUntil"`,
  );
  const waiting = await askByCard(userId, card);
  const listed = (await listOf(userId)) as { id: number; restsUntil: string | null }[];
  expect(listed.map((row) => [row.id, row.restsUntil])).toEqual([
    [waiting, restsUntil.toISOString()],
    [approved, null],
  ]);
  await moveClock(owner, "6 days 23 hours");
  await expect(approve(waiting)).rejects.toMatchObject({ code: "WITHDRAWAL_RESTS" });
  await moveClock(owner, "1 hour");
  expect(await approve(waiting)).toBe("approved");
});

test("the mail with the code for a new card says when money goes there: a day after it, or when all money of the account has rested", async () => {
  const { userId } = await givenApiBuyer(db, 0);
  await givenShare(userId, 2_000_000);
  const saidFor = async (card: string) => {
    await askByCard(userId, card);
    return (await runDueJobs(db, [])).at(-1)?.text;
  };
  expect(await saidFor("4242 4242 4242 4242")).toContain("24 hours after you confirm it at the earliest");
  const { restsUntil } = await one<{ restsUntil: Date }>(
    db,
    sql`insert into identity_factor_recoveries (user_id, state, ends_at, decided_at, money_rests_until)
        values (${userId}, 'done', app_now(), app_now(), app_now() + interval '7 days') returning money_rests_until as "restsUntil"`,
  );
  const moment = formatMoment("en", restsUntil, "UTC");
  expect(await saidFor("5555 5555 5555 4444")).toContain(`no money is sent there before ${moment} (UTC)`);
  await moveClock(owner, "6 days 1 hour");
  expect(await saidFor("4000 0566 5566 5556")).toContain("24 hours after you confirm it at the earliest");
});
