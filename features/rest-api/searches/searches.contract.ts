import { z } from "zod";
import { activationErrors } from "#features/activations/activations.errors.ts";
import {
  namedSearch,
  openSearchErrors,
  ReplaceInput,
  replaceErrors,
  SearchInput,
  SearchView,
} from "#features/activations/search/search.contract.ts";
import {
  Currency,
  defineRest,
  Instant,
  idParams,
  PageOf,
  pageQuery,
  purchaseRates,
  wait,
} from "#features/rest-api/rest-api.contract.ts";
import { searchExamples } from "#features/rest-api/searches/search-examples.rules.ts";

const { state, steps, quoted, lowestKopecks, replace, refusal, waitingFor } = SearchView.shape;

export const RestSearch = z
  .strictObject({
    id: z.number().int(),
    state: state.describe(
      "`searching`, `asking` a supplier, `stopping` while one is asked, `watching` a number that may be replaced; ended as `found`, " +
        "`stopped`, `over` (time or attempts used up) or `refused`",
    ),
    service: z.strictObject({ code: z.string(), name: z.string() }),
    country: z.strictObject({ id: z.number().int(), iso2: z.string(), name: z.string() }),
    operator: z.string(),
    attempt: z.number().int().describe("Attempts made for this number"),
    attempts: z.number().int().describe("Attempts that it makes at most"),
    maxPriceKopecks: z.number().int().nullable().describe("The limit now; null: none was named"),
    steps: steps.describe("The price ladder"),
    quoted: quoted.describe(
      "Of a search without a limit: the price that it was quoted, and the most that it pays; it never buys above that. Null: nothing " +
        "has been on sale yet, or a limit was named",
    ),
    lowestKopecks: lowestKopecks.describe("Lowest price on sale when it looked last; null: nothing was"),
    currency: Currency,
    seconds: z.number().int(),
    expiresIn: z
      .number()
      .int()
      .describe("Seconds until it is over, or until a watched number is replaced; 0 when it has ended"),
    replace: replace.describe("Null: a number that is found stays"),
    activationId: z.number().int().nullable().describe("The order that it has"),
    refusal: refusal.describe("The newest refusal: why there is no number yet, or why it ended"),
    waitingFor: waitingFor.describe(
      "What it waits for before it tries again: `offer`, one that fits it, or `money`, enough for the offer that does. Null: it tries by " +
        "itself, or does not search",
    ),
    createdAt: Instant,
    closedAt: Instant.nullable(),
  })
  .meta({ id: "Search" });
export type RestSearch = z.infer<typeof RestSearch>;

export const restOpenSearch = defineRest({
  id: "restOpenSearch",
  method: "POST",
  path: "/searches",
  tag: "searches",
  summary: "Search for a number until there is one",
  description:
    "The server tries again and again until a number is there, time or attempts are used up, or it is stopped. It buys one number at " +
    "most, obeys the key's limits at every attempt, and goes on when the caller has gone. While nothing on sale fits it or the balance is " +
    "too small it waits (`waitingFor`) and goes on as soon as that changes; a full account is tried again; any other refusal ends it. Without `maxPriceKopecks` it keeps to `quoted`: the lowest price when it " +
    "began or, when nothing was on sale then, the first one afterwards, which it shows for five seconds before it buys. Above that it " +
    "waits with the refusal `PRICE_ABOVE_QUOTED`. To pay more, stop it and begin another one with a limit.",
  access: "user",
  scope: "buy",
  rates: purchaseRates,
  body: SearchInput,
  response: RestSearch,
  status: 201,
  errors: openSearchErrors,
  examples: searchExamples.open,
});

export const restListSearches = defineRest({
  id: "restListSearches",
  method: "GET",
  path: "/searches",
  tag: "searches",
  summary: "Searches, newest first",
  access: "user",
  scope: "read",
  query: z.object(pageQuery("searches")),
  response: PageOf(RestSearch),
  errors: [],
  examples: searchExamples.list,
});

export const restGetSearch = defineRest({
  id: "restGetSearch",
  method: "GET",
  path: "/searches/{id}",
  tag: "searches",
  summary: "One search",
  description:
    "With `wait=25` the answer comes when it has a number or has ended, or after 25 seconds as it is then.",
  access: "user",
  scope: "read",
  params: idParams,
  names: namedSearch,
  query: z.object({ wait }),
  response: RestSearch,
  errors: [activationErrors.SEARCH_NOT_FOUND],
  examples: searchExamples.get,
});

export const restStopSearch = defineRest({
  id: "restStopSearch",
  method: "POST",
  path: "/searches/{id}/stop",
  tag: "searches",
  summary: "Stop a search",
  description:
    "While a supplier is being asked it is `stopping`: a number that comes of it is yours. A number that is watched stays and is not " +
    "replaced any more.",
  access: "user",
  scope: "buy",
  params: idParams,
  names: namedSearch,
  response: RestSearch,
  errors: [activationErrors.SEARCH_NOT_FOUND],
  examples: searchExamples.stop,
});

export const restReplaceActivation = defineRest({
  id: "restReplaceActivation",
  method: "POST",
  path: "/activations/{id}/replace",
  tag: "searches",
  summary: "Replace a number when no SMS comes",
  description:
    "Counted from now: a number that still waits by then is cancelled, with the money back, and the next one is bought, never above " +
    "the limit of this one. An SMS that comes first wins. Stopping the search that it answers keeps the number.",
  access: "user",
  scope: "buy",
  params: idParams,
  names: { of: "activation", notFound: activationErrors.ACTIVATION_NOT_FOUND },
  body: ReplaceInput,
  response: RestSearch,
  errors: replaceErrors,
  examples: searchExamples.replace,
});
