import { z } from "zod";
import { buyErrors } from "#features/activations/activations.contract.ts";
import { activationErrors } from "#features/activations/activations.errors.ts";
import {
  attemptsFor,
  ladderProblem,
  searchLimits,
  searchStates,
  searchWaits,
} from "#features/activations/search/search.rules.ts";
import { ServiceCode } from "#features/catalogue/catalogue.contract.ts";
import { policyErrors } from "#features/policy/policy.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";

const count = z.number().int();
const instant = z.iso.datetime();
const maxPrice = z.number().int().min(1).max(1_000_000_000);

const Replacing = z.strictObject({
  afterSeconds: z
    .number()
    .int()
    .min(searchLimits.replaceAfterMin)
    .max(searchLimits.replaceAfterMax)
    .describe(
      "A number without an SMS for so long is cancelled, with the money back, and the next one bought",
    ),
  times: z.number().int().min(1).max(searchLimits.replacementsMax).describe("So often at most"),
});

/** What has a running number replaced. */
export const ReplaceInput = z.strictObject({
  afterSeconds: Replacing.shape.afterSeconds.default(searchLimits.replaceAfterDefault),
  times: Replacing.shape.times.default(searchLimits.replaceTimesDefault),
});

const SearchStepInput = z.strictObject({
  afterSeconds: z.number().int().min(1).max(searchLimits.secondsMax),
  maxPriceKopecks: maxPrice,
});

/** What a search is asked for with, at every door. */
export const SearchInput = z
  .strictObject({
    service: ServiceCode.describe("Code of a service"),
    country: z.number().int().min(0).max(999_999).describe("Id of a country"),
    operator: z
      .string()
      .regex(/^[a-z0-9_]{1,40}(?:,[a-z0-9_]{1,40}){0,9}$/)
      .default("any")
      .describe("An operator, several with commas between them, or any; never silently another one"),
    maxPriceKopecks: maxPrice
      .optional()
      .describe(
        "Highest price to pay. When left out, the search keeps to the price that it was quoted: the lowest when it begins or, when " +
          "nothing is on sale then, the first one afterwards, and a small tolerance",
      ),
    raises: z
      .array(SearchStepInput)
      .max(searchLimits.stepsMax - 1)
      .default([])
      .describe(
        "The price ladder: from so many seconds on it may cost so much. Each step is later and higher",
      ),
    seconds: z
      .number()
      .int()
      .min(searchLimits.secondsMin)
      .max(searchLimits.secondsMax)
      .default(searchLimits.secondsDefault)
      .describe("How long to search for one number"),
    attempts: z
      .number()
      .int()
      .min(1)
      .max(searchLimits.attemptsMax)
      .optional()
      .describe(
        "How often to try, spread over the time; when left out, every two seconds, 500 times at most",
      ),
    replace: Replacing.optional(),
  })
  .transform(({ maxPriceKopecks, raises, attempts, ...input }, context) => {
    const first = maxPriceKopecks === undefined ? [] : [{ afterSeconds: 0, maxPriceKopecks }];
    const steps = [...first, ...raises];
    const problem = ladderProblem(steps, input.seconds);
    if (problem !== null) context.addIssue({ code: "custom", path: ["raises"], message: problem });
    return { ...input, steps, attempts: attempts ?? attemptsFor(input.seconds) };
  });
export type SearchInput = z.output<typeof SearchInput>;

/** A number search as its buyer sees it. Times are UTC; seconds are counted by the server's clock. */
export const SearchView = z.strictObject({
  id: count,
  state: z.enum(searchStates),
  service: z.strictObject({ code: z.string(), name: z.string(), icon: z.string().nullable() }),
  country: z.strictObject({ id: count, iso2: z.string(), name: z.string(), icon: z.string() }),
  operator: z.string(),
  /** Attempts that were made for this number, of so many. */
  attempt: count,
  attempts: count,
  /** The limit now; null = none was named. */
  maxPriceKopecks: count.nullable(),
  /** What a search without a limit was quoted, and the most that it pays; null before the first quote and where a limit was named. */
  quoted: z.strictObject({ priceKopecks: count, mostKopecks: count }).nullable(),
  /** The lowest price on sale when it looked last; null = nothing was. */
  lowestKopecks: count.nullable(),
  /** The whole ladder. */
  steps: z.array(z.strictObject({ afterSeconds: count, maxPriceKopecks: count })),
  seconds: count,
  /** Until the search is over, or until a number that is watched is replaced; 0 when it has ended. */
  secondsLeft: count,
  replace: z.strictObject({ afterSeconds: count, times: count, done: count }).nullable(),
  /** The order that it has. */
  activationId: count.nullable(),
  /** Code of the newest refusal: why there is no number yet, or why it ended; with its sentence. */
  refusal: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** What has to change before it tries again: an offer that fits it, or the account's money. Null = it tries by itself, or has ended. */
  waitingFor: z.enum(searchWaits).nullable(),
  createdAt: instant,
  closedAt: instant.nullable(),
});
export type SearchView = z.infer<typeof SearchView>;

/** A search that a key may be too narrow for. */
export const namedSearch = { of: "search", notFound: activationErrors.SEARCH_NOT_FOUND } as const;

/** What beginning a search refuses. What its purchases are refused is told by the search. */
export const openSearchErrors = [
  activationErrors.SEARCHES_LIMIT,
  activationErrors.SERVICE_NOT_FOUND,
  activationErrors.COUNTRY_NOT_FOUND,
  activationErrors.OPERATOR_NOT_FOUND,
  activationErrors.KEY_NOT_FOR_THIS,
  policyErrors.NOT_FOR_SALE,
  policyErrors.RUSSIAN_NUMBERS_UNAVAILABLE,
  policyErrors.API_ONLY,
  policyErrors.SALES_STOPPED,
];

/** Every refusal that a search may tell of. */
export const searchRefusals = [
  ...buyErrors,
  activationErrors.PRICE_ABOVE_QUOTED,
  apiErrors.UNAUTHORIZED,
  apiErrors.SCOPE_MISSING,
  apiErrors.SERVER_ERROR,
  apiErrors.IDEMPOTENCY_MISMATCH,
];

export const openSearchEndpoint = defineEndpoint({
  id: "openSearch",
  method: "POST",
  path: "/searches",
  summary: "Search for a number until there is one",
  description:
    "The server tries again and again until a number is there, the time or the attempts are used up, or it is stopped. It buys one " +
    "number at most. It goes on when the caller has gone.",
  tag: "activations",
  access: "user",
  scope: "buy",
  keyed: true,
  body: SearchInput,
  response: SearchView,
  errors: openSearchErrors,
});

export const listSearchesEndpoint = defineEndpoint({
  id: "listSearches",
  method: "GET",
  path: "/searches",
  summary: "Number searches that run, and those that ended in the last quarter of an hour",
  tag: "activations",
  access: "user",
  scope: "read",
  response: z.strictObject({ searches: z.array(SearchView) }),
  errors: [],
});

export const getSearchEndpoint = defineEndpoint({
  id: "getSearch",
  method: "GET",
  path: "/searches/{id}",
  summary: "One number search",
  tag: "activations",
  access: "user",
  scope: "read",
  params: idParams,
  names: namedSearch,
  response: SearchView,
  errors: [activationErrors.SEARCH_NOT_FOUND],
});

export const stopSearchEndpoint = defineEndpoint({
  id: "stopSearch",
  method: "POST",
  path: "/searches/{id}/stop",
  summary: "Stop a number search",
  description:
    "While a supplier is being asked it is `stopping`: a number that comes of it is the buyer's. Of a number that is watched nothing " +
    "changes but that it is not replaced.",
  tag: "activations",
  access: "user",
  scope: "buy",
  params: idParams,
  names: namedSearch,
  response: SearchView,
  errors: [activationErrors.SEARCH_NOT_FOUND],
});

const names = { of: "activation", notFound: activationErrors.ACTIVATION_NOT_FOUND } as const;

/** What having a number replaced refuses, by whatever door. */
export const replaceErrors = [
  activationErrors.ACTIVATION_NOT_FOUND,
  activationErrors.BAD_STATUS,
  activationErrors.SEARCHES_LIMIT,
];

export const replaceActivationEndpoint = defineEndpoint({
  id: "replaceActivation",
  method: "POST",
  path: "/activations/{id}/replace",
  summary: "Replace a number automatically when no SMS comes",
  description:
    "Counted from now: a number that still waits by then is cancelled, with the money back, and the next one is bought, never above " +
    "the limit of this one. An SMS that comes first wins. Stopping the search that it answers keeps the number.",
  tag: "activations",
  access: "user",
  scope: "buy",
  keyed: true,
  params: idParams,
  names,
  body: ReplaceInput,
  response: SearchView,
  errors: replaceErrors,
});
