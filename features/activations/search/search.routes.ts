import { activationErrors } from "#features/activations/activations.errors.ts";
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
  type JudgedSearch,
  liveSearches,
  type SearchPort,
} from "#features/activations/search/search-port.writes.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { answerKeyed } from "#features/idempotency/idempotency.routes.ts";
import { type Caller, type Route, route } from "#lib/api/route.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { notifyListeners } from "#lib/jobs/events.ts";

/** Begins a search in a transaction of an idempotency key and answers it. Throws policy's refusal: the key has begun none before. */
export async function openFound(
  port: SearchPort,
  tx: Tx,
  caller: Caller,
  input: SearchInput & JudgedSearch,
): Promise<SearchView> {
  if (input.refusal) throw input.refusal;
  return getView(port, caller, await port.open(tx, caller, input), tx);
}

/** A search of the caller's. Throws SEARCH_NOT_FOUND. */
export async function getView(
  port: SearchPort,
  caller: Caller,
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
      const judged = await port.judge(context, context.body);
      return answerKeyed(openSearchEndpoint, context, (tx) =>
        openFound(port, tx, context, { ...context.body, ...judged }),
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
    route(replaceActivationEndpoint, async (context) => {
      // In memory from here on: the transaction asks for no second connection.
      await readCatalogue(context.db);
      return answerKeyed(replaceActivationEndpoint, context, async (tx) => {
        const id = await port.replace(tx, context, context.params.id, context.body);
        return getView(port, context, id, tx);
      });
    }),
  ];
}

export const searchRoutes = makeSearchRoutes(liveSearches);
