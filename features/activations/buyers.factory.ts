import { givenOpenMax, NO_OPEN_LIMIT } from "#features/activations/limits/limits.factory.ts";
import { givenAccount, newApiKey } from "#features/identity/accounts.factory.ts";
import { givenBalance } from "#features/ledger/balances.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";

export type ApiBuyer = { readonly userId: UserId; readonly key: string };

let lastUserId = 1_000;

/** A confirmed account with an API key and money in its wallet. */
export async function givenApiBuyer(db: Db, balanceKopecks: number, key = newApiKey()): Promise<ApiBuyer> {
  const userId = await givenAccount(db, key);
  await givenOpenMax(db, userId, NO_OPEN_LIMIT);
  await givenBalance(db, userId, balanceKopecks, key);
  return { userId, key };
}

/** A user with this much in the wallet. */
export async function givenCustomer(db: Db, balanceKopecks: number): Promise<UserId> {
  return (await givenApiBuyer(db, balanceKopecks)).userId;
}

/** A wallet with money and nobody behind it: for tests that never look at the account. */
export async function givenUser(db: Db, balanceKopecks: number): Promise<UserId> {
  lastUserId += 1;
  const userId = lastUserId as UserId;
  await givenOpenMax(db, userId, NO_OPEN_LIMIT);
  await givenBalance(db, userId, balanceKopecks, String(userId));
  return userId;
}
