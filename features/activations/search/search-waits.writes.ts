import sql from "sql-template-tag";
import { type SearchWait, searchLimits } from "#features/activations/search/search.rules.ts";
import { announce, type LockedSearch } from "#features/activations/search/search.writes.ts";
import { readPolicy } from "#features/policy/policy.reads.ts";
import { deniedSuppliers } from "#features/pricing/pricing.reads.ts";
import type { ChangedOffer } from "#features/pricing/pricing.writes.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";

/**
 * Lets a locked search wait until what it needs has changed: it is not tried again before it is woken, its ladder's next step begins, or
 * `wakeAnywaySeconds` are over. Woken, it keeps the pause that it has between its attempts. `elapsed` is the second of the look.
 */
export async function letWait(
  tx: Tx,
  search: LockedSearch,
  { waitingFor, elapsed }: { readonly waitingFor: SearchWait; readonly elapsed: number },
): Promise<void> {
  await execute(
    tx,
    sql`update activations_searches s set waiting_for = ${waitingFor}, rests_until = s.next_at,
          next_at = least(s.ends_at, greatest(s.next_at, app_now() + make_interval(secs => ${searchLimits.wakeAnywaySeconds})),
            (select s.started_at + make_interval(secs => min(step)) from unnest(s.step_seconds) step
             where step > ${elapsed}::float8))
        where s.id = ${search.id}`,
  );
  // The buyer can do something about it.
  if (waitingFor === "money" && search.waitingFor !== "money") await announce(tx, search, search.state);
}

/** Lets a search that waited try again by itself after its pause. */
export async function endWait(tx: Tx, search: LockedSearch): Promise<void> {
  if (search.waitingFor === null) return;
  await execute(
    tx,
    sql`update activations_searches set waiting_for = null, rests_until = null where id = ${search.id}`,
  );
}

/** A service in a country. */
type Goods = Pick<ChangedOffer, "serviceId" | "countryId">;

/**
 * Wakes the searches that wait and could buy one of these offers as they are now, by their limit and what their account can spend. Only
 * searches for these goods are looked at, all of them in one statement; those that another one works on see the offers by themselves.
 * What is not known here (a key's limit, the choices of a number that is replaced) the attempt finds out. Answers how many were woken.
 */
export async function wakeForOffers(db: Db, goods: readonly Goods[]): Promise<number> {
  if (goods.length === 0) return 0;
  const policy = await readPolicy(db);
  const { woken } = await one<{ woken: number }>(db, {
    name: "activations-searches-wake-for-offers",
    text: "select activations_wake_for_offers($1, $2, $3, $4) as woken",
    values: [
      goods.map(({ serviceId }) => serviceId),
      goods.map(({ countryId }) => countryId),
      deniedSuppliers(policy, "site"),
      deniedSuppliers(policy, "api"),
    ],
  });
  return woken;
}

/**
 * Wakes the searches that wait for money and whose account can spend the price that they saw last, wherever the money came from: a
 * payment, an order that was cancelled, a gift. One statement, which asks the wallets of those that wait alone. Answers how many.
 */
export async function wakeForMoney(db: Queryable): Promise<number> {
  const { woken } = await one<{ woken: number }>(db, {
    name: "activations-searches-wake-for-money",
    text: "select activations_wake_for_money() as woken",
    values: [],
  });
  return woken;
}
