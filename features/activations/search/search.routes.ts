import { activationErrors } from "#features/activations/activations.errors.ts";
import { checkSellable } from "#features/activations/purchase/purchase.writes.ts";
import {
  getSearchEndpoint,
  listSearchesEndpoint,
  openSearchEndpoint,
  replaceActivationEndpoint,
  type SearchInput,
  type SearchView,
  stopSearchEndpoint,
} from "#features/activations/search/search.contract.ts";
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
import { answerKeyed, keyedRoute } from "#features/idempotency/idempotency.routes.ts";
import { readPolicy } from "#features/policy/policy.reads.ts";
import { saleChannelOf } from "#features/policy/policy.rules.ts";
import { deniedSuppliers } from "#features/pricing/pricing.reads.ts";
import type { UserActor } from "#lib/api/actor.ts";
import { maxPriceOf } from "#lib/api/key-goods.ts";
import { type Route, route } from "#lib/api/route.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { notifyListeners } from "#lib/jobs/events.ts";

/** Who asks, and in which language. */
export type SearchCaller = { readonly db: Db; readonly actor: UserActor; readonly locale: Locale };

type SearchPage = { readonly beforeId: number | null; readonly limit: number };

/** What the endpoints need of searches: the live ones and those of a sandbox each have such a port. */
export type SearchPort = {
  /** Refuses before anything is written what no search could buy. Answers the service's id. */
  judge(caller: SearchCaller, input: SearchInput): Promise<{ readonly serviceId: number }>;
  /** Answers the search's id. */
  open(tx: Tx, caller: SearchCaller, input: SearchInput & { readonly serviceId: number }): Promise<number>;
  /** Null: no such search of the caller's. `from` is the transaction that changed it. */
  find(caller: SearchCaller, id: number, from?: Queryable): Promise<SearchView | null>;
  /** Newest first, those before `beforeId`. */
  page(caller: SearchCaller, page: SearchPage): Promise<SearchView[]>;
  /** Its searches change by themselves, unannounced: how often to look. Infinite where every change is announced. */
  readonly looksEveryMs: number;
  /** Those that run, newest first, and those that ended a moment ago. */
  list(caller: SearchCaller): Promise<SearchView[]>;
  stop(tx: Tx, caller: SearchCaller, id: number): Promise<void>;
  /** Has an order replaced when no SMS comes; answers the search's id. */
  replace(tx: Tx, caller: SearchCaller, orderId: number, replacing: Replacing): Promise<number>;
};

/** Begins a search in a transaction of an idempotency key and answers it. */
export async function openFound(
  port: SearchPort,
  tx: Tx,
  caller: SearchCaller,
  input: SearchInput & { readonly serviceId: number },
): Promise<SearchView> {
  return getView(port, caller, await port.open(tx, caller, input), tx);
}

/** A search of the caller's. Throws SEARCH_NOT_FOUND. */
export async function getView(
  port: SearchPort,
  caller: SearchCaller,
  id: number,
  from?: Queryable,
): Promise<SearchView> {
  const view = await port.find(caller, id, from);
  if (!view) throw new AppError(activationErrors.SEARCH_NOT_FOUND);
  return view;
}

/** The site's endpoints of searches over a port. */
export function makeSearchRoutes(port: SearchPort): Route[] {
  return [
    route(openSearchEndpoint, async (context) => {
      const { serviceId } = await port.judge(context, context.body);
      return answerKeyed(openSearchEndpoint, context, (tx) =>
        openFound(port, tx, context, { ...context.body, serviceId }),
      );
    }),
    route(listSearchesEndpoint, async (context) => ({ searches: await port.list(context) })),
    route(getSearchEndpoint, (context) => getView(port, context, context.params.id)),
    route(stopSearchEndpoint, async (context) => {
      // A key sees and stops searches of its own goods alone.
      await getView(port, context, context.params.id);
      await withTransaction(context.db, (tx) => port.stop(tx, context, context.params.id));
      notifyListeners(context.db);
      return getView(port, context, context.params.id);
    }),
    keyedRoute(replaceActivationEndpoint, async (tx, context) => {
      const id = await port.replace(tx, context, context.params.id, context.body);
      return getView(port, context, id, tx);
    }),
  ];
}

/** Searches that are real. */
export const liveSearchPort: SearchPort = {
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

function buyerOf(actor: UserActor) {
  return { userId: actor.userId, keyId: actor.key?.keyId ?? null, channel: saleChannelOf(actor) };
}

export const searchRoutes = makeSearchRoutes(liveSearchPort);
