import { z } from "zod";
import { CountryIdText } from "#features/catalogue/catalogue.contract.ts";
import { readCursor, restCurrency, restLimits, restRates } from "#features/rest-api/rest-api.rules.ts";
import type { Access, Endpoint, Method, Terms } from "#lib/api/endpoint.ts";
import { Id } from "#lib/api/ids.ts";

type Schema = z.ZodType;
type ObjectSchema = z.ZodObject;

/**
 * Declares an endpoint of REST v1: `path` is below `/api/v1`. Its errors link to their pages, its calls are counted, and a
 * write needs an `Idempotency-Key`.
 */
export function defineRest<
  Params extends ObjectSchema | undefined = undefined,
  Query extends ObjectSchema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Response extends Schema = Schema,
  const Gate extends Access = Access,
  const Verb extends Method = Method,
>(
  endpoint: Omit<Endpoint<Params, Query, Body, Response, Gate, Verb>, "keyed"> & Terms<Gate, Verb>,
): Endpoint<Params, Query, Body, Response, Gate, Verb, KeyedBy<Verb>> {
  return {
    ...endpoint,
    path: `/v1${endpoint.path}`,
    dialect: "v1",
    rates: endpoint.rates ?? [restRates.calls],
    ...(endpoint.method === "GET" ? {} : { keyed: true as KeyedBy<Verb> }),
  };
}

type KeyedBy<Verb extends Method> = Verb extends "GET" ? undefined : true;

/** Of endpoints that spend money. */
export const purchaseRates = [restRates.calls, restRates.purchases] as const;

/** RFC 3339, UTC, with Z. */
export const Instant = z.iso.datetime();

export const Currency = z.literal(restCurrency);

/** The id in a path. */
export const idParams = z.object({
  id: Id.meta({ type: "integer", minimum: 1 }),
});

/** The country of a query. */
export const countryQuery = CountryIdText.optional().meta({
  type: "integer",
  minimum: 0,
  description: "Id of a country",
});

/** The states that a query narrows a list to. */
export function statesQuery<State extends string>(states: readonly State[]) {
  const one = `(?:${states.join("|")})`;
  return z
    .string()
    .regex(new RegExp(`^${one}(?:,${one}){0,9}$`), "states with commas")
    .transform((list) => list.split(",") as State[])
    .optional()
    .describe(`One or several of ${states.join(", ")}, with commas between them`);
}

const entries = z
  .string()
  .regex(/^(?:[1-9]\d?|100)$/, `1 to ${restLimits.pageMax}`)
  .transform(Number);
const entriesMeta = { type: "integer", minimum: 1, maximum: restLimits.pageMax } as const;

export const pageLimit = entries
  .default(restLimits.pageDefault)
  .meta({ ...entriesMeta, default: restLimits.pageDefault, description: "Entries of a page" });

/** Of what is answered whole where nobody asks for less. */
export const partLimit = entries
  .optional()
  .meta({ ...entriesMeta, description: "Entries at most; all of them when left out" });

/** What every list takes. `list` names it, so that no other list's cursor is taken for its own. */
export function pageQuery(list: string) {
  return {
    limit: pageLimit,
    cursor: z
      .string()
      .max(60)
      .refine((cursor) => readCursor(list, cursor) !== null, "no cursor of this list")
      .transform((cursor) => readCursor(list, cursor) as number)
      .optional()
      .describe("`nextCursor` of the page before"),
  };
}

/** How long a call may wait for news. */
export const wait = z
  .string()
  .regex(/^(?:1?\d|2[0-5])$/, `0 to ${restLimits.waitSecondsMax}`)
  .transform(Number)
  .default(0)
  .meta({
    type: "integer",
    minimum: 0,
    maximum: restLimits.waitSecondsMax,
    default: 0,
    description: "Seconds to wait for news: answers as soon as there is some, or as it is then",
  });

/** What the caller has: no news to them. */
export const seen = z
  .string()
  .regex(/^[\w.]{1,60}(?:,[\w.]{1,60}){0,99}$/)
  .transform((list) => new Set(list.split(",")) as ReadonlySet<string>)
  .optional()
  .describe(
    "With `wait`: the `revision` of what the caller has, with commas between several; anything else is news. Without it, " +
      "everything but waiting for the first code is news.",
  );

/** What every list answers, newest first. */
export function PageOf<Item extends Schema>(item: Item) {
  return z.strictObject({
    data: z.array(item),
    nextCursor: z.string().nullable().describe("Null: this was the last page"),
  });
}
