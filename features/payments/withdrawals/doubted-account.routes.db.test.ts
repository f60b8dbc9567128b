import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { accountDoubted } from "#features/identity/identity.topics.ts";
import { getReferralBalance } from "#features/ledger/ledger.reads.ts";
import { withdrawalSubscribers } from "#features/payments/withdrawals/sending/sending.jobs.ts";
import {
  ask,
  codeIn,
  confirm,
  db,
  givenShare,
  stateOf,
} from "#features/payments/withdrawals/withdrawals.factory.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { publish, type Topic, topicJobs } from "#lib/jobs/topics.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";

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
