import { registered } from "#features/identity/identity.topics.ts";
import { topUpReversed } from "#features/payments/payments.topics.ts";
import { listDueAccruals, payShare } from "#features/referrals/accruals.writes.ts";
import { attributePerson, followWallet, recordReversal } from "#features/referrals/people.writes.ts";
import { listPeopleAhead, listUnattributed } from "#features/referrals/referrals.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import { defineSweep, takeEach } from "#lib/jobs/sweeps.ts";
import { subscribe } from "#lib/jobs/topics.ts";

const BATCH = 100;
/** So far back the sweep looks for registrations whose notice was lost. */
const MISSED_DAYS = 7;

/** Reads on in the wallets of those who were brought. Answers how many wallets there were. */
export async function accrueShares(db: Db): Promise<number> {
  const people = await listPeopleAhead(db, BATCH);
  return takeEach("accrue shares", people, async (userId) => {
    while (await followWallet(db, userId));
  });
}

/** Pays the shares whose time has come. Answers how many there were. */
export async function payDueShares(db: Db): Promise<number> {
  return takeEach("pay a share", await listDueAccruals(db, BATCH), (id) => payShare(db, id));
}

/** Records by whose link people came whose notice was lost. Answers how many there were. */
export async function attributeMissed(db: Db): Promise<number> {
  const missed = await listUnattributed(db, MISSED_DAYS, BATCH);
  return takeEach("attribute a person", missed, (userId) => attributePerson(db, userId));
}

/** What the referral programme does about what happens above it. */
export const referralSubscribers = [
  subscribe(registered, "referrals: attribute", (db, { userId }) => attributePerson(db, userId)),
  subscribe(topUpReversed, "referrals: take shares back", (db, { userId }) => recordReversal(db, userId)),
];

export const referralSweeps = [
  defineSweep({ name: "referrals: accrue shares", everyMs: 3_000, run: accrueShares }),
  defineSweep({ name: "referrals: pay shares", everyMs: 3_000, run: payDueShares }),
  defineSweep({ name: "referrals: missed registrations", everyMs: 300_000, run: attributeMissed }),
];
