import sql from "sql-template-tag";
import { findArrival } from "#features/identity/attribution/attribution.reads.ts";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import { listWalletSteps } from "#features/ledger/wallet-history.reads.ts";
import { accrueShare, returnNewest, returnPurchase } from "#features/referrals/accruals.writes.ts";
import { flagIfSame, type LockedPerson, lockPerson } from "#features/referrals/flags/flags.writes.ts";
import { ofOpenAccount } from "#features/referrals/referrals.reads.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** Steps of a wallet read in one transaction. */
const STEPS = 300;

/**
 * Records by whose link a new user came, once for ever; leaves when it was none, the user's own or that of an account that is closed.
 * Whoever is the same person as the referrer is flagged at once.
 */
export async function attributePerson(db: Db, userId: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    const arrival = await findArrival(tx, userId);
    if (arrival?.referralCode == null) return;
    const noted = await execute(
      tx,
      sql`insert into referrals_people (user_id, referrer_id, link_id)
          select ${userId}, l.user_id, l.id from referrals_links l
          where l.code = ${arrival.referralCode.toLowerCase()} and l.user_id <> ${userId} and ${ofOpenAccount}
          on conflict do nothing`,
    );
    if (noted === 0) return;
    const person = await lockPerson(tx, userId);
    if (person) await flagIfSame(tx, person);
  });
}

/**
 * Reads on in the wallet of somebody who was brought: captured purchases make shares, purchases refunded take them.
 * Every step is seen exactly once, since the place is kept in the same transaction. Answers whether there may be more.
 */
export async function followWallet(db: Db, userId: number): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    const person = await skipOrLock(tx, userId);
    if (!person) return false;
    const steps = await listWalletSteps(tx, userId, person.seenVersion, STEPS);
    const last = steps.at(-1);
    if (!last) return false;
    const hasSpent = steps.some(({ what }) => what === "captured");
    const isFlagged = hasSpent ? await flagIfSame(tx, person) : person.state === "flagged";
    for (const step of steps) {
      if (step.what === "captured" && !isFlagged) await accrueShare(tx, person, step);
      if (step.what === "refunded") await returnPurchase(tx, step.cause, step.amountKopecks);
    }
    await execute(
      tx,
      sql`update referrals_people set seen_version = ${last.version} where user_id = ${userId}`,
    );
    await answerDebt(tx, person);
    return steps.length === STEPS;
  });
}

/** A worker that is already reading this wallet is left alone. */
async function skipOrLock(tx: Tx, userId: number): Promise<LockedPerson | null> {
  const free = await maybeOne(
    tx,
    sql`select user_id from referrals_people where user_id = ${userId} for update skip locked`,
  );
  return free && lockPerson(tx, userId);
}

/** A provider took money back which somebody had spent: shares of so much are reversed. Idempotent. */
export async function recordReversal(db: Db, userId: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    const person = await lockPerson(tx, userId);
    if (person) await answerDebt(tx, person);
  });
}

/**
 * What somebody owes is money that was spent and never came: the newest purchases of so much earn nothing. What is paid
 * of it later counts as paid, and brings no share back.
 */
async function answerDebt(tx: Tx, { userId, reversedKopecks }: LockedPerson): Promise<void> {
  const debt = Math.max(0, await getDebt(tx, userId));
  if (debt === reversedKopecks) return;
  const answered =
    debt < reversedKopecks
      ? debt
      : reversedKopecks + (await returnNewest(tx, userId, kopecks(debt - reversedKopecks)));
  await execute(
    tx,
    sql`update referrals_people set reversed_kopecks = ${answered} where user_id = ${userId}`,
  );
}
