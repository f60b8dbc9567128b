import { activationErrors } from "#features/activations/activations.errors.ts";
import { checkSellable } from "#features/activations/purchase/purchase.writes.ts";
import type { SearchInput, SearchView } from "#features/activations/search/search.contract.ts";
import {
  findSearchView,
  listSearchPage,
  listSearchViews,
} from "#features/activations/search/search.reads.ts";
import {
  openSearch,
  type Replacing,
  replaceOrder,
  stopSearch,
} from "#features/activations/search/search.writes.ts";
import { findServiceByCode } from "#features/catalogue/catalogue.reads.ts";
import { maxPriceOf } from "#features/identity/api-keys/key-goods.rules.ts";
import { readPolicy } from "#features/policy/policy.reads.ts";
import { saleChannelOf } from "#features/policy/policy.rules.ts";
import { deniedSuppliers } from "#features/pricing/pricing.reads.ts";
import type { UserActor } from "#lib/api/actor.ts";
import type { Caller } from "#lib/api/route.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** What every door needs of searches: those that are real, and those of a sandbox. */
export type SearchPort = {
  /** Refuses before anything is written what no search could buy. Answers the service's id. */
  judge(caller: Caller, input: SearchInput): Promise<{ readonly serviceId: number }>;
  /** Answers the search's id. */
  open(tx: Tx, caller: Caller, input: SearchInput & { readonly serviceId: number }): Promise<number>;
  /** Null: no such search of the caller's. `from` is the transaction that changed it. */
  find(caller: Caller, id: number, from?: Queryable): Promise<SearchView | null>;
  /** Newest first, those before `beforeId`. */
  page(
    caller: Caller,
    page: { readonly beforeId: number | null; readonly limit: number },
  ): Promise<SearchView[]>;
  /** Its searches change by themselves, unannounced: how often to look. Infinite where every change is announced. */
  readonly looksEveryMs: number;
  /** Those that run, newest first, and those that ended a moment ago. */
  list(caller: Caller): Promise<SearchView[]>;
  stop(tx: Tx, caller: Caller, id: number): Promise<void>;
  /** Has an order replaced when no SMS comes; answers the search's id. */
  replace(tx: Tx, caller: Caller, orderId: number, replacing: Replacing): Promise<number>;
};

function buyerOf(actor: UserActor) {
  return { userId: actor.userId, keyId: actor.key?.keyId ?? null, channel: saleChannelOf(actor) };
}

/** Searches that are real. */
export const liveSearches: SearchPort = {
  judge: async ({ db, actor }, { service, country, operator }) => {
    const found = await findServiceByCode(db, service);
    if (!found) throw new AppError(activationErrors.SERVICE_NOT_FOUND);
    const channel = saleChannelOf(actor);
    const sale = { serviceId: found.id, countryId: country, operator, channel, key: actor.key ?? null };
    await checkSellable(db, sale);
    return { serviceId: found.id };
  },
  open: async (tx, { db, actor }, { serviceId, country, operator, steps, seconds, attempts, replace }) => {
    const buyer = buyerOf(actor);
    const ofKey = maxPriceOf(actor.key, { serviceId, countryId: country });
    const isOfKey = steps.length === 0 && ofKey !== null;
    return openSearch(tx, {
      ...{ ...buyer, serviceId, countryId: country, operator, seconds, attemptsMax: attempts },
      // The limit that the key's program has set for this service and country was named, too.
      steps: isOfKey ? [{ afterSeconds: 0, maxPriceKopecks: ofKey }] : steps,
      closedSuppliers: deniedSuppliers(await readPolicy(db), buyer.channel),
      replacing: replace ?? null,
    });
  },
  find: ({ db, actor, locale }, id, from) => findSearchView(db, actor, id, locale, from),
  page: ({ db, actor, locale }, page) => listSearchPage(db, actor, page, locale),
  looksEveryMs: Number.POSITIVE_INFINITY,
  list: ({ db, actor, locale }) => listSearchViews(db, actor, locale),
  stop: (tx, { actor }, id) => stopSearch(tx, actor.userId, id),
  replace: (tx, { actor }, orderId, replacing) => replaceOrder(tx, buyerOf(actor), orderId, replacing),
};
