import type { SearchView } from "#features/activations/search/search.contract.ts";
import { getView, openFound } from "#features/activations/search/search.routes.ts";
import { liveSearches, type SearchPort } from "#features/activations/search/search-port.writes.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { answerKeyed } from "#features/idempotency/idempotency.routes.ts";
import { pageOf, restCurrency } from "#features/rest-api/rest-api.rules.ts";
import {
  type RestSearch,
  restGetSearch,
  restListSearches,
  restOpenSearch,
  restReplaceActivation,
  restStopSearch,
} from "#features/rest-api/searches/searches.contract.ts";
import { answerWhenNews } from "#features/rest-api/waiting/waiting.gate.ts";
import { searchTopic } from "#features/rest-api/waiting/waiting.reads.ts";
import { sandboxSearches } from "#features/sandbox/sandbox-search/sandbox-search-port.writes.ts";
import { type Route, route } from "#lib/api/route.ts";

/** A search as REST v1 shows it. */
function restSearch({ service, country, secondsLeft, ...search }: SearchView): RestSearch {
  return {
    ...search,
    service: { code: service.code, name: service.name },
    country: { id: country.id, iso2: country.iso2, name: country.name },
    currency: restCurrency,
    expiresIn: secondsLeft,
  };
}

/** The endpoints of searches over a port. */
function makeRestSearchRoutes(port: SearchPort): Route[] {
  return [
    route(restOpenSearch, async (context) => {
      const judged = await port.judge(context, context.body);
      return answerKeyed(restOpenSearch, context, async (tx) =>
        restSearch(await openFound(port, tx, context, { ...context.body, ...judged })),
      );
    }),
    route(restListSearches, async (context) => {
      const { limit, cursor } = context.query;
      const found = await port.page(context, { beforeId: cursor ?? null, limit: limit + 1 });
      return pageOf("searches", found.map(restSearch), limit);
    }),
    route(restGetSearch, async (context) => {
      const { id } = context.params;
      const view = await answerWhenNews(context, {
        wait: context.query.wait,
        topics: [searchTopic(id)],
        read: () => getView(port, context, id),
        isNews: ({ state }) => state !== "searching" && state !== "asking",
        changesInMs: () => port.looksEveryMs,
      });
      return restSearch(view);
    }),
    route(restStopSearch, async (context) => {
      // In memory from here on: the transaction asks for no second connection.
      await readCatalogue(context.db);
      const { id } = context.params;
      return answerKeyed(restStopSearch, context, async (tx) => {
        await getView(port, context, id, tx);
        await port.stop(tx, context, id);
        return restSearch(await getView(port, context, id, tx));
      });
    }),
    route(restReplaceActivation, async (context) => {
      // In memory from here on: the transaction asks for no second connection.
      await readCatalogue(context.db);
      return answerKeyed(restReplaceActivation, context, async (tx) => {
        const id = await port.replace(tx, context, context.params.id, context.body);
        return restSearch(await getView(port, context, id, tx));
      });
    }),
  ];
}

export const restSearchRoutes = makeRestSearchRoutes(liveSearches);
export const restSearchSandbox = makeRestSearchRoutes(sandboxSearches);
