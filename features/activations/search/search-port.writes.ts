import { activationErrors } from "#features/activations/activations.errors.ts";
import { judgeSale } from "#features/activations/purchase/purchase.writes.ts";
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
import { saleChannelOf } from "#features/policy/policy.rules.ts";
import type { UserActor } from "#lib/api/actor.ts";
import type { Caller } from "#lib/api/route.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** What is known of a search before it is written. */
export type JudgedSearch = {
  /** Policy's. A key that has begun a search is answered that one all the same. */
  readonly refusal: AppError | null;
  readonly serviceId: number;
  /** Suppliers that may not sell at the moment. */
  readonly closedSuppliers: readonly number[];
};

/** What every door needs of searches: those that are real, and those of a sandbox. */
export type SearchPort = {
  /** Refuses before anything is written what no search could buy; of policy it answers the refusal. */
  judge(caller: Caller, input: SearchInput): Promise<JudgedSearch>;
  /** Answers the search's id. */
  open(tx: Tx, caller: Caller, input: SearchInput & JudgedSearch): Promise<number>;
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
    const judged = await judgeSale(db, sale);
    const closedSuppliers = judged.refusal ? [] : judged.excludedSuppliers;
    return { refusal: judged.refusal, serviceId: found.id, closedSuppliers };
  },
  open: async (tx, { actor }, { serviceId, closedSuppliers, country, operator, steps, ...search }) => {
    const { seconds, attempts, replace } = search;
    const buyer = buyerOf(actor);
    const ofKey = maxPriceOf(actor.key, { serviceId, countryId: country });
    const isOfKey = steps.length === 0 && ofKey !== null;
    return openSearch(tx, {
      ...{ ...buyer, serviceId, countryId: country, operator, seconds, attemptsMax: attempts },
      // The limit that the key's program has set for this service and country was named, too.
      steps: isOfKey ? [{ afterSeconds: 0, maxPriceKopecks: ofKey }] : steps,
      closedSuppliers,
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
