import { activationErrors } from "#features/activations/activations.errors.ts";
import type { SearchView } from "#features/activations/search/search.contract.ts";
import { searchLimits } from "#features/activations/search/search.rules.ts";
import type { SearchPort } from "#features/activations/search/search-port.writes.ts";
import { findCountry, findServiceByCode, readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { isOperatorOf } from "#features/catalogue/catalogue.rules.ts";
import { coversGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import { sandboxOwnerOf } from "#features/sandbox/sandbox.rules.ts";
import {
  listSandboxSearches,
  sandboxSearchView,
} from "#features/sandbox/sandbox-search/sandbox-search.reads.ts";
import {
  openSandboxSearch,
  replaceInSandbox,
  type Searcher,
  settleSearches,
  stopSandboxSearch,
} from "#features/sandbox/sandbox-search/sandbox-search.writes.ts";
import type { Caller } from "#lib/api/route.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** Its clock moves them: how often a waiting call looks. */
const LOOKS_EVERY_MS = 1_000;

const searcherOf = ({ db, actor }: Caller): Searcher => ({ db, ...sandboxOwnerOf(actor) });

/** Its searches as they are now, newest first: those of the key's goods. */
async function listViews(caller: Caller, from?: Queryable): Promise<SearchView[]> {
  const who = searcherOf(caller);
  const catalogue = await readCatalogue(caller.db);
  const read = async (tx: Tx) => {
    const { now } = await settleSearches(tx, who);
    const searches = await listSandboxSearches(tx, who.key.keyId);
    return searches
      .filter(({ serviceId, countryId }) => coversGoods(who.key, serviceId, countryId))
      .map((search) => sandboxSearchView(search, now, catalogue, caller.locale));
  };
  return from ? read(from as Tx) : withTransaction(caller.db, read);
}

/** Searches of a sandbox: they go on, by its clock, when they are looked at. */
export const sandboxSearches: SearchPort = {
  judge: async (caller, { service, country, operator }) => {
    const { key } = searcherOf(caller);
    const [found, place] = await Promise.all([
      findServiceByCode(caller.db, service),
      findCountry(caller.db, country),
    ]);
    if (!found) throw new AppError(activationErrors.SERVICE_NOT_FOUND);
    if (!place) throw new AppError(activationErrors.COUNTRY_NOT_FOUND);
    if (!coversGoods(key, found.id, country)) throw new AppError(activationErrors.KEY_NOT_FOR_THIS);
    if (!operator.split(",").every((token) => isOperatorOf(place, token)))
      throw new AppError(activationErrors.OPERATOR_NOT_FOUND);
    return { refusal: null, serviceId: found.id, closedSuppliers: [] };
  },
  open: (tx, caller, { serviceId, country, operator, steps, seconds, attempts, replace }) =>
    openSandboxSearch(tx, searcherOf(caller), {
      ...{ serviceId, countryId: country, operator, steps, seconds, attemptsMax: attempts },
      replacing: replace ?? null,
    }),
  find: async (caller, id, from) => (await listViews(caller, from)).find((view) => view.id === id) ?? null,
  page: async (caller, { beforeId, limit }) => {
    const views = await listViews(caller);
    return views.filter(({ id }) => id < (beforeId ?? Number.POSITIVE_INFINITY)).slice(0, limit);
  },
  looksEveryMs: LOOKS_EVERY_MS,
  list: async (caller) => (await listViews(caller)).slice(0, searchLimits.openMax * 2),
  stop: (tx, caller, id) => stopSandboxSearch(tx, searcherOf(caller), id),
  replace: (tx, caller, orderId, replacing) => replaceInSandbox(tx, searcherOf(caller), orderId, replacing),
};
