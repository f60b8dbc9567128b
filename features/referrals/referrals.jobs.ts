import { registered } from "#features/identity/identity.topics.ts";
import { topUpReversed } from "#features/payments/payments.topics.ts";
import { listDueAccruals, payShare } from "#features/referrals/accruals.writes.ts";
import { attributePerson, followWallet, recordReversal } from "#features/referrals/people.writes.ts";
import { listPeopleAhead, listUnattributed } from "#features/referrals/referrals.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import { defineSweep, takeEach } from "#lib/jobs/sweeps.ts";
import { subscribe } from "#lib/jobs/topics.ts";

const BATCH = 100;
/** People who are looked at by one statement: shares wait for days, so that some seconds more per so many people do not matter. */
const LOOKED_AT = 20_000;
/** So far back the sweep looks for registrations whose notice was lost. */
const MISSED_DAYS = 7;

/** Where each process goes on looking; per database, so that two test databases never meet. */
const places = new WeakMap<Db, number>();

/** Reads on in the wallets of those who were brought, a part of them at a time. Answers how many wallets there were. */
export async function accrueShares(db: Db): Promise<number> {
  const afterUserId = places.get(db) ?? 0;
  const part = await listPeopleAhead(db, { afterUserId, size: LOOKED_AT, limit: BATCH });
  places.set(db, part.nextAfterUserId);
  return takeEach("accrue shares", part.userIds, async (userId) => {
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
